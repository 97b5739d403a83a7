"""Which clause speaks of what, by section of the rulebook: the rule set's own sections first, then T and G.

A profile names its sections in `profile.clauses`. Of what only one section knows (a triple, five pictures) that section's clause is cited,
whoever plays it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Clauses = Mapping[str, str]

_EVERYWHERE = "TG"
_DEAL = {"T": "T2.3", "E": "E2.1", "C": "C2.1", "B": "B2.3", "P": "P2.1"}
_HOME = {"a": "H2.1", "f": "H2.2", "g": "H2.3"}
_CUT = {"C": "C1.3", "B": "B2.1", "P": "P1.2", "H": "H1.2"}
_WIN = {"T": "T6.2", "E": "E7.4", "C": "C2.6", "B": "B6.1", "P": "P5.1", "H": "H4.1"}

SITUATIONS: dict[str, Clauses] = {
    # Between two rounds.
    "leaving": {"T": "T7.1"},
    "dropping out": {"T": "T7.1"},
    "bank by lot": {"C": "C1.1"},
    "bank by card": {"B": "B1.2", "H": "H1.1"},
    "bank by turn": {"C": "C1.1", "B": "B1.3"},
    "bank by natural": {"B": "B1.3", "H": "H6.3"},
    "bank at auction": {"B": "B1.4", "H": "H1.1"},
    "bank offered": {"B": "B1.4"},
    "bank kept": {"G": "G9", "B": "B1.3"},
    "boxes from the left": {"G": "G1"},
    "limits": {"B": "B2.2", "H": "H4.2"},
    "limits of a box": {"P": "P1.3"},
    # The shoe.
    "shuffle": {"T": "T7.2", "E": "E1.1", "C": "C1.1", "B": "B2.1", "P": "P1.2", "H": "H1.2"},
    "own shuffle": {"P": "P1.2"},
    "shuffle discards": {"B": "B6.2", "H": "H1.3"},
    "cards run out": {"G": "G6"},
    "deal on": {"T": "T7.2", "B": "B6.2", "P": "P1.2", "H": "H1.3"},
    "cut": _CUT,
    "joker": {"B": "B1.1", "H": "H1.2"},
    "burn": {"B": "B2.1", "P": "P1.2", "H": "H1.2"},
    # Stakes.
    "announce": {"C": "C1.3"},
    "stake": {"T": "T2.2", "E": "E1.2", "C": "C1.3", "B": "B2.2", "P": "P1.3", "H": "H4.2"},
    "withdraw": {"E": "E1.2"},
    "sit": {"G": "G9"},
    "other bettor": {"P": "P1.4"},
    "onlooker": {"B": "B8.1"},
    "raise": {"H": "H2.3"},
    "forced raise": {"H": "H9.1"},
    "debt": {"G": "G2"},
    # The deal, by pattern.
    **{f"deal {pattern}": _DEAL | {"H": _HOME.get(pattern, "H2")} for pattern in "abcdefgh"},
    "deal no-hole": {"E": "E2.1", "P": "P2.2"},
    "natural": {"T": "T3.1", "E": "E2.2", "C": "C2.2", "B": "B3.1", "H": "H3.1"},
    "aces at 11": {"C": "C1.2"},
    "open": {"G": "G8", "C": "C2.1", "B": "B3.3"},
    # Irregularities: cited by the section that rules them.
    "missed": {"B": "B5.1", "H": "H8"},
    "two cards": {"B": "B5.2", "H": "H8"},
    "two cards, second pass": {"B": "B5.3", "H": "H8"},
    "exposed": {"B": "B5.4", "H": "H8.1"},
    "unasked": {"B": "B5.5", "H": "H8"},
    "overstood": {"B": "B5.6", "H": "H8"},
    "ruling": {"P": "P1.1"},
    # Offers.
    "aces": {"C": "C3.6"},
    "even money": {"E": "E2.2", "C": "C2.2"},
    "insurance": {"T": "T3.2", "E": "E3.1", "C": "C3.5", "P": "P3.1"},
    "insurance settled": {"T": "T3.4", "E": "E3.1", "C": "C3.5", "P": "P3.1"},
    "surrender": {"E": "E4.1", "C": "C3.4", "G": "G7"},
    "naturals wait": {"P": "P2.2", "E": "E2.2", "C": "C2.2"},
    "peek": {"T": "T3.3", "B": "B2.4", "P": "P2.2", "H": "H3.1"},
    # Turns.
    "turn": {"T": "T4.1", "C": "C2.3", "B": "B3.2", "H": "H3.2", "G": "G10"},
    "21 ends": {"T": "T4.1", "E": "E6.3", "C": "C2.3", "B": "B3.2", "G": "G10"},
    "bust": {"T": "T4.1", "C": "C2.3", "B": "B3.2", "H": "H3.2", "G": "G10"},
    "five cards at most": {"C": "C3.9"},
    "double": {"T": "T4.2", "E": "E5.1", "C": "C3.2", "B": "B4.1", "H": "H7.2"},
    "face-down double": {"B": "B4.1", "P": "P3.3"},
    "commission": {"E": "E5.1"},
    "triple": {"C": "C3.3"},
    "split": {"T": "T5.1", "E": "E6.1", "C": "C3.1", "B": "B4.2", "H": "H7.1"},
    "split aces": {"T": "T5.3", "E": "E6.2", "C": "C3.1", "B": "B4.2", "H": "H7.1"},
    "gift": {"C": "C3.7"},
    # The banker.
    "show": {"T": "T6.1", "C": "C2.1", "B": "B3.3", "G": "G5"},
    "second card": {"E": "E7.3"},
    "draws by rule": {"T": "T6.1", "E": "E7.1", "C": "C2.5", "P": "P4.1", "H": "H3.3", "G": "G5"},
    "plays freely": {"B": "B3.3", "H": "H3.3", "C": "C2.5"},
    "nobody waits": {"E": "E2.3", "G": "G5"},
    "all over 21": {"B": "B3.3"},
    "banker's natural": {"T": "T3.3", "E": "E7.2", "C": "C2.4", "B": "B2.4", "P": "P2.2", "H": "H3.1"},
    "pictures": {"C": "C4.1"},
    # Settlement.
    "natural pays": {"T": "T3.5", "E": "E2.2", "C": "C2.2", "B": "B6.1", "P": "P5.1", "H": "H5"},
    "natural after a split": {"G": "G7"},
    "suited": {"C": "C3.8"},
    "naturals push": {"T": "T3.3", "E": "E7.2", "C": "C2.2", "B": "B2.4", "P": "P2.2", "H": "H3.1"},
    "naturals tie to the banker": {"H": "H6.1"},
    "original stake only": {"G": "G7"},
    "double loss": {"B": "B2.4", "H": "H6.2"},
    "totals": _WIN,
    "ties to the banker": {"B": "B6.1", "H": "H6.1"},
    "many cards": {"B": "B7.1", "H": "H5"},
    "777": {"B": "B7.2", "H": "H5", "C": "C3.7"},
    "678": {"B": "B7.3", "H": "H5"},
    "ranking": {"T": "T7.1"},
}


def cited(situation: str, sections: Iterable[str]) -> str:
    """The clause on a situation for a rule set of these sections; KeyError for a situation that the table does not have."""
    clauses = SITUATIONS[situation]
    return next((clauses[section] for section in (*sections, *_EVERYWHERE) if section in clauses), next(iter(clauses.values())))
