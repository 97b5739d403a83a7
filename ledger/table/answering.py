"""Whose answer a question is for."""

from __future__ import annotations

from collections.abc import Mapping

from ledger.players.house import House
from ledger.players.source import Source
from ledger.table.ask import Ask, refuse, split_answer
from ledger.table.company import HOUSE

_HOUSE = House()
TIMEOUT = "timeout"


def answer_of(ask: Ask, sources: Mapping[int, Source]) -> str:
    """The answer of whoever is asked; in the open question for stakes nobody may answer for another source's box.

    Without a director the house answers for itself.
    """
    seat = ask.seats[0]
    source = sources[seat] if seat or HOUSE in sources else _HOUSE
    answer = source.answer(ask)
    while len(ask.hands) > 1 and answer.partition(" ")[0] != ask.hands[0] and sources[seat_answering(ask, answer)] is not source:
        answer = source.answer(refuse(ask, answer, " (that box is somebody else's)"))
    return answer


def is_timeout(ask: Ask, answer: str) -> bool:
    """Whether a source says that nobody answers: `who timeout`."""
    who, act = split_answer(answer)
    return act == TIMEOUT and who in ask.hands


def seat_leaving(ask: Ask, answer: str) -> int | None:
    """The seat that gets up after the round, where a source answers so: `s2 leave`."""
    who, act = split_answer(answer)
    return ask.seat if (who, act) == (f"s{ask.seat}", "leave") else None


def seat_answering(ask: Ask, answer: str) -> int:
    """The seat that an answer's box belongs to; the one asked, where there is no such box."""
    box, hands = answer.partition(" ")[0], ask.hands
    return ask.seats[hands.index(box)] if box in hands else ask.seat
