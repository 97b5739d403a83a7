"""What can be wrong with a ledger's folder and its keys: values, with what would mend them (design §5)."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from pathlib import Path

import attrs

from ledger.proof.notes import Signer
from ledger.proof.tree import Frontier


class Kind(Enum):
    """What is wrong; whether a repair can mend it. In the order in which things are mended: the note first, for all else goes by it."""

    # No repair: what is missing must come back from elsewhere, or a person has to decide.
    NOTE_MISSING = ("note-missing", False)
    NOTE_DAMAGED = ("note-damaged", False)
    KEYS_OLD = ("keys-old", False)
    OTHER_KEYS = ("other-keys", False)
    TRUNCATED = ("truncated", False)
    OTHER_HISTORY = ("other-history", False)
    FIRST_LINE = ("first-line", False)
    NOT_A_FILE = ("not-a-file", False)
    ROTATION_LOST = ("rotation-lost", False)
    JOURNAL_LOST = ("journal-lost", False)
    SECRET_LOST = ("secret-lost", False)
    SESSION_CUT = ("session-cut", False)
    # The rest loses nothing that was signed.
    NOTE_UNFINISHED = ("note-unfinished", True)
    LEFTOVER = ("leftover", True)
    SECRET_LEFT = ("secret-leftover", True)
    KEY_UNFINISHED = ("key-unfinished", True)
    NEVER_BEGUN = ("never-begun", True)
    ROTATION_MISSING = ("rotation-missing", True)
    TAIL = ("unsigned", True)
    FOREIGN_FILE = ("foreign-file", True)
    CHECKPOINT_MISSING = ("checkpoint-missing", True)
    CHECKPOINT_OLD = ("checkpoint-old", True)
    CHECKPOINT_FOREIGN = ("checkpoint-foreign", True)
    JOURNAL_LEFT = ("journal-leftover", True)
    VKEY = ("verifier-key", True)

    def __init__(self, word: str, mendable: bool) -> None:  # noqa: FBT001 -- the members above are its calls
        self.word = word
        self.mendable = mendable

    @property
    def stops_all(self) -> bool:
        """Whether nothing may be written to the ledger, not even to mend something else: that might be to lose it."""
        return not (self.mendable or self in {Kind.ROTATION_LOST, Kind.JOURNAL_LOST, Kind.SECRET_LOST, Kind.SESSION_CUT})


@attrs.frozen
class Trouble:
    """Something that is not as it was signed. `found` and `remedy` make one sentence; of a file, what is wrong begins at byte `start`."""

    kind: Kind
    where: Path
    found: str
    remedy: str
    start: int = 0

    def __str__(self) -> str:
        return f"{self.found}; {self.remedy}."


@attrs.define
class Diagnosis:
    """What was found, and whatever is wrong, the hopeless first.

    `signer` is the key in force by the last note; `vkeys` are all that the signed lines name, and `changes` the lines that do so but for
    the first; `roots` has the tree's root at the size of the checkpoint. `sizes` are the bytes of the files' signed parts, `tails`
    what follows them.
    """

    signer: Signer
    note: str = ""
    height: int = 0
    tree: Frontier = attrs.Factory(Frontier)
    sizes: dict[int, int] = attrs.Factory(dict)
    tails: dict[int, bytes] = attrs.Factory(dict)
    vkeys: list[str] = attrs.Factory(list)
    changes: list[int] = attrs.Factory(list)
    roots: dict[int, bytes] = attrs.Factory(dict)
    troubles: list[Trouble] = attrs.Factory(list)

    @property
    def stops_writing(self) -> Trouble | None:
        """What no writer may go on from, if there is such a thing."""
        return next((trouble for trouble in self.troubles if trouble.kind.stops_all), next(iter(self.of(Kind.NEVER_BEGUN)), None))

    @property
    def keepable(self) -> bool:
        """Whether the unsigned bytes lie as a commit lays them: each file but the last filled up before the next begins."""
        room = {number: (1 << self.height) - max(0, self.tree.size - (number << self.height)) for number in self.tails}
        counts = {number: (data.count(b"\n"), data.endswith(b"\n")) for number, data in self.tails.items()}
        last = max(self.tails, default=0)
        return all(
            count == room[number] and whole if number < last else count + (not whole) <= room[number]
            for number, (count, whole) in counts.items()
        )

    def of(self, *kinds: Kind) -> list[Trouble]:
        """The troubles of these kinds."""
        return [trouble for trouble in self.troubles if trouble.kind in kinds]


@lru_cache(maxsize=64)
def history_file(folder: Path, number: int) -> Path:
    """File `number` of a ledger's history."""
    return folder / "history" / f"{number:08}.jsonl"
