"""`docs/SQL.md`, made from the definitions and a database to answer its questions from.

    python -m audit.published.reference evenings.duckdb docs/questions > docs/SQL.md

The page says with which commands that database is made; the answers do not depend on its key.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from audit.asking.query import run_sql
from audit.asking.tables import Table, list_tables
from audit.statistics.estimates import macros
from audit.tabular import as_table

GROUPS = (
    (
        "The usual questions",
        "Views, each of an estimate with its number and an interval.",
        """net_by_profile net_by_session net_by_player net_by_player_session net_by_box net_by_upcard net_by_starting_total
        net_by_decision net_by_situation edges doubles_and_splits premiums naturals insurance_results dealer_busts dealer_totals
        bank_performance void_costs volume_by_hour""",
    ),
    ("Sessions and people", "", "sessions rules players standings tournaments tournament_standings"),
    (
        "Rounds",
        "`session` and `round` name a round, with `box` a box, with `hand` a hand; `step` is the place of an event in the round’s log.",
        "rounds boxes hands decisions dealer cards offers insurance incidents bank voids void_prices",
    ),
    ("Money", "All amounts are integers in the table’s smallest unit.", "wagers stakes moves settlements"),
    ("About the audit", "", "about checks checked findings remarks parts"),
)
"""Every table: what a group of them is called, what it has in common, and their names."""
_QUESTION = re.compile(r"-- question: (.+)\n-- reading: (.+)\n")


def markdown(database: Path, questions: Path) -> str:
    """The page as text; raises QueryRefused for a database that is not ours or a question that it cannot answer."""
    head = resources.files("audit.published").joinpath("reference.md").read_text("utf-8")
    parts = {"questions": _questions(database, questions), "macros": _macros(), "tables": _tables(database)}
    return re.sub(r"\{(\w+)\}", lambda part: "\n".join(parts[part[1]]).rstrip(), head)


def _questions(database: Path, questions: Path) -> Iterator[str]:
    for number, file in enumerate(sorted(questions.glob("*.sql")), 1):
        text = file.read_text("utf-8")
        asked = _QUESTION.match(text)
        if asked is None:
            raise ValueError(file)
        with run_sql(database, text) as answer:
            told = list(as_table(answer.columns, answer.rows))
        yield f"### {number}. {asked[1]}\n"
        yield "\n".join(["```sql", text[asked.end() :].strip(), "```\n", "```", *told, "```\n"])
        yield f"{asked[2]} ([the file](questions/{file.name}))\n"


def _macros() -> Iterator[str]:
    yield "| macro | what it gives |\n|---|---|"
    for macro in macros():
        yield f"| `{macro.head}` | {macro.comment} |"


def _tables(database: Path) -> Iterator[str]:
    tables = {table.name: table for table in list_tables(database)}
    for group, says, names in GROUPS:
        yield f"## {group}\n" + (f"\n{says}\n" if says else "")
        for name in names.split():
            yield from _table(tables.pop(name))
    if tables:
        raise ValueError(tables)


def _table(table: Table) -> Iterator[str]:
    yield f"### {table.name}\n\n{table.comment}\n\n| column | type | meaning |\n|---|---|---|"
    for column in table.columns:
        yield f"| `{column.name}` | {column.type} | {column.comment} |"
    yield ""


if __name__ == "__main__":
    print(markdown(Path(sys.argv[1]), Path(sys.argv[2])), end="")
