"""Who answers for whom, from the words that a journal keeps: a bot's name, `script`, `terminal`, `person`."""

from __future__ import annotations

import attrs

from ledger.errors import LeftOpen, SessionRefused
from ledger.exchange.folder import Exchange
from ledger.plan import Plan, SourceMaker
from ledger.players.bots import make_bot
from ledger.players.script import Script
from ledger.table.ask import Ask

SCRIPT = "script"
TERMINAL = "terminal"
PERSON = "person"
"""Somebody who plays over the network; where there is none, they may go on at a terminal."""
PEOPLE = frozenset((SCRIPT, TERMINAL, PERSON))
"""Words that are no bots: whose answers are receipted."""
DIRECTOR = ""
"""The director's place in a plan's `answers`."""


class Remote:
    """A player whose answers come by themselves, over a network: nobody asks here."""

    def answer(self, ask: Ask, /) -> str:
        """Never: whoever drives the session waits for what comes."""
        raise LeftOpen(f"{ask.who} is answered over the network.")

    def leaves(self, _round_number: int, _seat: int, /) -> bool:
        """Whether the player gets up: that comes by itself too."""
        return False


@attrs.frozen
class Answering:
    """What is at hand to answer with: a script, a terminal, a network; and where players' files are exchanged."""

    script: Script | None = None
    terminal: SourceMaker | None = None
    exchange: Exchange | None = None
    network: bool = False

    def give(self, plan: Plan) -> Plan:
        """The plan with the sources that its `answers` name; SessionRefused where one is not at hand or unknown."""
        makers = {name: self._maker(plan, plan.answers[name]) for name in plan.players}
        director = self._maker(plan, plan.answers[DIRECTOR]) if DIRECTOR in plan.answers else None
        return attrs.evolve(plan, makers=makers, director=director, exchange=self.exchange)

    def _maker(self, plan: Plan, word: str) -> SourceMaker:
        script, terminal, rules = self.script, self.terminal, plan.rules
        if word == SCRIPT:
            if script is None:
                raise SessionRefused("This session follows a script; give it with --script FILE.")
            return lambda _seat, _seed: script  # one for all who follow it
        if word == PERSON and self.network:
            return lambda _seat, _seed: Remote()
        if word in (TERMINAL, PERSON):
            if terminal is None:
                raise SessionRefused("This session is answered by people at a terminal, and there is none here.")
            return terminal
        make_bot(word, rules, bytes(32))
        return lambda _seat, seed: make_bot(word, rules, seed)
