"""Tournaments: an honest `event` over two sessions, one thing changed, signed anew."""

import duckdb
import pytest

from audit import as_text
from audit.errors import RecordMissingError
from audit.explain import as_text as as_story
from audit.explain import explain
from audit.standings import tournament
from tests.support.packing import packed


def numbered(book, sessions):
    """The numbers that sessions of a book have in the whole ledger."""
    return [book.sessions_before + session for session in sessions]


def ranked(book, *sessions):
    """Every player of these sessions as an `event` ranks them, by the balances of the closes."""
    sessions, rows = numbered(book, sessions), []
    for record in book.records:
        if record["record"] == "seat" and record["session"] in sessions:
            close = next((r for r in book.records if r["record"] == "close" and r["session"] == record["session"]), None)
            have = close["balances"][record["seat"]] if close else record["stack"]
            rows.append({key: record[key] for key in ("name", "seat", "session")} | {"net": have - record["stack"]})
    places = [1 + sum(other["net"] > row["net"] for other in rows) for row in rows]
    rows = [row | {"place": place} for row, place in zip(rows, places, strict=True)]
    return sorted(rows, key=lambda row: (row["place"], row["session"], row["seat"]))


def hold(book, *sessions, name="Spring Open", standings=None):
    return book.add(
        "event", name=name, sessions=numbered(book, sessions), standings=ranked(book, *sessions) if standings is None else standings
    )


def open_club(book):
    """Two closed sessions of different people."""
    book.evening(session=1, players=3, rounds=6)
    book.evening(session=2, players=3, rounds=4, names=("Gil", "Hana", "Ivo"))
    return book


@pytest.fixture
def club(book):
    """The same as a ledger of its own."""
    return open_club(book)


def lines_of(code, found):
    """The lines in which something is found."""
    return [finding.seq for finding in found.findings if finding.code == code]


def test_an_honest_tournament_is_clean_and_counted(club):
    hold(club, 1, 2)
    report = club.audit()
    assert (report.status, report.findings, report.not_checked) == (0, (), ())
    assert report.counts.tournaments == 1
    assert " 1 tournament\n" in as_text(report)


@packed
def test_equal_results_share_the_place_and_the_next_one_counts_them_all(book):
    """T7.1: 1, 1, 3; within a place by session, then seat."""
    lost = ("1 bet 2", "1 deal TC", "D deal 9S", "1 deal 2D", "D hole 8H", "1 hit KH", "1 bust 0", "D show")
    won = ("1 bet 2", "1 deal TC", "D deal 9S", "1 deal 9D", "D hole 8H", "1 stand", "D show", "1 win 4")
    for session, log in enumerate((won, lost, won, lost), 1):
        book.session(log, session=session, names=(f"Player {session}",))
    right, wrong = hold(book, 1, 2, 3, 4), hold(book, 1, 2, 3, 4)
    one, two, three, four = book.sessions
    assert [(row["place"], row["session"]) for row in right["standings"]] == [(1, one), (1, three), (3, two), (3, four)]
    wrong["standings"][2]["place"] = 2
    found = yield
    assert found == {"card", "event-standings"}
    assert set(lines_of("event-standings", found)) == {wrong["seq"]}


@packed
def test_a_player_who_drops_out_stays_in_the_ranking(book):
    both = ("1 bet 2", "2 bet 2", "1 deal TC", "2 deal 9C", "D deal 9S", "1 deal 2D", "2 deal 9D", "D hole 8H",
        "1 hit KH", "1 bust 0", "2 stand", "D show", "2 win 4")  # fmt: skip
    second = ("s1 out", "2 bet 2", "2 deal 9C", "D deal 9S", "2 deal 9D", "D hole 8H", "2 stand", "D show", "2 win 4")
    book.session(both, second, players=2, session__stack=2)
    right, wrong = hold(book, 1), hold(book, 1)
    assert [(row["name"], row["net"]) for row in right["standings"]] == [("Bo", 4), ("Ann", -2)]
    wrong["standings"].pop()
    found = yield
    assert found == {"card", "event-standings"}
    assert set(lines_of("event-standings", found)) == {wrong["seq"]}


@packed
def test_a_session_may_count_in_several_tournaments(book):
    club = open_club(book)
    hold(club, 1, name="Friday")
    hold(club, 2, name="Saturday")
    hold(club, 1, 2, name="The weekend")
    assert (yield) == set()


def swap(field):
    def change(event):
        first, last = event["standings"][0], event["standings"][-1]
        first[field], last[field] = last[field], first[field]

    return change


NONE = 999_999
"""The number of a session that is not there."""
CHANGES = {
    "a place": (lambda e: e["standings"][-1].update(place=9), {"event-standings"}),
    "a net": (lambda e: e["standings"][0].update(net=99), {"event-standings"}),
    "the winner's name": (swap("name"), {"event-standings"}),
    "a seat": (lambda e: e["standings"][0].update(seat=7), {"event-standings"}),
    "a session of an entry": (lambda e: e["standings"][0].update(session=NONE), {"event-standings"}),
    "a player left out": (lambda e: e["standings"].pop(1), {"event-standings"}),
    "the last one left out": (lambda e: e["standings"].pop(), {"event-standings"}),
    "everybody left out": (lambda e: e["standings"].clear(), {"event-standings"}),
    "a player twice": (lambda e: e["standings"].insert(1, dict(e["standings"][0])), {"event-standings"}),
    "somebody who never played": (
        lambda e: e["standings"].append({"name": "Zoe", "net": -500, "place": 7, "seat": 4, "session": e["sessions"][-1]}),
        {"event-standings"},
    ),
    "the order": (lambda e: e["standings"].reverse(), {"event-standings"}),
    "a session left out": (lambda e: e["sessions"].pop(), {"event-standings"}),
    "a session that is not there": (lambda e: e["sessions"].append(NONE), {"event-sessions"}),
    "a session twice": (lambda e: e["sessions"].append(e["sessions"][-1]), {"event-sessions"}),
    "sessions that fall": (lambda e: e["sessions"].reverse(), {"event-sessions"}),
    "no session": (lambda e: (e["sessions"].clear(), e["standings"].clear()), {"event-sessions"}),
    "the name": (lambda e: e.update(name="Autumn Open"), set()),
}


@pytest.mark.parametrize(("change", "wanted"), CHANGES.values(), ids=CHANGES)
@packed
def test_a_change_of_the_standings_is_found(book, change, wanted):
    change(hold(open_club(book), 1, 2))
    assert (yield) == wanted


@packed
def test_a_finding_says_who_should_stand_where(book):
    event = hold(open_club(book), 1, 2)
    event["standings"][0].update(net=99)
    found = yield
    (finding,) = found.findings
    assert finding.seq == event["seq"]
    assert finding.expected.startswith("place 1, ")
    assert f"(session {finding.session}, seat {finding.who[1:]})" in finding.expected
    assert finding.recorded.endswith("net 99")


@packed
def test_a_session_that_is_not_closed_is_found(book):
    book.evening(session=1, players=2)
    book.begin(2, book.rules_with(session__rounds=1), 1, names=("Gil",)).play()
    hold(book, 1, 2)
    assert {"event-sessions", "session-close"} <= (yield)


@packed
def test_a_session_that_is_closed_only_later_is_found(book):
    """The standings are right, but nobody could know it then."""
    sitting = book.begin(1, book.rules_with(session__rounds=1), 1)
    sitting.play()
    event = book.add("event", name="Early", sessions=numbered(book, [1]), standings=[])
    sitting.close("rounds")
    event["standings"] = ranked(book, 1)
    assert (yield) == {"event-sessions"}


@packed
def test_one_person_at_two_tables_is_found(book):
    for session in (1, 2):
        book.evening(session=session, players=2)
    hold(book, 1, 2)
    found = yield
    second = book.sessions[1]
    assert [(f.code, f.session, f.who) for f in found.findings] == [("event-names", second, "s1"), ("event-names", second, "s2")]


@packed
def test_names_that_look_alike_at_two_tables_are_found(book):
    book.evening(session=1, players=1, names=("Strauß",))
    book.evening(session=2, players=1, names=("STRAUSS",))
    hold(book, 1, 2)
    assert (yield) == {"event-names"}


def test_a_second_ranking_of_one_name_is_a_notice(club):
    hold(club, 1)
    hold(club, 1, 2, name="spring open")
    report = club.audit()
    assert report.status == 0
    assert any("has been ranked before" in notice for notice in report.notices)


@packed
def test_a_live_session_counts_as_any_other(book):
    book.evening(session=1, players=3, rounds=2)
    book.evening(session=2, players=3, rounds=2, names=("Gil", "Hana", "Ivo"), mode="live")
    hold(book, 1, 2)
    wrong = hold(book, 1, 2)
    wrong["standings"][0]["net"] += 1
    found = yield
    assert found == {"event-standings"}
    assert set(lines_of("event-standings", found)) == {wrong["seq"]}


@packed
def test_wrong_final_balances_do_not_carry_a_wrong_ranking(book):
    """The audit ranks by what the rounds left, not by what the close says."""
    club = open_club(book)
    close = club.records[-1]
    close["balances"][1] += 50
    close["balances"][0] -= 50
    hold(club, 1, 2)
    assert (yield) == {"close-balances", "event-standings"}


def test_thousands_of_tournaments_over_every_session_are_judged_soon(book):
    """Standings that leave out most of the players are not ranked one by one."""
    for session in range(1, 21):
        book.evening(session=session, players=6, rounds=1, names=tuple(f"P {session} {seat}" for seat in range(6)))
    for number in range(1_000):
        book.add("event", name=f"Event {number}", sessions=list(range(1, 21)), standings=[])
    report = book.audit()
    assert report.totals == {"event-standings": 1_000}
    assert report.findings[0].expected == "120 entries"


def test_the_ranking_is_worked_out_anew(club):
    event = hold(club, 1, 2)
    event["standings"].reverse()
    rows = tournament(club.write(), "Spring Open").rows
    assert [{"name": r.name, "seat": r.seat, "session": r.session, "net": r.net, "place": r.place} for r in rows] == ranked(club, 1, 2)


def test_the_last_tournament_is_ranked_unless_one_is_named(club):
    hold(club, 1, name="Friday")
    hold(club, 2, name="Saturday")
    folder = club.write()
    assert (tournament(folder).name, len(tournament(folder).rows)) == ("Saturday", 3)
    assert tournament(folder, "friday").line == len(club.records) - 2


def test_a_tournament_that_is_not_there_is_refused(club):
    with pytest.raises(RecordMissingError, match=r"^The ledger has no tournament\.$"):
        tournament(club.write())
    hold(club, 1, name="Friday")
    with pytest.raises(RecordMissingError, match=r"^The ledger has no tournament “Sunday”; it has “Friday”\.$"):
        tournament(club.write(), "Sunday")


def test_a_round_says_in_which_tournament_it_counts(club):
    hold(club, 1, name="Friday")
    hold(club, 1, 2)
    headings = [as_story(explain(club.write(), session, 1)) for session in (1, 2)]
    assert ["Friday" in heading for heading in headings] == [True, False]
    assert all("Spring Open" in heading for heading in headings)


def test_the_database_has_the_ranking_too(club, tmp_path):
    hold(club, 1, name="Friday")
    hold(club, 1, 2)["standings"].reverse()
    club.audit(database=tmp_path / "facts.duckdb")
    with duckdb.connect(str(tmp_path / "facts.duckdb"), read_only=True) as con:
        assert con.execute("SELECT name, players FROM tournaments").fetchall() == [("Friday", 3), ("Spring Open", 6)]
        told = con.execute(
            "SELECT place, s.name, net FROM tournament_standings s JOIN tournaments t USING (line) WHERE t.name = 'Spring Open'"
        )
        assert told.fetchall() == [(row["place"], row["name"], row["net"]) for row in ranked(club, 1, 2)]
