"""Who sits at a table, who takes part in a round and within which limits, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import msgspec

from ledger.shoe.rack import ShoeUse

HOUSE = 0
"""The account of the house, and the seat that speaks for the table itself."""


@attrs.frozen
class Seat:
    """A person at the table: seat number from 1, the boxes they play (FORMAT.md §4)."""

    number: int
    name: str
    boxes: tuple[int, ...]
    stack: int


class FinishedRound(msgspec.Struct, frozen=True, gc=False):
    """A round's record without its place in the ledger, and what the bank's next change depends on.

    `naturals` are the seats whose own box had a natural, boxes rising (B1.3, H6.3); `rulings` the words of rulings made in it, the log's
    `D ruling n` counting them from 1.
    """

    number: int
    banker: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    log: tuple[str, ...]
    shoes: tuple[ShoeUse, ...]
    naturals: tuple[int, ...] = ()
    banker_natural: bool = False
    rulings: tuple[str, ...] = ()


@attrs.frozen
class Begun:
    """A live round as it stands before its first card: balances before any stake, the log and the shoes so far (FORMAT.md §4)."""

    number: int
    banker: int
    balances: tuple[int, ...]
    log: tuple[str, ...]
    shoes: tuple[ShoeUse, ...]


@attrs.frozen
class Limits:
    """Minimum and maximum in force: the table's, and those of boxes that have their own (P1.3)."""

    table: tuple[int, int]
    boxes: Mapping[int, tuple[int, int]] = attrs.Factory(dict)

    def of(self, box: int) -> tuple[int, int]:
        """A box's minimum and maximum."""
        return self.boxes.get(box, self.table)


@attrs.frozen
class Company:
    """Who takes part in a round: the banker's account, (box, owner) rising, and seats that may bet on others' boxes.

    `onlookers` are those of them without a box of their own. `by_name` and `several` are worked out once for all rounds of the same people:
    owners by the box's name in the log, and whether somebody has more than one box.
    """

    banker: int
    boxes: tuple[tuple[int, int], ...]
    side_bettors: tuple[int, ...] = ()
    onlookers: frozenset[int] = frozenset()
    has_director: bool = False
    by_name: Mapping[str, int] = attrs.field(init=False)
    several: bool = attrs.field(init=False)

    @by_name.default
    def _by_name(self) -> dict[str, int]:
        return {str(box): seat for box, seat in self.boxes}

    @several.default
    def _several(self) -> bool:
        return len(set(self.by_name.values())) < len(self.by_name)
