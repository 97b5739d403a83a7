"""What a told round consists of: its phases, its steps, and what the telling needs to know of seats and shoes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

PHASES = {
    "between": "Before the round",
    "shoe": "The shoe",
    "stakes": "Stakes",
    "first": "The first card",
    "deal": "Deal",
    "offers": "Before anyone plays",
    "play": "Turns",
    "bank": "The banker",
    "settle": "Settlement",
    "balances": "Balances",
}


DIVIDED = "played as two hands"


@attrs.frozen
class Step:
    """One thing that happened, or that the rules imply without a word in the log.

    `who` is D, a hand, a seat (s2) or empty; `event` the log's own words, empty where nothing stands; `cards` and `total` are
    the hand after it, `face_down` the places of those whose faces not everybody sees; `position` is the card's place in its shoe, from 0;
    `warning` says where the rules or the seal disagree.
    """

    phase: str
    who: str
    event: str
    text: str
    clauses: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    face_down: tuple[int, ...] = ()
    total: str = ""
    shoe: int | None = None
    position: int | None = None
    warning: str = ""


@attrs.frozen
class FinalStake:
    """What one person had on a hand and what came of it, in the smallest unit of money.

    `outcome` is the log's word, empty where none stands; `payout` came back of the stake, `insurance` of what was `insured`; `charged` is
    what it cost beyond itself: a commission, or as much again as was lost.
    """

    name: str
    staked: int
    outcome: str = ""
    payout: int = 0
    insured: int = 0
    insurance: int = 0
    charged: int = 0

    @property
    def net(self) -> int:
        """What the person has more than before."""
        return self.payout + self.insurance - self.staked - self.insured - self.charged


@attrs.frozen
class FinalHand:
    """A hand as the round leaves it: `hand` is its path or D, `name` whose it is, `became` what else is to be said of it."""

    hand: str
    name: str
    cards: tuple[str, ...]
    face_down: tuple[int, ...]
    total: str
    became: str = ""
    stakes: tuple[FinalStake, ...] = ()

    @property
    def was_divided(self) -> bool:
        """Whether other hands were played in its place."""
        return self.became == DIVIDED


@attrs.frozen
class Seat:
    """A player at the table: seat number, name, the boxes they play."""

    seat: int
    name: str
    boxes: tuple[int, ...]


@attrs.frozen
class Ruling:
    """A supervisor's ruling: the round that it is about (0: none), and its words."""

    about: int
    text: str


@attrs.frozen
class Shoe:
    """A shoe that a round dealt from, or that ended just before: position of its first card there, how its seal stands.

    `size` is the number of its cards, where it goes on from a round before. Where its seed is revealed, `cards` is its order as this round
    finds it (of a shoe that goes on), `shuffled` gives the order of a pack shuffled with it, and `cut` the number that a seat draws from
    the cut stream below a size.
    """

    index: int
    first: int
    seal: str
    cards: Sequence[str] = ()
    broken: str = ""
    size: int = 0
    shuffled: Callable[[Sequence[str]], list[str]] | None = None
    cut: Callable[[int, int], int] | None = None


@attrs.frozen
class Story:
    """One round, or one hand of it: where it stands in the ledger, and its steps in order.

    `banker` is who banks, `table` the hands as the round leaves them, the banker's first; `findings` are the audit's about this round, None
    where no audit was asked for.
    """

    session: int
    round: int
    hand: str | None
    title: str
    heading: tuple[str, ...]
    banker: str
    steps: tuple[Step, ...]
    table: tuple[FinalHand, ...] = ()
    findings: tuple[str, ...] | None = None

    @property
    def warnings(self) -> tuple[str, ...]:
        """Where the rules or the seal disagree with what is recorded."""
        return tuple(step.warning for step in self.steps if step.warning)

    @property
    def sections(self) -> str:
        """The sections of the rulebook that its steps cite, a letter each."""
        return "".join(sorted({clause[0] for step in self.steps for clause in step.clauses}))
