"""Checkpoints that somebody kept, held against today's ledger: rollback, a second history, and the proof of one (FORMAT §11)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence

import attrs

from audit.context import Survey
from audit.errors import TruncatedError
from audit.facts.columns import Columns
from audit.judge import table_of
from audit.kept import Known
from audit.keys import Turn
from audit.lines import canonical
from audit.notes import Checkpoint
from audit.proofs import Tree
from audit.tree import leaf_hashes, root
from audit.units import BLOCK_LINES

EQUIVOCATION = "sealedshoe/equivocation/1"


@attrs.frozen
class Compared:
    """A kept checkpoint beside the root of as many lines of today's ledger; none where it has fewer."""

    known: Known
    root: bytes | None

    @property
    def differs(self) -> bool:
        """Whether those lines are others than the ones that were signed."""
        return self.root is not None and self.root != self.known.checkpoint.root


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
