"""What a wrong engine is, the players it is shown with, and the patches that several of them share."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import nullcontext
from inspect import isgeneratorfunction
from typing import Any

import attrs
import pytest

from ledger.players.bots import RandomBot
from ledger.players.source import Source
from ledger.rules.ruleset import altered, load_profile
from ledger.rules.tables import RuleSet
from ledger.table import banker, insurance, settlement, shuffling
from ledger.table.ask import STAKES, WITH_AMOUNT, Ask
from ledger.table.company import FinishedRound
from ledger.table.hand import Bettor, Hand
from ledger.table.round import Round
from ledger.table.session import TableSession
from ledger.table.settlement import Standing
from ledger.table.state import RoundState
from ledger.table.turns import legal_actions
from tests.support.ledgers import SignedLedger, stacked_racks
from tests.support.stacked import dealing_order, with_suits

Patch = pytest.MonkeyPatch
Make = Callable[[Patch], Any]
SHEET = "ledger.sheet"
ROUND, TURNS, SPLITTING, BANKER = "ledger.table.round", "ledger.table.turns", "ledger.table.splitting", "ledger.table.banker"
NATURALS, RAISING = "ledger.table.naturals", "ledger.table.raising"
CUT_CARD: dict[str, Any] = {"shoe__reshuffle": "cut-card", "pack__decks": 1}


@attrs.define
class Prefers:
    """A player, or the director, who takes the first of some actions that is allowed, else what stays as it is.

    `insure 2` names an amount, `insure` alone is for as much as can be paid. A wish that says whose it is (`2.1 double`, `D raise`) is
    fulfilled once, the others whenever they can be.
    """

    acts: list[str]
    stake: int | None = None

    def answer(self, ask: Ask) -> str:
        for wish in self.acts:
            who, act = _wish(wish)
            verb = act.split(" ")[0]
            if (who or ask.who) == ask.who and any(f"{act} ".startswith(f"{legal.removesuffix(' TEXT')} ") for legal in ask.legal):
                if who:
                    self.acts.remove(wish)
                return f"{ask.who} {act} {ask.affordable}" if act == verb and verb in WITH_AMOUNT else f"{ask.who} {act}"
        if ask.phase == STAKES:
            return f"{ask.who} bet {self.stake or ask.least}"
        act = ask.default or ("stand" if "stand" in ask.legal else ask.legal[-1])
        return f"{ask.who} {act} {ask.least}" if act in WITH_AMOUNT else f"{ask.who} {act}"

    def leaves(self, _round: int, _seat: int) -> bool:
        return False


def _wish(wish: str) -> tuple[str, str]:
    """Whose wish it is, if that is said, and what for."""
    who, _, act = wish.partition(" ")
    return (who, act) if re.fullmatch(r"D|s\d+|\d+(\.\d+)*(/\d+)?", who) else ("", wish)


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

    It breaks `clause` at a table of a `profile` with some `changes`; the first finding must be of one of `codes`, and one must name the
    clause. It is shown by stacked deals, a round each, players with these `preferences` and a director to whom this `happens`; or by
    many random rounds. `stake` where the players name one; `boxes` where the seats are others than in order.
    """

    clause: str
    codes: tuple[str, ...]
    profile: str
    deals: tuple[str, ...]
    preferences: tuple[str, ...]
    happens: tuple[str, ...]
    stake: int | None
    players: int
    boxes: dict[str, tuple[int, ...]] | None
    changes: dict[str, Any]
    make: Make

    @property
    def says(self) -> str:
        """What it does, in words that complete “an engine that …”."""
        says = (self.make.__doc__ or "").rstrip(".")
        return says[:1].lower() + says[1:]

    @property
    def name(self) -> str:
        """Its clause and what it does."""
        return f"{self.clause} {self.says}"

    @property
    def rules(self) -> RuleSet:
        """The rule set that its ledger states."""
        return altered(load_profile(self.profile), self.changes)

    def source(self, seed: bytes) -> Source:
        """The answers of one of its players."""
        if self.deals:
            return Prefers(list(self.preferences), self.stake)
        return Stakes(RandomBot(seed), self.stake) if self.stake else RandomBot(seed)

    def recorded(self, ledger: SignedLedger) -> int:
        """The session that it records."""
        sources = {f"Player {number}": lambda _seat, seed: self.source(seed) for number in range(1, self.players + 1)}
        more: dict[str, Any] = {"boxes": self.boxes} if self.boxes else {}
        if self.happens:
            more["director"] = lambda _seat, _seed: Prefers(list(self.happens))
        cards = stacked_racks(with_suits([card for deal in self.deals for card in dealing_order(deal)])) if self.deals else nullcontext()
        with cards, pytest.MonkeyPatch.context() as patch:
            self.make(patch)
            return ledger.record(self.rules, sources, **more).session


class Engines(list[Wrong]):
    """The wrong engines of one module, in order, at tables of one profile unless they say otherwise."""

    def __init__(self, profile: str = "training") -> None:
        super().__init__()
        self.profile = profile

    def wrong(
        self,
        clause: str,
        *codes: str,
        profile: str = "",
        deal: str = "",
        prefers: str = "",
        happens: str = "",
        stake: int | None = None,
        players: int | None = None,
        boxes: dict[str, tuple[int, ...]] | None = None,
        changes: dict[str, Any] | None = None,
        **more: Any,
    ) -> Callable[[Make], Make]:
        """Register a patch; `deal` has its rounds apart by `;`, further arguments are parameters, `split__hands` for `split.hands`."""
        profile = profile or self.profile
        deals = tuple(each.strip() for each in deal.split(";")) if deal else ()
        told = {"session__stack": 10**6, "session__rounds": len(deals) or 120} | (changes or {}) | more
        told = {name.replace("__", "."): value for name, value in told.items()}
        in_private = altered(load_profile(profile), told).bank.holder == "player"
        seated = players or (deals[0].rpartition("!")[2].partition("|")[0].count("/") + 1 + in_private if deals else 6)

        def register(make: Make) -> Make:
            self.append(Wrong(clause, codes, profile, deals, _wishes(prefers), _wishes(happens), stake, seated, boxes, told, make))
            return make

        return register


def _wishes(text: str) -> tuple[str, ...]:
    return tuple(wish.strip() for wish in text.split(",") if wish.strip())


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
        return attrs.evolve(played, log=tuple(change(list(played.log))))

    patch.setattr(Round, "_finished", finished)


def omits(patch: Patch, *ends: str) -> None:
    """Leave out every event that ends in one of these words."""
    writes(patch, lambda log: [event for event in log if not event.endswith(ends)])


def cuts_wrongly(patch: Patch) -> None:
    """Let the owner of the highest box cut."""
    right = shuffling._cut

    def cut(table: RoundState) -> None:
        company, table.company = table.company, attrs.evolve(table.company, boxes=table.company.boxes[::-1])
        right(table)
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
