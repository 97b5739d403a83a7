"""A change of key (FORMAT §3): which key signs at which size, and the way there from an older one."""

import os
from typing import Any

import attrs
import pytest

from audit import audit_ledger
from audit.context import survey
from audit.errors import NoteError, SignatureError
from audit.kept import open_known
from audit.keys import Keys, trusted
from audit.ledger_dir import open_ledger
from audit.notes import open_checkpoint, parse_vkey


@attrs.define
class Turned:
    """A ledger whose key was changed twice between three evenings; `notes` are the lines of its `key` records."""

    book: Any
    signers: list[Any]
    notes: list[int]

    @property
    def folder(self):
        return self.book.folder

    def note(self, size, *signers):
        text = self.signers[0].checkpoint(self.book.lines()[:size]).decode().partition("\n\n")[0] + "\n"
        return (text + "\n" + "".join(signer.line(text) for signer in signers)).encode()

    def open(self, which):
        """What the checkpoint says to somebody who holds one of the keys."""
        ledger = open_ledger(self.folder)
        return trusted(parse_vkey(self.signers[which].vkey), self.keys(), ledger.note, ledger.rotation)[0]

    def keys(self):
        found = survey(open_ledger(self.folder))
        return Keys.of(found.ledger, found.records)

    def audit(self, which, **options):
        return audit_ledger(self.folder, self.signers[which].vkey, jobs=1, **options)


@pytest.fixture
def turned(book, signer):
    signers = [signer(book.signer.name, bytes([number]) * 32) for number in (7, 8, 9)]
    book.evening(1, rounds=1)
    seqs = []
    for session in (2, 3):
        seqs.append(book.add("key", vkey=signers[session - 1].vkey)["seq"])
        book.evening(session, rounds=1)
    book.write()
    made = Turned(book, signers, seqs)
    (book.folder / "rotations").mkdir()
    for seq, before, after in zip(seqs, signers, signers[1:], strict=False):
        (book.folder / "rotations" / f"{seq:08d}.note").write_bytes(made.note(seq + 1, before, after))
    (book.folder / "checkpoint").write_bytes(made.note(len(book.records), signers[-1]))
    return made


@pytest.mark.parametrize("which", [0, 1, 2])
def test_every_key_that_the_ledger_had_leads_to_the_one_in_force(turned, which):
    assert turned.open(which).size == len(turned.book.records)


def test_a_ledger_whose_key_was_changed_is_clean_and_says_so(turned):
    report = turned.audit(0)
    assert (report.status, report.not_checked) == (0, ())
    assert len([notice for notice in report.notices if notice.startswith("the signing key was changed in line")]) == 2


def test_a_key_that_the_ledger_does_not_name_is_refused(turned, signer):
    turned.signers.append(signer(turned.book.signer.name, b"\x0a" * 32))
    with pytest.raises(SignatureError, match="none of this ledger's keys"):
        turned.open(3)


def test_a_larger_checkpoint_that_only_the_old_key_signed_is_refused(turned):
    (turned.folder / "checkpoint").write_bytes(turned.note(len(turned.book.records), turned.signers[1]))
    for which in (0, 1, 2):
        with pytest.raises(SignatureError, match=f"another of the ledger's keys .* from line {turned.notes[1] + 1} on"):
            turned.open(which)


def test_without_the_note_of_a_change_only_the_newest_key_suffices(turned):
    (turned.folder / "rotations" / f"{turned.notes[1]:08d}.note").unlink()
    assert turned.open(2).size == len(turned.book.records)
    with pytest.raises(NoteError, match="leads from the older key given to the newer one, cannot be read"):
        turned.open(1)
    report = turned.audit(2)
    assert report.status == 0
    assert any(f"nobody who holds an older key can follow the change in line {turned.notes[1]}" in notice for notice in report.notices)


@pytest.mark.parametrize("by", [0, 1])
def test_a_note_of_a_change_must_be_signed_by_both_keys(turned, by):
    seq = turned.notes[0]
    (turned.folder / "rotations" / f"{seq:08d}.note").write_bytes(turned.note(seq + 1, turned.signers[by]))
    with pytest.raises(SignatureError, match=f"change of key in line {seq} is not signed by"):
        turned.open(0)


def test_a_note_of_a_change_is_the_first_that_covers_it(turned):
    seq = turned.notes[0]
    (turned.folder / "rotations" / f"{seq:08d}.note").write_bytes(turned.note(seq + 2, *turned.signers[:2]))
    with pytest.raises(NoteError, match=f"covers {seq + 2} lines and not {seq + 1}"):
        turned.open(0)


def test_a_note_of_a_change_over_other_lines_shows_a_second_history(turned):
    """Anybody can add a signature of their own below a note of the old key: that the note is of these lines is what binds."""
    seq = turned.notes[0]
    note = turned.note(seq + 1, *turned.signers[:2])
    (turned.folder / "rotations" / f"{seq:08d}.note").write_bytes(note)
    turned.book.records[1]["table"] = "Table 9"
    turned.book.write()
    (turned.folder / "checkpoint").write_bytes(turned.note(len(turned.book.records), turned.signers[-1]))
    for which in (0, 2):
        assert "second-history" in {finding.code for finding in turned.audit(which).findings}


def test_kept_checkpoints_are_judged_by_the_key_of_their_size(turned):
    first, last = turned.notes
    keys, given = turned.keys(), parse_vkey(turned.signers[0].vkey)
    for size, by in ((first, 0), (first + 3, 1), (last + 1, 2)):
        assert open_known("kept", turned.note(size, turned.signers[by]), keys, given).checkpoint.size == size
    with pytest.raises(SignatureError, match=r"late: .*another of the ledger's keys"):
        open_known("late", turned.note(first + 3, turned.signers[0]), keys, given)


def test_a_key_that_comes_again_is_a_finding(turned):
    seq = turned.book.add("key", vkey=turned.signers[0].vkey)["seq"]
    turned.book.write()
    (turned.folder / "rotations" / f"{seq:08d}.note").write_bytes(turned.note(seq + 1, turned.signers[2], turned.signers[0]))
    (turned.folder / "checkpoint").write_bytes(turned.note(seq + 1, turned.signers[2], turned.signers[0]))
    findings = turned.audit(2).findings
    assert [(finding.code, finding.seq) for finding in findings] == [("ledger-line", seq)]


def test_a_key_of_another_name_is_a_finding(turned, signer):
    stranger = signer("club.example/other", b"\x0b" * 32)
    seq = turned.book.add("key", vkey=stranger.vkey)["seq"]
    turned.book.write()
    (turned.folder / "checkpoint").write_bytes(turned.note(seq + 1, turned.signers[2], stranger))
    turned.signers.append(stranger)
    findings = turned.audit(3).findings
    assert [(finding.code, finding.seq) for finding in findings] == [("ledger-line", seq)]


def test_a_note_of_a_change_that_is_a_pipe_is_not_waited_for(book):
    (book.folder / "rotations").mkdir(parents=True)
    os.mkfifo(book.folder / "rotations" / "00000009.note")
    book.evening(rounds=1)
    book.write()
    with pytest.raises(NoteError, match="is no file"):
        open_ledger(book.folder).rotation(9)


def test_keys_without_number_cost_a_note_no_more_than_its_lines(book, signer, monkeypatch):
    """Whoever makes a bundle may name as many keys as they like, and nobody has signed for them."""
    mine, seen = parse_vkey(book.signer.vkey), []
    others = [attrs.evolve(mine, key_id=number.to_bytes(4, "big")) for number in range(5000)]
    note = signer("club.example/foreign").checkpoint([b"line"])

    def watched(note, key):
        seen.append(key)
        return open_checkpoint(note, key)

    monkeypatch.setattr("audit.keys.open_checkpoint", watched)
    with pytest.raises(SignatureError, match="not by the key given"):
        Keys((*((at, key) for at, key in enumerate(others)), (5000, mine))).open(note)
    assert len(seen) == 1


def test_a_note_that_is_far_too_long_is_not_looked_through(signer):
    with pytest.raises(NoteError, match="longer than 65536 bytes"):
        open_checkpoint(b"club\n1\nx\n\n" + bytes(1 << 16), parse_vkey(signer().vkey))
