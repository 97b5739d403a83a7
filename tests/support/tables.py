"""Rule sets of the whole rulebook, chosen at random or by hypothesis, and people for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

import attrs

from ledger.plan import SourceMaker
from ledger.players.bots import BOTS, RandomBot, make_bot
from ledger.players.source import Source
from ledger.rules.coherence import incoherent
from ledger.rules.ruleset import altered, load_profile, profile_names, to_object
from ledger.rules.steps import stake_step
from ledger.rules.tables import RuleSet
from ledger.table.ask import INCIDENT, INSURANCE, LIMITS, RULING, STAKES, Ask
from ledger.table.company import Seat

T = TypeVar("T")
Choose = Callable[[Sequence[T]], T]
RATIOS = ("3:2", "2:1", "6:5", "1:1", "7:5", "1:2", "3:1")
MAYBE = ("off", "1:1", "2:1", "3:1", "4:1", "3:2")
FLAG = (True, False)

# Every parameter with values to try; each is tried alone on top of a profile, and kept where the whole still makes sense.
CHOICES: dict[str, tuple[Any, ...]] = {
    "pack.decks": (1, 2, 4, 6, 8),
    "pack.size": (32, 52),
    "shoe.reshuffle": ("every-round", "cut-card", "discards"),
    "shoe.penetration_left": (0, 0, 1, 13, 40),
    "shoe.cut": ("none", "stream", "hand"),
    "shoe.burn": (0, 1, 3),
    "shoe.burn_shown": FLAG,
    "shoe.joker": FLAG,
    "shoe.voluntary": FLAG,
    "table.boxes_per_player": (1, 3),
    "table.bettors_per_box": (1, 2, 3),
    "table.onlookers": FLAG,
    "table.irregularities": ("off", "B5", "H8"),
    "table.rulings": FLAG,
    "stakes.limits_by": ("rules", "banker"),
    "stakes.raised_on_request": FLAG,
    "stakes.announced": FLAG,
    "stakes.when": ("before-deal", "after-first-card"),
    "stakes.withdrawal": FLAG,
    "stakes.sitting_out": FLAG,
    "stakes.banker_raise": ("never", "free", "picture-or-ace"),
    "stakes.redouble": ("never", "free", "ace-not-picture"),
    "stakes.breakage": ("exact", "floor"),
    "deal.pattern": tuple("abcdefgh"),
    "insurance.offered": FLAG,
    "insurance.amount": ("up-to-half", "half"),
    "insurance.pays": RATIOS,
    "insurance.naturals": FLAG,
    "peek.when": ("ten-or-ace", "after-play"),
    "peek.natural_takes": ("all", "original"),
    "natural.pays": RATIOS,
    "natural.paid": ("after-peek", "at-once", "on-turn"),
    "natural.even_money": ("never", "ace", "ten-or-ace"),
    "natural.after_split": FLAG,
    "natural.suited_pays": MAYBE,
    "natural.suited_rank": ("ten", "ten-value"),
    "natural.pair_of_aces": FLAG,
    "natural.five_pictures": FLAG,
    "surrender.offered": ("off", "early", "early-not-ace", "late"),
    "double.offered": ("any", "off"),
    "double.after_split": FLAG,
    "double.triple": FLAG,
    "double.face_down": FLAG,
    "double.commission": ("0:1", "1:4", "1:10"),
    "double.beyond_maximum": FLAG,
    "split.pairs": ("value", "rank", "rank-or-picture", "off"),
    "split.hands": (2, 3, 4, 5),
    "split.aces_hands": (1, 2, 3, 5),
    "split.aces_play": ("one-card", "hit", "as-others"),
    "split.second_card": ("on-turn", "at-once"),
    "hand.card_limit": (0, 5),
    "banker.play": ("forced", "free"),
    "banker.soft17": ("stand", "draw", "free"),
    "settlement.ties": ("push", "banker"),
    "settlement.natural_ties": ("push", "banker"),
    "settlement.banker_natural": ("single", "double", "double-not-naturals"),
    "premiums.five_cards": MAYBE,
    "premiums.six_cards": MAYBE,
    "premiums.longer": ("as-six", "doubling"),
    "premiums.sevens": MAYBE,
    "premiums.six_seven_eight": MAYBE,
    "bank.first": ("lot", "first-ace", "black-jack"),
    "bank.change": ("every-deal", "five-deals", "natural", "home", "auction"),
    "bank.auction": FLAG,
}

# What hangs together is tried together.
TOGETHER: tuple[dict[str, Any], ...] = (
    {"deal.pattern": "no-hole", "peek.when": "no-hole", "natural.paid": "at-once", "surrender.offered": "early"},
    {"deal.pattern": "no-hole", "peek.when": "no-hole", "natural.paid": "on-turn", "surrender.offered": "off"},
    {"peek.when": "after-play", "natural.paid": "at-once", "surrender.offered": "early"},
    {"double.offered": "totals", "double.totals": [9, 10, 11]},
    {"double.offered": "totals", "double.totals": [11]},
    {"double.offered": "totals", "double.totals": list(range(4, 22))},
    {"stakes.when": "after-first-card", "stakes.banker_raise": "free", "stakes.redouble": "free"},
    {"stakes.when": "after-first-card", "stakes.banker_raise": "picture-or-ace", "stakes.redouble": "ace-not-picture"},
    {"pack.size": 32, "pack.pictures": "low", "natural.five_pictures": True, "hand.card_limit": 0},
    {"pack.ace": "11"},
    {
        "pack.ace": "1",
        "insurance.offered": False,
        "natural.even_money": "never",
        "natural.suited_pays": "off",
        "natural.after_split": False,
        "natural.pair_of_aces": False,
        "natural.five_pictures": False,
        "bank.change": "every-deal",
    },
    {"premiums.sevens": "off", "premiums.sevens_gift": "a bottle of the house's best"},
    {"shoe.reshuffle": "cut-card", "shoe.penetration_left": 13, "pack.decks": 2},
    {"shoe.burn": 1, "shoe.burn_shown": True, "shoe.joker": False},
    {"peek.when": "after-play", "natural.pair_of_aces": True, "natural.paid": "at-once", "surrender.offered": "off"},
    {"bank.change": "auction", "bank.auction": True},
    {"table.irregularities": "B5", "table.rulings": True},
    {"table.irregularities": "H8", "table.rulings": True},
    {"table.bettors_per_box": 3},
    {"table.onlookers": True},
)

# What a rule set may be called; none of it reaches the play.
TITLES = ("x", "Stammtisch №7: naturals 3:2", "Стол “у Бориса” 😀", "\u0378", "é" * 120)
NAMES = ("training", "n" * 32, "Club Ⅷ", "𝒜")


@attrs.frozen
class Bold:
    """A player at random, but one who splits, insures and doubles whenever it is allowed."""

    bot: RandomBot

    def answer(self, ask: Ask) -> str:
        if ask.phase == INSURANCE:
            return f"{ask.who} insure {ask.affordable}"
        wish = next((act for act in ("split", "triple", "follow", "both") if act in ask.legal), None)
        return f"{ask.who} {wish}" if wish else self.bot.answer(ask)

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
class Collector:
    """A player who wants many cards, and stops where a premium is due."""

    bot: RandomBot

    def answer(self, ask: Ask) -> str:
        if "hit" in ask.legal:
            longest = 5 + ask.round % 4
            return f"{ask.who} {'hit' if len(ask.cards) < longest else 'stand'}"
        return self.bot.answer(ask)

    def leaves(self, _round: int, _seat: int) -> bool:
        return False


@attrs.frozen
class Timid:
    """A player who stakes, gives nothing up and draws slowly, so that hands grow long and naturals wait."""

    bot: RandomBot

    def answer(self, ask: Ask) -> str:
        if ask.phase == STAKES and "bet" in ask.legal:
            return f"{ask.who} bet {ask.least}"
        declines = next((act for act in ask.legal if act.startswith("decline")), None)
        if declines:
            return f"{ask.who} {declines}"
        if "hit" in ask.legal:
            return f"{ask.who} {'hit' if ask.total < 16 else 'stand'}"
        return self.bot.answer(ask)

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
class Director:
    """Who says that an error happened, now and then, and rules on it; raises limits and reshuffles at random."""

    bot: RandomBot
    often: int

    def answer(self, ask: Ask) -> str:
        answer = self.bot.answer(ask)
        if ask.phase == RULING:
            return "D ruling So be it" if answer.endswith("TEXT") else answer
        seldom = ask.phase in (INCIDENT, LIMITS) and ask.default
        return answer if not seldom or sum(ask.cards) % self.often == 0 else f"{ask.who} {ask.default}"

    def leaves(self, _round: int, _seat: int) -> bool:
        return False


@attrs.frozen
class Plan:
    """A session to be recorded: rules, sources by player, boxes, a director, the length of its seed chain."""

    rules: RuleSet
    sources: dict[str, SourceMaker]
    chain: int | None
    boxes: dict[str, tuple[int, ...]] | None = None
    director: SourceMaker | None = None

    @property
    def seated(self) -> dict[str, Any]:
        """What a recording needs beside rules and sources."""
        return {"chain": self.chain, "boxes": self.boxes, "director": self.director}

    def with_rules(self, changes: dict[str, Any]) -> Plan:
        """The same people under changed rules."""
        return attrs.evolve(self, rules=altered(self.rules, changes))


def any_plan(choose: Choose[Any]) -> Plan:
    """A session under any rules, with any people."""
    rules = any_rules(choose)
    table = rules.table
    players = choose(range(max(table.players_min, 1), min(table.players_max, 7) + 1))
    if rules.bank.holder == "player":
        players = max(players, 3)
    wishes = [choose([*BOTS, "random", "random", "bold", "bold", "timid", "leaver"]) for _ in range(players)]
    sources = {f"Player {number}": _maker(wish, rules, choose(range(2, 9))) for number, wish in enumerate(wishes, 1)}
    director = _maker("director", rules, choose((2, 5, 9))) if choose((True, True, False)) else None
    return Plan(rules, sources, choose([None, None, choose(range(2, 12))]), _boxes(rules, players, choose), director)


def _boxes(rules: RuleSet, players: int, choose: Choose[Any]) -> dict[str, tuple[int, ...]] | None:
    """Several boxes for one person, none for another, where the rules have either."""
    table, last = rules.table, f"Player {players}"
    if players < 3:
        return None
    boxes: dict[str, tuple[int, ...]] = {}
    if table.boxes_per_player > 1 and players + 2 <= table.boxes:
        boxes["Player 1"] = choose(((1, players + 2), (2, 1), (players + 1, players + 2)))
    if (table.bettors_per_box > 1 or table.onlookers) and choose(FLAG):
        boxes[last] = ()
    return boxes or None


# Long sessions for what is rare: profile, changes, what the players are like, how many there are.
RARE: tuple[tuple[str, dict[str, Any], str, int], ...] = (
    # Aces split again and again.
    (
        "training",
        {"session.rounds": 4000, "split.hands": 5, "split.aces_hands": 5, "split.aces_play": "as-others", "natural.after_split": True},
        "bold",
        6,
    ),
    (
        "training",
        {"session.rounds": 1500, "split.hands": 5, "split.aces_hands": 5, "split.aces_play": "hit", "split.second_card": "at-once"},
        "bold",
        6,
    ),
    # One pack among so many that no card is left.
    ("training", {"session.rounds": 1200, "pack.decks": 1, "shoe.reshuffle": "cut-card", "natural.pays": "1:1"}, "hungry", 14),
    # Three sevens, with a premium and with a gift; five pictures.
    ("training", {"session.rounds": 2600, "pack.size": 32, "premiums.sevens": "3:1"}, "collector", 14),
    ("training", {"session.rounds": 2600, "pack.size": 32, "premiums.sevens_gift": "a bottle"}, "collector", 14),
    ("training", {"session.rounds": 600, "pack.size": 32, "pack.pictures": "low", "natural.five_pictures": True}, "collector", 14),
    # Long hands, six, seven and eight, and what is paid for them; others bet on them too.
    (
        "training",
        {
            "session.rounds": 1000,
            "premiums.five_cards": "2:1",
            "premiums.six_cards": "4:1",
            "premiums.longer": "doubling",
            "premiums.six_seven_eight": "2:1",
            "table.bettors_per_box": 2,
        },
        "collector",
        12,
    ),
    # What a natural takes where there is no peek; pairs of aces that beat it; even money.
    (
        "training",
        {
            "session.rounds": 2200,
            "deal.pattern": "no-hole",
            "peek.when": "no-hole",
            "peek.natural_takes": "original",
            "natural.paid": "at-once",
            "natural.pair_of_aces": True,
            "natural.even_money": "ten-or-ace",
            "natural.suited_pays": "2:1",
            "natural.after_split": True,
            "table.bettors_per_box": 3,
        },
        "bold",
        6,
    ),
    # Two hands from one deal, split again; a bank that moves on naturals, given away and drawn anew.
    ("changing-bank", {"session.rounds": 700, "bank.auction": True, "table.onlookers": True}, "bold", 7),
    # Others' stakes under everything that takes or gives more than a stake.
    (
        "permanent-bank",
        {
            "session.rounds": 900,
            "stakes.raised_on_request": False,
            "double.commission": "1:4",
            "settlement.banker_natural": "double",
            "peek.when": "after-play",
            "surrender.offered": "early",
        },
        "random",
        6,
    ),
    ("home", {"session.rounds": 500, "split.hands": 5, "double.commission": "1:2", "double.face_down": True}, "bold", 7),
)


def rare_plans() -> Iterator[Plan]:
    """One session for each of RARE, with money enough for all of it, and a director where errors may happen."""
    for profile, changes, wish, players in RARE:
        most = 14 if load_profile(profile).bank.holder == "house" else 15
        room = {"table.players_max": most, "table.boxes": 14} | ({"shoe.burn": 0} if profile == "training" else {})
        rules = altered(load_profile(profile), room | {"session.stack": 10**9} | changes)
        rules = altered(rules, {"stakes.minimum": stake_step(rules), "stakes.maximum": 20 * stake_step(rules)})
        sources = {f"Player {number}": _maker(wish, rules, 0) for number in range(1, players + 1)}
        yield Plan(rules, sources, None, director=_maker("director", rules, 2))


def any_rules(choose: Choose[Any]) -> RuleSet:
    """A profile with some parameters changed, each change kept only where the whole makes sense."""
    rules = load_profile(choose(profile_names()))
    rules = altered(rules, {"profile.name": choose(NAMES), "profile.title": choose(TITLES), "session.rounds": choose((1, 3, 8, 12, 16))})
    for together in (choose((None, *TOGETHER)) for _ in range(choose(range(6)))):
        rules = changed(rules, together or {})
    for path in (choose(tuple(CHOICES)) for _ in range(choose(range(0, 80, 5)))):
        rules = changed(rules, {path: choose(CHOICES[path])})
    return _with_stakes(rules, choose)


def changed(rules: RuleSet, changes: dict[str, Any]) -> RuleSet:
    """The rules with these changes, if that still makes sense; else as they were."""
    tried = altered(rules, changes)
    return rules if incoherent(_with_lowest_stakes(tried)) else tried


def _with_lowest_stakes(rules: RuleSet) -> RuleSet:
    """Stakes that any ratio allows, for trying whether the rest makes sense."""
    step = stake_step(rules)
    return altered(rules, {"stakes.minimum": step, "stakes.maximum": 10 * step, "session.stack": 1000 * step, **_table_limits(0, 0)})


def _table_limits(least: int, most: int) -> dict[str, int]:
    return {"stakes.table_minimum": least, "stakes.table_maximum": most}


def _with_stakes(rules: RuleSet, choose: Choose[Any]) -> RuleSet:
    """Stakes that the ratios allow, and stacks from one stake on, so that balances bind and run out."""
    rules = altered(rules, {"stakes.unit": choose((1, 1, 5))})
    step = stake_step(rules)
    least = step * choose((1, 2, 3, 10))
    most = least + choose((0, 0, step, 7, 100))
    stack = choose((least, most + 1, 3 * most, 10 * most + 1, 100 * most, 100 * most))
    table = choose(((0, 0), (0, 0), (most, 0), (0, 2 * most), (least, 3 * most)))
    changes = {"stakes.minimum": least, "stakes.maximum": most, "session.stack": stack, **_table_limits(*table)}
    tried = altered(rules, changes)
    return tried if not incoherent(tried) else altered(rules, changes | _table_limits(0, 0) | {"double.beyond_maximum": True})


def _maker(wish: str, rules: RuleSet, number: int) -> SourceMaker:
    def made(_seat: Seat, seed: bytes) -> Source:
        bot = RandomBot(seed)
        made_for_tests: dict[str, Source] = {
            "leaver": Leaver(bot, number),
            "bold": Bold(bot),
            "hungry": Hungry(bot),
            "timid": Timid(bot),
            "collector": Collector(bot),
            "director": Director(bot, number),
        }
        return made_for_tests.get(wish) or make_bot(wish, rules, seed)

    return made


def told(rules: RuleSet) -> dict[str, str]:
    """Each parameter that CHOICES or TOGETHER vary, with its value, for counting; any ratio is `on`."""
    whole = to_object(rules)
    paths = {*CHOICES, *(path for together in TOGETHER for path in together)} - {"double.totals", "natural.pays", "insurance.pays"}
    values = {path: str(whole[path.partition(".")[0]][path.partition(".")[2]]) for path in sorted(paths)}
    return {path: "on" if ":" in value and value != "0:1" else value for path, value in values.items()}


def seeded(seed: int) -> Random:
    """A source of choices that gives the same ones each time."""
    return Random(seed)  # noqa: S311 -- the same sessions each time
