"""Changes of who has the bank and how they came by it (B1.2 to B1.4, C1.1, G2, H1.1, H6.3)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from ledger.cards import CARD_NAMES
from ledger.cheating.edits import Edit, Spot, amount, dropped, reworded
from ledger.cheating.history import Change
from ledger.cheating.picking import Cheat, place_of, verb


def _is_number(spot: Spot) -> bool:
    return spot.words[2].isdecimal()


def _is_card(spot: Spot) -> bool:
    return not _is_number(spot)


def _another_seat(spot: Spot) -> str:
    """Another seat of the table; there are always at least two."""
    seats = len(spot.record["before"]) - 1
    return f"s{int(spot.who[1:]) % seats + 1}"


def _auction(spot: Spot) -> list[tuple[str, int]]:
    """Seats and bids of the auction in which this bid stands, in order."""
    start = spot.at
    while verb(spot.log[start - 1]) in ("bid", "pass") and start:
        start -= 1
    asked = takewhile(lambda event: verb(event) in ("bid", "pass"), spot.log[start:])
    words = [event.split(" ") for event in asked if verb(event) == "bid"]
    return [(word[0], int(word[2])) for word in words]


def _winner(spot: Spot) -> tuple[str, int]:
    """The highest bid, the earliest of equals."""
    return max(_auction(spot), key=lambda bid: bid[1])


def _wins(spot: Spot) -> bool:
    return _winner(spot)[0] == spot.who


def _is_outbid(spot: Spot) -> bool:
    return spot.amount < _winner(spot)[1]


def _is_above_another(spot: Spot) -> bool:
    """Whether it wins against a bid above one unit."""
    return _wins(spot) and any(bid > 1 and seat != spot.who for seat, bid in _auction(spot))


def banker_field(cheat: Cheat) -> Change:
    """Another account is said to have banked."""
    record = cheat.one_of([record for record in cheat.history.of("round") if len(record["before"]) > 2])
    before = record["banker"]
    record["banker"] = before % (len(record["before"]) - 1) + 1
    return Change(cheat.kind, "another account is said to have banked", place_of(record), f"banker {before}", f"banker {record['banker']}")


def debt(cheat: Cheat) -> Change:
    """A debt is forgiven."""
    record = cheat.one_of([record for record in cheat.history.of("round") if min(record["after"][1:]) < 0])
    seat = record["after"].index(min(record["after"][1:]), 1)
    owed = -record["after"][seat]
    cheat.history.move(record, {seat: owed, 0: -owed})
    return Change(cheat.kind, "a debt is forgiven", place_of(record), f"seat {seat}: {-owed}", f"seat {seat}: 0")


BANK: dict[str, Callable[[Cheat], Change]] = {
    "lot-number": Edit(
        "another lot is drawn", ("lot",), lambda spot, _: spot.instead(f"{spot.who} lot {(spot.amount + 1) % 2}"), _is_number
    ),
    "lot-seat": Edit(
        "the lot is said to have fallen on someone else",
        ("lot",),
        lambda spot, _: spot.instead(f"{_another_seat(spot)} lot {spot.amount}"),
        _is_number,
    ),
    "lot-card": Edit(
        "another card is drawn for the bank",
        ("lot",),
        lambda spot, cheat: spot.instead(f"{spot.who} lot {cheat.one_of([name for name in CARD_NAMES if name != spot.words[2]])}"),
        _is_card,
    ),
    "lot-dropped": dropped("a card drawn for the bank is left out", "lot", where=_is_card),
    "bank-taker": Edit("the bank goes to someone else", ("bank",), lambda spot, _: spot.instead(f"{_another_seat(spot)} bank")),
    "bank-kept": dropped("the bank is not passed on", "bank"),
    "bid-higher": Edit(
        "a friend's bid is written above the highest",
        ("bid",),
        lambda spot, _: spot.instead(f"{spot.who} bid {_winner(spot)[1] + 1}"),
        _is_outbid,
    ),
    "bid-lower": Edit(
        "the highest bid is written below another",
        ("bid",),
        lambda spot, _: spot.instead(f"{spot.who} bid 1"),
        _is_above_another,
    ),
    "bid-beyond": amount("someone bids more than they have", 10**6, "bid"),
    "bid-unasked": dropped("someone is not asked for a bid", "bid", "pass"),
    "bid-withheld": reworded("the highest bid is written as a pass", "pass", "bid", where=_wins),
    "pays-amount": amount("the price of the bank is one unit less than was bid", -1, "pays", where=lambda spot: spot.amount > 1),
    "pays-dropped": dropped("the price of the bank is not paid", "pays"),
    "auction-hidden": Edit(
        "an auction is left out, and the bank is passed on all the same",
        ("auction",),
        lambda spot, _: spot.without(lambda event: verb(event) in ("bid", "pass", "pays")),
    ),
    "accept-denied": reworded("who accepted the bank is said to have declined", "decline bank", "accept"),
    "decline-denied": reworded("who declined the bank is said to have accepted", "accept bank", "decline bank"),
    "bank-unasked": dropped("someone is not asked about the bank", "decline bank"),
    "keep-dropped": dropped("the banker is not asked", "keep", by="D"),
    "keep-denied": reworded("a banker who kept the bank is said to have given it up", "yield", "keep", by="D"),
    "banker-field": banker_field,
    "debt-forgiven": debt,
}
