"""What is given to somebody who doubts: a hand bundle, the proof of a line, a checkpoint, a consistency file (FORMAT.md §11).

All of it is made from the published ledger alone.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from ledger.errors import LedgerProblem
from ledger.history.records import canonical
from ledger.proof.choosing import Chosen, Search
from ledger.proof.merkle import Part, Roots, consistency_parts, inclusion_parts, proof_lines, roots_of
from ledger.proof.notes import Checkpoint
from ledger.proof.published import Published, open_published, read_checkpoint
from ledger.proof.tree import leaf_hash

FORMAT = "sealedshoe/bundle/1"
LONGEST = 1 << 26
"""Bytes of a bundle."""
TLOG_PROOF = "c2sp.org/tlog-proof@v1"


def hand_bundle(folder: Path, session: int, round_: int, hand: str | None = None, known: Path | None = None) -> bytes:
    """The bundle that proves a round or a hand of it; `known`: the file of an older checkpoint that it is to extend.

    LedgerProblem where the round is not there or the ledger does not extend the older checkpoint, NotYetRevealed where a shoe of the
    round is not revealed yet.
    """
    ledger = open_published(folder)
    older = read_checkpoint(known) if known else None
    chosen = Search(session, round_, hand).over(ledger.lines())
    gathered = _Gathered.of(ledger, chosen, older[1] if older else None)
    data = canonical(
        {
            "format": FORMAT,
            "checkpoint": ledger.note,
            "extends": {"checkpoint": older[0], "proof": gathered.consistency(older[1].size)} if older else None,
            "hand": {"hand": hand, "round": round_, "session": session},
            "lines": gathered.lines(),
            "rotations": [{"checkpoint": ledger.rotation(seq), "proof": gathered.consistency(seq + 1)} for seq in chosen.keys],
        }
    )
    if len(data) >= LONGEST:
        raise LedgerProblem(f"The bundle of round {session}/{round_} would be longer than {LONGEST:,} bytes; give the ledger instead.")
    return data + b"\n"


def line_proof(folder: Path, session: int, round_: int) -> str:
    """The proof of a round's line, with the line itself as the extra data (C2SP tlog-proof)."""
    ledger = open_published(folder)
    line = next(((seq, raw) for seq, raw in ledger.lines() if is_round(raw, session, round_)), None)
    if line is None:
        raise LedgerProblem(f"The ledger has no round {session}/{round_}; `shoe standings` lists its sessions.")
    seq, raw = line
    roots = _roots(ledger, inclusion_parts(seq, ledger.size))
    proof = proof_lines(roots.proof(inclusion_parts(seq, ledger.size)))
    return "\n".join([TLOG_PROOF, f"extra {b64encode(raw).decode()}", f"index {seq}", *proof, "", ledger.note])


def checkpoint_note(folder: Path) -> str:
    """The note that a ledger shows."""
    return open_published(folder).note


def consistency_file(folder: Path, known: Path) -> str:
    """The proof that a ledger extends the checkpoint in a file; LedgerProblem where it does not."""
    ledger, (_, older) = open_published(folder), read_checkpoint(known)
    _require_same_ledger(ledger, older)
    parts = consistency_parts(older.size, ledger.size)
    roots = _roots(ledger, [*parts, (0, older.size)])
    _require_extends(ledger, older, roots)
    return "\n".join([f"old {older.size}", *proof_lines(roots.proof(parts)), "", ledger.note])


def is_round(line: bytes, session: int, round_: int) -> bool:
    """Whether a line is this round's, or tells that it was broken off."""
    mark = b'"round":%d,"seq":' % round_ in line and b',"session":%d,"shoes":' % session in line
    return mark and (b'"record":"round"' in line or b'"record":"void"' in line)


def _require_same_ledger(ledger: Published, older: Checkpoint) -> None:
    if older.name != ledger.checkpoint.name:
        raise LedgerProblem(f"The older checkpoint is of the ledger {older.name}, and {ledger.folder} is {ledger.checkpoint.name}.")
    if older.size > ledger.size:
        raise LedgerProblem(
            f"The older checkpoint covers {older.size} lines and {ledger.folder} has only {ledger.size}: "
            "it was rolled back, or is an old copy; `shoe audit --known-checkpoint` says so with its signature."
        )


def _require_extends(ledger: Published, older: Checkpoint, roots: Roots) -> None:
    if roots.of((0, older.size)) != older.root:
        raise LedgerProblem(
            f"{ledger.folder} does not extend the older checkpoint: its first {older.size} lines have another root; "
            "`shoe audit --known-checkpoint` says so with its signature."
        )


def _roots(ledger: Published, parts: list[Part]) -> Roots:
    """Roots of parts of the tree, once the history is the one that the checkpoint signs."""
    roots = roots_of((leaf_hash(line) for _, line in ledger.lines()), [*parts, (0, ledger.size)])
    if roots.of((0, ledger.size)) != ledger.checkpoint.root:
        raise LedgerProblem(f"The history of {ledger.folder} is not the one that its checkpoint signs; `shoe audit` tells more.")
    return roots


@attrs.frozen
class _Gathered:
    """The lines of a bundle, and the roots for all its proofs."""

    size: int
    by_seq: Mapping[int, bytes]
    roots: Roots

    @classmethod
    def of(cls, ledger: Published, chosen: Chosen, older: Checkpoint | None) -> _Gathered:
        """Read the ledger through once for the lines and their proofs."""
        if older:
            _require_same_ledger(ledger, older)
        lines = {seq: line for seq, line in ledger.lines() if chosen.has(seq, line)}
        sizes = [*([older.size] if older else []), *(seq + 1 for seq in chosen.keys)]
        parts = [part for seq in lines for part in inclusion_parts(seq, ledger.size)]
        parts += [part for size in sizes for part in (*consistency_parts(size, ledger.size), (0, size))]
        gathered = cls(ledger.size, lines, _roots(ledger, parts))
        if older:
            _require_extends(ledger, older, gathered.roots)
        return gathered

    def consistency(self, old: int) -> list[str]:
        return proof_lines(self.roots.proof(consistency_parts(old, self.size)))

    def lines(self) -> list[dict[str, Any]]:
        return [
            {"line": line.decode(), "proof": proof_lines(self.roots.proof(inclusion_parts(seq, self.size)))}
            for seq, line in sorted(self.by_seq.items())
        ]
