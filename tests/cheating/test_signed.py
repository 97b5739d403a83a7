"""The cheating operator at a table where Ann signs her answers and Bo does not (FORMAT §15): what is caught, and what is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from audit import audit_ledger, verify
from audit.explain import explain
from audit.report import Report
from ledger import Plan, hand_bundle
from ledger.cheating.history import History, Line
from ledger.players.bots import make_bot
from ledger.proof.notes import Checkpoint
from ledger.proof.tree import Frontier, leaf_hash
from ledger.rules.ruleset import altered, load_profile
from ledger.table.ask import TURN, Ask
from tests.support.ledgers import NAME, SignedLedger
from tests.support.live import LiveTable
from tests.support.signing import signed_table

ROUNDS = 4
NAMES = ("Ann", "Bo")


@attrs.frozen
class Cautious:
    """Plays as the dealer must, but stands at once in the rounds from this one on."""

    bot: Any
    stands_from: int

    def answer(self, ask: Ask) -> str:
        return f"{ask.who} stand" if ask.phase == TURN and ask.round >= self.stands_from else str(self.bot.answer(ask))

    def leaves(self, _round: int, _seat: int) -> bool:
        return False


def table(ledger: SignedLedger, ann: int, bo: int) -> LiveTable:
    """Ann and Bo, the same cards each time; from which round on each stands at once."""
    rules = altered(load_profile("training"), {"session.rounds": ROUNDS})

    def maker(stands_from: int) -> Callable[..., Cautious]:
        return lambda _seat, seed: Cautious(make_bot("s17", rules, seed), stands_from)

    plan = Plan(rules, NAMES, {"Ann": maker(ann), "Bo": maker(bo)}, answers=dict.fromkeys(NAMES, "s17"))
    return signed_table(ledger, plan, 5, (1,))


@pytest.fixture(scope="module")
def true(tmp_path_factory: pytest.TempPathFactory) -> SignedLedger:
    """The ledger as it was played."""
    ledger = SignedLedger(tmp_path_factory.mktemp("true"), 16)
    table(ledger, ROUNDS + 1, ROUNDS + 1).begin()
    return ledger


@pytest.fixture
def judged(true: SignedLedger, tmp_path: Path) -> Callable[..., Report]:
    """Writes a changed history as the ledger's, signed with the true key, and audits it."""

    def judge(history: History, **more: Any) -> Report:
        where = tmp_path / "changed"
        (where / "history").mkdir(parents=True)
        history.lines[0]["vkey"] = true.vkey
        history.write(where, true.keys.signer())
        return audit_ledger(where, true.vkey, jobs=1, **more)

    return judge


def codes(report: Report) -> set[str]:
    return {finding.code for finding in report.findings}


def rewritten(tmp_path: Path, ann: int, bo: int) -> History:
    """What the operator writes instead: consistent in itself, for the engine dealt it from the same shoes."""
    told = SignedLedger(tmp_path / "told", 16)
    table(told, ann, bo).begin()
    return History.read(told.path)


def forge(history: History, true: SignedLedger) -> None:
    """Where the operator has no signature of Ann's, there stands another one of hers."""
    hers = {(line["round"], answer["answer"], answer["seen"]): answer["signature"] for line in signed(true) for answer in line["answers"]}
    any_other = next(iter(hers.values()))
    for line in history.of("signed"):
        for answer in line["answers"]:
            answer["signature"] = hers.get((line["round"], answer["answer"], answer["seen"]), any_other)


def signed(ledger: SignedLedger) -> list[Line]:
    return History.read(ledger.path).of("signed")


def test_the_true_ledger_is_clean_and_says_whose_decisions_could_not_be_rewritten(true) -> None:
    report = audit_ledger(true.path, true.vkey, jobs=1)
    assert (report.findings, report.not_checked) == ((), ())
    assert "decisions signed: a rewritten decision is excluded for Ann" in report.notices
    assert "decisions not signed: a rewritten legal decision is not excluded for Bo" in report.notices
    assert len(signed(true)) == ROUNDS


def test_a_signed_decision_rewritten_consistently_is_caught(true, tmp_path, judged) -> None:
    """Nothing else in the ledger contradicts it."""
    history = rewritten(tmp_path, 1, ROUNDS + 1)
    forge(history, true)
    assert codes(judged(history)) == {"signature"}


def test_an_unsigned_decision_that_ann_answered_upon_is_caught_by_her_signatures(true, tmp_path, judged) -> None:
    """She signs what she saw: the round so far, and the round before."""
    history = rewritten(tmp_path, ROUNDS + 1, 1)
    forge(history, true)
    assert codes(judged(history)) == {"signature"}


def test_an_unsigned_decision_after_the_last_signature_is_not_excluded(true, tmp_path, judged) -> None:
    history = rewritten(tmp_path, ROUNDS + 1, ROUNDS)
    forge(history, true)
    last, as_played = history.of("round")[-1], History.read(true.path).of("round")[-1]
    assert last["log"] != as_played["log"]
    report = judged(history)
    assert (report.findings, report.status) == ((), 0)
    assert "decisions not signed: a rewritten legal decision is not excluded for Bo" in report.notices


def test_another_key_with_everything_signed_anew_is_caught_by_who_kept_the_checkpoint_over_all_seats(true, tmp_path, judged) -> None:
    """`shoe seat reveal -k`: a seat's key stands in the log before anything is played."""
    known, tree = tmp_path / "kept", Frontier()
    for line in true.history().splitlines()[: 2 + len(NAMES)]:
        tree.append(leaf_hash(line))
    known.write_text(true.keys.signer().sign(Checkpoint(NAME, tree.size, tree.root()).to_text()))
    history = History.read(true.path)
    for seat in history.of("seat"):
        seat["key"] = None
    history.lines = [line for line in history.lines if line["record"] != "signed"]
    history.number_again()
    report = judged(history, known=[known])
    assert "second-history" in codes(report)


def one(history: History) -> tuple[Line, dict[str, Any]]:
    """A record of the second round, and its last answer."""
    line = history.of("signed")[1]
    return line, line["answers"][-1]


def drop(history: History) -> None:
    line, answer = one(history)
    line["answers"].remove(answer)


def move(history: History) -> None:
    line, answer = one(history)
    answer["signature"] = line["answers"][0]["signature"]


def turn_a_bit(history: History) -> None:
    _, answer = one(history)
    answer["signature"] = ("B" if answer["signature"][0] == "A" else "A") + answer["signature"][1:]


def say_another(history: History) -> None:
    one(history)[1]["answer"] = "1 double"


def see_less(history: History) -> None:
    one(history)[1]["seen"] -= 1


def another_event(history: History) -> None:
    one(history)[1]["event"] += 1


def beyond_the_log(history: History) -> None:
    one(history)[1]["event"] = 2**40


def another_seat(history: History) -> None:
    one(history)[1]["seat"] = 2


def nobody(history: History) -> None:
    one(history)[1]["seat"] = 9


def twice(history: History) -> None:
    line, answer = one(history)
    line["answers"].append(dict(answer))


def another_round(history: History) -> None:
    one(history)[0]["round"] += 1


def before_begin(history: History) -> None:
    """The record stands where nothing of the round is known yet."""
    line, _ = one(history)
    at = history.lines.index(line)
    lines = [*history.lines]
    lines[at - 1 : at + 1] = [lines[at], lines[at - 1]]
    history.lines = lines
    history.number_again()


def late(history: History) -> None:
    """An answer that she signed is said to have been her default."""
    _, answer = one(history)
    log = history.of("round")[1]["log"]
    who, act = log[answer["event"]].split(" ", 1)
    log[answer["event"]] = f"{who} timeout {act}"


IN_PLACE = {
    "a signature dropped": (drop, {"unsigned"}),
    "a signature moved to another answer": (move, {"signature"}),
    "a bit turned": (turn_a_bit, {"signature"}),
    "another answer": (say_another, {"signature"}),
    "upon fewer events": (see_less, {"signature"}),
    "of another event": (another_event, {"signature", "unsigned"}),
    "beyond the log": (beyond_the_log, {"signature", "unsigned"}),
    "of another seat": (another_seat, {"signature"}),
    "of nobody": (nobody, {"signature"}),
    "twice": (twice, {"signature"}),
    "of another round": (another_round, {"signature"}),
    "elsewhere": (before_begin, {"signature"}),
    "a default that was none": (late, {"signature"}),
}


@pytest.mark.parametrize(("cheat", "caught"), IN_PLACE.values(), ids=IN_PLACE.keys())
def test_the_operator_is_caught_whatever_is_changed_in_a_signed_answer(true, judged, cheat, caught) -> None:
    history = History.read(true.path)
    cheat(history)
    found = codes(judged(history))
    assert found >= caught
    assert found - {"begin-log", "begin-answered", "timeout"} == caught


def test_a_log_that_makes_no_sense_is_a_finding_and_no_more(true, judged) -> None:
    """Whatever stands in the log of a session in which somebody signs."""
    history = History.read(true.path)
    history.of("round")[0]["log"] += ["", " ", "x", "s", "s99999 bid 1", "1/ bet", "D", "1 timeout", "٣ hit 2C"]
    assert "event-unknown" in codes(judged(history))


def test_a_key_in_a_batch_session_is_a_finding(true, judged) -> None:
    history = History.read(true.path)
    (opening,) = history.of("open")
    opening["mode"] = "batch"
    assert "signature" in codes(judged(history))


def test_signatures_in_a_session_in_which_nobody_has_a_key_are_a_finding(true, tmp_path, judged) -> None:
    """Ann's key is dropped from her seat, and what she signed is left to look as if it bound somebody."""
    history = History.read(true.path)
    for seat in history.of("seat"):
        seat["key"] = None
    report = judged(history)
    assert (codes(report), report.totals) == ({"signature"}, {"signature": ROUNDS})
    assert "decisions not signed: a rewritten legal decision is not excluded for Ann, Bo" in report.notices
    bundle = tmp_path / "round"
    bundle.write_bytes(hand_bundle(tmp_path / "changed", 1, 2, None))
    assert {finding.code for finding in verify(bundle, true.vkey).findings} == {"signature"}


def test_signatures_in_a_batch_session_are_a_finding(true, tmp_path) -> None:
    batch = SignedLedger(tmp_path, 16)
    rules = altered(load_profile("training"), {"session.rounds": 1})
    batch.record(rules, dict.fromkeys(NAMES, lambda _seat, seed: make_bot("s17", rules, seed)))
    history = History.read(batch.path)
    (played,) = history.of("round")
    at = history.lines.index(played)
    history.lines = [*history.lines[:at], {**signed(true)[0], "time": played["time"]}, *history.lines[at:]]
    history.number_again()
    history.write(batch.path, batch.keys.signer())
    assert codes(batch.audit()) == {"signature"}


def test_a_told_round_and_a_verified_one_say_who_signed(true, tmp_path) -> None:
    story = explain(true.path, 1, 2, None)
    by_ann = [step for step in story.steps if step.text.endswith(" Signed by Ann.")]
    (record,) = (line for line in signed(true) if line["round"] == 2)
    assert len(by_ann) == len(record["answers"])
    assert {step.who.partition(".")[0] for step in by_ann} == {"1"}
    assert story.warnings == ()
    bundle = tmp_path / "round"
    bundle.write_bytes(hand_bundle(true.path, 1, 2, None))
    verified = verify(bundle, true.vkey)
    assert verified.status == 0
    assert "What Ann answered is what they signed, but for defaults: no other answer could stand in its place." in verified.proven
    assert any(what.startswith("That Bo decided what is written") for what in verified.not_proven)


def test_a_told_round_warns_of_a_signature_that_is_not_the_players(true, tmp_path, judged) -> None:
    history = History.read(true.path)
    turn_a_bit(history)
    judged(history)
    (warning,) = explain(tmp_path / "changed", 1, 2, None).warnings
    assert warning.startswith("expected a signature of Ann over “1")
    bundle = tmp_path / "round"
    bundle.write_bytes(hand_bundle(tmp_path / "changed", 1, 2, None))
    verified = verify(bundle, true.vkey)
    assert (verified.status, [finding.code for finding in verified.findings]) == (1, ["signature"])


def test_more_answers_than_one_record_holds_stand_in_several(monkeypatch, tmp_path) -> None:
    for place in ("ledger.live.signatures.MOST", "audit.signatures.MOST"):
        monkeypatch.setattr(place, 2)
    ledger = SignedLedger(tmp_path, 16)
    table(ledger, ROUNDS + 1, ROUNDS + 1).begin()
    sizes = [len(json.loads(line)["answers"]) for line in ledger.history().splitlines() if b'"record":"signed"' in line]
    assert len(sizes) > ROUNDS
    assert audit_ledger(ledger.path, ledger.vkey, jobs=1).findings == ()
