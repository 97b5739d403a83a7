"""Checkpoints that somebody kept, held against today's ledger (FORMAT §3, §11): what each excludes, and what each gives away."""

import base64
import json

import pytest

from audit import audit_ledger
from audit.errors import NoteError, SignatureError
from audit.proofs import extends

EARLY = 9
"""Lines of the first evening."""


@pytest.fixture
def kept(book, tmp_path):
    """A ledger of two evenings, and a checkpoint for each size of the first one's."""
    book.evening(1, rounds=2)
    assert len(book.records) == EARLY
    book.evening(2, rounds=6)

    def keep(size, *, signer=None):
        path = tmp_path / f"kept-{size}"
        path.write_bytes((signer or book.signer).checkpoint(book.lines()[:size]))
        return path

    return keep


def test_a_ledger_extends_every_checkpoint_that_it_had(book, kept):
    """Sizes at, before and behind the edges of blocks of 16 lines; the ledger is read once."""
    sizes = [1, 2, 15, 16, len(book.records) - 1]
    report = book.audit(known=[kept(size) for size in sizes])
    assert (report.status, report.evidence) == (0, "")
    (notice,) = (notice for notice in report.notices if "second history" in notice)
    assert notice.startswith(f"rollback or a second history: excluded for the first {sizes[-1]} lines")


def test_the_checkpoint_of_the_same_size_excludes_it_all(book, kept):
    report = book.audit(known=[kept(len(book.records))])
    assert f"excluded (the ledger is that of the checkpoint of {len(book.records)} lines that was given)" in "\n".join(report.notices)


def test_a_ledger_rolled_back_to_yesterdays_backup_is_clean_alone_and_caught_with_a_kept_checkpoint(book, kept):
    today, yesterday = kept(len(book.records)), book.lines()[:EARLY]
    book.write(yesterday)
    assert audit_ledger(book.folder, book.signer.vkey, jobs=1).status == 0
    report = audit_ledger(book.folder, book.signer.vkey, jobs=1, known=[today])
    assert [finding.code for finding in report.findings] == ["rollback"]
    assert report.findings[0].recorded == f"{EARLY} lines"
    assert (report.status, report.evidence) == (1, "")


@pytest.mark.parametrize("height", [4, 16])
def test_a_line_rewritten_and_signed_anew_is_caught_with_the_proof_of_it(book, kept, height):
    book.height = book.records[0]["height"] = height
    before = kept(18)
    book.records[1]["table"] = "Table 9"
    sizes = 18, len(book.records)
    report = book.audit(known=[before])
    assert "second-history" in {finding.code for finding in report.findings}
    proof = json.loads(report.evidence)
    assert proof["checkpoints"] == [before.read_text("utf-8"), (book.folder / "checkpoint").read_text("utf-8")]
    roots = [base64.b64decode(note.split("\n")[2]) for note in proof["checkpoints"]]
    nodes = [base64.b64decode(node) for node in proof["proof"]]
    other = base64.b64decode(proof["root"])
    assert other != roots[0]
    assert extends(sizes[0], other, sizes[1], roots[1], nodes)


def test_another_ledger_of_the_same_size_is_caught_without_a_proof_of_consistency(book, kept):
    before = kept(len(book.records))
    book.records[1]["table"] = "Table 9"
    proof = json.loads(book.audit(known=[before]).evidence)
    assert proof["proof"] == []
    assert proof["root"] == proof["checkpoints"][1].split("\n")[2]


def test_where_a_stranger_changed_the_lines_nothing_is_proven_against_who_signed(book, kept):
    before = kept(18)
    folder = book.write()
    book.records[1]["table"] = "Table 9"
    note = (folder / "checkpoint").read_bytes()
    book.write()
    (folder / "checkpoint").write_bytes(note)
    report = audit_ledger(folder, book.signer.vkey, jobs=1, known=[before])
    assert {"root", "second-history"} <= {finding.code for finding in report.findings}
    assert report.evidence == ""


def test_a_checkpoint_by_another_key_or_of_another_ledger_is_refused_by_its_name(book, kept, signer):
    stranger, neighbour = signer(book.signer.name, b"\x08" * 32), signer("club.example/other")
    with pytest.raises(SignatureError, match=r"kept-9: The checkpoint is signed by .* not by the key given"):
        book.audit(known=[kept(9, signer=stranger)])
    with pytest.raises(NoteError, match=r"kept-9: The checkpoint is of the ledger club.example/other and not of club.example/test"):
        book.audit(known=[kept(9, signer=neighbour)])


@pytest.mark.parametrize(("data", "match"), [(b"", "no signature"), (b"\xff\n\nx", "not UTF-8"), (b"x" * 100_000, "far too long")])
def test_what_is_no_checkpoint_is_refused_by_its_name(book, kept, data, match):
    path = kept(9)
    path.write_bytes(data)
    with pytest.raises(NoteError, match=rf"kept-9.*{match}"):
        book.audit(known=[path])


def test_a_live_round_that_was_deleted_with_its_journal_and_dealt_anew_is_caught_by_who_kept_its_beginning(new_book, tmp_path):
    """The `begin` was signed before the first card; played again later, it is another line. Whoever repeats it to the byte, receipts catch."""
    first, again = new_book(), new_book()
    for book in (first, again):
        book.evening(1, rounds=3, mode="live")
    begun = max(record["seq"] for record in first.records if record["record"] == "begin")
    kept = tmp_path / "kept"
    kept.write_bytes(first.signer.checkpoint(first.lines()[: begun + 1]))
    for record in again.records[begun:]:
        record["time"] = record["time"].replace("T00:", "T01:")
    assert again.audit().status == 0
    report = again.audit(known=[kept])
    assert {finding.code for finding in report.findings} == {"second-history"}
    assert report.evidence
    assert first.audit(known=[kept]).status == 0
