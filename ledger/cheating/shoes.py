"""Changes of how the shoe is made ready: cut, burnt, marked, shuffled anew (B1.1, B2.1, B6.2, C1.3, G6, H1.2, P1.2)."""

from __future__ import annotations

from ledger.cards import CARD_NAMES
from ledger.cheating.edits import Edit, Spot, dropped, followed, reworded
from ledger.cheating.picking import Cheat, verb
from ledger.cheating.true_cards import CARD_VERBS

_MAKING_READY = frozenset(("reshuffle", "cut", "joker", "burn"))


def _size(spot: Spot) -> int:
    pack = spot.rules["pack"]
    return int(pack["decks"]) * int(pack["size"])


def _is_seen(spot: Spot) -> bool:
    return spot.words[2] != "xx"


def _is_unseen(spot: Spot) -> bool:
    return not _is_seen(spot)


def _block(spot: Spot) -> int:
    """How many events a reshuffle is, with the cut, joker and burnt cards that follow it."""
    at = spot.at + 1
    while at < len(spot.log) and verb(spot.log[at]) in _MAKING_READY:
        at += 1
    return at - spot.at


def _later(spot: Spot) -> list[str]:
    """The log with a reshuffle behind the card for which it was due."""
    length = _block(spot)
    return [*spot.log[: spot.at], spot.log[spot.at + length], *spot.log[spot.at : spot.at + length], *spot.log[spot.at + length + 1 :]]


def _earlier(spot: Spot) -> list[str]:
    """The log with a reshuffle before the card that was the last of the shoe."""
    length = _block(spot)
    return [
        *spot.log[: spot.at - 1],
        *spot.log[spot.at : spot.at + length],
        spot.log[spot.at - 1],
        *spot.log[spot.at + length :],
    ]


def _is_before_a_card(spot: Spot) -> bool:
    after = spot.at + _block(spot)
    return after < len(spot.log) and verb(spot.log[after]) in CARD_VERBS


def _other_cut(spot: Spot, cheat: Cheat) -> list[str]:
    return spot.instead(f"{spot.who} cut {(spot.amount + cheat.number(1, _size(spot) - 1)) % _size(spot)}")


def _is_voluntary(spot: Spot) -> bool:
    return bool(spot.rules["shoe"]["voluntary"]) and spot.record["round"] > 1


SHOES = {
    "cut-number": Edit("the shoe is cut elsewhere", ("cut",), _other_cut),
    "cut-seat": Edit(
        "someone else has cut",
        ("cut",),
        lambda spot, _: spot.instead(f"s{int(spot.who[1:]) % (len(spot.record['before']) - 1) + 1} cut {spot.amount}"),
    ),
    "cut-dropped": dropped("nobody has cut", "cut"),
    "cut-twice": followed("the shoe is cut a second time", "{who} cut 1", "cut"),
    "burnt-card": Edit(
        "another card is burnt",
        ("burn",),
        lambda spot, cheat: spot.instead(f"D burn {cheat.one_of([name for name in CARD_NAMES if name != spot.words[2]])}"),
        _is_seen,
    ),
    "burn-dropped": dropped("a card that must be burnt is not", "burn"),
    "burn-twice": followed("one card more is burnt", "D burn xx", "burn", where=_is_unseen),
    "burn-hidden": reworded("a burnt card is not shown", "burn xx", "burn", where=_is_seen),
    "burn-shown": Edit(
        "a card burnt unseen is named", ("burn",), lambda spot, cheat: spot.instead(f"D burn {cheat.one_of(CARD_NAMES)}"), _is_unseen
    ),
    "joker-dropped": dropped("the joker is not laid in", "joker"),
    "reshuffle-late": Edit("the discards are shuffled a card too late", ("reshuffle",), lambda spot, _: _later(spot), _is_before_a_card),
    "reshuffle-early": Edit(
        "the discards are shuffled a card too early",
        ("reshuffle",),
        lambda spot, _: _earlier(spot),
        lambda spot: spot.at > 0 and verb(spot.previous) in CARD_VERBS and spot.previous.split(" ")[-1] != "xx",
    ),
    "reshuffle-dropped": Edit(
        "the discards are not shuffled", ("reshuffle",), lambda spot, _: [*spot.log[: spot.at], *spot.log[spot.at + _block(spot) :]]
    ),
    "shuffle-dropped": dropped("a reshuffle of the dealer's own will is left out", "shuffle", where=_is_voluntary),
}
