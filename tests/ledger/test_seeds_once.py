"""A seed serves one session of a ledger: what it gives is known afterwards (FORMAT §6)."""

from __future__ import annotations

import shutil

import pytest

from ledger import Plan, make_bot, record
from ledger.errors import SessionRefused
from tests.support.stacked import training

SECRET = b"\x05" * 32
USED = "This seed has already been used in this ledger, so its cards are known"


def record_again(ledger, rounds: int, chain: int | None = None) -> None:
    rules = training({"session.rounds": rounds})
    makers = {"Ann": lambda _seat, seed: make_bot("s17", rules, seed)}
    record(ledger.path, ledger.keys, Plan(rules, ("Ann",), makers, chain=chain), ledger.clock, secret=SECRET)


@pytest.mark.parametrize(("rounds", "chain"), [(3, None), (5, None), (3, 40), (3, 200)])
def test_other_rounds_or_another_chain_do_not_make_a_seed_new(new_ledger, rounds, chain) -> None:
    """The chains differ in length, but they end in the same seed and share all of the shorter one."""
    ledger = new_ledger()
    record_again(ledger, 3)
    before = ledger.history()
    with pytest.raises(SessionRefused, match=USED):
        record_again(ledger, rounds, chain)
    assert ledger.history() == before


def test_a_used_seed_is_known_from_the_ledger_alone(new_ledger) -> None:
    ledger = new_ledger()
    record_again(ledger, 3)
    shutil.rmtree(ledger.keys.path / "sessions")
    with pytest.raises(SessionRefused, match=USED):
        record_again(ledger, 5)
