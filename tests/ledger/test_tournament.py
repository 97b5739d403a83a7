"""Tournaments: tables recorded one after another, one signed ranking, and everything checked before the first line is written."""

from __future__ import annotations

import errno
import os
from itertools import pairwise

import pytest

from audit.standings import standings, tournament
from ledger import Plan, Script, Tournament, hold, make_bot
from ledger.errors import DiskFailed, EventError, NameRefused, ScriptError, SessionRefused
from ledger.field import Player, ranked
from ledger.history import sessions
from ledger.history.disk import Disk
from ledger.history.records import Close, Event, InSession, Open, SeatTaken, decode
from tests.support.ledgers import SignedLedger
from tests.support.stacked import training

RULES = training({"session.rounds": 4, "session.stack": 8})


def bot(name):
    return lambda _seat, seed: make_bot(name, RULES, seed)


def table(*players, rules=RULES, name=None, how="random"):
    return Plan(rules, players, {player: bot(how) for player in players}, table=name)


def three_tables(**more):
    tables = (table("Ann", "Bo", "Cy", name="One"), table("Di", "Ed", name="Two"), table("Flo", "Gil", "Hana", name="Three"))
    return Tournament("Spring Open", tables, **more)


def records(ledger, kind):
    return [record for line in ledger.history().splitlines() if isinstance(record := decode(line), kind)]


@pytest.fixture
def ledger(new_ledger) -> SignedLedger:
    made: SignedLedger = new_ledger()
    return made


@pytest.fixture
def held(ledger):
    """Hold a tournament in the ledger."""
    return lambda wanted, **more: hold(ledger.path, ledger.keys, wanted, ledger.clock, **{"secret": bytes(32)} | more)


def test_every_table_is_a_session_and_the_ranking_is_over_all_of_them(ledger, held) -> None:
    """T7.1, FORMAT §4."""
    told = held(three_tables())
    (event,) = records(ledger, Event)
    assert [opened.table for opened in records(ledger, Open)] == ["One", "Two", "Three"]
    assert (event.name, event.sessions, told.sessions, told.line) == ("Spring Open", (1, 2, 3), (1, 2, 3), event.seq)
    assert event.standings == told.standings
    nets = {
        (close.session, seat.seat): close.balances[seat.seat] - seat.stack
        for close in records(ledger, Close)
        for seat in records(ledger, SeatTaken)
        if seat.session == close.session
    }
    assert {(row.session, row.seat): row.net for row in event.standings} == nets
    assert all(first.net >= second.net for first, second in pairwise(event.standings))
    report = ledger.audit()
    assert (report.status, report.findings, report.counts.tournaments) == (0, (), 1)


def test_the_audit_ranks_as_the_ledger_does(ledger, held) -> None:
    """Two programs, one ranking."""
    told = held(three_tables())
    rows = tournament(ledger.path).rows
    assert [(row.place, row.name, row.session, row.seat, row.net) for row in rows] == [
        (row.place, row.name, row.session, row.seat, row.net) for row in told.standings
    ]


def test_equal_results_share_the_place_and_the_next_one_counts_them_all() -> None:
    """T7.1: 1, 1, 3; within a place by session, then seat, whatever order they come in."""
    players = [Player(2, 1, "Cy", 5), Player(1, 2, "Bo", 5), Player(3, 1, "Di", -5), Player(2, 2, "Ed", 5), Player(1, 1, "Ann", 9)]
    assert [(row.place, row.name) for row in ranked(players)] == [(1, "Ann"), (2, "Bo"), (2, "Cy"), (2, "Ed"), (5, "Di")]
    assert [(row.place, row.name) for row in ranked([])] == []


def test_who_drops_out_stays_in_the_ranking(ledger, held) -> None:
    """T7.1."""
    rules = training({"session.rounds": 60, "session.stack": 4})
    told = held(Tournament("Short", (table("Ann", "Bo", rules=rules, how="stand"), table("Cy", "Di", rules=rules, how="stand"))))
    assert any(f's{seat} out"' in ledger.history().decode() for seat in (1, 2))
    assert {row.name for row in told.standings} == {"Ann", "Bo", "Cy", "Di"}
    assert ledger.audit().status == 0


def test_sessions_recorded_before_are_ranked_together(ledger, held) -> None:
    for name in ("Ann", "Bo"):
        ledger.record(RULES, {name: bot("random")})
    told = held(Tournament("Evening", sessions=(2, 1)))
    (event,) = records(ledger, Event)
    assert (event.sessions, {row.name for row in event.standings}) == ((1, 2), {"Ann", "Bo"})
    assert (told.tables, len(records(ledger, Open))) == ((), 2)
    assert ledger.audit().status == 0


def test_sessions_recorded_before_and_tables_played_now_are_one_field(ledger, held) -> None:
    ledger.record(RULES, {"Zoe": bot("random")})
    told = held(three_tables(sessions=(1,)))
    assert told.sessions == (1, 2, 3, 4)
    assert {row.session for row in told.standings} == {1, 2, 3, 4}
    assert ledger.audit().status == 0


def test_a_session_may_count_in_several_tournaments(ledger, held) -> None:
    ledger.record(RULES, {"Zoe": bot("random")})
    for name in ("Friday", "The weekend"):
        held(Tournament(name, sessions=(1,)))
    assert ledger.audit().status == 0


def test_the_same_secret_gives_the_same_tournament(new_ledger) -> None:
    one, other = new_ledger(), new_ledger()
    for ledger in (one, other):
        hold(ledger.path, ledger.keys, three_tables(), ledger.clock, secret=b"\x05" * 32)
    assert one.history().splitlines()[1:] == other.history().splitlines()[1:]
    seeds = [close.seed for close in records(one, Close)]
    assert len(set(seeds)) == 3


def test_the_same_secret_gives_further_tables_other_cards(ledger, held) -> None:
    """The number of a session enters its secret, so that going on with the same seed file reuses nothing."""
    held(Tournament("First", (table("Ann"),)))
    held(Tournament("Second", (table("Bo"),)))
    assert len({opened.commitment for opened in records(ledger, Open)}) == 2
    assert ledger.audit().status == 0


def test_the_history_is_read_as_often_for_twelve_tables_as_for_one(new_ledger, monkeypatch) -> None:
    def reads(tables: int) -> int:
        ledger, count = new_ledger(), [0]
        read = sessions._history

        def counted(folder):
            count[0] += 1
            return read(folder)

        with monkeypatch.context() as patch:
            patch.setattr(sessions, "_history", counted)
            hold(ledger.path, ledger.keys, Tournament("Open", tuple(table(f"P{n}") for n in range(tables))), ledger.clock)
        return count[0]

    assert reads(12) == reads(1)


def refused(ledger, held, wanted, error, says, **more) -> None:
    before, secrets = ledger.history(), ledger.keys.secrets()
    with pytest.raises(error, match=says) as caught:
        held(wanted, **more)
    assert "\n" not in str(caught.value)
    assert (ledger.history(), ledger.keys.secrets()) == (before, secrets)


BAD = {
    "nothing to rank": (Tournament("Open"), EventError, "neither a table nor a session"),
    "a name that is none": (Tournament("", (table("Ann"),)), NameRefused, "The tournament's name"),
    "a session twice": (Tournament("Open", sessions=(1, 1)), EventError, "Session 1 is listed twice"),
    "a session that is not there": (Tournament("Open", sessions=(1, 9)), EventError, "The ledger has no session 9"),
    "a person at two tables": (
        Tournament("Open", (table("Ann"), table("Ann"))),
        EventError,
        r"“Ann” \(session 2\) and “Ann” \(session 3\)",
    ),
    "names alike at two tables": (Tournament("Open", (table("Strauß"), table("STRAUSS"))), EventError, "cannot be told apart"),
    "a name alike in a session before": (Tournament("Open", (table("ZOE"),), (1,)), EventError, r"“Zoe” \(session 1\) and “ZOE”"),
    "names alike at one table": (Tournament("Open", (table("Ann", "ann"),)), EventError, "Table 1: The players 'Ann' and 'ann'"),
    "too many at a table": (
        Tournament("Open", (table("Ann"), table(*"BCDEFGH", name="Two"))),
        EventError,
        "Table “Two”: .* 1 to 6 players",
    ),
    "two tables of one name": (Tournament("Open", (table("Ann", name="A"), table("Bo", name="a"))), EventError, "“A” and “a” cannot"),
    "a table's name in two lines": (Tournament("Open", (table("Ann", name="a\nb"),)), EventError, "control character"),
    "rules that are not played": (
        Tournament("Open", (table("Ann", rules=training({"bank.change": "auction"})),)),
        EventError,
        "Table 1: The rule set",
    ),
}


@pytest.mark.parametrize(("wanted", "error", "says"), BAD.values(), ids=BAD)
def test_what_cannot_be_held_is_refused_and_nothing_is_written(ledger, held, wanted, error, says) -> None:
    ledger.record(RULES, {"Zoe": bot("random")})
    refused(ledger, held, wanted, error, says)


def test_a_name_that_was_ranked_before_is_refused(ledger, held) -> None:
    """A command given twice must not play the tournament twice."""
    held(three_tables())
    again = Tournament("spring open", (table("Zoe"),))
    refused(ledger, held, again, EventError, "ranks the tournament “Spring Open” already; give this one another name")


def test_a_session_that_was_never_closed_is_refused(ledger, held) -> None:
    class Crashed(Exception):
        pass

    class Crashes:
        def answer(self, _ask) -> str:
            raise Crashed

        def leaves(self, _round, _seat) -> bool:
            return False

    with pytest.raises(Crashed):
        ledger.record(RULES, {"Ann": lambda _seat, _seed: Crashes()})
    refused(ledger, held, Tournament("Open", sessions=(1,)), EventError, "Session 1 was never closed")


def test_more_players_than_a_line_holds_are_refused(ledger, held) -> None:
    """FORMAT §2: an event has as many players as fit in its line."""
    crowd = tuple(table(*(f"Player number {t:03} at seat {s}" for s in range(6))) for t in range(120))
    refused(ledger, held, Tournament("Crowd", crowd), EventError, "The standings of 720 players may not fit in one line")


def test_a_seed_that_was_used_is_refused(ledger, held) -> None:
    held(Tournament("Open", (table("Ann"),)))
    used = next(iter(ledger.keys.secrets()))
    with pytest.raises(SessionRefused, match="already been used"):
        ledger.record(RULES, {"Bo": bot("random")}, int.from_bytes(used, "big"))


@pytest.fixture
def script(tmp_path):
    """A plan whose players follow a script."""

    def follow(text, *players, name=None):
        path = tmp_path / "decisions.jsonl"
        path.write_text(text, encoding="utf-8")
        lines = Script.read(path)
        return Plan(RULES, players, dict.fromkeys(players, lambda _seat, _seed: lines), table=name)

    return follow


LEAVE = '{"round": 1, "answer": "s1 leave"}\n'


def test_a_script_that_cannot_be_followed_leaves_no_trace_of_the_tables_before_it(ledger, held, script) -> None:
    """ADR 5: scripts are rehearsed."""
    tables = (table("Ann"), script('{"round": 1, "answer": "1 fly"}\n', "Bo", name="Two"), table("Cy"))
    refused(ledger, held, Tournament("Open", tables, rehearsed=2), ScriptError, "Table “Two”: .*")


def test_tables_with_scripts_and_tables_with_bots_stand_in_the_order_of_the_file(ledger, held, script) -> None:
    tables = (table("Ann", "Bo"), script(LEAVE, "Cy", name="Script"), table("Di"))
    told = held(Tournament("Open", tables, rehearsed=2))
    assert told.line is not None
    assert [opened.table for opened in records(ledger, Open)] == ["Table 1", "Script", "Table 3"]
    assert [record.seq for record in records(ledger, InSession)] == list(range(1, told.line))
    assert ledger.audit().status == 0


def stops_after(asked: int):
    """Somebody who wants to stop once they have been asked this often."""
    count = [0]

    def stop() -> bool:
        count[0] += 1
        return count[0] > asked

    return stop


def test_who_stops_in_a_table_has_it_closed_and_no_ranking_signed(ledger, held) -> None:
    """Asked once before each table and once before each round: the seventh time is in the second table."""
    told = held(three_tables(), stop=stops_after(7))
    assert [(one.session, one.reason) for one in told.tables] == [(1, "rounds"), (2, "stopped")]
    assert (told.missing, told.standings, told.line, told.sessions) == (("Table “Three”",), (), None, (1, 2))
    assert records(ledger, Event) == []
    assert set(ledger.audit().totals) == {"rounds-played"}


def test_who_stops_between_tables_leaves_whole_ones(ledger, held) -> None:
    told = held(three_tables(), stop=stops_after(5))
    assert [(one.session, one.reason) for one in told.tables] == [(1, "rounds")]
    assert told.missing == ("Table “Two”", "Table “Three”")
    assert ledger.audit().status == 0


def test_who_stops_before_the_first_table_leaves_nothing(ledger, held) -> None:
    before = ledger.history()
    told = held(three_tables(), stop=lambda: True)
    assert (told.tables, len(told.missing), ledger.history()) == ((), 3, before)


def test_who_stops_while_scripts_are_tried_leaves_nothing(ledger, held, script) -> None:
    """A script with lines left is no fault of its own then."""
    before = ledger.history()
    tables = (script(LEAVE.replace("1,", "4,") + LEAVE, "Ann"), table("Bo"))
    told = held(Tournament("Open", tables, rehearsed=1), stop=lambda: True)
    assert (told.tables, len(told.missing), ledger.history()) == ((), 2, before)


def test_going_on_after_a_stop_ranks_what_was_played_before(ledger, held) -> None:
    """The tables that are recorded are listed as sessions, in place of their tables."""
    stopped = held(three_tables(), stop=stops_after(5))
    told = held(Tournament("Spring Open", three_tables().tables[1:], stopped.sessions))
    assert (told.sessions, len(told.standings)) == ((1, 2, 3), 8)
    assert ledger.audit().status == 0


def test_a_disk_that_fails_tells_which_tables_are_signed(ledger, held) -> None:
    class Full(Disk):
        def append(self, path, data) -> None:
            if b'"session":2,' in data and b'"record":"round"' in data:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            super().append(path, data)

    with pytest.raises(DiskFailed, match=r"No space left.*Signed before: sessions 1, which another try should list"):
        held(three_tables(), disk=Full())
    assert [close.session for close in records(ledger, Close)] == [1]


def test_standings_of_one_session_are_those_of_its_close(ledger, held) -> None:
    told = held(Tournament("Alone", (table("Ann", "Bo", "Cy"),)))
    assert [(row.place, row.seat, row.net) for row in told.standings] == [(row.place, row.seat, row.net) for row in standings(ledger.path)]
