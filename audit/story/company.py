"""Who sits where, who banks, and which limits are in force, as the log goes on (FORMAT.md §8 Boxes, §9 Between rounds)."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

import attrs

from audit.story.cards import Rules
from audit.story.step import Seat

HOUSE = 0


@attrs.define
class Company:
    """The table as it stands: `banker` is an account (0 in a private game: nobody yet), `gone` are those who left or dropped out.

    `limits` are the ones for all, `box_limits` a box's own; `since` is the round from which the banker banks.
    """

    rules: Rules
    seats: Sequence[Seat]
    banker: int = HOUSE
    gone: set[int] = attrs.Factory(set)
    limits: tuple[int, int] = attrs.Factory(lambda self: rules_limits(self.rules), takes_self=True)
    box_limits: dict[int, tuple[int, int]] = attrs.Factory(dict)
    since: int = 1

    @property
    def private(self) -> bool:
        """Whether the bank is a player's."""
        return bool(self.rules["bank"]["holder"] == "player")

    def name(self, account: int) -> str:
        """A person by account; the house too."""
        if account == HOUSE:
            return "the house"
        return next((seat.name for seat in self.seats if seat.seat == account), f"Seat {account} (nobody)")

    @property
    def places(self) -> list[int]:
        """Seats with a place round the table or a box, in order of the places."""
        return [seat.seat for seat in sorted((seat for seat in self.seats if seat.boxes), key=lambda seat: seat.boxes[0])]

    def owner(self, box: int) -> Seat | None:
        """Whose a box is; in a private game boxes are counted from the banker's left."""
        if not self.private:
            return next((seat for seat in self.seats if box in seat.boxes), None)
        places = self.places
        if self.banker not in places or not 0 < box < len(places):
            return None
        number = places[(places.index(self.banker) + box) % len(places)]
        return next(seat for seat in self.seats if seat.seat == number)

    def boxes_of(self, seat: int) -> list[int]:
        """The boxes of a seat, rising."""
        most = max((box for one in self.seats for box in one.boxes), default=0)
        owners = {box: self.owner(box) for box in range(1, most + 1)}
        return [box for box, owner in owners.items() if owner is not None and owner.seat == seat]

    def clockwise(self) -> list[int]:
        """The places at the table from the banker's left on, without the banker; from the first place where nobody banks."""
        places = self.places
        at = places.index(self.banker) if self.banker in places else -1
        return [seat for seat in places[at + 1 :] + places[: max(at, 0)] if seat not in self.gone and seat != self.banker]

    def candidates(self, balances: Sequence[int]) -> list[int]:
        """Who the bank may fall to in a draw, from the banker's left: all at the table but one who has lost it by being in debt."""
        last = [self.banker] if self.banker in self.places and self.banker not in self.gone else []
        return [seat for seat in self.clockwise() + last if balances[seat] >= 0]

    def bounds(self, box: int) -> tuple[int, int]:
        """The minimum and maximum in force for a box."""
        return self.box_limits.get(box, self.limits)

    def leaves(self, seat: int) -> None:
        """Somebody gets up or drops out."""
        self.gone.add(seat)

    def banks(self, seat: int, round_: int) -> None:
        """A new banker: the limits of the one before are void."""
        self.banker, self.since = seat, round_
        self.limits, self.box_limits = rules_limits(self.rules), {}

    def limited(self, box: int | None, limits: tuple[int, int]) -> None:
        """Limits for one box, or for all."""
        if box is None:
            self.limits, self.box_limits = limits, {}
        else:
            self.box_limits[box] = limits


def rules_limits(rules: Rules) -> tuple[int, int]:
    """The rules' own minimum and maximum."""
    return int(rules["stakes"]["minimum"]), int(rules["stakes"]["maximum"])


def step_of(rules: Rules) -> int:
    """Every stake is a multiple of this (FORMAT.md §9): the unit, and what keeps each payment whole where breakage is exact."""
    unit = int(rules["stakes"]["unit"])
    if rules["stakes"]["breakage"] != "exact":
        return unit
    premiums = (rules["premiums"][name] for name in ("five_cards", "six_cards", "sevens", "six_seven_eight"))
    ratios = [rules["natural"]["pays"], rules["natural"]["suited_pays"], rules["double"]["commission"], *premiums]
    unders = [int(ratio.partition(":")[2]) for ratio in ratios if ratio != "off"]
    halves = 2 if rules["surrender"]["offered"] != "off" else 1
    insurance = rules["insurance"]
    if insurance["offered"] and insurance["amount"] == "half":
        halves = 2 * int(insurance["pays"].partition(":")[2])
    return lcm(unit, halves, *unders)
