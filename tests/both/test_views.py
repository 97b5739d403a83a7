"""Every view of the usual questions, recounted in plain Python from the tables of facts of a ledger with everything in it."""

from __future__ import annotations

import json
from typing import Any

import duckdb
import pytest

from audit import audit_ledger
from audit.ledger_dir import open_ledger
from audit.published import published
from tests.support.evenings import Club
from tests.support.recounting import Facts, Row
from tests.support.recounts import RECOUNTED

VIEWS = [view for view in published() if view.shown and not view.sql and view.name != "stakes"]
SEATED = {"P1": (1, 3), "P2": (2,), "P3": (4, 5)}
EVENINGS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("training", {}, {}),
    ("training", {"banker.soft17": "draw"}, {"bot": "basic"}),
    ("training", {"session.stack": 400, "session.rounds": 8}, {"players": 2}),
    ("enhc", {"double.commission": "1:2", "double.offered": "any", "double.totals": []}, {}),
    ("classic-full", {}, {}),
    ("club", {}, {"bot": "seed"}),
    ("permanent-bank", {"table.onlookers": True, "stakes.maximum": 20}, {"players": 3, "onlookers": 2, "boxes": SEATED}),
    ("changing-bank", {}, {"bot": "mimic"}),
    ("home", {}, {"patience": 300}),
]


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    """The database of a ledger with house and private banks, several boxes, onlookers, insurance, premiums and a void."""
    folder = tmp_path_factory.mktemp("views")
    club = Club.founded(folder)
    for secret, (profile, changes, people) in enumerate(EVENINGS, 1):
        club.evening(profile, {"session.rounds": 30, "session.stack": 5000, **changes}, secret=secret, **people)
    vkey = json.loads(next(open_ledger(club.ledger).lines())[1])["vkey"]
    assert audit_ledger(club.ledger, vkey, database=folder / "facts.duckdb", jobs=1).status in (0, 1)
    with duckdb.connect(str(folder / "facts.duckdb"), read_only=True) as con:
        yield con


def rows_of(con: duckdb.DuckDBPyConnection, table: str) -> list[Row]:
    answer = con.execute(f"FROM {table}")
    names = [str(column[0]) for column in answer.description or ()]
    return [dict(zip(names, row, strict=True)) for row in answer.fetchall()]


@pytest.fixture(scope="module")
def facts(database) -> Facts:
    """The tables, and each round's rows with the profile of its session beside them."""
    tables = {table.name: rows_of(database, table.name) for table in published() if table not in VIEWS}
    profile = {session["session"]: session["profile"] for session in tables["sessions"]}
    for table in tables.values():
        for row in table:
            if "session" in row:
                row["profile"] = profile.get(row["session"])
    return tables


@pytest.mark.parametrize("view", VIEWS, ids=[view.name for view in VIEWS])
def test_a_view_says_what_a_recount_says(view, database, facts) -> None:
    key, recount = RECOUNTED[view.name]
    told = {
        tuple(row[name] for name in key): tuple(figure for name, figure in row.items() if name not in key)
        for row in rows_of(database, view.name)
    }
    expected = recount(facts)
    assert told.keys() == expected.keys()
    for at, figures in expected.items():
        near = tuple(pytest.approx(figure, rel=1e-5, abs=1e-5) if isinstance(figure, float) else figure for figure in figures)
        assert told[at] == near, at


def test_the_ledger_has_everything_in_it(facts) -> None:
    """What is not there is not recounted either."""
    assert {row["bank"] for row in facts["sessions"]} == {"house", "player"}
    assert {row["outcome"] for row in facts["insurance"]} == {"won", "lost", "declined"}
    assert any(row["others_box"] for row in facts["wagers"])
    assert {row["others_box"] for row in facts["settlements"] if row["outcome"] == "natural"} == {False, True}
    assert any(row["doubled"] and row["split_hand"] for row in facts["hands"])
    assert any(row["tripled"] for row in facts["hands"])
    assert {"premium 777", "premium 5cards", "suited"} <= {row["outcome"] for row in facts["settlements"]}
    assert any(row["cards"] == 1 for row in facts["dealer"])
    assert any(row["incident"] == "both" for row in facts["incidents"])
    assert facts["voids"]
    assert facts["void_prices"]


def test_what_everybody_won_the_bank_lost_however_it_is_added_up(database) -> None:
    (bank,) = database.execute("SELECT -sum(net)::BIGINT FROM bank_performance").fetchone()
    for view in ("net_by_player", "net_by_session", "net_by_box", "net_by_profile"):
        assert database.execute(f"SELECT sum(net)::BIGINT FROM {view}").fetchone() == (bank,), view  # noqa: S608 -- our own names
    assert database.execute("SELECT -sum(bank_net)::BIGINT FROM volume_by_hour").fetchone() == (bank,)


def test_rule_sets_of_one_name_are_told_apart_and_lengths_and_stacks_make_none(facts) -> None:
    """The second session draws on soft 17; the third has other rounds and stacks than the first and is the same game."""
    assert [row["profile"] for row in facts["sessions"]][:3] == ["training", "training 2", "training"]
