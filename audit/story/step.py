"""What a told round consists of: its phases, its steps, and what the telling needs to know of seats and shoes."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

PHASES = {
    "between": "Before the round",
    "shoe": "The shoe",
    "stakes": "Stakes",
    "deal": "Deal",
    "offers": "Insurance and peek",
    "play": "Turns",
    "bank": "The dealer",
    "settle": "Settlement",
    "balances": "Balances",
}


@attrs.frozen
class Step:
    """One thing that happened, or that the rules imply without a word in the log.

    `who` is D, a hand, a seat (s2) or empty; `event` the log's own words, empty where nothing stands; `cards` and `total` are
    the hand after it; `position` is the card's place in its shoe, from 0; `warning` says where the rules or the seal disagree.
    """

    phase: str
    who: str
    event: str
    text: str
    clauses: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    total: str = ""
    shoe: int | None = None
    position: int | None = None
    warning: str = ""


@attrs.frozen
class Seat:
    """A player at the table: seat number, name, the boxes they play."""

    seat: int
    name: str
    boxes: tuple[int, ...]


@attrs.frozen
class Shoe:
    """A shoe that a round dealt from: position of its first card there, how its seal stands, and its cards where revealed."""

    index: int
    first: int
    seal: str
    cards: Sequence[str] = ()
    broken: str = ""


@attrs.frozen
class Story:
    """One round, or one hand of it: where it stands in the ledger, and its steps in order.

    `findings` are the audit's about this round, None where no audit was asked for.
    """

    session: int
    round: int
    hand: str | None
    title: str
    heading: tuple[str, ...]
    steps: tuple[Step, ...]
    findings: tuple[str, ...] | None = None

    @property
    def warnings(self) -> tuple[str, ...]:
        """Where the rules or the seal disagree with what is recorded."""
        return tuple(step.warning for step in self.steps if step.warning)
