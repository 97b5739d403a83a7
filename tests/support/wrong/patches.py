"""Patches that several wrong engines share: other rules, other words, other deals, draws, offers and outcomes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from inspect import isgeneratorfunction
from typing import Any

import attrs
import msgspec

from ledger.rules.ruleset import altered
from ledger.rules.tables import RuleSet
from ledger.table import banker, insurance, settlement, shuffling
from ledger.table.company import FinishedRound
from ledger.table.hand import Bettor, Hand
from ledger.table.round import Round
from ledger.table.session import TableSession
from ledger.table.settlement import Standing
from ledger.table.state import RoundState
from ledger.table.turns import legal_actions
from tests.support.wrong.engine import Patch

SHEET = "ledger.sheet"
PLAN = "ledger.plan"
ROUND, TURNS, SPLITTING, BANKER = "ledger.table.round", "ledger.table.turns", "ledger.table.splitting", "ledger.table.banker"
NATURALS, RAISING = "ledger.table.naturals", "ledger.table.raising"


def plays_by(patch: Patch, **changes: Any) -> None:
    """Play the session by other rules than its ledger states."""
    other = _altering(changes)
    rack, seated = _now(f"{SHEET}.Rack"), TableSession.seated
    patch.setattr(f"{SHEET}.Rack", lambda rules, *context: rack(other(rules), *context))
    patch.setattr(TableSession, "seated", lambda rules, seats, rack: seated(other(rules), seats, rack))


def phase_by(patch: Patch, phase: str, **changes: Any) -> None:
    """Play one phase of the round, a function of the table, by other rules than the ledger states."""
    other = _altering(changes)
    right = _now(phase)

    def played(table: RoundState, *given: Any, **named: Any) -> Any:
        rules, table.rules = table.rules, other(table.rules)
        what = right(table, *given, **named)
        if isgeneratorfunction(right):
            what = yield from what
        table.rules = rules
        return what

    def at_once(table: RoundState, *given: Any, **named: Any) -> Any:
        try:
            next(played(table, *given, **named))
        except StopIteration as finished:
            return finished.value

    patch.setattr(phase, played if isgeneratorfunction(right) else at_once)


def _now(path: str) -> Any:
    """What a module holds under a name, stacked or patched as it may be."""
    module, _, name = path.rpartition(".")
    return getattr(sys.modules[module], name)


def _altering(changes: dict[str, Any]) -> Callable[[RuleSet], RuleSet]:
    told = {name.replace("__", "."): value for name, value in changes.items()}
    return lambda rules: altered(rules, told)


def writes(patch: Patch, change: Callable[[list[str]], list[str]]) -> None:
    """Write a round's log otherwise than it was played."""
    right = Round._finished

    def finished(*given: Any, **named: Any) -> FinishedRound:
        played = right(*given, **named)
        return msgspec.structs.replace(played, log=tuple(change(list(played.log))))

    patch.setattr(Round, "_finished", finished)


def omits(patch: Patch, *ends: str) -> None:
    """Leave out every event that ends in one of these words."""
    writes(patch, lambda log: [event for event in log if not event.endswith(ends)])


def cuts_wrongly(patch: Patch) -> None:
    """Let the owner of the highest box cut."""
    right = shuffling._cut

    def cut(table: RoundState) -> Any:
        company, table.company = table.company, attrs.evolve(table.company, boxes=table.company.boxes[::-1])
        yield from right(table)
        table.company = company

    patch.setattr("ledger.table.shuffling._cut", cut)


def takes_any_stake(patch: Patch) -> None:
    """Take whatever stake is named."""
    patch.setattr("ledger.table.stakes._Desk._fault", lambda *_, **__: None)


def moves(patch: Patch, start: str, before: str = "") -> None:
    """Write the event that starts so directly before another, or at the end, instead of in its place."""

    def moved(log: list[str]) -> list[str]:
        events = [event for event in log if event.startswith(start)]
        others = [event for event in log if event not in events]
        at = others.index(before) if before else len(others)
        return [*others[:at], *events, *others[at:]]

    writes(patch, moved)


def stakes_on(patch: Patch, verb: str, amount: Callable[[int], int]) -> None:
    """Take another amount than the original stake for a double or a triple."""
    right = RoundState.deal_to

    def deal_to(table: RoundState, hand: Hand, dealt: str) -> int:
        if dealt == verb:
            more = amount(hand.original_stake) - hand.original_stake
            table.stake(hand.seat, more)
            hand.bettors[0].stake += more
        return right(table, hand, dealt)

    patch.setattr(RoundState, "deal_to", deal_to)


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


def dealer_draws(patch: Patch, when: Callable[[Hand, RoundState], bool], *, always: bool = False, hole: bool = True) -> None:
    """Let the dealer draw by another rule; `always` also with no hand alive."""

    def play(table: RoundState, _insured: Any) -> Any:
        yield from ()
        if hole:
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


def adds_up(patch: Patch, total: Callable[[Hand], int]) -> None:
    """Hands come to another total."""
    right = Hand.take

    def take(hand: Hand, *given: Any) -> None:
        right(hand, *given)
        hand.total = total(hand)

    patch.setattr(Hand, "take", take)
