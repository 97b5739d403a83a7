"""Who looks at a table, and what the service knows of it beside its session."""

from __future__ import annotations

from typing import Literal

import attrs

from ledger.rules.tables import RuleSet
from ledger.service.views import Role, State
from ledger.table.company import HOUSE


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

    `sitters` are in the order of the seats; `seconds` are left to answer in, or until the round that is due begins.
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
    seconds: int | None = None
