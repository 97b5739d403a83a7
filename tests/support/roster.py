"""Tables to cheat at: every profile and the rarer options, each with the people who make them happen.

What is rare in play (three sevens, a pair of aces, a debt) is made less so by packs, stacks and bots, never by stacked cards: the seal
of every session is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from ledger.plan import Plan, SourceMaker
from ledger.players.bots import RandomBot, make_bot
from ledger.players.source import Source
from ledger.rules.ruleset import altered, load_profile
from ledger.rules.tables import RuleSet
from ledger.table.ask import Ask
from ledger.table.company import Seat
from tests.support.tables import Bold, Director, Hungry, Leaver, Timid

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Max", "Nan", "Oda", "Pia")
HEAVEN = "a bottle of the house's best"


@attrs.frozen
class Deaf:
    """Who stands on more than 21 and says nothing, and otherwise plays like another (B5.6)."""

    source: Source

    def answer(self, ask: Ask) -> str:
        return f"{ask.who} stand" if ask.total > 21 and "stand" in ask.legal else self.source.answer(ask)

    def leaves(self, round_number: int, seat: int) -> bool:
        return self.source.leaves(round_number, seat)


@attrs.frozen
class Table:
    """A kind of table: a profile, what differs from it, who sits there, and how many sessions are held."""

    profile: str
    changes: Mapping[str, Any]
    people: str
    sessions: int
    boxes: Mapping[str, tuple[int, ...]] | None = None
    director: int = 0
    chain: int | None = None

    def rules(self) -> RuleSet:
        """The rule set."""
        return altered(load_profile(self.profile), dict(self.changes))

    def plan(self) -> Plan:
        """A session there."""
        rules = self.rules()
        wishes = dict(zip(NAMES, self.people.split(), strict=False))
        director = _maker("director", rules, self.director) if self.director else None
        sources = {name: _maker(wish, rules, 0) for name, wish in wishes.items()}
        return Plan(rules, tuple(wishes), sources, boxes=self.boxes, director=director, chain=self.chain)


def _maker(wish: str, rules: RuleSet, often: int) -> SourceMaker:
    def made(_seat: Seat, seed: bytes) -> Source:
        bot = RandomBot(seed)
        made_for_tests: dict[str, Source] = {
            "bold": Bold(bot),
            "deaf": Deaf(Hungry(bot)),
            "director": Director(bot, often),
            "hungry": Hungry(bot),
            "leaver": Leaver(bot, 3),
            "timid": Timid(bot),
        }
        return made_for_tests.get(wish) or make_bot(wish, rules, seed)

    return made


def _short(rounds: int, stack: int, **more: Any) -> dict[str, Any]:
    """A short session; other parameters by name, a dot written as two underscores."""
    named = {name.replace("__", "."): value for name, value in more.items()}
    return {"session.rounds": rounds, "session.stack": stack, **named}


MANY = "random bold timid"
# In 32 cards three sevens are not rare where nobody splits them.
_SEVENS = _short(
    6,
    600,
    pack__size=32,
    pack__decks=8,
    stakes__maximum=12,
    table__boxes=14,
    table__players_max=15,
    double__offered="off",
    double__triple=False,
    split__pairs="off",
    surrender__offered="off",
)
TABLES: dict[str, Table] = {
    # Stacks that some players lose within the session, so that dropping out occurs.
    "training": Table("training", _short(4, 8), "s17 random mimic stand random random", 80),
    "cut-card": Table(
        "training",
        _short(5, 12, shoe__reshuffle="cut-card", shoe__penetration_left=260, surrender__offered="late", split__aces_hands=4),
        "bold random random",
        30,
    ),
    "enhc": Table("enhc", _short(4, 200), "random timid bold", 60, boxes={"Ann": (1, 3), "Bo": (2, 4)}),
    # Doubles and splits are at risk before a natural shows, but only the original stake; a commission; a maximum that binds.
    "enhc-american": Table(
        "enhc",
        _short(
            4,
            300,
            peek__natural_takes="original",
            double__offered="any",
            double__totals=[],
            double__after_split=True,
            double__commission="1:10",
            double__beyond_maximum=False,
            split__hands=4,
            natural__even_money="ten-or-ace",
            stakes__minimum=20,
            stakes__maximum=80,
            stakes__unit=20,
            stakes__table_minimum=0,
            stakes__table_maximum=0,
        ),
        "bold bold random",
        50,
        boxes={"Ann": (1, 3)},
    ),
    "classic": Table("classic", _short(4, 40, stakes__maximum=12), "random bold timid leaver", 60),
    "classic-full": Table("classic-full", _short(4, 60, stakes__maximum=12), "random timid bold hungry", 50),
    "classic-gift": Table(
        "classic-full", _SEVENS | {"premiums.sevens": "off", "premiums.sevens_gift": HEAVEN}, "timid " + "hungry " * 14, 40
    ),
    "classic-sevens": Table("classic-full", _SEVENS, "hungry " * 15, 30),
    "low-pictures": Table(
        "seventeen-and-four",
        _short(6, 600, stakes__maximum=12, pack__decks=8, split__pairs="off", surrender__offered="off"),
        "hungry timid " + "hungry " * 8,
        30,
    ),
    # Nor are pairs of aces and suited naturals.
    "classic-aces": Table(
        "classic-full",
        _short(5, 60, pack__size=32, stakes__maximum=12, natural__suited_rank="ten-value", natural__after_split=True, split__aces_hands=3),
        "random timid bold timid",
        50,
    ),
    "seventeen-and-four": Table("seventeen-and-four", _short(4, 60, stakes__maximum=12), "random timid bold hungry", 50),
    "changing-bank": Table("changing-bank", _short(6, 120), "random bold timid deaf random", 90, director=3),
    # Every bank goes by auction; the first banker is who draws a black jack.
    "auctions": Table(
        "changing-bank",
        _short(
            4,
            60,
            table__irregularities="off",
            bank__first="black-jack",
            bank__change="auction",
            shoe__reshuffle="every-round",
            shoe__joker=False,
            double__face_down=False,
        ),
        "random random bold random",
        50,
    ),
    "five-deals": Table(
        "changing-bank",
        _short(8, 30, table__irregularities="off", bank__change="five-deals", stakes__limits_by="rules", stakes__maximum=8),
        "random bold timid",
        30,
    ),
    # Many on a box, who are all offered even money and insurance.
    "pooled": Table(
        "enhc",
        _short(
            4,
            200,
            pack__size=32,
            pack__decks=2,
            table__bettors_per_box=4,
            natural__even_money="ten-or-ace",
            table__boxes=2,
            table__boxes_per_player=1,
        ),
        "timid bold random random",
        40,
        boxes={"Cy": (), "Di": ()},
    ),
    # Longest hands, and premiums for them.
    # Seeds for few shoes, so that discards come up in mid-round and the last rounds cannot be played.
    "few-seeds": Table(
        "club",
        _short(12, 400, pack__decks=1, table__players_max=9, table__boxes=9, table__irregularities="off"),
        "random " * 8,
        40,
        chain=4,
    ),
    "low-cards": Table(
        "changing-bank",
        _short(6, 300, split__pairs="off", double__offered="off", double__face_down=False, table__irregularities="off"),
        "hungry " * 8,
        30,
    ),
    "permanent-bank": Table(
        "permanent-bank",
        _short(4, 160),
        "random bold timid random random",
        80,
        boxes={"Ann": (1, 4), "Ed": ()},
        director=3,
    ),
    "permanent-rulings": Table(
        "permanent-bank",
        _short(
            4, 120, shoe__cut="hand", shoe__burn_shown=True, table__onlookers=True, table__bettors_per_box=1, shoe__penetration_left=250
        ),
        "random bold random random",
        50,
        boxes={"Di": ()},
        director=2,
    ),
    "home": Table("home", _short(6, 60), "random bold timid deaf random", 90, director=3),
    "home-obliged": Table(
        "home",
        _short(
            5,
            40,
            table__irregularities="off",
            stakes__banker_raise="picture-or-ace",
            stakes__redouble="ace-not-picture",
            settlement__banker_natural="double",
        ),
        "random bold timid random",
        40,
    ),
    "club": Table("club", _short(5, 100), "random bold timid deaf hungry", 70, director=3),
    "onlookers": Table(
        "classic", _short(4, 60, stakes__maximum=12, table__onlookers=True), "random bold timid random random", 40, boxes={"Ed": ()}
    ),
}


def plans() -> Iterator[tuple[str, Plan]]:
    """Every session, by the name of its table."""
    for name, table in TABLES.items():
        yield from [(name, table.plan())] * table.sessions
