"""A person at the terminal: the question in words, the answer by a letter, a word or an amount."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from ledger.cards import CARD_NAMES
from ledger.players.source import Interrupted, Voided
from ledger.table.ask import (
    ACES,
    ANNOUNCE,
    BANK,
    BANKER,
    BID,
    CUT,
    EVEN,
    FOLLOW,
    INSURANCE,
    KEEP,
    LIMITS,
    OVER,
    RAISE,
    READY,
    REDOUBLE,
    SIDE_STAKES,
    STAKES,
    SURRENDER,
    WITH_AMOUNT,
    Ask,
    default_of,
    split_answer,
)

_SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_LETTERS = {"h": "hit", "s": "stand", "d": "double", "p": "split", "u": "surrender", "t": "triple"}
_YES = ("y", "yes", "i", "insure")
_NO = ("0", "n", "no", "d", "decline")
QUIT = "quit"
LEAVE = "leave"
VOID = "void"
TIMEOUT = "timeout"
_HELP = ("?", "help")

_QUITTING = (
    "That closes the session for everybody, and every audit will say that it was broken off. Type quit again if you want it; "
    "leave gets up one player, Ctrl-C leaves the session open."
)

# What is asked beside stakes, insurance and turns; the choices follow.
_WORDS = {
    READY: "the deal is about to begin",
    SIDE_STAKES: "a stake on somebody else's box, as in “2 10”",
    ANNOUNCE: "how much is in the bank",
    RAISE: "double all the stakes",
    REDOUBLE: "the stakes are doubled; redouble yours",
    ACES: "a pair of aces: claim it, or play on",
    EVEN: "even money for the natural now",
    SURRENDER: "give up half the stake",
    OVER: "over 21, and only you know",
    FOLLOW: "the hand that you bet on wants a further stake; match it",
    BANKER: "the banker's hand",
    CUT: "where to cut the cards",
    BANK: "take the bank",
    KEEP: "the bank is yours",
    BID: "the bank is auctioned",
    LIMITS: "set the stakes' limits anew",
}


def shown(card: int) -> str:
    """A card as people write it: `10♣`, `A♠`."""
    name = CARD_NAMES[card]
    return name[0].replace("T", "10") + _SUIT_SIGNS[name[1]]


def _unheard(_line: str) -> None:
    """Nobody is told."""


@attrs.define
class Terminal:
    """Asks through `read`, which shows a prompt and returns a line, and raises Interrupted when the person breaks off.

    `leave` at any question lets the player get up after the round, `quit` breaks the session off, `?` says what may be typed. At a
    `live` table the director may also type `void` and a reason, which breaks the round off, and `timeout` in place of an answer,
    whose default is told to `say`; and since others play there too, `quit` is to be typed twice.
    """

    _read: Callable[[str], str]
    _names: Mapping[int, str]
    _live: bool = False
    _say: Callable[[str], object] = _unheard
    _leaving: bool = False
    _notice: str = ""

    def answer(self, ask: Ask) -> str:
        """See `Source`. A stake that leaves no choice is not asked for."""
        if ask.phase == STAKES and ask.least == ask.most and not _or_other(ask):
            return f"{ask.who} bet {ask.least}"
        notice, self._notice = self._notice, ""
        prompt = f"{self._refusal(ask)}\n" if ask.refused else notice
        quitting = False
        while True:
            line = " ".join(self._read(prompt + self._question(ask)).split())
            typed = line.lower()
            if typed == LEAVE:
                self._leaving = True
                prompt = self._notice = f"{self._name(ask)} gets up after this round.\n"
                if self._live:
                    return f"s{ask.seat} {LEAVE}"
            elif typed in _HELP:
                prompt = f"{self._advice(ask)}\n"
            elif self._live and typed == VOID:
                prompt = "Why? Type void and the reason, as it is to stand in the ledger.\n"
            elif self._live and typed == QUIT and not quitting:
                prompt = f"{_QUITTING}\n"
            else:
                return self._said(ask, line)
            quitting = typed == QUIT

    def _said(self, ask: Ask, line: str) -> str:
        """What a line comes to that is no wish to leave."""
        typed = line.lower()
        if typed == QUIT:
            raise Interrupted(f"{self._name(ask)} broke the session off at the terminal")
        if self._live and typed.startswith(f"{VOID} "):
            raise Voided(line[len(VOID) + 1 :])
        if self._live and typed == TIMEOUT:
            self._say(f"No answer from {self._name(ask)}: {unanswered(ask)}.")
            return f"{ask.who} {TIMEOUT}"
        return _answer(ask, typed)

    def _refusal(self, ask: Ask) -> str:
        """Why something was not possible; what was typed wrongly needs no more than advice."""
        return f"That is not possible here. {self._advice(ask)}" if ask.refused.startswith("“") else ask.refused

    def leaves(self, _round_number: int, _seat: int) -> bool:
        """Whether the person has typed `leave`."""
        return self._leaving

    def _name(self, ask: Ask) -> str:
        return self._names.get(ask.seat, "The table")

    def _advice(self, ask: Ask) -> str:
        """What may be typed: a word, or its letter where one stands before it."""
        if ask.phase == STAKES:
            what = f"an amount {_bounds(ask)}{_or_other(ask)}"
        elif ask.phase == INSURANCE:
            what = f"an amount from {ask.least} to {ask.most}, y for {ask.most}, or n"
        else:
            choices = _choices(ask)
            what = ("one of " if len(choices) > 1 else "") + ", ".join(choices)
        director = " The director: timeout, or void and a reason." if self._live else ""
        return f"Type {what}; leave to get up after the round, quit to close the session.{director}"

    def _question(self, ask: Ask) -> str:
        who = f"Round {ask.round}, {self._name(ask)}" + (" as banker" if ask.who == "D" else "")
        if ask.phase == STAKES:
            seen = f"{_held(ask)}; " if ask.cards else ""
            return f"{who}: {seen}stake ({_bounds(ask).removeprefix('from ')}{_or_other(ask)})"
        against = f" against {shown(ask.upcard)}" if ask.upcard is not None and ask.who != "D" else ""
        held = f"{_held(ask)}{against}" if ask.cards else ""
        if ask.phase == INSURANCE:
            return f"{who}: {held}. Insurance ({ask.least} to {ask.most}, n for none)"
        hand = f" hand {ask.who}" if "." in ask.who else f" on box {ask.who}" if "/" in ask.who else ""
        words = _WORDS.get(ask.phase, "")
        asked = " — ".join(part for part in (held, words) if part)
        return f"{who}{hand}: {asked}. {', '.join(_choices(ask))}"


def _held(ask: Ask) -> str:
    return f"{' '.join(map(shown, ask.cards))} ({'soft' if ask.soft else 'hard'} {ask.total})"


def _choices(ask: Ask) -> list[str]:
    """What may be typed, in words."""
    letters = {act: letter for letter, act in _LETTERS.items()} | _yes_and_no(ask)
    choices = []
    for act in ask.legal:
        if act in WITH_AMOUNT:
            choices.append(f"an amount {_bounds(ask)}")
        else:
            choices.append(" ".join(filter(None, (letters.get(act), act, "(Enter)" if act == ask.default else None))))
    return choices


def _yes_and_no(ask: Ask) -> dict[str, str]:
    """The letters of what is taken or declined, and nothing else."""
    declined = [act for act in ask.legal if act.startswith("decline")]
    return {ask.legal[0]: "y", declined[0]: "n"} if declined and len(ask.legal) == 2 else {}


def unanswered(ask: Ask) -> str:
    """What a question comes to that nobody answers, in words."""
    return f"{split_answer(default_of(ask))[1]}, by default"


def _bounds(ask: Ask) -> str:
    steps = f" in steps of {ask.step}" if ask.step > 1 else ""
    return f"from {ask.least} to {ask.affordable}{steps}"


def _or_other(ask: Ask) -> str:
    return "".join(f", or {act}" for act in ask.legal if act in ("sit", "pass"))


def _answer(ask: Ask, typed: str) -> str:
    """What was typed as an answer; a stake on another's box names the box first."""
    if ask.phase == SIDE_STAKES and " " in typed:
        box, _, amount = typed.partition(" ")
        who = next((path for path in ask.hands if path.partition("/")[0] == box), box)
        return f"{who} bet {amount.removeprefix('bet ')}"
    return f"{ask.who} {_act(ask, typed)}"


def _act(ask: Ask, typed: str) -> str:
    if ask.phase == INSURANCE and (typed in _NO or typed in _YES):
        return "decline insurance" if typed in _NO else f"insure {ask.most}"
    if not typed and ask.default:
        return ask.default
    with_amount = [act for act in ask.legal if act in WITH_AMOUNT]
    if with_amount and typed.isdecimal():
        return f"{with_amount[0]} {typed}"
    either = {letter: act for act, letter in _yes_and_no(ask).items()}
    if either and (typed in _NO or typed in _YES):
        return either["n" if typed in _NO else "y"]
    beginning = [act for act in ask.legal if typed and act.startswith(typed)]
    if typed in _LETTERS and _LETTERS[typed] in ask.legal:
        return _LETTERS[typed]
    return beginning[0] if len(beginning) == 1 and beginning[0] not in WITH_AMOUNT else typed
