"""What a session's rules and cards make one expect, worked out by the auditor alone: nothing here comes from the recorder.

`foretold` gives it all: what the banker makes, naturals and insurance exactly, and the edge of best play.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import attrs

from audit.theory import naturals
from audit.theory.assumptions import assumptions
from audit.theory.banker import Banker, Odds, in_order, odds, unforetold
from audit.theory.pack import Pack, Parameters
from audit.theory.terms import Terms


@attrs.frozen
class Foretold:
    """What to expect of rounds that are dealt from a full shoe.

    `classes`: class of each rank of the pack, named by a rank: a jack is a `T` unless pictures are low. `upcards`: chance of each class as
    the banker's upcard. `dealer`: for each, the chance of what the banker makes before any peek, `17` to `21` (a drawn one), `bust`,
    `natural`, and where the rules have them `pair of aces`, `five pictures` and lower totals (at the card limit); None where the banker
    chooses, and then `dealer_unforetold` says why. `natural`: chance that a box has one; `natural_beside_one`: that the banker has one too.
    `insurance`: expected net of a unit of it, nothing seen but the ace; None where there is none. `edge`: expected net of a round of best
    play in stakes as they stand when the last cards are dealt, negative where the house has it; what that takes for granted is said by
    `edge_assumes`.
    """

    classes: Mapping[str, str]
    upcards: Odds
    dealer: Mapping[str, Odds] | None
    dealer_unforetold: str
    natural: Fraction
    natural_beside_one: Fraction
    insurance: Fraction | None
    edge_assumes: tuple[str, ...]
    _banker: Banker
    _terms: Terms

    @property
    def edge(self) -> float:
        """Net of a round of best play in stakes; worked out when first asked for, in up to two seconds, once for the same rules of play."""
        from audit.theory.edge import edge

        return edge(self._banker, self._terms)

    @property
    def totals(self) -> Odds | None:
        """Chance of what the banker makes over all upcards, before any peek; None where the banker chooses."""
        if self.dealer is None:
            return None
        names = sorted({name for made in self.dealer.values() for name in made}, key=in_order)
        return {name: sum((self.upcards[up] * made.get(name, 0) for up, made in self.dealer.items()), Fraction(0)) for name in names}


def foretold(params: Parameters) -> Foretold:
    """Work it out for rules as `audit.rules.parameters` gives them."""
    pack, why = Pack.of(params), unforetold(params)
    banker = Banker.of(params)
    return Foretold(
        classes={rank: pack.class_of(rank) for rank in pack.ranks},
        upcards={rank: Fraction(count, pack.size) for rank, count in zip(pack.classes, pack.counts, strict=True)},
        dealer=None if why else {rank: odds(banker, place) for place, rank in enumerate(pack.classes)},
        dealer_unforetold=why,
        natural=naturals.chance(params, pack),
        natural_beside_one=naturals.chance_beside_one(params, pack),
        insurance=naturals.insurance(params, pack),
        edge_assumes=assumptions(params),
        banker=banker,
        terms=Terms.of(params),
    )
