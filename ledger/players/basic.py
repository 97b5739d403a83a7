"""The bot `basic`: best play of the rule set at hand, in the words of the questions it is asked."""

from __future__ import annotations

from collections.abc import Callable

from ledger.players import house_advice
from ledger.players.best_play.strategy import best_play
from ledger.players.source import Seen, Strategy
from ledger.rules.tables import RuleSet
from ledger.table.ask import Ask


def wishes(rules: RuleSet) -> Strategy:
    """The turns."""
    plays = best_play(rules)

    def wished(hand: Seen, upcard: int, legal: tuple[str, ...], _stood_before: int) -> tuple[str, ...]:
        if "triple" in legal:
            return ("triple", "stand") if plays.triples(hand.cards, upcard, split=hand.from_split) else ("stand",)
        return plays.wishes(hand.cards, upcard, split=hand.from_split)

    return wished


def offers(rules: RuleSet) -> Callable[[Ask], tuple[str, ...]]:
    """What is offered before the turns; a doubling on the first card by the house's advice (H9.1)."""
    plays = best_play(rules)

    def wished(ask: Ask) -> tuple[str, ...]:
        upcard = ask.upcard
        if upcard is None or "redouble" in ask.legal or "raise" in ask.legal:
            return house_advice.offers(ask)
        wants = {
            "insure": lambda: plays.insures(upcard),
            "even": lambda: plays.takes_even_money(ask.cards, upcard),
            "surrender": lambda: plays.surrenders_early(ask.cards, upcard),
            "claim aces": lambda: plays.claims_aces(upcard),
        }
        return tuple(act for act in ask.legal if act in wants and wants[act]())

    return wished
