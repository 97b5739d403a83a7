"""The cards' own statistics against exact figures: naturals, and what a dealer who stands on 17 makes (CASES.md, reference figures).

Seeds are fixed, so a run says the same each time; `-rP` prints n, expected, observed and p. Each test is given a biased shuffle too,
of the kinds that CASES.md names, and must reject it: at less than one in a thousand, which is where it would reject ours.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cmp_to_key
from hashlib import shake_256

import numpy as np
import pytest

from audit.shoes import Cards, pack, shuffled_many
from ledger.cards import CARD_NUMBERS
from ledger.players.source import Source
from ledger.rules.ruleset import altered, load_profile
from ledger.shoe.chain import SeedChain
from ledger.shoe.rack import Rack
from ledger.shoe.shuffle import Shoe
from ledger.table.ask import STAKES, Ask
from ledger.table.company import Seat
from ledger.table.session import TableSession
from tests.support.exact_odds import TOTALS, Fit, against_an_ordinary_hand, by_total, dealer_totals, fit, natural_odds, shoe
from tests.support.stacked import round_of

SHOES = 200_000
ROUNDS = 200_000
TOO_RARE = 0.001
ACE, TEN, JACK = 0, 9, 10

# decks, cards of a pack, lowest and highest rank that make a natural with an ace, exact frequency
PACKS = {
    "one deck": (1, 52, (TEN, 12), Fraction(32, 663)),
    "six decks": (6, 52, (TEN, 12), Fraction(192, 4043)),
    "32 cards": (1, 32, (TEN, TEN), Fraction(1, 31)),
}
PUBLISHED = "17 .145245 18 .139258 19 .133685 20 .179527 21 .072874 bust .281921 natural .047489".split()
PUBLISHED_BUSTS = ".353504 .374194 .395805 .418406 .422842 .261936 .243693 .229242 .212471 .115473".split()


# Naturals


def sealed(name: str) -> Cards:
    """The first four cards of each of many shoes, shuffled as the audit shuffles them from streams of their own."""
    decks, size, _, _ = PACKS[name]

    def read(rows: np.ndarray, n: int) -> bytes:
        return b"".join(shake_256(f"{name} {row}".encode()).digest(n) for row in rows.tolist())

    return shuffled_many(decks, read, np.full(SHOES, 4), size)


def never_left_in_place(name: str) -> Cards:
    """The same by `floor(random · i)` where `i + 1` was meant: no card that is swapped may stay."""
    return _swapped(name, lambda chance, left: 1 + chance.integers(0, left - 1, SHOES))


def by_a_byte(name: str) -> Cards:
    """The same by one byte scaled to the cards that are left: of 312, some never come first and some come twice as often."""
    return _swapped(name, lambda chance, left: chance.integers(0, 256, SHOES) * left // 256)


def _swapped(name: str, jump: Callable[[np.random.Generator, int], np.ndarray]) -> Cards:
    decks, size, _, _ = PACKS[name]
    deck = np.repeat(pack(decks, size)[:, None], SHOES, axis=1)
    chance, every = np.random.default_rng(2026), np.arange(SHOES)
    for i in range(4):
        j = i + jump(chance, len(deck) - i)
        taken = deck[j, every]
        deck[j, every] = deck[i]
        deck[i] = taken
    return deck[:4].T


def naturals(name: str, cards: Cards) -> Fit:
    """The naturals among the first hands dealt, cards 1 and 3, against their exact frequency; printed."""
    _, _, (low, high), odds = PACKS[name]
    one, other = cards[:, 0] % 13, cards[:, 2] % 13
    tens = [(low <= ranks) & (ranks <= high) for ranks in (one, other)]
    seen = int((((one == ACE) & tens[1]) | ((other == ACE) & tens[0])).sum())
    found = fit({"natural": seen, "none": len(cards) - seen}, {"natural": odds, "none": 1 - odds})
    print(f"naturals, {name}: n = {len(cards)}, expected {float(odds):.6f}, observed {seen / len(cards):.6f}; {found}")
    return found


@pytest.mark.parametrize("name", PACKS)
def test_naturals_come_at_their_exact_frequency(name) -> None:
    """T3.1 C4.1, rulebook's tables: 2 · (4d/52d) · (16d/(52d−1)); 1/31 with 32 cards."""
    assert naturals(name, sealed(name)).p > TOO_RARE


@pytest.mark.parametrize(
    ("name", "biased"), [("one deck", never_left_in_place), ("six decks", by_a_byte), ("32 cards", never_left_in_place)]
)
def test_a_biased_shuffle_gives_others(name, biased) -> None:
    """CASES.md 29: the same test rejects it."""
    assert naturals(name, biased(name)).p < TOO_RARE


# What the dealer makes


class Stands:
    """Stakes and always stands."""

    def answer(self, ask: Ask) -> str:
        return "1 bet 2" if ask.phase == STAKES else "1 stand"

    def leaves(self, _round: int, _seat: int) -> bool:
        return False


def dealt(rounds: int) -> Counter[tuple[int, str]]:
    """Rounds of a player who always stands, six decks shuffled anew for each: (upcard, what the dealer made) where the hand was ordinary."""
    rules = altered(load_profile("training"), {"session.rounds": rounds, "session.stack": 10**9, "insurance.offered": False})
    rack = Rack(rules, SeedChain.ending_in(bytes(32), rounds), bytes(32), bytes(32))
    table = TableSession.seated(rules, [Seat(1, "Ann", (1,), rules.session.stack)], rack)
    player: Source = Stands()
    made: Counter[tuple[int, str]] = Counter()
    for played in map(round_of, table.play({1: player})):
        if not played.naturals:
            made[made_by(played.log)] += 1
    return made


def made_by(log: tuple[str, ...]) -> tuple[int, str]:
    """The dealer's upcard and total as the log tells them, reckoned here."""
    values = [min(CARD_NUMBERS[event[-2:]] % 13 + 1, 10) for event in log if event.startswith(("D deal ", "D hole ", "D draw "))]
    hard = sum(values)
    total = hard + 10 if 1 in values and hard <= 11 else hard
    name = "bust" if total > 21 else "natural" if total == 21 and len(values) == 2 else str(total)
    return values[0], name


def totals(made: Counter[tuple[int, str]]) -> Fit:
    """What the dealer made against the exact odds where the player's hand was ordinary; printed with the unconditional figures."""
    exact, published = by_total(against_an_ordinary_hand(6)), by_total(dealer_totals(shoe(6)))
    seen: Counter[str] = Counter()
    for (_, name), count in made.items():
        seen[name] += count
    n = seen.total()
    print(f"dealer's totals, six decks, S17, ordinary hands: n = {n}\n  total    CASES.md    exact     observed")
    for name in TOTALS:
        print(f"  {name:8} {float(published[name]):.6f}   {float(exact[name]):.6f}   {seen[name] / n:.6f}")
    found = fit(seen, exact)
    print(f"  {found}")
    return found


def busts(made: Counter[tuple[int, str]]) -> Fit:
    """How often the dealer broke with each upcard, 2 to 10 and ace; printed."""
    exact, square = against_an_ordinary_hand(6), 0.0
    print("dealer over 21, by upcard\n  upcard        n    exact     observed")
    for upcard in (*range(2, 11), 1):
        odds = exact[upcard]["bust"] / sum(exact[upcard].values())
        n = sum(count for (up, _), count in made.items() if up == upcard)
        square += fit({"bust": made[upcard, "bust"], "not": n - made[upcard, "bust"]}, {"bust": odds, "not": 1 - odds}).chi_square
        print(f"  {'A' if upcard == 1 else upcard:>6}  {n:>7}   {float(odds):.6f}   {made[upcard, 'bust'] / n:.6f}")
    print(f"  {Fit(square, 10)}")
    return Fit(square, 10)


@pytest.fixture(scope="module")
def rounds() -> Counter[tuple[int, str]]:
    return dealt(ROUNDS)


def test_the_dealer_makes_what_the_exact_odds_say(rounds) -> None:
    """T6.1, CASES.md: 200,000 rounds, the natural before the peek included; one chi-square over seven outcomes."""
    assert totals(rounds).p > TOO_RARE


def test_the_dealer_breaks_as_often_as_each_upcard_says(rounds) -> None:
    """T6.1, CASES.md: before the peek; the sum of ten chi-squares."""
    assert busts(rounds).p > TOO_RARE


def test_the_dealer_makes_something_else_from_a_biased_shuffle(monkeypatch) -> None:
    """CASES.md 29: a sort by a random comparator; both tests reject it with a twentieth of the rounds."""
    tossed = random.Random(29).getrandbits  # noqa: S311 -- the same each time
    at_random = cmp_to_key(lambda _one, _other: tossed(1) or -1)

    def derive(shoe: Shoe) -> None:
        shoe._cards.sort(key=at_random)
        shoe._derived = shoe.size

    monkeypatch.setattr(Shoe, "_derive", derive)
    made = dealt(ROUNDS // 20)
    assert totals(made).p < TOO_RARE
    assert busts(made).p < TOO_RARE


# The figures themselves


def test_the_exact_odds_are_those_of_the_published_tables() -> None:
    """CASES.md, reference figures: six decks, S17, all upcards, before the peek; over 21 by upcard; naturals."""
    odds = dealer_totals(shoe(6))
    overall = by_total(odds)
    told = dict(zip(PUBLISHED[::2], PUBLISHED[1::2], strict=True))
    assert {name: f"{float(part):.6f}"[1:] for name, part in overall.items()} == told
    broke = [odds[upcard]["bust"] / sum(odds[upcard].values()) for upcard in (*range(2, 11), 1)]
    assert [f"{float(part):.6f}"[1:] for part in broke] == PUBLISHED_BUSTS
    assert (natural_odds(1), natural_odds(6)) == (Fraction(32, 663), Fraction(192, 4043))


def test_a_natural_makes_a_dealers_natural_rarer() -> None:
    """CASES.md: P(dealer natural | player natural) is 437/9579 with six decks."""
    rest = shoe(6)
    rest[1] -= 1
    rest[10] -= 1
    assert by_total(dealer_totals(rest))["natural"] == Fraction(437, 9579)
