"""What is given to somebody who doubts: a hand bundle, the proof of a line, a checkpoint, a consistency file (FORMAT.md §11).

All of it is made from the published ledger alone.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs

from ledger.errors import LedgerProblem, NotInLedger
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
    search = Search(session, round_, hand)
    chosen = search.over(ledger.lines())
    gathered = Gathered.of(ledger, chosen, older[1] if older else None)
    return bundle_of(ledger, search, gathered, older)


def bundle_of(ledger: Published, search: Search, gathered: Gathered, older: tuple[str, Checkpoint] | None = None) -> bytes:
    """The bundle of what was gathered; LedgerProblem where it is too long. `older`: note and checkpoint that it is to extend."""
    data = canonical(
        {
            "format": FORMAT,
            "checkpoint": ledger.note,
            "extends": {"checkpoint": older[0], "proof": gathered.consistency(older[1].size)} if older else None,
            "hand": {"hand": search.hand, "round": search.round, "session": search.session},
            "lines": gathered.lines(),
            "rotations": [{"checkpoint": ledger.rotation(seq), "proof": gathered.consistency(seq + 1)} for seq in search.keys],
        }
    )
    if len(data) >= LONGEST:
        name = f"{search.session}/{search.round}"
        raise LedgerProblem(f"The bundle of round {name} would be longer than {LONGEST:,} bytes; give the ledger instead.")
    return data + b"\n"


def line_proof(folder: Path, session: int, round_: int) -> str:
    """The proof of a round's line, with the line itself as the extra data (C2SP tlog-proof)."""
    ledger = open_published(folder)
    line = next(((seq, raw) for seq, raw in ledger.lines() if is_round(raw, session, round_)), None)
    if line is None:
        raise NotInLedger(f"The ledger has no round {session}/{round_}; `shoe standings` lists its sessions.")
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
    require_signed(ledger, roots)
    return roots


def require_signed(ledger: Published, roots: Roots) -> None:
    """LedgerProblem unless the root over all lines is the one that was signed."""
    if roots.of((0, ledger.size)) != ledger.checkpoint.root:
        raise LedgerProblem(f"The history of {ledger.folder} is not the one that its checkpoint signs; `shoe audit` tells more.")


def parts_of(seqs: Iterable[int], older: Iterable[int], size: int) -> list[Part]:
    """Parts of a tree of `size` lines whose roots prove that it has these lines, and that it extends trees of these older sizes."""
    parts = [part for seq in seqs for part in inclusion_parts(seq, size)]
    return parts + [part for old in older for part in (*consistency_parts(old, size), (0, old))]


@attrs.frozen
class Gathered:
    """The lines of a bundle, and the roots for all its proofs."""

    size: int
    by_seq: Mapping[int, bytes]
    roots: Roots

    @classmethod
    def of(cls, ledger: Published, chosen: Chosen, older: Checkpoint | None) -> Gathered:
        """Read the ledger through once for the lines and their proofs."""
        if older:
            _require_same_ledger(ledger, older)
        lines = {seq: line for seq, line in ledger.lines() if chosen.has(seq, line)}
        parts = parts_of(lines, [*([older.size] if older else []), *(seq + 1 for seq in chosen.keys)], ledger.size)
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
