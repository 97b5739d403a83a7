"""A proven checkpoint beside one that the reader kept: the same, one that extends the other, or a second history (FORMAT §11)."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from audit.errors import EvidenceError
from audit.evidence.c2sp import Consistency
from audit.notes import Checkpoint
from audit.proofs import extends


@attrs.frozen
class Step:
    """A consistency proof: from an older checkpoint (only its size where no more is known) to a newer one, both of them signed."""

    old: Checkpoint | int
    new: Checkpoint
    proof: tuple[bytes, ...]


@attrs.frozen
class Beside:
    """What came of it: one of three sentences; `asked` says whether the reader gave a checkpoint to hold it against."""

    proven: str = ""
    not_proven: str = ""
    contradiction: str = ""
    asked: bool = True


def beside(now: Checkpoint, known: Checkpoint | None, steps: Sequence[Step]) -> Beside:
    """Hold a checkpoint against the one that was kept, by the proofs at hand; raises EvidenceError for a proof that does not hold."""
    if known is None:
        return Beside(not_proven=_without(now, steps), asked=False)
    if known.size == now.size and known.root == now.root:
        return Beside(proven=f"It is the very checkpoint of {now.size} lines that you kept.")
    if known.size == now.size:
        return Beside(contradiction=_two(now.size))
    old, new = (known, now) if known.size < now.size else (now, known)
    for step in steps:
        size = step.old if isinstance(step.old, int) else step.old.size
        if (size, step.new) == (old.size, new):
            return _by(step, old, new, is_known=old is known)
    what = f"it extends the checkpoint of {old.size}" if old is known else f"it is extended by the checkpoint of {new.size}"
    how = "`shoe checkpoint LEDGER --extends FILE` makes it, `--consistency FILE` takes it here"
    return Beside(not_proven=f"Whether {what} lines that you kept: ask for a proof ({how}).")


def _by(step: Step, old: Checkpoint, new: Checkpoint, *, is_known: bool) -> Beside:
    if isinstance(step.old, Checkpoint) and step.old.root != old.root:
        return Beside(contradiction=_two(old.size))
    if not extends(old.size, old.root, new.size, new.root, step.proof):
        raise EvidenceError(f"has a consistency proof that does not lead from the root of {old.size} lines to that of {new.size}.")
    if is_known:
        return Beside(proven=f"It extends the checkpoint of {old.size} lines that you kept: none of those lines was changed.")
    return Beside(proven=f"The checkpoint of {new.size} lines that you kept extends this one of {old.size}: both are of one history.")


def _two(size: int) -> str:
    return f"The checkpoint of {size} lines that you kept has another root: two histories were signed under one name."


def _without(now: Checkpoint, steps: Sequence[Step]) -> str:
    older = next((step.old for step in steps if isinstance(step.old, Checkpoint) and step.new == now), None)
    more = f" (it has a proof that it extends one of {older.size} lines)" if older else ""
    return f"That no second history was signed: hold it against a checkpoint that somebody kept, with --known-checkpoint{more}."


def step_of(file: Consistency, new: Checkpoint) -> Step:
    """The proof in a consistency file, whose checkpoint is `new`."""
    return Step(file.old, new, file.proof)
