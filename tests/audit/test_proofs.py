"""Inclusion and consistency proofs as the audit verifies and makes them (RFC 9162 §2.1.3.2, §2.1.4.2)."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path

import pytest

from audit.proofs import Tree, extends, includes
from audit.tree import EMPTY_ROOT, leaf_hash, leaf_hashes, root

VECTORS = json.loads((Path(__file__).parents[2] / "docs" / "vectors.json").read_text("utf-8"))
LINES = [line.encode() for line in VECTORS["tree"]["lines"]]
ROOTS = [bytes.fromhex(text) for text in VECTORS["tree"]["roots"]]
MANY = [leaf_hash(b"%d" % number) for number in range(130)]


def proof_of(vector):
    return [b64decode(node) for node in vector["proof"]]


@pytest.mark.parametrize("vector", VECTORS["inclusion"], ids=lambda vector: f"{vector['index']} of {vector['size']}")
def test_the_inclusion_proofs_of_the_vectors_hold_and_no_other_line_does(vector):
    index, size, proof = vector["index"], vector["size"], proof_of(vector)
    holds = [includes(leaf_hash(line), index, size, proof, ROOTS[size]) for line in LINES]
    assert holds == [number == index for number in range(len(LINES))]


@pytest.mark.parametrize("vector", VECTORS["consistency"], ids=lambda vector: f"{vector['old']} to {vector['size']}")
def test_the_consistency_proofs_of_the_vectors_hold_and_from_no_other_root(vector):
    old, size, proof = vector["old"], vector["size"], proof_of(vector)
    holds = [extends(old, given, size, ROOTS[size], proof) for given in ROOTS]
    assert holds == [given == ROOTS[old] for given in ROOTS]


@pytest.mark.parametrize("size", [1, 2, 3, 15, 16, 17, 31, 33, 64, 100, 129, 130])
def test_the_audits_own_consistency_proofs_hold_from_every_older_size(size):
    tree = Tree(size, [root(MANY[at : min(at + 16, size)]) for at in range(0, size, 16)], 16)
    for old in range(1, size + 1):
        cut = MANY[old // 16 * 16 : min(old // 16 * 16 + 16, size)]
        assert tree.root_at(old, cut) == root(MANY[:old])
        assert extends(old, root(MANY[:old]), size, root(MANY[:size]), tree.consistency(old, cut))


@pytest.mark.parametrize(
    ("index", "size"),
    [(-1, 9), (9, 9), (1 << 60, 9), (0, 0)],
)
def test_a_line_beyond_the_tree_is_in_none(index, size):
    assert not includes(MANY[0], index, size, [], MANY[0])


def test_a_proof_with_a_hash_too_many_or_too_few_is_none():
    leaves = leaf_hashes(LINES)
    vector = VECTORS["inclusion"][-1]
    index, size, proof = vector["index"], vector["size"], proof_of(vector)
    assert not includes(leaves[index], index, size, [*proof, proof[0]], ROOTS[size])
    assert not includes(leaves[index], index, size, proof[:-1], ROOTS[size])
    vector = VECTORS["consistency"][-3]
    old, size, proof = vector["old"], vector["size"], proof_of(vector)
    assert not extends(old, ROOTS[old], size, ROOTS[size], [*proof, proof[0]])
    assert not extends(old, ROOTS[old], size, ROOTS[size], proof[:-1])
    assert not extends(old, ROOTS[old], size, ROOTS[size], [])


def test_the_empty_tree_is_extended_by_every_other_but_only_under_its_own_root():
    assert extends(0, EMPTY_ROOT, 9, ROOTS[9], [])
    assert not extends(0, ROOTS[1], 9, ROOTS[9], [])
    assert not extends(0, EMPTY_ROOT, 9, ROOTS[9], [ROOTS[1]])
    assert not extends(9, ROOTS[9], 8, ROOTS[8], [])
