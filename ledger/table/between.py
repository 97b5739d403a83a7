"""Between two rounds: who leaves and drops out, the bank, the limits, the dealer's own shuffle (T7.1, P1.2, G9, FORMAT.md §9)."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from ledger.table.ask import SHUFFLE, Ask, answered
from ledger.table.bank import give_bank
from ledger.table.interval import Interval
from ledger.table.limits import set_limits


def between_rounds(table: Interval, leavers: Iterable[int]) -> Generator[Ask, str, str]:
    """All that happens until a round can begin; the reason if the session closes instead (`players`, `seeds`)."""
    for seat in leavers:
        table.log.append(f"s{seat} leave")
        table.playing.discard(seat)
    drop_out(table)
    if not table.can_go_on():
        return "players"
    if not table.rack.has_seed_for_a_round():
        return "seeds"
    if table.in_private:
        if not (yield from give_bank(table)):
            return "seeds"
        drop_out(table)
        if not table.can_go_on():
            return "players"
    stakes = table.rules.stakes
    if stakes.limits_by == "banker" or stakes.raised_on_request:
        yield from set_limits(table)
    if table.rules.shoe.voluntary:
        yield from offer_shuffle(table)
    return ""


def drop_out(table: Interval) -> None:
    """Who cannot cover the lowest stake is out; a banker only once the bank has passed on (T7.1)."""
    for seat in cannot_stake(table):
        table.log.append(f"s{seat} out")
        table.playing.discard(seat)


def cannot_stake(table: Interval) -> list[int]:
    """The seats at the table, the banker's apart, that cannot cover the lowest stake in force, rising."""
    least = table.lowest_stake
    balances = table.balances
    broke = [seat for seat in table.playing if balances[seat] < least and seat != table.banker]
    return sorted(broke) if broke else broke


def offer_shuffle(table: Interval) -> Generator[Ask, str, None]:
    """The dealer may shuffle though the shoe has not ended, if the chain has a seed for it (P1.2)."""
    if table.rack.goes_on and table.rack.has_seeds_for_new_shoes(0):
        ask = table.question(SHUFFLE, "D", table.banker, ("shuffle", "deal on"), default="deal on")
        if (yield from answered(ask)) == "shuffle":
            table.rack.put_away()
