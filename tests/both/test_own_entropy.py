"""Players who give their own entropy: operator and player by files alone, and what the audit then says (FORMAT §12)."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import attrs
import pytest

from audit import audit_ledger
from audit.seat.joining import join
from audit.seat.revealing import reveal
from ledger import Plan, make_bot, rotate
from ledger.errors import JournalDamaged, LeftOpen, SessionRefused
from ledger.exchange.folder import Exchange, Patience
from ledger.history.disk import Disk
from ledger.history.opening import open_ledger
from ledger.live.driving import drive
from ledger.live.opening import sit_down_live
from ledger.live.sources import Answering
from ledger.live.tables import live_session, recorded, resumed_session
from ledger.recording import Recorder, record
from tests.support.disks import Cut, CutInJournal
from tests.support.ledgers import SignedLedger
from tests.support.stacked import training

NAMES = ("Ann", "Bo", "C/y")
MOST_LOOKS = 60


def record_live(ledger: SignedLedger, plan: Plan):
    """Record a live session to its end."""
    with live_session(ledger.path, ledger.keys, plan, ledger.clock) as session:
        drive(session, session.sheet.sources)
        return recorded(session)


@attrs.define
class Evening:
    """A live session of three players, two with their own entropy, of whom each does what they do when somebody looks for it."""

    ledger: SignedLedger
    folder: Path
    acts: dict[str, Callable[[], object]] = attrs.Factory(dict)
    told: list[str] = attrs.Factory(list)
    looks: int = 0
    stops: bool = False

    @property
    def files(self) -> Path:
        return self.folder / "exchange"

    def exchange(self, minutes: float | None = None) -> Exchange:
        return Exchange(self.files, self.told.append, Patience(minutes, lambda: self.stops, lambda: self.looks, self._sleep))

    def _sleep(self, _seconds: float) -> None:
        self.looks += 1
        assert self.looks < MOST_LOOKS, self.told
        for act in self.acts.values():
            act()

    def plan(self, minutes: float | None = None) -> Plan:
        rules = training({"session.rounds": 2})
        makers = {name: lambda _seat, seed: make_bot("s17", rules, seed) for name in NAMES}
        answers = dict.fromkeys(NAMES, "s17")
        return Plan(rules, NAMES, makers, answers=answers, own=("Ann", "C/y"), exchange=self.exchange(minutes))

    def record_on(self, disk: Disk) -> None:
        """Begin a session on this disk."""
        plan, clock = self.plan(), self.ledger.clock
        with open_ledger(self.ledger.path, self.ledger.keys, disk=disk) as writer:
            session = sit_down_live(Recorder.of(writer, self.ledger.keys, clock), plan, clock)
            drive(session, session.sheet.sources)

    def record(self, minutes: float | None = None):
        return record_live(self.ledger, self.plan(minutes))

    def resume(self, minutes: float | None = None, *, exchange: bool = True):
        answering = Answering(exchange=self.exchange(minutes) if exchange else None)
        with resumed_session(self.ledger.path, self.ledger.keys, None, self.ledger.clock, answering) as session:
            drive(session, session.sheet.sources)

    def file(self, name: str, what: str) -> Path:
        return self.files / f"{name.replace('/', '∕')}.{what}.json"

    def secret(self, name: str) -> Path:
        return self.folder / f"{name[0]}.secret"

    def joins(self, name: str) -> None:
        """As `shoe seat join` does, once there is an invitation."""
        if self.file(name, "invitation").exists():
            self.put(self.file(name, "hash"), join(self.file(name, "invitation"), self.ledger.vkey, self.secret(name)).hash_file)

    def reveals(self, name: str) -> None:
        """As `shoe seat reveal` does, once there is a file of all seats."""
        if (self.files / "seats.json").exists():
            done = reveal(self.files / "seats.json", self.ledger.vkey, self.secret(name))
            (self.folder / "kept").write_text(done.checkpoint)
            self.put(self.file(name, "reveal"), done.reveal_file)

    def put(self, path: Path, data: bytes) -> None:
        path.write_bytes(data)

    def honest(self, *names: str) -> None:
        for name in names:
            self.acts[f"{name} joins"] = partial(self.joins, name)
            self.acts[f"{name} reveals"] = partial(self.reveals, name)

    def records(self):
        return [json.loads(line) for line in self.ledger.history().splitlines()]

    def audit(self, **more):
        return audit_ledger(self.ledger.path, self.ledger.vkey, jobs=1, **more)


@pytest.fixture
def evening(new_ledger, tmp_path) -> Evening:
    return Evening(new_ledger(), tmp_path)


def grinding(report):
    return [notice for notice in report.notices if "grinding" in notice]


def test_the_audit_excludes_grinding_for_those_whose_entropy_is_their_own(evening) -> None:
    evening.honest("Ann", "C/y")
    done = evening.record()
    assert (done.reason, done.rounds) == ("rounds", 2)
    kinds = [record["record"] for record in evening.records()]
    assert kinds[:6] == ["ledger", "open", "seat", "seat", "seat", "start"]
    assert [record["source"] for record in evening.records()[2:5]] == ["own", "house", "own"]
    report = evening.audit(known=[evening.folder / "kept"])
    assert (report.status, grinding(report)) == (0, ["grinding: not excluded for Bo (house entropy)"])
    entropies = [json.loads(evening.secret(name).read_text())["entropy"] for name in ("Ann", "C/y")]
    assert [evening.records()[5]["entropy"][seat] for seat in (0, 2)] == entropies
    assert not list((evening.ledger.path / "journal").iterdir())
    assert evening.told[3:] == [
        f"Every seat is signed: give {evening.files / 'seats.json'} to Ann, C/y.",
        f"Waiting for {evening.file('Ann', 'reveal')}, {evening.file('C/y', 'reveal')}.",
    ]


def wrong_files(evening: Evening) -> list[tuple[str, bytes, str]]:
    """Kind, content and complaint of hashes that are none, in the order in which they are tried."""
    right = json.loads(join(evening.file("Ann", "invitation"), evening.ledger.vkey, evening.secret("Ann")).hash_file)

    def made(**changes) -> bytes:
        return json.dumps({**right, **changes}, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode() + b"\n"

    return [
        ("hash", b"", "is not what `shoe seat join` writes"),
        ("hash", b"[" * 60_000, "is not what `shoe seat join` writes"),
        ("hash", made(more=1), "is not what `shoe seat join` writes"),
        ("hash", made() + b"\n", "it is not in its one form"),
        ("hash", made(entropy_hash="AB" * 32), "does not hold 64 lower-case hexadecimal digits"),
        ("hash", made(name="Bo"), "is of 'Bo' and not of 'Ann'"),
        ("hash", made(key="AAAA"), "is not what `shoe seat join` writes"),
        ("hash", made(key="A" * 43 + "="), "has a key, and no answer can be signed at this table"),
        ("hash", made(open="00" * 32), "is for another session than this one"),
    ]


def test_a_file_that_is_no_good_is_told_once_and_waited_on(evening) -> None:
    """Wrong, foreign or changed: each with its own sentence."""
    wrong: list[tuple[str, bytes, str]] = []
    tried: list[str] = []

    def tries() -> None:
        if not evening.file("Ann", "invitation").exists():
            return
        pipe = evening.file("Ann", "hash")
        if not wrong:
            wrong.extend(wrong_files(evening))
            os.mkfifo(pipe)
            return
        if pipe.is_fifo():
            pipe.unlink()
        if len(tried) < 3 * len(wrong):
            kind, data, says = wrong[len(tried) // 3]
            evening.put(evening.file("Ann", kind), data)
            tried.append(says)
        else:
            evening.joins("Ann")

    def lies() -> None:
        if (evening.files / "seats.json").exists():
            done = json.loads(reveal(evening.files / "seats.json", evening.ledger.vkey, evening.secret("Ann")).reveal_file)
            lie = {**done, "entropy": "00" * 32} if evening.looks < 40 else done
            evening.put(evening.file("Ann", "reveal"), json.dumps(lie, separators=(",", ":"), sort_keys=True).encode() + b"\n")

    evening.acts = {"tries": tries, "lies": lies}
    evening.honest("C/y")
    assert evening.record().reason == "rounds"
    complaints = [told for told in evening.told if told.endswith("; still waiting for the right one.")]
    expected = [says for _, _, says in wrong]
    assert [any(says in told for told in complaints) for says in expected] == [True] * len(expected)
    assert complaints[-1] == (
        f"{evening.file('Ann', 'reveal')} does not reveal what the hash of Ann was made of; still waiting for the right one."
    )
    assert len(complaints) == len(expected) + 2
    assert complaints[0] == f"{evening.file('Ann', 'hash')} is no plain file; still waiting for the right one."
    assert evening.audit().status == 0


@pytest.mark.parametrize("when", ["at once", "one hash in", "both hashes in", "one reveal in, and the key changed"])
def test_a_session_that_was_left_open_while_it_waited_is_gone_on_with(evening, when) -> None:
    """What was taken before is in the journal; files that were given stay good, under the key of before."""
    acts = {"at once": (), "one hash in": ("Ann",)}.get(when, ("Ann", "C/y"))
    for name in acts:
        evening.acts[name] = partial(evening.joins, name)
    if when.startswith("one reveal in"):
        evening.acts["reveal"] = lambda: evening.reveals("C/y")

    def enough() -> None:
        evening.stops = evening.looks > 12

    evening.acts["enough"] = enough
    with pytest.raises(LeftOpen, match=r"Session 1 was left open, waiting for (hashes|reveals) of its players; go on with `shoe resume`"):
        evening.record()
    before = [path.read_bytes() for path in sorted(evening.files.glob("*invitation*"))]
    assert evening.audit().status == 3
    evening.stops, evening.looks, evening.acts = False, 0, {}
    with pytest.raises(
        SessionRefused, match="Session 1 waits for files of its players; give the folder where they lie with --exchange DIR"
    ):
        evening.resume(exchange=False)
    evening.honest("Ann", "C/y")
    if "key" in when:
        rotate(evening.ledger.path, evening.ledger.keys, evening.ledger.clock)
    evening.resume()
    assert [path.read_bytes() for path in sorted(evening.files.glob("*invitation*"))] == before
    report = evening.audit(known=[evening.folder / "kept"])
    assert (report.status, grinding(report)) == (0, ["grinding: not excluded for Bo (house entropy)"])


def test_killed_at_any_entry_of_its_journal_before_the_start_it_is_gone_on_with(new_ledger, tmp_path) -> None:
    """Within the entry or after it: what a player gave is asked for again only if it was not durable."""
    ledger = new_ledger()
    for at in range(1, 10):
        for part in (0.5, 1):
            evening = Evening(ledger, tmp_path / f"{at} {part}")
            evening.folder.mkdir()
            evening.honest("Ann", "C/y")
            with pytest.raises(Cut):
                evening.record_on(CutInJournal(at, part=part))
            evening.looks = 0
            evening.resume()
    records = evening.records()
    assert Counter(record["record"] for record in records if record["record"] != "round") == {
        "ledger": 1, "open": 18, "seat": 54, "start": 18, "begin": 36, "close": 18
    }  # fmt: skip
    report = evening.audit()
    assert (report.status, grinding(report)) == (0, ["grinding: not excluded for Bo (house entropy)"])


def test_who_gives_no_hash_in_time_sits_with_the_houses_entropy(evening) -> None:
    evening.honest("Ann")
    assert evening.record(minutes=0.2).reason == "rounds"
    assert "No hash has come from C/y, who sits with the house's entropy; every audit will say so." in evening.told
    report = evening.audit()
    assert (report.status, grinding(report)) == (0, ["grinding: not excluded for Bo, C/y (house entropy)"])


def test_a_reveal_that_does_not_come_closes_the_session_as_every_audit_says(evening) -> None:
    """Nobody can be replaced then: the cards are as good as known."""
    evening.honest("Ann", "C/y")
    del evening.acts["Ann reveals"]
    assert evening.record(minutes=0.2).reason == "stopped"
    assert "Ann did not reveal: the session is closed without a start, as every audit will say." in evening.told
    assert [record["record"] for record in evening.records()[5:]] == ["close"]
    assert {"session-start", "rounds-played"} <= {finding.code for finding in evening.audit().findings}
    evening.ledger.record(training({"session.rounds": 1}), {"Di": lambda _seat, seed: make_bot("s17", training({}), seed)})


def test_what_cannot_be_is_refused_and_leaves_no_trace(evening) -> None:
    before = evening.ledger.history()
    evening.files.mkdir()
    evening.file("Ann", "hash").write_text("old")
    with pytest.raises(SessionRefused, match="holds files of another exchange; give a new one with --exchange"):
        evening.record()
    plan = evening.plan()
    for changes, says in (
        ({"own": ("Di",)}, "“Di” is to give their own entropy and is not one of --players"),
        ({"exchange": None}, "say with --exchange DIR where their files come and go"),
    ):
        with pytest.raises(SessionRefused, match=says):
            record_live(evening.ledger, attrs.evolve(plan, **changes))
    with pytest.raises(SessionRefused, match="which only a live session waits for"):
        record(evening.ledger.path, evening.ledger.keys, plan, evening.ledger.clock)
    assert evening.ledger.history() == before
    assert not list((evening.ledger.keys.path / "sessions").glob("*"))


def test_a_journal_whose_hash_was_changed_is_refused(evening) -> None:
    """The seats that were signed follow from it."""
    evening.honest("Ann", "C/y")
    del evening.acts["Ann reveals"]
    evening.acts["enough"] = lambda: setattr(evening, "stops", evening.looks > 12)
    with pytest.raises(LeftOpen):
        evening.record()
    (journal,) = (evening.ledger.path / "journal").iterdir()
    hashed = json.loads(evening.file("Ann", "hash").read_text())["entropy_hash"]
    journal.write_text(journal.read_text().replace(hashed, "00" * 32))
    evening.stops = False
    with pytest.raises(JournalDamaged, match=r"leads to another line 2"):
        evening.resume()


def test_a_session_that_waits_for_hashes_or_reveals_can_be_closed_at_once(new_ledger, tmp_path) -> None:
    evening = Evening(new_ledger(), tmp_path)
    evening.stops = True
    evening.honest("Ann")
    with pytest.raises(LeftOpen, match="waiting for hashes"):
        evening.record()
    with resumed_session(evening.ledger.path, evening.ledger.keys, None, evening.ledger.clock, Answering()) as session:
        assert session.stands == "it waits for hashes of the entropies of Ann, C/y"
        session.stop("Nobody came.")
        assert session.question is None
    assert [record["record"] for record in evening.records()[1:]] == ["open", "seat", "seat", "seat", "start", "close"]
    assert {finding.code for finding in evening.audit().findings} == {"rounds-played"}
