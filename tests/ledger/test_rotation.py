"""A change of the signing key: a record, a note of both keys, and nothing half-done whatever breaks it off (FORMAT §3)."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import attrs
import pytest

from ledger import KeyFolder, SteppingClock, create_ledger, rotate
from ledger.errors import DiskFailed, KeyProblem, LedgerError, LedgerProblem
from ledger.history.disk import Disk
from ledger.history.opening import open_ledger
from ledger.history.records import Key, Ruling, decode, encode
from ledger.proof.notes import Checkpoint, Verifier
from tests.support.disks import BreakingDisk

NAME = "club.example/tables"
TIME = "2026-01-01T20:00:00Z"


@attrs.frozen
class Club:
    """A ledger, its keys, and the verifier key it began with."""

    folder: Path

    @property
    def ledger(self) -> Path:
        return self.folder / "ledger"

    def keys(self, disk: Disk | None = None) -> KeyFolder:
        return KeyFolder(self.folder / "keys", disk=disk or Disk())

    def vkey(self) -> str:
        return (self.folder / "keys" / "verifier.vkey").read_text().strip()

    def note(self) -> str:
        return (self.ledger / "checkpoint").read_text()

    def records(self):
        return [decode(line) for line in (self.ledger / "history" / "00000000.jsonl").read_bytes().splitlines()]

    def rotate(self, disk: Disk | None = None) -> str:
        return rotate(self.ledger, self.keys(disk), SteppingClock(TIME), disk=disk).vkey

    def rule(self) -> None:
        """A further line, signed."""
        with open_ledger(self.ledger, self.keys()) as writer:
            writer.commit([encode(Ruling(seq=writer.size, prev=0, session=1, time=TIME, about=0, text="x"))])

    def copied(self, to: Path) -> Club:
        shutil.copytree(self.folder, to)
        return Club(to)


@pytest.fixture
def club(tmp_path) -> Club:
    made = Club(tmp_path / "club")
    made.keys().create(NAME)
    create_ledger(made.ledger, NAME, made.keys(), SteppingClock(TIME))
    return made


def signers(note: str, *vkeys: str) -> list[bool]:
    """Which of these keys have signed a note."""
    verifiers = [Verifier.of_vkey(vkey) for vkey in vkeys]
    return [verifier is not None and verifier.has_signed(note) for verifier in verifiers]


def test_the_change_is_a_record_and_its_first_checkpoint_bears_both_keys(club) -> None:
    first = club.vkey()
    second = club.rotate()
    assert second == club.vkey() != first
    assert [record.vkey for record in club.records() if isinstance(record, Key)] == [second]
    assert signers(club.note(), first, second) == [True, True]
    assert (club.ledger / "rotations" / "00000001.note").read_text() == club.note()
    assert Checkpoint.from_note(club.note()).size == 2


def test_later_checkpoints_bear_the_new_key_alone_and_each_change_has_its_note(club) -> None:
    vkeys = [club.vkey(), club.rotate()]
    club.rule()
    assert signers(club.note(), *vkeys) == [False, True]
    vkeys.append(club.rotate())
    club.rule()
    assert signers(club.note(), *vkeys) == [False, False, True]
    notes = {path.name: signers(path.read_text(), *vkeys) for path in (club.ledger / "rotations").iterdir()}
    assert notes == {"00000001.note": [True, True, False], "00000003.note": [False, True, True]}


def test_the_old_key_is_overwritten_and_gone(club) -> None:
    path = club.folder / "keys" / "signing.key"
    os.link(path, club.folder / "the same bytes")
    old = path.read_bytes()
    club.rotate()
    assert (club.folder / "the same bytes").read_bytes() == bytes(len(old))
    assert path.read_bytes() != old
    assert not (club.folder / "keys" / "next.key").exists()


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_broken_off_anywhere_it_is_finished_or_undone_by_the_next_opening(club, tmp_path, after) -> None:
    """At each operation that writes: there is one history, and the key that signs it is the one that it names last."""
    whole = BreakingDisk()
    club.copied(tmp_path / "whole").rotate(whole)
    told = []
    for at in range(1, whole.count + 1):
        tried = club.copied(tmp_path / str(at))
        with pytest.raises((OSError, LedgerError)):
            tried.rotate(BreakingDisk(at, after=after))
        shown = Checkpoint.from_note(tried.note()).size
        tried.rule()
        named = [record.vkey for record in tried.records() if isinstance(record, Key)]
        assert len(named) >= shown - 1
        assert tried.vkey() == tried.keys().signer().vkey == (named or [club.vkey()])[-1]
        assert signers(tried.note(), tried.vkey(), club.vkey()) == [True, not named]
        assert [signers(path.read_text(), club.vkey(), tried.vkey()) for path in tried.ledger.glob("rotations/*.note")] == [
            [True, True] for _ in named
        ]
        assert not (tried.folder / "keys" / "next.key").exists()
        told.append(len(named))
    assert told == sorted(told)
    assert set(told) == {0, 1}


def test_a_writer_whose_key_could_not_be_put_in_place_signs_nothing_more(club) -> None:
    disk = Disk()
    with open_ledger(club.ledger, club.keys(disk), disk=disk) as writer:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(disk, "succeed", lambda *_: (_ for _ in ()).throw(OSError(5, "x")))
            with pytest.raises(OSError, match="x"):
                writer.change_key(SteppingClock(TIME))
        with pytest.raises(DiskFailed, match="Writing has stopped after a failure"):
            writer.commit([b"{}"])
        with pytest.raises(DiskFailed, match="Writing has stopped after a failure"):
            writer.change_key(SteppingClock(TIME))


@pytest.mark.parametrize("lost", ["nothing", "rotations", "checkpoint"])
def test_keys_from_before_the_change_are_refused(club, tmp_path, lost) -> None:
    """A backup of them would sign a second history; the note of the change, or the checkpoint of the key after it, tells."""
    old = club.copied(tmp_path / "backup")
    club.rotate()
    club.rule()
    if lost == "rotations":
        shutil.rmtree(club.ledger / "rotations")
    if lost == "checkpoint":
        (club.ledger / "checkpoint").write_text("gone")
    before = (club.ledger / "history" / "00000000.jsonl").read_bytes()
    with pytest.raises(LedgerProblem, match=r"is newer than the last note kept at .*; restore the latest keys, change nothing"):
        rotate(club.ledger, old.keys(), SteppingClock(TIME))
    assert (club.ledger / "history" / "00000000.jsonl").read_bytes() == before


def test_the_keys_of_another_ledger_that_changed_its_own_are_refused(club, tmp_path) -> None:
    other = Club(tmp_path / "other")
    other.keys().create(NAME)
    create_ledger(other.ledger, NAME, other.keys(), SteppingClock(TIME))
    other.rotate()
    with pytest.raises(LedgerProblem, match="was not signed with the key at"):
        rotate(club.ledger, other.keys(), SteppingClock(TIME))


def test_a_copy_of_the_ledger_is_refused_once_the_other_went_on(club, tmp_path) -> None:
    """The keys remember how far they signed: a second ledger under them shows."""
    copy = tmp_path / "copy"
    shutil.copytree(club.ledger, copy)
    club.rule()
    with pytest.raises(LedgerProblem, match=r"is shorter than what was signed \(1 of 2 lines\)"):
        rotate(copy, club.keys(), SteppingClock(TIME))
    shutil.copytree(club.ledger / "history", copy / "history", dirs_exist_ok=True)
    rotate(copy, club.keys(), SteppingClock(TIME))
    with pytest.raises(LedgerProblem, match=r"was not signed with the key at .*, and the latest copy of the ledger"):
        club.rule()


def test_a_next_key_that_is_none_is_refused(club) -> None:
    path = club.folder / "keys" / "next.key"
    path.touch(mode=0o600)
    path.write_text("PRIVATE+KEY+x\n")
    with pytest.raises(KeyProblem, match=r"next.key is not a signing key as `shoe keygen` writes it; restore it from a backup"):
        club.rule()
