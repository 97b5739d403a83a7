"""The bank of a private game: how it passes on, is claimed, given away or auctioned (B1.3, B1.4, C1.1, G2, G9, H1.1, H6.3)."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from ledger.table.ask import BANK, BID, KEEP, Ask, amount_of, answered
from ledger.table.drawing import draw_banker
from ledger.table.interval import Interval

DEALS_OF_A_BANK = 5


def give_bank(table: Interval) -> Generator[Ask, str, bool]:
    """Find the banker of the coming round; False if one must be drawn and the chain has too few seeds left for it."""
    former, change = table.banker, table.rules.bank.change
    if not former:
        return (yield from draw_banker(table))
    lost = has_lost_it(table)
    if change == "auction":
        return (yield from (_auction(table) if _somebody_has_money(table) else give_away(table)))
    if change == "every-deal" or (change == "five-deals" and (lost or table.deals >= DEALS_OF_A_BANK)):
        table.hand_over(table.clockwise(former)[0])
    heirs = _with_naturals(table)
    if change == "home" and heirs and not _banker_had_a_natural(table):
        table.hand_over(heirs[0])
    if change == "natural" and (yield from _offered_to(table, heirs)):
        return True
    if lost and table.banker == former:
        return (yield from give_away(table))
    return (yield from _own_will(table, declined=change == "natural" and bool(heirs)))


def has_lost_it(table: Interval) -> bool:
    """Whether the banker has left the table or is in debt (G2)."""
    return table.banker not in table.playing or table.balances[table.banker] < 0


def give_away(table: Interval) -> Generator[Ask, str, bool]:
    """Offer the bank from the banker's left on, but not to one who has just lost it; if all decline, it is drawn anew (B1.3, G2)."""
    if (yield from _offered_to(table, [seat for seat in table.clockwise(table.banker) if table.balances[seat] >= 0])):
        return True
    return (yield from draw_banker(table))


def _own_will(table: Interval, *, declined: bool) -> Generator[Ask, str, bool]:
    """The banker keeps the bank, declines it after all punters with naturals have, or puts it up for auction (G9, B1.4)."""
    legal = ("yield",) if declined else ()
    if table.rules.bank.auction and _somebody_has_money(table):
        legal = (*legal, "auction")
    if not legal:
        return True
    act = yield from answered(table.question(KEEP, "D", table.banker, (*legal, "keep")))
    if act == "auction":
        return (yield from _auction(table))
    table.log.append(f"D {act}")
    return act == "keep" or (yield from give_away(table))


def _auction(table: Interval) -> Generator[Ask, str, bool]:
    """One bid each from the banker's left; the highest, the earliest among equals, goes to the outgoing banker (B1.4)."""
    table.log.append("D auction")
    best, highest = 0, 0
    for seat in table.clockwise(table.banker):
        money = table.balances[seat]
        if money > 0:
            act = yield from answered(table.question(BID, f"s{seat}", seat, ("bid", "pass"), (1, money, 1)))
            table.log.append(f"s{seat} {act}")
            bid = amount_of(act, "bid") or 0
            if bid > highest:
                best, highest = seat, bid
    if not best:
        return (yield from give_away(table))
    table.log.append(f"s{best} pays {highest}")
    table.balances[best] -= highest
    table.balances[table.banker] += highest
    table.hand_over(best)
    return True


def _offered_to(table: Interval, seats: Sequence[int]) -> Generator[Ask, str, bool]:
    """Ask one after another; whether somebody accepted the bank."""
    for seat in seats:
        act = yield from answered(table.question(BANK, f"s{seat}", seat, ("accept bank", "decline bank")))
        table.log.append(f"s{seat} {act}")
        if act == "accept bank":
            table.hand_over(seat)
            return True
    return False


def _somebody_has_money(table: Interval) -> bool:
    return any(table.balances[seat] > 0 for seat in table.clockwise(table.banker))


def _with_naturals(table: Interval) -> list[int]:
    """Punters at the table whose box had a natural in the last round, from the banker's left on (B1.3, H6.3)."""
    naturals = table.last.naturals if table.last else ()
    return [seat for seat in table.clockwise(table.banker) if seat in naturals]


def _banker_had_a_natural(table: Interval) -> bool:
    return table.last is not None and table.last.banker_natural
