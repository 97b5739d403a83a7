"""Answers that players sign: random live sessions under any rules, in which the audit finds nothing (FORMAT §15)."""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from itertools import pairwise

import attrs
import pytest

from audit.answers import Company, answers
from audit.context import survey
from audit.ledger_dir import open_ledger
from audit.notes import checkpoint_of
from audit.receipts import boxes_of
from ledger.errors import SessionRefused
from ledger.live.questions import Question
from ledger.rules.ruleset import profile_names
from ledger.table.session import Due
from tests.both.test_live import drive_with_voids
from tests.support.live import Killed, Mains, plan_of, profile_plan, slowly, training_plan
from tests.support.signing import Pen, sign_for, signed_table, sit_down
from tests.support.tables import _maker, any_plan, rare_plans, seeded

RANDOM = 40
RARELY = {7: 90, 8: 60, 9: 30}
"""Which of the rare plans have pairs of aces, even money, a bank that is given away, and bettors who may follow; and how many rounds."""
VERBS = {
    "hand": {
        *("bet", "sit", "withdraw", "redouble", "decline redouble", "claim aces", "decline aces", "insure", "decline insurance", "even"),
        *("decline even", "surrender", "decline surrender", "hit", "stand", "double", "triple", "split", "follow", "stay"),
        *("late", "take", "refuse", "toss", "keep", "both"),
    },
    "seat": {"bid", "pass", "accept bank", "decline bank", "cut"},
    "D": {"announce", "raise", "decline raise", "limits", "auction", "keep", "yield", "hit", "stand"},
}


def parts(said):
    """Who answers, and the verb."""
    who, first, *rest = said.split(" ")
    verb = f"{first} {rest[0]}" if first in ("decline", "claim", "accept") else first
    return "D" if who == "D" else "seat" if who.startswith("s") else "hand", verb


def bold(profile, changes):
    """Three who split and triple wherever they may."""
    plan = profile_plan(profile, changes)
    return attrs.evolve(plan, sources=dict.fromkeys(plan.sources, _maker("bold", plan.rules, 0)))


@pytest.fixture(scope="module")
def evenings(new_ledger):
    """One ledger of live sessions in which all but the second seat sign, under any rules, half of them slow; its records; the audit."""
    ledger, choice = new_ledger(), seeded(35)
    plans = [profile_plan(profile, {"session.rounds": 4}) for profile in profile_names()]
    plans += [any_plan(choice.choice).with_rules({"session.rounds": 4}) for _ in range(RANDOM)]
    plans += [list(rare_plans())[which].with_rules({"session.rounds": rounds}) for which, rounds in RARELY.items()]
    plans += [bold("classic", {"session.rounds": 20, "session.stack": 10_000})]
    for number, plan in enumerate(plans, 1):
        known = plan_of(plan)
        if number % 2:
            known = attrs.evolve(known, makers={name: slowly(maker, Counter()) for name, maker in known.makers.items()})
        signed_table(ledger, known, number, drives=partial(drive_with_voids, every=29)).begin()
    records = [json.loads(line) for line in ledger.history().splitlines()]
    return ledger, records, ledger.audit()


def test_the_audit_finds_nothing_in_what_players_signed(evenings) -> None:
    _, _, report = evenings
    assert (report.totals, report.not_checked) == ({}, ())


def test_every_kind_of_answer_was_signed(evenings) -> None:
    _, records, _ = evenings
    told = {parts(answer["answer"]) for record in records for answer in record.get("answers", ())}
    assert {(who, verb) for who, verbs in VERBS.items() for verb in verbs} - told == set()


def test_signatures_stand_directly_before_their_round(evenings) -> None:
    _, records, _ = evenings
    sessions: dict[int, list[dict[str, object]]] = {}
    for record in records:
        sessions.setdefault(record.get("session", 0), []).append(record)
    followed = Counter(after["record"] for lines in sessions.values() for one, after in pairwise(lines) if one["record"] == "signed")
    assert followed.keys() <= {"round", "void", "close"}
    assert min(followed["round"], followed["void"]) > 20


def test_what_is_signed_was_due_but_for_a_choice_between_like_cards(evenings) -> None:
    """Whoever drops a signature of any answer is found out, for the audit knows which were asked for."""
    ledger, _, _ = evenings
    found = survey(open_ledger(ledger.path, checkpoint_of((ledger.path / "checkpoint").read_bytes())))
    lines = [json.loads(line) for line in ledger.history().splitlines()]
    idle, due = Counter[str](), 0
    banker: dict[int, int] = {}
    for at, record in enumerate(lines):
        session = found.sessions.get(record.get("session", 0))
        if session is None or session.params is None or record["record"] not in ("round", "void", "close"):
            continue
        before = next((one for one in reversed(lines[:at]) if one.get("session") == session.number), None)
        signed = {answer["event"] for answer in before.get("answers", ())} if before else set()
        bank = record.get("banker", 0)
        owners = {box: seat.seat for seat in session.seats for box in boxes_of(session, seat.seat, bank)}
        private = session.params["bank_holder"] == "player"
        company = Company(owners, banker.get(session.number, 0) if private else None, session.params)
        mine = {answer.at: answer for answer in answers(record["log"], company) if answer.seat in session.keys}
        idle += Counter(parts(mine[event].said)[1] for event in signed if not mine[event].is_due)
        assert {at for at, answer in mine.items() if answer.is_due} <= signed
        due += len(signed)
        banker[session.number] = bank
    assert idle.keys() <= {"toss"}
    assert due > 500


@pytest.fixture
def small(new_ledger):
    """A short session at which both sign, ready to be begun."""
    return signed_table(new_ledger(4), training_plan(8), 7, (1, 2))


@pytest.mark.parametrize("lines", [16, 32])
def test_signatures_are_judged_across_the_edges_of_units(small, monkeypatch, lines) -> None:
    """DESIGN §6: a round, its begin and its signatures may stand in different parts of a ledger."""
    small.begin()
    monkeypatch.setattr("audit.units.UNIT_LINES", lines)
    monkeypatch.setattr("audit.units.BLOCK_LINES", lines)
    assert small.ledger.audit().totals == {}


def test_a_session_that_is_gone_on_with_has_the_same_signatures(new_ledger) -> None:
    """Wherever the power is cut: the same history, byte for byte."""
    whole = signed_table(new_ledger(), training_plan(2), 7, (1, 2))
    whole.begin()
    entries = Mains()
    signed_table(new_ledger(), training_plan(2), 7, (1, 2)).begin(entries)
    for dies_at in range(3, entries.entries, 4):
        table = signed_table(new_ledger(), training_plan(2), 7, (1, 2))
        with pytest.raises(Killed):
            table.begin(Mains(dies_at=dies_at, how=("before", "within", "after")[dies_at % 3]))
        table.set_clock()
        table.resume()
        assert signatures(table.ledger) == signatures(whole.ledger) != []
        assert table.ledger.audit().totals == {}


def signatures(ledger):
    """Every signed answer, in order."""
    return [answer for line in ledger.history().splitlines() for answer in json.loads(line).get("answers", ())]


@pytest.fixture
def asked(new_ledger):
    """A session that stands at the first question, which is Ann's, who signs; Bo does not."""
    table = signed_table(new_ledger(), training_plan(2), 7, (1,), drives=lambda *_: None)
    with table.opened() as session:
        sit_down(session)
        assert isinstance(session.question, Due)
        session.go_on()
        assert isinstance(session.question, Question)
        yield session


def test_only_the_seats_own_signature_over_this_question_and_answer_is_taken(asked) -> None:
    number, right, said = asked.question.number, asked.asked("1"), "1 bet 2"
    wrong = {
        "another seat's key": Pen(2).signs(right, said),
        "another answer": Pen(1).signs(right, "1 bet 4"),
        "another hand": Pen(1).signs(asked.asked("2"), said),
        "no base64": "!",
        "bits that base64 leaves over": Pen(1).signs(right, said)[:-3] + "/==",
    }
    before = asked.question
    for what, signature in wrong.items():
        with pytest.raises(SessionRefused, match="not the signature of Ann"):
            asked.answer(number, said, signature=signature)
        assert asked.question == before, what
    with pytest.raises(SessionRefused, match="Ann signs every answer"):
        asked.answer(number, said)
    assert asked.answer(number, said, signature=Pen(1).signs(right, said))


def test_an_answer_of_a_seat_without_a_key_bears_no_signature(asked) -> None:
    with pytest.raises(SessionRefused, match="Bo gave no key to sign with"):
        asked.answer(asked.question.number, "2 bet 2", signature=Pen(2).signs(asked.asked("2"), "2 bet 2"))
    assert asked.answer(asked.question.number, "2 bet 2", request="a-key")


def test_others_stakes_do_not_change_the_question_for_ones_own(asked) -> None:
    """FORMAT §15: it is open to all at once."""
    before = asked.asked("1")
    assert asked.answer(asked.question.number, "2 bet 2")
    assert (asked.asked("1"), len(asked.table.log)) == (before, before.seen + 1)


@pytest.mark.parametrize("request_key", ["", "x" * 65, "a b", "é"])
def test_the_key_of_a_request_is_short_and_visible(asked, request_key) -> None:
    with pytest.raises(SessionRefused, match="1 to 64 visible ASCII characters"):
        asked.answer(asked.question.number, "2 bet 2", request=request_key)


def test_a_refused_answer_changes_nothing_though_it_is_signed(asked) -> None:
    sign_for(asked)
    assert not asked.answer(asked.question.number, "1 fly")
    assert "“1 fly” is not allowed here" in asked.question.ask.refused
    assert asked.answer(asked.question.number, "1 bet 2")
