"""The standings page: of a tournament over all its tables, of one session, or of every session of a ledger (T7.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import attrs

from audit.ledger_dir import read_note
from audit.notes import checkpoint_of
from audit.pages.house import page, signed
from audit.standings import Row, Tournament
from audit.statistics.summary import many

REACH = 98
"""How far the longest bar reaches from the middle, in units of the picture."""


@attrs.frozen
class Line:
    """A player's line; `reach` is the length of the bar, to the left where money was lost."""

    row: Row
    is_shared: bool
    reach: float


@attrs.frozen
class Places:
    """A ranking with what stands above it; `session` is 0 where it is over several."""

    session: int
    title: str
    caption: str
    lines: tuple[Line, ...]

    @property
    def leaders(self) -> tuple[Row, ...]:
        """Who has the first place."""
        return tuple(line.row for line in self.lines if line.row.place == 1)


def tournament_page(ledger: Path, held: Tournament) -> str:
    """The page of a tournament as `audit.standings` ranks it; `ledger` tells the signed tree that it stands on."""
    tables = len({row.session for row in held.rows})
    caption = f"{many(len(held.rows), 'player')} at {many(tables, 'table')}"
    return _page(ledger, held.name, "A tournament’s standings", [_places(held.rows, 0, "", caption)], held)


def sessions_page(ledger: Path, rows: Sequence[Row]) -> str:
    """The page of one session, or of several, each with a ranking of its own."""
    tables = list(_by_session(rows))
    heading = tables[0].title if len(tables) == 1 else "Standings of all sessions"
    return _page(ledger, heading, "Standings", tables, None)


def _page(ledger: Path, heading: str, kind: str, tables: Sequence[Places], held: Tournament | None) -> str:
    return page(
        "standings.html.j2",
        title=f"{heading} – Sealed Shoe",
        kind=kind,
        heading=heading,
        lede=_lede(tables),
        tables=tables,
        is_tournament=held is not None,
        signed_at=held,
        has_shared=any(line.is_shared for table in tables for line in table.lines),
        checkpoint=checkpoint_of(read_note(ledger)),
    )


def _by_session(rows: Sequence[Row]) -> Iterator[Places]:
    for number, each in groupby(rows, lambda row: row.session):
        of_session = list(each)
        first = of_session[0]
        played = f"{many(len(of_session), 'player')}, {many(first.rounds, 'round')}"
        yield _places(of_session, number, f"Session {number}, “{first.table}”", played)


def _places(rows: Sequence[Row], session: int, title: str, caption: str) -> Places:
    places = [row.place for row in rows]
    most = max((abs(row.net) for row in rows), default=0) or 1
    lines = (Line(row, places.count(row.place) > 1, round(REACH * row.net / most, 1)) for row in rows)
    return Places(session, title, caption, tuple(lines))


def _lede(tables: Sequence[Places]) -> str:
    """Who is ahead, where there is one ranking and somebody in it."""
    if len(tables) != 1:
        return f"{many(len(tables), 'session')}, each ranked by what the players won or lost."
    leaders = tables[0].leaders
    if not leaders:
        return "Nobody sat down."
    if len(leaders) > 3:
        return f"{len(leaders)} players share the first place with {signed(leaders[0].net)}."
    names = " and ".join(filter(None, (", ".join(row.name for row in leaders[:-1]), leaders[-1].name)))
    does = "is first" if len(leaders) == 1 else "share the first place"
    return f"{names} {does} with {signed(leaders[0].net)}."
