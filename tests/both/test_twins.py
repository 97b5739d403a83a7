"""Twins: whatever the engine records under any rules that it plays, the audit finds nothing in it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.rules.coherence import incoherent
from ledger.rules.ruleset import to_object
from ledger.table.session import Void
from tests.support.tables import CHOICES, any_plan, rare_plans

SESSIONS = 400
AT_LEAST = 30
VERBS = (
    "shuffle reshuffle bet deal hole insure decline insurance peek-natural peek-clear insurance-paid insurance-lost hit stand double split draw "
    "surrender show dealer-draw bust lose push win natural leave out"
).split()
SITUATIONS = (
    "double-of-split-hand natural-of-split-hand split-of-split-hand split-of-aces split-of-split-aces hit-of-split-aces reshuffle-in-deal "
    "hand-of-one-card no-card-left bust-of-double ended-by-players ended-by-seeds ended-by-rounds shoe-goes-on"
).split()


@given(data=st.data())
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], derandomize=True
)
def test_the_audit_finds_nothing_in_what_the_engine_records(new_ledger, data) -> None:
    """Any supported rules, any players, any decisions; shrunk to the smallest session that they differ on."""
    plan = any_plan(lambda options: data.draw(st.sampled_from(options)))
    ledger = new_ledger(height=data.draw(st.sampled_from((4, 16))))
    logs: list[tuple[str, ...]] = []
    secret = data.draw(st.integers(1, 10**6))
    ledger.record(plan.rules, plan.sources, secret, chain=plan.chain, watch=lambda played: logs.append(played.log))
    report = ledger.audit()
    assert report.findings == (), f"{report.findings[:3]}\n{logs}"
    assert (report.status, report.not_checked) == (0, ())


@pytest.fixture(scope="module")
def crowd(new_ledger):
    """Sessions under many rule sets in one ledger, and everything that happened in them, counted."""
    choice = Random(2026)  # noqa: S311 -- the same sessions each time
    ledger, seen, options = new_ledger(height=10), Counter[str](), Counter[str]()
    for plan in [*(any_plan(choice.choice) for _ in range(SESSIONS)), *rare_plans()]:
        assert incoherent(plan.rules) == []
        whole = to_object(plan.rules)
        for path in (*CHOICES, "shoe.reshuffle", "split.hands", "split.aces_hands", "double.offered"):
            table, _, name = path.partition(".")
            options[f"{path} = {whole[table][name]}"] += 1
        recorded = ledger.record(
            plan.rules, plan.sources, chain=plan.chain, watch=lambda played, size=52 * plan.rules.pack.decks: count(seen, played, size)
        )
        seen[f"ended-by-{recorded.reason}"] += 1
    return ledger.audit(), seen, options


def count(seen: Counter[str], played, pack: int) -> None:
    """Count the verbs of a round and the situations that are rare."""
    assert not isinstance(played, Void)
    hands: dict[str, int] = {}
    aces: set[str] = set()
    for event in played.log:
        who, verb, *rest = event.split(" ")
        seen[verb] += 1
        if verb in ("peek", "insurance"):
            seen[f"{verb}-{rest[0]}" if verb == "peek" else "insurance-lost" if rest == ["0"] else "insurance-paid"] += 1
        if who == "D":
            seen["dealer-draw"] += verb == "draw"
            seen["reshuffle-in-deal"] += verb == "reshuffle" and not any(" hole " in each for each in played.log[: played.log.index(event)])
            continue
        split_hand = "." in who
        seen[f"{verb}-of-split-hand"] += split_hand
        hands[who] = hands.get(who, int(split_hand)) + (verb in ("deal", "hit", "double", "draw"))
        if verb == "split":
            seen["split-of-aces"] += rest[0][0] == "A"
            seen["split-of-split-aces"] += rest[0][0] == "A" and split_hand
            del hands[who]
            hands |= {f"{who}.1": 1, f"{who}.2": 1}
            aces |= {f"{who}.1", f"{who}.2"} if rest[0][0] == "A" else set()
        seen["hit-of-split-aces"] += verb == "hit" and who in aces
        seen["bust-of-double"] += verb == "bust" and f"{who} double" in played.log[played.log.index(event) - 1]
    seen["hand-of-one-card"] += sum(cards == 1 for cards in hands.values())
    cards_out = sum(event.split(" ")[1] in ("deal", "hole", "hit", "double", "draw") for event in played.log)
    seen["no-card-left"] += cards_out == pack
    seen["shoe-goes-on"] += played.shoes[-1].seed is None


def test_nothing_is_found_in_a_crowd_of_sessions(crowd) -> None:
    """Every line, shoe and payout of them checked."""
    report, seen, _ = crowd
    assert report.findings == (), report.findings[:5]
    assert (report.status, report.not_checked) == (0, ())
    assert report.counts.sessions == SESSIONS + 2
    assert report.counts.cards == sum(seen[verb] for verb in ("deal", "hole", "hit", "double", "draw"))
    assert report.counts.insurance == seen["insurance"]


def test_every_verb_and_every_option_is_reached(crowd) -> None:
    """Each at least 30 times, so that "nothing found" says something; the table is printed."""
    _, seen, options = crowd
    print("\n" + "\n".join(f"{seen[name]:8} {name}" for name in VERBS + SITUATIONS))
    print("sessions by option\n" + "\n".join(f"{options[name]:8} {name}" for name in sorted(options)))
    rare = {name: seen[name] for name in VERBS + SITUATIONS if seen[name] < AT_LEAST}
    rare |= {name: number for name, number in options.items() if number < AT_LEAST}
    assert not rare
