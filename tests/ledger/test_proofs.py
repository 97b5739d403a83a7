"""Inclusion and consistency proofs as the recorder makes them (RFC 9162 §2.1.3, §2.1.4)."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path

import pytest

from ledger.proof.merkle import consistency_parts, inclusion_parts, roots_of
from ledger.proof.tree import EMPTY_ROOT, Frontier, leaf_hash

VECTORS = json.loads((Path(__file__).parents[2] / "docs" / "vectors.json").read_text())
LEAVES = [leaf_hash(line.encode()) for line in VECTORS["tree"]["lines"]]


def test_an_inclusion_proof_is_the_one_of_the_vectors() -> None:
    """FORMAT §11."""
    for vector in VECTORS["inclusion"]:
        parts = inclusion_parts(vector["index"], vector["size"])
        assert roots_of(LEAVES[: vector["size"]], parts).proof(parts) == [b64decode(node) for node in vector["proof"]]


def test_a_consistency_proof_is_the_one_of_the_vectors() -> None:
    """FORMAT §11."""
    for vector in VECTORS["consistency"]:
        parts = consistency_parts(vector["old"], vector["size"])
        assert roots_of(LEAVES[: vector["size"]], parts).proof(parts) == [b64decode(node) for node in vector["proof"]]


@pytest.mark.parametrize(("old", "size"), [(0, 9), (9, 9), (0, 0)])
def test_from_nothing_and_to_itself_a_proof_is_empty(old, size) -> None:
    assert consistency_parts(old, size) == []


def test_the_root_at_any_size_comes_from_one_pass() -> None:
    parts = [(0, size) for size in range(1, 10)]
    roots = roots_of(LEAVES, parts)
    tree = Frontier()
    for leaf, part in zip(LEAVES, parts, strict=True):
        tree.append(leaf)
        assert roots.of(part) == tree.root()
    assert roots.of((0, 0)) == EMPTY_ROOT


def test_only_what_was_asked_for_is_kept() -> None:
    """A million lines must not become a million Python objects."""
    parts = inclusion_parts(500, 1000)
    assert len(roots_of((b"%032d" % number for number in range(1000)), parts)._found) < 20
