"""How the database names what it keeps packed: as the checks and the log do."""

import duckdb
import pytest

from audit.modelling import connect
from audit.published import packed

EVERY = {
    "card_name(v)": 256,
    "hand_name(v)": 16 << 10,
    "verb_name(v)": 90,
    "outcome_name(v % 90, CASE v // 90 WHEN 0 THEN 777 WHEN 1 THEN 678 ELSE v // 90 + 3 END)": 900,
}


@pytest.fixture
def con():
    """A database with both names for everything."""
    with connect() as con:
        packed.prepare(con)
        yield con


@pytest.mark.parametrize(("name", "size"), EVERY.items(), ids=[name.partition("(")[0] for name in EVERY])
def test_what_is_packed_is_called_what_the_checks_call_it(con, name, size):
    rows = con.execute(f"SELECT v, {name}, packed.{name} FROM range({size}) AS r(v)").fetchall()  # noqa: S608 -- our own words
    assert [row for row in rows if row[1] != row[2]] == []


def test_a_verb_has_the_number_that_the_checks_give_it(con):
    assert con.execute("SELECT packed.verb('bet') = verb('bet'), packed.verb('both') = verb('both')").fetchall() == [(True, True)]


def test_what_is_not_there_has_no_name(con):
    assert con.execute("SELECT packed.verb_name(NULL), packed.hand_name(NULL), packed.outcome_name(NULL, 0)").fetchall() == [(None,) * 3]


def test_a_database_under_another_name_still_names_its_cards(tmp_path):
    """The views find their names in their own file, also where it is attached to another database."""
    with duckdb.connect(str(tmp_path / "facts.duckdb")) as con:
        packed.prepare(con)
        con.execute("CREATE TABLE packed.cards AS SELECT 0 AS card")
        con.execute("CREATE VIEW cards AS SELECT packed.card_name(card) AS card FROM packed.cards")
    with duckdb.connect() as con:
        con.execute(f"ATTACH '{tmp_path / 'facts.duckdb'}' AS evening (READ_ONLY)")
        assert con.execute("SELECT card FROM evening.cards").fetchall() == [("AC",)]
