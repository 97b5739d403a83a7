"""Power cuts at every write, fsync, rename and folder's fsync of a live session: what was acknowledged is gone on with (DESIGN §5).

Whoever goes on closes the session, so that what was signed and then lost would show as a second history. `-s` prints what was tried.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import attrs
import pytest

from ledger import KeyFolder, Plan, SteppingClock, create_ledger, load_rules
from ledger.errors import SessionRefused
from ledger.history.disk import Disk
from ledger.history.opening import open_ledger
from ledger.history.writer import Writer
from ledger.live.driving import drive
from ledger.live.journal import Journal
from ledger.live.opening import sit_down_live
from ledger.live.receipts import ReceiptFolder
from ledger.live.resuming import chosen, resumed
from ledger.live.sources import Answering
from ledger.proof.notes import Checkpoint, Verifier
from ledger.recording import Recorder
from ledger.rules.ruleset import altered
from ledger.table.ask import WITH_AMOUNT, Ask, default_of
from tests.support.live import Again
from tests.support.simulated_disk import Files, QuickCalls, RecordingCalls, Replay, lay_out

NAME, TIME, LATER = "club.example/tables", "2026-01-01T20:00:00Z", "2026-01-01T22:00:00Z"
RULES = altered(load_rules("home"), {"session.rounds": 2})
FILES = "history/*.jsonl"


@attrs.frozen
class Eager:
    """Takes the first thing that may be done, or else stays with the default."""

    def answer(self, ask: Ask) -> str:
        if ask.default:
            return default_of(ask)
        act = ask.legal[0]
        return f"{ask.who} {act} {ask.least}" if act in WITH_AMOUNT else f"{ask.who} {act}"

    def leaves(self, _round: int, _seat: int) -> bool:
        return False


def plan() -> Plan:
    names = ("Ann", "Bo", "Cy")
    return Plan(RULES, names, dict.fromkeys(names, lambda *_: Eager()), answers=dict.fromkeys(names, "terminal"))


@attrs.frozen
class Place:
    """Where a ledger, its keys and its receipts lie."""

    root: Path
    disk: Disk

    @property
    def ledger(self) -> Path:
        return self.root / "ledger"

    @property
    def keys(self) -> KeyFolder:
        return KeyFolder(self.root / "keys", disk=self.disk)

    def play(self) -> None:
        with open_ledger(self.ledger, self.keys, disk=self.disk) as writer:
            recorder = Recorder.of(writer, self.keys, SteppingClock(TIME))
            session = sit_down_live(
                recorder, plan(), SteppingClock(TIME), bytes(31) + b"\1", ReceiptFolder(self.root / "receipts", writer.disk)
            )
            drive(session, session.sheet.sources)

    def go_on(self) -> None:
        """Close the session where it stands, by another clock: lines that would not have come otherwise."""
        answering: Answering = Again(plan=plan())
        with open_ledger(self.ledger, self.keys, disk=self.disk, keep_unsigned=True) as writer:
            session = resumed(
                writer, self.keys, chosen(writer, None), SteppingClock(LATER), answering, ReceiptFolder(self.root / "receipts", writer.disk)
            )
            if session.question is not None:
                session.stop("The power was cut")

    def history(self) -> bytes:
        return b"".join(path.read_bytes() for path in sorted(self.ledger.glob(FILES)))

    def journal(self) -> bytes:
        path = self.ledger / "journal" / "1.jsonl"
        return path.read_bytes() if path.exists() else b""


@attrs.frozen
class Told:
    """What had been acknowledged when so many calls were done: the journal's entries, and the history."""

    calls: int
    journal: bytes
    history: bytes


def play_and_note(place: Place) -> tuple[RecordingCalls, list[Told]]:
    """Play a session, and note what counts whenever an entry is durable or lines are signed."""
    calls = RecordingCalls(place.root)
    told = [Told(0, b"", place.history())]
    put, commit = Journal.put, Writer._commit

    def note() -> None:
        told.append(Told(len(calls.done), place.journal(), place.history()))

    def putting(journal: Journal, *given: Any) -> None:
        put(journal, *given)
        note()

    def committing(writer: Writer, *given: Any) -> None:
        commit(writer, *given)
        note()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "put", putting)
        patch.setattr(Writer, "_commit", committing)
        attrs.evolve(place, disk=Disk(calls)).play()
    return calls, told


def forks(vkey: str, *states: Files) -> int:
    """How many sizes the key has signed two roots for, in anything that was ever stored or shown."""
    roots: dict[int, set[bytes]] = {}
    notes = {data for files in states for data in files.values() if data and b"\n\n\xe2\x80\x94 " in data[:500]}
    for note in notes:
        if (checkpoint := signed(vkey, note)) is not None:
            roots.setdefault(checkpoint.size, set()).add(checkpoint.root)
    return sum(len(found) > 1 for found in roots.values())


@cache
def signed(vkey: str, note: bytes) -> Checkpoint | None:
    verifier = Verifier.of_vkey(vkey)
    assert verifier is not None
    text = note.decode(errors="replace")
    return Checkpoint.read(text) if verifier.has_signed(text) else None


@pytest.fixture
def place(tmp_path_factory) -> Iterator[Place]:
    """An empty ledger, in memory where there is room for it: thousands of states are laid out."""
    memory = Path("/dev/shm")  # noqa: S108 -- a folder of its own is made there, and removed
    root = Path(mkdtemp(dir=memory)) if os.access(memory, os.W_OK) else tmp_path_factory.mktemp("club")
    (root / "club").mkdir()
    made = Place(root / "club", Disk(QuickCalls()))
    made.keys.create(NAME)
    create_ledger(made.ledger, NAME, made.keys, SteppingClock(TIME), height=4, disk=made.disk)
    yield made
    shutil.rmtree(root)


def test_whatever_a_power_cut_leaves_a_live_session_goes_on_with_what_was_answered(place) -> None:
    vkey = (place.keys.path / "verifier.vkey").read_text().strip()
    calls, told = play_and_note(place)
    again = Place(place.root.with_name("again"), place.disk)
    stops = lost = twice = 0
    ends: dict[Any, bytes] = {}
    for stop, states in enumerate(Replay(calls).stops()):
        stops += 1
        acknowledged = [each for each in told if each.calls <= stop][-1]
        for files in states:
            state = frozenset(files.items())
            lay_out(files, again.root)
            over = b'"record":"close"' in acknowledged.history
            lost += not (over or again.journal().startswith(acknowledged.journal))
            if state not in ends:
                try:
                    again.go_on()
                except SessionRefused:
                    assert b'"record":"close"' in again.history() or not acknowledged.journal
                ends[state] = again.history()
                after = {str(path): path.read_bytes() for path in again.root.rglob("*") if path.is_file() and path.name != "writer.lock"}
                twice += forks(vkey, files, after)
            lost += not ends[state].startswith(acknowledged.history)
    print(f"\na live session of {len(told)} entries and commits: {stops} stops, {len(ends)} states, lost {lost}, two histories {twice}")
    assert stops > 200
    assert (lost, twice) == (0, 0)
    assert sum(b'"record":"void"' in end for end in ends.values()) > 100
