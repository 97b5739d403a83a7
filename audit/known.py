"""Checkpoints that somebody kept, held against today's ledger: rollback, a second history, and the proof of one (FORMAT §11)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path

import attrs

from audit.context import BLOCK_LINES, Survey
from audit.errors import AuditError, NoteError, SignatureError, TruncatedError
from audit.facts.columns import Columns
from audit.judge import table_of
from audit.keys import Keys, Turn
from audit.lines import canonical
from audit.notes import Checkpoint, VerifierKey, checkpoint_of, open_checkpoint
from audit.proofs import Tree
from audit.stretches import LONGEST_NOTE
from audit.tree import leaf_hashes, root

EQUIVOCATION = "sealedshoe/equivocation/1"


@attrs.frozen
class Known:
    """A checkpoint that was kept: where it stands, its note, and what it says; `given` by the reader, or kept by the ledger itself."""

    source: str
    note: bytes
    checkpoint: Checkpoint
    given: bool = True


@attrs.frozen
class Compared:
    """A kept checkpoint beside the root of as many lines of today's ledger; none where it has fewer."""

    known: Known
    root: bytes | None

    @property
    def differs(self) -> bool:
        """Whether those lines are others than the ones that were signed."""
        return self.root is not None and self.root != self.known.checkpoint.root


def read_file(path: Path) -> bytes:
    """Bytes of a kept checkpoint's file; raises NoteError."""
    try:
        with path.open("rb") as file:
            note = file.read(LONGEST_NOTE + 1)
    except OSError as error:
        raise NoteError(f"{path} cannot be read ({error.strerror}): give the file of a checkpoint.") from None
    if len(note) > LONGEST_NOTE:
        raise NoteError(f"{path} is far too long to be a checkpoint.")
    return note


def open_known(source: str, note: bytes, keys: Keys, given: VerifierKey) -> Known:
    """Open a kept checkpoint by the keys of a ledger, or by the one that was given; raises NoteError or SignatureError that names it."""
    try:
        return Known(source, note, _opened(note, keys, given))
    except (NoteError, SignatureError) as error:
        kind: type[AuditError] = type(error)
        raise kind(f"{source}: {error}") from error


def _opened(note: bytes, keys: Keys, given: VerifierKey) -> Checkpoint:
    name = checkpoint_of(note).name
    if name != given.name:
        raise NoteError(f"The checkpoint is of the ledger {name} and not of {given.name}.")
    try:
        return keys.open(note)
    except SignatureError:
        if keys.names(given):
            raise
        return open_checkpoint(note, given)


def of_turns(turns: Sequence[Turn]) -> list[Known]:
    """Notes of changes of key are checkpoints that were kept, too."""
    return [Known(f"the note of the change of key in line {turn.seq}", turn.note, turn.checkpoint, given=False) for turn in turns]


def compared(every: Sequence[Known], tree: Tree, found: Survey) -> list[Compared]:
    """Hold kept checkpoints against the tree of the history that was read; raises TruncatedError where that changed meanwhile."""
    result = []
    for known in every:
        size = known.checkpoint.size
        result.append(Compared(known, tree.root_at(size, cut_leaves(size, tree, found)) if size <= tree.size else None))
    return result


def cut_leaves(size: int, tree: Tree, found: Survey) -> list[bytes]:
    """Leaf hashes of the block in which the first `size` lines end; none where they end with a block."""
    begin = size // BLOCK_LINES * BLOCK_LINES
    if begin == size:
        return []
    unit = next(unit for unit in found.units if unit.first <= begin < unit.first + unit.count)
    lines = unit.lines()[begin - unit.first :][:BLOCK_LINES]
    leaves = leaf_hashes(lines)
    if root(leaves) != tree.blocks[begin // BLOCK_LINES]:
        raise TruncatedError(f"{unit.spans[0].path} changed while it was read; audit a copy that nobody writes to.")
    return leaves


def known_table(every: Sequence[Compared], size: int) -> Columns:
    """What the checks may ask about kept checkpoints: source, size, root (hex); today's size, and root of as many lines ("" for none)."""
    rows = [
        {
            "source": one.known.source,
            "size": one.known.checkpoint.size,
            "root": one.known.checkpoint.root.hex(),
            "size_now": size,
            "root_now": one.root.hex() if one.root is not None else "",
        }
        for one in every
    ]
    return table_of(rows, {"source": str, "size": int, "root": str, "size_now": int, "root_now": str})


def equivocation(every: Sequence[Compared], note: bytes, signed: Checkpoint, tree: Tree, found: Survey) -> str:
    """The proof that two histories were signed, from the first kept checkpoint that shows it; nothing where none does.

    Today's checkpoint must be that of the history that was read: else a stranger may have changed the lines.
    """
    if root(tree.blocks) != signed.root:
        return ""
    one = next((one for one in every if one.differs), None)
    if one is None or one.root is None:
        return ""
    old = one.known.checkpoint.size
    proof = tree.consistency(old, cut_leaves(old, tree, found))
    value = {
        "checkpoints": [one.known.note.decode(), note.decode()],
        "format": EQUIVOCATION,
        "proof": [b64encode(node).decode() for node in proof],
        "root": b64encode(one.root).decode(),
    }
    return canonical(value).decode() + "\n"


def memory(every: Sequence[Compared], size: int, otherwise: str) -> str:
    """What kept checkpoints exclude, in words; `otherwise` where none was given."""
    given = [one for one in every if one.known.given]
    if not given:
        return otherwise
    if any(one.differs or one.root is None for one in given):
        return "rollback or a second history: see the findings"
    longest = max(one.known.checkpoint.size for one in given)
    if longest == size:
        return f"rollback or a second history: excluded (the ledger is that of the checkpoint of {size} lines that was given)"
    extends = f"the ledger extends the checkpoint of {longest} lines that was given"
    return f"rollback or a second history: excluded for the first {longest} lines ({extends}); of later lines not excluded"
