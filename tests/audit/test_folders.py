"""Ledgers that are not there, not whole, or not the right ones: one sentence each, and nothing else (FORMAT §1, §3)."""

import os

import pytest

from audit import audit_ledger, read_ledger
from audit.errors import AuditError, KeyTextError, LedgerMissingError, LimitError, LineError, NoteError, SignatureError, TruncatedError
from audit.passes import Wishes


@pytest.fixture
def folder(book):
    book.evening(rounds=30)
    book.height = 4
    book.records[0]["height"] = 4
    return book.write()


def spoiled(error, match, folder, vkey):
    with pytest.raises(error, match=match) as raised:
        audit_ledger(folder, vkey, jobs=1)
    assert isinstance(raised.value, AuditError)
    assert str(raised.value).count(". ") == 0, "one sentence"


def test_there_is_no_folder(book, tmp_path):
    spoiled(LedgerMissingError, "no ledger at", tmp_path / "nowhere", book.signer.vkey)


def test_the_folder_is_empty(book, tmp_path):
    spoiled(LedgerMissingError, "holds no ledger", tmp_path, book.signer.vkey)


def test_there_is_no_checkpoint(book, folder):
    (folder / "checkpoint").unlink()
    spoiled(LedgerMissingError, "nothing in it is signed", folder, book.signer.vkey)


@pytest.mark.parametrize("kind", ["folder", "pipe", "novel"])
def test_the_checkpoint_is_something_else(book, folder, kind):
    checkpoint = folder / "checkpoint"
    checkpoint.unlink()
    if kind == "folder":
        checkpoint.mkdir()
    elif kind == "pipe":
        os.mkfifo(checkpoint)
    else:
        checkpoint.write_bytes(b"x" * 100_000)
    spoiled(LedgerMissingError, "is no file|is far too long", folder, book.signer.vkey)


@pytest.mark.parametrize("target", ["nowhere", "strange.jsonl"])
def test_a_dead_link_beside_the_history_is_no_obstacle(book, folder, target):
    (folder / "history" / "strange.jsonl").symlink_to(folder / "history" / target)
    assert audit_ledger(folder, book.signer.vkey, jobs=1).status == 0


def test_a_history_of_links_is_read_as_it_is(book, folder):
    (folder / "history").rename(folder / "elsewhere")
    (folder / "history").mkdir()
    for file in (folder / "elsewhere").iterdir():
        (folder / "history" / file.name).symlink_to(file)
    report = audit_ledger(folder, book.signer.vkey, jobs=1)
    assert report.status == 0
    assert not any("beyond the checkpoint" in notice for notice in report.notices)


def test_the_checkpoint_signs_nothing(book, folder):
    (folder / "checkpoint").write_bytes(book.signer.checkpoint([]))
    spoiled(LedgerMissingError, "is empty", folder, book.signer.vkey)


def test_the_checkpoint_is_no_note(book, folder):
    (folder / "checkpoint").write_bytes(b"hello\n")
    spoiled(NoteError, "no signature", folder, book.signer.vkey)


def test_the_key_is_another_one(folder, signer):
    spoiled(SignatureError, "own key", folder, signer("club.example/test", b"\x08" * 32).vkey)


def test_the_key_is_no_key(folder):
    spoiled(KeyTextError, "verifier key", folder, "hello")


def test_a_file_is_missing(book, folder):
    (folder / "history" / "00000001.jsonl").unlink()
    spoiled(TruncatedError, r"00000001\.jsonl is missing", folder, book.signer.vkey)


def test_a_file_is_cut(book, folder):
    file = folder / "history" / "00000002.jsonl"
    file.write_bytes(file.read_bytes()[:-1])
    spoiled(TruncatedError, r"00000002\.jsonl ends before line", folder, book.signer.vkey)


def test_a_line_is_too_long(book, folder):
    file = folder / "history" / "00000001.jsonl"
    file.write_bytes(b"x" * 70_000 + b"\n" + file.read_bytes())
    spoiled(LineError, "70000 bytes", folder, book.signer.vkey)


def test_a_line_without_end_is_not_read_whole(book, folder):
    (folder / "history" / "00000001.jsonl").write_bytes(b"x" * 20_000_000)
    spoiled(LineError, "65535 bytes", folder, book.signer.vkey)


def test_the_first_line_is_not_that_of_a_ledger(book, folder):
    file = folder / "history" / "00000000.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[1:] + lines[:1]))
    spoiled(LineError, "not the start of a ledger", folder, book.signer.vkey)


@pytest.mark.parametrize("first", [b"\n", b"{}\n", b"hello\n", b"\x00" * 100 + b"\n", b"no end", b"x" * 70_000])
def test_the_first_line_is_foreign(book, folder, first):
    (folder / "history" / "00000000.jsonl").write_bytes(first)
    spoiled(LineError, "Line 0 of the ledger", folder, book.signer.vkey)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bad_round_is_one_sentence_from_any_process(book, monkeypatch, jobs):
    monkeypatch.setattr("audit.units.UNIT_LINES", 16)
    book.evening(rounds=40)
    book.records[30]["banker"] = "nobody"
    with pytest.raises(LineError, match=r"^Line 30 of the ledger is not a `round` record"):
        book.audit(jobs=jobs)


def test_a_line_in_the_middle_is_foreign(book, folder):
    file = folder / "history" / "00000001.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    lines[3] = b"hello\n"
    file.write_bytes(b"".join(lines))
    spoiled(LineError, "Line 19 of the ledger is not JSON", folder, book.signer.vkey)


def test_a_later_format_is_not_read(book):
    book.records[0]["format"] = 2
    spoiled(LineError, "format 2", book.write(), book.signer.vkey)


def test_a_memory_limit_must_be_one(book):
    book.evening()
    with pytest.raises(LimitError, match="2GB"):
        book.audit(wishes=Wishes(memory_limit="plenty"))
    assert book.audit(wishes=Wishes(memory_limit="400MB")).status == 0


def test_every_line_is_read_without_the_key(folder):
    kinds = [type(record).__name__ for record in read_ledger(folder)]
    assert kinds[:6] == ["Ledger", "Open", "Seat", "Seat", "Seat", "Start"]
    assert kinds.count("Round") == 30


def test_a_small_memory_limit_is_said_to_be_too_small(book):
    book.evening(players=6, rounds=70)
    with pytest.raises(LimitError, match="too small"):
        book.audit(wishes=Wishes(memory_limit="1MB"))
