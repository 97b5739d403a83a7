"""One phase between rounds, from who gets up to the limits (FORMAT §9, "Between rounds, in this order")."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import partial

from audit.between.bank import bank
from audit.between.questions import LEAVING, LIMITS, PLAYERS, ROUND, SEEDS, Asking, Due, going, one, two_numbers
from audit.between.table import Table

Events = Generator[Due, str | None, None]


def between(table: Table) -> Asking:
    """Ask for everything that stands before a round, in order."""
    yield from _leave(table)
    in_office = table.banker if table.is_private else 0
    yield from _drop_out(table, table.there - {in_office})
    if not _can_go_on(table):
        return PLAYERS
    if not table.has_seeds():
        return SEEDS
    if table.is_private:
        table.former = {in_office}
        end = yield from bank(table)
        if end:
            return end
        if table.former != {table.banker}:
            yield from _drop_out(table, (table.former - {table.banker}) & table.there)
            if not table.others():
                return PLAYERS
    yield from _limits(table)
    return ROUND


def _can_go_on(table: Table) -> bool:
    """Whether anybody is left to stake: in a private game apart from whoever banks."""
    if not table.is_private:
        return bool(table.punters())
    there = sum(seat in table.there for seat in table.circle)
    return there > 1  # of two and more, one at least does not bank


def _leave(table: Table) -> Events:
    """T7.1: who gets up, by rising seat."""
    last = 0
    while table.coming.endswith(" leave"):
        answer = yield Due(LEAVING, "somebody who is there leaves, by seats", fits=partial(_is_leave, table.there, last), may=True)
        if answer is None:
            return
        last = going(answer, "leave")
        table.there.remove(last)


def _is_leave(there: set[int], last: int, event: str) -> bool:
    seat = going(event, "leave")
    return seat > last and seat in there


def _drop_out(table: Table, seats: Iterable[int]) -> Events:
    """T7.1: who can no longer cover the minimum in force, by rising seat."""
    for seat in sorted(table.short(seats)):
        yield one(LEAVING, f"s{seat} out")
        table.there.remove(seat)


def _limits(table: Table) -> Events:
    """B2.2, H4.2: the banker's; P1.3: a box's own."""
    rules = table.rules
    if " limits " not in table.coming:
        return
    if rules["stakes_limits_by"] == "banker":
        told = f"D limits, from {rules['stakes_minimum']} to {rules['stakes_maximum']}, that some punter can meet"
        answer = yield Due(LIMITS, told, fits=partial(_is_limits, table), may=True)
        if answer is not None:
            table.limits = {0: two_numbers(answer) or (0, 0)}
    if not rules["stakes_raised_on_request"]:
        return
    for box in table.playable():
        low, high = table.minimum(box), rules["stakes_maximum"]
        answer = yield Due(LIMITS, f"{box} limits {low} {high} or more", fits=partial(_is_raised, box, low, high), may=True)
        if answer is not None:
            table.limits = dict(sorted((table.limits | {box: two_numbers(answer) or (0, 0)}).items()))


def _is_limits(table: Table, event: str) -> bool:
    """Whether these are limits that the banker may set: within the rules', and some punter can stake within them."""
    pair = two_numbers(event)
    if pair is None or not event.startswith("D "):
        return False
    low, high = pair
    lowest = table.lowest(low)
    within = table.rules["stakes_minimum"] <= low <= high <= table.rules["stakes_maximum"]
    has_room = not table.rules["stakes_table_maximum"] or lowest <= table.rules["stakes_table_maximum"]
    return within and has_room and lowest <= high and any(table.balances[seat] >= lowest for seat in table.punters())


def _is_raised(box: int, low: int, high: int, event: str) -> bool:
    """Whether these are limits that a box may have of its own."""
    pair = two_numbers(event)
    return pair is not None and event.startswith(f"{box} ") and pair[0] == low and pair[1] >= high
