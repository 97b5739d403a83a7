"""Bots: functions of their seed, the round and the question, so that a session can be played again."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from ledger.errors import SessionRefused
from ledger.players import basic, basic_s17, house_advice
from ledger.players.best_play.dealer_odds import banker_act
from ledger.players.source import Seen, Strategy
from ledger.rules.tables import RuleSet
from ledger.shoe.hashing import LARGEST_BOUND, Stream, u64
from ledger.table.ask import STAKES, TURN, WITH_AMOUNT, Ask

_LABEL = b"sealedshoe/1/bot"
_HIT = ("hit",)

# What a bot makes of an offer: the answers that it would like, best first. An amount is left out: it is the most that can be paid.
Offers = Callable[[Ask], tuple[str, ...]]


def _nothing(_ask: Ask) -> tuple[str, ...]:
    return ()


@attrs.frozen
class StrategyBot:
    """Bets the minimum and plays the first of its strategy's wishes that is legal; else gives the default, or the last answer, to decline.

    As a banker who plays as they please it draws to 17 (B3.3, H3.3). See `Ordered`.
    """

    wishes: Strategy
    _offers: Offers = _nothing

    def answer(self, ask: Ask) -> str:
        """See `Source`."""
        if ask.refused:
            _must_not_be_refused(ask)
        who, phase, legal = ask.hands[0], ask.phase, ask.legal
        if phase == STAKES:
            return f"{who} bet {ask.least}"
        if phase == TURN:
            if ask.upcard is None:
                raise ValueError(ask)
            for wish in self.wishes(ask, ask.upcard, legal, ask.stood_before):
                if wish in legal:
                    return f"{who} {wish}"
            return f"{who} stand"
        if who == "D" and "hit" in legal:
            return f"D {banker_act(ask.total, soft=ask.soft)}"
        for wish in self._offers(ask):
            if wish in legal:
                return f"{who} {wish} {ask.affordable}" if wish == "insure" else f"{who} {wish}"
        act = ask.default or legal[-1]
        return f"{who} {act} {ask.least}" if act in WITH_AMOUNT else f"{who} {act}"

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
        if act.partition(" ")[0] in WITH_AMOUNT:
            steps = min((ask.affordable - ask.least) // ask.step, LARGEST_BOUND - 1)
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

    def wishes(hand: Seen, _upcard: int, _legal: tuple[str, ...], _stood_before: int) -> tuple[str, ...]:
        total = hand.total
        return _HIT if total < 17 or (total == 17 and hand.soft and draws_on_soft_17) else ()

    return wishes


def _stand(_hand: Seen, _upcard: int, _legal: tuple[str, ...], _stood_before: int) -> tuple[str, ...]:
    return ()


BOTS = {
    "basic": "best play of the rule set at hand, computed over an infinite deck",
    "s17": "published basic strategy for many decks, dealer stands on soft 17, double after split",
    "seed": "the house advice of rulebook clause H9",
    "mimic": "draws and stands as the dealer must",
    "stand": "never takes a card",
    "random": "any legal answer, drawn from the session's secret",
}


def make_bot(name: str, rules: RuleSet, seed: bytes) -> StrategyBot | RandomBot:
    """A bot by name; SessionRefused names those that there are."""
    if name == "random":
        return RandomBot(seed)
    if name == "basic":
        return StrategyBot(basic.wishes(rules), basic.offers(rules))
    if name == "seed":
        return StrategyBot(house_advice.wishes, house_advice.offers)
    strategies: dict[str, Strategy] = {"s17": basic_s17.wishes, "mimic": _mimic(rules), "stand": _stand}
    if name not in strategies:
        raise SessionRefused(f"There is no bot “{name}”; choose one of {', '.join(BOTS)}.")
    return StrategyBot(strategies[name])
