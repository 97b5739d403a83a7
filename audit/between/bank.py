"""How the bank passes on (FORMAT §9, "The bank"; C1.1, B1.2 to B1.4, H1.1, H6.3, G2, G9)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial

from audit.between.questions import ASKED, AUCTION, DRAWN, PASSES, SEEDS, WILL, Asking, Due, number, one
from audit.between.table import Table
from audit.shoes import NAMES

FIVE = 5
NO_TAKER = ""
Bids = Generator[Due, str | None, list[tuple[int, int]]]


def bank(table: Table) -> Asking:
    """Give the bank to whom the rules say. What comes of it: nothing (""), or that the seeds do not suffice for a draw."""
    table.loser = 0
    if table.banker == 0:
        return (yield from _draw(table))
    table.loser = table.banker if table.lost else 0
    change = table.rules["bank_change"]
    passed, declined = False, False
    if change == "every-deal" or (change == "five-deals" and (table.deals >= FIVE or table.lost)):
        yield from _passes(table, table.others()[0])
        passed = True
    elif change == "home":
        heirs = [] if table.banker_natural else _heirs(table)
        if heirs:
            yield from _passes(table, heirs[0])
            passed = True
    elif change == "natural":
        heirs = _heirs(table)
        if (yield from _asked(table, heirs)):
            return NO_TAKER
        declined = bool(heirs)
    elif change == "auction":
        return (yield from _auction(table))
    if table.lost and not passed:
        return (yield from _offered(table))
    return (yield from _will(table, declined=declined))


def _heirs(table: Table) -> list[int]:
    """Punters with naturals in the last round who are still there, from the banker's left."""
    return [seat for seat in table.others() if seat in table.naturals]


def _passes(table: Table, seat: int, about: str = PASSES) -> Generator[Due, str | None, None]:
    """A new banker: the count of deals begins anew, and the limits of the one before are void."""
    yield one(about, f"s{seat} bank")
    table.former.add(seat)
    table.banker, table.deals, table.limits = seat, 0, {}


def _asked(table: Table, seats: Sequence[int]) -> Generator[Due, str | None, bool]:
    """Ask these seats in turn whether they take the bank, until one does."""
    for seat in seats:
        answer = yield one(ASKED, f"s{seat} accept bank", f"s{seat} decline bank")
        if answer == f"s{seat} accept bank":
            yield from _passes(table, seat)
            return True
    return False


def _offered(table: Table) -> Asking:
    """Offer the bank round the table, but to one who has lost it; a draw where nobody wants it."""
    if (yield from _asked(table, [seat for seat in table.others() if seat != table.loser])):
        return NO_TAKER
    return (yield from _draw(table))


def _will(table: Table, *, declined: bool) -> Asking:
    """The banker now in office keeps the bank, yields it where those with naturals declined it, or auctions it."""
    bidders = _with_money(table) if table.rules["bank_auction"] else []
    choices = ("D keep", *(("D yield",) if declined else ()), *(("D auction",) if bidders else ()))
    if len(choices) == 1:
        return NO_TAKER
    answer = yield one(WILL, *choices)
    if answer == "D yield":
        return (yield from _offered(table))
    return (yield from _sold(table, bidders)) if answer == "D auction" else NO_TAKER


def _with_money(table: Table) -> list[int]:
    return [seat for seat in table.others() if table.balances[seat] > 0]


def _auction(table: Table) -> Asking:
    """B1.3c: the bank is always auctioned, where anybody has money."""
    bidders = _with_money(table)
    if not bidders:
        return (yield from _offered(table))
    yield one(AUCTION, "D auction")
    return (yield from _sold(table, bidders))


def _sold(table: Table, bidders: Sequence[int]) -> Asking:
    """The highest bid wins, the earliest among equals, and is paid at once to the banker; without one the bank is offered."""
    bids = yield from _bids(table, bidders)
    if not bids:
        return (yield from _offered(table))
    price, seat = max(bids, key=lambda bid: bid[0])
    yield one(AUCTION, f"s{seat} pays {price}")
    table.balances[seat] -= price
    table.balances[table.banker] += price
    yield from _passes(table, seat, AUCTION)
    return NO_TAKER


def _bids(table: Table, bidders: Sequence[int]) -> Bids:
    bids = []
    for seat in bidders:
        most = table.balances[seat]
        told = f"s{seat} bid 1 to {most}, or s{seat} pass"
        answer = yield Due(AUCTION, told, (f"s{seat} pass",), fits=partial(_is_bid, seat, most))
        if answer is not None and answer != f"s{seat} pass":
            bids.append((number(answer), seat))
    return bids


def _is_bid(seat: int, most: int, event: str) -> bool:
    return event.startswith(f"s{seat} bid ") and 1 <= number(event) <= most


def _draw(table: Table) -> Asking:
    """Draw a banker among those at the table but one who has lost the bank."""
    candidates = [seat for seat in table.from_the_left() if seat != table.loser]
    if table.rules["bank_first"] == "lot":
        yield from _by_number(table, [seat for seat in table.placed() if seat in candidates])
        return NO_TAKER
    if not table.has_seeds(more=1):
        return SEEDS
    yield from _by_card(table, candidates)
    return NO_TAKER


def _by_number(table: Table, candidates: Sequence[int]) -> Generator[Due, str | None, None]:
    """C1.1: the (n + 1)th candidate banks."""
    lot = table.lots.number(table.shoe + 1, len(candidates))
    numbers = range(len(candidates)) if lot is None else (lot,)
    answer = yield one(DRAWN, *(f"s{candidates[n]} lot {n}" for n in numbers))
    yield from _passes(table, candidates[number(answer or "")], DRAWN)


def _by_card(table: Table, candidates: Sequence[int]) -> Generator[Due, str | None, None]:
    """B1.2: cards are dealt round until an ace falls, or a black jack."""
    wanted = ("AC", "AD", "AH", "AS") if table.rules["bank_first"] == "first-ace" else ("JC", "JS")
    table.shoe, table.ended = table.shoe + 1, True
    yield one(DRAWN, f"D shuffle {table.shoe}")
    position = 0
    while True:
        seat = candidates[position % len(candidates)]
        cards = [table.lots.card(table.shoe, position)] if table.closing else []
        answer = yield one(DRAWN, *(f"s{seat} lot {card}" for card in cards if card)) if any(cards) else _any_card(seat)
        position += 1
        if answer is not None and answer[-2:] in wanted:
            break
    yield from _passes(table, seat, DRAWN)


def _any_card(seat: int) -> Due:
    """A lot whose card is judged with those of its round."""
    return Due(DRAWN, f"s{seat} lot and a card", fits=lambda event: event.startswith(f"s{seat} lot ") and event[-2:] in NAMES)
