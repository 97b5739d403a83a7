"""What the service keeps of a table beside its session, so that a restart finds it as it was: one file a table, with the keys.

No token lies there: a seat's is made anew of the service's secret, the table and what stands here of the seat, whenever it is needed.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from ledger.errors import KeyProblem
from ledger.history.disk import Disk
from ledger.history.private import read_private
from ledger.history.records import canonical
from ledger.live.sources import PERSON
from ledger.plan import Plan
from ledger.rules.ruleset import from_object
from ledger.rules.tables import RuleSet
from ledger.service.views import TableView
from ledger.shoe.hashing import labelled_hash

FORM = 2
"""The version of this form, raised whenever a field of TableFile or of a TableView changes."""
_LABEL = b"sealedshoe/1/service/seat-token"
_SEAL = b"sealedshoe/1/service/seal"
_PRIVATE, _PRIVATE_FOLDER = 0o600, 0o700


def kept_of(request: str) -> str:
    """What is kept of the key with which somebody was given a token: whoever has the key is told the token."""
    return sha256(request.encode()).hexdigest()


class Sitting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody at a table: `nonce` makes their token another than that of whoever sat there before.

    `request` is the hash of the key with which they asked for their seat, `renewals` are those of the last keys with which the operator
    asked for another token, empty ones where there was no key.
    """

    name: str
    boxes: tuple[int, ...] | None
    plays: str
    nonce: str
    request: str | None = None
    renewals: tuple[str, ...] = ()

    @property
    def is_person(self) -> bool:
        """Whether somebody answers for themselves, with entropy of their own."""
        return self.plays == PERSON


class TableFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as the operator ordered it, and who sits at it so far. `form` is the version of this form.

    `session` is its number once it opens, and `seal` a hash of the session's secret, by which a restart knows that it is this table's.

    `request` is the key of the request that ordered it, and `order` the hash of that, so that another order by the same key is told apart;
    `before` is the table whose people go on at this one. Of a closed one `ended` is what everybody sees, `closing` how many were closed by
    then, `made` the number of the table that was made last, `requests` are the last answers that it took, by the keys of their requests,
    and `receipts` the last of each seat: its number, the round and the note.
    """

    form: int = FORM
    table: str
    name: str
    rules: dict[str, dict[str, object]]
    sittings: tuple[Sitting, ...]
    places: int
    director: bool
    answer_seconds: int | None
    pause_seconds: int | None
    session: int | None = None
    seal: str | None = None
    request: str | None = None
    order: str
    before: str | None = None
    ended: TableView | None = None
    closing: int = 0
    made: int = 0
    requests: dict[str, str] = {}
    receipts: tuple[tuple[int, int, str], ...] = ()

    def rule_set(self) -> RuleSet:
        """The table's rules."""
        return from_object(self.rules, "The table's rules")

    def is_person(self, seat: int) -> bool:
        """Whether somebody answers for a seat over the network; for seat 0, the director."""
        return self.sittings[seat - 1].is_person if seat else self.director

    def opening(self, session: int, secret: bytes) -> TableFile:
        """The same, about to open this session."""
        return msgspec.structs.replace(self, session=session, seal=_sealed(secret))

    def has_opened(self, secret: bytes) -> bool:
        """Whether the session with this secret is this table's: another may have its number where the table's opening failed."""
        return self.seal == _sealed(secret)

    def plan(self) -> Plan:
        """The session that is to be opened, without its sources."""
        boxes = {sitting.name: sitting.boxes for sitting in self.sittings if sitting.boxes is not None}
        answers = {sitting.name: sitting.plays for sitting in self.sittings}
        return Plan(
            rules=self.rule_set(),
            players=tuple(sitting.name for sitting in self.sittings),
            makers={},
            boxes=boxes or None,
            table=self.name,
            answers=answers | ({"": PERSON} if self.director else {}),
            own=tuple(sitting.name for sitting in self.sittings if sitting.is_person),
        )

    def token(self, secret: bytes, sitting: Sitting) -> str:
        """A seat's token: base64url of 32 bytes."""
        parts = (_LABEL, self.table.encode(), sitting.name.encode(), sitting.nonce.encode())
        framed = b"".join([len(part).to_bytes(4, "big") + part for part in parts])
        return urlsafe_b64encode(hmac.digest(secret, framed, sha256)).decode().rstrip("=")


class _Form(msgspec.Struct, frozen=True):
    """What is read of a file of any form; those of the first had no number."""

    form: int = 0
    ended: msgspec.Raw = msgspec.Raw(b"null")

    @property
    def is_closed(self) -> bool:
        """Whether the table is closed."""
        return bytes(self.ended) != b"null"


def _sealed(secret: bytes) -> str:
    return labelled_hash(_SEAL, secret).hex()


class TableFiles:
    """The files of one service, in a folder of the keys'."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self._folder, self._disk = folder, disk
        self.passed_over: list[Path] = []
        disk.make_folder(folder, _PRIVATE_FOLDER)

    def read(self) -> Iterator[TableFile]:
        """Every table that is kept, in order of their making; KeyProblem for a file that is none, or of a table that another version keeps.

        Closed tables of other versions are `passed_over`.
        """
        for path in sorted(self._folder.glob("*.json"), key=lambda path: (len(path.stem), path.stem)):
            if not (path.stem.isascii() and path.stem.isdecimal()):
                raise KeyProblem(
                    f"The file {path} is none of this service's, whose tables' files are named by their numbers; move it away."
                )
            data = read_private(path, "service's table", "restore it")
            try:
                kept = msgspec.json.decode(data, type=_Form)
                if kept.form == FORM:
                    yield msgspec.json.decode(data, type=TableFile)
                elif kept.is_closed:
                    self.passed_over.append(path)
                else:
                    raise KeyProblem(
                        f"The file {path} is of a table that is not closed, and another version of the program keeps it (form {kept.form}; "
                        f"this one keeps form {FORM}): start that version again, close table {path.stem} there, then start this one."
                    )
            except msgspec.DecodeError as error:
                raise KeyProblem(
                    f"The file {path} describes no table ({error}); restore it, or move it away and close its session."
                ) from error

    def keep(self, file: TableFile) -> None:
        """Keep a table, durably."""
        self._disk.replace(self._path(file), canonical(file) + b"\n", _PRIVATE)

    def drop(self, file: TableFile) -> None:
        """Forget a table."""
        self._disk.truncate(self._path(file), 0)

    def _path(self, file: TableFile) -> Path:
        return self._folder / f"{file.table}.json"
