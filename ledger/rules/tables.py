"""The parameters of the whole rulebook: one small frozen class for each TOML table.

Each field carries its domain, the clauses it comes from and a sentence for people; `docs/RULES.md`,
`shoe rules show` and the error messages are made from these.
"""

from __future__ import annotations

from typing import Any

import attrs

from ledger.rules.domain import Choice, Domain, Flag, Payment, Ratio, Sections, Totals, Whole, Words

LARGEST_STAKE = 10**9
LARGEST_STACK = 10**12
MOST_ROUNDS = 10**6
MOST_BOXES = 14
MOST_SEATS = 16


def rule(domain: Domain, clauses: str, says: str) -> Any:
    """A parameter: what it may be, where it comes from, what it means."""
    return attrs.field(metadata={"domain": domain, "clauses": clauses, "says": says})


@attrs.frozen(kw_only=True)
class Profile:
    """What the rule set is called."""

    name: str = rule(Words(32), "", "short name, as on the command line")
    title: str = rule(Words(120), "", "one line for people")
    clauses: tuple[str, ...] = rule(Sections(), "", "sections of the rulebook that it fills in")


@attrs.frozen(kw_only=True, cache_hash=True)
class Pack:
    """The cards and what they count."""

    decks: int = rule(Whole(1, 8, (1, 2, 4, 6, 8)), "T1.1 E1.1 B1.1 P1.1 H1.1 G7", "packs in the shoe")
    size: int = rule(Whole(32, 52, (32, 52)), "T1.1 C4.1", "cards in a pack; 32 runs from seven to ace")
    ace: str = rule(Choice(("soft", "1", "11")), "T2.1 C1.2", "an ace counts 1 or 11, or is fixed at one of them")
    pictures: str = rule(Choice(("ten", "low")), "T2.1 C4.1", "jack, queen and king count ten each, or 2, 3 and 4")


@attrs.frozen(kw_only=True)
class Shoe:
    """Shuffling, cutting, burning, and when a shoe ends."""

    reshuffle: str = rule(
        Choice(("every-round", "cut-card", "discards")),
        "T7.2 E1.1 C1.1 P1.2 B6.2 H1.3",
        "a full shuffle before each round; when the indicator has come; or the discards when they come up",
    )
    penetration_left: int = rule(Whole(0, 400), "P1.2 T7.2", "cards behind the indicator of a cut-card shoe")
    cut: str = rule(Choice(("none", "stream", "hand")), "C1.3 B2.1 P1.2 H1.2", "no cut, a drawn one, or one chosen by hand")
    burn: int = rule(Whole(0, 10), "B2.1 P1.2 H1.2", "cards burnt after a shuffle")
    burn_shown: bool = rule(Flag(), "B2.1 H1.2", "burnt cards are shown, and an ace may not be burnt")
    joker: bool = rule(Flag(), "B1.1 B2.1 H1.2", "a joker or blank marks the end of the deck instead of a burnt card")
    voluntary: bool = rule(Flag(), "P1.2", "the dealer may reshuffle between any two rounds")


@attrs.frozen(kw_only=True)
class Table:
    """People and boxes."""

    players_min: int = rule(Whole(1, MOST_SEATS), "T1.1 C1.1 B1.1 H1.1", "fewest people, a banker among them included")
    players_max: int = rule(Whole(1, MOST_SEATS), "T1.1 C1.1 B1.1 H1.1", "most people, a banker among them included")
    boxes: int = rule(Whole(1, MOST_BOXES), "T1.1 P1.1 B1.1", "boxes at the table")
    boxes_per_player: int = rule(Whole(1, MOST_BOXES), "T1.1 E1.1 P1.4", "boxes that one person may hold")
    bettors_per_box: int = rule(Whole(1, MOST_SEATS), "P1.4", "people who may stake on one box, within its maximum in total")
    onlookers: bool = rule(Flag(), "B8.1 H4.3", "onlookers may stake on a punter's hand against the banker")
    irregularities: str = rule(Choice(("off", "B5", "H8")), "B5 H8", "the section whose incidents of dealing may be recorded, or off")
    rulings: bool = rule(Flag(), "P1.1", "a supervisor's rulings may be recorded")


@attrs.frozen(kw_only=True)
class Session:
    """Length of a session and what everyone starts with."""

    rounds: int = rule(Whole(1, MOST_ROUNDS), "T7.1", "rounds in the session")
    stack: int = rule(Whole(1, LARGEST_STACK), "T2.2", "each player's money at the start")


@attrs.frozen(kw_only=True)
class Stakes:
    """What may be bet, when, and who may raise it."""

    minimum: int = rule(Whole(1, LARGEST_STAKE), "T2.2 E1.2 B2.2 P1.3 H4.2", "smallest stake on a box")
    maximum: int = rule(Whole(1, LARGEST_STAKE), "T2.2 E1.2 B2.2 P1.3 H4.2", "largest stake on a box")
    unit: int = rule(Whole(1, LARGEST_STAKE), "H4.2", "stakes are multiples of it")
    table_minimum: int = rule(Whole(0, LARGEST_STAKE), "E1.2", "least that must be staked on all boxes together, 0 for no limit")
    table_maximum: int = rule(Whole(0, LARGEST_STAKE), "E1.2", "most that may be staked on all boxes together, 0 for no limit")
    limits_by: str = rule(Choice(("rules", "banker")), "B2.2", "limits are fixed, or set anew by the banker between deals")
    raised_on_request: bool = rule(Flag(), "P1.3", "a box's maximum may be raised for a player, recorded")
    announced: bool = rule(Flag(), "C1.3", "the banker announces the bank; it caps nothing")
    when: str = rule(Choice(("before-deal", "after-first-card")), "T2.2 B2.2 H2.3", "stakes before the deal, or after the first card")
    withdrawal: bool = rule(Flag(), "E1.2", "a stake may be taken back until the deal")
    sitting_out: bool = rule(Flag(), "G9", "a player may sit a deal out instead of staking")
    banker_raise: str = rule(
        Choice(("never", "free", "picture-or-ace")), "H2.3 H9.1", "the dealer may, or on these first cards must, double all stakes"
    )
    redouble: str = rule(
        Choice(("never", "free", "ace-not-picture")), "H2.3 H9.1", "a player may, or on an ace must, redouble after the dealer's doubling"
    )
    breakage: str = rule(Choice(("exact", "floor")), "G", "stakes that leave fractions are refused, or payments rounded down")


@attrs.frozen(kw_only=True)
class Deal:
    """How the first two cards lie."""

    pattern: str = rule(
        Choice(("a", "b", "c", "d", "e", "f", "g", "h", "no-hole")), "G11 P2.1 H2 C2.1 E2.1 B2.3 T2.3", "named pattern of dealing"
    )


@attrs.frozen(kw_only=True)
class Insurance:
    """Insurance against a banker's natural."""

    offered: bool = rule(Flag(), "T3.2 E3.1 C3.5 P3.1", "against an ace")
    amount: str = rule(Choice(("up-to-half", "half")), "T3.2 E3.1 C3.5 P3.1", "any amount up to half the stake, or exactly half")
    pays: Ratio = rule(Payment(), "T3.4 E3.1 C3.5 P3.1", "against a banker's natural")
    naturals: bool = rule(Flag(), "T3.2 E3.1 C3.5 P3.1", "holders of a natural may insure too")


@attrs.frozen(kw_only=True)
class Peek:
    """When the banker learns of a natural."""

    when: str = rule(
        Choice(("ten-or-ace", "after-play", "no-hole")),
        "T3.3 B2.4 P2.2 C2.1 E2.1",
        "at an ace or ten-value upcard; after play; no hole card",
    )
    natural_takes: str = rule(
        Choice(("all", "original")), "G7 E7.2 C2.4", "without a peek: all that is staked on the box, or its original stake"
    )


@attrs.frozen(kw_only=True)
class Natural:
    """A two-card 21, and the hands that rank with it."""

    pays: Ratio = rule(Payment(), "T3.5 E2.2 C2.2 B6.1 P5.1 H5 G7", "for a natural that wins")
    paid: str = rule(
        Choice(("after-peek", "at-once", "on-turn")),
        "T3.5 E2.2 C2.2 B3.1 H3.1",
        "after the peek; at once unless the upcard may make one; on its turn",
    )
    even_money: str = rule(
        Choice(("never", "ace", "ten-or-ace")), "E2.2 C2.2", "1:1 at once may be taken instead of waiting, against these upcards"
    )
    after_split: bool = rule(Flag(), "T5.4 G7", "a two-card 21 after a split is a natural")
    suited_pays: Ratio | None = rule(Payment(may_be_off=True), "C3.8", "for ace and ten of one suit")
    suited_rank: str = rule(Choice(("ten", "ten-value")), "C3.8", "only a ten, or any ten-value card")
    pair_of_aces: bool = rule(Flag(), "C3.6", "two aces on the deal beat every hand")
    five_pictures: bool = rule(Flag(), "C4.1", "five pictures equal a natural")


@attrs.frozen(kw_only=True)
class Surrender:
    """Giving up half the stake as a first action."""

    offered: str = rule(
        Choice(("off", "early", "early-not-ace", "late")),
        "T1.2 E4.1 C3.4 G7",
        "never; before the peek; so but not against an ace; after it",
    )


@attrs.frozen(kw_only=True)
class Double:
    """Doubling the stake for one card."""

    offered: str = rule(Choice(("off", "any", "totals")), "T4.2 E5.1 C3.2 B4.1 H7.2", "never, on any two cards, or on some totals")
    totals: tuple[int, ...] = rule(Totals(4, 21), "E5.1 B4.1 H7.2", 'the totals, where offered is "totals"')
    after_split: bool = rule(Flag(), "T4.2 E5.1 B4.1", "split hands, aces apart, may double too")
    triple: bool = rule(Flag(), "C3.3", "a third stake for one more card")
    face_down: bool = rule(Flag(), "B4.1 P3.3", "the card lies face down until the banker has played")
    commission: Ratio = rule(Payment(may_be_nothing=True), "E5.1", "share of the stake charged for it")
    beyond_maximum: bool = rule(Flag(), "T4.2 B4.1", "the doubled stake may exceed the maximum")


@attrs.frozen(kw_only=True)
class Split:
    """Playing a pair as two hands."""

    pairs: str = rule(Choice(("off", "value", "rank", "rank-or-picture")), "T5.1 E6.1 C3.1 B4.2 H7.1", "what makes a pair")
    hands: int = rule(Whole(2, 5), "T5.2 E6.1 C3.1 B4.2", "most hands on a box")
    aces_hands: int = rule(Whole(1, 5), "T5.3 E6.2 C3.1 B4.2 H7.1", "most hands from aces; 1: aces may not be split")
    aces_play: str = rule(Choice(("one-card", "hit", "as-others")), "T5.3 E6.2 C3.1 H7.1", "one card each; hit or stand; as any split hand")
    second_card: str = rule(Choice(("on-turn", "at-once")), "T5.1 E6.1 C3.1 B4.2 H7.1", "when a split hand gets its second card")


@attrs.frozen(kw_only=True)
class Hand:
    """Limits on a hand."""

    card_limit: int = rule(Whole(0, 5, (0, 5)), "C3.9", "most cards in a hand, the banker's too; 0 for no limit")


@attrs.frozen(kw_only=True)
class Banker:
    """The banker's own play."""

    play: str = rule(Choice(("forced", "free")), "T6.1 E7.1 C2.5 B3.3 P4.1 H3.3", "by rule, or as the banker pleases")
    soft17: str = rule(Choice(("stand", "draw", "free")), "T6.1 E7.1 C2.5 P4.1 G5", "what the banker does on soft 17")


@attrs.frozen(kw_only=True)
class Settlement:
    """Ties and what a banker's natural takes."""

    ties: str = rule(Choice(("push", "banker")), "T6.2 E7.4 C2.6 B6.1 P5.1 H6.1", "equal totals")
    natural_ties: str = rule(Choice(("push", "banker")), "T3.3 E2.2 C2.2 B2.4 P2.2 H6.1", "a natural against a natural")
    banker_natural: str = rule(
        Choice(("single", "double", "double-not-naturals")),
        "T3.3 B2.4 H6.2",
        "a banker's natural takes the stake, twice the stake, or that except from naturals",
    )


@attrs.frozen(kw_only=True)
class Premiums:
    """Paid to punters in place of 1:1."""

    five_cards: Ratio | None = rule(Payment(may_be_off=True), "B7.1 H5", "five cards of 21 or less")
    six_cards: Ratio | None = rule(Payment(may_be_off=True), "B7.1 H5", "six cards of 21 or less")
    longer: str = rule(Choice(("as-six", "doubling")), "B7.1 H5", "seven cards and more: as six, or doubling on")
    sevens: Ratio | None = rule(Payment(may_be_off=True), "B7.2 H5 C3.7", "21 from three sevens")
    sevens_gift: str = rule(Words(200, may_be_empty=True), "C3.7", "a gift for three sevens instead of money; empty for none")
    six_seven_eight: Ratio | None = rule(Payment(may_be_off=True), "B7.3 H5", "21 from six, seven and eight")


@attrs.frozen(kw_only=True)
class Bank:
    """Who banks, and how the bank moves."""

    holder: str = rule(Choice(("house", "player")), "T1.1 C1.1 B1.1 P1.1 H1.1", "the house, or a player in a private game")
    first: str = rule(Choice(("house", "lot", "first-ace", "black-jack")), "C1.1 B1.2 H1.1", "how the first banker is found")
    change: str = rule(
        Choice(("house", "every-deal", "five-deals", "natural", "home", "auction")), "C1.1 B1.3 H6.3", "when the bank passes on"
    )
    auction: bool = rule(Flag(), "B1.4 H1.1", "a banker who wants out may auction the bank")


@attrs.frozen(kw_only=True)
class RuleSet:
    """Everything that a table is played by; equal rule sets give equal bytes."""

    profile: Profile
    pack: Pack
    shoe: Shoe
    table: Table
    session: Session
    stakes: Stakes
    deal: Deal
    insurance: Insurance
    peek: Peek
    natural: Natural
    surrender: Surrender
    double: Double
    split: Split
    hand: Hand
    banker: Banker
    settlement: Settlement
    premiums: Premiums
    bank: Bank


TABLES: dict[str, type] = {
    "profile": Profile,
    "pack": Pack,
    "shoe": Shoe,
    "table": Table,
    "session": Session,
    "stakes": Stakes,
    "deal": Deal,
    "insurance": Insurance,
    "peek": Peek,
    "natural": Natural,
    "surrender": Surrender,
    "double": Double,
    "split": Split,
    "hand": Hand,
    "banker": Banker,
    "settlement": Settlement,
    "premiums": Premiums,
    "bank": Bank,
}
