"""Who looks at a table, and what the service knows of it beside its session."""

from __future__ import annotations

from typing import Literal

import attrs

from ledger.live.seating import Seating
from ledger.live.session import LiveSession
from ledger.rules.tables import RuleSet
from ledger.service.table_file import TableFile
from ledger.service.told import TableShort
from ledger.service.views import Role, State
from ledger.table.company import HOUSE, Seat


@attrs.frozen
class Viewer:
    """Who looks: the public, a seat, or the operator, who answers for seat 0."""

    role: Role
    seat: int = HOUSE

    def may_answer(self, seat: int) -> bool:
        """Whether a question to this seat is for them."""
        return self.role == "operator" if seat == HOUSE else self.role == "seat" and seat == self.seat


PUBLIC = Viewer("public")
OPERATOR = Viewer("operator")


@attrs.frozen
class Sitter:
    """Somebody at the table, as the service knows them; see `SeatView`."""

    name: str
    boxes: tuple[int, ...]
    plays: str
    source: Literal["own", "house"] | None = None
    signs: bool = False
    hash: str | None = None
    revealed: bool = False


@attrs.frozen
class About:
    """What a session does not know of its table: see `TableView`.

    `sitters` are in the order of the seats; `asked` is the version that the table had when its question was put.
    """

    table: str
    name: str
    state: State
    version: int
    rules: RuleSet
    sitters: tuple[Sitter, ...]
    places: int = 0
    answer_seconds: int | None = None
    pause_seconds: int | None = None
    asked: int = 0


def about_of(file: TableFile, rules: RuleSet, state: State, version: int, asked: int, session: LiveSession | None) -> About:
    """What there is to be known, of a table's file, its session and how far it is."""
    return About(
        table=file.table,
        name=file.name,
        state=state,
        version=version,
        rules=rules,
        sitters=sitters_of(file, session),
        places=file.places if state == "gathering" else 0,
        answer_seconds=file.answer_seconds,
        pause_seconds=file.pause_seconds,
        asked=asked,
    )


def in_short(file: TableFile, rules: RuleSet, state: State, session: LiveSession | None) -> TableShort:
    """A table in a list."""
    last = file.ended.last if file.ended else None
    return TableShort(
        table=file.table,
        name=file.name,
        state=state,
        session=file.session,
        profile=rules.profile.name,
        taken=len(file.sittings),
        places=file.places if state == "gathering" else 0,
        round=session.table.number or None if session else last.round if last else None,
    )


def sitters_of(file: TableFile, session: LiveSession | None) -> tuple[Sitter, ...]:
    """Who sits at a table, by its file, and what of each is signed by now."""
    if session is None:
        return tuple([Sitter(sitting.name, sitting.boxes or (), sitting.plays) for sitting in file.sittings])
    return tuple([_signed(session.seating, seat, file.sittings[seat.number - 1].plays) for seat in session.table.seats])


def _signed(seating: Seating, seat: Seat, plays: str) -> Sitter:
    given = seating.given_hash(seat.number)
    if given is None:
        return Sitter(seat.name, seat.boxes, plays)
    told, key = given
    source: Literal["own", "house"] = "own" if told else "house"
    return Sitter(seat.name, seat.boxes, plays, source, key is not None, told, seating.is_revealed(seat.number))
