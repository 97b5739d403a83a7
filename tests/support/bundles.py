"""Hand bundles for tests: the true ones of a ledger, and those of an operator who changes lines and signs them with the true key."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import attrs

from ledger import hand_bundle
from ledger.history.records import canonical
from ledger.proof.merkle import inclusion_parts, proof_lines, roots_of
from ledger.proof.notes import Signer
from ledger.proof.tree import leaf_hash
from tests.support.ledgers import SignedLedger

Line = dict[str, Any]


def as_bytes(bundle: Mapping[str, Any]) -> bytes:
    """A bundle as a file."""
    return canonical(bundle) + b"\n"


@attrs.frozen
class Book:
    """All lines of a ledger, and the key that signs it."""

    lines: tuple[bytes, ...]
    signer: Signer
    ledger: SignedLedger

    @classmethod
    def of(cls, ledger: SignedLedger) -> Book:
        return cls(tuple(ledger.history().splitlines()), ledger.keys.signer(), ledger)

    def rounds(self) -> list[tuple[int, int]]:
        """Session and number of every round, broken off or not."""
        records = map(json.loads, self.lines)
        return [(record["session"], record["round"]) for record in records if record["record"] in {"round", "void"}]

    def bundle(self, session: int, round_: int, hand: str | None = None) -> dict[str, Any]:
        """The true bundle of a round."""
        made: dict[str, Any] = json.loads(hand_bundle(self.ledger.path, session, round_, hand))
        return made

    def signed_anew(self, bundle: Mapping[str, Any], changes: Mapping[int, Line | bytes]) -> dict[str, Any]:
        """A bundle as it would be, had these lines been written so; the tree is signed with the true key."""
        written = {seq: line if isinstance(line, bytes) else canonical(line) for seq, line in changes.items()}
        lines = [written.get(seq, line) for seq, line in enumerate(self.lines)]
        wanted = [json.loads(entry["line"])["seq"] for entry in bundle["lines"]]
        parts = {seq: inclusion_parts(seq, len(lines)) for seq in wanted}
        roots = roots_of(map(leaf_hash, lines), [part for of_line in parts.values() for part in of_line] + [(0, len(lines))])
        (root,) = roots.proof([(0, len(lines))])
        note = self.signer.sign(f"{self.signer.name}\n{len(lines)}\n{b64encode(root).decode()}\n")
        entries = [{"line": lines[seq].decode(), "proof": proof_lines(roots.proof(parts[seq]))} for seq in wanted]
        return {**bundle, "checkpoint": note, "lines": entries}
