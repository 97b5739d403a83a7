"""A table that breaks off round after round: what the next one builds upon is known wherever the history is cut."""

from itertools import pairwise
from random import Random

import attrs
import pytest

from audit import audit_ledger
from ledger.cheating.history import History
from ledger.players.source import Source, Voided
from ledger.table.ask import Ask
from tests.support.ledgers import SignedLedger
from tests.support.live import LiveTable, plan_of, profile_plan

PROFILES = ("changing-bank", "home")
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
    ledger, random = SignedLedger(tmp_path_factory.mktemp("nervous"), 16), Random(8)  # noqa: S311 -- a test's choices
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


def test_a_shoe_that_a_void_says_it_shuffled_goes_on_nowhere(ledger, monkeypatch, tmp_path):
    """Its shoes end with a void, so what a stranger's one says of them is no matter of the next one, in its unit or not."""
    history = History.read(ledger.path)
    voids = history.of("void")
    for void, another in pairwise(voids):
        if another["session"] != void["session"] or another["round"] % 2:
            continue
        last = void["shoes"][-1]
        void["log"] += [f"D shuffle {last['index']}", "s1 cut 7"]
        another["log"] = [event for event in another["log"] if "huffle " not in event]
        another["shoes"] = [last | {"first": 3}]
    (tmp_path / "ledger" / "history").mkdir(parents=True)
    history.write(tmp_path / "ledger", ledger.keys.signer())
    whole = audit_ledger(tmp_path / "ledger", ledger.vkey, jobs=1)
    monkeypatch.setattr("audit.units.UNIT_LINES", 16)
    assert whole.findings
    assert audit_ledger(tmp_path / "ledger", ledger.vkey, jobs=1).findings == whole.findings
