"""Twins: whatever the engine records under any rules that make sense, the audit finds nothing in it."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.rules.coherence import incoherent
from ledger.table.session import Void
from tests.support.counting import count
from tests.support.tables import any_plan, rare_plans, seeded, told

SESSIONS, ROUNDS = 400, 50
AT_LEAST = 30
# Everything that the grammar has (FORMAT §8), as `count` names it: of the banker (D), of seats (s), of hands, of other bettors (/).
VERBS = (
    "s leave|s out|s lot number|s lot card|D auction|s bid|s pass|s pays|D keep|D yield|s accept bank|s decline bank|s bank|D limits|limits|"
    "D shuffle|D reshuffle|s cut|D joker|D burn shown|D burn xx|D announce|bet|withdraw|sit|D raise|D decline raise|redouble|decline redouble|"
    "deal|down|open|D deal|D hole|insure|decline insurance|even|decline even|surrender|decline surrender|claim aces|decline aces|"
    "D peek natural|D peek clear|insurance paid|insurance lost|hit|stand|double|triple|commission|split|draw|follow|stay|gift|"
    "D show|D draw|D hit|D stand|turn|overstood|bust|lose|push|win|natural|suited|aces|pictures|forfeit|"
    "premium 777|premium 678|premium 5cards|premium 6cards and more|"
    "missed|late|extra|toss|both|exposed|take|refuse|unasked|keep|D ruling|"
    "/ bet|/ insure|/ even|/ surrender|/ natural|/ win|/ lose|/ push|/ bust"
).split("|")
SITUATIONS = (
    "split of a hand parted by split|split of a hand parted by both|hit of split aces|double of split aces|bust in settlement|"
    "lose with something back|hand of one card|debt|no card left|shoe goes on|ended by players|ended by seeds|ended by rounds"
).split("|")


@given(data=st.data())
@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], derandomize=True
)
def test_the_audit_finds_nothing_in_what_the_engine_records(new_ledger, data) -> None:
    """Any rules, any people, any decisions; shrunk to the smallest session that they differ on."""
    plan = any_plan(lambda options: data.draw(st.sampled_from(options)))
    ledger = new_ledger(height=data.draw(st.sampled_from((4, 16))))
    logs: list[tuple[str, ...]] = []

    def watch(played) -> None:
        logs.append(played.round.log if isinstance(played, Void) else played.log)

    ledger.record(plan.rules, plan.sources, data.draw(st.integers(1, 10**6)), watch=watch, **plan.seated)
    report = ledger.audit()
    assert report.findings == (), f"{report.findings[:3]}\n{logs}"
    assert (report.status, report.not_checked) == (0, ())


@pytest.fixture(scope="module")
def crowd(new_ledger):
    """Sessions under many rule sets in one ledger, and everything that happened in them, counted."""
    choice = seeded(2026)
    ledger, seen, options = new_ledger(height=10), Counter[str](), Counter[str]()
    plans = [any_plan(choice.choice) for _ in range(SESSIONS)]
    with ledger.kept_open():
        for plan in [*(plan.with_rules({"session.rounds": ROUNDS}) for plan in plans), *rare_plans()]:
            assert incoherent(plan.rules) == []
            rounds = Counter[str]()

            def watch(played, rules=plan.rules, rounds=rounds) -> None:
                rounds["rounds"] += 1
                if not isinstance(played, Void):
                    count(seen, played, rules)

            recorded = ledger.record(plan.rules, plan.sources, watch=watch, **plan.seated)
            seen[f"ended by {recorded.reason}"] += 1
            seen["rounds"] += rounds["rounds"]
            options.update({f"{path} = {value}": rounds["rounds"] for path, value in told(plan.rules).items()})
    return ledger.audit(), seen, options


def test_nothing_is_found_in_a_crowd_of_sessions(crowd) -> None:
    """Every line, shoe and payout of them checked."""
    report, seen, _ = crowd
    assert report.findings == (), report.findings[:5]
    assert (report.status, report.not_checked) == (0, ())
    assert report.counts.sessions == SESSIONS + len(list(rare_plans()))
    assert seen["rounds"] >= 300 * ROUNDS
    assert report.counts.insurance == seen["insurance paid"] + seen["insurance lost"]


def test_every_verb_and_every_option_is_reached(crowd) -> None:
    """Each at least 30 times, so that "nothing found" says something; the table is printed. An option is counted by rounds."""
    _, seen, options = crowd
    print("\n" + "\n".join(f"{seen[name]:8} {name}" for name in (*VERBS, *SITUATIONS)))
    print("rounds by option\n" + "\n".join(f"{options[name]:8} {name}" for name in sorted(options)))
    rare = {name: seen[name] for name in (*VERBS, *SITUATIONS) if seen[name] < AT_LEAST}
    rare |= {name: number for name, number in options.items() if number < AT_LEAST}
    assert not rare
