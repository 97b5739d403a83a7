"""docs/SQL.md is what its generator makes of the database that its own commands make, and its ten questions have these answers."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from audit.published import published
from audit.published.reference import GROUPS, markdown
from audit.statistics.estimates import macros
from cli.main import shoe

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "SQL.md").read_text(encoding="utf-8")
QUESTIONS = sorted((DOCS / "questions").glob("*.sql"))


@pytest.fixture(scope="module")
def database(tmp_path_factory) -> Path:
    """What the commands of the page make, run one after another in an empty folder."""
    folder: Path = tmp_path_factory.mktemp("evenings")
    commands = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for line in "".join(commands).splitlines():
            if line.startswith("shoe "):
                done = CliRunner().invoke(shoe, shlex.split(line)[1:])
                assert done.exit_code == 0, (line, done.output, done.exception)
            else:
                subprocess.run(["bash", "-euc", line], check=True)
    return folder / "evenings.duckdb"


def test_the_page_is_what_the_generator_makes(database) -> None:
    """`python -m audit.published.reference evenings.duckdb docs/questions > docs/SQL.md` changes nothing."""
    assert markdown(database, DOCS / "questions") == PAGE


def test_the_ways_to_ask_that_it_shows_work(database, monkeypatch) -> None:
    (database.parent / "docs").symlink_to(DOCS)
    monkeypatch.chdir(database.parent)
    (block,) = re.findall(r"## To ask\n\n```\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines():
        done = CliRunner().invoke(shoe, shlex.split(line)[1:])
        assert done.exit_code == 0, (line, done.output)
        assert "net" in done.output


def test_the_way_to_use_the_macros_that_it_shows_comes_to_what_the_view_says(database) -> None:
    (question,) = re.findall(r"## Intervals\n.*?```sql\n(.*?)```", PAGE, re.DOTALL)
    told = [
        json.loads(CliRunner().invoke(shoe, ["sql", str(database), sql, "--format", "json"]).output)
        for sql in (question, "FROM net_by_player")
    ]
    nets = {row["name"]: sum(each["net"] for each in told[0] if each["name"] == row["name"]) for row in told[1]}
    assert nets == {row["name"]: row["net"] for row in told[1]}
    assert all(row["low"] < row["net_rate"] < row["high"] for row in told[0])


def test_there_are_ten_questions() -> None:
    assert [path.name[:3] for path in QUESTIONS] == [f"{number:02}-" for number in range(1, 11)]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda path: path.stem)
def test_a_worked_question_is_answered_as_the_page_says(question, database) -> None:
    """By the command that a reader would type."""
    done = CliRunner().invoke(shoe, ["sql", str(database), "--file", str(question)])
    assert done.exit_code == 0, done.output
    sql = "\n".join(line for line in question.read_text(encoding="utf-8").splitlines() if not line.startswith("-- "))
    assert f"```sql\n{sql.strip()}\n```\n\n```\n{done.output}```\n" in PAGE


def test_every_table_view_column_and_macro_is_on_the_page_with_its_comment() -> None:
    sections: dict[str, str] = dict(re.findall(r"^### (\w+)\n\n(.*?)(?=^##|\Z)", PAGE, re.DOTALL | re.MULTILINE))
    for table in published():
        assert sections[table.name].startswith(f"{table.comment}\n"), table.name
        told = re.findall(r"^\| `(\w+)` \| [A-Z]+ \| (.+) \|$", sections[table.name], re.MULTILINE)
        assert dict(told) == table.columns, table.name
    for macro in macros():
        assert f"| `{macro.head}` | {macro.comment} |" in PAGE


def test_what_is_asked_most_comes_first() -> None:
    """The views of the usual questions, then facts, then what is about the audit itself."""
    first, *_, last = (names.split() for _, _, names in GROUPS)
    assert set(first) == {view.name for view in published() if view.shown and not view.sql} - {"stakes"}
    assert "findings" in last
