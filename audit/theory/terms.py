"""What the rules allow a punter and pay, as far as best play depends on it; amounts are in stakes of the box.

These are expectations, so they are floats: no money is paid by them.
"""

from __future__ import annotations

from fractions import Fraction

import attrs

from audit.theory.pack import Parameters

_EVERY_TOTAL = -1
"""As a mask: each bit is set."""


def _ratio(params: Parameters, name: str) -> float:
    return float(Fraction(int(params[f"{name}_for"]), int(params[f"{name}_per"])))


@attrs.frozen
class Naturals:
    """Naturals and what beats them (T3.5 C3.6 C3.8 G7).

    `suited`: what one of one suit pays, 0 for no more; `even_money`: never, ace or ten-or-ace.
    """

    pays: float
    suited: float
    is_suited_of_tens_only: bool
    even_money: str
    after_split: bool
    pair_of_aces: bool

    @classmethod
    def of(cls, params: Parameters) -> Naturals:
        return cls(
            _ratio(params, "natural_pays"),
            _ratio(params, "natural_suited_pays"),
            params["natural_suited_rank"] == "ten",
            str(params["natural_even_money"]),
            bool(params["natural_after_split"]),
            bool(params["natural_pair_of_aces"]),
        )


@attrs.frozen
class Settlement:
    """What the banker's hand takes of a stake (T6.2 B2.4 H6).

    `tie`: of an equal total; a banker's natural takes `lost_to_natural`, and `natural_lost` of a natural unless `naturals_tie`; with
    `takes_original` no more than that from all that lies on the box, where it shows late (G7).
    """

    tie: float
    lost_to_natural: float
    naturals_tie: bool
    natural_lost: float
    peeks: bool
    takes_original: bool

    @classmethod
    def of(cls, params: Parameters) -> Settlement:
        collects, peeks = params["settlement_banker_natural"], params["peek_when"] == "ten-or-ace"
        return cls(
            1.0 if params["settlement_ties"] == "banker" else 0.0,
            1.0 if collects == "single" else 2.0,
            params["settlement_natural_ties"] == "push",
            2.0 if collects == "double" else 1.0,
            peeks,
            not peeks and params["peek_natural_takes"] == "original",
        )


@attrs.frozen
class Doubles:
    """Doubling (T4.2 C3.3 E5.1): the totals that may, a bit each."""

    totals: int
    after_split: bool
    triple: bool
    commission: float

    @classmethod
    def of(cls, params: Parameters) -> Doubles:
        totals = {"off": 0, "any": _EVERY_TOTAL}.get(str(params["double_offered"]), int(params["double_totals"]))
        return cls(totals, bool(params["double_after_split"]), bool(params["double_triple"]), _ratio(params, "double_commission"))


@attrs.frozen
class Splits:
    """Splitting (T5 C3.1 B4.2 H7.1): what makes a pair, most hands on a box, of aces, and what split aces may do."""

    pairs: str
    hands: int
    aces_hands: int
    aces_play: str

    @classmethod
    def of(cls, params: Parameters) -> Splits:
        return cls(str(params["split_pairs"]), int(params["split_hands"]), int(params["split_aces_hands"]), str(params["split_aces_play"]))


@attrs.frozen
class Premiums:
    """Premiums, 0 where there is none (B7 H5 C3.7); `grows`: doubled for each card beyond six."""

    five_cards: float
    six_cards: float
    grows: bool
    sevens: float
    six_seven_eight: float

    @classmethod
    def of(cls, params: Parameters) -> Premiums:
        return cls(
            _ratio(params, "premiums_five_cards"),
            _ratio(params, "premiums_six_cards"),
            params["premiums_longer"] == "doubling",
            _ratio(params, "premiums_sevens"),
            _ratio(params, "premiums_six_seven_eight"),
        )

    def of_cards(self, cards: int) -> float:
        """For so many cards of 21 or less."""
        if cards < 5:
            return 0.0
        if cards == 5 or not self.six_cards:
            return self.five_cards
        return self.six_cards * (2 ** (cards - 6) if self.grows else 1)


@attrs.frozen
class Terms:
    """All of it; `insurance` is what it pays, 0 where there is none; `surrender` is off, early, early-not-ace or late."""

    naturals: Naturals
    settlement: Settlement
    doubles: Doubles
    splits: Splits
    premiums: Premiums
    surrender: str
    insurance: float
    insures_naturals: bool
    five_pictures: bool
    card_limit: int

    @classmethod
    def of(cls, params: Parameters) -> Terms:
        """The terms of these rules."""
        return cls(
            Naturals.of(params),
            Settlement.of(params),
            Doubles.of(params),
            Splits.of(params),
            Premiums.of(params),
            str(params["surrender_offered"]),
            _ratio(params, "insurance_pays") if params["insurance_offered"] else 0.0,
            bool(params["insurance_naturals"]),
            bool(params["natural_five_pictures"]),
            int(params["hand_card_limit"]),
        )
