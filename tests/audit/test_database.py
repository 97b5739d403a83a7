"""The database of facts: whole or not there, every table and column described, and the questions that it is for."""

import duckdb
import pytest

from audit import audit_ledger
from audit.database import published
from audit.errors import DatabaseError
from audit.standings import standings


@pytest.fixture
def ask(book, tmp_path):
    """Ask the database of a ledger of two sessions."""
    for session in (1, 2):
        book.evening(session=session, players=3, rounds=20)
    path = tmp_path / "facts.duckdb"
    book.audit(database=path)
    with duckdb.connect(str(path), read_only=True) as con:
        yield lambda question: con.execute(question).fetchall()


def test_every_table_and_column_is_described(ask):
    tables = dict(ask("SELECT table_name, comment FROM duckdb_tables()"))
    assert tables == {table.name: table.comment for table in published()}
    columns = ask("SELECT table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal")
    assert {(table, column): comment for table, column, comment in columns} == {
        (table.name, column): comment for table in published() for column, comment in table.columns.items()
    }


def test_net_by_player_is_what_the_standings_say(ask, book):
    nets = ask("SELECT session, name, sum(b.net) FROM boxes b JOIN players p USING (session, seat) GROUP BY ALL")
    assert {(session, name): net for session, name, net in nets} == {(row.session, row.name): row.net for row in standings(book.folder)}
    assert ask("SELECT session, place, seat, name, stack, balance, net, rounds FROM standings ORDER BY session, place, seat") == [
        (row.session, row.place, row.seat, row.name, row.stack, row.balance, row.net, row.rounds) for row in standings(book.folder)
    ]


def test_money_is_conserved(ask):
    assert ask("SELECT (SELECT sum(house_net) FROM rounds) + (SELECT sum(net) FROM boxes)") == [(0,)]


def test_dealer_bust_rate_by_upcard(ask):
    rates = ask("SELECT up_rank, count(*), avg(bust::INTEGER) FROM dealer WHERE had_to_play GROUP BY ALL ORDER BY up_rank")
    assert sum(count for _, count, _ in rates) <= 40
    assert all(0 <= rate <= 1 for _, _, rate in rates)


def test_average_payout_by_outcome(ask):
    payouts = dict(ask("SELECT outcome, avg(payout) FROM settlements GROUP BY ALL"))
    assert payouts["lose"] == 0
    assert payouts["win"] == 4


def test_insurance_declined(ask):
    offers = ask("SELECT outcome, count(*) FROM insurance GROUP BY ALL")
    assert [outcome for outcome, _ in offers] == ["declined"]


def test_each_card_stands_beside_its_sealed_one(ask):
    assert ask("SELECT count(*) FROM cards WHERE card IS DISTINCT FROM sealed_card") == [(0,)]


def test_findings_are_in_it(book, tmp_path):
    book.evening()
    book.records[-2]["banker"] = 1
    path = tmp_path / "facts.duckdb"
    book.audit(database=path)
    with duckdb.connect(str(path), read_only=True) as con:
        assert con.execute("SELECT code, clauses, session, round, step FROM findings").fetchall() == [("banker", "T1.1", 1, 5, None)]


def test_a_ledger_without_rounds_has_all_tables(book, tmp_path):
    path = tmp_path / "facts.duckdb"
    book.audit(database=path)
    with duckdb.connect(str(path), read_only=True) as con:
        assert {name for (name,) in con.execute("SELECT table_name FROM duckdb_tables()").fetchall()} == {
            table.name for table in published()
        }
        assert con.execute("SELECT count(*) FROM cards").fetchall() == [(0,)]


def test_facts_of_many_units_are_all_in_it(book, tmp_path, monkeypatch):
    monkeypatch.setattr("audit.context.UNIT_LINES", 16)
    book.evening(rounds=60)
    path = tmp_path / "facts.duckdb"
    assert book.audit(database=path, jobs=2).status == 0
    with duckdb.connect(str(path), read_only=True) as con:
        assert con.execute("SELECT count(*), count(DISTINCT round) FROM rounds").fetchall() == [(60, 60)]


def test_a_database_that_cannot_be_written_is_one_sentence(book, tmp_path):
    book.evening()
    with pytest.raises(DatabaseError, match="Cannot write"):
        book.audit(database=tmp_path / "nowhere" / "facts.duckdb")


def test_nothing_half_written_stays(book, tmp_path):
    book.evening()
    folder = book.write()
    (folder / "history" / "00000000.jsonl").write_bytes(b"{}\n")
    target = tmp_path / "out"
    target.mkdir()
    with pytest.raises(Exception, match="Line 0"):
        audit_ledger(folder, book.signer.vkey, database=target / "facts.duckdb", jobs=1)
    assert list(target.iterdir()) == []


def test_an_older_database_is_replaced_and_another_file_is_not(book, tmp_path):
    book.evening()
    path = tmp_path / "facts.duckdb"
    book.audit(database=path)
    book.evening(session=2)
    book.audit(database=path)
    with duckdb.connect(str(path), read_only=True) as con:
        assert con.execute("SELECT count(*) FROM sessions").fetchall() == [(2,)]
    path.write_bytes(b"a diary")
    with pytest.raises(DatabaseError, match="another name"):
        book.audit(database=path)
    assert path.read_bytes() == b"a diary"


def test_the_findings_have_their_types_where_nothing_was_found(ask):
    types = ask("SELECT DISTINCT data_type FROM duckdb_columns() WHERE table_name = 'findings' ORDER BY 1")
    assert types == [("BIGINT",), ("VARCHAR",)]
