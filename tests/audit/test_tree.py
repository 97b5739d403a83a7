"""The tree of RFC 9162, against its recursive definition."""

from hashlib import sha256

import pytest

from audit.tree import leaf_hashes, root, roots


@pytest.mark.parametrize("size", [*range(34), 63, 64, 65, 100, 127, 128, 129])
def test_the_root_is_that_of_the_definition(mth, size):
    lines = [b"line %d" % number for number in range(size)]
    assert root(leaf_hashes(lines)) == mth(lines)


@pytest.mark.parametrize("part", [1, 2, 8, 16])
@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 31, 32, 33, 48, 100])
def test_subtrees_join_to_the_same_root(mth, part, size):
    lines = [b"line %d" % number for number in range(size)]
    parts = [lines[at : at + part] for at in range(0, size, part)]
    assert root([root(leaf_hashes(some)) for some in parts]) == mth(lines)


@pytest.mark.parametrize("part", [1, 2, 8, 16])
@pytest.mark.parametrize("size", [0, 1, 2, 15, 16, 17, 31, 32, 33, 48, 100])
def test_roots_of_all_subtrees_are_found_together(part, size):
    leaves = leaf_hashes([b"line %d" % number for number in range(size)])
    assert roots(leaves, part) == [root(leaves[at : at + part]) for at in range(0, size, part)]


def test_an_empty_tree_has_the_hash_of_nothing():
    assert root([]) == sha256(b"").digest()
