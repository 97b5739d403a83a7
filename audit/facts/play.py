"""What the tables of facts are made from: the events of a unit's rounds, their hands, stakes and money, and the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from audit.context import Session
from audit.facts.between import beginnings, limits_in_force, outgoing
from audit.facts.columns import Array, Columns, alike, counts, first_of
from audit.facts.counting import Counting
from audit.facts.events import (
    RANK_EARLY,
    RANK_INSURANCE,
    RANK_PLAY,
    RANK_SETTLE,
    RANK_SURRENDER,
    distinct_events,
    events,
    is_verb,
)
from audit.facts.grammar import BANKER, NO_CARD
from audit.facts.hands import hands
from audit.facts.incidents import without_errors
from audit.facts.money import ACCOUNTS, Accounts, money
from audit.facts.neighbours import Neighbours
from audit.facts.places import Timing
from audit.facts.rounds import Rounds
from audit.facts.seating import seating
from audit.facts.shoe_tables import shoes
from audit.facts.stakes import cells, stakes
from audit.rules import PARAMETERS

ACES = (0, 13, 26, 39)
FIRST_DOWN = ("a", "b", "e", "f", "g")
"""Patterns whose first pass is dealt face down (G11)."""


class Play:
    """Facts that several tables share; arrays by event, by round, or by cell (a round's boxes)."""

    def __init__(self, rounds: Rounds, sessions: Mapping[int, Session]) -> None:
        self.rounds = rounds
        self.size = len(rounds.records)
        self.seq = np.array(rounds.seq, dtype=np.int64)
        numbers, self.nth = np.unique(rounds.columns["session"], return_inverse=True)
        self.distinct_sessions = [sessions[number] for number in numbers.tolist()]
        self.distinct = distinct_events(rounds.parsed)
        self.event = events(rounds.lengths, rounds.codes, self.distinct)
        self._judge_apart()
        self.raw = self.event
        self.event, self.errors = without_errors(self.raw, self.is_rule("deal_pattern", *FIRST_DOWN))
        self.event["cell"] = cells(self.event)
        self.verb = self.event["verb"]
        self.before, self.before_count = rounds.columns["before"], rounds.columns["before_count"]
        self.after, self.after_count = rounds.columns["after"], rounds.columns["after_count"]
        self.banker = self._bankers()
        self.owner, self.gone = seating(self.distinct_sessions, self.nth, self.banker, self.seq)
        self.counting = Counting(self.is_rule("pack_pictures", "low"), self._ace(), self._special(), self._asks_of_doubles())
        self.state, self.hand = hands(self.event, self.counting, self.distinct["hand"])
        self.stakes = stakes(self.event, self.size)
        self.stake = self.stakes.base
        self.money = money(self.event, Accounts(self.before, self.owner, self.banker, outgoing(self)), self.stakes)
        self.free = self.money.free
        self.pack = self.rule("pack_decks") * self.rule("pack_size")
        self.at_once = self.is_rule("split_second_card", "at-once")
        self.neighbours = Neighbours(self.event)
        self.shoes = shoes(self)
        self._limits = limits_in_force(self)
        self._of_banker = np.flatnonzero(self.event["hand"] == BANKER)
        self._banker_verbs = self.verb.take(self._of_banker)
        self.up, self.hole = self.dealer_cards("deal"), self.dealer_cards("hole")

    @cached_property
    def session(self) -> list[Session]:
        """The session of each round."""
        return [self.distinct_sessions[nth] for nth in self.nth.tolist()]

    def rule(self, name: str) -> Array:
        """A parameter's value by round."""
        return self.by_session(self._values(name), PARAMETERS[name])

    def is_rule(self, name: str, *values: str) -> Array:
        """Whether a parameter has one of these values, by round."""
        return self.by_session([value in values for value in self._values(name)], np.bool_)

    def by_session(self, values: Sequence[object], kind: type = np.int32) -> Array:
        """Values of the distinct sessions, by round."""
        return np.array(values, dtype=kind)[self.nth]

    def _values(self, name: str) -> list[str | int | bool]:
        """A parameter's values by session."""
        return [(session.params or {})[name] for session in self.distinct_sessions]

    def _ace(self) -> Array:
        """What an ace counts by round, 0 for 1 or 11."""
        return np.where(self.is_rule("pack_ace", "soft"), 0, np.where(self.is_rule("pack_ace", "1"), 1, 11))

    def _special(self) -> bool:
        """Whether three sevens, six, seven and eight, or five pictures count for more than their total in any session."""
        ratios = any(any(self._values(f"premiums_{name}_for")) for name in ("sevens", "six_seven_eight"))
        return ratios or any(self._values("premiums_sevens_gift")) or any(self._values("natural_five_pictures"))

    def _asks_of_doubles(self) -> bool:
        """Whether a triple may follow a double, or its card lies face down."""
        return any(self._values("double_triple")) or any(self._values("double_face_down"))

    def timing(self) -> Timing:
        """Ranks of what stands elsewhere under other rules (FORMAT §9): without a peek, with early surrender, with naturals that wait."""
        no_peek = ~self.is_rule("peek_when", "ten-or-ace")
        every = np.arange(self.size)
        ace, ten = np.isin(self.up, ACES), self.counting.value(self.up, every) == 10
        waits = no_peek & (ace | ten) & (self.counting.ace != 1)
        paid = np.where(self.is_rule("natural_paid", "on-turn"), RANK_PLAY, RANK_EARLY)
        return Timing(
            at_once=self.at_once,
            insurance=np.where(no_peek, RANK_SETTLE, RANK_INSURANCE),
            surrender=np.where(self.is_rule("surrender_offered", "late"), RANK_PLAY, RANK_SURRENDER),
            natural=np.where(waits, RANK_SETTLE, paid),
            aces=np.where(ace | (self.counted("peek natural") > 0), RANK_SETTLE, RANK_EARLY),
            stakes_later=self.is_rule("stakes_when", "after-first-card"),
            opened=self.is_rule("deal_pattern", "h"),
            claims=self.rule("natural_pair_of_aces"),
            face_down=self.rule("double_face_down"),
            state=self.state,
        )

    def _judge_apart(self) -> None:
        """Take their place from what stands before rounds where the bank or limits change: the walk over them says what is due when."""
        apart = np.array([session.changes for session in self.distinct_sessions], dtype=bool)[self.nth]
        if apart.any():
            begin = beginnings(self.event, self.rounds.lengths)[self.event["rnd"]]
            self.event["place"][apart[self.event["rnd"]] & (self.event["step"] < begin)] = -1

    def _bankers(self) -> Array:
        """Account of the banker by round: the house's, or the player's who is recorded as such, where there is such an account."""
        banker = self.rounds.columns["banker"]
        return np.where((banker < ACCOUNTS) & self.is_rule("bank_holder", "player"), banker, 0)

    def limits(self, cells: Array) -> Columns:
        """Columns minimum and maximum, of the stakes on these cells."""
        named = zip(("minimum", "maximum"), self._limits, strict=True)
        return {name: alike(len(cells), values[0]) if len(values) == 1 else values.take(cells) for name, values in named}

    def by_banker(self, *names: str) -> Array:
        """Events of the banker with one of these verbs."""
        return self._of_banker.take(np.flatnonzero(is_verb(self._banker_verbs, *names)))

    def dealer_cards(self, name: str) -> Array:
        """First card that the banker was given by a verb, by round."""
        rows = self.by_banker(name)
        return first_of(self.event["rnd"].take(rows), self.event["card"].take(rows), self.size, NO_CARD)

    def counted(self, name: str) -> Array:
        """How often the banker did something, by round."""
        return counts(self.event["rnd"].take(self.by_banker(name)), self.size).astype(np.int16)

    def first_step(self, *names: str) -> Array:
        """When the banker first did one of these, by round; −1 for never."""
        rows = self.by_banker(*names)
        return first_of(self.event["rnd"].take(rows), self.event["step"].take(rows), self.size, -1)
