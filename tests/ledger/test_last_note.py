"""The last signed note, to whose file a writer adds the next: what a crash tears off it is no loss, and nothing is signed twice (DESIGN §5)."""

from __future__ import annotations

from itertools import pairwise

import attrs
import pytest

from ledger import KeyFolder, SteppingClock, create_ledger, fsck, rotate
from ledger.history.disk import Disk
from ledger.history.last_note import MOST, LastNote, last_in
from ledger.history.opening import open_ledger
from ledger.proof.notes import Checkpoint, Signer, signed_note
from tests.support.simulated_disk import QuickCalls, RecordingCalls, Replay, lay_out

NAME, TIME = "club.example/t", "2026-01-01T20:00:00Z"
OLD, NEW = Signer(NAME, bytes(range(32))), Signer(NAME, bytes(32))
QUICK = Disk(QuickCalls())
DASH = "\N{EM DASH}".encode()


def note(size: int, *signers: Signer) -> str:
    return signed_note(Checkpoint(NAME, size, bytes(32)).to_text(), *(signers or (OLD,)))


def test_whatever_is_torn_off_a_note_the_one_before_it_is_the_last() -> None:
    before, torn = note(7) + note(8), note(9)
    for length in range(len(torn) - 1):
        assert last_in(before + torn[:length]) == note(8)
        assert last_in(before + torn[:length] + "\0" * 40) == note(8)
    # Without its last newline alone it is signed all the same, and so must not be signed otherwise.
    assert last_in(before + torn[:-1]) == last_in(before + torn) == torn


def test_a_file_that_is_damaged_before_its_last_note_is_read_as_it_stands() -> None:
    """No earlier note counts in place of one that was shown."""
    damaged = note(7) + note(8).replace("\n8\n", "\nx\n") + note(9)
    assert last_in(damaged) == damaged
    assert not OLD.has_signed(last_in(note(7)[1:-9]))


def test_a_note_of_two_keys_is_read_with_both_and_a_persons_copy_as_it_is() -> None:
    both = note(9, OLD, NEW)
    assert last_in(note(8) + both) == both
    assert last_in("no note at all") == "no note at all"
    assert last_in("") == ""


def test_the_file_is_begun_anew_when_it_is_long_and_where_it_was_changed(tmp_path) -> None:
    place, path = LastNote(tmp_path / "last.note", QUICK), tmp_path / "last.note"
    sizes = []
    for size in range(1, 400):
        place.keep(note(size))
        sizes.append(path.stat().st_size)
        assert last_in(path.read_text()) == note(size)
    assert max(sizes) < MOST + 300
    assert sum(after < before for before, after in pairwise(sizes)) == 1
    path.write_text(note(3))
    place.keep(note(400))
    assert path.read_text() == note(400)
    place.keep(note(401, OLD, NEW), alone=True)
    assert path.read_text() == note(401, OLD, NEW)


@pytest.fixture
def club(memory):
    """A ledger, the operator's keys and what a disk holds when the power is cut as the note of a change of key is being written."""
    folder = memory / "club"
    folder.mkdir()
    keys = KeyFolder(folder / "keys", disk=QUICK)
    keys.create(NAME)
    create_ledger(folder / "ledger", NAME, keys, SteppingClock(TIME), disk=QUICK)
    calls = RecordingCalls(folder)
    disk = Disk(calls)
    rotate(folder / "ledger", attrs.evolve(keys, disk=disk), SteppingClock(TIME), disk=disk)
    states = [files for stop in Replay(calls).stops() for files in stop]
    return max(states, key=lambda files: (_coming(files).count(DASH), len(_coming(files))))


def _coming(files) -> bytes:
    return files.get("keys/last.note.tmp") or b""


def test_the_note_of_two_keys_may_be_torn_at_any_byte(club, memory) -> None:
    """FORMAT §3: it is finished as it was to be, or else the change is undone; both keys sign on where they should."""
    whole, again = _coming(club), memory / "again"
    assert whole.count(DASH) == 2
    sizes = set()
    for length in range(len(whole) + 1):
        lay_out({**club, "keys/last.note.tmp": whole[:length]}, again)
        keys = KeyFolder(again / "keys", disk=QUICK)
        with open_ledger(again / "ledger", keys, disk=QUICK) as writer:
            sizes.add(writer.size)
        assert keys.last_note() in ((again / "ledger" / "checkpoint").read_text(), whole.decode())
        fsck(again / "ledger", keys, repair=True, disk=QUICK)
        assert fsck(again / "ledger", keys, disk=QUICK).status == 0
    assert sizes == {1, 2}
