"""What each may see of a live table: no card before it is shown to them (G8, SERVICE.md)."""

from __future__ import annotations

from itertools import chain

import attrs
import msgspec
import pytest

from ledger.live.driving import drive
from ledger.live.questions import Question
from ledger.rules.ruleset import altered, load_profile, profile_names
from ledger.service.about import OPERATOR, PUBLIC, Viewer
from ledger.service.sight import Sight
from ledger.table.ask import WITH_AMOUNT
from tests.support.ledgers import stacked_racks
from tests.support.live import LiveTable, plan_of, profile_plan
from tests.support.peeping import Peeping, cards_in, question_to, shown
from tests.support.stacked import with_suits
from tests.support.tables import any_plan, seeded

PLANS = 10
ODD = {
    "double.face_down": True,
    "double.beyond_maximum": True,
    "table.irregularities": "B5",
    "table.rulings": True,
    "table.bettors_per_box": 2,
    "session.rounds": 6,
}
BOUNDED = {"stakes.table_minimum": 20, "stakes.table_maximum": 64, "table.boxes_per_player": 2, "table.bettors_per_box": 2}
FACE_DOWN = ("down", "hole", "late", "extra", "unasked", "toss", "double")


@pytest.fixture(scope="module")
def peeped(new_ledger):
    """Sessions of every profile and of odd rule sets, at which everybody looked before each question; and what came at their end."""
    ledger, peeping, choice, ended = new_ledger(), Peeping(), seeded(3), []
    plans = [profile_plan(profile, {"session.rounds": 3}) for profile in profile_names()]
    plans += [
        profile_plan(profile, {**ODD, "deal.pattern": pattern}) for profile in ("permanent-bank", "changing-bank") for pattern in "aef"
    ]
    plans += [any_plan(choice.choice).with_rules({"session.rounds": 3}) for _ in range(PLANS)]

    def drives(session, sources):
        drive(session, sources, look=peeping.look)
        ended.append((session.last, shown(session, PUBLIC, "closed")))

    for number, plan in enumerate(plans, 1):
        LiveTable(ledger, plan_of(plan), number, drives=drives).begin()
    with stacked_racks(with_suits("A 9 5 A K 9 6 9".split())):
        plan = profile_plan("training", {"deal.pattern": "b", "natural.even_money": "ace", "session.rounds": 1})
        LiveTable(ledger, plan_of(plan), len(plans) + 1, drives=drives).begin()
    return peeping, ended


def test_a_card_is_told_to_nobody_before_it_is_shown_to_them(peeped) -> None:
    """G8: not in the log, not in a question, and nothing else that is sent depends on it. `Peeping` has looked at every question."""
    peeping, _ = peeped
    assert {verb for verb, how in peeping.met if how == "hidden"} == set(FACE_DOWN)


def test_a_card_is_told_to_everybody_once_it_is_shown(peeped) -> None:
    """Doubles once they are turned and the hole card once it is shown, while the banker still plays; the others when their hand is opened."""
    peeping, _ = peeped
    assert {verb for verb, how in peeping.met if how == "open"} >= set(FACE_DOWN)


def test_players_see_their_own_cards_and_nobody_a_double_that_lies_face_down(peeped) -> None:
    """B4.1: it is the banker who turns it."""
    peeping, _ = peeped
    assert {verb for verb, how in peeping.met if how == "own"} == set(FACE_DOWN) - {"double"}


def test_of_a_hand_that_lies_face_down_nobody_hears_what_it_is_offered(peeped) -> None:
    """Even money would tell a natural, a pair of aces itself, and a question after 21 a bust hand."""
    peeping, _ = peeped
    assert {("over", "turn"), ("insurance", "offer"), ("even", "offer"), ("surrender", "offer")} <= peeping.phases.keys()
    assert ("over", "over") not in peeping.phases


def test_a_signed_round_is_told_to_everybody_whole(peeped) -> None:
    """As it stands in the ledger: only burnt cards that nobody saw are not told."""
    _, ended = peeped
    for last, sent in ended:
        if last is not None:
            told = msgspec.json.decode(sent)["last"]
            played = last.round if told["void"] else last
            assert tuple(told["log"]) == played.log
            assert not [event for event in told["log"] if event.endswith("xx") and " burn " not in event]
    assert any(verb in event.split(" ") for _, sent in ended for event in msgspec.json.decode(sent)["last"]["log"] for verb in FACE_DOWN)


def test_the_search_finds_what_is_told_too_soon_and_what_is_kept_back(new_ledger) -> None:
    """It complains of what a player sees as told to the public, and of the public's as told to the player."""
    complaints = []

    def look(session):
        if isinstance(session.question, Question) and session.table._round:
            found = list(cards_in(session.sheet.plan.rules, session.table._round._table, session.log))
            mine = Viewer("seat", session.question.ask.seat or 1)
            for viewer, other in ((PUBLIC, mine), (mine, PUBLIC)):
                try:
                    Peeping().check(session, viewer, found, shown(session, other).replace(b'"xx"', b'"5C"'))
                except AssertionError:
                    complaints.append(viewer.role)

    LiveTable(new_ledger(), plan_of(profile_plan("club")), drives=lambda session, sources: drive(session, sources, look=look)).begin()
    assert {"public", "seat"} <= set(complaints)


RULES = altered(load_profile("permanent-bank"), {"deal.pattern": "b", "double.face_down": True, "table.irregularities": "B5"})
LYING = {
    "an unasked card that joins an open hand": ("c", "1 deal 5C;1 deal 9D;1 unasked 2H;1 keep", "1 unasked 2H"),
    "an unasked card before it is kept": ("c", "1 deal 5C;1 deal 9D;1 unasked 2H", "1 unasked xx"),
    "an unasked card that is tossed": ("c", "1 deal 5C;1 deal 9D;1 unasked 2H;1 toss 2H", "1 toss xx"),
    "an unasked card that joins a hand face down": ("b", "1 down 5C;1 down 9D;1 unasked 2H;1 keep", "1 unasked xx"),
    "a second card too many in a pass dealt up": ("c", "1 deal 5C;1 extra 2H", "1 extra 2H"),
    "a second card too many in a pass dealt down": ("b", "1 down 5C;1 extra 2H", "1 extra xx"),
    "a tossed card of a hand opened later": ("b", "1 down 5C;1 extra 2H;1 toss 5C;1 down 9D;1 open", "1 toss xx"),
    "a late card in a pass dealt down": ("b", "1 late 5C", "1 late xx"),
    "a late card in a pass dealt up": ("c", "1 late 5C", "1 late 5C"),
    "a double in a hand that is opened": ("b", "1 down 5C;1 down 6C;1 open;1 double TH;1 open", "1 double xx"),
    "a double that is turned": ("b", "1 down 5C;1 down 6C;1 open;1 double TH;D show;1 turn", "1 double TH"),
    "a bust hand, which is not opened (B3.2)": ("b", "1 down TC;1 down 6C;1 hit 9D;1 bust 0", "1 down xx"),
    "the hole card after the peek": ("c", "D deal TC;D hole 5D;D peek clear", "D hole xx"),
    "the hole card after the show": ("c", "D deal TC;D hole 5D;D show", "D hole 5D"),
}


@pytest.mark.parametrize(("pattern", "log", "seen"), LYING.values(), ids=LYING)
def test_a_card_lies_as_it_was_dealt_until_an_event_turns_it(pattern, log, seen) -> None:
    """FORMAT §8, §10, B4.1, B5."""
    rules = altered(RULES, {"deal.pattern": pattern})
    assert seen in Sight(rules, {1: 1}, 0, log.split(";"), None).log_for(0)


def test_who_holds_two_boxes_looks_at_the_second_when_its_time_comes() -> None:
    """P3.2: not before they are asked about it."""
    dealt = ["1 down 5C", "2 down 6C", "3 down 7C", "1 down 8C", "2 down 9C", "3 down TC"]
    owners = {1: 4, 2: 5, 3: 4}
    assert Sight(RULES, owners, 0, dealt, None).log_for(4)[:3] == ("1 down 5C", "2 down xx", "3 down xx")
    assert Sight(RULES, owners, 0, [*dealt, "1 stand", "2 stand", "3 hit 2C"], None).log_for(4)[:3] == (
        "1 down 5C",
        "2 down xx",
        "3 down 7C",
    )


def test_a_banker_looks_at_a_first_card_that_stakes_follow_and_after_a_peek() -> None:
    """H2.3, B2.4; the house's dealer tells nobody."""
    first = altered(load_profile("home"), {"deal.pattern": "g"})
    assert Sight(first, {1: 2}, 3, ["D hole 5C"], None).log_for(3) == ("D hole 5C",)
    peeked = ["D deal AC", "D hole 5C", "D peek clear"]
    assert Sight(RULES, {1: 2}, 3, peeked[:2], None).log_for(3)[1] == "D hole xx"
    assert Sight(RULES, {1: 2}, 3, peeked, None).log_for(3)[1] == "D hole 5C"
    assert Sight(RULES, {1: 2}, 0, peeked, None).log_for(0)[1] == "D hole xx"


def test_whatever_a_view_says_may_be_answered_is_taken(new_ledger) -> None:
    """Each box of an open question has bounds of its own; who answers first is chosen at random, and so is everything else."""
    choice, asked, several = seeded(5), set(), set[int]()

    def answer_as_shown(session, _sources):
        while session.question is not None:
            if not isinstance(session.question, Question):
                session.go_on()
                continue
            seats = (OPERATOR, *(Viewer("seat", seat.number) for seat in session.table.seats))
            told = [question_to(session, viewer) for viewer in seats]
            question = choice.choice(list(chain.from_iterable(each.yours or () for each in told)))
            act = choice.choice([act for act in question.legal if act != "ruling TEXT"])
            if act.partition(" ")[0] in WITH_AMOUNT:
                assert question.least <= question.most
                act = f"{act} {choice.choice((question.least, question.most))}"
            several.update(len(each.yours) for each in told if each.yours)
            asked.add((told[0].phase, len(told[0].hands) > 1, question.hand == told[0].hands[0]))
            assert session.answer(session.question.number, f"{question.hand} {act}"), session.question

    ledger = new_ledger()
    for number, profile in enumerate(("enhc", "permanent-bank", "home", "classic-full"), 1):
        plan = plan_of(profile_plan(profile, {**(BOUNDED if number == 1 else {}), "session.rounds": 6}))
        boxes = {"Player 1": (1, 4)} if number == 1 else None
        LiveTable(ledger, attrs.evolve(plan, boxes=boxes), number, drives=answer_as_shown).begin()
    assert several == {1, 2, 3}
    assert {("stakes", True, True), ("stakes", True, False), ("side-stakes", True, False), ("turn", False, True)} <= asked
