"""A small ledger in which one byte is changed, each byte in turn: the audit never passes it over (FORMAT §2, §3)."""

import pytest

from audit import audit_ledger
from audit.errors import AuditError, LineError, NoteError, SignatureError
from audit.lines import decode_line
from audit.notes import open_checkpoint, parse_vkey
from audit.segment import block_roots
from audit.tree import root

WHOLE_AUDITS = 4
"""Of the changes that leave every line readable, so many are audited from end to end; of all, what an audit does with them is."""


@pytest.fixture
def ledger(book):
    """Everything that a session writes, one round, signed."""
    book.evening(players=2, rounds=1)
    return book.write()


def changed(data, at):
    return data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]


def is_reported(book, folder):
    """Whether an audit of the ledger ends in an error, or finds that the history is not the one that was signed."""
    try:
        report = audit_ledger(folder, book.signer.vkey, jobs=1)
    except AuditError:
        return True
    return "root" in {finding.code for finding in report.findings}


def test_every_changed_byte_of_the_history_is_reported(book, ledger):
    """A line is unreadable, or the tree has another root than the signed one: what reads and hashes here is what the audit calls."""
    file = ledger / "history" / "00000000.jsonl"
    history, size = file.read_bytes(), len(book.records)
    right = history.splitlines()
    signed = root(block_roots(right))
    readable, odd, missed = [], [], []
    for at in range(len(history)):
        lines = changed(history, at).split(b"\n")
        if len(lines) != size + 1 or lines[-1]:
            odd.append(at)
            continue
        try:
            for seq, line in enumerate(lines[:-1]):
                if line != right[seq]:
                    decode_line(line, seq)
        except LineError:
            continue
        readable.append(at)
        if root(block_roots(lines[:-1])) == signed:
            missed.append(at)
    print(f"\n{len(history)} bytes of history: {len(readable)} changes leave every line readable, {len(odd)} make or unmake a line")
    assert missed == []
    assert len(readable) > 100
    for at in [*odd, *readable[:: len(readable) // WHOLE_AUDITS]]:
        file.write_bytes(changed(history, at))
        assert is_reported(book, ledger), at


def test_every_changed_byte_of_the_checkpoint_is_reported(book, ledger):
    """The audit opens the checkpoint first."""
    note, key = (ledger / "checkpoint").read_bytes(), parse_vkey(book.signer.vkey)
    assert open_checkpoint(note, key).size == len(book.records)
    for at in range(len(note)):
        with pytest.raises((NoteError, SignatureError)):
            open_checkpoint(changed(note, at), key)
    (ledger / "checkpoint").write_bytes(changed(note, len(note) // 2))
    assert is_reported(book, ledger)
