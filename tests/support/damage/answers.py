"""What an operator writes otherwise although a player signed it, and signs."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.bundles import Line
from tests.support.damage.case import Case, Damage, flipped, with_log


def _signed_answers(case: Case) -> list[Line]:
    """The signatures of the round's answers."""
    return [one for one in case.records("signed") if one["round"] == case.target["round"]]


def _with_answer(case: Case, change: Callable[[Line], Line]) -> bytes | None:
    for record in _signed_answers(case):
        at = case.random.randrange(len(record["answers"]))
        answers = [change(one) if place == at else one for place, one in enumerate(record["answers"])]
        return case.signed(record | {"answers": answers})
    return None


def answer_signature(case: Case) -> bytes | None:
    return _with_answer(case, lambda one: one | {"signature": flipped(one["signature"], case.random)})


def answer_upon_other_events(case: Case) -> bytes | None:
    return _with_answer(case, lambda one: one | {"seen": one["seen"] + case.random.choice((-1, 1))})


def answer_of_another_seat(case: Case) -> bytes | None:
    return _with_answer(case, lambda one: one | {"seat": one["seat"] % 2 + 1})


def answer_in_other_words(case: Case) -> bytes | None:
    return _with_answer(case, lambda one: one | {"answer": f"{one['answer']} 9"})


def answer_left_out(case: Case) -> bytes | None:
    for record in _signed_answers(case):
        if len(record["answers"]) > 1:
            gone = case.random.randrange(len(record["answers"]))
            return case.signed(record | {"answers": [one for at, one in enumerate(record["answers"]) if at != gone]})
    return None


def answers_out_of_order(case: Case) -> bytes | None:
    for record in _signed_answers(case):
        if len(record["answers"]) > 1:
            return case.signed(record | {"answers": record["answers"][::-1]})
    return None


def answers_of_another_round(case: Case) -> bytes | None:
    records = _signed_answers(case)
    return case.signed(records[0] | {"round": records[0]["round"] + 1}) if records else None


def decision_rewritten(case: Case) -> bytes | None:
    """What a player signed is not what the round has: a stake that was another."""
    told = {one["event"]: one["answer"] for record in _signed_answers(case) for one in record["answers"]}
    bets = [event for event, answer in told.items() if " bet " in answer]
    if not bets:
        return None
    who, _, stake = case.target["log"][bets[0]].split()
    log = {bets[0]: f"{who} bet {int(stake) + 2}"}
    return case.signed(with_log(case.target, log))


def key_of_a_player(case: Case) -> bytes | None:
    seats = [one for one in case.records("seat") if one["key"]]
    return case.signed(seats[0] | {"key": flipped(seats[0]["key"], case.random)}) if seats and _signed_answers(case) else None


KINDS: tuple[Damage, ...] = (
    answer_signature, answer_upon_other_events, answer_of_another_seat, answer_in_other_words, answer_left_out, answers_out_of_order,
    answers_of_another_round, decision_rewritten, key_of_a_player,
)  # fmt: skip
