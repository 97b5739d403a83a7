"""A first look counts just what a check selects."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs
import pytest

from audit.judge import checks
from audit.looks import counted, looks
from audit.modelling import connect

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

CHECK = checks()[0]
SELECTS = {
    "a filter": "SELECT t.n AS seq FROM numbers t JOIN marks u USING (k) WHERE t.n > 2 AND u.m = 1",
    "another filter of the same rows": "SELECT t.n, t.n + u.m AS more FROM numbers t JOIN marks u USING (k) WHERE t.n BETWEEN 2 AND 3 AND u.m = 0",
    "a filter that begins with the second table": "SELECT t.n FROM numbers t JOIN marks u USING (k) WHERE u.m = 1 OR t.n = 1",
    "a comment, and a text with an apostrophe": "-- who's WHERE\nSELECT 'it''s (FROM' FROM numbers t WHERE t.n > 1 -- those\n    AND t.k <> ')'",
    "two parts": "SELECT n FROM numbers t WHERE CASE WHEN n > 2 THEN k = 'a' ELSE k = 'b' END\nUNION ALL\nSELECT m FROM marks",
    "something defined before": "WITH big AS (SELECT n FROM numbers t WHERE n > 1)\nSELECT n FROM big WHERE n < 4 UNION ALL SELECT n FROM big",
    "a group": "SELECT k, count(*) FROM numbers GROUP BY k HAVING count(*) > 1",
    "nothing": "SELECT n FROM numbers t WHERE n IS DISTINCT FROM n",
}


@pytest.fixture(scope="module")
def con() -> "Iterator[DuckDBPyConnection]":
    with connect() as con:
        con.execute("CREATE TABLE numbers AS SELECT unnest([1, 2, 3, 4]) AS n, unnest(['a', 'b', 'a', 'c']) AS k")
        con.execute("CREATE TABLE marks AS SELECT unnest(['a', 'a', 'b', NULL]) AS k, unnest([1, 0, 0, 1]) AS m")
        yield con


def test_what_checks_select_is_counted_together(con) -> None:
    asked = [attrs.evolve(CHECK, code=code, sql=sql) for code, sql in SELECTS.items()]
    assert counted(con, asked) == {code: len(con.execute(sql).fetchall()) for code, sql in SELECTS.items()}


@pytest.mark.parametrize("sql", SELECTS.values(), ids=SELECTS)
def test_what_a_check_selects_is_counted_alone(con, sql) -> None:
    assert counted(con, [attrs.evolve(CHECK, sql=sql)]) == {CHECK.code: len(con.execute(sql).fetchall())}


def test_only_what_is_asked_of_the_first_table_is_tried_before_it_is_joined() -> None:
    one, several, mixed = (looks(SELECTS[name])[0] for name in list(SELECTS)[:3])
    assert one.first == "t.n > 2"
    assert several.source == one.source
    assert mixed.first == ""


@pytest.mark.parametrize("check", checks(), ids=lambda check: check.code)
def test_every_part_of_a_check_is_looked_at(check) -> None:
    assert len(looks(check.sql)) == 1 + check.sql.partition("\nSELECT")[2].count("\nUNION ALL\nSELECT")


def test_what_only_names_a_row_is_joined_where_a_condition_asks_for_it(con) -> None:
    unneeded, needed = "FROM numbers t JOIN rounds r USING (rnd) WHERE t.n > 2", "FROM numbers t JOIN marks r USING (k) WHERE r.m = 1"
    asked = [attrs.evolve(CHECK, code=sql, sql=f"SELECT r.seq {sql}") for sql in (unneeded, needed)]
    assert counted(con, asked) == {unneeded: 2, needed: 2}
