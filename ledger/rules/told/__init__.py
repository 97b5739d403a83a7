"""A rule set told as a person would explain it at the table, in the order in which things happen.

Everything is worked out from the parameters, for any rule set that makes sense: each sentence-maker reads the tables that concern it
and says nothing of parameters that have nothing to decide.

    print(as_text(load("home"), width=80))
"""

from __future__ import annotations

from ledger.errors import RuleError
from ledger.rules.coherence import incoherent
from ledger.rules.tables import RuleSet
from ledger.rules.told import cards, naturals, people, reckoning, stakes, turn
from ledger.rules.told.line import Part, Teller, part
from ledger.rules.told.text import laid_out

__all__ = ["Part", "as_text", "told"]

_PARTS: tuple[tuple[str, Teller], ...] = (
    ("Who plays, and who banks", people.who),
    ("The cards", cards.cards),
    ("Stakes", stakes.stakes),
    ("The deal", cards.deal),
    ("Before anyone plays", naturals.offers),
    ("Naturals", naturals.naturals),
    ("Your turn", turn.turn),
    ("Doubling", turn.doubling),
    ("Splitting", turn.splitting),
    ("Surrender", turn.surrender),
    ("The dealer’s play", reckoning.banker_plays),
    ("Settlement", reckoning.settlement),
    ("Premiums", reckoning.premiums),
    ("How the bank moves", people.bank),
    ("When something goes wrong", people.troubles),
)


def told(rules: RuleSet) -> tuple[Part, ...]:
    """The parts that have something to say, each statement with those clauses that belong to the rule set's own sections.

    RuleError, with the reason, for a rule set that makes no sense.
    """
    if complaints := incoherent(rules):
        raise RuleError(f"The rule set “{rules.profile.name}” cannot be told, for it makes no sense: {complaints[0]}")
    titles = {"The dealer’s play": "The banker’s play"} if rules.bank.holder == "player" else {}
    parts = (part(titles.get(title, title), maker, rules) for title, maker in _PARTS)
    return tuple(made for made in parts if made.lines)


def as_text(rules: RuleSet, width: int) -> str:
    """The whole explanation, folded to `width` columns."""
    return laid_out(rules.profile.name, rules.profile.title, told(rules), width)
