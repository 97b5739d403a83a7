"""Two who write at once: one is refused, and the ledger is clean; what is put in a ledger's place is not written to (DESIGN §5)."""

from __future__ import annotations

import multiprocessing as mp
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from ledger import KeyFolder, SteppingClock, create_ledger, fsck
from ledger.errors import DiskFailed, LedgerBusy, LedgerProblem
from ledger.history.disk import Disk
from ledger.history.opening import open_ledger
from ledger.history.records import Ruling, encode
from tests.support.simulated_disk import QuickCalls

NAME, TIME = "club.example/tables", "2026-01-01T20:00:00Z"
QUICK = Disk(QuickCalls())
TIMES = 100


class Club:
    """A ledger in files of 16 lines, beside its keys."""

    def __init__(self, root: Path) -> None:
        self.root, self.ledger, self.keys = root, root / "ledger", KeyFolder(root / "keys", disk=QUICK)
        self.vkey = self.keys.create(NAME)
        create_ledger(self.ledger, NAME, self.keys, SteppingClock(TIME), height=4, disk=QUICK)

    def history(self) -> bytes:
        return b"".join(path.read_bytes() for path in sorted((self.ledger / "history").iterdir()))


@pytest.fixture
def club(memory) -> Club:
    return Club(memory)


def ruling(seq: int, text: str) -> bytes:
    return encode(Ruling(seq=seq, prev=0, session=1, time=TIME, about=0, text=text))


def race(ledger: Path, keys: Path, name: str, together: Barrier, told: SimpleQueue[str]) -> None:
    """At each start try to write a line; whoever got in stays in until the other has tried."""
    for _ in range(TIMES):
        together.wait(20)
        try:
            with open_ledger(ledger, KeyFolder(keys, disk=QUICK), disk=QUICK) as writer:
                together.wait(20)
                writer.commit([ruling(writer.size, name)])
                told.put("written")
        except LedgerBusy:
            told.put("refused")
            together.wait(20)


def test_of_two_writers_at_once_one_is_refused_each_time(club) -> None:
    forked = mp.get_context("fork")
    together, told = forked.Barrier(2), forked.SimpleQueue()
    both = [forked.Process(target=race, args=(club.ledger, club.keys.path, name, together, told)) for name in ("Ann", "Bo")]
    for process in both:
        process.start()
    counted = Counter(told.get() for _ in range(2 * TIMES))
    for process in both:
        process.join(20)
    assert counted == {"written": TIMES, "refused": TIMES}
    assert len(club.history().splitlines()) == 1 + TIMES
    assert fsck(club.ledger, club.keys, disk=QUICK).troubles == ()


def test_of_two_commands_at_once_each_is_done_whole_or_refused(club) -> None:
    """As two directors type them."""
    words = [
        "record",
        str(club.ledger),
        "--keys",
        str(club.keys.path),
        "--rules",
        "training",
        "--players",
        "Ann",
        "--bot",
        "s17",
        "--rounds",
        "300",
    ]
    commands = [
        subprocess.Popen([sys.executable, "-m", "cli.main", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    ended = [(*command.communicate(timeout=60), command.returncode) for command in commands]
    assert sorted(status for *_, status in ended) in ([0, 0], [0, 2])
    assert all("Another process is writing with the keys" in err for _, err, status in ended if status == 2)
    assert club.history().count(b'"record":"close"') == sum(status == 0 for *_, status in ended)
    assert fsck(club.ledger, club.keys, disk=QUICK).troubles == ()


def away(club: Club, part: str) -> None:
    """Moved elsewhere, and nothing left behind."""
    (club.root / part).rename(club.root / "moved")


def replaced(club: Club, part: str) -> None:
    """Moved elsewhere, and a copy in its place."""
    away(club, part)
    shutil.copytree(club.root / "moved", club.root / part)


@pytest.mark.parametrize("part", ["ledger", "ledger/history", "keys"])
@pytest.mark.parametrize("moved", [away, replaced])
def test_what_was_moved_or_replaced_while_open_is_not_written_to(club, moved: Callable[[Club, str], None], part) -> None:
    """One sentence; where it lies now it is whole, and brought back it goes on."""
    with open_ledger(club.ledger, club.keys, disk=QUICK) as writer:
        writer.commit([ruling(1, "x")])
        before = club.history()
        moved(club, part)
        with pytest.raises(
            (DiskFailed, LedgerProblem), match=r"could not be written \(No such file|was replaced by another folder while it was open"
        ):
            writer.commit([ruling(2, "y")])
        with pytest.raises(DiskFailed, match="Writing has stopped after a failure"):
            writer.commit([ruling(2, "y")])
        if moved is replaced:
            shutil.rmtree(club.root / part)
        (club.root / "moved").rename(club.root / part)
    assert club.history() == before
    assert fsck(club.ledger, club.keys, disk=QUICK).troubles == ()
