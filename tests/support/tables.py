"""Rule sets that the engine plays, chosen at random or by hypothesis, and players for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import attrs

from ledger.players.bots import BOTS, RandomBot, make_bot
from ledger.players.source import Source
from ledger.rules.ruleset import altered, load_profile
from ledger.rules.tables import RuleSet
from ledger.sheet import SourceMaker
from ledger.table.ask import INSURANCE, Ask
from ledger.table.stakes import stake_step
from ledger.table.state import Seat

T = TypeVar("T")
Choose = Callable[[Sequence[T]], T]
RATIOS = ("3:2", "2:1", "6:5", "1:1", "7:5", "1:2", "3:1")

# Every parameter that the engine plays with more than one value, but for those that hang together.
CHOICES: dict[str, tuple[Any, ...]] = {
    "pack.decks": (1, 2, 4, 6, 8),
    "stakes.breakage": ("exact", "floor"),
    "insurance.offered": (True, True, False),
    "insurance.amount": ("up-to-half", "half"),
    "insurance.pays": RATIOS,
    "insurance.naturals": (True, False),
    "natural.pays": RATIOS,
    "natural.after_split": (False, True),
    "double.after_split": (True, False),
    "split.pairs": ("value", "value", "rank", "rank-or-picture", "off"),
    "split.aces_play": ("one-card", "hit", "as-others"),
    "split.second_card": ("on-turn", "at-once"),
    "banker.soft17": ("stand", "draw"),
    "surrender.offered": ("off", "late"),
}

# What a rule set may be called; none of it reaches the play.
TITLES = ("x", "Stammtisch №7: naturals 3:2", "Стол “у Бориса” 😀", "\u0378", "é" * 120)
PROFILES = ("training", "n" * 32, "Club Ⅷ", "𝒜")
SECTIONS = (["T", "G"], ["T"], ["G", "G"])


@attrs.frozen
class Bold:
    """A player at random, but one who splits and insures whenever it is allowed."""

    bot: RandomBot

    def answer(self, ask: Ask) -> str:
        if ask.phase == INSURANCE:
            return f"{ask.who} insure {ask.affordable}"
        return f"{ask.who} split" if "split" in ask.legal else self.bot.answer(ask)

    def leaves(self, _round: int, _seat: int) -> bool:
        return False


@attrs.frozen
class Hungry:
    """A player who splits and draws as long as it is allowed."""

    bot: RandomBot

    def answer(self, ask: Ask) -> str:
        wish = next((act for act in ("split", "hit") if act in ask.legal), None)
        return f"{ask.who} {wish}" if wish else self.bot.answer(ask)

    def leaves(self, _round: int, _seat: int) -> bool:
        return False


@attrs.frozen
class Leaver:
    """A player at random who gets up before a round."""

    bot: RandomBot
    before: int

    def answer(self, ask: Ask) -> str:
        return self.bot.answer(ask)

    def leaves(self, round_number: int, _seat: int) -> bool:
        return round_number >= self.before


@attrs.frozen
class Plan:
    """A session to be recorded: rules, sources by player, length of its seed chain."""

    rules: RuleSet
    sources: dict[str, SourceMaker]
    chain: int | None


def any_plan(choose: Choose[Any]) -> Plan:
    """A session under any supported rules, with any players."""
    rules = any_rules(choose)
    players = choose(range(1, 7))
    if choose(range(6)) == 0:
        # So many at one pack that the cards run out, to the last one.
        rules, players = altered(rules, {"pack.decks": 1, "shoe.penetration_left": 0}), 14
    wishes = [choose([*BOTS, "random", "bold", "bold", "leaver"]) for _ in range(players)]
    sources = {f"Player {number}": _maker(wish, rules, choose(range(2, 9))) for number, wish in enumerate(wishes, 1)}
    return Plan(rules, sources, choose([None, choose(range(2, 9))]))


def rare_plans() -> list[Plan]:
    """Two long sessions for what is rare: aces split again and again, and one pack among so many that no card is left."""
    much = {"stakes.maximum": 200, "session.stack": 10**9, "table.players_max": 14, "table.boxes": 14, "split.hands": 5}
    aces = {"pack.decks": 8, "session.rounds": 10000, "split.aces_hands": 5, "split.aces_play": "as-others", "natural.after_split": True}
    cards = {"pack.decks": 1, "session.rounds": 1200, "shoe.reshuffle": "cut-card", "natural.pays": "1:1"}
    tables = [(aces, "bold", 6), (cards, "hungry", 14)]
    plans = []
    for changes, wish, players in tables:
        rules = altered(load_profile("training"), much | changes)
        plans.append(Plan(rules, {f"Player {number}": _maker(wish, rules, 0) for number in range(1, players + 1)}, None))
    return plans


def any_rules(choose: Choose[Any]) -> RuleSet:
    """A supported, coherent rule set."""
    changes = {path: choose(values) for path, values in CHOICES.items()}
    hands = choose((2, 3, 4, 5, 5))
    changes |= {"split.hands": hands, "split.aces_hands": choose(range(1, hands + 1))}
    offered = choose(("any", "any", "totals", "off"))
    changes |= {"double.offered": offered, "double.totals": choose(([9, 10, 11], [11], list(range(4, 22)))) if offered == "totals" else []}
    if choose(("every-round", "cut-card")) == "cut-card":
        changes |= {"shoe.reshuffle": "cut-card", "shoe.penetration_left": choose((0, 0, 1, 13, 40, 51))}
    changes |= {"session.rounds": choose((1, 3, 8, 12, 16)), "stakes.unit": choose((1, 1, 5)), "table.boxes": 14, "table.players_max": 14}
    changes |= {"profile.name": choose(PROFILES), "profile.title": choose(TITLES), "profile.clauses": choose(SECTIONS)}
    return _with_stakes(altered(load_profile("training"), changes), choose)


def _with_stakes(rules: RuleSet, choose: Choose[Any]) -> RuleSet:
    """Stakes that the ratios allow, and stacks from one stake on, so that balances bind and run out."""
    step = stake_step(rules)
    least = step * choose((1, 2, 3, 10))
    most = least + choose((0, 0, step, 7, 100))
    stack = choose((least, most + 1, 3 * most, 10 * most + 1, 100 * most, 100 * most))
    return altered(rules, {"stakes.minimum": least, "stakes.maximum": most, "session.stack": stack})


def _maker(wish: str, rules: RuleSet, before: int) -> SourceMaker:
    def made(_seat: Seat, seed: bytes) -> Source:
        bot = RandomBot(seed)
        made_for_tests: dict[str, Source] = {"leaver": Leaver(bot, before), "bold": Bold(bot), "hungry": Hungry(bot)}
        return made_for_tests.get(wish) or make_bot(wish, rules, seed)

    return made
