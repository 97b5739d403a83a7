"""Disks that fail under `shoe record`, by real system calls: one sentence, exit status 2, nothing lost, and the ledger goes on (DESIGN §5)."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path

import attrs
import pytest

from cli.errors import explained
from cli.main import run
from ledger import KeyFolder, fsck
from ledger.history.diagnosis import Kind
from ledger.history.disk import Disk
from tests.cli.conftest import Club
from tests.support.faults import Ended, run_with_faults, why_no_strace
from tests.support.simulated_disk import QuickCalls

QUICK = Disk(QuickCalls())
CALLS = ("write", "fsync", "rename")


@pytest.fixture(scope="module")
def tracing(tmp_path_factory) -> None:
    if reason := why_no_strace(tmp_path_factory.mktemp("strace")):
        pytest.skip(reason)


@attrs.frozen
class Copy:
    """A copy of the club, with a history that was acknowledged."""

    club: Club

    @classmethod
    def of(cls, club: Club, folder: Path) -> Copy:
        shutil.rmtree(folder, ignore_errors=True)
        for part in (club.ledger, club.keys):
            shutil.copytree(part, folder / part.name)
        (folder / "seed.txt").write_text("5" * 64)
        return cls(attrs.evolve(club, ledger=folder / club.ledger.name, keys=folder / club.keys.name))

    def record(self) -> int:
        """One round, each line signed by itself, as the command does it."""
        return run(
            [
                "record",
                str(self.club.ledger),
                "--keys",
                str(self.club.keys),
                "--rules",
                "training",
                "--players",
                "Ann",
                "--bot",
                "s17",
                "--rounds",
                "1",
            ]
        )

    def record_live(self) -> int:
        """Two rounds of a live session, with the same cards each time."""
        seed = self.club.ledger.with_name("seed.txt")
        rules = ["--rules", "training", "--rounds", "2", "--live", "--players", "Ann", "--bot", "s17"]
        # The cards follow from the time in the `open` line, too.
        cards = ["--seed-file", str(seed), "--clock", "2026-01-02T20:00:00Z"]
        return run(["record", str(self.club.ledger), "--keys", str(self.club.keys), *rules, *cards])

    def resume(self) -> int:
        """To its end."""
        return run(["resume", str(self.club.ledger), "--keys", str(self.club.keys)])

    def goes_on(self, before: bytes) -> bool:
        """Whether what was acknowledged is there, a further session can be signed, and one that was cut off closed."""
        assert self.club.history().startswith(before)
        keys = KeyFolder(self.club.keys, disk=QUICK)
        assert {trouble.kind for trouble in fsck(self.club.ledger, keys, disk=QUICK).hopeless} <= {Kind.SESSION_CUT}
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            assert self.record() == 0
            if any(trouble.kind is Kind.SESSION_CUT for trouble in fsck(self.club.ledger, keys, disk=QUICK).troubles):
                assert run(["resume", str(self.club.ledger), "--keys", str(self.club.keys), "--stop"]) == 0
        # What was being written when it was broken off may lie there still, beside what it was to replace.
        left = fsck(self.club.ledger, keys, repair=True, disk=QUICK).troubles
        assert {trouble.kind for trouble in left} <= {Kind.LEFTOVER}
        return self.club.history().startswith(before) and fsck(self.club.ledger, keys, disk=QUICK).status == 0


def how_many(call: str, trace: str) -> int:
    """Calls until the director is told that all is done."""
    done = trace[: trace.rindex("\n", 0, trace.index('"Session 2:'))]
    return sum(line.startswith(f"{call}(") for line in done.splitlines())


def one_sentence(ended: Ended) -> bool:
    """What a director is told when the disk fails."""
    return ended.status == 2 and "Traceback" not in ended.said and ended.said.startswith("shoe: ") and ended.said.count("\n") == 1


@pytest.mark.usefixtures("tracing")
@pytest.mark.parametrize(("fault", "calls"), [("error=EIO", CALLS), ("error=ENOSPC", ("write",)), ("signal=KILL", (*CALLS, "mkdir"))])
def test_a_call_that_fails_or_kills_loses_nothing_and_the_ledger_goes_on(shared_club, memory, fault, calls) -> None:
    """At every call of a session in turn."""
    whole = run_with_faults(Copy.of(shared_club, memory / "copy").record, memory, "-e", "inject=getppid:error=EIO:when=1")
    assert whole.status == 0
    before, tried = shared_club.history(), Counter[str]()
    for call in calls:
        for at in range(1, how_many(call, whole.trace) + 1):
            copy = Copy.of(shared_club, memory / "copy")
            ended = run_with_faults(copy.record, memory, "-e", f"inject={call}:{fault}:when={at}")
            tried[call] += 1
            if fault == "signal=KILL":
                assert ended.status == -signal.SIGKILL, (call, at, ended)
            else:
                assert one_sentence(ended), (call, at, ended)
                if call == "fsync":
                    assert ended.trace.rstrip().rpartition("INJECTED")[2].count("fsync(") == 0, "an fsync that failed is never tried again"
            assert copy.goes_on(before), (call, at)
    print(f"\n{fault}: {dict(tried)}, {tried.total()} stops")


@pytest.mark.usefixtures("tracing")
@pytest.mark.parametrize("fault", ["signal=KILL", "error=EIO"])
def test_a_live_session_that_a_call_broke_off_is_gone_on_with(shared_club, memory, fault) -> None:
    """At a sample of the calls of a session; at every one of them with SHOE_EVERY_STOP in the environment."""
    copied = partial(Copy.of, shared_club, memory / "copy")
    whole = run_with_faults(copied().record_live, memory, "-e", "inject=getppid:error=EIO:when=1")
    assert whole.status == 0, whole.said
    before, tried, stride = shared_club.history(), Counter[str](), 1 if "SHOE_EVERY_STOP" in os.environ else 6
    for call in CALLS:
        for at in range(1, how_many(call, whole.trace) + 1, stride):
            copy = copied()
            ended = run_with_faults(copy.record_live, memory, "-e", f"inject={call}:{fault}:when={at}")
            tried[call] += 1
            assert ended.status == (-signal.SIGKILL if fault == "signal=KILL" else 2), (call, at, ended)
            assert "Traceback" not in ended.said
            gone_on = run_with_faults(copy.resume, memory)
            # Before its first line was journaled there is no session, and after its last nothing is left of it to do.
            assert gone_on.status == 0 or "No session of" in gone_on.said, (call, at, ended, gone_on)
            assert copy.goes_on(before), (call, at)
            opened = copy.club.history().count(b'"mode":"live"')
            assert opened == copy.club.history().count(b'"reason":"rounds","record":"close"') - 2 <= 1, (call, at)
    print(f"\nlive, {fault}: {dict(tried)}, {tried.total()} stops")


def with_room_for(copy: Copy, size: int) -> int:
    """Record where no file may become larger than this."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return copy.record()


def test_a_line_that_a_full_disk_tore_is_taken_out_by_the_next_recording(shared_club, memory) -> None:
    """A write takes what there is room for, and the rest of the line is missing."""
    before = shared_club.history()
    for room in (1, 100, 2000):
        copy = Copy.of(shared_club, memory / "copy")
        ended = run_with_faults(partial(with_room_for, copy, len(before) + room), memory)
        assert one_sentence(ended), ended
        assert "could not be written (File too large)" in ended.said
        assert len(copy.club.history()) == len(before) + room
        assert copy.goes_on(before)
        assert [path.stat().st_size for path in (copy.club.keys / "quarantine").iterdir()] == [room]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system with room for 64 KiB."""
    folder = tmp_path / "small"
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", str(folder)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip(f"no small file system can be mounted here: {done.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_is_full_leaves_a_ledger_that_goes_on_once_there_is_room(shared_club, small_disk, tmp_path) -> None:
    copy = Copy.of(shared_club, small_disk / "copy")
    before = shared_club.history()
    filler = small_disk / "filler"
    for _ in range(2):
        room = os.statvfs(small_disk)
        filler.write_bytes(bytes(room.f_bavail * room.f_bsize))
        ended = run_with_faults(copy.record, tmp_path)
        assert one_sentence(ended), ended
        assert "No space left on device" in ended.said
        assert fsck(copy.club.ledger, KeyFolder(copy.club.keys, disk=QUICK), disk=QUICK).hopeless == ()
        filler.unlink()
    assert copy.goes_on(before)


@pytest.mark.parametrize("place", ["ledger", "ledger/history/00000000.jsonl", "keys"])
def test_a_place_that_cannot_be_written_to_is_refused_and_nothing_is_lost(shared_club, memory, without_rights, place) -> None:
    copy = Copy.of(shared_club, memory / "copy")
    before = copy.club.history()
    memory.chmod(0o755)
    (memory / "copy").chmod(0o755)
    if os.geteuid() == 0:
        for path in (memory / "copy").rglob("*"):
            os.chown(path, 65534, -1)
    (memory / "copy" / place).chmod(0o500)
    explained(OSError())  # imports what nobody may read where it is installed

    def record() -> int:
        with without_rights():
            return copy.record()

    ended = run_with_faults(record, memory)
    assert one_sentence(ended), ended
    assert "Permission denied" in ended.said
    (memory / "copy" / place).chmod(0o700)
    for path in (memory / "copy").rglob("*"):
        os.chown(path, os.geteuid(), -1)
    assert copy.goes_on(before)
