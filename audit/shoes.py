"""The order of the cards in a shoe (FORMAT §7): Fisher-Yates from the front, one shoe at a time or many at once.

A card is a number from 0 to 51: 13 · suit + rank, suits C D H S, ranks A 2 … 9 T J Q K; so the pack in order is 0, 1, …, 51, deck by deck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

RANKS = "A23456789TJQK"
SUITS = "CDHS"
NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
WORD = 4
TWO_32 = 1 << 32
BATCH = 2_048
"""Shoes shuffled at once: their pack stays in the cache."""

Cards = NDArray[np.uint8]
Read = Callable[[NDArray[np.int64], int], bytes]
"""`read(rows, n)` gives the first n bytes of the streams of these shoes, one after another."""
_WHOLE = np.arange(52, dtype=np.uint8)
_DECKS = {52: _WHOLE, 32: _WHOLE[~np.isin(_WHOLE % 13, (1, 2, 3, 4, 5))]}


def pack(decks: int, size: int = 52) -> Cards:
    """Cards of a full shoe, in order; shape (size · decks,). A pack of 32 has no ranks from 2 to 6 (C4.1)."""
    return np.tile(_DECKS[size], decks)


def below(n: int, words: Callable[[], int]) -> int:
    """Draw a number below n: a word from which the remainders would not be equally likely is passed over."""
    limit = TWO_32 - TWO_32 % n
    while (word := words()) >= limit:
        pass
    return word % n


def shuffled(cards: Sequence[int] | Cards, read: Callable[[int], bytes], wanted: int) -> Cards:
    """Shuffle one pack and give its first `wanted` cards; `read(n)` gives the first n bytes of its stream."""
    deck = [int(card) for card in cards]
    words = words_of(read, min(wanted, len(deck)))
    for i in range(min(wanted, len(deck) - 1)):
        j = i + below(len(deck) - i, words)
        deck[i], deck[j] = deck[j], deck[i]
    return np.array(deck[:wanted], dtype=np.uint8)


def words_of(read: Callable[[int], bytes], guess: int) -> Callable[[], int]:
    """Give the stream's words one after another, reading on as rejections demand."""
    data, at = read(WORD * (guess + 4)), 0

    def word() -> int:
        nonlocal data, at
        if at + WORD > len(data):
            data = read(2 * len(data))
        at += WORD
        return int.from_bytes(data[at - WORD : at], "big")

    return word


def shuffled_many(decks: int, read: Read, wanted: Sequence[int] | NDArray[np.int64], size: int = 52) -> Cards:
    """Shuffle many full shoes.

    The result has shape (shoes, max(wanted)); row i is right in its first `wanted[i]` places, and beyond them means nothing.
    """
    full = pack(decks, size)
    one_size = np.array([[len(full)]])
    need = np.asarray(wanted, dtype=np.int64)
    result = np.zeros((len(need), int(need.max(initial=0))), dtype=np.uint8)
    order = np.argsort(need, kind="stable")
    for start in range(0, len(order), BATCH):
        rows = order[start : start + BATCH]
        steps = int(need[rows].max())
        result[rows, :steps] = _batch(np.repeat(full, len(rows)).reshape(-1, len(rows)), one_size, read, rows, steps)
    return result


def shuffled_each(packs: Sequence[Cards], read: Read) -> Cards:
    """Shuffle many shoes of different cards as a whole. Row i has shoe i in its first `len(packs[i])` places."""
    sizes = np.array([len(cards) for cards in packs], dtype=np.int64)
    result = np.zeros((len(packs), int(sizes.max(initial=0))), dtype=np.uint8)
    order = np.argsort(sizes, kind="stable")
    for start in range(0, len(order), BATCH):
        rows = order[start : start + BATCH]
        steps = int(sizes[rows].max())
        deck = np.zeros((steps, len(rows)), dtype=np.uint8)
        for column, row in enumerate(rows.tolist()):
            deck[: sizes[row], column] = packs[row]
        result[rows, :steps] = _batch(deck, sizes[None, rows], read, rows, steps)
    return result


def _batch(deck: Cards, sizes: NDArray[np.int64], read: Read, rows: NDArray[np.int64], steps: int) -> Cards:
    """Shuffle the shoes `rows` as far as `steps` cards; shape (shoes, steps).

    `deck` has a shoe in each column, so that a batch of six decks has 640 kB and a step reads one row: to take cards out of it by their
    place in the whole costs a third of taking them by row and column. `sizes`: the cards in each shoe, or in all.
    """
    count, flat = len(rows), deck.reshape(-1)
    draws = max(min(steps, len(deck) - 1), 0)
    jump, rejected = _draws(read(rows, WORD * draws), sizes, (count, draws))
    packs = {at: deck[: sizes[0, at % sizes.shape[1]], at].copy() for at in rejected.tolist()}
    place = (jump + np.arange(draws)[:, None]) * count + np.arange(count)
    taken = np.empty(count, dtype=np.uint8)
    for i, there in enumerate(place):
        flat.take(there, out=taken, mode="clip")
        flat[there] = deck[i]
        deck[i] = taken
    result = deck[:steps].T
    for at, cards in packs.items():
        alone, wanted = rows[at : at + 1], min(steps, len(cards))
        result[at, :wanted] = shuffled(cards, partial(read, alone), wanted)
    return result


def _draws(raw: bytes, sizes: NDArray[np.int64], shape: tuple[int, int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Numbers of shape (draws, shoes), below the cards left each time, if no word is passed over; and the shoes where one must be."""
    words = np.frombuffer(raw, dtype=">u4").reshape(shape).T.astype(np.uint32, order="C")
    left = np.maximum(sizes - np.arange(shape[1])[:, None], 1)
    rejected = np.flatnonzero((words > (TWO_32 - 1 - TWO_32 % left).astype(np.uint32)).any(axis=0))
    words %= left.astype(np.uint32)
    return words.astype(np.int64), rejected


def cut_at(dealt: Cards, cuts: NDArray[np.int64], sizes: NDArray[np.int64]) -> Cards:
    """Cut whole shoes, one in each row: card i is then position (cut + i) mod size."""
    place = (cuts[:, None] + np.arange(dealt.shape[1])) % np.maximum(sizes, 1)[:, None]
    return np.take_along_axis(dealt, place, axis=1)


def discards(decks: int, table: Sequence[int] | NDArray[np.int64], size: int = 52) -> Cards:
    """Give the pack in order without the first copy of each card on the table (B6.2, G6); `table` lists them."""
    return without(pack(decks, size), np.bincount(np.asarray(table, dtype=np.int64), minlength=52))


def without(full: Cards, lying: NDArray[np.int64]) -> Cards:
    """Give a pack in order without the first `lying[card]` copies of each card."""
    decks = np.count_nonzero(full == 0)
    copy = np.repeat(np.arange(decks), len(full) // decks)
    return full[copy >= lying[full]]
