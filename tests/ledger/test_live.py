"""Live sessions: what is signed when, defaults, voids (FORMAT §4, DESIGN §4, G9)."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import attrs
import msgspec
import pytest

from ledger.errors import DiskFailed, SessionRefused
from ledger.history.last_note import LastNote
from ledger.live.driving import drive
from ledger.live.questions import Question
from ledger.players.source import Voided
from ledger.proof.notes import Checkpoint
from ledger.table import ask
from ledger.table.session import Due
from tests.support.live import LiveTable, Mains, plan_of, profile_plan, slowly, training_plan
from tests.support.tables import Plan, any_plan, rare_plans, seeded

PLANS = 30
RARELY = {7: 60, 10: 10}
"""Which of the rare plans have bettors who may follow, pairs of aces, even money; and hands over 21 of which only their owner knows."""
CARD = re.compile(r"(lot|burn|deal|down|hole|exposed) [A2-9TJQK][CDHS]$")


def lines_of(ledger, session):
    """The records of one session, as plain objects."""
    records = [msgspec.json.decode(line) for line in ledger.history().splitlines()]
    return [record for record in records if record.get("session") == session]


def slow(plan: Plan, phases: Counter[str], *, in_batch: bool) -> Plan:
    """The same people, but slow, the director too."""
    sources = {name: slowly(maker, phases, in_batch=in_batch) for name, maker in plan.sources.items()}
    director = slowly(plan.director, phases, in_batch=in_batch) if plan.director else None
    return attrs.evolve(plan, sources=sources, director=director)


@pytest.fixture(scope="module")
def evenings(new_ledger):
    """Sessions under any rules, live and slow, beside the same ones in batch with the same cards and the same answers."""
    choice = seeded(7)
    live, batch, phases, pairs, sizes = new_ledger(), new_ledger(), Counter[str](), [], set[int]()
    right = LastNote.keep

    def keep(place: LastNote, note: str, *, alone: bool = False) -> None:
        sizes.add(Checkpoint.from_note(note).size)
        right(place, note, alone=alone)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ledger.sheet.leaf_hash", lambda _line: bytes(32))
        plans = [any_plan(choice.choice).with_rules({"session.rounds": 5}) for _ in range(PLANS)]
        rare = [list(rare_plans())[which].with_rules({"session.rounds": rounds}) for which, rounds in RARELY.items()]
        for number, plan in enumerate([*plans, *rare], 1):
            quick = slow(plan, Counter(), in_batch=True)
            batch.record(quick.rules, quick.sources, number, **quick.seated)
            patch.setattr(LastNote, "keep", keep)
            LiveTable(live, plan_of(slow(plan, phases, in_batch=False)), number).begin()
            patch.setattr(LastNote, "keep", right)
            pairs.append((lines_of(live, number), lines_of(batch, number)))
    return pairs, phases, sizes


def plain(records):
    """What was played, without what only a live session has."""
    kept = []
    for record in records:
        if record["record"] in ("round", "void", "close"):
            log = [event.replace(" timeout ", " ") for event in record["log"]]
            log = ["D ruling" if event.startswith("D ruling") else event for event in log]
            kept.append({**record, "log": log, "seq": 0, "prev": 0, "time": ""})
    return kept


def test_a_live_session_is_the_batch_session_of_the_same_answers(evenings) -> None:
    """DESIGN §2, FORMAT §4: defaults are answers like others, but that their events say so."""
    for live, batch in evenings[0]:
        assert plain(live) == plain(batch)


def test_nobody_answered_in_every_phase(evenings) -> None:
    every = {value for name, value in vars(ask).items() if name.isupper() and isinstance(value, str)}
    assert every - evenings[1].keys() == {"cards", "unchanged"}


def test_every_default_that_leaves_an_event_says_so(evenings) -> None:
    """FORMAT §4, "Defaults": as many marks as defaults were taken, but for those that leave nothing."""
    pairs, phases, _ = evenings
    marks = sum(
        " timeout " in event for live, _ in pairs for record in live for event in record.get("log", ()) if record["record"] != "begin"
    )
    silent = ("incident", "ruling", "limits", "shuffle", "ready", "side-stakes", "over")
    always = sum(count for phase, count in phases.items() if phase not in (*silent, "stakes"))
    assert always <= marks <= always + phases["stakes"]
    assert not any(" timeout " in event for _, batch in pairs for record in batch for event in record.get("log", ()))


def test_each_round_has_a_begin_that_ends_before_its_first_card_and_is_signed_alone(evenings) -> None:
    """FORMAT §4: a checkpoint covers it before the first card that stands in the log other than as xx."""
    pairs, _, sizes = evenings
    begun = 0
    for live, _ in pairs:
        for record, following in pairwise(live):
            if record["record"] != "begin":
                continue
            begun += 1
            ended = next(later for later in live if later["seq"] > record["seq"] and later["record"] != "ruling")
            assert ended["record"] in ("round", "void", "close")
            so_far = record["log"]
            assert ended["log"][: len(so_far)] == so_far
            assert not any(CARD.search(event) for event in so_far)
            assert CARD.search(ended["log"][len(so_far)])
            assert record["seq"] + 1 in sizes
            assert record["shoes"][-1]["seed"] is None
            assert following["prev"] == record["seq"]
    assert begun > 100


def test_a_ruling_is_signed_when_it_is_made(evenings) -> None:
    """P1.1: between its round's begin and the round, each by itself."""
    pairs, _, sizes = evenings
    rulings = [record for live, _ in pairs for record in live if record["record"] == "ruling"]
    assert rulings
    assert all(record["seq"] + 1 in sizes for record in rulings)


def voids(*phases: str):
    """Drives a session, breaking it off once at the first question of each phase."""
    wanted = list(phases)

    def driving(session, sources) -> None:
        def look(table) -> None:
            question = table.question
            if wanted and isinstance(question, Question) and question.ask.phase == wanted[0]:
                wanted.pop(0)
                raise Voided("The lights went out")

        while session.question is not None:
            try:
                drive(session, sources, look=look)
            except Voided as broken:
                session.void(str(broken))

    return driving


def test_a_session_goes_on_after_a_void(new_ledger) -> None:
    """G9, FORMAT §4: the next round has the next number, a void does not count, stakes come back, its shoe is told."""
    table = LiveTable(new_ledger(), training_plan(3), drives=voids("turn", "insurance"))
    table.begin()
    records = lines_of(table.ledger, 1)
    ended = [record for record in records if record["record"] in ("round", "void")]
    assert [record["round"] for record in ended] == list(range(1, len(ended) + 1))
    broken = [record for record in ended if record["record"] == "void"]
    assert len(ended) - len(broken) == 3
    assert broken
    for void in broken:
        assert void["after"] == void["before"]
        assert void["reason"] == "The lights went out"
        assert all(use["seed"] for use in void["shoes"])
    assert records[-1]["reason"] == "rounds"


def test_a_round_that_is_broken_off_before_its_first_card_has_its_begin(new_ledger) -> None:
    """FORMAT §4: with the same log, and the seed of its shoe only in the void."""
    table = LiveTable(new_ledger(), training_plan(1), drives=voids("stakes"))
    table.begin()
    begin, void = lines_of(table.ledger, 1)[-5:-3]
    assert (begin["record"], void["record"]) == ("begin", "void")
    assert begin["log"] == void["log"] == ["D shuffle 1"]
    assert (begin["shoes"][0]["seed"], bool(void["shoes"][0]["seed"])) == (None, True)


def test_a_sale_of_the_bank_stands_though_the_round_is_void(new_ledger) -> None:
    """FORMAT §4: what seats paid each other is no stake, and the bank has passed on."""
    rules = {"bank.change": "auction", "bank.auction": True, "session.rounds": 2}
    for secret in range(1, 20):
        plan = plan_of(profile_plan("changing-bank", rules))
        table = LiveTable(new_ledger(), plan, secret)
        table.begin()
        sold = [record for record in lines_of(table.ledger, 1) if any(" pays " in event for event in record.get("log", ()))]
        if sold:
            break
    at = sold[0]["round"]
    again = LiveTable(new_ledger(), plan, secret, drives=_voids_round(at))
    again.begin()
    void = next(record for record in lines_of(again.ledger, 1) if record["record"] == "void")
    seat, price = re.findall(r"s(\d+) pays (\d+)", " ".join(void["log"]))[0]
    moved = [after - before for before, after in zip(void["before"], void["after"], strict=True)]
    assert moved[int(seat)] == -int(price)
    assert sum(moved) == 0
    assert void["banker"] == int(seat)


def _voids_round(number):
    def driving(session, sources) -> None:
        def look(table) -> None:
            if table.table.number == number and table.table.is_in_play:
                raise Voided("Enough")

        while session.question is not None:
            try:
                drive(session, sources, look=look)
            except Voided as broken:
                session.void(str(broken))

    return driving


@pytest.fixture
def asked(new_ledger):
    """A session that stands at the first question of its first round."""
    table = LiveTable(new_ledger(), training_plan(2), drives=lambda *_: None)
    with table.opened() as session:
        assert isinstance(session.question, Due)
        session.go_on()
        assert isinstance(session.question, Question)
        yield session


def test_an_answer_given_twice_is_taken_once(asked) -> None:
    """Whoever did not hear that it counted says it again."""
    number, question = asked.question.number, asked.question.ask
    said = f"{question.who} bet {question.least}" if question.phase == "stakes" else ask.default_of(question)
    assert asked.answer(number, said)
    after, log = asked.question, list(asked.table.log)
    assert asked.answer(number, said)
    assert (asked.question, asked.table.log) == (after, log)


def test_an_answer_to_another_question_is_refused_and_changes_nothing(asked) -> None:
    before = asked.question
    with pytest.raises(SessionRefused, match="That question is over"):
        asked.answer(before.number + 1, "1 stand")
    with pytest.raises(SessionRefused, match="That question is over"):
        asked.timeout(before.number - 1)
    assert asked.question == before
    assert not asked.answer(before.number, "1 fly")
    assert "“1 fly” is not allowed here" in asked.question.ask.refused


def test_no_round_is_void_before_its_shoe_is_open(new_ledger) -> None:
    table = LiveTable(new_ledger(), training_plan(2), drives=lambda *_: None)
    with table.opened() as session, pytest.raises(SessionRefused, match="No round is in play"):
        session.void("Nothing has happened yet")


@pytest.mark.parametrize("words", ["", "two\nlines", "x" * 501])
def test_a_reason_must_be_able_to_stand_in_the_ledger(asked, words) -> None:
    """FORMAT §2: text."""
    with pytest.raises(SessionRefused, match="cannot stand in the ledger as the reason"):
        asked.stop(words)


def test_after_a_failure_nobody_drives_the_session_any_further(new_ledger) -> None:
    """DESIGN §5: what was not durable does not count, and the engine has gone on already."""
    table = LiveTable(new_ledger(), training_plan(2), drives=lambda *_: None)
    disk = Mains()
    with table.opened(disk) as session:
        disk.dies_at = 0
        with pytest.raises(Exception, match=r"\d"):
            session.go_on()
        with pytest.raises(DiskFailed, match="shoe resume"):
            session.stop("Enough")
