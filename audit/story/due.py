"""What a hand is owed, and why, in words (T3, T4.1, T6.2, E7, C2, B6.1, H4.1, H6; FORMAT.md §9).

For telling a round, not for judging a ledger. Money is in the smallest unit.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from audit.story.cards import Rules, share
from audit.story.hand import Hand
from audit.story.premium import premium_for

AFTER_SPLIT = "natural after a split"


@attrs.frozen
class Due:
    """What the rules give a stake: the outcome in the log's words, the payout, why, and the situations that clauses speak of."""

    outcome: str
    payout: int
    because: str
    situations: tuple[str, ...]


@attrs.frozen
class Standing:
    """The banker's final hand: who they are (`Ann`, `the dealer`), and what beats plain totals (`a natural`), if they have that.

    `rank` is 2 for a pair of aces that counts, 1 for a natural or five pictures that count, else 0.
    """

    who: str
    rank: int
    special: str
    total: int
    natural: bool

    @classmethod
    def of(cls, banker: Hand, who: str, rules: Rules) -> Standing:
        """What the banker's cards come to."""
        total = banker.total
        if rules["natural"]["pair_of_aces"] and banker.pair_of_aces:
            return cls(who, 2, "pair of aces", total, natural=False)
        if banker.natural:
            return cls(who, 1, "natural", total, natural=True)
        if rules["natural"]["five_pictures"] and banker.five_pictures:
            return cls(who, 1, "five pictures", total, natural=False)
        return cls(who, 0, "", total, natural=False)

    @property
    def has(self) -> str:
        """`Ann's natural`."""
        return f"{self.who}'s {self.special}"


def early(hand: Hand, bettor: int, rules: Rules, who: str) -> Due | None:
    """What a hand is paid before the banker plays, if its cards are paid so: a bust, a premium, claimed aces, a natural."""
    whole = hand.stake(bettor).whole
    if hand.bust and not hand.claimed and not hand.overstood:
        return Due(
            "bust",
            0,
            f"{hand.total} is over 21 and loses at once, whatever {who} makes",
            ("aces at 11",) if len(hand.cards) == 2 else ("bust",),
        )
    premium = premium_for(hand, rules)
    if premium is not None:
        gain = premium.gain(whole)
        why = f"{premium.reason} earn {premium.rate}, whatever {who} makes: {_sum(whole, gain)}"
        return Due(f"premium {premium.kind}", whole + gain, why, (premium.situation,))
    if hand.claimed:
        return _as_natural("aces", "two aces beat every hand and pay", hand, bettor, rules)
    return _natural(hand, bettor, rules) if hand.natural else None


def final(hand: Hand, bettor: int, banker: Standing, rules: Rules, lost: int = 0) -> Due:
    """What a hand that was neither surrendered nor paid early is owed; `lost`: what the bettor has lost on the box to a natural already."""
    whole = hand.stake(bettor).whole
    if hand.overstood:
        return Due("lose", 0, f"stood on {hand.total}, over 21, it loses whatever {banker.who} has", ("overstood",))
    ready = early(hand, bettor, rules, banker.who)
    if hand.claimed and banker.rank == 2:
        return Due("push", whole, f"two pairs of aces push: the stake of {whole} comes back", ("aces",))
    if ready is not None and (hand.claimed or not hand.natural):
        return ready
    if banker.rank:
        return _against_special(hand, bettor, banker, rules, lost)
    if hand.counts_as_natural(rules) or _pictures_count(hand, rules):
        return _natural(hand, bettor, rules)
    return _by_totals(hand, whole, banker, rules)


def forfeit(hand: Hand, bettor: int, lost: int, banker: Standing, rules: Rules) -> int | None:
    """What is lost beyond the stake with a `lose`; None where no rule takes more."""
    takes = rules["settlement"]["banker_natural"]
    if hand.overstood:
        return hand.stake(bettor).base
    if not banker.natural or takes == "single" or (takes == "double-not-naturals" and hand.counts_as_natural(rules)):
        return None
    return lost


def _pictures_count(hand: Hand, rules: Rules) -> bool:
    return bool(rules["natural"]["five_pictures"]) and hand.five_pictures


def _natural(hand: Hand, bettor: int, rules: Rules) -> Due:
    """A hand that wins as a natural does."""
    if hand.from_split:
        due = _as_natural("natural", "by these rules 21 with two cards is a natural after a split too, and pays", hand, bettor, rules)
        return attrs.evolve(due, situations=(AFTER_SPLIT,))
    if not hand.natural:
        return _as_natural("pictures", "five pictures equal a natural, which pays", hand, bettor, rules)
    if rules["natural"]["suited_pays"] != "off" and _suited(hand, rules):
        return _as_natural("suited", "a natural of one suit pays", hand, bettor, rules)
    return _as_natural("natural", "a natural pays", hand, bettor, rules)


_NATURALS: Mapping[str, tuple[str, str]] = {
    "natural": ("pays", "natural pays"),
    "suited": ("suited_pays", "suited"),
    "pictures": ("pays", "pictures"),
    "aces": ("pays", "aces"),
}


def _as_natural(outcome: str, what: str, hand: Hand, bettor: int, rules: Rules) -> Due:
    parameter, situation = _NATURALS[outcome]
    ratio, whole = rules["natural"][parameter], hand.stake(bettor).whole
    gain = share(ratio, whole)
    return Due(outcome, whole + gain, f"{what} {ratio}: {_sum(whole, gain)}", (situation,))


def _suited(hand: Hand, rules: Rules) -> bool:
    """Whether the ace has the suit of its ten, or of its ten-value card where the rules count those."""
    ten = next((card for card in hand.cards if hand.values.is_ten(card)), "")
    right = ten[:1] == "T" or rules["natural"]["suited_rank"] == "ten-value"
    return right and len({card[1] for card in hand.cards}) == 1


def _against_special(hand: Hand, bettor: int, banker: Standing, rules: Rules, lost: int) -> Due:
    """Against a banker's natural, five pictures or pair of aces."""
    whole = hand.stake(bettor).whole
    equal = banker.rank == 1 and (hand.natural or _pictures_count(hand, rules))
    if equal and rules["settlement"]["natural_ties"] == "push":
        mine = "a natural" if hand.natural else "five pictures"
        return Due("push", whole, f"{mine} against {banker.has} pushes: the stake of {whole} comes back", ("naturals push",))
    if equal:
        return Due("lose", 0, f"{banker.has} wins the tie by these rules", ("naturals tie to the banker",))
    situation = "aces" if banker.rank == 2 else "banker's natural" if banker.natural else "pictures"
    why = f"{banker.has} beats every hand that is none" if banker.rank == 1 else f"{banker.has} beats every hand"
    if not banker.natural or rules["peek"]["natural_takes"] == "all":
        return Due("lose", 0, why, (situation,))
    base = hand.stake(bettor).base
    back = whole - min(whole, max(0, base - lost))
    why += f", but takes no more than the box's original stake of {base}" + (f", of which {lost} are lost already" if lost else "")
    return Due("lose", back, f"{why}: {back} of {whole} comes back", (situation, "original stake only"))


def _by_totals(hand: Hand, whole: int, banker: Standing, rules: Rules) -> Due:
    ours, theirs = hand.total, banker.total
    if theirs > 21 or ours > theirs:
        why = f"{banker.who} has {theirs}, over 21" if theirs > 21 else f"{ours} beats {theirs}"
        return Due("win", 2 * whole, f"{why}; a win pays 1:1: {_sum(whole, whole)}", ("totals",))
    if ours < theirs:
        return Due("lose", 0, f"{ours} is under {theirs}", ("totals",))
    if rules["settlement"]["ties"] == "banker":
        return Due("lose", 0, f"{ours} equals {theirs}, and ties go to the banker by these rules", ("ties to the banker",))
    return Due("push", whole, f"{ours} equals {theirs}: the stake of {whole} comes back", ("totals",))


def _sum(stake: int, gain: int) -> str:
    return f"stake {stake} + {gain} = {stake + gain}"
