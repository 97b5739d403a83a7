"""What a wrong engine is, and the players it is shown with."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import attrs
import pytest

from ledger.players.bots import RandomBot
from ledger.players.source import Source
from ledger.rules.ruleset import altered, load_profile
from ledger.rules.tables import RuleSet
from ledger.table.ask import STAKES, WITH_AMOUNT, Ask
from tests.support.ledgers import SignedLedger, stacked_racks
from tests.support.stacked import dealing_order, with_suits

Patch = pytest.MonkeyPatch
Make = Callable[[Patch], Any]
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
