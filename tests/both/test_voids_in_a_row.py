"""A table that breaks off round after round: what the next one builds upon is known wherever the history is cut."""

from random import Random

import attrs
import pytest

from ledger.players.source import Source, Voided
from ledger.table.ask import Ask
from tests.support.ledgers import SignedLedger
from tests.support.live import LiveTable, no_waiting, plan_of, profile_plan

PROFILES = ("changing-bank", "home", "permanent-bank")
TABLES = 1


@attrs.frozen
class Nervous:
    """Answers as another does, and often breaks the round off."""

    source: Source
    random: Random

    def answer(self, ask: Ask) -> str:
        """The other's answer; no more of this round where it comes to playing."""
        if ask.phase == "turn" and self.random.random() < 0.35:
            raise Voided("The lights went out.")
        return self.source.answer(ask)

    def leaves(self, round_number: int, seat: int) -> bool:
        """As the other."""
        return self.source.leaves(round_number, seat)


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    """Live sessions at tables whose banks, limits and shoes go on."""
    ledger, random = SignedLedger(tmp_path_factory.mktemp("nervous"), 16), Random(6)  # noqa: S311 -- a test's choices
    with no_waiting():
        for number, profile in enumerate(PROFILES * TABLES, 1):
            plan = attrs.evolve(plan_of(profile_plan(profile, {"session.rounds": 8})), chain=200)
            makers = {name: lambda seat, seed, made=made: Nervous(made(seat, seed), random) for name, made in plan.makers.items()}
            answers = {**plan.answers, **dict.fromkeys(plan.makers, "terminal")}
            LiveTable(ledger, attrs.evolve(plan, makers=makers, answers=answers), number).begin()
            ledger.sessions += 1
    return ledger


@pytest.mark.parametrize("lines", [1 << 15, 16])
def test_honest_voids_one_after_another_are_clean_however_the_history_is_cut(ledger, monkeypatch, lines):
    monkeypatch.setattr("audit.units.UNIT_LINES", lines)
    report = ledger.audit()
    assert len(report.voids) > len(PROFILES)
    assert report.findings == ()
