"""Pages by the commands that write them: where they go, what they never write over, and what a page that fails leaves as it was."""

from __future__ import annotations

import os
import re

import pytest

from audit.pages import file
from audit.pages.house import GENERATOR
from ledger.cheating import tamper

CLOCK = "2026-01-01T21:00:00Z"
OPEN = 'name = "Open"\nrules = "training"\nrounds = 2\nbot = "s17"\n[[table]]\nplayers = ["Di", "Ed"]\n'


@pytest.fixture
def event(tmp_path):
    """The file of a small tournament."""
    path = tmp_path / "open.toml"
    path.write_text(OPEN, encoding="utf-8")
    return path


@pytest.fixture
def tournament(shoe, club, event):
    """Hold it."""
    return lambda *more: shoe("tournament", club.ledger, event, "--keys", club.keys, "--clock", CLOCK, *more)


def one_sentence(err: str) -> bool:
    return err.startswith("shoe: ") and err.count("\n") == 1


def test_a_round_is_told_as_a_page(shoe, shared_club, tmp_path) -> None:
    page = shoe("explain", shared_club.ledger, "1/2", "--format", "html")
    assert (page.status, page.err) == (0, "")
    assert page.out.startswith("<!DOCTYPE html>")
    assert shoe("explain", shared_club.ledger, "1/2", "--format", "html", "-o", tmp_path / "round.html").out == ""
    assert (tmp_path / "round.html").read_text(encoding="utf-8") == page.out


def test_a_page_about_something_wrong_has_its_exit_status(shoe, club) -> None:
    change = tamper(club.ledger, club.keys, "payout", 1)
    number = change.where.split("round ")[1].split(",")[0]
    page = shoe("explain", club.ledger, f"1/{number}", "--vkey", club.vkey, "--format", "html")
    assert page.status == 1
    assert "Something is wrong here" in page.out
    assert "against the rule “Each outcome pays what the rules say”" in page.out
    (said,) = (line for line in page.out.splitlines() if "against the rule" in line)
    assert " T6.2 " in said.replace(";", " ")
    assert not re.search(r" [BCEHP]\d", said), "clauses of other tables"
    assert f"expected {change.before.split(' ', 1)[1]}, recorded {change.after.split(' ', 1)[1]}" in page.out


def test_an_audit_that_found_nothing_is_said_on_the_page(shoe, shared_club) -> None:
    page = shoe("explain", shared_club.ledger, "1/2", "--vkey", shared_club.vkey, "--format", "html")
    assert "The audit found nothing" in page.out
    assert "The whole ledger and its signature were audited." in page.out


def test_a_bundle_is_verified_as_a_page(shoe, shared_club, tmp_path) -> None:
    shoe("prove", shared_club.ledger, "1/3", "-o", tmp_path / "hand.json")
    page = shoe("verify", tmp_path / "hand.json", "--vkey", shared_club.vkey, "--format", "html")
    assert page.status == 0
    assert "Proven, by this file and the verifier key alone" in page.out
    assert "Session 1" not in page.out.split("<h1>")[1].split("</h1>")[0]


def test_standings_are_a_page_of_a_session_or_of_all(shoe, shared_club) -> None:
    one, every = (shoe("standings", shared_club.ledger, *which, "--format", "html").out for which in ((1,), ()))
    assert "<h1><bdi>Session 1, “Table 1”</bdi></h1>" in one
    assert one == every


@pytest.mark.parametrize("command", [("explain", "1/2"), ("standings",)])
def test_what_is_there_is_not_written_over(shoe, shared_club, tmp_path, command) -> None:
    (tmp_path / "mine").write_text("a diary", encoding="utf-8")
    outcome = shoe(command[0], shared_club.ledger, *command[1:], "--format", "html", "-o", tmp_path / "mine")
    assert outcome.status == 2
    assert one_sentence(outcome.err)
    assert (tmp_path / "mine").read_text(encoding="utf-8") == "a diary"


def test_a_tournament_ends_with_its_page_and_says_where(shoe, club, event, tournament) -> None:
    outcome = tournament()
    page = event.with_suffix(".html")
    assert outcome.status == 0
    assert f"The standings to look at: {page}\n" in outcome.err
    assert page.read_text(encoding="utf-8") == shoe("standings", club.ledger, "--event", "Open", "--format", "html").out


def test_the_page_goes_where_it_is_wanted_or_nowhere(tmp_path, event, tournament) -> None:
    assert tournament("--page", tmp_path / "other.html").status == 0
    assert (tmp_path / "other.html").exists()
    assert not event.with_suffix(".html").exists()


def test_no_page_is_written_where_none_is_wanted(tmp_path, tournament) -> None:
    before = set(tmp_path.iterdir())
    assert "look at" not in tournament("--no-page").err
    assert set(tmp_path.iterdir()) == before
    assert tournament("--no-page", "--page", tmp_path / "a.html").status == 2


def test_a_page_of_before_is_replaced(event, tournament) -> None:
    page = event.with_suffix(".html")
    page.write_text(f"<!DOCTYPE html>\n{GENERATOR}\nof last year", encoding="utf-8")
    assert tournament().status == 0
    assert "of last year" not in page.read_text(encoding="utf-8")


PLACES = {
    "a file that is no page of ours": lambda folder: folder / "diary.html",
    "the tournament's own file": lambda folder: folder / "open.toml",
    "a folder": lambda folder: folder / "folder",
    "a place in a folder that is not there": lambda folder: folder / "none" / "a.html",
    "a place in the ledger": lambda folder: folder / "ledger" / "a.html",
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_a_place_that_will_not_do_is_refused_before_anything_is_recorded(tmp_path, club, tournament, place) -> None:
    (tmp_path / "diary.html").write_text("<title>A diary</title>", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    before = club.history()
    outcome = tournament("--page", place(tmp_path))
    assert (outcome.status, outcome.out) == (2, "")
    assert one_sentence(outcome.err)
    assert club.history() == before
    assert (tmp_path / "diary.html").read_text(encoding="utf-8") == "<title>A diary</title>"


def test_a_page_that_cannot_be_written_takes_nothing_away(shoe, club, event, tournament, monkeypatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(file, "os", _Full(full))
        outcome = tournament()
    assert outcome.status == 0
    assert "“Open” ranks 2 players" in outcome.out
    said = [line for line in outcome.err.splitlines() if line.startswith("shoe: ")]
    assert said == [
        "shoe: All is recorded and signed, but the page was not written. No space left on device; check the path, its permissions and the room on the disk."
    ]
    assert [path.name for path in event.parent.iterdir() if "html" in path.name] == []
    assert shoe("audit", club.ledger, "--vkey", club.vkey).status == 0


class _Full:
    """The module `os`, on a disk that is full."""

    def __init__(self, fsync) -> None:
        self.fsync = fsync

    def __getattr__(self, name):
        return getattr(os, name)


def test_a_database_is_reported_as_a_page(shoe, shared_club, tmp_path) -> None:
    database, page = tmp_path / "a.duckdb", tmp_path / "report.html"
    audited = shoe("audit", shared_club.ledger, "--vkey", shared_club.vkey, "--db", database)
    assert f"shoe report {database} -o report.html\n" in audited.err
    assert shoe("report", database, "-o", page).status == 0
    assert "<h1>club.example/<wbr>t</h1>" in page.read_text(encoding="utf-8")
    page.write_text(page.read_text(encoding="utf-8") + "of last year", encoding="utf-8")
    assert shoe("report", database, "-o", page).status == 0
    assert "of last year" not in page.read_text(encoding="utf-8")


def test_a_page_is_replaced_by_a_page_and_by_nothing_else(shoe, shared_club, tmp_path) -> None:
    page = tmp_path / "round.html"
    for number in (1, 2):
        assert shoe("explain", shared_club.ledger, f"1/{number}", "-o", page, "--format", "html").status == 0
        assert f"Session 1, round {number}" in page.read_text(encoding="utf-8")
    (tmp_path / "round").write_bytes(page.read_bytes())
    refused = shoe("explain", shared_club.ledger, "1/3", "-o", tmp_path / "round")
    assert (refused.status, one_sentence(refused.err)) == (2, True)
    assert (tmp_path / "round").read_bytes() == page.read_bytes()


@pytest.mark.parametrize(
    ("name", "form", "told"),
    [
        ("round.html", "text", "would hold text; give --format html"),
        ("round.PDF", "html", "would hold html; choose a name that ends in .html"),
    ],
)
def test_a_name_that_says_another_form_than_is_written_is_refused(shoe, shared_club, tmp_path, name, form, told) -> None:
    outcome = shoe("explain", shared_club.ledger, "1/2", "-o", tmp_path / name, "--format", form)
    assert (outcome.status, outcome.out, list(tmp_path.glob("round*"))) == (2, "", [])
    assert told in outcome.err
    assert one_sentence(outcome.err)


@pytest.mark.parametrize(
    "command", [("report",), ("stats",), ("tables",), ("sql", "FROM about"), ("export", "folder")], ids=lambda words: words[0]
)
def test_who_gives_a_ledger_for_its_database_is_told_how_to_make_one(shoe, shared_club, command) -> None:
    outcome = shoe(command[0], shared_club.ledger, *command[1:])
    assert (outcome.status, outcome.out) == (2, "")
    assert f"is a ledger; `shoe audit {shared_club.ledger} --vkey VKEY --db audit.duckdb` writes" in outcome.err
    assert one_sentence(outcome.err)


def test_a_report_of_what_is_no_database_is_refused_in_one_sentence(shoe, tmp_path) -> None:
    (tmp_path / "diary").write_text("a diary", encoding="utf-8")
    for path in (tmp_path / "diary", tmp_path / "none"):
        outcome = shoe("report", path)
        assert (outcome.status, outcome.out) == (2, "")
        assert one_sentence(outcome.err)
