"""The writer: order of a commit, what an opening finds, and what it refuses (DESIGN §5)."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from filelock import FileLock

from ledger import KeyFolder, Plan, SteppingClock, create_ledger, make_bot, record
from ledger.errors import DiskFailed, KeyProblem, LedgerBusy, LedgerProblem, SessionRefused
from ledger.history.disk import Disk
from ledger.history.last_note import LastNote
from ledger.history.opening import open_ledger
from ledger.history.records import LONGEST_LINE, Ruling, decode, encode
from ledger.proof.notes import Checkpoint
from ledger.proof.tree import Frontier, leaf_hash
from tests.support.ledgers import NAME, SignedLedger
from tests.support.stacked import training


class RecordingDisk(Disk):
    """The real disk, but every operation is written down; one may fail."""

    def __init__(self, fails: str = "", at: int = 1) -> None:
        super().__init__()
        self.done: list[str] = []
        self._fails, self._at = fails, at

    def _note(self, operation: str, path: Path) -> None:
        told = f"{operation} {path.name}"
        self.done.append(told)
        if told == self._fails and self.done.count(told) == self._at:
            raise OSError(5, os.strerror(5))

    def append(self, path: Path, data: bytes) -> None:
        self._note("append", path)
        super().append(path, data)

    def read(self, path: Path, start: int = 0) -> bytes:
        self._note("read", path)
        return super().read(path, start)

    def replace(self, path: Path, data: bytes, mode: int = 0o644) -> None:
        self._note("replace", path)
        super().replace(path, data, mode)

    def sync_folder(self, path: Path) -> None:
        self._note("sync", path)
        super().sync_folder(path)


def lines(ledger: SignedLedger) -> list[bytes]:
    return ledger.history().splitlines()


def contents(folder: Path) -> dict[Path, bytes]:
    """Every file below it but the lock."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != "writer.lock"}


def before_the_lock(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let something happen just before the lock is got."""
    right = FileLock.acquire

    def late(lock: FileLock) -> object:
        act()
        return right(lock)

    monkeypatch.setattr(FileLock, "acquire", late)


def ruling(seq: int) -> bytes:
    return encode(Ruling(seq=seq, prev=0, session=1, time="2026-01-01T20:00:00Z", about=0, text="x"))


def bots(ledger: SignedLedger, rounds: int = 3, **more):
    rules = training({"session.rounds": rounds})
    return ledger.record(rules, dict.fromkeys(("Ann", "Bo"), lambda _seat, seed: make_bot("random", rules, seed)), **more)


@pytest.fixture
def ledger(new_ledger) -> SignedLedger:
    made: SignedLedger = new_ledger(height=4)
    return made


def test_lines_are_durable_before_they_are_signed_and_signed_before_they_are_shown(ledger) -> None:
    """Append, folder of a new file, read back, note with the keys, checkpoint: in this order."""
    disk = RecordingDisk()
    with open_ledger(ledger.path, attrs.evolve(ledger.keys, disk=disk), disk=disk) as writer:
        disk.done.clear()
        writer.commit([ruling(seq) for seq in range(1, 20)])
    assert disk.done == [
        "append 00000000.jsonl",
        "read 00000000.jsonl",
        "append 00000001.jsonl",
        "sync history",
        "read 00000001.jsonl",
        "replace last.note",
        "sync keys",
        "replace checkpoint",
        "sync ledger",
    ]


def test_only_the_first_note_of_a_writer_replaces_the_file(ledger) -> None:
    """Whether what stood there is durable nobody knows; what the writer itself has put there is."""
    disk = RecordingDisk()
    with open_ledger(ledger.path, attrs.evolve(ledger.keys, disk=disk), disk=disk) as writer:
        disk.done.clear()
        for seq in (1, 2):
            writer.commit([ruling(seq)])
    notes = [done for done in disk.done if done.endswith(("last.note", "keys", "checkpoint", "sync ledger"))]
    shown = ["replace checkpoint", "sync ledger"]
    assert notes == ["replace last.note", "sync keys", *shown, "append last.note", *shown]
    assert ledger.keys.last_note() == (ledger.path / "checkpoint").read_text()


def test_a_file_is_appended_with_a_sync_and_replaced_through_a_temporary_one(tmp_path, monkeypatch) -> None:
    """fsync before anything counts; rename after fsync; then the folder."""
    done: list[str] = []
    for name in ("fsync", "write"):
        monkeypatch.setattr(os, name, _told(done, name, getattr(os, name)))
    monkeypatch.setattr(os, "replace", _told(done, "rename", os.replace))
    disk = Disk()
    disk.append(tmp_path / "a", b"x")
    disk.append(tmp_path / "a", b"y")
    assert done == ["write", "fsync", "fsync", "write", "fsync"]
    done.clear()
    disk.replace(tmp_path / "b", b"x", 0o600)
    assert done == ["write", "fsync", "rename", "fsync"]
    assert (tmp_path / "b").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["a", "b"]


def _told(done, name, right):
    def call(*given):
        done.append(name)
        return right(*given)

    return call


def test_short_writes_are_looped_on(tmp_path, monkeypatch) -> None:
    """A write may take fewer bytes than given."""
    right = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: right(descriptor, data[:3]))
    Disk().append(tmp_path / "a", b"0123456789")
    assert (tmp_path / "a").read_bytes() == b"0123456789"


def test_every_line_is_canonical_and_the_checkpoint_covers_them_all(ledger) -> None:
    """FORMAT §2, §3: files of 16 lines, full but the last; the root over all."""
    bots(ledger, rounds=40)
    files = sorted((ledger.path / "history").iterdir())
    assert [path.name for path in files] == [f"{number:08}.jsonl" for number in range(len(files))]
    assert {path.read_bytes().count(b"\n") for path in files[:-1]} == {16}
    tree = Frontier()
    for seq, line in enumerate(lines(ledger)):
        assert encode(record_ := decode(line)) == line
        assert record_.seq == seq
        tree.append(leaf_hash(line))
    checkpoint = Checkpoint.from_note((ledger.path / "checkpoint").read_text())
    assert checkpoint == Checkpoint(NAME, tree.size, tree.root())
    assert ledger.keys.last_note() == (ledger.path / "checkpoint").read_text()
    assert ledger.keys.signer().has_signed((ledger.path / "checkpoint").read_text())


def test_seats_are_signed_before_the_entropies_and_these_before_any_card(ledger) -> None:
    """FORMAT §4: a checkpoint covers every seat and not start, another start and no round."""
    sizes: list[int] = []
    right = LastNote.keep

    def keep(place: LastNote, note: str, *, alone: bool = False) -> None:
        sizes.append(Checkpoint.from_note(note).size)
        right(place, note, alone=alone)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LastNote, "keep", keep)
        bots(ledger, rounds=3)
    kinds = [type(decode(line)).__name__ for line in lines(ledger)]
    assert sizes[:2] == [kinds.index("Start"), kinds.index("Start") + 1]
    assert kinds == ["Ledger", "Open", "SeatTaken", "SeatTaken", "Start", "RoundPlayed", "RoundPlayed", "RoundPlayed", "Close"]


def test_no_seed_is_written_before_its_shoe_has_ended(ledger) -> None:
    """FORMAT §4, §6: s_k first stands in the record with which shoe k ends."""
    bots(ledger)
    seeds = [use.seed for line in lines(ledger) if hasattr(record_ := decode(line), "shoes") for use in record_.shoes]
    history = ledger.history().decode()
    for seed in seeds:
        assert history.count(seed) == 1


def test_the_same_seed_and_clock_give_the_same_bytes(tmp_path) -> None:
    """A recording is a pure function of rules, secret, answers and clock."""
    keys = KeyFolder(tmp_path / "keys")
    keys.create(NAME)
    histories = set()
    for copy in ("one", "other"):
        (keys.path / "last.note").unlink(missing_ok=True)
        (keys.path / "sessions" / "1.secret").unlink(missing_ok=True)
        clock, folder, rules = SteppingClock("2026-01-01T20:00:00Z"), tmp_path / copy, training({})
        create_ledger(folder, NAME, keys, clock)
        makers = {name: lambda seat, seed: make_bot(("random", "s17")[seat.number % 2], rules, seed) for name in ("Ann", "Bo", "Cy")}  # noqa: B023 -- called at once
        record(folder, keys, Plan(rules, tuple(makers), makers), clock, secret=b"\x07" * 32)
        histories.add((folder / "history" / "00000000.jsonl").read_bytes() + (folder / "checkpoint").read_bytes())
    assert len(histories) == 1


def test_how_rounds_are_grouped_into_commits_changes_no_byte(new_ledger) -> None:
    """Batch recording groups rounds; the history is the same."""
    rules, histories = training({"session.rounds": 30}), []
    for group in (1, 7, 4096):
        ledger = new_ledger(height=4)
        makers = {"Ann": lambda _seat, seed: make_bot("random", rules, seed)}
        record(ledger.path, ledger.keys, Plan(rules, ("Ann",), makers, rounds_a_commit=group), ledger.clock, secret=bytes(32))
        histories.append([line for line in lines(ledger) if b'"record":"round"' in line])
    # Seeds of the keys differ, and with leaf 0 nothing else: the rounds do not.
    assert all(len(history) == 30 for history in histories)
    assert len({b"\n".join(history) for history in histories}) == 1


def test_two_writers_never_write_at_once(ledger) -> None:
    with (
        open_ledger(ledger.path, ledger.keys),
        pytest.raises(LedgerBusy, match=r"Another process is writing .*; wait until it has finished\. If it is `shoe serve`, .* stop it"),
    ):
        bots(ledger)


def test_a_writer_that_has_finished_lets_the_next_one_in(ledger) -> None:
    assert (bots(ledger).session, bots(ledger).session) == (1, 2)


@pytest.mark.parametrize("tail", [b'{"record":"round"', b'{"record":"round"}\n', b"\n", b"\x00" * 5000])
def test_what_was_never_signed_goes_to_quarantine(ledger, tail) -> None:
    """A torn or unsigned line is kept apart and told, and the history is what was signed."""
    bots(ledger)
    before, last = ledger.history(), max((ledger.path / "history").iterdir())
    with last.open("ab") as file:
        file.write(tail)
    with open_ledger(ledger.path, ledger.keys) as writer:
        assert writer.warnings == [
            f"{len(tail)} bytes that were never signed were taken out of the history and kept at {ledger.keys.path}/quarantine/0000-{last.name}."
        ]
    assert ledger.history() == before
    assert (ledger.keys.path / "quarantine" / f"0000-{last.name}").read_bytes() == tail
    assert bots(ledger).session == 2
    assert ledger.audit().status == 0


def test_a_whole_unsigned_file_goes_to_quarantine(ledger) -> None:
    bots(ledger)
    extra = ledger.path / "history" / "00000001.jsonl"
    extra.write_bytes(b"not ours\n")
    with open_ledger(ledger.path, ledger.keys) as writer:
        assert len(writer.warnings) == 1
    assert not extra.exists()


def _lay(ledger: SignedLedger, history: bytes, note: str) -> None:
    """Put these bytes in place of the history, 16 lines a file, and this as the last note and the checkpoint."""
    rows = history.splitlines(keepends=True)
    for path in (ledger.path / "history").iterdir():
        path.unlink()
    for number, at in enumerate(range(0, len(rows), 16)):
        (ledger.path / "history" / f"{number:08}.jsonl").write_bytes(b"".join(rows[at : at + 16]))
    for place in (ledger.keys.path / "last.note", ledger.path / "checkpoint"):
        place.write_text(note)


@pytest.mark.parametrize("written", [0, 1, 40, 100, -1, None])
def test_what_was_written_and_not_signed_is_taken_over_by_the_same_bytes(ledger, written) -> None:
    """DESIGN §5: what is yielded again, byte for byte, is kept, torn or whole, across files too; and what follows it still waits."""
    more, first = [ruling(seq) for seq in range(1, 20)], (ledger.path / "checkpoint").read_text()
    with open_ledger(ledger.path, ledger.keys) as writer:
        writer.commit(more)
    whole, note = ledger.history(), ledger.keys.last_note()
    fresh, tail = whole[: -sum(len(line) + 1 for line in more)], b"".join(line + b"\n" for line in more)[:written]
    _lay(ledger, fresh + tail, first)
    with open_ledger(ledger.path, ledger.keys, keep_unsigned=True) as writer:
        assert ledger.history() == fresh + tail
        for line in more:
            writer.commit([line])
        assert writer.warnings == []
    assert ledger.history() == whole
    assert ledger.keys.last_note() == (ledger.path / "checkpoint").read_text() == note


@pytest.mark.parametrize("taken_over", [1, 2, 3, 5, 8])
def test_other_bytes_after_some_that_were_taken_over_send_only_the_rest_to_quarantine(ledger, taken_over) -> None:
    """Lines of several tables were not signed yet; after the crash they come in another order, each commit by itself."""
    more, first = [ruling(seq) for seq in range(1, 10)], (ledger.path / "checkpoint").read_text()
    with open_ledger(ledger.path, ledger.keys) as writer:
        writer.commit(more)
    whole = ledger.history()
    _lay(ledger, whole, first)
    other = more[taken_over].replace(b'"text":"x"', b'"text":"y"')
    with open_ledger(ledger.path, ledger.keys, keep_unsigned=True) as writer:
        for line in (*more[:taken_over], other):
            writer.commit([line])
    assert lines(ledger)[1:] == [*more[:taken_over], other]
    kept = b"".join(path.read_bytes() for path in sorted((ledger.keys.path / "quarantine").iterdir(), reverse=True))
    assert kept == b"".join(line + b"\n" for line in more[taken_over:])


def test_other_bytes_than_those_kept_send_them_to_quarantine_first(ledger) -> None:
    bots(ledger)
    before, last = ledger.history(), max((ledger.path / "history").iterdir())
    tail = ruling(len(lines(ledger)))[:-9]
    with last.open("ab") as file:
        file.write(tail + b"y")
    with open_ledger(ledger.path, ledger.keys, keep_unsigned=True) as writer:
        assert writer.warnings == []
        writer.commit([ruling(writer.size)])
        assert [warning.partition(" ")[0] for warning in writer.warnings] == [str(len(tail) + 1)]
    assert (ledger.keys.path / "quarantine" / f"0000-{last.name}").read_bytes() == tail + b"y"
    assert ledger.history() == before + ruling(len(before.splitlines())) + b"\n"


def test_a_checkpoint_that_was_not_shown_is_shown_on_opening(ledger) -> None:
    """The note is with the keys, the rename never came: the ledger catches up."""
    bots(ledger)
    note = (ledger.path / "checkpoint").read_text()
    (ledger.path / "checkpoint").unlink()
    with open_ledger(ledger.path, ledger.keys):
        pass
    assert (ledger.path / "checkpoint").read_text() == note


@pytest.mark.parametrize("where", ["first", "middle", "last"])
def test_a_history_that_was_changed_is_refused(ledger, where) -> None:
    bots(ledger, rounds=40)
    files = sorted((ledger.path / "history").iterdir())
    path = files[{"first": 0, "middle": len(files) // 2, "last": -1}[where]]
    path.write_bytes(path.read_bytes().replace(b"2026-01-01T20", b"2026-01-01T21", 1))
    before = ledger.history()
    with pytest.raises(
        LedgerProblem, match=r"is not the history that was signed \(its root differs\); restore it from a backup, change nothing"
    ):
        bots(ledger)
    assert ledger.history() == before


def test_a_history_that_was_cut_is_refused(ledger) -> None:
    bots(ledger, rounds=40)
    last = max((ledger.path / "history").iterdir())
    last.write_bytes(last.read_bytes()[:-1])
    with pytest.raises(LedgerProblem, match="is shorter than what was signed"):
        bots(ledger)
    last.unlink()
    with pytest.raises(LedgerProblem, match="is shorter than what was signed"):
        bots(ledger)


def test_an_emptied_history_is_refused(ledger) -> None:
    for path in (ledger.path / "history").iterdir():
        path.unlink()
    with pytest.raises(LedgerProblem, match=r"is empty although 1 lines were signed|is shorter than what was signed"):
        bots(ledger)


def test_the_keys_of_another_ledger_are_refused(ledger, new_ledger) -> None:
    other = new_ledger()
    with (
        pytest.raises(LedgerProblem, match=r"was not signed with the key at .*; use the folder given to `shoe init`"),
        open_ledger(ledger.path, other.keys),
    ):
        pass


def test_a_key_without_a_note_is_refused(ledger, tmp_path) -> None:
    keys = KeyFolder(tmp_path / "fresh")
    keys.create(NAME)
    with pytest.raises(LedgerProblem, match="have never signed this ledger"), open_ledger(ledger.path, keys):
        pass


def test_a_note_that_the_key_has_not_signed_is_refused(ledger) -> None:
    note = ledger.keys.path / "last.note"
    note.write_text(note.read_text().replace("\n1\n", "\n0\n"))
    with pytest.raises(LedgerProblem, match="is not signed by the key beside it; restore both from one backup"):
        bots(ledger)


def test_a_folder_that_is_no_ledger_is_refused(ledger, tmp_path) -> None:
    with pytest.raises(LedgerProblem, match=r"There is no ledger at .*; make one with `shoe init`"), open_ledger(tmp_path, ledger.keys):
        pass


def test_one_key_serves_one_ledger(ledger, tmp_path) -> None:
    with pytest.raises(LedgerProblem, match="already serves a ledger; make another with `shoe keygen`"):
        create_ledger(tmp_path / "second", NAME, ledger.keys, ledger.clock)
    assert not (tmp_path / "second").exists()


def test_keys_are_kept_out_of_what_is_published(ledger, tmp_path) -> None:
    for place in (ledger.path, ledger.path / "keys", ledger.path / "history" / "deep"):
        with pytest.raises(KeyProblem, match="is a ledger, which is published whole; choose a folder for the keys outside of it"):
            KeyFolder(place).create(NAME)
    keys = KeyFolder(tmp_path / "apart")
    keys.create(NAME)
    for place in (keys.path, keys.path / "ledger"):
        with pytest.raises(LedgerProblem, match="lie in one another; a ledger is published, keys never"):
            create_ledger(place, NAME, keys, ledger.clock)


def test_a_ledger_is_named_as_its_key(tmp_path) -> None:
    keys = KeyFolder(tmp_path / "keys")
    keys.create(NAME)
    with pytest.raises(LedgerProblem, match=r"is named club.example/tables, not other.example/x"):
        create_ledger(tmp_path / "ledger", "other.example/x", keys, SteppingClock("2026-01-01T20:00:00Z"))


def test_a_folder_with_something_in_it_is_left_alone(tmp_path) -> None:
    keys = KeyFolder(tmp_path / "keys")
    keys.create(NAME)
    (tmp_path / "ledger").mkdir()
    (tmp_path / "ledger" / "photo.jpg").write_bytes(b"x")
    with pytest.raises(LedgerProblem, match="already exists and is not an empty folder; choose a new one"):
        create_ledger(tmp_path / "ledger", NAME, keys, SteppingClock("2026-01-01T20:00:00Z"))
    assert [path.name for path in (tmp_path / "ledger").iterdir()] == ["photo.jpg"]


@pytest.mark.parametrize("fails", ["append 00000000.jsonl", "replace last.note", "replace checkpoint", "sync ledger"])
def test_a_disk_that_fails_stops_the_writer_and_nothing_acknowledged_is_lost(ledger, fails) -> None:
    """DESIGN §5: fsync failure is never tried again; the ledger opens afterwards and is clean."""
    bots(ledger)
    acknowledged = ledger.history()
    disk = RecordingDisk(fails)
    with open_ledger(ledger.path, attrs.evolve(ledger.keys, disk=disk), disk=disk) as writer:
        with pytest.raises(DiskFailed, match=r"The ledger could not be written \(Input/output error\): .*; mend the disk and record again"):
            writer.commit([ruling(writer.size)])
        done = list(disk.done)
        with pytest.raises(DiskFailed, match="Writing has stopped after a failure; open the ledger again"):
            writer.commit([ruling(writer.size)])
        assert disk.done == done
    with open_ledger(ledger.path, ledger.keys):
        pass
    assert ledger.history().startswith(acknowledged)


def test_an_fsync_that_fails_is_never_tried_again(ledger, monkeypatch) -> None:
    """DESIGN §5: after it nobody knows what the disk holds; nothing is signed, nothing more is written."""
    tried: list[int] = []

    def fails(descriptor: int) -> None:
        tried.append(descriptor)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    note = (ledger.keys.path / "last.note").read_text()
    with open_ledger(ledger.path, ledger.keys) as writer:
        monkeypatch.setattr(os, "fsync", fails)
        for _ in range(2):
            with pytest.raises(DiskFailed):
                writer.commit([ruling(writer.size)])
    assert len(tried) == 1
    assert (ledger.keys.path / "last.note").read_text() == note == (ledger.path / "checkpoint").read_text()


def test_bytes_that_the_disk_does_not_hold_are_never_signed(ledger, monkeypatch) -> None:
    """What is hashed is what was read back."""
    right = Disk.append
    monkeypatch.setattr(Disk, "append", lambda disk, path, data: right(disk, path, data.replace(b'"text":"x"', b'"text":"y"')))
    note = (ledger.keys.path / "last.note").read_text()
    with (
        open_ledger(ledger.path, ledger.keys) as writer,
        pytest.raises(DiskFailed, match="does not hold what was written to it; stop and check the disk"),
    ):
        writer.commit([ruling(1)])
    assert (ledger.keys.path / "last.note").read_text() == note


def test_a_file_that_someone_else_changes_meanwhile_is_left_alone(ledger) -> None:
    with open_ledger(ledger.path, ledger.keys) as writer:
        with (ledger.path / "history" / "00000000.jsonl").open("ab") as file:
            file.write(b"x")
        with pytest.raises(LedgerProblem, match="was changed by someone else while it was open"):
            writer.commit([ruling(1)])


def test_a_line_too_long_is_refused_before_anything_is_written() -> None:
    """FORMAT §2: 65,535 bytes."""
    with pytest.raises(LedgerProblem, match=f"more than {LONGEST_LINE}; nothing was written"):
        encode(Ruling(seq=1, prev=0, session=1, time="2026-01-01T20:00:00Z", about=0, text="x" * LONGEST_LINE))


@pytest.mark.parametrize(
    "line",
    [b"", b"{}", b"x", b'{"record":"tea"}', b"[" * 5000, b"\xff", ruling(1).replace(b":1,", b": 1,", 1), ruling(1)[:-1] + b',"x":1}'],
)
def test_a_line_that_is_not_ours_is_refused(line) -> None:
    with pytest.raises(LedgerProblem, match="`shoe audit` tells more"):
        decode(line)


def test_a_seed_serves_one_session_of_a_ledger(ledger) -> None:
    """FORMAT §4: the commitment is unique, for its cards are known after the first."""
    bots(ledger, secret=5)
    before = ledger.history()
    with pytest.raises(SessionRefused, match="This seed has already been used in this ledger, so its cards are known"):
        bots(ledger, secret=5)
    assert ledger.history() == before


def test_the_longest_round_fits_in_a_line(new_ledger) -> None:
    """FORMAT §2: 14 boxes, five hands each, every balance at its largest."""
    ledger = new_ledger()
    changes = {
        "table__boxes": 14,
        "table__players_max": 14,
        "pack__decks": 8,
        "split__hands": 5,
        "split__aces_hands": 5,
        "session__rounds": 400,
    }
    changes |= {"session__stack": 10**12, "stakes__minimum": 10**9, "stakes__maximum": 10**9}
    rules = training(changes)
    names = [f"{'😀' * 30}{number:2}".replace(" ", "0") for number in range(14)]
    ledger.record(rules, dict.fromkeys(names, lambda _seat, seed: make_bot("random", rules, seed)))
    assert max(map(len, lines(ledger))) < LONGEST_LINE // 4


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda path: path.unlink(), "There is no signing key at .*; make one with `shoe keygen"),
        (lambda path: path.write_text("PRIVATE+KEY+x"), "is not a signing key as `shoe keygen` writes it; restore it from a backup"),
        (lambda path: path.write_bytes(b"\xff"), "is damaged; restore it from a backup"),
        (lambda path: path.write_text(path.read_text()[:-2] + "é\n"), "is not a signing key"),
        (lambda path: path.write_text(path.read_text().replace("club", "blub")), "is not a signing key"),
        (lambda path: path.write_text(path.read_text().replace("A", "B", 1)), "is not a signing key"),
    ],
)
def test_a_signing_key_that_is_none_is_refused(ledger, spoil, says) -> None:
    spoil(ledger.keys.path / "signing.key")
    with pytest.raises(KeyProblem, match=says):
        bots(ledger)


def test_every_secret_file_is_for_its_owner_alone(ledger) -> None:
    """0600, folder 0700."""
    bots(ledger)
    modes = {
        path.name: path.stat().st_mode & 0o777 for path in ledger.keys.path.rglob("*") if path.is_file() and path.name != "writer.lock"
    }
    assert modes == {"signing.key": 0o600, "verifier.vkey": 0o644, "last.note": 0o600, "1.secret": 0o600}
    assert ledger.keys.path.stat().st_mode & 0o777 == 0o700


def test_no_secret_is_in_the_ledger(ledger) -> None:
    bots(ledger)
    secret = (ledger.keys.path / "sessions" / "1.secret").read_text().strip()
    signing = (ledger.keys.path / "signing.key").read_text()
    assert secret not in ledger.history().decode()
    assert signing.strip().split("+", 4)[4] not in ledger.history().decode()


@pytest.mark.parametrize("sessions", [0, 1])
def test_keys_older_than_the_ledger_are_refused_and_nothing_is_touched(ledger, sessions) -> None:
    """DESIGN §5: going on from an old note would sign a second history beside the one that is public."""
    for _ in range(sessions):
        bots(ledger)
    note = ledger.keys.path / "last.note"
    old = note.read_text()
    bots(ledger, rounds=40)
    note.write_text(old)
    before = contents(ledger.path) | contents(ledger.keys.path)
    with pytest.raises(
        LedgerProblem,
        match=r"^The checkpoint of .* is newer than the last note kept at .*; restore the latest keys, change nothing\.$",
    ):
        bots(ledger)
    assert contents(ledger.path) | contents(ledger.keys.path) == before


def test_another_history_of_the_same_size_that_this_key_signed_is_refused(ledger) -> None:
    bots(ledger)
    public = Checkpoint.from_note((ledger.path / "checkpoint").read_text())
    (ledger.path / "checkpoint").write_text(ledger.keys.signer().sign(attrs.evolve(public, root=bytes(32)).to_text()))
    before = contents(ledger.path)
    with pytest.raises(LedgerProblem, match=r"is at odds with the last note kept at .*; restore the latest keys, change nothing"):
        bots(ledger)
    assert contents(ledger.path) == before


@pytest.mark.parametrize("spoil", ["size", "é", "cut"])
def test_a_checkpoint_that_this_key_has_not_signed_is_written_anew(ledger, spoil) -> None:
    """Nobody but the key's owner can stop the recording with a checkpoint."""
    bots(ledger)
    checkpoint = ledger.path / "checkpoint"
    right = checkpoint.read_text()
    size = Checkpoint.from_note(right).size
    checkpoint.write_text({"size": right.replace(f"\n{size}\n", f"\n{size + 1}\n"), "é": right[:-3] + "é\n", "cut": right[:40]}[spoil])
    with open_ledger(ledger.path, ledger.keys):
        pass
    assert checkpoint.read_text() == right


def test_a_checkpoint_older_than_the_note_is_brought_up_to_it(ledger) -> None:
    """The crash between the note and the checkpoint."""
    old = (ledger.path / "checkpoint").read_text()
    bots(ledger)
    new = (ledger.path / "checkpoint").read_text()
    (ledger.path / "checkpoint").write_text(old)
    with open_ledger(ledger.path, ledger.keys):
        pass
    assert (ledger.path / "checkpoint").read_text() == new


def test_nothing_is_set_aside_from_a_history_that_is_not_the_signed_one(ledger) -> None:
    """The root is compared before the first byte is cut off."""
    bots(ledger)
    path = max((ledger.path / "history").iterdir())
    path.write_bytes(path.read_bytes().replace(b"2026-01-01T20", b"2026-01-01T21", 1) + b"torn")
    before = contents(ledger.path)
    with pytest.raises(LedgerProblem, match="its root differs"):
        bots(ledger)
    assert contents(ledger.path) == before
    assert not (ledger.keys.path / "quarantine").exists()


def test_a_crash_between_two_unsigned_files_leaves_none_behind_a_gap(ledger) -> None:
    """The last one goes first, so that the next opening finds the others."""
    history = ledger.path / "history"
    for number in (1, 2):
        (history / f"{number:08}.jsonl").write_bytes(b"not ours\n")
    disk, right = Disk(), Disk.truncate
    cut: list[str] = []

    def crashes(path: Path, size: int) -> None:
        if cut:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        cut.append(path.name)
        right(disk, path, size)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk, "truncate", crashes)
        with pytest.raises(LedgerProblem, match="cannot be read and written"), open_ledger(ledger.path, ledger.keys, disk=disk):
            pass
    assert cut == ["00000002.jsonl"]
    with open_ledger(ledger.path, ledger.keys):
        pass
    assert [path.name for path in history.iterdir()] == ["00000000.jsonl"]


@pytest.mark.parametrize("height", [-1, 3, 25, 2**62])
def test_a_height_that_no_ledger_has_is_refused(ledger, height) -> None:
    """FORMAT §4: 4 to 24."""
    path = ledger.path / "history" / "00000000.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"height":4,', b'"height":%d,' % height))
    before = ledger.history()
    with pytest.raises(LedgerProblem, match=rf"Line 0 of .* has the height {height}, which is not from 4 to 24; restore the ledger"):
        bots(ledger)
    assert ledger.history() == before


def test_a_key_that_meanwhile_serves_a_ledger_serves_no_other(new_ledger, tmp_path, monkeypatch) -> None:
    """What allows a new ledger is looked at behind the lock."""
    ledger = new_ledger()
    note = ledger.keys.path / "last.note"
    kept = note.read_text()
    note.unlink()
    before_the_lock(monkeypatch, lambda: note.write_text(kept))
    with pytest.raises(LedgerProblem, match="already serves a ledger"):
        create_ledger(tmp_path / "second", NAME, ledger.keys, ledger.clock)
    assert not (tmp_path / "second").exists()


def test_a_folder_that_is_meanwhile_filled_is_left_alone(tmp_path, monkeypatch) -> None:
    keys = KeyFolder(tmp_path / "keys")
    keys.create(NAME)
    (tmp_path / "ledger").mkdir()
    before_the_lock(monkeypatch, lambda: (tmp_path / "ledger" / "photo.jpg").write_bytes(b"x"))
    with pytest.raises(LedgerProblem, match="is not an empty folder"):
        create_ledger(tmp_path / "ledger", NAME, keys, SteppingClock("2026-01-01T20:00:00Z"))
    assert [path.name for path in (tmp_path / "ledger").iterdir()] == ["photo.jpg"]


def test_two_keys_never_make_one_folder_their_ledger(tmp_path, monkeypatch) -> None:
    """Their locks are two; the folder of the history is made by one of them only."""
    keys = KeyFolder(tmp_path / "keys")
    keys.create(NAME)
    right = Disk.make_folder

    def late(disk: Disk, path: Path, mode: int = 0o755) -> bool:
        if path.name == "history":
            path.mkdir()
        return right(disk, path, mode)

    monkeypatch.setattr(Disk, "make_folder", late)
    with pytest.raises(LedgerProblem, match="is not an empty folder"):
        create_ledger(tmp_path / "ledger", NAME, keys, SteppingClock("2026-01-01T20:00:00Z"))
    assert not keys.last_note()


def test_of_two_keygens_at_once_one_succeeds(tmp_path, monkeypatch) -> None:
    """The key that was handed out first is never written over."""
    keys, right = KeyFolder(tmp_path / "keys"), FileLock.acquire
    first: list[str] = []

    def second(lock: FileLock) -> object:
        monkeypatch.setattr(FileLock, "acquire", right)
        first.append(keys.create(NAME))
        return lock.acquire()

    monkeypatch.setattr(FileLock, "acquire", second)
    with pytest.raises(KeyProblem, match="already holds a signing key"):
        keys.create(NAME)
    assert [keys.signer().vkey] == first
    assert (keys.path / "verifier.vkey").read_text() == f"{first[0]}\n"


def test_a_key_that_could_not_be_written_whole_is_not_left_behind(tmp_path) -> None:
    """A full disk: the same keygen succeeds once there is room."""

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    keys = KeyFolder(tmp_path / "keys")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(KeyProblem, match="No space left on device"):
            keys.create(NAME)
    assert keys.create(NAME) == keys.signer().vkey


@pytest.mark.parametrize("failure", [LedgerProblem("changed"), KeyboardInterrupt(), OSError(5, "x")])
def test_whatever_ends_a_commit_early_stops_the_writer(ledger, monkeypatch, failure) -> None:
    """Bytes lie there that no note covers: a later commit would sign them."""
    bots(ledger)
    acknowledged, note = ledger.history(), (ledger.path / "checkpoint").read_text()
    with open_ledger(ledger.path, ledger.keys) as writer:
        with monkeypatch.context() as patch:
            patch.setattr(LastNote, "keep", _raises(failure))
            with pytest.raises((LedgerProblem, KeyboardInterrupt, DiskFailed)):
                writer.commit([ruling(writer.size)])
        with pytest.raises(DiskFailed, match="Writing has stopped after a failure; open the ledger again to go on"):
            writer.commit([ruling(writer.size)])
    assert (ledger.path / "checkpoint").read_text() == note
    with open_ledger(ledger.path, ledger.keys):
        pass
    assert ledger.history() == acknowledged


def _raises(failure):
    def call(*_given, **_named):
        raise failure

    return call


def test_a_file_left_over_gives_nothing_to_the_one_that_is_written(tmp_path) -> None:
    """Neither its mode nor what it leads to."""
    for name in ("open", "link"):
        (tmp_path / "elsewhere").write_bytes(b"mine")
        left = tmp_path / f"{name}.tmp"
        if name == "link":
            left.symlink_to(tmp_path / "elsewhere")
        else:
            left.write_bytes(b"something longer")
            left.chmod(0o666)
        Disk().replace(tmp_path / name, b"secret", 0o600)
        assert (tmp_path / name).read_bytes() == b"secret"
        assert not (tmp_path / name).is_symlink()
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
        assert (tmp_path / "elsewhere").read_bytes() == b"mine"
        assert not left.is_symlink()
        assert not left.exists()


def test_an_empty_folder_that_others_can_read_is_closed_to_them(tmp_path) -> None:
    keys = KeyFolder(tmp_path / "keys")
    keys.path.mkdir()
    keys.path.chmod(0o755)
    keys.create(NAME)
    assert keys.path.stat().st_mode & 0o777 == 0o700


def test_a_folder_in_use_that_others_can_read_takes_no_keys(tmp_path) -> None:
    """It may be a home, or /tmp: its mode is its owner's business."""
    (tmp_path / "photo.jpg").write_bytes(b"x")
    tmp_path.chmod(0o755)
    with pytest.raises(
        KeyProblem, match=r"is open to others and not empty; choose a new folder for the keys, or close it with `chmod 700`"
    ):
        KeyFolder(tmp_path).create(NAME)
    assert [path.name for path in tmp_path.iterdir()] == ["photo.jpg"]
    assert tmp_path.stat().st_mode & 0o777 == 0o755


def test_the_folder_of_secrets_is_closed_to_others_again(ledger) -> None:
    bots(ledger)
    (ledger.keys.path / "sessions").chmod(0o755)
    bots(ledger)
    assert (ledger.keys.path / "sessions").stat().st_mode & 0o777 == 0o700
