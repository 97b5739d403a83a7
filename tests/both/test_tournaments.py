"""Twins in ranking: whatever tournaments the recorder ranks, the audit ranks them alike."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ledger import Plan, Tournament, hold, make_bot
from ledger.rules.ruleset import altered, load_profile

TOURNAMENTS = 40
RULES = load_profile("training")


def any_table(choice, number):
    """One to six players, whose few rounds end in equal results often, and with the stack gone sometimes."""
    changes = {"session.rounds": choice.randint(1, 6), "session.stack": choice.choice((2, 4, 100))}
    rules = altered(RULES, changes)
    players = [f"P {number} {seat}" for seat in range(choice.randint(1, 6))]
    bots = {name: choice.choice(("s17", "stand", "mimic", "random")) for name in players}
    makers = {name: lambda _seat, seed, bot=bot: make_bot(bot, rules, seed) for name, bot in bots.items()}
    return Plan(rules, tuple(players), makers)


@pytest.fixture(scope="module")
def ranked(new_ledger):
    """Tournaments of new tables and of old ones in one ledger, with what is told of them."""
    choice, ledger, tables = Random(9), new_ledger(height=6), 0  # noqa: S311 -- the same tournaments each time
    told = []
    for number in range(TOURNAMENTS):
        plans = [any_table(choice, tables + nth) for nth in range(choice.randint(0 if tables else 1, 4))]
        old = choice.sample(range(1, tables + 1), choice.randint(0 if plans else 1, min(tables, 5)))
        secret = number.to_bytes(32, "big")
        told.append(hold(ledger.path, ledger.keys, Tournament(f"Event {number}", tuple(plans), tuple(old)), ledger.clock, secret=secret))
        tables += len(plans)
    return ledger, told


def test_the_audit_finds_nothing_in_any_tournament(ranked) -> None:
    """T7.1, FORMAT §4."""
    ledger, _ = ranked
    report = ledger.audit()
    assert (report.status, report.findings, report.not_checked) == (0, (), ())
    assert report.counts.tournaments == TOURNAMENTS


def test_shared_places_and_players_who_dropped_out_were_among_them(ranked) -> None:
    ledger, told = ranked
    shared = sum(count > 1 for held in told for count in Counter(row.place for row in held.standings).values())
    over_tables = sum(
        len({row.session for row in held.standings if row.place == place}) > 1
        for held in told
        for place in {r.place for r in held.standings}
    )
    out = ledger.history().decode().count(' out"')
    print(f"\nshared places: {shared}, by players of several tables: {over_tables}; players who dropped out: {out}")
    assert min(shared, over_tables, out) >= 30
