"""The dealer's doubling of all stakes after the first card, and the players' redoubling (H2.3, H9.1)."""

from __future__ import annotations

from collections.abc import Generator

from ledger.cards import IS_ACE, IS_PICTURE
from ledger.table.ask import RAISE, REDOUBLE, Ask, answered
from ledger.table.hand import Bettor, Hand
from ledger.table.state import RoundState


def raise_stakes(table: RoundState) -> Generator[Ask, str, None]:
    """The dealer, having looked at the first card, may double all stakes, or must on a picture or an ace; then players redouble."""
    raises = table.rules.stakes.banker_raise
    if raises == "free":
        raised = (yield from answered(table.table_question(RAISE, "D", table.banker, ("raise", "decline raise")))) == "raise"
        table.log.append("D raise" if raised else "D decline raise")
    else:
        raised = raises == "picture-or-ace" and _is_picture_or_ace(table.dealer.cards[0])
        if raised:
            table.log.append("D raise")
    if not raised:
        return
    for hand in table.hands:
        for bettor in hand.bettors:
            _once_more(table, bettor)
    for hand in table.hands:
        for bettor in hand.bettors:
            yield from _redouble(table, hand, bettor)


def _redouble(table: RoundState, hand: Hand, bettor: Bettor) -> Generator[Ask, str, None]:
    redouble = table.rules.stakes.redouble
    if redouble == "never" or table.balances[bettor.seat] < bettor.stake:
        return
    if redouble == "ace-not-picture":
        if IS_PICTURE[hand.cards[0]]:
            return
        if IS_ACE[hand.cards[0]]:
            table.log.append(f"{bettor.path} redouble")
            _once_more(table, bettor)
            return
    act = yield from answered(table.question_for(bettor, hand, REDOUBLE, ("redouble", "decline redouble")))
    table.log.append(f"{bettor.path} {act}")
    if act == "redouble":
        _once_more(table, bettor)


def _once_more(table: RoundState, bettor: Bettor) -> None:
    table.stake(bettor.seat, bettor.stake)
    bettor.stake *= 2
    bettor.original_stake = bettor.stake


def _is_picture_or_ace(card: int) -> bool:
    return IS_ACE[card] or IS_PICTURE[card]
