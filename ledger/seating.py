"""Who sits where: boxes at a house's table, places round a private one (P1.4, B8.1, FORMAT.md §4 and §8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledger.errors import SessionRefused
from ledger.rules.tables import RuleSet
from ledger.table.company import Seat

Boxes = tuple[int, ...]


def seating(rules: RuleSet, players: Sequence[str], wanted: Mapping[str, Boxes] | None) -> list[Boxes]:
    """The boxes of each player, in order; whoever is not in `wanted` gets the lowest free one, or none where only others' boxes are left.

    In a private game everyone has one place, in order, but those for whom `wanted` has none. SessionRefused says what cannot be.
    """
    wanted = wanted or {}
    for name in wanted:
        if name not in players:
            raise SessionRefused(f"“{name}” has boxes but is not one of the players; name them, or give the boxes to another.")
    placed = _places(players, wanted) if rules.bank.holder == "player" else _boxes(rules, players, wanted)
    without = [name for name, boxes in zip(players, placed, strict=True) if not boxes]
    if without and rules.table.bettors_per_box == 1 and not rules.table.onlookers:
        raise SessionRefused(f"{without[0]} would have no box, and nobody may bet on others' boxes at this table; share them otherwise.")
    if len(players) - len(without) <= (rules.bank.holder == "player"):
        raise SessionRefused("Nobody would have a box to play; give somebody one.")
    return placed


def box_owners(seats: Sequence[Seat], banker: int) -> dict[int, int]:
    """Seat by box: as taken at a house's table (`banker` 0), or round a private one from the banker's left (FORMAT.md §8)."""
    if not banker:
        return {box: seat.number for seat in seats for box in seat.boxes}
    placed = [(seat.boxes[0], seat.number) for seat in seats if seat.boxes]
    home = next(place for place, number in placed if number == banker)
    return {(place - home) % len(placed): number for place, number in placed if number != banker}


def _boxes(rules: RuleSet, players: Sequence[str], wanted: Mapping[str, Boxes]) -> list[Boxes]:
    """Boxes at a house's table."""
    most, table = rules.table.boxes, rules.table
    taken: dict[int, str] = {}
    for name, boxes in wanted.items():
        if len(boxes) > table.boxes_per_player:
            raise SessionRefused(f"{name} would have {len(boxes)} boxes, and one person may have {table.boxes_per_player}; name fewer.")
        for box in boxes:
            if not 1 <= box <= most:
                raise SessionRefused(f"{name} would have box {box}, and this table has boxes 1 to {most}; choose among these.")
            if box in taken:
                raise SessionRefused(f"Box {box} would be {taken[box]}'s and {name}'s; give it to one of them.")
            taken[box] = name
    free = iter([(box,) for box in range(1, most + 1) if box not in taken])
    return [tuple(sorted(wanted[name])) if name in wanted else next(free, ()) for name in players]


def _places(players: Sequence[str], wanted: Mapping[str, Boxes]) -> list[Boxes]:
    """Places round a private table."""
    for name, boxes in wanted.items():
        if boxes:
            raise SessionRefused(
                f"{name} cannot choose a box: where players bank, places go round in the order of the players, and somebody can only "
                "be left without one."
            )
    places = iter(range(1, len(players) + 1))
    return [() if name in wanted else (next(places),) for name in players]
