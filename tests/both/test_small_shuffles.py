"""Shuffles of three and four cards, every course of chance counted: each position holds each card equally often, or the shuffle is biased.

CASES.md 29 names three that other programs used; their statistics are exact fractions here, and so are those of the engine and of the audit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import factorial

import pytest

from audit.shoes import shuffled
from ledger.shoe.shuffle import Shoe

Course = tuple[Fraction, tuple[int, ...]]
"""A course that chance may take: its probability, and the order that comes of it."""


class Told:
    """A stream whose words are given."""

    def __init__(self, given: Sequence[int]) -> None:
        self.given = list(given)

    def words(self, count: int) -> list[int]:
        taken, self.given = self.given[:count], self.given[count:]
        return taken


def of_the_engine(n: int) -> Iterator[Course]:
    """The engine's own shoe, for every number that its stream may give at each step."""
    steps = [range(left) for left in range(n, 1, -1)]
    for numbers in product(*steps):
        shoe = Shoe(1, range(n), Told(numbers))
        yield Fraction(1, factorial(n)), tuple(shoe.next_card() for _ in range(n))


def of_the_audit(n: int) -> Iterator[Course]:
    """The audit's, likewise."""
    steps = [range(left) for left in range(n, 1, -1)]
    for numbers in product(*steps):
        stream = b"".join(number.to_bytes(4, "big") for number in numbers)
        order = shuffled(range(n), lambda wanted, stream=stream: stream.ljust(wanted, b"\0")[:wanted], n)  # type: ignore[misc]
        yield Fraction(1, factorial(n)), tuple(order.tolist())


def swap_with_any_index(n: int) -> Iterator[Course]:
    """Each place in turn changes with any place at all."""
    for others in product(range(n), repeat=n):
        cards = list(range(n))
        for i, other in enumerate(others):
            cards[i], cards[other] = cards[other], cards[i]
        yield Fraction(1, n**n), tuple(cards)


def floor_of_random_times_i(n: int) -> Iterator[Course]:
    """From the back, `floor(random · i)` where `i + 1` was meant: no card may stay."""
    for others in product(*(range(i) for i in range(n - 1, 0, -1))):
        cards = list(range(n))
        for i, other in zip(range(n - 1, 0, -1), others, strict=True):
            cards[i], cards[other] = cards[other], cards[i]
        yield Fraction(1, factorial(n - 1)), tuple(cards)


def sort_by_a_random_comparator(n: int) -> Iterator[Course]:
    """An insertion sort that tosses a coin for each comparison, for every row of tosses."""
    rows: list[list[bool]] = [[]]
    while rows:
        row = rows.pop()
        cards, tosses = list(range(n)), iter(row)
        try:
            for i in range(1, n):
                at = i
                while at > 0 and next(tosses):
                    cards[at - 1], cards[at] = cards[at], cards[at - 1]
                    at -= 1
        except StopIteration:
            rows += ([*row, False], [*row, True])
        else:
            yield Fraction(1, 2 ** len(row)), tuple(cards)


Shuffle = Callable[[int], Iterator[Course]]
BIASED: dict[Shuffle, dict[int, Fraction]] = {
    # How often the likeliest card comes to a position, with three cards and with four; it should be 1/3 and 1/4.
    swap_with_any_index: {3: Fraction(10, 27), 4: Fraction(75, 256)},
    floor_of_random_times_i: {3: Fraction(1, 2), 4: Fraction(1, 3)},
    sort_by_a_random_comparator: {3: Fraction(1, 2), 4: Fraction(1, 2)},
}


def positions(shuffle: Shuffle, n: int) -> dict[tuple[int, int], Fraction]:
    """P(card at position), for each."""
    odds = {(card, position): Fraction(0) for card, position in product(range(n), repeat=2)}
    for part, order in shuffle(n):
        for position, card in enumerate(order):
            odds[card, position] += part
    return odds


def orders(shuffle: Shuffle, n: int) -> dict[tuple[int, ...], Fraction]:
    """P(order), for each."""
    odds: dict[tuple[int, ...], Fraction] = dict.fromkeys(permutations(range(n)), Fraction(0))
    for part, order in shuffle(n):
        odds[order] += part
    return odds


@pytest.mark.parametrize("n", [3, 4])
@pytest.mark.parametrize("shuffle", [of_the_engine, of_the_audit])
def test_every_order_is_equally_likely(shuffle, n) -> None:
    """FORMAT §7, CASES.md 29: and so is every card at every position."""
    assert set(orders(shuffle, n).values()) == {Fraction(1, factorial(n))}
    assert set(positions(shuffle, n).values()) == {Fraction(1, n)}


@pytest.mark.parametrize("n", [3, 4])
@pytest.mark.parametrize("shuffle", BIASED)
def test_the_shuffles_of_other_programs_are_biased(shuffle, n) -> None:
    """CASES.md 29: some card comes to some position too often, exactly so."""
    odds = positions(shuffle, n)
    assert sum(odds.values()) == n
    assert set(odds.values()) != {Fraction(1, n)}
    assert max(odds.values()) == BIASED[shuffle][n]
    print(f"{shuffle.__name__}, {n} cards:", *(f"{card} at {position} {part}" for (card, position), part in odds.items()), sep="\n  ")
