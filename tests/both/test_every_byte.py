"""Every single-byte change of a small ledger's history or checkpoint is reported by the audit: all positions are tried.

What an audit does first is done here for each change, by its own functions: the signature, the lines, the root. Where one of these refuses,
or the root is not the signed one, the audit reports it; some of each kind are audited whole, to see that it does. None may pass.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest

from audit import audit_ledger
from audit.errors import AuditError
from audit.ledger_dir import open_ledger, read_note
from audit.notes import Checkpoint, open_checkpoint, parse_vkey
from audit.tree import leaf_hashes, root
from tests.support.ledgers import SignedLedger

AUDITED = 1
"""Changes of each kind, and of each way in which they are reported, that are audited whole."""


@pytest.fixture(scope="module")
def ledger(new_ledger) -> SignedLedger:
    """One session of one round: its rules, a seat, the entropy, the round, the end."""
    made: SignedLedger = new_ledger()
    made.record_stacked([("9C 9D 8C 8D", "stand")], {"session.rounds": 1})
    return made


def changes(data: bytes, bits: int, random: Random) -> Iterator[tuple[str, bytes]]:
    """At each position some bits flipped, another byte, one less and one more; and one more at the end."""
    for at, byte in enumerate(data):
        flipped = [byte ^ 1 << bit for bit in random.sample(range(8), bits)]
        for new in {*flipped, random.choice((0x0A, 0x20, random.randrange(256)))} - {byte}:
            yield "changed", data[:at] + bytes([new]) + data[at + 1 :]
        yield "removed", data[:at] + data[at + 1 :]
        yield "put in", data[:at] + bytes([random.choice((byte, 0x0A, random.randrange(256)))]) + data[at:]


@lru_cache(8)
def opened(note: bytes, vkey: str) -> Checkpoint | None:
    """The checkpoint, if its signature holds."""
    try:
        return open_checkpoint(note, parse_vkey(vkey))
    except AuditError:
        return None


def reported(ledger: Path, vkey: str) -> str:
    """How an audit comes to report this ledger, by its first steps; nothing if it does not by these."""
    if (checkpoint := opened(read_note(ledger), vkey)) is None:
        return "the checkpoint is refused"
    try:
        lines = [line for _, line in open_ledger(ledger, checkpoint).lines()]
    except AuditError:
        return "the history cannot be read"
    return "" if root(leaf_hashes(lines)) == checkpoint.root else "the root is not the signed one"


def audited(ledger: Path, vkey: str) -> int:
    """The exit status of the whole audit."""
    try:
        return audit_ledger(ledger, vkey, jobs=1).status
    except AuditError:
        return 3


@pytest.mark.parametrize(("name", "bits"), [("history/00000000.jsonl", 1), ("checkpoint", 8)])
def test_every_single_byte_counts(ledger, memory, name, bits) -> None:
    assert reported(ledger.path, ledger.vkey) == ""
    copy, random = memory / "copy", Random(name)  # noqa: S311 -- a sample, and the same each time
    shutil.copytree(ledger.path, copy)
    path, data, told = copy / name, (ledger.path / name).read_bytes(), Counter[tuple[str, str]]()
    passed = []
    for kind, changed in changes(data, bits, random):
        if changed == data:
            continue
        path.write_bytes(changed)
        how = reported(copy, ledger.vkey)
        told[kind, how] += 1
        if (not how or told[kind, how] <= AUDITED) and audited(copy, ledger.vkey) not in {1, 3}:
            passed.append((kind, changed))
    print(f"\n{name}: {len(data)} bytes, {told.total()} changes, {len(passed)} unreported", *sorted(told.items()), sep="\n  ")
    assert passed == []
