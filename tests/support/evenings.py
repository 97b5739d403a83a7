"""Evenings under any rules, played at random: bots that take any legal answer, and a director under whose hands cards go astray."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from ledger import KeyFolder, Plan, SteppingClock, create_ledger, make_bot, record
from ledger.plan import SourceMaker
from ledger.players.bots import RandomBot
from ledger.players.source import Interrupted
from ledger.rules.ruleset import altered, load_profile
from ledger.shoe.hashing import Stream, u64
from ledger.table.ask import INCIDENT, RULING, Ask

NAME = "told.example/t"
WORDS = ("The player is right", "So be it: the card stands")


@attrs.define
class Director:
    """The house at a table of many mishaps: an error in one case of `rarely`, and mostly a ruling; else any legal answer.

    After so many questions as `patience` says, if any, it breaks off a round at the next card.
    """

    seed: bytes
    patience: int = 0
    rarely: int = 12
    asked: int = 0

    def answer(self, ask: Ask) -> str:
        self.asked += 1
        chance = Stream(b"sealedshoe/test/director", self.seed, u64(self.asked))
        if ask.phase == INCIDENT:
            if 0 < self.patience < self.asked:
                raise Interrupted("The fire alarm rang")
            happens = chance.below(self.rarely) == 0 and not ask.refused
            return f"{ask.who} {ask.legal[1 + chance.below(len(ask.legal) - 1)] if happens else ask.default}"
        if ask.phase == RULING:
            ruled = chance.below(3)
            return f"D ruling {WORDS[ruled]}" if ruled < len(WORDS) else "D none"
        return RandomBot(self.seed).answer(ask)

    def leaves(self, _round: int, _seat: int) -> bool:
        return False


def record_evening(folder: Path, profile: str, changes: Mapping[str, Any], **people: Any) -> Path:
    """Record one session as `Club.evening` does, in a ledger of its own; that ledger's folder."""
    club = Club.founded(folder)
    club.evening(profile, changes, **people)
    return club.ledger


@attrs.frozen
class Club:
    """A ledger in the making, and its keys."""

    ledger: Path
    keys: KeyFolder
    clock: SteppingClock

    @classmethod
    def founded(cls, folder: Path) -> Club:
        """An empty ledger."""
        keys, clock = KeyFolder(folder / "keys"), SteppingClock("2026-01-01T20:00:00Z")
        keys.create(NAME)
        create_ledger(folder / "ledger", NAME, keys, clock)
        return cls(folder / "ledger", keys, clock)

    def evening(
        self,
        profile: str,
        changes: Mapping[str, Any],
        *,
        players: int = 5,
        onlookers: int = 0,
        boxes: Mapping[str, tuple[int, ...]] | None = None,
        bot: str = "random",
        secret: int = 1,
        chain: int | None = None,
        patience: int = 0,
    ) -> None:
        """Record one session of players named after their seats, and a director, who may lose patience."""
        rules = altered(load_profile(profile), changes)
        names = tuple(f"P{seat}" for seat in range(1, players + onlookers + 1))
        makers: dict[str, SourceMaker] = {name: lambda _seat, seed: make_bot(bot, rules, seed) for name in names}
        given = dict(boxes or {}) | dict.fromkeys(names[players:], ())
        plan = Plan(rules, names, makers, boxes=given or None, director=lambda _seat, seed: Director(seed, patience), chain=chain)
        record(self.ledger, self.keys, plan, self.clock, secret=secret.to_bytes(32, "big"))
