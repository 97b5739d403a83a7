"""Questions that a round asks, and the reading of answers.

An answer is an event without its card, `who act` in the words of the grammar: `1 bet 2`, `2.1 double`,
`3 decline insurance`. An answer that the question does not allow brings the question back with `refused`.
"""

from __future__ import annotations

from collections.abc import Generator

import msgspec

STAKES = "stakes"
READY = "ready"
SIDE_STAKES = "side-stakes"
ANNOUNCE = "announce"
RAISE = "raise"
REDOUBLE = "redouble"
ACES = "aces"
EVEN = "even"
INSURANCE = "insurance"
SURRENDER = "surrender"
TURN = "turn"
OVER = "over"
FOLLOW = "follow"
BANKER = "banker"
INCIDENT = "incident"
CHOICE = "choice"
RULING = "ruling"
CUT = "cut"
BANK = "bank"
KEEP = "keep"
BID = "bid"
LIMITS = "limits"
SHUFFLE = "shuffle"
CARDS = "cards"

UNCHANGED = "unchanged"
WITH_AMOUNT = frozenset(("bet", "insure", "announce", "bid", "cut", "limits"))
"""Acts that name an amount or a number: `bet 2`. One that names two is asked for in two questions: `limits`, then `limits 2`."""


class Ask(msgspec.Struct, frozen=True, gc=False):
    """One question: to whom it goes, and what may be answered.

    `who` is the hand (a path such as `2.1`), `D` for the banker, a seat (`s3`) between rounds; `hands` holds it alone, except in
    open questions for stakes, where `hands` are the boxes still to bet and any of them may answer; `seats` and `balances` are
    their owners and what these can still pay. Cards are numbers
    as in `ledger.cards`; `upcard` and `total` are None and 0 before the deal. `least` and `most` bound the
    amount of an action that has one, and it is a multiple of `step`. `stood_before` counts the hands of boxes
    played before this one that stood. `default` is what holds when nobody wants anything else: an answer that
    leaves no trace in the log where it is no event of the grammar, and what a script need not say.

    A round asks 15 questions and more: a Struct is made ten times as fast as a frozen attrs class was, a tenth of a recording's time.
    """

    phase: str
    round: int
    hands: tuple[str, ...]
    seats: tuple[int, ...]
    balances: tuple[int, ...]
    legal: tuple[str, ...]
    least: int = 0
    most: int = 0
    step: int = 1
    cards: tuple[int, ...] = ()
    total: int = 0
    soft: bool = False
    upcard: int | None = None
    stood_before: int = 0
    default: str = ""
    refused: str = ""

    @property
    def who(self) -> str:
        """The hand asked, or the first of the boxes that may answer."""
        return self.hands[0]

    @property
    def seat(self) -> int:
        """The seat asked, or that of the first box that may answer."""
        return self.seats[0]

    @property
    def from_split(self) -> bool:
        """Whether the hand asked came of a split."""
        return "." in self.hands[0]

    @property
    def affordable(self) -> int:
        """The largest amount that `who` may name and pay."""
        most = min(self.most, self.balances[0])
        return most - most % self.step

    def allows(self, act: str) -> bool:
        """Whether `who` may answer so."""
        if act in self.legal and act not in WITH_AMOUNT:
            return True
        verb = act.partition(" ")[0]
        if verb not in self.legal:
            return False
        amount = amount_of(act, verb)
        return amount is not None and self.least <= amount <= self.most and amount % self.step == 0


BEGIN = Ask(phase=CARDS, round=0, hands=("D",), seats=(0,), balances=(0,), legal=())
"""No question: the next event would be the first card of the round that stands in the log, so that a live one is signed now (FORMAT.md §4).

It is yielded once a round; whatever is sent back is ignored.
"""


def default_of(ask: Ask) -> str:
    """What a question comes to that nobody answers (FORMAT.md §4, "Defaults")."""
    if ask.phase == TURN:
        act = "stand"
    elif ask.phase == LIMITS:
        act = UNCHANGED
    else:
        act = ask.default or ask.legal[-1]
    return f"{ask.who} {act} {ask.least}" if act in WITH_AMOUNT else f"{ask.who} {act}"


def answered(ask: Ask) -> Generator[Ask, str, str]:
    """Ask until the answer is one that is allowed; its act."""
    answer = yield ask
    while True:
        who, act = split_answer(answer)
        if who == ask.who and ask.allows(act):
            return act
        answer = yield refuse(ask, answer)


def split_answer(answer: str) -> tuple[str, str]:
    """An answer's `who` and `act`."""
    who, _, act = answer.partition(" ")
    return who, act


def amount_of(act: str, verb: str) -> int | None:
    """The amount in `verb n`, or None if the act is not of that form."""
    head, _, number = act.partition(" ")
    if head != verb or not number.isascii() or not number.isdecimal() or (number[0] == "0" and number != "0") or len(number) > 16:
        return None
    return int(number)


def refuse(ask: Ask, answer: str, reason: str = "") -> Ask:
    """The same question again, saying why the answer was refused."""
    allowed = ", ".join(_with_bounds(ask, verb) for verb in ask.legal)
    who = ask.who if len(ask.hands) == 1 else "one of " + ", ".join(ask.hands)
    return msgspec.structs.replace(ask, refused=f"“{answer}” is not allowed here{reason}: {who} may {allowed}")


def _with_bounds(ask: Ask, verb: str) -> str:
    if verb.partition(" ")[0] not in WITH_AMOUNT:
        return verb
    if ask.least == ask.most:
        return f"{verb} {ask.least}"
    return f"{verb} {ask.least} to {ask.most}" + (f" in steps of {ask.step}" if ask.step > 1 else "")
