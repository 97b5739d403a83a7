"""What a reader holds beside the file that is to be verified."""

from __future__ import annotations

import attrs

from audit.errors import EvidenceError, NoteError, SignatureError
from audit.evidence.c2sp import Consistency
from audit.evidence.memory import Beside, Step, beside, step_of
from audit.kept import open_known
from audit.keys import Keys
from audit.notes import Checkpoint, VerifierKey
from audit.policy import Policy


@attrs.frozen
class Reader:
    """What the reader holds: a verifier key; perhaps a kept checkpoint, a consistency file and receipts, with their names; a policy."""

    key: VerifierKey
    known: tuple[str, bytes] | None = None
    consistency: tuple[str, Consistency] | None = None
    policy: Policy | None = None
    receipts: tuple[tuple[str, bytes], ...] = ()

    def kept(self, keys: Keys) -> Checkpoint | None:
        """The checkpoint that was kept; EvidenceError that names its file where that is none, or another ledger's."""
        if self.known is None:
            return None
        try:
            return open_known(*self.known, keys, self.key).checkpoint
        except (NoteError, SignatureError) as error:
            raise EvidenceError(f"cannot be held against what was kept: {error}") from error

    def steps(self, keys: Keys) -> list[Step]:
        """The proof in the consistency file."""
        if self.consistency is None:
            return []
        name, file = self.consistency
        return [step_of(file, open_known(name, file.note, keys, self.key).checkpoint)]

    def beside(self, now: Checkpoint, keys: Keys, *more: Step) -> Beside:
        """Hold a proven checkpoint against the one that was kept."""
        return beside(now, self.kept(keys), [*more, *self.steps(keys)])

    @property
    def alone(self) -> Keys:
        """The key given as the only one, where a file names no others."""
        return Keys(((0, self.key),))


def shown(key: VerifierKey) -> str:
    """A key by its name and its id."""
    return f"{key.name}+{key.key_id.hex()}"
