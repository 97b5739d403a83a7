"""Power cuts at every write, fsync, rename and folder's fsync: nothing acknowledged is lost, and no key signs two histories (DESIGN §5).

Every operation that writes is recorded once. For each stop, every state that a cut may legally leave there is laid out, opened by the real
code and gone on from. `-s` prints the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import attrs
import pytest

from audit import audit_ledger
from ledger import KeyFolder, Plan, SteppingClock, create_ledger, fsck, make_bot, record, rotate
from ledger.errors import DiskFailed, LedgerProblem
from ledger.history.disk import Disk
from ledger.history.opening import open_ledger
from ledger.history.records import Ruling, decode, encode
from ledger.history.writer import Writer
from ledger.live.driving import drive
from ledger.live.journal import Journal
from ledger.live.opening import sit_down_live
from ledger.live.resuming import left_open, resumed
from ledger.proof.notes import Checkpoint, Verifier
from ledger.recording import Recorder
from tests.support.live import Again, training_plan
from tests.support.simulated_disk import Files, QuickCalls, RecordingCalls, Replay, files_below, lay_out
from tests.support.stacked import training

NAME, TIME = "club.example/tables", "2026-01-01T20:00:00Z"
QUICK = Disk(QuickCalls())
LIVE, ROUNDS = 2, 1
"""Number and rounds of the live session."""


@attrs.frozen
class Place:
    """Where a ledger and its keys lie."""

    root: Path
    disk: Disk = QUICK

    @property
    def ledger(self) -> Path:
        return self.root / "ledger"

    @property
    def keys(self) -> KeyFolder:
        return KeyFolder(self.root / "keys", disk=self.disk)

    def made(self) -> Place:
        self.keys.create(NAME)
        create_ledger(self.ledger, NAME, self.keys, SteppingClock(TIME), height=4, disk=self.disk)
        return self

    def record(self, rounds: int, **more: Any) -> None:
        """A batch session, each round signed by itself."""
        rules = training({"session.rounds": rounds})
        plan = Plan(rules, ("Ann",), {"Ann": lambda _seat, seed: make_bot("random", rules, seed)}, rounds_a_commit=1)
        record(self.ledger, self.keys, plan, SteppingClock(TIME), disk=self.disk, **more)

    def commit(self) -> None:
        """A further line, unlike any other."""
        with open_ledger(self.ledger, self.keys, disk=self.disk) as writer:
            writer.commit([encode(Ruling(seq=writer.size, prev=0, session=1, time=TIME, about=0, text="after the cut"))])

    def history(self) -> bytes:
        return b"".join(path.read_bytes() for path in sorted((self.ledger / "history").glob("*.jsonl")))

    def journal(self) -> bytes:
        """The journal of the live session."""
        path = self.ledger / "journal" / f"{LIVE}.jsonl"
        return path.read_bytes() if path.exists() else b""

    def clock(self) -> SteppingClock:
        """One that goes on from the last reading in the journal."""
        clock = SteppingClock(TIME)
        for _ in range(self.journal().rpartition(b"\n")[0].count(b'"entry":"clock"')):
            clock.read()
        return clock

    def play(self) -> None:
        """A live session, or what is left of it, to its end; the same cards and the same players each time."""
        plan = training_plan(ROUNDS)
        with open_ledger(self.ledger, self.keys, disk=self.disk, keep_unsigned=True) as writer:
            left, recorder = left_open(writer), Recorder.of(writer, self.keys, self.clock())
            if left:
                session = resumed(writer, self.keys, left[0], self.clock(), Again(plan=plan))
            elif recorder.next_session == LIVE:
                session = sit_down_live(recorder, plan, self.clock(), bytes(32))
            else:
                return
            drive(session, session.sheet.sources)

    def signed(self) -> bytes:
        """The lines that the last note covers."""
        note = Checkpoint.read(self.keys.last_note())
        return b"".join(self.history().splitlines(keepends=True)[: note.size]) if note else b""

    def vkeys(self) -> list[str]:
        """Every key that the history names, and the one that is handed out."""
        records = [decode(line) for line in self.history().split(b"\n")[:-1]]
        return [record_.vkey for record_ in records if hasattr(record_, "vkey")]


@attrs.frozen
class Cut:
    """A state that a power cut left, and what had been acknowledged until then: the history, and the journal of a live session."""

    files: Files
    acknowledged: bytes
    answers: bytes


@attrs.define
class Tally:
    """What came of all the cuts of one operation."""

    operation: str
    stops: int = 0
    states: int = 0
    lost: int = 0
    forks: int = 0
    audited: int = 0
    clean: int = 0

    def __str__(self) -> str:
        return (
            f"{self.operation:<28}{self.stops:>7}{self.states:>8}{self.lost:>19}{self.forks:>15}"
            f"{f'{self.clean} of {self.audited}' if self.audited else '':>15}"
        )


HEAD = f"{'operation':<28}{'stops':>7}{'states':>8}{'acknowledged lost':>19}{'two histories':>15}{'audits clean':>15}"


def cuts(place: Place, act: Callable[[Place], object], fails_at: int = 0) -> Iterator[list[Cut]]:
    """The states of each stop of something that writes; which history was acknowledged is told by the commits that had returned."""
    calls = RecordingCalls(place.root, fails_at)
    told = [(0, place.signed(), place.journal())]

    def telling(right: Callable[..., object]) -> Callable[..., None]:
        def told_when_done(*given: Any, **more: Any) -> None:
            right(*given, **more)
            told.append((len(calls.done), place.signed(), place.journal()))

        return told_when_done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Writer, "_commit", telling(Writer._commit))
        patch.setattr(Journal, "put", telling(Journal.put))
        act(attrs.evolve(place, disk=Disk(calls)))
    for stop, states in enumerate(Replay(calls).stops()):
        _, history, journal = [one for one in told if one[0] <= stop][-1]
        yield [Cut(files, history, journal) for files in states]


def notes_of(files: Files) -> Iterator[str]:
    """Everything that may be a note, wherever it lies."""
    return (data.decode() for data in files.values() if data and b"\n\n\xe2\x80\x94 " in data[:500] and data[-1:] == b"\n")


def signed_twice(vkeys: list[str], *states: Files) -> int:
    """How many sizes one key has signed two roots for, in anything that was ever stored or shown."""
    roots: dict[tuple[str, int], set[bytes]] = {}
    for note, vkey in product({note for files in states for note in notes_of(files)}, vkeys):
        if (checkpoint := _signed_by(vkey, note)) is not None:
            roots.setdefault((vkey, checkpoint.size), set()).add(checkpoint.root)
    return sum(len(found) > 1 for found in roots.values())


@cache
def _signed_by(vkey: str, note: str) -> Checkpoint | None:
    verifier = Verifier.of_vkey(vkey)
    assert verifier is not None
    return Checkpoint.read(note) if verifier.has_signed(note) else None


def is_clean(place: Place) -> bool:
    """Whether the audit finds nothing but that a batch session, which cannot be gone on with, was broken off."""
    report = audit_ledger(place.ledger, (place.keys.path / "verifier.vkey").read_text().strip(), jobs=1)
    broken_off = {"session-start", "session-close", "session-seats", "rounds-played"}
    return not report.not_checked and all(finding.code in broken_off and finding.session == 2 for finding in report.findings)


def try_all(name: str, place: Place, act: Callable[[Place], object], recover: Callable[[Place], object], audits: int = 0) -> Tally:
    """Cut something off everywhere, and go on from every state; of so many the whole is audited, evenly spread."""
    tally, tried = Tally(name), distinct(stops := [*cuts(place, act)])
    tally.stops, tally.states = len(stops), sum(map(len, stops))
    again, vkeys = Place(place.root.with_name("again")), place.vkeys()
    sample = {len(tried) * nth // (audits + 1) for nth in range(1, audits + 1)}
    for number, cut in enumerate(tried):
        lay_out(cut.files, again.root)
        recover(again)
        went_on = files_below(again.root)
        tally.lost += not again.history().startswith(cut.acknowledged)
        again.commit() if number not in sample else again.record(1)
        tally.forks += signed_twice([*vkeys, *again.vkeys()], cut.files, went_on, files_below(again.root))
        if number in sample:
            tally.audited += 1
            tally.clean += is_clean(again)
    return tally


def try_live(name: str, place: Place, *, audited: bool) -> Tally:
    """Cut a live session off everywhere: gone on with from every state it has the very lines that it has when nothing happens."""
    tally, tried = Tally(name), distinct(stops := [*cuts(place, Place.play)])
    tally.stops, tally.states = len(stops), sum(map(len, stops))
    again, whole = Place(place.root.with_name("again")), place.history()
    for cut in tried:
        lay_out(cut.files, again.root)
        journal = again.journal()
        again.play()
        is_kept = journal.startswith(cut.answers) or not journal
        tally.lost += not (is_kept and again.history() == whole and not again.journal())
        tally.forks += signed_twice(again.vkeys(), cut.files, files_below(again.root))
    if audited:
        tally.audited, tally.clean = 1, int(is_clean(place))
    return tally


def distinct(stops: list[list[Cut]]) -> list[Cut]:
    """Each state once."""
    return list({(frozenset(cut.files.items()), cut.acknowledged, cut.answers): cut for states in stops for cut in states}.values())


@pytest.fixture
def place(memory: Path) -> Place:
    (memory / "club").mkdir()
    return Place(memory / "club")


def opened(place: Place) -> None:
    with open_ledger(place.ledger, place.keys, disk=place.disk):
        pass


def created(place: Place) -> None:
    """What a director does whose keygen or init was cut off: the same again, after `shoe fsck --repair` where it says so."""
    if not (place.keys.path / "signing.key").exists():
        place.keys.create(NAME)
    assert (place.keys.path / "verifier.vkey").read_text() == f"{place.keys.signer().vkey}\n"
    try:
        opened(place)
    except LedgerProblem as error:
        if "shoe fsck --repair" in str(error):
            assert fsck(place.ledger, place.keys, repair=True, disk=place.disk).mended
        create_ledger(place.ledger, NAME, place.keys, SteppingClock(TIME), height=4, disk=place.disk)


def repaired(place: Place) -> None:
    """Broken off, a repair can be done again; then all is in order, and everything that was taken out is there."""
    fsck(place.ledger, place.keys, repair=True, disk=place.disk)
    assert fsck(place.ledger, place.keys, disk=place.disk).status == 0
    kept = [path.read_bytes() for path in (place.keys.path / "quarantine").iterdir()]
    assert {b'{"never', b"a stranger's", b"left over"} <= set(kept)


def litter(place: Place) -> None:
    """Bytes that were never signed, a stranger's file, an old checkpoint, what a crash left over."""
    old = (place.ledger / "checkpoint").read_bytes()
    place.record(1)
    (place.ledger / "checkpoint").write_bytes(old)
    with max((place.ledger / "history").iterdir()).open("ab") as file:
        file.write(b'{"never')
    (place.ledger / "history" / "notes.txt").write_bytes(b"a stranger's")
    (place.ledger / "checkpoint.tmp").write_bytes(b"left over")


def lives(place: Place) -> list[Tally]:
    """A live session from its first call on; and going on with it from where a begin had been written, but was not signed."""
    here = Place(place.root.with_name("live")).made()
    here.record(1)
    saved = files_below(here.root)
    begun = try_live("a live session", here, audited=True)
    lay_out(saved, here.root)
    cut = next(cut for states in cuts(here, Place.play) for cut in states if unsigned(cut))
    lay_out(cut.files, here.root)
    return [begun, try_live("it is gone on with", here, audited=False)]


def unsigned(cut: Cut) -> bool:
    """Whether a state has a whole line, of a begin, that no note covers."""
    history = cut.files["ledger/history/00000000.jsonl"] or b""
    return history.startswith(cut.acknowledged) and b'"record":"begin"' in history[len(cut.acknowledged) :] and history.endswith(b"\n")


def test_whatever_a_power_cut_leaves_nothing_acknowledged_is_lost_and_nothing_signed_twice(place) -> None:
    tallies = [try_all("keys and ledger are made", place, Place.made, created)]
    place.record(1)
    tallies.append(try_all("a batch session of 24 rounds", place, lambda here: here.record(24), opened, audits=2))
    tallies.append(
        try_all(
            "the signing key is changed",
            place,
            lambda here: rotate(here.ledger, here.keys, SteppingClock(TIME), disk=here.disk),
            opened,
            audits=1,
        )
    )
    tallies += lives(place)
    litter(place)
    saved = files_below(place.root)
    tallies.append(try_all("an opening sets aside", place, opened, opened))
    lay_out(saved, place.root)
    tallies.append(try_all("fsck --repair", place, lambda here: fsck(here.ledger, here.keys, repair=True, disk=here.disk), repaired))
    total = Tally(
        "all", *(sum(getattr(tally, name) for tally in tallies) for name in ("stops", "states", "lost", "forks", "audited", "clean"))
    )
    print("", HEAD, *tallies, total, sep="\n")
    assert total.stops >= 500
    assert (total.lost, total.forks) == (0, 0)
    assert total.clean == total.audited > 0


@pytest.mark.parametrize("live", [True, False], ids=["live", "batch"])
def test_what_a_failed_fsync_left_unwritten_is_never_taken_for_durable(place, live) -> None:
    """Whoever goes on afterwards reads it, but a power cut still takes it away, whatever later fsyncs say."""
    place.made().record(1)
    saved, failures = files_below(place.root), list[int]()

    def twice(here: Place) -> None:
        """Until the fsync fails, and then to the end."""
        try:
            here.play() if live else here.record(3)
        except (DiskFailed, OSError):
            failures.append(at)
            here.play() if live else here.commit()

    for at in range(1, 100, 2 if live else 1):
        lay_out(saved, place.root)
        for cut in distinct([*cuts(place, twice, at)]):
            assert b"".join(data for name, data in sorted(cut.files.items()) if is_history(name) and data).startswith(cut.acknowledged)
            assert (cut.files.get(f"ledger/journal/{LIVE}.jsonl") or cut.answers).startswith(cut.answers), at
        if at not in failures:
            break
    assert len(failures) > 10


def is_history(name: str) -> bool:
    return name.startswith("ledger/history/")
