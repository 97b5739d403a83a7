"""A table between two rounds: who is there with how much, whose the bank is, which shoe is next, which limits hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from audit.between.lots import Lots
from audit.carried import Limits
from audit.context import Session
from audit.facts.between import Phase
from audit.facts.money import ACCOUNTS


@attrs.define
class Table:
    """The table as the events so far left it.

    `there`: seats that neither left nor dropped out; `boxes`: by seat as seated, so the place in a private game; `banker`: account, 0 for
    none yet; in this phase `former` have banked and `loser` has lost the bank (0: nobody); `deals`: of this banker; `step`: every stake is
    a multiple of it; `shoe`: index of the last one, `ended` whether it has; `closing`: whether this is the close's log, whose cards nothing
    else judges; `coming`: the event that stands there next, "" for none; `is_private`: whether a player banks; `circle`: seats with a
    place, in the order of these.
    """

    rules: dict[str, Any]
    chain: int
    step: int
    boxes: dict[int, tuple[int, ...]]
    balances: list[int]
    lots: Lots
    there: set[int] = attrs.Factory(set)
    banker: int = 0
    loser: int = 0
    former: set[int] = attrs.Factory(set)
    deals: int = 0
    limits: Limits = attrs.Factory(dict)
    shoe: int = 0
    ended: bool = True
    naturals: frozenset[int] = frozenset()
    banker_natural: bool = False
    closing: bool = False
    live: bool = False
    coming: str = ""
    is_private: bool = False
    circle: tuple[int, ...] = ()
    _places: int = 0
    _orders: dict[int, tuple[int, ...]] = attrs.Factory(dict)

    def __attrs_post_init__(self) -> None:
        """Note what does not change: who sits where, and whether a player banks."""
        placed = [seat for seat, boxes in self.boxes.items() if boxes]
        self.is_private = self.rules["bank_holder"] == "player"
        self.circle = tuple(sorted(placed, key=lambda seat: self.boxes[seat]))
        self._places = max((self.boxes[seat][0] for seat in placed), default=1)

    @classmethod
    def of(cls, session: Session, step: int) -> Table:
        """The table of a session before its first round."""
        seats = {seat.seat: tuple(seat.boxes) for seat in session.seats}
        stacks = [0, *(seat.stack for seat in session.seats)]
        return cls(session.params or {}, session.opened.chain, step, seats, stacks, Lots(session), set(seats), live=session.live)

    def played(self, phase: Phase) -> None:
        """A round was played, with the banker who is recorded; one that was broken off does not count (G9)."""
        if not phase.is_void:
            self.deals = self.deals + 1 if phase.banker == self.banker else 1
        self.banker = phase.banker
        self.hold(phase.after)
        self.naturals = phase.naturals if not phase.is_void else frozenset()
        self.banker_natural = phase.banker_natural
        self.shoe, self.ended = max(phase.shoe, self.shoe), phase.ended

    def hold(self, balances: Sequence[int]) -> None:
        """Take balances as they are recorded, nothing for accounts that are missing."""
        self.balances = [*balances, *([0] * ACCOUNTS)]

    @property
    def lost(self) -> bool:
        """Whether the banker has lost the bank: has left, or is in debt (G2)."""
        return self.banker not in self.there or self.balances[self.banker] < 0

    def placed(self) -> list[int]:
        """Seats at the table that have a place, in the order of their places."""
        return [seat for seat in self.circle if seat in self.there]

    def from_the_left(self) -> list[int]:
        """The same, clockwise from the banker's left; the banker, if there, is the last."""
        order = self._orders.get(self.banker)
        if order is None:
            after = self.circle.index(self.banker) + 1 if self.banker in self.circle else 0
            order = self._orders[self.banker] = (*self.circle[after:], *self.circle[:after])
        return [seat for seat in order if seat in self.there]

    def others(self) -> list[int]:
        """Everybody else at the table with a place, clockwise from the banker's left."""
        return [seat for seat in self.from_the_left() if seat != self.banker]

    def punters(self) -> list[int]:
        """Seats at the table that play a box."""
        return self.others() if self.is_private else [seat for seat in sorted(self.there) if self.boxes[seat]]

    def boxes_of(self, seat: int) -> tuple[int, ...]:
        """Boxes that a seat plays under the present banker (FORMAT §8)."""
        if not self.is_private or not self.boxes[seat]:
            return self.boxes[seat]
        return ((self.boxes[seat][0] - self.boxes[self.banker][0]) % self._places,) if self.banker else ()

    def playable(self) -> Iterator[int]:
        """Boxes of those at the table, rising."""
        return iter(sorted({box for seat in self.punters() for box in self.boxes_of(seat)}))

    def minimum(self, box: int = 0) -> int:
        """Minimum in force on a box, or of all."""
        low, _ = self.limits.get(box) or self.limits.get(0) or (self.rules["stakes_minimum"], 0)
        return int(low)

    def lowest(self, minimum: int) -> int:
        """The lowest stake that reaches a minimum."""
        return -(-minimum // self.step) * self.step

    def short(self, seats: Iterable[int]) -> list[int]:
        """Who of these cannot cover the lowest stake on the cheapest of their boxes; without one, by the minimum of all."""
        if self.limits.keys() <= {0}:
            least = self.lowest(self.minimum())
            return [seat for seat in seats if self.balances[seat] < least]
        return [seat for seat in seats if self.balances[seat] < self.lowest(self._cheapest(seat))]

    def _cheapest(self, seat: int) -> int:
        """Minimum in force on the cheapest box of a seat."""
        return min([self.minimum(box) for box in self.boxes_of(seat)] or [self.minimum()])

    @property
    def spare_seed(self) -> int:
        """Seeds that are kept for the cards' running out in a round (FORMAT §6)."""
        return int(self.rules["shoe_reshuffle"] != "every-round")

    def has_seeds(self, more: int = 0) -> bool:
        """Whether the seeds suffice for a further round, after so many shoes more, each of which ends the one in use."""
        new = int(self.ended or more > 0)
        return self.shoe + more + new + self.spare_seed <= self.chain
