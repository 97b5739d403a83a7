"""Tables at which from some question on in each round nobody answers any more, and where such a round may be cut into a void."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import attrs

from ledger.plan import Plan, SourceMaker
from ledger.players.source import Source
from ledger.table.ask import BANKER, CUT, OVER, STAKES, Ask, default_of
from ledger.table.company import Seat

BEFORE = ("ready", "side-stakes", "announce", "bank", "keep", "bid", "limits", "shuffle", STAKES)
"""Questions that are always answered: without them there is nothing to price."""
MOST_ANSWERS = 12
CHOSEN = ("hit", "double", "triple", "split", "insure", "even", "surrender", "claim", "follow", "take", "both", "sit")
"""Acts of punters that are no default."""
OF_THE_TABLE = ("missed", "exposed", "extra", "unasked", "ruling", "bet")
DEALT = ("deal", "down", "late")


@attrs.define
class Patience:
    """How many answers a table still gives in the round in play; shared by all who sit there."""

    random: Random
    round: int = 0
    left: int = 0

    def is_over(self, ask: Ask) -> bool:
        """Whether this question is not answered."""
        if ask.round != self.round:
            self.round, self.left = ask.round, self.random.randint(0, MOST_ANSWERS)
        if ask.phase not in BEFORE and not (ask.phase == CUT and ask.upcard is None):
            self.left -= 1
        return self.left < 0 and ask.phase not in BEFORE


@attrs.frozen
class Tired:
    """Answers as another does until patience ends; a banker who plays freely always plays as one who is obliged to draw below 17."""

    source: Source
    patience: Patience

    def answer(self, ask: Ask) -> str:
        """The other's answer, or the default."""
        over = self.patience.is_over(ask)
        if ask.phase == BANKER:
            return f"D {'hit' if ask.total < 17 else 'stand'}"
        return default_of(ask) if over or ask.phase == OVER else self.source.answer(ask)

    def leaves(self, round_number: int, seat: int) -> bool:
        """As the other."""
        return self.source.leaves(round_number, seat)


def tired(plan: Plan, seed: int) -> Plan:
    """The same plan, at a table that tires."""
    patience = Patience(Random(seed))  # noqa: S311 -- a test's choices

    def made(maker: SourceMaker) -> SourceMaker:
        def make(seat: Seat, entropy: bytes) -> Source:
            return Tired(maker(seat, entropy), patience)

        return make

    makers = {name: made(maker) for name, maker in plan.makers.items()}
    return attrs.evolve(plan, makers=makers, director=made(plan.director) if plan.director else None)


def first_cut(log: Sequence[str], rules: Mapping[str, Mapping[str, Any]]) -> int:
    """How many events of a log must stand so that all that follows came of defaults and cards alone."""
    return max((at + 1 for at, event in enumerate(log) if _is_chosen(log, at, event, rules)), default=0)


def _is_chosen(log: Sequence[str], at: int, event: str, rules: Mapping[str, Mapping[str, Any]]) -> bool:
    who, act, *rest = event.split(" ")
    if act in OF_THE_TABLE or (who != "D" and act in CHOSEN):
        return True
    by_choice: dict[str, Callable[[], bool]] = {
        "stand": lambda: f"{who} overstood" in log,
        "keep": lambda: who != "D",
        "raise": lambda: bool(rules["stakes"]["banker_raise"] == "free"),
        "redouble": lambda: bool(rules["stakes"]["redouble"] == "free") or _first_card(log, who)[0] != "A",
        "toss": lambda: _by_error(log[:at], who) != rest[0],
        "cut": lambda: rest[0] != "0" and bool(rules["shoe"]["cut"] == "hand"),
    }
    return act in by_choice and by_choice[act]()


def _first_card(log: Sequence[str], who: str) -> str:
    """First card of a box."""
    deals = tuple(f"{who.partition('/')[0]} {verb} " for verb in DEALT)
    return next(event for event in log if event.startswith(deals)).split(" ")[2]


def _by_error(log: Sequence[str], who: str) -> str:
    """The card that a hand was given in error last."""
    return next(event for event in reversed(log) if event.startswith((f"{who} extra ", f"{who} unasked "))).split(" ")[2]
