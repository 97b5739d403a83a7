"""The part of a rule set that best play depends on."""

from __future__ import annotations

import attrs

from ledger.rules import tables
from ledger.rules.domain import Ratio


@attrs.frozen
class Game:
    """The tables of a rule set that best play depends on."""

    pack: tables.Pack
    insurance: tables.Insurance
    peek: tables.Peek
    natural: tables.Natural
    surrender: tables.Surrender
    double: tables.Double
    split: tables.Split
    hand: tables.Hand
    banker: tables.Banker
    settlement: tables.Settlement
    premiums: tables.Premiums

    @classmethod
    def of(cls, rules: tables.RuleSet) -> Game:
        """What a rule set says about it."""
        return cls(*(getattr(rules, field.name) for field in attrs.fields(cls)))

    @property
    def peeks(self) -> bool:
        """Whether the banker looks for a natural before anyone plays."""
        return self.peek.when == "ten-or-ace"

    @property
    def takes_original(self) -> bool:
        """Whether a banker's natural that shows after play takes the box's original stake only (G7)."""
        return not self.peeks and self.peek.natural_takes == "original"

    @property
    def natural_takes(self) -> float:
        """What a banker's natural takes of an ordinary hand (H6.2, B2.4)."""
        return 1.0 if self.settlement.banker_natural == "single" else 2.0

    @property
    def natural_lost(self) -> float:
        """What a banker's natural takes of a punter's that loses to it, after a split too (H6.1, B2.4)."""
        return 2.0 if self.settlement.banker_natural == "double" else 1.0

    @property
    def natural_tie(self) -> float:
        """What a punter's natural is worth against a banker's (T3.3, H6.1, B2.4)."""
        return 0.0 if self.settlement.natural_ties == "push" else -self.natural_lost


def value(ratio: Ratio) -> float:
    """What a ratio pays on a stake of 1."""
    return ratio.over / ratio.under
