"""The report: the verdict first, findings with their hands, money, what was foretold, what it rests on; and all of it in a browser."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import attrs
import pytest

from audit import audit_ledger
from audit.asking.query import opened
from audit.errors import QueryRefused
from audit.expected import Expected
from audit.pages.findings import Findings
from audit.pages.house import amount, card_name, signed
from audit.pages.money import MOST_CURVES
from audit.pages.report import _MEANINGS, Basis, _played, _verdict, report_page
from audit.report_text import at_the_table
from audit.statistics.about import About
from audit.statistics.summary import percent
from ledger import Tournament, hold
from ledger.cheating import tamper
from ledger.players.bots import RandomBot, make_bot
from ledger.rules.ruleset import altered, load_profile
from tests.pages.conftest import HOSTILE
from tests.support.browser import WIDTHS
from tests.support.ledgers import SignedLedger
from tests.support.markup import Markup

KINDS = ("payout", "insurance", "card", "extra-draw", "hole", "stake", "peek", "doubled-event", "balance", "standings")
ROUNDS = 5_000
LARGEST = 2_000_000
MANY = tuple(f"Player {number}" for number in range(1, 11))


@attrs.frozen
class Audited:
    """A database, and the page made of it."""

    database: Path
    page: str

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        """What the database has."""
        with opened(self.database) as connection:
            return connection.execute(question).fetchall()


def audited(ledger: SignedLedger) -> Audited:
    database = ledger.path.parent / "facts.duckdb"
    audit_ledger(ledger.path, ledger.vkey, database=database, jobs=1)
    return Audited(database, report_page(database))


def random_bots(*names):
    return dict.fromkeys(names, lambda _seat, seed: RandomBot(seed))


@pytest.fixture(scope="module")
def large(new_ledger) -> Audited:
    """Thousands of rounds of two people, and a tournament."""
    ledger: SignedLedger = new_ledger()
    rules = altered(load_profile("training"), {"session.rounds": ROUNDS // 5, "session.stack": 50_000})
    for _ in range(5):
        ledger.record(
            rules, {"Ann": lambda _seat, seed: make_bot("stand", rules, seed), "Bo": lambda _seat, seed: make_bot("mimic", rules, seed)}
        )
    hold(ledger.path, ledger.keys, Tournament("Long & Open", sessions=(2,)), ledger.clock)
    return audited(ledger)


@pytest.fixture(scope="module")
def cheated(new_ledger) -> Audited:
    """Ten kinds of cheating at a table of hostile names, and a private game whose bank changes hands."""
    ledger: SignedLedger = new_ledger()
    ledger.record(altered(load_profile("training"), {"session.rounds": 60, "session.stack": 500}), random_bots(*HOSTILE))
    ledger.record(altered(load_profile("changing-bank"), {"session.rounds": 40, "session.stack": 2000}), random_bots("Ann", "Bo", "Cy"))
    for kind in KINDS:
        tamper(ledger.path, ledger.keys.path, kind, 7)
    return audited(ledger)


@pytest.fixture(scope="module")
def crowd(new_ledger) -> Audited:
    """Ten people at two tables."""
    ledger: SignedLedger = new_ledger()
    for names in (MANY[:5], MANY[5:]):
        ledger.record(altered(load_profile("training"), {"session.rounds": 10}), random_bots(*names))
    return audited(ledger)


@pytest.fixture(scope="module")
def empty(new_ledger) -> Audited:
    """A ledger in which nothing was recorded yet."""
    return audited(new_ledger())


def headings(page: str) -> list[str]:
    return [tag.text for tag in Markup(page).named("h2")]


def test_every_report_is_well_made_and_asks_for_nothing(large, cheated, crowd, empty) -> None:
    for one in (large, cheated, crowd, empty):
        markup = Markup(one.page)
        markup.asks_for_nothing()
        markup.is_in_order()
        markup.has_telling_tables()


def test_it_tells_the_verdict_first_and_what_it_rests_on_last(large) -> None:
    assert headings(large.page) == [
        "Clean",
        "Standings",
        "Money over time",
        "What the cards make one expect, and what came",
        "Return by upcard",
        "Insurance",
        "What this rests on",
    ]
    assert Markup(large.page).named("h1")[0].text == "club.example/tables"


def test_findings_follow_the_verdict_with_their_rule_and_what_stands_there(cheated) -> None:
    markup = Markup(cheated.page)
    (total,) = cheated.ask("SELECT findings FROM about")[0]
    assert total >= len(KINDS)
    assert headings(cheated.page)[:2] == [f"{total} violations found", "What was found"]
    told = cheated.ask(
        "SELECT code, expected, recorded, detail FROM findings QUALIFY row_number() OVER (PARTITION BY code ORDER BY seq, step NULLS LAST) = 1"
    )
    facts = [tag.text for tag in markup.classed("finding")]
    for title, times in cheated.ask("SELECT title, findings FROM checks WHERE findings > 0"):
        assert f"“{title}”: broken {'once' if times == 1 else f'{times} times'}." in markup.classed("verdict")[0].text
        assert any(text.strip().startswith(f"Against the rule “{title}”") for text in facts)
    for code, expected, recorded, detail in told:
        of_code = " ".join(text for text in facts if code in text)
        for words in (expected, recorded, detail):
            assert words in of_code or card_name(words) in markup.labels(), (code, words)


def test_a_finding_shows_the_hands_of_its_round_as_cards(cheated) -> None:
    session, round_ = cheated.ask("SELECT session, round FROM findings WHERE code = 'payout' ORDER BY seq LIMIT 1")[0]
    dealt = [card for *at, card in cheated.ask("SELECT session, round, card FROM cards") if at == [session, round_]]
    markup = Markup(cheated.page)
    assert f"Round {session}/{round_}" in {tag.text.partition("check")[0] for tag in markup.classed("where")}
    assert {card_name(card) for card in dealt} <= set(markup.labels())
    assert f"shoe explain LEDGER {session}/{round_} --vkey VKEY" in cheated.page
    assert len(markup.classed("meant")) >= 1


def test_only_clauses_that_rule_the_table_are_cited() -> None:
    clauses = ("T7.2", "E1.1", "G6", "FORMAT-6", "B6.2")
    assert at_the_table(clauses, "T") == ("T7.2", "G6", "FORMAT-6")
    assert at_the_table(("E1.1",), "T") == ("E1.1",)
    assert at_the_table(clauses, "") == clauses


def test_names_that_are_markup_are_names(cheated) -> None:
    markup = Markup(cheated.page)
    told = {tag.text for tag in markup.named("bdi")}
    assert set(HOSTILE) <= told
    assert len(markup.named("style", "title")) == 2


def test_standings_are_everybodys_over_all_sessions_and_of_each_tournament(large) -> None:
    markup = Markup(large.page)
    captions = [tag.text for tag in markup.named("caption")]
    assert captions[:2] == ["Long & Open", "Everybody, over all sessions"]
    people = large.ask("SELECT name, sum(net)::BIGINT FROM standings GROUP BY name")
    for name, net in people:
        assert f">{name}</bdi>" in large.page
        assert signed(net) in {tag.text for tag in markup.classed("net")}


def test_a_tournament_tells_at_which_table_each_of_its_players_sat(large) -> None:
    (table,) = large.ask("SELECT table_name FROM sessions WHERE session = 2")[0]
    first = Markup(large.page).classed("places")[0].text
    assert " ".join(first.split()).count(table) == 2


def test_it_says_what_was_played_by_how_many_and_when(large, empty) -> None:
    (day,) = large.ask("SELECT strftime(max(time), '%-d %B %Y') FROM rounds")[0]
    assert f'<p class="note">5 sessions and 5,000 rounds of 2 players, on {day}.</p>' in large.page
    assert "No round was played yet." in empty.page
    last = datetime(2026, 2, 1, tzinfo=UTC)
    assert _played(1, 1, 1, last - timedelta(days=2), last) == "1 session and 1 round of 1 player, from 30 January 2026 to 1 February 2026."


def test_what_insurance_came_to_is_called_a_loss_where_it_was_one(cheated) -> None:
    (said,) = (tag.text for tag in Markup(cheated.page).classed("said") if "on insurance" in tag.text)
    (rate,) = cheated.ask("SELECT net_rate FROM insurance_results WHERE taken > 0")[0]
    assert f"{'lost' if rate < 0 else 'gained'} {percent(abs(rate))}" in said


def test_money_over_time_ends_where_the_standings_do(large, cheated) -> None:
    for one in (large, cheated):
        legend = Markup(one.page).classed("legend")[0].text
        nets = dict(one.ask("SELECT name, sum(net)::BIGINT FROM standings GROUP BY name"))
        shown = [f"{name} {signed(net)}" for name, net in nets.items()]
        drawn = [words for words in shown if words in " ".join(legend.split())]
        assert len(drawn) == (len(nets) if len(nets) <= MOST_CURVES else 2)


def test_of_more_people_than_curves_the_first_and_the_last_are_drawn_within_a_band(crowd, large) -> None:
    markup = Markup(crowd.page)
    assert len(markup.classed("band")) == 1
    nets = dict(crowd.ask("SELECT name, sum(net)::BIGINT FROM standings GROUP BY name"))
    legend = " ".join(markup.classed("legend")[0].text.split())
    assert signed(max(nets.values())) in legend
    assert signed(min(nets.values())) in legend
    assert len(re.findall(r'<path class="curve', crowd.page)) == 2
    assert Markup(large.page).classed("band") == []


def test_what_was_foretold_stands_beside_what_was_observed(large) -> None:
    text = " ".join(Markup(large.page).named("main")[0].text.split())
    share, n = large.ask("SELECT share, hands FROM naturals WHERE whose = 'box'")[0]
    assert f"A natural {amount(n)} 4.75% {percent(share)}" in text
    assert "Over 21" in text
    assert "tests were made" in text


def test_return_by_upcard_is_what_the_view_says(large) -> None:
    text = " ".join(Markup(large.page).named("main")[0].text.split())
    for rank, boxes, rate in large.ask("SELECT up_rank, boxes, return_rate FROM net_by_upcard WHERE up_rank IN ('2', '6')"):
        assert f"{rank} {amount(boxes)} {percent(rate)}" in text


def test_it_says_what_was_checked_and_what_no_check_can_say(large) -> None:
    text = " ".join(Markup(large.page).named("main")[0].text.split())
    for what, n in large.ask("SELECT what, n FROM checked"):
        assert f"{amount(n)} {what[:-1] if n == 1 else what} " in text
    for (remark,) in large.ask("SELECT remark FROM remarks WHERE kind = 'notice'"):
        assert f"{remark[1:]}. " in text
    for meaning in _MEANINGS.values():
        assert meaning in text


def test_nothing_recorded_is_a_report_too(empty) -> None:
    assert headings(empty.page) == ["Clean", "What this rests on"]


def test_what_could_not_be_checked_is_part_of_the_verdict() -> None:
    about = About("club.example/t", 12, "00", "NOT FULLY VERIFIED", 0, "sealedshoe")
    basis = Basis(128, (), ("session 3, whose rules are not understood",), (), (), 0)
    verdict = _verdict(about, Findings(0, (), ()), basis, Expected(()))
    assert (verdict.tone, verdict.word, verdict.points) == ("open", "Not fully verified", basis.not_checked)


def test_the_verdict_is_the_audits_word_whatever_else_the_database_says() -> None:
    basis, found = Basis(128, (), (), (), (), 0), Findings(0, (), ())
    words = {"CLEAN": "right", "VIOLATIONS FOUND": "wrong", "NOT FULLY VERIFIED": "open", "": "open"}
    for word, tone in words.items():
        assert _verdict(About("club.example/t", 12, "00", word, 0, "sealedshoe"), found, basis, Expected(())).tone == tone
    assert _verdict(About("club.example/t", 12, "00", "CLEAN", 1, "sealedshoe"), found, basis, Expected(())).tone == "wrong"


def test_its_size_does_not_grow_with_the_rounds(large, cheated) -> None:
    (rounds,) = large.ask("SELECT count(*) FROM rounds")[0]
    assert rounds == ROUNDS
    assert len(large.page.encode()) < LARGEST / 20
    assert len(cheated.page.encode()) < LARGEST / 10


def test_the_same_database_gives_the_same_bytes(cheated) -> None:
    assert report_page(cheated.database) == cheated.page


def test_a_database_that_is_none_of_ours_is_refused_in_one_sentence(tmp_path) -> None:
    (tmp_path / "a.duckdb").write_bytes(b"a diary")
    with pytest.raises(QueryRefused, match=r"a\.duckdb"):
        report_page(tmp_path / "a.duckdb")
    with pytest.raises(QueryRefused, match="There is no database"):
        report_page(tmp_path / "none.duckdb")


def test_a_report_in_a_browser_asks_for_nothing_and_is_never_too_wide(chromium, large, cheated, crowd, empty, tmp_path) -> None:
    for name, one in {"large": large, "cheated": cheated, "crowd": crowd, "empty": empty}.items():
        path = tmp_path / f"{name}.html"
        path.write_text(one.page, encoding="utf-8")
        for width in WIDTHS:
            for dark in (False, True):
                seen = chromium.look(path, width=width, dark=dark)
                seen.is_quiet()
                assert seen.images == 0
