"""Shoes: many at once as one by one, rejections too, and without bias (FORMAT §6, §7)."""

import hashlib
from collections import Counter
from functools import partial
from itertools import permutations

import numpy as np
import pytest

from audit.shoes import NAMES, below, cut_at, discards, pack, shuffled, shuffled_each, shuffled_many


def stream(number):
    return lambda length: hashlib.shake_256(b"shoe %d" % number).digest(length)


def streams_of(one):
    """Streams of many shoes at once, where `one(number)` is that of a shoe."""
    return lambda rows, length: b"".join(one(number)(length) for number in rows.tolist())


STREAMS = streams_of(stream)


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_many_shoes_are_those_shuffled_one_by_one(decks):
    wanted = np.array([0, 1, 5, 17, 30, 52, 52 * decks, 52 * decks - 1] * 3)
    many = shuffled_many(decks, STREAMS, wanted)
    for number, count in enumerate(wanted.tolist()):
        one = shuffled(pack(decks), stream(number), count)
        assert many[number, :count].tolist() == one.tolist()


def test_shoes_from_which_nothing_is_dealt_need_no_number():
    assert shuffled_many(6, STREAMS, [0, 0]).shape == (2, 0)


@pytest.mark.parametrize("size", [0, 1])
def test_shoes_too_small_to_be_shuffled_stay_as_they_are(size):
    """G6: all cards but one may lie on the table, or all of them."""
    assert shuffled_each([pack(1)[:size]] * 3, STREAMS).tolist() == [[0] * size] * 3


def test_more_shoes_than_one_batch_keep_their_order(monkeypatch):
    wanted = [3 + number % 7 for number in range(50)]
    whole = shuffled_many(6, STREAMS, wanted)
    monkeypatch.setattr("audit.shoes.BATCH", 8)
    batches = shuffled_many(6, STREAMS, wanted)
    for number, count in enumerate(wanted):
        assert batches[number, :count].tolist() == whole[number, :count].tolist()


def test_a_whole_shoe_holds_every_card_of_the_pack():
    for row in shuffled_many(2, STREAMS, [104] * 5):
        assert Counter(row.tolist()) == dict.fromkeys(range(52), 2)


@pytest.mark.parametrize("at", [0, 1, 2, 9])
def test_a_rejected_word_is_passed_over_in_that_shoe_only(at):
    """The word 2^32 − 1 is rejected for every n that is no power of two: 312 to 303 are none."""

    def with_rejection(length):
        plain = stream(1)(length)
        return (plain[: 4 * at] + b"\xff" * 8 + plain[4 * at :])[:length]

    streams = [stream(0), with_rejection, stream(2)]
    many = shuffled_many(6, streams_of(streams.__getitem__), [20, 20, 20])
    plain = shuffled(pack(6), stream(1), 20)
    assert many[1].tolist() == plain.tolist()
    assert many[0].tolist() == shuffled(pack(6), stream(0), 20).tolist()
    assert many[2].tolist() == shuffled(pack(6), stream(2), 20).tolist()


def test_words_below_the_limit_are_taken_and_those_at_it_are_not():
    limit = 2**32 - 2**32 % 312
    words = iter([limit, limit - 1])
    assert below(312, lambda: next(words)) == (limit - 1) % 312
    assert below(256, iter([2**32 - 1]).__next__) == 255


def first_bytes(data: bytes, length: int) -> bytes:
    return data[:length]


def test_three_and_four_cards_come_in_every_order_equally_often():
    """Each order of n cards must come from exactly one of the n! ways to draw (case 29)."""
    for n in (3, 4):
        seen: Counter[tuple[int, ...]] = Counter()
        draws: list[tuple[int, ...]] = [()]
        for left in range(n, 1, -1):
            draws = [(*before, r) for before in draws for r in range(left)]
        for drawn in draws:
            data = b"".join(number.to_bytes(4, "big") for number in drawn) + bytes(64)
            seen[tuple(shuffled(range(n), partial(first_bytes, data), n).tolist())] += 1
        assert seen == dict.fromkeys(permutations(range(n)), 1)


def test_discards_are_the_pack_in_order_without_the_table():
    on_table = [NAMES.index(name) for name in ("AC", "AC", "KS")]
    rest = discards(2, on_table).tolist()
    assert rest[:3] == [1, 2, 3]
    assert len(rest) == 101
    assert rest.count(0) == 0
    assert rest.count(51) == 1


def test_a_pack_of_thirty_two_runs_from_seven_to_ace():
    """C4.1."""
    assert [NAMES[card] for card in pack(1, 32)[:9].tolist()] == ["AC", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AD"]
    assert Counter(pack(2, 32).tolist()) == dict.fromkeys(pack(1, 32).tolist(), 2)
    many = shuffled_many(1, STREAMS, [32, 7], 32)
    assert many[0].tolist() == shuffled(pack(1, 32), stream(0), 32).tolist()
    assert sorted(many[0].tolist()) == sorted(pack(1, 32).tolist())


def test_shoes_of_different_cards_are_shuffled_at_once_as_one_by_one():
    packs = [discards(2, range(0, 50, step)) for step in (1, 7, 3, 50)] + [pack(1)[:1], pack(1)[:0], pack(4)]
    many = shuffled_each(packs, STREAMS)
    for number, cards in enumerate(packs):
        assert many[number, : len(cards)].tolist() == shuffled(cards, stream(number), len(cards)).tolist()


def test_a_rejection_in_a_small_shoe_among_others_is_passed_over():
    def with_rejection(length):
        return (b"\xff" * 8 + stream(1)(length))[:length]

    streams = [stream(0), with_rejection, stream(2)]
    packs = [pack(1), pack(1)[:5], pack(6)]
    many = shuffled_each(packs, streams_of(streams.__getitem__))
    assert many[1, :5].tolist() == shuffled(packs[1], stream(1), 5).tolist()
    assert many[2, :312].tolist() == shuffled(packs[2], stream(2), 312).tolist()


def test_a_cut_brings_the_card_at_the_cut_to_the_top():
    """B2.1, C1.3: card i of the shoe is position (c + i) mod m of the shuffled pack."""
    rows = np.array([[10, 11, 12, 13, 0], [20, 21, 22, 23, 24]], dtype=np.uint8)
    cut = cut_at(rows, np.array([1, 3]), np.array([4, 5]))
    assert cut[0, :4].tolist() == [11, 12, 13, 10]
    assert cut[1].tolist() == [23, 24, 20, 21, 22]
