"""Events of logs as numbers of their distinct texts, so that each text becomes a string once and is read once (DESIGN §6).

A string and a look-up for each event was half of what decoding a round cost (6 of 13 µs, 38 events a round). Here a dictionary still says
which text has which number, but it is asked only for texts that are not, word for word, in a small table of those that were met before. So
the table decides how long it takes, never what comes out; and logs are taken in pieces whose numbers stay in the processor's cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import attrs
import msgspec
import numpy as np

from audit.facts.columns import Array
from audit.facts.grammar import BANKER, NO_CARD, VERB, Parsed, parse

PIECE = 512
"""Logs taken at once; of 128 to 2048 the quickest."""
FIRST_PIECE = 32
"""Logs taken first: few, as everything in them is new."""
WORD, PAIR, TRIPLE = 8, 16, 24
"""Bytes of words; a text that is longer than three is left to the dictionary."""
_PAD = b" " * 32
"""After the last log, so that three words can be read from every byte of it."""
_QUOTE, _OPENS, _CLOSES = b'"[]'
_MASKS = np.array([(1 << 8 * length) - 1 for length in range(WORD + 1)], dtype=np.uint64)
"""What of a word belongs to a text of so many bytes."""
_LOW, _HIGH = _MASKS[np.minimum(np.arange(PAIR + 1), WORD)], _MASKS[np.maximum(np.arange(PAIR + 1) - WORD, 0)]
_LONG = np.uint64(1 << 63)
"""Set in the second word of a text that has a third one; letters of ASCII leave it free."""
_NOTHING = np.uint64(2**64 - 1)
"""A word that no text in ASCII has."""
_PLACES = 16
"""Bits of a place in the table: a few thousand texts then seldom share one."""
_MOST = 1 << 16
"""Texts kept at most."""
_MULTIPLIERS = tuple(np.uint64(odd) for odd in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xBF58476D1CE4E5B9))
_SHUFFLED = -1
_SHUFFLE = "D shuffle "
_SHUFFLE_LOW = np.uint64(int.from_bytes(b"D shuffl", "little"))
_SHUFFLE_HIGH = np.uint64(int.from_bytes(b"e ", "little"))
_TWO_LETTERS = np.uint64(0xFFFF)
_DIGITS = 12
"""Digits of every number that an event may have (FORMAT §2) but 10^12 itself."""


@attrs.frozen
class Coded:
    """Logs as numbers of texts: by log, how many events it has; by event, the number of its text; texts in the order of their numbers.

    `meanings` has a row of the fields of Parsed for each text. Two shuffles of the same number may have a text each.
    """

    lengths: Array
    codes: Array
    texts: list[str]
    meanings: Array


def coded(logs: Sequence[msgspec.Raw]) -> Coded:
    """Logs as they stand in their lines; raises DecodeError for any that is not plain strings in ASCII without anything between."""
    table = _Table()
    lengths, codes, shuffled = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int32)], [np.zeros(0, dtype=np.int64)]
    at, end = 0, FIRST_PIECE
    while at < len(logs):
        piece = _split(logs[at:end])
        lengths.append(piece.lengths)
        found, numbers = table.codes(piece)
        codes.append(found)
        shuffled.append(numbers)
        at, end = end, end + PIECE
    return _numbered_last(table.texts, np.concatenate(lengths), np.concatenate(codes), np.concatenate(shuffled))


def _numbered_last(texts: list[str], lengths: Array, codes: Array, numbers: Array) -> Coded:
    """Give the shuffles, of which only their `numbers` are known, texts after all others: there is a new one for nearly every shoe."""
    codes[codes == _SHUFFLED] = np.arange(len(texts), len(texts) + len(numbers), dtype=np.int32)
    of_shuffles = np.empty((len(numbers), len(Parsed._fields)), dtype=np.int64)
    of_shuffles[:] = Parsed(VERB["shuffle"], BANKER, card=NO_CARD, second=NO_CARD)
    of_shuffles[:, Parsed._fields.index("n")] = numbers
    told = [f"{_SHUFFLE}{number}" for number in numbers.tolist()]
    return Coded(lengths, codes, texts + told, np.concatenate([_rows(texts), of_shuffles]))


def coded_texts(lengths: Array, events: Sequence[str]) -> Coded:
    """Logs of so many events each, of any texts."""
    numbers: dict[str, int] = {}
    codes = _numbered(numbers, events)
    return Coded(lengths, codes, list(numbers), _rows(list(numbers)))


def _numbered(numbers: dict[str, int], texts: Sequence[str]) -> Array:
    """Number of each text; one that is met for the first time gets the next."""
    number = numbers.setdefault
    return np.array([number(text, len(numbers)) for text in texts], dtype=np.int32)


@attrs.frozen
class _Piece:
    """Some logs one after another; by log, how many events it has; by event, where its text begins and ends."""

    text: bytes
    lengths: Array
    start: Array
    end: Array


def _split(logs: Sequence[msgspec.Raw]) -> _Piece:
    text = b"".join([*logs, _PAD])
    if not text.isascii() or b"\\" in text or b"\0" in text or text[:2] != b'["' or text[-len(_PAD) - 2 : -len(_PAD)] != b'"]':
        raise msgspec.DecodeError
    letters = np.frombuffer(text, dtype=np.uint8)
    quotes = np.flatnonzero(letters == _QUOTE)  # no quote is escaped, so every other one ends a string
    start, end = quotes[::2] + 1, quotes[1::2].copy()
    between = start[1:] - end[:-1]
    turn = np.flatnonzero(between != len('","'))  # else a comma: nothing else of one letter stands between two strings of a list
    last = end[turn]
    apart = (between[turn] == len('"]["')) & (letters[last + 1] == _CLOSES) & (letters[last + 2] == _OPENS)
    if len(turn) != len(logs) - 1 or not apart.all():
        raise msgspec.DecodeError
    ends = np.append(turn + 1, len(start))
    ends[1:] -= ends[:-1].copy()
    return _Piece(text, ends, start, end)


class _Table:
    """Numbers of the texts met so far; some of them are kept: at the place that a text's words give, its row among those kept, or 0."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._row = np.zeros(1 << _PLACES, dtype=np.int64)
        self._last = np.empty(1 << _PLACES, dtype=np.int64)
        self._words = np.empty((3, _MOST), dtype=np.uint64)
        self._words[:, 0] = _NOTHING
        self._number = np.zeros(_MOST, dtype=np.int32)
        self._rows = 1

    @property
    def texts(self) -> list[str]:
        """Texts in the order of their numbers."""
        return list(self._numbers)

    def codes(self, piece: _Piece) -> tuple[Array, Array]:
        """Give (number of each event's text, _SHUFFLED for a shuffle; the numbers that the shuffles tell)."""
        words = np.ndarray((len(piece.text) - WORD + 1,), "<u8", piece.text, 0, (1,))  # the one that begins at each byte
        length = piece.end - piece.start
        short = np.minimum(length, PAIR)
        low, high = words[piece.start] & _LOW.take(short), words[piece.start + WORD] & _HIGH.take(short)
        long = np.flatnonzero(length > PAIR)
        third = words[piece.start[long] + PAIR] & _MASKS[np.minimum(length[long] - PAIR, WORD)]
        high[long] |= _LONG
        mixed = (low * _MULTIPLIERS[0]) ^ (high * _MULTIPLIERS[1])
        mixed[long] ^= third * _MULTIPLIERS[2]
        place = (mixed >> np.uint64(64 - _PLACES)).view(np.int64)
        row = self._row.take(place)
        known = (self._words[0].take(row) == low) & (self._words[1].take(row) == high)
        known[long] &= (self._words[2][row[long]] == third) & (length[long] <= TRIPLE)
        result: Array = self._number.take(row)
        new = np.flatnonzero(~known)
        if not len(new):
            return result, np.zeros(0, dtype=np.int64)
        thirds = np.zeros(len(low), dtype=np.uint64)
        thirds[long] = third
        is_shuffle, numbers = _shuffles(low[new], high[new], thirds[new], length[new])
        result[new[is_shuffle]] = _SHUFFLED
        others = new[~is_shuffle]
        result[others] = self._asked(piece, others)
        kept = others[length[others] <= TRIPLE]
        self._keep(place[kept], (low[kept], high[kept], thirds[kept]), result[kept])
        return result, numbers

    def _asked(self, piece: _Piece, events: Array) -> Array:
        """Numbers of the texts of events by the dictionary."""
        text = piece.text.decode("ascii")
        texts = [text[start:end] for start, end in zip(piece.start[events].tolist(), piece.end[events].tolist(), strict=True)]
        return _numbered(self._numbers, texts)

    def _keep(self, place: Array, words: tuple[Array, Array, Array], number: Array) -> None:
        """Keep texts whose place is free, one for each place, as long as there is room."""
        self._last[place] = np.arange(len(place))
        chosen = np.flatnonzero((self._row[place] == 0) & (self._last[place] == np.arange(len(place))))[: _MOST - self._rows]
        rows = np.arange(self._rows, self._rows + len(chosen))
        self._rows += len(chosen)
        self._row[place[chosen]], self._number[rows] = rows, number[chosen]
        for kept, values in zip(self._words, words, strict=True):
            kept[rows] = values[chosen]


def _shuffles(low: Array, high: Array, third: Array, length: Array) -> tuple[Array, Array]:
    """Give (which texts, by their words and lengths, are shuffles that tell a number as an event must; those numbers)."""
    found = np.flatnonzero((low == _SHUFFLE_LOW) & ((high & _TWO_LETTERS) == _SHUFFLE_HIGH))
    letters = np.stack([high[found] & ~_LONG, third[found]], axis=1).astype("<u8").view(np.uint8)[:, len(_SHUFFLE) - WORD :]
    right, numbers = _numbers(letters, length[found] - len(_SHUFFLE))
    result = np.zeros(len(low), dtype=bool)
    result[found[right]] = True
    return result, numbers


def _numbers(letters: Array, length: Array) -> tuple[Array, Array]:
    """Give (which rows of letters are a number of at most 12 digits, written as an event must; those numbers)."""
    number, right = np.zeros(len(letters), dtype=np.int64), (length >= 1) & (length <= _DIGITS)
    for place in range(min(_DIGITS, int(length.max(initial=0)))):
        digit, there = letters[:, place] - np.uint8(ord("0")), place < length
        right &= ~there | ((digit <= 9) & ((digit > 0) | (place > 0) | (length == 1)))
        number = np.where(there, number * 10 + digit, number)
    return right, number[right]


def _rows(texts: Sequence[str]) -> Array:
    """Meanings of texts one by one."""
    numbers = np.fromiter(chain.from_iterable(map(parse, texts)), dtype=np.int64, count=len(texts) * len(Parsed._fields))
    return numbers.reshape(len(texts), len(Parsed._fields))
