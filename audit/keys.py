"""Which key signs at which size of a ledger, and the way from an older key to the one in force (FORMAT §3, change of key)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import attrs

from audit.errors import NoteError, SignatureError
from audit.notes import Checkpoint, VerifierKey, checkpoint_of, open_checkpoint, parse_vkey, signature_of, split_note
from audit.records import Key, Ledger, Record, Unknown

Rotations = Callable[[int], bytes]
"""Note of the change of key in a line; raises NoteError where there is none."""


@attrs.frozen
class Turn:
    """A note by which one goes from a key to the next: what it says of the ledger's first lines, and the line of the change."""

    seq: int
    checkpoint: Checkpoint
    note: bytes


@attrs.frozen
class Keys:
    """Keys of a ledger with the sizes from which on they sign, the first one from 0."""

    steps: tuple[tuple[int, VerifierKey], ...]

    @classmethod
    def of(cls, first: Ledger, records: Iterable[tuple[int, Record | Unknown]]) -> Keys:
        """As line 0 and the `key` records name them."""
        changes = ((seq + 1, parse_vkey(record.vkey)) for seq, record in records if isinstance(record, Key))
        return cls(((0, parse_vkey(first.vkey)), *changes))

    def in_force(self, size: int) -> VerifierKey:
        """The key that signs a checkpoint of this size."""
        return next(key for start, key in reversed(self.steps) if start <= size)

    def names(self, key: VerifierKey) -> bool:
        """Whether the ledger names this key."""
        return any(key == mine for _, mine in self.steps)

    def turns(self, given: VerifierKey, size: int, rotations: Rotations) -> list[Turn]:
        """Notes that lead from a given key of the ledger to the one in force at a size; raises NoteError or SignatureError."""
        at = max(place for place, (_, key) in enumerate(self.steps) if key == given)
        turns = []
        for (_, before), (start, after) in pairwise(self.steps[at:]):
            if start <= size:
                turns.append(_turn(start - 1, before, after, rotations(start - 1)))
        return turns

    def behind(self, given: VerifierKey, rotations: Rotations) -> tuple[list[Turn], list[str]]:
        """Notes of the changes before a given key, which it does not need, and what is wrong with those that are none (for others do)."""
        at = max((place for place, (_, key) in enumerate(self.steps) if key == given), default=0)
        turns, wrong = [], []
        for (_, before), (start, after) in pairwise(self.steps[: at + 1]):
            try:
                turns.append(_turn(start - 1, before, after, rotations(start - 1)))
            except (NoteError, SignatureError) as error:
                wrong.append(f"nobody who holds an older key can follow the change in line {start - 1}: {error}")
        return turns, wrong

    def open(self, note: bytes) -> Checkpoint:
        """Read a checkpoint that the key in force at its size signed; raises NoteError or SignatureError."""
        size = checkpoint_of(note).size
        key = self.in_force(size)
        try:
            return open_checkpoint(note, key)
        except SignatureError:
            below = {(name, key_id) for name, key_id, _ in map(signature_of, split_note(note)[1])}
            others = {other for _, other in self.steps if (other.name, other.key_id) in below and other != key}
            if not any(_has_signed(other, note) for other in others):
                raise
        start = max(start for start, mine in self.steps if mine == key)
        which = f"from line {start} on" if start else "until its first change of key"
        raise SignatureError(
            f"The checkpoint of {size} lines is signed by another of the ledger's keys than the one in force at that size: {which} "
            f"the ledger is signed by {key.name}+{key.key_id.hex()}; do not trust it."
        )


def _turn(seq: int, before: VerifierKey, after: VerifierKey, note: bytes) -> Turn:
    which = f"The note of the change of key in line {seq}"
    for key in (before, after):
        try:
            checkpoint = open_checkpoint(note, key)
        except SignatureError as error:
            raise SignatureError(f"{which} is not signed by {key.name}+{key.key_id.hex()}, and must be by both keys: {error}") from error
        except NoteError as error:
            raise NoteError(f"{which} is none: {error}") from error
    if checkpoint.size != seq + 1:
        raise NoteError(f"{which} covers {checkpoint.size} lines and not {seq + 1}: it is not the first that covers the change.")
    return Turn(seq, checkpoint, note)


def _has_signed(key: VerifierKey, note: bytes) -> bool:
    try:
        open_checkpoint(note, key)
    except SignatureError:
        return False
    return True


def trusted(given: VerifierKey, keys: Keys, note: bytes, rotations: Rotations) -> tuple[Checkpoint, Sequence[Turn]]:
    """Open a ledger's checkpoint starting from a key that the reader holds: what it says, and the notes of the way there.

    A key that the ledger does not name is taken for its own word where it signed the checkpoint: that the ledger names another is then a
    finding. Raises NoteError or SignatureError.
    """
    if not keys.names(given):
        if len(keys.steps) > 1:
            raise SignatureError(f"The key given ({given.name}+{given.key_id.hex()}) is none of this ledger's keys: use one of those.")
        return open_checkpoint(note, given), ()
    turns = keys.turns(given, checkpoint_of(note).size, rotations)
    return keys.open(note), turns
