"""Limits set between rounds: by the banker for all, by the house for one box on request (B2.2, H4.2, P1.3)."""

from __future__ import annotations

from collections.abc import Generator

import attrs
import msgspec

from ledger.rules.steps import lowest_stake
from ledger.rules.tables import LARGEST_STAKE
from ledger.table.ask import LIMITS, UNCHANGED, Ask, amount_of, refuse, split_answer
from ledger.table.company import HOUSE, Limits
from ledger.table.interval import Interval

VERB = "limits"


def set_limits(table: Interval) -> Generator[Ask, str, None]:
    """The banker's minimum and maximum, at most once; then a higher maximum for any box, boxes rising."""
    stakes = table.rules.stakes
    if stakes.limits_by == "banker":
        yield from _by_the_banker(table)
    if stakes.raised_on_request and table.has_director:
        for box, _ in table.boxes():
            yield from _on_request(table, box)


def _by_the_banker(table: Interval) -> Generator[Ask, str, None]:
    """Within the rules', and so that somebody can pay the lowest stake, and the table's maximum has room for it."""
    stakes, step = table.rules.stakes, table.step
    richest = max(table.balances[seat] for _, seat in table.boxes())
    lows = (lowest_stake(stakes.minimum, step), min(stakes.maximum, stakes.table_maximum or richest, richest) // step * step, step)
    limits = yield from _two(table.question(LIMITS, "D", table.banker, (VERB, UNCHANGED), lows, default=UNCHANGED), stakes.maximum)
    if limits:
        table.log.append(f"D limits {limits[0]} {limits[1]}")
        table.limits = Limits(limits)


def _on_request(table: Interval, box: int) -> Generator[Ask, str, None]:
    """A maximum of the rules' or above for one box; its minimum stays."""
    low, highs = table.limits.of(box)[0], (table.rules.stakes.maximum, LARGEST_STAKE, 1)
    limits = yield from _two(table.question(LIMITS, str(box), HOUSE, (f"{VERB} {low}", UNCHANGED), highs, default=UNCHANGED), LARGEST_STAKE)
    if limits:
        table.log.append(f"{box} limits {limits[0]} {limits[1]}")
        table.limits = attrs.evolve(table.limits, boxes={**table.limits.boxes, box: limits})


def _two(ask: Ask, highest: int) -> Generator[Ask, str, tuple[int, int] | None]:
    """Minimum and maximum, in one answer or, after `limits lo`, in two; None if they stay, which can still be said to the second."""
    answer = yield ask
    while True:
        who, act = split_answer(answer)
        if who == ask.who and act == UNCHANGED:
            return None
        low, high = _numbers(act) if who == ask.who else (None, None)
        if low is not None and _fits(ask, low, high, highest):
            if high is not None:
                return low, high
            second = msgspec.structs.replace(
                ask, legal=(f"{VERB} {low}",), least=low, most=highest, step=1, balances=(highest,), default=""
            )
            return (yield from _two(second, highest))
        answer = yield refuse(ask, answer)


def _numbers(act: str) -> tuple[int | None, int | None]:
    """The numbers of `limits lo hi`, or of `limits lo`."""
    first, _, second = act.removeprefix(f"{VERB} ").partition(" ")
    low = amount_of(f"{VERB} {first}", VERB) if act.startswith(f"{VERB} ") else None
    high = amount_of(f"{VERB} {second}", VERB) if second else None
    return (None, None) if second and high is None else (low, high)


def _fits(ask: Ask, low: int, high: int | None, highest: int) -> bool:
    """Whether the question allows these numbers: one where the minimum is asked for, both where it is given."""
    given = amount_of(ask.legal[0], VERB)
    if given is not None:
        return low == given and high is not None and ask.least <= high <= ask.most
    return ask.least <= low <= ask.most and low % ask.step == 0 and (high is None or low <= high <= highest)
