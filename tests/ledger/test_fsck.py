"""`shoe fsck`: each state that crashes, disks and people leave, what is said of it, and what a repair does (DESIGN §5)."""

from __future__ import annotations

import base64
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

from ledger import KeyFolder, SteppingClock, create_ledger, fsck, rotate
from ledger.errors import KeyProblem, LedgerBusy, LedgerProblem
from ledger.history.disk import Disk
from ledger.history.opening import open_ledger
from ledger.history.records import Ruling, encode
from ledger.proof.tree import Frontier, leaf_hash
from tests.support.live import Killed, LiveTable, Mains, training_plan
from tests.support.simulated_disk import QuickCalls, files_below

NAME, TIME = "club.example/tables", "2026-01-01T20:00:00Z"
QUICK = Disk(QuickCalls())


class Club:
    """A ledger of 40 lines in files of 16, whose key was changed in line 6, beside its keys; `old` is a copy from before its last line."""

    def __init__(self, root: Path) -> None:
        self.root, self.ledger, self.folder, self.old = root, root / "ledger", root / "keys", root / "old"
        self.last = self.ledger / "history" / "00000002.jsonl"
        self.note, self.checkpoint = self.folder / "last.note", self.ledger / "checkpoint"

    @property
    def keys(self) -> KeyFolder:
        return KeyFolder(self.folder, disk=QUICK)

    def commit(self, lines: int, keys: KeyFolder | None = None) -> None:
        with open_ledger(self.ledger, keys or self.keys, disk=QUICK) as writer:
            writer.commit(
                [encode(Ruling(seq=writer.size + more, prev=0, session=1, time=TIME, about=0, text="x")) for more in range(lines)]
            )

    def signed_again(self, text: str) -> None:
        """The true key signs another text as the checkpoint."""
        self.checkpoint.write_text(self.keys.signer().sign(text))


@pytest.fixture(scope="module")
def template(tmp_path_factory) -> Club:
    club = Club(tmp_path_factory.mktemp("template"))
    club.keys.create(NAME)
    create_ledger(club.ledger, NAME, club.keys, SteppingClock(TIME), height=4, disk=QUICK)
    club.commit(5)
    rotate(club.ledger, club.keys, SteppingClock(TIME), disk=QUICK)
    club.commit(32)
    for part in ("ledger", "keys"):
        shutil.copytree(club.root / part, club.old / part)
    club.commit(1)
    return club


@pytest.fixture
def club(template, memory) -> Club:
    shutil.copytree(template.root, memory / "club")
    return Club(memory / "club")


def torn(club: Club) -> None:
    with club.last.open("ab") as file:
        file.write(b'{"about":0,"prev"')


def other_checkpoint(club: Club) -> None:
    """Signed over a history that this is not."""
    tree = Frontier()
    for _ in range(12):
        tree.append(leaf_hash(b"x"))
    club.signed_again(f"{NAME}\n12\n{base64.b64encode(tree.root()).decode()}\n")


def unfinished_note(club: Club) -> None:
    """All but the rename of the note, and so the checkpoint of before."""
    club.note.rename(club.note.with_name("last.note.tmp"))
    shutil.copy(club.old / "keys" / "last.note", club.note)
    shutil.copy(club.old / "ledger" / "checkpoint", club.checkpoint)


def change_broken_off(club: Club) -> None:
    club.keys.prepare_successor(club.keys.signer())


def written(name: str, data: bytes) -> Callable[[Club], None]:
    def write(club: Club) -> None:
        path = club.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)

    return write


def gone(name: str) -> Callable[[Club], None]:
    return lambda club: (club.root / name).unlink()


def restored(*names: str) -> Callable[[Club], None]:
    """These are from the old backup."""

    def restore(club: Club) -> None:
        for name in names:
            path = club.root / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()
            (shutil.copytree if (club.old / name).is_dir() else shutil.copy)(club.old / name, path)

    return restore


def cut(name: str, by: int) -> Callable[[Club], None]:
    return lambda club: os.truncate(club.root / name, (club.root / name).stat().st_size - by)


def changed(name: str, old: bytes, new: bytes) -> Callable[[Club], None]:
    def change(club: Club) -> None:
        path = club.root / name
        assert old in path.read_bytes()
        path.write_bytes(path.read_bytes().replace(old, new, 1))

    return change


LAST = "ledger/history/00000002.jsonl"
MENDED = {
    "a torn last line": (torn, ["unsigned"], "17 bytes of .*00000002.jsonl were never signed; they go to quarantine"),
    "zeros at the end": (lambda club: os.truncate(club.last, club.last.stat().st_size + 99), ["unsigned"], "99 bytes of"),
    "a file to come": (written("ledger/history/00000003.jsonl", b"x\n"), ["unsigned"], "2 bytes of .*00000003.jsonl were never signed"),
    "an empty file to come": (written("ledger/history/00000003.jsonl", b""), ["foreign-file"], "is no part of the history"),
    "a file behind a gap": (written("ledger/history/00000009.jsonl", b"x\n"), ["foreign-file"], "00000009.jsonl is no part of the history"),
    "a stranger's file": (
        written("ledger/history/notes.txt", b"x"),
        ["foreign-file"],
        "notes.txt is no part of the history; it goes to quarantine",
    ),
    "no checkpoint": (gone("ledger/checkpoint"), ["checkpoint-missing"], "checkpoint is missing; the last note takes its place"),
    "an empty checkpoint": (written("ledger/checkpoint", b""), ["checkpoint-missing"], "checkpoint is missing"),
    "an older checkpoint": (restored("ledger/checkpoint"), ["checkpoint-old"], "covers 39 lines of the 40 that were signed; the last note"),
    "a foreign checkpoint": (
        written("ledger/checkpoint", b"club\n1\nAAAA\n\nx"),
        ["checkpoint-foreign"],
        "is not signed by the ledger's key",
    ),
    "a damaged checkpoint": (
        changed("ledger/checkpoint", b"\n40\n", b"\n41\n"),
        ["checkpoint-foreign"],
        "is not signed by the ledger's key",
    ),
    "a checkpoint of bytes": (written("ledger/checkpoint", b"\xff\xfe"), ["checkpoint-foreign"], "is not signed by the ledger's key"),
    "a note not yet in place": (
        unfinished_note,
        ["note-unfinished", "checkpoint-old"],
        "over 40 lines, was signed and not yet put in its place",
    ),
    "a change of key broken off": (change_broken_off, ["key-unfinished"], "was broken off before the new one had signed; it is undone"),
    "no verifier key": (gone("keys/verifier.vkey"), ["verifier-key"], "does not hold the verifier key of the signing key beside it"),
    "a leftover of the checkpoint": (
        written("ledger/checkpoint.tmp", b"x"),
        ["leftover"],
        "checkpoint.tmp was left over when something was broken",
    ),
    "a leftover beside the keys": (
        written("keys/sessions/3.secret.tmp", b"x"),
        ["secret-leftover"],
        "3.secret.tmp was .*removed, for it may hold a secret",
    ),
    "a foreign note not in place": (written("keys/last.note.tmp", b"x"), ["leftover"], "last.note.tmp was left over"),
}
HOPELESS = {
    "a truncated history": (cut(LAST, 9), "truncated", r"is shorter than what was signed \(39 of 40 lines\); restore it from a backup"),
    "a missing file": (gone("ledger/history/00000001.jsonl"), "truncated", r"\(16 of 40 lines\)"),
    "an empty history": (gone("ledger/history/00000000.jsonl"), "truncated", "is empty although 40 lines were signed"),
    "another history": (changed(LAST, b'"text":"x"', b'"text":"y"'), "other-history", "is not the history that was signed"),
    "a changed line 0": (
        changed("ledger/history/00000000.jsonl", b'"height":4', b'"height":5'),
        "truncated",
        "is shorter than what was signed",
    ),
    "a line 0 that is none": (
        changed("ledger/history/00000000.jsonl", b'{"format"', b'{"fromat"'),
        "first-line",
        "Line 0 of .* is no record",
    ),
    "an impossible height": (changed("ledger/history/00000000.jsonl", b'"height":4', b'"height":3'), "first-line", "has the height 3"),
    "an old history": (restored("ledger/history"), "truncated", r"\(39 of 40 lines\)"),
    "a checkpoint over another history": (other_checkpoint, "other-history", "was signed with its key over another history than this one"),
    "old keys": (restored("keys"), "keys-old", "is newer than the last note kept at .*; restore the latest keys, change nothing"),
    "an old note": (restored("keys/last.note"), "keys-old", "is newer than the last note"),
    "no note": (gone("keys/last.note"), "note-missing", "The last note is missing .*; restore the keys from a backup; if there is none"),
    "a damaged note": (changed("keys/last.note", b"\n40\n", b"\n41\n"), "note-damaged", "is not signed by the key beside it"),
    "a folder in the history": (
        lambda club: (club.ledger / "history" / "x").mkdir(),
        "not-a-file",
        "not a plain file; move it away by hand",
    ),
    "a link in the history": (lambda club: (club.ledger / "history" / "x").symlink_to("/etc"), "not-a-file", "not a plain file"),
}


@pytest.mark.parametrize("state", MENDED)
def test_what_loses_nothing_signed_is_told_and_only_then_mended(club, state) -> None:
    """Without --repair not one byte changes; what is taken out goes to quarantine; the ledger goes on."""
    damage, kinds, says = MENDED[state]
    damage(club)
    before = files_below(club.root)
    found = fsck(club.ledger, club.keys, disk=QUICK)
    assert files_below(club.root) == before
    assert ([trouble.kind.word for trouble in found.troubles], found.status, found.size) == (kinds, 1, 40)
    assert any(re.search(says, str(trouble)) for trouble in found.troubles)
    mended = fsck(club.ledger, club.keys, repair=True, disk=QUICK)
    assert (mended.troubles, mended.status) == (found.troubles, 0)
    assert fsck(club.ledger, club.keys, disk=QUICK).troubles == ()
    after = files_below(club.root)
    kept = [data for name, data in after.items() if name.startswith("keys/quarantine/") and data is not None]
    taken = [
        name
        for name in before
        if name not in after and not name.startswith("keys/last.note") and not name.endswith(("next.key", ".secret.tmp"))
    ]
    assert all(before[name] in kept for name in taken)
    club.commit(1)


@pytest.mark.parametrize("state", HOPELESS)
def test_what_no_repair_can_mend_is_told_with_what_to_restore_and_left_alone(club, state) -> None:
    damage, kind, says = HOPELESS[state]
    damage(club)
    if state not in {"a truncated history", "an old history"}:
        torn(club)
    before = files_below(club.root)
    for repair in (False, True):
        found = fsck(club.ledger, club.keys, repair=repair, disk=QUICK)
        assert (found.hopeless[0].kind.word, found.status, found.mended) == (kind, 3, False)
        assert re.search(says, str(found.hopeless[0]))
        assert files_below(club.root) == before
    with pytest.raises(LedgerProblem, match=says):
        club.commit(1)


def test_a_lost_note_of_a_change_of_key_is_told_and_all_else_is_mended(club) -> None:
    """Others need it to come from the old key to the new; writing does not."""
    note = club.ledger / "rotations" / "00000006.note"
    note.unlink()
    torn(club)
    found = fsck(club.ledger, club.keys, repair=True, disk=QUICK)
    assert ([trouble.kind.word for trouble in found.troubles], found.status) == (["rotation-lost", "unsigned"], 3)
    assert str(found.hopeless[0]).endswith("is missing or damaged; restore it from a backup or from a published copy.")
    club.commit(1)
    assert [trouble.kind.word for trouble in fsck(club.ledger, club.keys, disk=QUICK).troubles] == ["rotation-lost"]


def test_a_whole_ledger_is_in_order(club) -> None:
    found = fsck(club.ledger, club.keys, disk=QUICK)
    assert (found.size, found.troubles, found.status) == (40, (), 0)


def test_a_ledger_that_was_never_made_to_its_end_is_cleared_away_and_can_be_made_anew(tmp_path) -> None:
    keys, ledger = KeyFolder(tmp_path / "keys", disk=QUICK), tmp_path / "ledger"
    keys.create(NAME)
    (ledger / "history").mkdir(parents=True)
    (ledger / "history" / "00000000.jsonl").write_bytes(b'{"format":1,"hei')
    with pytest.raises(LedgerProblem, match=r"was never made to its end: nothing in it is signed; `shoe fsck --repair` clears it away"):
        create_ledger(ledger, NAME, keys, SteppingClock(TIME), disk=QUICK)
    with (
        pytest.raises(LedgerProblem, match=r"was never made to its end: nothing in it is signed; `shoe fsck --repair` clears it away"),
        open_ledger(ledger, keys, disk=QUICK),
    ):
        pass
    assert fsck(ledger, keys, disk=QUICK).status == 1
    assert fsck(ledger, keys, repair=True, disk=QUICK).status == 0
    assert [path.read_bytes() for path in (keys.path / "quarantine").iterdir()] == [b'{"format":1,"hei']
    create_ledger(ledger, NAME, keys, SteppingClock(TIME), disk=QUICK)
    assert fsck(ledger, keys, disk=QUICK).status == 0


def test_nobody_looks_while_somebody_writes(club) -> None:
    with FileLock(club.folder / "writer.lock"):
        for repair in (False, True):
            with pytest.raises(LedgerBusy, match="wait until it has finished"):
                fsck(club.ledger, club.keys, repair=repair, disk=QUICK)


def test_without_ledger_or_keys_it_is_refused(club, tmp_path) -> None:
    with pytest.raises(LedgerProblem, match="There is no ledger at"):
        fsck(tmp_path, club.keys, disk=QUICK)
    with pytest.raises(KeyProblem, match="There is no signing key at"):
        fsck(club.ledger, KeyFolder(tmp_path / "none"), disk=QUICK)
    with pytest.raises(KeyProblem, match="There is no signing key at"):
        fsck(club.ledger, KeyFolder(tmp_path / "none"), repair=True, disk=QUICK)


@pytest.fixture(scope="module")
def left_open(new_ledger) -> LiveTable:
    """A closed session, and a live one that was killed in its first round."""
    table = LiveTable(new_ledger(), training_plan(1))
    table.begin()
    table.ledger.sessions, table.secret = 1, 2
    with pytest.raises(Killed):
        table.begin(Mains(dies_at=9))
    return table


def test_an_open_session_with_its_journal_and_its_secret_is_in_order(left_open) -> None:
    assert fsck(left_open.ledger.path, left_open.ledger.keys).troubles == ()


@pytest.mark.parametrize(
    ("name", "word", "says"),
    [
        (
            "ledger/journal/2.jsonl",
            "journal-lost",
            r"Session 2 is open and its journal is missing; restore .*2.jsonl, or close .* 2 --keys .* --stop`",
        ),
        ("keys/sessions/2.secret", "secret-lost", r"Session 2 is open and its secret is missing, .*; restore .*2.secret from a backup"),
    ],
)
def test_an_open_session_that_lacks_something_is_told_and_all_else_is_mended(left_open, memory, name, word, says) -> None:
    shutil.copytree(left_open.ledger.path.parent, memory / "club")
    club = Club(memory / "club")
    (club.root / name).unlink()
    with (club.ledger / "history" / "00000000.jsonl").open("ab") as file:
        file.write(b"torn")
    found = fsck(club.ledger, club.keys, repair=True, disk=QUICK)
    assert ([trouble.kind.word for trouble in found.troubles], found.status, found.mended) == ([word, "unsigned"], 3, True)
    assert re.fullmatch(rf"{says}.*", str(found.hopeless[0]))
    assert [trouble.kind.word for trouble in fsck(club.ledger, club.keys, disk=QUICK).troubles] == [word]


def test_journals_that_nobody_needs_go_to_quarantine(left_open, memory) -> None:
    """Of a session that is closed, or that was never begun, or of none; not that of the session that comes next."""
    shutil.copytree(left_open.ledger.path.parent, memory / "club")
    club = Club(memory / "club")
    kept = (club.ledger / "journal" / "2.jsonl").read_bytes()
    for name in ("1.jsonl", "3.jsonl", "4.jsonl", "02.jsonl", "3.jsonl.tmp"):
        (club.ledger / "journal" / name).write_bytes(name.encode())
    found = fsck(club.ledger, club.keys, repair=True, disk=QUICK)
    words = {trouble.where.name: trouble.kind.word for trouble in found.troubles}
    assert words == {"1.jsonl": "journal-leftover", "4.jsonl": "journal-leftover", "02.jsonl": "foreign-file", "3.jsonl.tmp": "leftover"}
    assert [
        str(trouble).partition(" is of a session that ")[2] for trouble in found.troubles if trouble.kind.word == "journal-leftover"
    ] == [
        "is closed; it goes to quarantine.",
        "was never begun; it goes to quarantine.",
    ]
    assert {path.name: path.read_bytes() for path in (club.ledger / "journal").iterdir()} == {"2.jsonl": kept, "3.jsonl": b"3.jsonl"}
    assert sorted(path.read_bytes() for path in (club.folder / "quarantine").iterdir()) == sorted(name.encode() for name in words)
