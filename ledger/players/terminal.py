"""A person at the terminal: the question in words, the answer by a letter or a word."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from ledger.cards import CARD_NAMES
from ledger.players.source import Interrupted
from ledger.table.ask import INSURANCE, STAKES, Ask

_SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_LETTERS = {"h": "hit", "s": "stand", "d": "double", "p": "split", "u": "surrender"}
_YES = ("y", "yes", "i", "insure")
_NO = ("0", "n", "no", "d", "decline")
QUIT = "quit"
LEAVE = "leave"


def shown(card: int) -> str:
    """A card as people write it: `10♣`, `A♠`."""
    name = CARD_NAMES[card]
    return name[0].replace("T", "10") + _SUIT_SIGNS[name[1]]


@attrs.define
class Terminal:
    """Asks through `read`, which shows a prompt and returns a line, and raises Interrupted when the person breaks off.

    `leave` at any question lets the player get up after the round, `quit` breaks the session off.
    """

    _read: Callable[[str], str]
    _names: Mapping[int, str]
    _leaving: bool = False

    def answer(self, ask: Ask) -> str:
        """See `Source`. A stake that leaves no choice is not asked for."""
        if ask.phase == STAKES and ask.least == ask.most:
            return f"{ask.who} bet {ask.least}"
        prompt = f"That is not possible here. {self._advice(ask)}\n" if ask.refused else ""
        while (typed := self._read(prompt + self._question(ask)).strip().lower()) == LEAVE:
            self._leaving = True
            prompt = f"{self._names[ask.seat]} gets up after this round.\n"
        if typed == QUIT:
            raise Interrupted(f"{self._names[ask.seat]} broke the session off at the terminal")
        return f"{ask.who} {_act(ask, typed)}"

    def leaves(self, _round_number: int, _seat: int) -> bool:
        """Whether the person has typed `leave`."""
        return self._leaving

    def _advice(self, ask: Ask) -> str:
        if ask.phase == STAKES:
            steps = f" in steps of {ask.step}" if ask.step > 1 else ""
            return f"Type an amount from {ask.least} to {ask.affordable}{steps}."
        if ask.phase == INSURANCE:
            return f"Type an amount from {ask.least} to {ask.most}, y for {ask.most}, or n."
        return f"Type one of {', '.join(ask.legal)}, or its letter; leave to get up after the round, quit to break off."

    def _question(self, ask: Ask) -> str:
        who = f"Round {ask.round}, {self._names[ask.seat]}"
        if ask.phase == STAKES:
            return f"{who}: stake ({ask.least} to {ask.affordable})"
        upcard = shown(ask.upcard) if ask.upcard is not None else "?"
        cards = " ".join(map(shown, ask.cards))
        total = f"{'soft' if ask.soft else 'hard'} {ask.total}"
        if ask.phase == INSURANCE:
            return f"{who}: {cards} ({total}) against {upcard}. Insurance ({ask.least} to {ask.most}, n for none)"
        letters = {act: letter for letter, act in _LETTERS.items()}
        choices = ", ".join(f"{letters[act]} {act}" for act in ask.legal)
        hand = f" hand {ask.who}" if "." in ask.who else ""
        return f"{who}{hand}: {cards} ({total}) against {upcard}. {choices}"


def _act(ask: Ask, typed: str) -> str:
    if ask.phase == STAKES:
        return f"bet {typed}"
    if ask.phase == INSURANCE:
        if typed in _NO:
            return "decline insurance"
        return f"insure {ask.most if typed in _YES else typed}"
    return _LETTERS.get(typed, typed)
