"""Bots: functions of their seed, the round and the question, so that a session can be played again."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from ledger.cards import IS_ACE, RANK_OF
from ledger.errors import SessionRefused
from ledger.players import basic_s17, house_advice
from ledger.rules.tables import RuleSet
from ledger.shoe.hashing import Stream, u64
from ledger.table.ask import INSURANCE, STAKES, Ask

_LABEL = b"sealedshoe/1/bot"
_ACE_COLUMN = 11

# What a bot makes of a question: the actions that it would like, best first.
Strategy = Callable[[Ask, int], tuple[str, ...]]


def upcard_value(ask: Ask) -> int:
    """The dealer's upcard as 2 to 10, or 11 for an ace."""
    if ask.upcard is None:
        raise ValueError(ask)
    return _ACE_COLUMN if IS_ACE[ask.upcard] else min(RANK_OF[ask.upcard] + 1, 10)


@attrs.frozen
class StrategyBot:
    """Bets the minimum, declines insurance, and plays the first of its strategy's wishes that is legal."""

    _wishes: Strategy

    def answer(self, ask: Ask) -> str:
        """See `Source`."""
        _must_not_be_refused(ask)
        if ask.phase == STAKES:
            return f"{ask.who} bet {ask.least}"
        if ask.phase == INSURANCE:
            return f"{ask.who} decline insurance"
        for wish in self._wishes(ask, upcard_value(ask)):
            if wish in ask.legal:
                return f"{ask.who} {wish}"
        return f"{ask.who} stand"

    def leaves(self, _round_number: int, _seat: int) -> bool:
        """A bot stays."""
        return False


@attrs.frozen
class RandomBot:
    """Takes any legal answer, each as likely as the others, and any legal amount."""

    _seed: bytes = attrs.field(repr=False)

    def answer(self, ask: Ask) -> str:
        """See `Source`; drawn from a stream over (seed, round, hand, its cards, phase)."""
        _must_not_be_refused(ask)
        stream = Stream(_LABEL, self._seed, u64(ask.round), ask.who.encode(), bytes(ask.cards), ask.phase.encode())
        act = ask.legal[stream.below(len(ask.legal))]
        if act in ("bet", "insure"):
            steps = (ask.affordable - ask.least) // ask.step
            return f"{ask.who} {act} {ask.least + ask.step * stream.below(steps + 1)}"
        return f"{ask.who} {act}"

    def leaves(self, _round_number: int, _seat: int) -> bool:
        """A bot stays."""
        return False


def _must_not_be_refused(ask: Ask) -> None:
    """A bot would give the same answer for ever."""
    if ask.refused:
        raise RuntimeError(ask.refused)


def _mimic(rules: RuleSet) -> Strategy:
    draws_on_soft_17 = rules.banker.soft17 == "draw"

    def wishes(ask: Ask, _upcard: int) -> tuple[str, ...]:
        draws = ask.total < 17 or (ask.total == 17 and ask.soft and draws_on_soft_17)
        return ("hit",) if draws else ()

    return wishes


def _stand(_ask: Ask, _upcard: int) -> tuple[str, ...]:
    return ()


BOTS = {
    "s17": "basic strategy for many decks, dealer stands on soft 17, double after split",
    "seed": "the house advice of rulebook clause H9",
    "mimic": "draws and stands as the dealer must",
    "stand": "never takes a card",
    "random": "any legal answer, drawn from the session's secret",
}


def make_bot(name: str, rules: RuleSet, seed: bytes) -> StrategyBot | RandomBot:
    """A bot by name; SessionRefused names those that there are."""
    if name == "random":
        return RandomBot(seed)
    strategies: dict[str, Strategy] = {"s17": basic_s17.wishes, "seed": house_advice.wishes, "mimic": _mimic(rules), "stand": _stand}
    if name not in strategies:
        raise SessionRefused(f"There is no bot “{name}”; choose one of {', '.join(BOTS)}.")
    return StrategyBot(strategies[name])
