"""What pass 0 looked at, held against what each unit read: nobody may show the one other lines than the other.

Pass 0 looks at every line that is no round, at the rounds with which somebody goes, and at all where a round builds upon the one before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

import attrs
import numpy as np

from audit.errors import TruncatedError
from audit.facts.rounds import Rounds
from audit.stretches import LedgerDir
from audit.text import LEAVES, NEWLINE, OUT, Text
from audit.tree import leaf_hash, root
from audit.units import BLOCK_LINES

_GOING = (" leave", " out")


@attrs.frozen
class Seen:
    """Of one unit: whether pass 0 looked at all its lines, and the SHA-256 of those that it looked at."""

    whole: bool
    digest: bytes


def seen_by_survey(parts: Sequence[Text], *, whole: bool) -> Seen:
    """What pass 0 saw of a unit whose lines come in parts."""
    hashed = sha256()
    for part in parts:
        hashed.update(part.whole() if whole else _some(part, [*part.others, *part.having(LEAVES, OUT).tolist()]))
    return Seen(whole, hashed.digest())


def seen_in_unit(lines: Text, rounds: Rounds, *, whole: bool) -> bytes:
    """The SHA-256 of the same lines as the unit has them."""
    if whole:
        return sha256(lines.whole()).digest()
    going = [code for code, text in enumerate(rounds.texts) if text.endswith(_GOING)]
    rnd = np.repeat(np.arange(len(rounds.lengths)), rounds.lengths)[np.isin(rounds.codes, going)] if going else ()
    return sha256(_some(lines, [*lines.others, *lines.rounds[np.unique(rnd)].tolist()] if going else lines.others)).digest()


def _some(lines: Text, numbers: Iterable[int]) -> bytes:
    return b"".join([lines[at] + NEWLINE for at in sorted(set(numbers))])


@attrs.define
class Reread:
    """A ledger whose lines are read once more, with the roots of their blocks, which must be those of the lines that were judged."""

    ledger: LedgerDir
    blocks: list[bytes] = attrs.Factory(list)

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Each line with its `seq`."""
        leaves = list[bytes]()
        for seq, line in self.ledger.lines():
            leaves.append(leaf_hash(line))
            if len(leaves) == BLOCK_LINES:
                self.blocks.append(root(leaves))
                leaves = []
            yield seq, line
        if leaves:
            self.blocks.append(root(leaves))

    def require(self, judged: Sequence[bytes]) -> None:
        """Raise TruncatedError if lines were read, and they were others than those that were judged."""
        if self.blocks and self.blocks != list(judged):
            raise TruncatedError(f"The ledger at {self.ledger.path} changed while it was read; audit a copy that nobody writes to.")
