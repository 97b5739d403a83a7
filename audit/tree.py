"""The Merkle tree of RFC 9162, section 2.1.1: leaves, and the root over leaves or over complete subtrees."""

from collections.abc import Iterable, Sequence
from hashlib import sha256

EMPTY_ROOT = sha256(b"").digest()


def leaf_hash(line: bytes) -> bytes:
    """Hash of a leaf: SHA-256(0x00 ‖ the line's bytes without the newline)."""
    return sha256(b"\x00" + line).digest()


def leaf_hashes(lines: Iterable[bytes]) -> list[bytes]:
    """Hashes of many leaves."""
    return [sha256(b"\x00" + line).digest() for line in lines]


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash of an inner node: SHA-256(0x01 ‖ left ‖ right)."""
    return sha256(b"\x01" + left + right).digest()


def root(hashes: Sequence[bytes]) -> bytes:
    """Root over leaf hashes, or over the roots of subtrees that are complete, of equal size and, the last one, not larger.

    Pairing from the left, an odd one passing up unchanged, gives the tree of RFC 9162: its left part is always the largest
    complete subtree that leaves something to the right.
    """
    level = list(hashes)
    if not level:
        return EMPTY_ROOT
    while len(level) > 1:
        odd = level[-1:] if len(level) % 2 else []
        level = [sha256(b"\x01" + left + right).digest() for left, right in zip(level[::2], level[1::2], strict=False)] + odd
    return level[0]
