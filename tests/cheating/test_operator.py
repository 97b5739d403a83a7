"""The cheating operator: someone with the true key changes one thing and signs again. The audit must find it.

Which codes may answer to each kind of change is reasoned from the rules and written down here: the first
finding of the session, by round and step, must be one of them. A code is added only with a reason beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger.cheating.history import Change, History
from ledger.cheating.kinds import KINDS
from ledger.cheating.picking import Cheat
from tests.support.cheating import Club, first_finding, pack

SESSIONS = 480
TRIES = 12
# The kinds that take a line away or add one move every later line, so each of their tries has a ledger of its own.
MOVES_LINES = ("dropped-round", "doubled-round", "dropped-close", "event-early")
TRIES_OF_ITS_OWN = 4

# A wrong card is found as such; what it does to totals may show at the same step.
_CARD = {"card", "bust-at-once", "bust-place", "turn-over", "turn-missing", "split-cards", "dealer-stands", "dealer-draws", "double"}
# An event too many or too few: the first thing that is out of place depends on the event.
_LOG = _CARD | {
    "deal-boxes",
    "deal-banker",
    "event-order",
    "stake-players",
    "stake-amount",
    "stake-cover",
    "players",
    "dropping-out",
    "peek",
    "dealer-shows",
    "insurance-offer",
    "insurance-amount",
    "insurance-settled",
    "settlement-missing",
    "settlement-doubled",
    "settlement-extra",
    "outcome",
    "payout",
    "reshuffle",
    "shoe-list",
    "split",
    "split-aces",
    "split-second-card",
    "split-second-missing",
    "hand-path",  # a card for a hand before the split that makes it
    "natural-ends-round",
    "balance-after",
}
PERMITTED: dict[str, set[str]] = {
    "payout": {"payout"},
    "natural": {"payout"},
    "push": {"outcome"},
    "loss": {"outcome"},
    "bust": {"bust-at-once", "outcome"},
    "stake": {"stake-amount"},
    "insurance": {"insurance-settled"},
    "insured": {"insurance-amount"},
    "balance": {"balance-after"},
    # Who has less may not cover the stake that follows, or should have dropped out.
    "carried": {"balance-before", "balance-after", "stake-cover", "dropping-out"},
    "created": {"balance-after", "conservation"},
    "card": _CARD,
    "hole": {"card", "peek"},
    "swapped-cards": _CARD,
    "draw": {"dealer-stands", "outcome"},
    "extra-draw": {"card", "dealer-draws"},
    "hit": _CARD | {"settlement-missing", "outcome"},
    "stand": _CARD,
    "peek": {"peek", "natural-ends-round", "insurance-settled"},
    "dropped-event": _LOG,
    "doubled-event": _LOG,
    "reordered": _LOG,
    "seed": {"seed-chain", "card"},
    "position": {"shoe-list", "card"},
    "commitment": {"entropy", "seed-chain"},
    "entropy": {"entropy"},
    "name": {"entropy"},
    "stack": {"seats", "balance-before"},
    "rule": {"entropy"},
    # In a round that stands elsewhere than it was played somebody may drop out who still has money.
    "dropped-round": {"shoe-sequence", "rounds-played", "balance-before", "close-balances", "dropping-out"},
    "swapped-rounds": {"shoe-sequence", "balance-before", "dropping-out"},
    "doubled-round": {"shoe-sequence", "rounds-played", "balance-before", "dropping-out"},
    "standings": {"standings"},
    "final-balance": {"close-balances"},
    "dropped-close": {"session-close"},
    "event-winner": {"event-standings"},
    "event-result": {"event-standings"},
    "event-left-out": {"event-standings"},
    "event-early": {"event-sessions"},
}


def test_every_kind_has_its_permitted_codes() -> None:
    assert set(PERMITTED) == set(KINDS)


def test_the_operator_is_caught_whatever_is_changed(club: Callable[[int], Club], tmp_path: Path) -> None:
    tries = [(kind, number) for kind in KINDS if kind not in MOVES_LINES for number in range(TRIES)]

    def cheat(history: History, trial: tuple[str, int]) -> Change:
        kind, number = trial
        return KINDS[kind](Cheat.at_work(kind, history, number))

    answers = pack(club(SESSIONS), tries, cheat, tmp_path / "packed")
    for kind in MOVES_LINES:
        for number in range(TRIES_OF_ITS_OWN):
            history = club(1).history()
            change = KINDS[kind](Cheat.at_work(kind, history, number))
            report = club(1).judge(history, tmp_path / f"{kind}-{number}")
            answers[kind, number] = (change, first_finding(report, 1))
    print_table(answers)
    missed = [(trial, change) for trial, (change, code) in answers.items() if code is None]
    assert not missed
    surprising = [(trial, code, change) for trial, (change, code) in answers.items() if code not in PERMITTED[trial[0]]]
    assert not surprising


def print_table(answers: dict[tuple[str, int], tuple[Change, str | None]]) -> None:
    print(f"\n{'kind':16} {'tries':>5} {'caught':>6}  first finding (permitted codes)")
    for kind in KINDS:
        codes = [code for (tried, _), (_, code) in answers.items() if tried == kind]
        seen = ", ".join(f"{code} ×{count}" for code, count in Counter(filter(None, codes)).most_common())
        allowed = "a log out of shape" if PERMITTED[kind] >= _LOG else ", ".join(sorted(PERMITTED[kind]))
        print(f"{kind:16} {len(codes):5} {sum(code is not None for code in codes):6}  {seen}  ({allowed})")


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_kind_of_change_can_be_repeated_by_its_seed(club: Callable[[int], Club], kind: str) -> None:
    first, second = (KINDS[kind](Cheat.at_work(kind, club(8).history(), 7)) for _ in range(2))
    assert first == second
