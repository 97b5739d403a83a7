"""Which combinations of parameters make no sense, and why: refused before a session opens (G7).

Refused is what promises something that can never happen, what two parameters decide differently, and what cannot be dealt or paid.
A parameter that has nothing to decide under the others (`split.hands` where nothing may be split) is left alone.
"""

from __future__ import annotations

from ledger.rules.coherence import cards, offers, people, play, stakes
from ledger.rules.tables import RuleSet

_CHECKS = (
    people.banker,
    people.seats,
    stakes.limits,
    stakes.timing,
    cards.shoe,
    cards.pack,
    cards.without_naturals,
    offers.peek,
    offers.natural_hands,
    play.double_and_split,
    play.banker_and_settlement,
    play.premiums,
)


def incoherent(rules: RuleSet) -> list[str]:
    """One sentence for each combination of parameters that makes no sense."""
    return [sentence for check in _CHECKS for sentence in check(rules)]
