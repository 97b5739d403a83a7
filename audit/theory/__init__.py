"""What a session's rules and cards make one expect, worked out by the auditor alone: nothing here comes from the recorder.

`foretold` gives it all: what the banker makes, naturals and insurance, exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import attrs

from audit.theory import naturals
from audit.theory.banker import Banker, Odds, in_order, odds, unforetold
from audit.theory.pack import RANKS, Pack, Parameters


@attrs.frozen
class Foretold:
    """What to expect of rounds that are dealt from a full shoe.

    `classes`: class of each rank of the pack, named by a rank: a jack is a `T` unless pictures are low. `upcards`: chance of each class as
    the banker's upcard. `dealer`: for each, the chance of what the banker makes before any peek, `17` to `21` (a drawn one), `bust`,
    `natural`, and where the rules have them `pair of aces`, `five pictures` and lower totals (at the card limit); None where the banker
    chooses, and then `dealer_unforetold` says why. `natural`: chance that a box has one; `natural_beside_one`: that the banker has one too.
    `insurance`: expected net of a unit of it, nothing seen but the ace; None where there is none.
    """

    classes: Mapping[str, str]
    upcards: Odds
    dealer: Mapping[str, Odds] | None
    dealer_unforetold: str
    natural: Fraction
    natural_beside_one: Fraction
    insurance: Fraction | None

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
        classes={rank: pack.class_of(rank) for rank in RANKS[int(params["pack_size"])]},
        upcards={rank: Fraction(count, pack.size) for rank, count in zip(pack.classes, pack.counts, strict=True)},
        dealer=None if why else {rank: odds(banker, place) for place, rank in enumerate(pack.classes)},
        dealer_unforetold=why,
        natural=naturals.chance(params, pack),
        natural_beside_one=naturals.chance_beside_one(params, pack),
        insurance=naturals.insurance(params, pack),
    )
