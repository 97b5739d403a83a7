"""An operator who seats players with their own entropy, honestly or not: every file can be made of whatever log was signed."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from ledger.history.records import Ledger, Open, SeatTaken, Start, canonical, encode
from ledger.proof.merkle import inclusion_parts, proof_lines, roots_of
from ledger.proof.notes import Checkpoint, Signer
from ledger.proof.tree import leaf_hash
from ledger.rules.ruleset import to_object
from tests.support.stacked import training

TIME = "2026-01-01T20:00:00Z"
NAME = "club.example/own"


class Operator:
    """Writes lines, signs them, and gives files; nothing keeps it from lying."""

    def __init__(self, seed: bytes = bytes(32), name: str = NAME) -> None:
        self.signer = Signer(name, seed)
        self.lines: list[bytes] = []
        self.add(Ledger, format=1, height=16, name=name, vkey=self.signer.vkey)

    def add(self, kind: Any, **fields: Any) -> bytes:
        """One more line."""
        line = encode(kind(seq=len(self.lines), time=TIME, **fields))
        self.lines.append(line)
        return line

    def open(self, session: int = 1, **changes: Any) -> bytes:
        """The first line of a session; its leaf hash is what everything is bound to."""
        rules = to_object(training({}))
        fields = {"rules": rules, "rules_hash": sha256(canonical(rules)).hexdigest(), "chain": 144, "commitment": "ab" * 32}
        return self.add(Open, session=session, prev=0, mode="live", **{"table": "Table 1", **fields, **changes})

    def seat(self, number: int, name: str, hashed: str, source: str = "own", session: int = 1, **changes: Any) -> bytes:
        """The next seat."""
        place = {"session": session, "prev": len(self.lines) - 1, "boxes": (number,), "key": None, "stack": 100, "seat": number}
        return self.add(SeatTaken, **{**place, "name": name, "entropy_hash": hashed, "source": source, **changes})

    def start(self, *entropies: str) -> bytes:
        """The entropies."""
        return self.add(Start, session=1, prev=len(self.lines) - 1, entropy=entropies)

    def note(self, size: int | None = None) -> str:
        """The signed checkpoint over the first lines."""
        leaves = [leaf_hash(line) for line in self.lines][:size]
        root = roots_of(leaves, [(0, len(leaves))]).of((0, len(leaves)))
        return self.signer.sign(Checkpoint(self.signer.name, len(leaves), root).to_text())

    def proven(self, seq: int, size: int | None = None) -> dict[str, Any]:
        """A line with its proof."""
        leaves = [leaf_hash(line) for line in self.lines][:size]
        parts = inclusion_parts(seq, len(leaves))
        return {"line": self.lines[seq].decode(), "proof": proof_lines(roots_of(leaves, parts).proof(parts))}

    def invitation(self, name: str, at: int = 1, size: int | None = None) -> dict[str, Any]:
        """What a player of this name is given."""
        return {
            "checkpoint": self.note(size),
            "format": "sealedshoe/invitation/1",
            "name": name,
            "open": self.proven(at, size),
            "zero": self.proven(0, size),
        }

    def seats(self, which: list[int], size: int | None = None) -> dict[str, Any]:
        """What all players are given, of these lines beside the first."""
        return {"checkpoint": self.note(size), "format": "sealedshoe/seats/1", "lines": [self.proven(seq, size) for seq in (0, *which)]}

    def signed_by_me(self, file: dict[str, Any]) -> dict[str, Any]:
        """A file whose checkpoint bears this operator's signature alone."""
        text = file["checkpoint"].partition("\n\n")[0] + "\n"
        return {**file, "checkpoint": self.signer.sign(text)}
