"""Every profile played in the pages by people who press only what is offered, and every question that the engine can ask, met there.

One round at each table, or as many as ROUNDS in the environment says.
"""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import attrs
import pytest

from audit.run import audit_ledger
from ledger.rules.ruleset import altered, load_profile, profile_names, to_object
from ledger.table import ask
from tests.support.at_random import AtRandom, Met
from tests.support.browser import Browser
from tests.support.ledgers import stacked_racks
from tests.support.memory import in_memory
from tests.support.serving import served, true_pages
from tests.support.stacked import with_suits
from tests.support.visitors import Visitor

ROUNDS = int(os.environ.get("ROUNDS", "1"))
NO_QUESTIONS = {ask.CARDS, ask.UNCHANGED}
PHASES = {value for name, value in vars(ask).items() if name.isupper() and isinstance(value, str)} - NO_QUESTIONS

OFFERED: dict[str, Any] = {
    "shoe.burn": 0,
    "shoe.cut": "hand",
    "table.bettors_per_box": 2,
    "stakes.withdrawal": True,
    "natural.even_money": "ace",
    "surrender.offered": "early",
}
"""On top of the permanent bank: with an ace up, a natural, and a pair to be split with somebody else's stake on it."""
BANKED: dict[str, Any] = {"stakes.announced": True}
"""On top of the game at home: tens only, so that whoever hits is over 21 and only they know."""
TABLES: tuple[tuple[str, dict[str, Any], str, tuple[str, ...]], ...] = (
    (
        "permanent-bank",
        OFFERED,
        "A 8 9 A K 8 9 6 5 5",
        ("bet", "ready", "decline", "none", "deal on", "unchanged", "follow", "split", "stand"),
    ),
    ("permanent-bank", {}, "", ("bet", "extra", "toss", "ruling", "none", "unchanged", "deal on", "stand", "pass")),
    ("home", BANKED, "T J Q K " * 8, ("bet", "raise", "redouble", "hit", "auction", "pass", "accept")),
    ("changing-bank", {}, "T J Q K " * 8, ("bet", "none", "stand", "unchanged", "pass")),
    ("classic-full", {}, "A A 7 A A T", ("bet", "claim", "auction", "bid")),
)
"""Rules, changes, cards that come first, and what is answered where it can be."""


@attrs.frozen
class Played:
    """What was met in the pages, and what an audit says of the sessions whose cards nobody stacked."""

    met: list[Met]
    faults: list[str]
    findings: tuple[Any, ...]
    profiles: dict[str, set[str]]


@pytest.fixture(scope="module")
def played(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Played:
    tabs = [chromium.person() for _ in range(4)]
    with in_memory(tmp_path_factory.mktemp("every")) as root:
        folder, stacked = root / "every", root / "stacked"
        folder.mkdir()
        stacked.mkdir()
        with served(folder, pages=true_pages()) as service:
            director, *players = (Visitor(tab, service) for tab in tabs)
            club = AtRandom(director.look("/").direct(), tuple(players))
            profiles = {profile: _profile(club, profile) for profile in profile_names()}
        with served(stacked, pages=true_pages()) as service:
            director, *players = (Visitor(tab, service) for tab in tabs)
            every = AtRandom(director.look("/").direct(), tuple(players))
            for profile, changes, cards, wishes in TABLES:
                with stacked_racks(with_suits(cards.split())) if cards else nullcontext():
                    every.play(to_object(altered(load_profile(profile), changes)), rounds=2, wishes=wishes, director=True)
        return Played(club.met + every.met, club.faults + every.faults, _findings(folder), profiles)


def _profile(club: AtRandom, profile: str) -> set[str]:
    """Play a session of a profile; the questions that were met in it."""
    before = len(club.met)
    club.play(profile, rounds=ROUNDS, director=load_profile(profile).table.irregularities != "off")
    return {met.phase for met in club.met[before:]}


def _findings(folder: Path) -> tuple[Any, ...]:
    return tuple(audit_ledger(folder / "ledger", (folder / "keys" / "verifier.vkey").read_text().strip(), jobs=1).findings)


def test_a_session_of_every_profile_is_played_in_the_pages_and_audited_clean(played: Played) -> None:
    """With seats that sign and seats that do not, and a director where the rules know errors of dealing."""
    assert played.findings == ()
    assert len(played.profiles) == 9
    assert all(phases & {ask.TURN, ask.STAKES} for phases in played.profiles.values())


def test_nothing_is_offered_that_is_refused_and_every_choice_has_a_letter_of_its_own(played: Played) -> None:
    assert played.faults == []


def test_every_question_that_the_engine_can_ask_was_met_in_a_page(played: Played) -> None:
    assert PHASES - {met.phase for met in played.met} == set()


def test_every_question_is_told_by_a_heading_and_every_act_by_words(played: Played) -> None:
    assert "You are asked" not in {met.heading for met in played.met}
    plain = {met.act for met in played.met if " " in met.act and met.words == met.act.capitalize()}
    assert plain == set()


@pytest.mark.parametrize("phase", [ask.TURN, ask.INSURANCE, ask.EVEN, ask.SURRENDER, ask.FOLLOW, ask.REDOUBLE, ask.ACES, ask.OVER])
def test_whoever_is_asked_about_a_hand_reads_what_is_staked_on_it(played: Played, phase: str) -> None:
    assert [met for met in played.met if met.phase == phase and " staked" not in met.text] == []
