"""Power cuts at every write, fsync, rename and folder's fsync: nothing acknowledged is lost, and no key signs two histories (DESIGN §5).

Every operation that writes is recorded once. For each stop, every state that a cut may legally leave there is laid out, opened by the real
code and gone on from. `-s` prints the table.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import attrs
import pytest

from audit import audit_ledger
from ledger import KeyFolder, Plan, SteppingClock, create_ledger, fsck, make_bot, record, rotate
from ledger.errors import LedgerProblem
from ledger.history.disk import Disk
from ledger.history.opening import open_ledger
from ledger.history.records import Ruling, decode, encode
from ledger.history.writer import Writer
from ledger.proof.notes import Checkpoint, Verifier
from tests.support.simulated_disk import Files, QuickCalls, RecordingCalls, Replay, files_below, lay_out
from tests.support.stacked import training

NAME, TIME = "club.example/tables", "2026-01-01T20:00:00Z"
QUICK = Disk(QuickCalls())


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
    """A state that a power cut left, and the history that had been acknowledged until then."""

    files: Files
    acknowledged: bytes


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


def cuts(place: Place, act: Callable[[Place], object]) -> Iterator[list[Cut]]:
    """The states of each stop of something that writes; which history was acknowledged is told by the commits that had returned."""
    calls = RecordingCalls(place.root)
    told = [(0, place.signed())]
    right = Writer._commit

    def committed(writer: Writer, *given: Any) -> None:
        right(writer, *given)
        told.append((len(calls.done), place.history()))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Writer, "_commit", committed)
        act(attrs.evolve(place, disk=Disk(calls)))
    for stop, states in enumerate(Replay(calls).stops()):
        acknowledged = [history for at, history in told if at <= stop][-1]
        yield [Cut(files, acknowledged) for files in states]


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
    tally, tried = Tally(name), dict[tuple[Any, ...], Cut]()
    vkeys = place.vkeys() if (place.ledger / "history").is_dir() else []
    for states in cuts(place, act):
        tally.stops += 1
        tally.states += len(states)
        for cut in states:
            tried.setdefault((frozenset(cut.files.items()), len(cut.acknowledged)), cut)
    again = Place(place.root.with_name(f"{place.root.name} again"))
    sample = set(range(0, len(tried), max(1, len(tried) // audits))) if audits else set()
    for number, cut in enumerate(tried.values()):
        lay_out(cut.files, again.root)
        recover(again)
        went_on = files_below(again.root)
        tally.lost += not again.history().startswith(cut.acknowledged)
        again.commit() if number not in sample else again.record(1)
        tally.forks += signed_twice([*vkeys, *again.vkeys()], cut.files, went_on, files_below(again.root))
        if number in sample:
            tally.audited += 1
            tally.clean += is_clean(again)
    shutil.rmtree(again.root)
    return tally


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


def test_whatever_a_power_cut_leaves_nothing_acknowledged_is_lost_and_nothing_signed_twice(place) -> None:
    tallies = [try_all("keys and ledger are made", place, Place.made, created)]
    place.record(1)
    tallies.append(try_all("a batch session of 30 rounds", place, lambda here: here.record(30), opened, audits=2))
    tallies.append(
        try_all(
            "the signing key is changed",
            place,
            lambda here: rotate(here.ledger, here.keys, SteppingClock(TIME), disk=here.disk),
            opened,
            audits=1,
        )
    )
    litter(place)
    saved = files_below(place.root)
    tallies.append(try_all("an opening sets aside", place, opened, opened, audits=1))
    lay_out(saved, place.root)
    tallies.append(try_all("fsck --repair", place, lambda here: fsck(here.ledger, here.keys, repair=True, disk=here.disk), repaired))
    total = Tally(
        "all", *(sum(getattr(tally, name) for tally in tallies) for name in ("stops", "states", "lost", "forks", "audited", "clean"))
    )
    print("", HEAD, *tallies, total, sep="\n")
    assert total.stops >= 500
    assert (total.lost, total.forks) == (0, 0)
    assert total.clean == total.audited > 0
