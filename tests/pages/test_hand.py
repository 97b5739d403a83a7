"""The page of a hand: what it says first, the table as it was left, every step, and strangers' text that does no harm."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from audit.pages.hand import hand_page
from audit.pages.house import amount, card_name, signed, with_commands
from tests.pages.conftest import BANKS, BETTORS, HOSTILE, STACKED, VOID
from tests.support.markup import Markup


def test_every_page_is_well_made_and_asks_for_nothing(pages) -> None:
    for name, page in pages.items():
        markup = Markup(page)
        markup.asks_for_nothing()
        markup.is_in_order()
        markup.has_telling_tables()
        assert markup.named("title")[0].text.endswith(" – Sealed Shoe"), name
        assert '<meta name="generator" content="Sealed Shoe">' in page[:4096]


def test_a_name_that_is_markup_is_shown_as_it_is(pages) -> None:
    hostile = Markup(pages["hostile"])
    for name in HOSTILE:
        assert any(tag.text == name for tag in hostile.named("bdi")), name
        assert f"{name} stakes 2" in hostile.named("main")[0].text
    assert hostile.named("svg") == []
    assert len(hostile.named("style", "title")) == 2


def test_the_style_of_a_page_is_the_same_whatever_its_ledger_says(pages) -> None:
    styles = {Markup(page).named("style")[0].text for page in pages.values()}
    assert len(styles) == 1


def test_the_verdict_stands_first(pages) -> None:
    for name, word in {"auction": "Nothing is wrong in this round", "wrong": "Something is wrong here", "proven": "Right"}.items():
        assert Markup(pages[name]).named("h2")[0].text == word


def test_every_event_stands_in_the_logs_own_words_and_order(gallery, pages) -> None:
    number = gallery.log(BANKS, " auction", " pays ")
    records = map(json.loads, gallery.ledger.history().splitlines())
    (log,) = (line["log"] for line in records if line.get("session") == BANKS and line.get("round") == number)
    told = [re.sub(r"card \d+ of shoe \d+$", "", tag.text) for tag in Markup(pages["auction"]).classed("event")]
    assert [event for event in told if event] == log


def test_the_clauses_that_are_cited_are_there_to_be_read(pages) -> None:
    markup = Markup(pages["auction"])
    cited = {tag.text for tag in markup.classed("clause")}
    assert {"B1.4", "G1"} <= cited
    assert {tag.text for tag in markup.named("dt")} == cited


ADDS_UP = {
    "a plain round": (1, ()),
    "a split": (1, (" split ",)),
    "several bettors": (BETTORS, ("/1 bet ",)),
    "insurance": (BETTORS, (" insure ",)),
    "more lost than staked": (BANKS, (" forfeit ",)),
    "a round that was broken off": (VOID, (" bet ",)),
}


@pytest.mark.parametrize(("session", "events"), ADDS_UP.values(), ids=ADDS_UP)
def test_what_came_of_the_stakes_is_what_the_balances_moved_by(gallery, session, events) -> None:
    story = gallery.story(session, *events)
    won: dict[str, int] = {}
    for stake in (stake for hand in story.table for stake in hand.stakes):
        won[stake.name] = won.get(stake.name, 0) + stake.net
    balances = "\n".join(step.text for step in story.steps if step.phase == "balances")
    moved = {name: int(net) for name, net in re.findall(r"^(.+): -?\d+ → -?\d+, net ([+-]?\d+)", balances, re.MULTILINE)}
    assert won
    assert {name: moved[name] for name in won} == won


def test_cards_are_told_to_somebody_who_listens_and_those_face_down_as_such(gallery, pages) -> None:
    story = gallery.story(BANKS, " turn")
    down = next(step for step in story.steps if " down " in step.event)
    labels = Markup(pages["face down"]).labels()
    assert f"{card_name(down.cards[0])}, face down" in labels
    assert card_name(down.cards[0]) in labels
    assert card_name("TH") == "10 of hearts"


def test_a_double_lies_face_down_until_it_is_turned(gallery) -> None:
    story = gallery.story(BANKS, " turn")
    (turned,) = {step.who for step in story.steps if step.event.endswith(" turn")} or [""]
    places = {step.event: step.face_down for step in story.steps if step.who == turned and step.cards}
    assert places[next(event for event in places if " double " in event)] == (2,)
    assert places[f"{turned} turn"] == ()


def test_hands_of_a_split_stand_under_the_pair_that_they_come_from(gallery, pages) -> None:
    story = gallery.story(1, " split ")
    divided = next(hand for hand in story.table if hand.was_divided)
    halves = [hand for hand in story.table if hand.hand.startswith(f"{divided.hand}.")]
    assert len(divided.cards) == 2
    assert [half.cards[0] for half in halves[:2]] == list(divided.cards)
    assert [tag.text for tag in Markup(pages["split"]).classed("path")][: len(halves)] == [
        half.hand for half in halves if not half.was_divided
    ]


def test_other_peoples_stakes_on_a_hand_stand_under_their_names(gallery, pages) -> None:
    story = gallery.story(BETTORS, "/1 bet ")
    others = {(hand.hand, stake.name) for hand in story.table for stake in hand.stakes if stake.name != hand.name}
    rows = {tuple(cell.text for cell in Markup(row).named("th", "td"))[:2] for row in _rows(pages["several bettors"])}
    assert others
    assert others <= rows


def _rows(page):
    return [row for row in re.findall(r'<tr role="row">(.*?)</tr>', page, re.DOTALL) if "columnheader" not in row]


def test_a_round_that_was_broken_off_gives_every_stake_back(pages) -> None:
    page = Markup(pages["broken off"])
    assert "<b>Ann</b> had to go" in page.classed("standfirst")[0].text
    assert {tag.text for tag in page.classed("net") if tag.name == "td"} == {"0"}
    assert "broken off" in page.named("table")[0].text


def test_where_the_record_is_wrong_it_says_so_first_and_at_the_step(gallery, pages) -> None:
    page = Markup(pages["wrong"])
    warnings = gallery.story(STACKED).warnings
    assert any(warning.startswith("the sealed shoe has") for warning in warnings)
    assert [tag.text for tag in page.classed("warning")] == [f"Wrong: {warning}." for warning in warnings]
    assert len(page.classed("warned")) == len(warnings)


def test_a_premium_is_told_with_its_arithmetic(pages) -> None:
    assert "earn 4:1" in unescape(pages["wrong"])
    assert "premium 6cards" in pages["wrong"]


def test_one_hand_leaves_the_others_out(pages) -> None:
    boxes = [tag.text for tag in Markup(pages["one hand"]).named("h3") if "box" in tag.text]
    assert boxes == ["Bo box 2"]


def test_a_verified_bundle_says_what_it_proves_and_what_not(pages) -> None:
    markup = Markup(pages["proven"])
    headings = [tag.text for tag in markup.named("h2")]
    assert headings[:4] == ["Right", "Proven, by this file and the verifier key alone", "Not proven by it", "The table at the end"]
    assert "no second history was signed" in markup.named("main")[0].text


def test_a_command_is_told_as_one_and_a_name_stays_as_it_is() -> None:
    told = with_commands("`shoe audit` <b> is not what `Ann` says")
    assert str(told) == "<code>shoe audit</code> &lt;b&gt; is not what `Ann` says"


def test_what_has_no_round_to_tell_has_a_page_without_one(pages) -> None:
    markup = Markup(pages["checkpoint"])
    assert markup.classed("felt") == markup.classed("steps") == []
    assert len(markup.classed("verdict")) == 1


def test_the_same_round_gives_the_same_bytes(gallery, pages) -> None:
    assert hand_page(gallery.story(1)) == pages["hostile"]


@pytest.mark.parametrize(("money", "shown"), [(0, "0"), (1250, "+1,250"), (-4, "−4")])
def test_money_won_has_its_sign(money, shown) -> None:
    assert signed(money) == shown
    assert amount(-20_000) == "−20,000"
