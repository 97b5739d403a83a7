"""What a wrong engine is, the players it is shown with, and the patches that several of them share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from ledger.players.bots import RandomBot
from ledger.table import banker, insurance, settlement
from ledger.table.ask import INSURANCE, STAKES, Ask
from ledger.table.hand import Bettor, Hand
from ledger.table.settlement import Standing
from ledger.table.state import RoundState
from ledger.table.turns import legal_actions

Patch = pytest.MonkeyPatch
Make = Callable[[Patch], Any]
ROUND, TURNS, SPLITTING = "ledger.table.round", "ledger.table.turns", "ledger.table.splitting"
CUT_CARD: dict[str, Any] = {"shoe__reshuffle": "cut-card", "pack__decks": 1}


@attrs.frozen
class Prefers:
    """A player who takes the first of some actions that is allowed, else declines or stands; `insure 2` names an amount."""

    acts: tuple[str, ...]
    stake: int | None = None

    def answer(self, ask: Ask) -> str:
        if ask.phase == STAKES:
            return f"{ask.who} bet {self.stake or ask.least}"
        for act in self.acts:
            if act.split(" ")[0] in ask.legal:
                return f"{ask.who} {act} {ask.affordable}" if act == "insure" else f"{ask.who} {act}"
        return f"{ask.who} decline insurance" if ask.phase == INSURANCE else f"{ask.who} stand"

    def leaves(self, _round: int, _seat: int) -> bool:
        return False


@attrs.frozen
class Stakes:
    """A player at random, but for the stake."""

    bot: RandomBot
    amount: int

    def answer(self, ask: Ask) -> str:
        return f"{ask.who} bet {self.amount}" if ask.phase == STAKES else self.bot.answer(ask)

    def leaves(self, _round: int, _seat: int) -> bool:
        return False


@attrs.frozen
class Wrong:
    """One wrong engine.

    It breaks `clause`; the first finding must be of one of `codes`, and one must name the clause.
    It is shown by a stacked `deal` and players with these `preferences`, or by many random rounds; `stake` where the players name one.
    """

    clause: str
    codes: tuple[str, ...]
    deal: str
    preferences: tuple[str, ...]
    stake: int | None
    players: int
    changes: dict[str, Any]
    make: Make

    @property
    def says(self) -> str:
        """What it does, in words that complete “an engine that …”."""
        says = (self.make.__doc__ or "").rstrip(".")
        return says[:1].lower() + says[1:]

    def source(self, seed: bytes) -> Prefers | RandomBot | Stakes:
        """The answers of one of its players."""
        if self.deal:
            return Prefers(self.preferences, self.stake)
        return Stakes(RandomBot(seed), self.stake) if self.stake else RandomBot(seed)


class Engines(list[Wrong]):
    """The wrong engines of one module, in order."""

    def wrong(
        self,
        clause: str,
        *codes: str,
        deal: str = "",
        prefers: str = "",
        stake: int | None = None,
        players: int = 6,
        changes: dict[str, Any] | None = None,
        **more: Any,
    ) -> Callable[[Make], Make]:
        """Register a patch; further arguments are parameters of the rules, `split__hands` for `split.hands`."""
        told = {"session.stack": 10**6, "session.rounds": 1 if deal else 120}
        told |= {name.replace("__", "."): value for name, value in ((changes or {}) | more).items()}
        wishes = tuple(wish.strip() for wish in prefers.split(",") if wish)

        def register(make: Make) -> Make:
            self.append(Wrong(clause, codes, deal, wishes, stake, players, told, make))
            return make

        return register


def also(patch: Patch, action: str, when: Callable[[RoundState, Hand], bool]) -> None:
    """Offer an action where the rules do not."""

    def legal(table: RoundState, hand: Hand, number: int) -> tuple[str, ...]:
        actions = legal_actions(table, hand, number)
        return (*actions, action) if action not in actions and when(table, hand) else actions

    patch.setattr(f"{TURNS}.legal_actions", legal)


def deals(patch: Patch, deal: Callable[[RoundState], None]) -> None:
    """Deal both passes in another way; the deal says what the upcard is."""

    def at_once(table: RoundState) -> Any:
        yield from ()
        deal(table)

    def nothing_more(_table: RoundState) -> Any:
        yield from ()

    patch.setattr(f"{ROUND}.deal_first", at_once)
    patch.setattr(f"{ROUND}.deal_second", nothing_more)


def dealer_draws(patch: Patch, when: Callable[[Hand, RoundState], bool], *, always: bool = False) -> None:
    """Let the dealer draw by another rule; `always` also with no hand alive."""

    def play(table: RoundState, _insured: Any) -> Any:
        yield from ()
        table.log.append("D show")
        alive = any(not hand.settled and not banker.counts_as_natural(table.rules, hand) for hand in table.hands)
        while (alive or always) and when(table.dealer, table):
            table.deal_to(table.dealer, "draw")

    patch.setattr(f"{ROUND}.play_banker", play)


def settles(patch: Patch, change: Callable[[RoundState, Bettor, str, int], tuple[str, int]]) -> None:
    """Settle stakes with another outcome or payout."""
    right = RoundState.settle
    patch.setattr(
        RoundState, "settle", lambda table, bettor, outcome, payout: right(table, bettor, *change(table, bettor, outcome, payout))
    )


def judges(patch: Patch, change: Callable[[RoundState, Hand, Standing], str | None]) -> None:
    """Let hands that wait for the banker fare otherwise; None leaves it as the rules say."""
    right = settlement.outcome_of
    patch.setattr(
        "ledger.table.settlement.outcome_of", lambda table, hand, standing: change(table, hand, standing) or right(table, hand, standing)
    )


def insures_by(patch: Patch, **changes: Any) -> None:
    """Offer insurance by other rules than the table's."""

    def offer(table: RoundState) -> Any:
        rules = table.rules
        table.rules = attrs.evolve(rules, insurance=attrs.evolve(rules.insurance, **changes))
        taken = yield from insurance.offer_insurance(table)
        table.rules = rules
        return taken

    patch.setattr(f"{ROUND}.offer_insurance", offer)
