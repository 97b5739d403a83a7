"""The telling and the recorder are written apart: whatever is recorded must be told without an objection."""

from __future__ import annotations

import pytest

from audit.explain import as_text, explain
from ledger import KeyFolder, Plan, SteppingClock, create_ledger, load_rules, make_bot, record
from ledger.rules.ruleset import altered

PLAYERS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
ROUNDS = 40
WAYS = {
    "training": {},
    "one deck to the indicator": {"pack.decks": 1, "shoe.reshuffle": "cut-card", "shoe.penetration_left": 4},
    "one deck to the last card": {"shoe.reshuffle": "cut-card", "pack.decks": 1},
    "late surrender, H17, 6:5": {
        "surrender.offered": "late",
        "banker.soft17": "draw",
        "natural.pays": "6:5",
        "stakes.minimum": 10,
        "stakes.maximum": 50,
        "stakes.unit": 10,
    },
    "naturals after a split, aces as others": {"natural.after_split": True, "split.aces_play": "as-others", "split.aces_hands": 4},
    "second cards at once, rounded down": {"split.second_card": "at-once", "stakes.maximum": 9, "stakes.breakage": "floor"},
    "exactly half, not for naturals": {
        "insurance.amount": "half",
        "insurance.naturals": False,
        "insurance.pays": "5:2",
        "stakes.minimum": 4,
        "stakes.maximum": 8,
    },
}


@pytest.fixture(scope="module", params=list(WAYS.values()), ids=list(WAYS))
def ledger(request, tmp_path_factory):
    """A session of six random players under one of the rule sets."""
    folder = tmp_path_factory.mktemp("told")
    keys, clock = KeyFolder(folder / "keys"), SteppingClock("2026-01-01T20:00:00Z")
    keys.create("told.example/t")
    create_ledger(folder / "ledger", "told.example/t", keys, clock)
    rules = altered(load_rules("training"), {"session.rounds": ROUNDS, "session.stack": 10_000, **request.param})
    makers = {name: lambda _seat, seed: make_bot("random", rules, seed) for name in PLAYERS}
    record(folder / "ledger", keys, Plan(rules, PLAYERS, makers), clock, secret=bytes(31) + b"\x07")
    return folder / "ledger"


def test_no_round_is_objected_to(ledger) -> None:
    for number in range(1, ROUNDS + 1):
        story = explain(ledger, 1, number)
        assert story.warnings == (), as_text(story)
        assert "does not tell" not in as_text(story)


def test_every_card_is_compared_with_its_sealed_shoe(ledger) -> None:
    for number in range(1, ROUNDS + 1):
        steps = explain(ledger, 1, number).steps
        assert any("compared with the shoe" in step.text or "dealt on" in step.text or "discards" in step.text for step in steps)
        dealt = [step for step in steps if step.event.split()[1:2] and step.event.split()[1] in ("deal", "hole", "hit", "draw", "double")]
        assert dealt
        assert all(step.position is not None for step in dealt)
