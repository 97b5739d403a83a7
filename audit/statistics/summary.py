"""The usual questions of a database answered on one page, as tables for a person: `shoe stats` prints them, the report shows them.

A table is a SELECT on the views. A column is known by its name: `…_rate`, `share` and `edge` are percentages, and of `…_low` and `…_high`
beside them one interval is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

TEXT, NUMBER, PERCENT, INTERVAL = "text", "number", "percent", "interval"
MOST_ROWS = 20
INTERVAL_LABEL = "95% interval"
_LABELS = {"net_rate": "net of staked", "won_share": "won of taken"}


@attrs.frozen
class Column:
    """A column of a table for people: its label, and what it holds."""

    label: str
    kind: str


@attrs.frozen
class Table:
    """A table for people: `more` rows are left out of it, which `question` gives; `figures` are its rows as they were answered."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    question: str
    figures: tuple[dict[str, Any], ...]
    more: int = 0


@attrs.frozen
class _Section:
    """A table's title and its view, with those of its columns that are shown."""

    title: str
    columns: str
    view: str

    @property
    def question(self) -> str:
        return f"SELECT {self.columns} FROM {self.view}"  # noqa: S608 -- our own text


SECTIONS = (
    _Section(
        "Sessions",
        "session, table_name AS table, profile, rounds, wagers, staked, net, return_rate, return_low, return_high",
        "net_by_session",
    ),
    _Section("Players", "name, sessions, rounds, wagers, staked, net, return_rate, return_low, return_high", "net_by_player"),
    _Section("What punters lost of their first stakes", "profile, rounds, boxes, stake, net, edge, edge_low, edge_high", "edges"),
    _Section(
        "By first decision",
        "profile, action AS decision, rounds, boxes, staked, net, return_rate, return_low, return_high",
        "net_by_decision",
    ),
    _Section(
        "Return by upcard",
        "profile, CASE up_rank WHEN 'T' THEN 'Ten-value' WHEN 'A' THEN 'Ace' ELSE up_rank END AS upcard, rounds, boxes, net, "
        "return_rate, return_low, return_high",
        "net_by_upcard",
    ),
    _Section(
        "Insurance",
        "profile, offered, taken, won, lost, won_share, won_low, won_high, net, net_rate, net_low, net_high",
        "insurance_results",
    ),
    _Section("Naturals", "profile, whose, hands, naturals, share, share_low, share_high", "naturals"),
    _Section("Doubles and splits", "profile, kind, times, staked, net, return_rate, return_low, return_high", "doubles_and_splits"),
    _Section("What pays more than the stake", "profile, outcome, times, share, share_low, share_high, staked, net", "premiums"),
    _Section(
        "The bank",
        "profile, coalesce(banker, 'the house') AS banker, sessions, rounds, staked, net, hold_rate, hold_low, hold_high",
        "bank_performance",
    ),
    _Section("Rounds broken off", "session, voids, priced, to_players, to_house, changed_hands", "void_costs"),
    _Section(
        "By hour (UTC)", "strftime(hour, '%Y-%m-%d %H:00') AS hour, sessions, rounds, boxes, staked, bank_net AS bank", "volume_by_hour"
    ),
)


def tables(con: DuckDBPyConnection) -> Iterator[Table]:
    """Every table that has a row, with at most MOST_ROWS of them; profiles are told apart where there are several."""
    several = len(con.execute("SELECT DISTINCT profile FROM sessions").fetchall()) > 1
    for section in SECTIONS if several else (attrs.evolve(one, columns=one.columns.removeprefix("profile, ")) for one in SECTIONS):
        answer = con.execute(section.question)
        names = [str(column[0]) for column in answer.description or ()]
        rows = answer.fetchmany(MOST_ROWS)
        more = len(answer.fetchall())
        if rows:
            columns = tuple(Column(_label(name), kind) for name, kind in _shown(names, rows))
            figures = tuple(dict(zip(names, row, strict=True)) for row in rows)
            yield Table(section.title, columns, tuple(tuple(_cells(each)) for each in figures), section.question, figures, more)


def _label(name: str) -> str:
    return _LABELS.get(name, INTERVAL_LABEL if name.endswith("_low") else name.removesuffix("_rate").replace("_", " "))


def _shown(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Iterator[tuple[str, str]]:
    """The columns that are shown, and what they hold."""
    for at, name in enumerate(names):
        if name.endswith("_high"):
            continue
        kind = INTERVAL if name.endswith("_low") else PERCENT if _is_share(name) else NUMBER
        is_text = any(isinstance(row[at], str) for row in rows)
        yield name, TEXT if is_text else kind


def _is_share(name: str) -> bool:
    return name.endswith(("_rate", "share")) or name == "edge"


def _cells(told: Mapping[str, Any]) -> Iterator[str]:
    for name, value in told.items():
        if name.endswith("_low"):
            yield interval(value, told[name.removesuffix("_low") + "_high"])
        elif not name.endswith("_high"):
            yield percent(value) if _is_share(name) else in_words(value)


def percent(share: float | None) -> str:
    """A share in hundredths, with a true minus; nothing for none."""
    return "" if share is None else f"{100 * share:.2f}%".replace("-", "−")


def interval(low: float | None, high: float | None) -> str:
    """An interval of shares, where there is one."""
    return "" if low is None or high is None else f"{percent(low)} to {percent(high)}"


def many(count: int, what: str) -> str:
    """So many of something: `1 line`, `1,250 lines`."""
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def in_words(value: Any) -> str:
    """A number with its thousands apart and a true minus, text as it is, nothing for none."""
    return "" if value is None else f"{value:,}".replace("-", "−") if isinstance(value, int) and not isinstance(value, bool) else str(value)
