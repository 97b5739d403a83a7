"""Every profile at length: ten thousand rounds at random, and the audit finds nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from ledger.players.bots import make_bot
from ledger.rules.ruleset import altered, load_profile, profile_names
from ledger.table.session import Void
from tests.support.counting import count

ROUNDS, SESSIONS = 2500, 4
PEOPLE = ("Ann", "Bo", "Cy", "Di", "Ed")


@pytest.mark.parametrize("profile", profile_names())
def test_ten_thousand_rounds_are_clean(new_ledger, profile) -> None:
    """With the bot `random`, money enough for all of them; what happened is printed."""
    ledger, seen = new_ledger(height=12), Counter[str]()
    rules = load_profile(profile)
    most = min(rules.stakes.maximum, 100 * rules.stakes.minimum)
    rules = altered(rules, {"session.rounds": ROUNDS, "session.stack": 10**9, "stakes.maximum": most})
    sources = dict.fromkeys(PEOPLE, lambda _seat, seed: make_bot("random", rules, seed))
    for _ in range(SESSIONS):
        ledger.record(rules, sources, watch=lambda played: None if isinstance(played, Void) else count(seen, played, rules))
    report = ledger.audit()
    print(f"\n{profile}: " + ", ".join(f"{name} {number}" for name, number in sorted(seen.items())))
    assert report.findings == (), report.findings[:5]
    assert (report.status, report.not_checked) == (0, ())
    assert report.counts.rounds == ROUNDS * SESSIONS
