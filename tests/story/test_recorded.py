"""The telling and the recorder are written apart: whatever is recorded must be told without an objection, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs
import pytest
from msgspec.structs import replace

from audit.explain import as_text, explain
from audit.ledger_dir import open_ledger
from audit.records import Open, Round
from audit.story.choice import eventful_hand
from audit.story.evening import retold
from audit.story.session import records_of
from audit.story.step import Story
from tests.support.evenings import record_evening
from tests.support.tables import any_plan, seeded

ROUNDS = 30


@attrs.frozen
class Evening:
    """A session of random players: a profile, what differs from it, and who sits there."""

    profile: str
    changes: dict[str, Any] = attrs.Factory(dict)
    people: dict[str, Any] = attrs.Factory(dict)


SIX = {"players": 6}
EVENINGS = {
    "training": Evening("training", people=SIX),
    "one deck to the indicator": Evening("training", {"pack.decks": 1, "shoe.reshuffle": "cut-card", "shoe.penetration_left": 4}, SIX),
    "one deck to the last card": Evening("training", {"shoe.reshuffle": "cut-card", "pack.decks": 1}, SIX),
    "late surrender, H17, 6:5": Evening(
        "training",
        {
            "surrender.offered": "late",
            "banker.soft17": "draw",
            "natural.pays": "6:5",
            "stakes.minimum": 10,
            "stakes.maximum": 50,
            "stakes.unit": 10,
        },
    ),
    "naturals after a split, aces as others": Evening(
        "training", {"natural.after_split": True, "split.aces_play": "as-others", "split.aces_hands": 4}
    ),
    "second cards at once, rounded down": Evening(
        "training", {"split.second_card": "at-once", "stakes.maximum": 9, "stakes.breakage": "floor"}
    ),
    "exactly half, not for naturals": Evening(
        "training",
        {"insurance.amount": "half", "insurance.naturals": False, "insurance.pays": "5:2", "stakes.minimum": 4, "stakes.maximum": 8},
    ),
    "enhc": Evening("enhc", {"double.commission": "1:2"}),
    "no more than the original stake": Evening("enhc", {"peek.natural_takes": "original", "double.offered": "any", "double.totals": []}),
    "classic": Evening("classic", people={"players": 4}),
    "classic-full": Evening("classic-full", people=SIX),
    "aces at 11": Evening("classic-full", {"pack.ace": "11"}, SIX),
    "seventeen-and-four": Evening("seventeen-and-four", people=SIX),
    "changing-bank": Evening("changing-bank", {"stakes.maximum": 200}),
    "a bank auctioned each time": Evening("changing-bank", {"bank.change": "auction", "bank.first": "black-jack"}),
    "permanent-bank": Evening("permanent-bank", {"table.onlookers": True, "session.stack": 400}, {"players": 3, "onlookers": 2}),
    "home": Evening("home", people=SIX),
    "a dealer who must double": Evening("home", {"stakes.banker_raise": "picture-or-ace", "stakes.redouble": "ace-not-picture"}),
    "club": Evening("club", people=SIX),
}
SEATED_BY_HOUSE = {"permanent-bank": {"P1": (1, 3), "P2": (2,), "P3": (4, 5)}}


@pytest.fixture(scope="module", params=list(EVENINGS), ids=list(EVENINGS))
def ledger(request, tmp_path_factory) -> Path:
    """A session under one of the rule sets."""
    evening = EVENINGS[request.param]
    changes = {"session.rounds": ROUNDS, "session.stack": 10_000, **evening.changes}
    boxes = SEATED_BY_HOUSE.get(request.param)
    return record_evening(tmp_path_factory.mktemp("told"), evening.profile, changes, boxes=boxes, **evening.people)


def rounds_of(ledger: Path) -> int:
    """How many rounds the session had: some end early."""
    return sum(b'"record":"round"' in raw or b'"record":"void"' in raw for _, raw in open_ledger(ledger).lines())


@pytest.fixture(scope="module")
def stories(ledger) -> list[Story]:
    """Each round of that session, told."""
    return [explain(ledger, 1, number) for number in range(1, rounds_of(ledger) + 1)]


def test_no_round_is_objected_to(stories) -> None:
    assert len(stories) >= 5
    for story in stories:
        assert story.warnings == (), as_text(story)
        assert "does not tell" not in as_text(story)


DEALT = ("deal", "down", "hole", "hit", "draw", "double", "triple", "late", "extra", "exposed", "unasked", "burn")


def test_every_card_is_compared_with_its_sealed_shoe(stories) -> None:
    for story in stories:
        told = [step for step in story.steps if "shuffled" in step.text or "dealt on" in step.text]
        assert told
        assert all("compared with the shoe" in step.text or "for the draw" in step.text or "cut again" in step.text for step in told)
        dealt = [step for step in story.steps if step.event.split()[1:2] and step.event.split()[1] in DEALT]
        assert dealt
        assert all(step.position is not None for step in dealt)


PAID = re.compile(
    r"\S+ (?:bust|lose|push|win|natural|suited|aces|pictures|even|surrender|insurance|forfeit|commission|pays|follow|premium \w+) (\d+)"
)


def test_a_payout_that_was_altered_is_contradicted(ledger) -> None:
    """Each one in its own step, by a unit too much and by one too little."""
    altered = 0
    for number in range(1, min(rounds_of(ledger), 8) + 1):
        folder = open_ledger(ledger)
        records = records_of(folder, 1, number)
        played = next(record for record in records.all(Round) if record.round == number)
        for at, event in enumerate(played.log):
            found = PAID.fullmatch(event)
            for amount in (int(found[1]) + 1, int(found[1]) - 1) if found else ():
                wrong = f"{event.rpartition(' ')[0]} {amount}"
                if amount >= 0:
                    log = [*played.log[:at], wrong, *played.log[at + 1 :]]
                    told = retold(folder, records, records.all(Open)[0], replace(played, log=log))
                    assert any(step.event == wrong and step.warning for step in told.steps), (played.log, wrong)
                    altered += 1
    assert altered > 20


def test_a_story_fits_the_readers_terminal(stories) -> None:
    for story in stories[:3]:
        for width in (60, 100):
            lines = as_text(story, width).splitlines()
            # The last line says what was not looked at; it stands in every story.
            assert max(map(len, lines[:-1])) <= width


@pytest.mark.parametrize("patience", [1, 5, 9, 14, 20, 40])
@pytest.mark.parametrize("profile", ["changing-bank", "home"])
def test_a_round_that_was_broken_off_is_told_as_far_as_it_went(tmp_path, profile, patience) -> None:
    """FORMAT §4: stakes go back, whatever stood on the table."""
    ledger = record_evening(tmp_path, profile, {"session.rounds": 20}, patience=patience)
    story = explain(ledger, 1, rounds_of(ledger))
    assert story.warnings == (), as_text(story)
    assert "This round was broken off and does not count: The fire alarm rang. Every stake went back." in as_text(story)
    assert story.heading[-1].startswith("Its price, what it would have come to by defaults and the cards of its shoe: ")
    is_sold = any(step.event.split(" ")[1:2] == ["pays"] for step in story.steps)
    assert is_sold or all("net 0" in step.text for step in story.steps if step.phase == "balances")


def test_a_rounds_shoe_may_be_the_sessions_last(tmp_path) -> None:
    """G6: with no seed left, hands stand as they are when the cards run out, and the banker too."""
    ledger = record_evening(tmp_path, "home", {"session.rounds": 20, "pack.decks": 1}, players=11, chain=3)
    for number in range(1, rounds_of(ledger) + 1):
        story = explain(ledger, 1, number)
        assert story.warnings == (), as_text(story)


def test_one_hand_is_told_with_its_box_its_owner_its_bettors_and_the_banker(tmp_path) -> None:
    changes = {"session.rounds": 4, "session.stack": 1000, "table.onlookers": True, "stakes.raised_on_request": False}
    ledger = record_evening(tmp_path, "permanent-bank", changes, players=3, onlookers=2)
    record = next(record for record in records_of(open_ledger(ledger), 1, 1).all(Round) if record.round == 1)
    hand = next(event.partition(" ")[0].partition("/")[0] for event in record.log if re.fullmatch(r"\d/\d bet \d+", event))
    told = explain(ledger, 1, 1, hand=hand)
    assert {step.who.partition("/")[0].partition(".")[0] for step in told.steps} <= {hand, f"s{hand}", "D"}
    assert {step.event for step in told.steps} >= {event for event in record.log if event.startswith((f"{hand} ", f"{hand}/"))}


def test_the_hand_to_be_shown_first_is_the_owners(tmp_path) -> None:
    ledger = record_evening(tmp_path, "permanent-bank", {"session.rounds": 6, "session.stack": 1000}, players=4)
    number, hand = eventful_hand(ledger, 1)
    assert explain(ledger, 1, number, hand=hand).steps


@pytest.mark.parametrize("seed", [*range(40), 30032])
def test_any_rules_with_any_people_are_told_without_an_objection(new_ledger, seed) -> None:
    """The first rounds of a session of its own for each rule set."""
    plan, ledger = any_plan(seeded(seed).choice), new_ledger()
    ledger.record(plan.rules, plan.sources, secret=seed + 1, chain=plan.chain, boxes=plan.boxes, director=plan.director)
    for number in range(1, min(rounds_of(ledger.path), 6) + 1):
        story = explain(ledger.path, 1, number)
        assert story.warnings == (), as_text(story)
        assert "does not tell" not in as_text(story)


DRAWN = re.compile(r"(D|\S+) (deal|down|hole|hit|draw|double|late|extra|exposed|unasked|lot) ([A2-9TJQK])([CDHS])")


def test_a_card_that_was_altered_is_contradicted_by_the_seal(ledger) -> None:
    """FORMAT §7: full shoes, cut ones, and those of discards, in the round in which they were shuffled and later."""
    checked = 0
    for number in range(1, min(rounds_of(ledger), 8) + 1):
        folder = open_ledger(ledger)
        records = records_of(folder, 1, number)
        played = next(record for record in records.all(Round) if record.round == number)
        cards = [(at, found) for at, event in enumerate(played.log) if (found := DRAWN.fullmatch(event))]
        for at, found in cards[:1] + cards[-2:]:
            wrong = f"{found[1]} {found[2]} {found[3]}{'S' if found[4] == 'C' else 'C'}"
            log = [*played.log[:at], wrong, *played.log[at + 1 :]]
            told = retold(folder, records, records.all(Open)[0], replace(played, log=log))
            assert any(step.event == wrong and "the sealed shoe has" in step.warning for step in told.steps), (played.log, wrong)
            checked += 1
    assert checked >= 15


def test_a_cut_or_a_lot_that_was_altered_is_contradicted_by_the_seal(tmp_path) -> None:
    """C1.1, C1.3; a later lot reads on where an earlier one was drawn from the same stream."""
    changes = {"session.rounds": 60, "session.stack": 10**6, "stakes.maximum": 100, "shoe.reshuffle": "cut-card", "pack.decks": 6}
    ledger = record_evening(tmp_path, "classic", changes, players=3, secret=18, chain=544)
    lots = 0
    for number in range(1, rounds_of(ledger) + 1):
        folder = open_ledger(ledger)
        records = records_of(folder, 1, number)
        played = next(record for record in records.all(Round) if record.round == number)
        assert explain(ledger, 1, number).warnings == ()
        for at, event in enumerate(played.log):
            if re.fullmatch(r"s\d (cut|lot) \d+", event):
                wrong = f"{event.rpartition(' ')[0]} {int(event.rpartition(' ')[2]) ^ 1}"
                log = [*played.log[:at], wrong, *played.log[at + 1 :]]
                told = retold(folder, records, records.all(Open)[0], replace(played, log=log))
                assert any(step.event == wrong and "the sealed seeds give" in step.warning for step in told.steps), wrong
                lots += " lot " in event
    assert lots == 6
