"""The cards that a sealed shoe would have dealt, and the shoes after it, made of the discards where it has none left (FORMAT §7)."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import numpy as np

from audit import seeds, shoes
from audit.context import Session
from audit.errors import AuditError
from audit.facts.events import distinct_events, events
from audit.facts.grammar import parse
from audit.facts.lying import table_cards
from audit.records import ShoeUse
from audit.shoes import NAMES, Cards, below, words_of

RANKS = 13


class UnpricedError(AuditError):
    """A void has no price; its words say why."""


class SeedNotToldError(UnpricedError):
    """A seed is needed that the ledger has not told yet."""


class CardsUsedUpError(UnpricedError):
    """The cards ran out before everybody had two: the round was void anyway (FORMAT §6)."""


@attrs.define
class Supply:
    """Deals what is due, and writes in the log what making a shoe ready writes there.

    `log` and `uses` are the round's, and grow; `order` is the shoe in use, whole, of which `dealt` cards are gone; `cutter` is the seat
    that cuts. A shoe is `unready` until its cut, joker and burnt cards stand in the log.
    """

    session: Session
    log: list[str]
    uses: list[ShoeUse]
    order: Cards
    dealt: int
    cutter: int

    def next(self) -> int | None:
        """The next card; None where there are neither cards nor discards, or no seed to shuffle them with (G6). Raises SeedNotToldError."""
        self._make_ready()
        while self.dealt >= len(self.order):
            if not self._reshuffle():
                return None
            self._make_ready()
        self.dealt += 1
        return int(self.order[self.dealt - 1])

    def give(self, who: str, verb: str) -> int | None:
        """Deal a card to a hand and write it down."""
        card = self.next()
        if card is not None:
            self.log.append(f"{who} {verb} {NAMES[card]}")
        return card

    @property
    def _rules(self) -> dict[str, int | str | bool]:
        return self.session.params or {}

    def _reshuffle(self) -> bool:
        """Shuffle the discards with the next seed."""
        index = self.uses[-1].index + 1
        if index > self.session.opened.chain:
            return False
        parsed = [parse(event) for event in self.log]
        event = events(np.array([len(parsed)]), np.arange(len(parsed)), distinct_events(parsed))
        lying = table_cards(event, 0, len(parsed), dealt_on=self._rules["shoe_reshuffle"] == "discards")
        rest = shoes.without(shoes.pack(int(self._rules["pack_decks"]), int(self._rules["pack_size"])), lying)
        if not len(rest):
            return False
        self.order, self.dealt = shoes.shuffled(rest, self._reader(seeds.LABEL_CARDS, index), len(rest)), 0
        self.log.append(f"D reshuffle {index}")
        self.uses.append(ShoeUse(first=0, index=index, seed=None))
        return True

    def _make_ready(self) -> None:
        """Cut, lay in the joker and burn what has not been; a burnt ace that is shown asks for a new shuffle (B2.1)."""
        while (made := self._made()) is not None:
            ready = [event.replace(" timeout ", " ") for event in self.log[made + 1 :]]
            if any(event.split(" ")[1] not in ("cut", "joker", "burn") for event in ready):
                return
            if self._rules["shoe_cut"] != "none" and not any(" cut " in event for event in ready):
                self._cut()
            if self._rules["shoe_joker"] and "D joker" not in ready:
                self.log.append("D joker")
            if not self._burn(sum(" burn " in event for event in ready), ready):
                return
            if not self._reshuffle():
                return

    def _made(self) -> int | None:
        """Where the last shuffle stands in the log."""
        return next((at for at in reversed(range(len(self.log))) if self.log[at].startswith(("D shuffle ", "D reshuffle "))), None)

    def _cut(self) -> None:
        index, size = self.uses[-1].index, len(self.order)
        at = 0
        if self._rules["shoe_cut"] == "stream":
            at = below(size, words_of(self._reader(seeds.LABEL_CUT, index, seeds.u64(self.cutter)), 1))
        self.order = np.concatenate([self.order[at:], self.order[:at]])
        self.log.append(f"s{self.cutter} cut {at}")

    def _burn(self, burnt: int, ready: list[str]) -> bool:
        """Burn what is still to be burnt; whether an ace came up for which the shoe is shuffled anew."""
        shown, wanted = bool(self._rules["shoe_burn_shown"]), min(int(self._rules["shoe_burn"]), len(self.order) - 1)
        is_ace = bool(ready) and ready[-1].startswith("D burn A")
        while burnt < wanted and not is_ace:
            card = int(self.order[self.dealt])
            self.dealt, burnt = self.dealt + 1, burnt + 1
            self.log.append(f"D burn {NAMES[card] if shown else 'xx'}")
            is_ace = shown and card % RANKS == 0
        return is_ace and bool((self.order % RANKS).any()) and self.uses[-1].index < self.session.opened.chain

    def _reader(self, label: bytes, index: int, *more: bytes) -> Callable[[int], bytes]:
        seed, root = self._seed(index), self.session.entropy_root()
        if seed is None or root is None:
            raise SeedNotToldError(f"the seed of shoe {index} is not told yet")
        known, leaf = seed, self.session.open_leaf
        return lambda length: seeds.stream(label, known, leaf, index, root, length, more)

    def _seed(self, index: int) -> bytes | None:
        """s_k as told in this round, by another one of its session, or by the last seed of a session that is over."""
        told = next((use.seed for use in self.uses if use.index == index and use.seed is not None), None)
        close, chain = self.session.close, self.session.opened.chain
        if told is not None:
            return bytes.fromhex(told)
        if index not in self.session.seeds and close is not None:
            return seeds.descend(bytes.fromhex(close.seed), chain - index)
        return self.session.seeds.get(index)
