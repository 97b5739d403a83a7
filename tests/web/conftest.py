"""Rounds of every profile in one signed ledger, and live ones whose players sign, and their bundles."""

from __future__ import annotations

import json
from random import Random

import attrs
import pytest

from ledger.plan import SourceMaker
from ledger.players.bots import make_bot
from ledger.rules.ruleset import altered, load_profile, profile_names
from ledger.rules.tables import RuleSet
from tests.support.bundles import Book
from tests.support.damage.case import Case
from tests.support.ledgers import SignedLedger
from tests.support.live import plan_of, profile_plan
from tests.support.signing import signed_table

PLAYERS = ("Ann", "Bo", "Cy", "Di")
ROUNDS = 9


def random_in(rules: RuleSet) -> SourceMaker:
    """A player at random."""
    return lambda _seat, seed: make_bot("random", rules, seed)


@pytest.fixture(scope="session")
def book(new_ledger) -> Book:
    """A live session, in which all but the second player sign their answers, and one of every profile."""
    ledger: SignedLedger = new_ledger()
    live = profile_plan("permanent-bank", {"session.rounds": ROUNDS, "session.stack": 5000})
    signed_table(ledger, plan_of(live), 1).begin()
    ledger.sessions = 1
    for profile in profile_names():
        rules = altered(load_profile(profile), {"session.rounds": ROUNDS, "session.stack": 5000})
        ledger.record(rules, dict.fromkeys(PLAYERS, random_in(rules)))
    return Book.of(ledger)


@attrs.frozen
class Told:
    """A round by its session and number, and what stands in its log."""

    session: int
    round: int
    log: str


@pytest.fixture(scope="session")
def rounds(book) -> list[Told]:
    """Every round of the ledger."""
    records = map(json.loads, book.lines)
    return [Told(one["session"], one["round"], "\n".join(one["log"])) for one in records if one["record"] in {"round", "void"}]


@pytest.fixture(scope="session")
def cases(book, rounds) -> list[Case]:
    """Bundles to be damaged: three of each session, with a lot, a reshuffle, a split, a change of the bank or a cut where it has one."""
    wanted = (" lot ", " reshuffle ", " split ", " bank", " cut ", "")
    chance, chosen = Random(20260131), list[Told]()  # noqa: S311 -- always the same
    for session in sorted({one.session for one in rounds}):
        own = [one for one in rounds if one.session == session]
        found = [next((one for one in own if word in one.log), None) for word in wanted]
        chosen += list(dict.fromkeys(one for one in found if one))[:3]
    return [Case(book, book.bundle(one.session, one.round), chance) for one in chosen]
