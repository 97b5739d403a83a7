"""The writer: order of a commit, what an opening finds, and what it refuses (DESIGN §5)."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import attrs
import pytest

from ledger import KeyFolder, Plan, SteppingClock, create_ledger, make_bot, record
from ledger.errors import DiskFailed, KeyProblem, LedgerBusy, LedgerProblem, SessionRefused
from ledger.history.disk import Disk
from ledger.history.records import LONGEST_LINE, Ruling, decode, encode
from ledger.history.writer import open_ledger
from ledger.proof.notes import Checkpoint
from ledger.proof.tree import Frontier, leaf_hash
from tests.support.ledgers import NAME, SignedLedger
from tests.support.stacked import training


class RecordingDisk(Disk):
    """The real disk, but every operation is written down; one may fail."""

    def __init__(self, fails: str = "", at: int = 1) -> None:
        self.done: list[str] = []
        self._fails, self._at = fails, at

    def _note(self, operation: str, path: Path) -> None:
        told = f"{operation} {path.name}"
        self.done.append(told)
        if told == self._fails and self.done.count(told) == self._at:
            raise OSError(5, os.strerror(5))

    def append(self, path: Path, data: bytes) -> bool:
        self._note("append", path)
        return super().append(path, data)

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


def test_a_file_is_appended_with_a_sync_and_replaced_through_a_temporary_one(tmp_path, monkeypatch) -> None:
    """fsync before anything counts; rename after fsync; then the folder."""
    done: list[str] = []
    for name in ("fsync", "write"):
        monkeypatch.setattr(os, name, _told(done, name, getattr(os, name)))
    monkeypatch.setattr(Path, "replace", _told(done, "rename", Path.replace))
    disk = Disk()
    assert disk.append(tmp_path / "a", b"x")
    assert not disk.append(tmp_path / "a", b"y")
    assert done == ["write", "fsync", "write", "fsync"]
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
    assert (ledger.keys.path / "last.note").read_text() == (ledger.path / "checkpoint").read_text()
    assert ledger.keys.signer().has_signed((ledger.path / "checkpoint").read_text())


def test_seats_are_signed_before_the_entropies_and_these_before_any_card(ledger) -> None:
    """FORMAT §4: a checkpoint covers every seat and not start, another start and no round."""
    sizes: list[int] = []
    right = KeyFolder.store_note

    def store(keys: KeyFolder, note: str) -> None:
        sizes.append(Checkpoint.from_note(note).size)
        right(keys, note)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(KeyFolder, "store_note", store)
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
        pytest.raises(LedgerBusy, match=r"Another process is writing .*; wait until it has finished"),
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
        with pytest.raises(DiskFailed, match="Writing has stopped after a failure of the disk; open the ledger again"):
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
    assert signing.strip().rpartition("+")[2] not in ledger.history().decode()
