"""Surrender of a first hand for half its stake (E4.1, C3.4, G7)."""

from __future__ import annotations

from collections.abc import Generator

from ledger.cards import IS_ACE
from ledger.table.ask import SURRENDER, Ask, answered
from ledger.table.hand import Hand
from ledger.table.state import RoundState

DECLINE = "decline surrender"


def offer_early_surrender(table: RoundState) -> Generator[Ask, str, None]:
    """Before the peek each hand but a natural may be given up; that stands whatever the banker makes."""
    offered = table.rules.surrender.offered
    early = offered == "early" or (offered == "early-not-ace" and not (table.upcard is not None and IS_ACE[table.upcard]))
    if not early:
        return
    for hand in table.hands:
        if hand.settled or hand.claimed or hand.is_natural:
            continue
        act = yield from answered(table.question(SURRENDER, hand, ("surrender", DECLINE), default=DECLINE))
        if act == "surrender":
            give_up(table, hand)
        else:
            table.log.append(f"{hand.path} {DECLINE}")


def give_up(table: RoundState, hand: Hand) -> None:
    """Half of each stake on the hand comes back; the owner decides for all."""
    for bettor in hand.bettors:
        table.settle(bettor, "surrender", bettor.stake // 2)
    hand.settled = True
