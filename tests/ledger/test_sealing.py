"""Properties of the sealing that single vectors do not show (FORMAT §6, §7)."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from ledger.shoe.chain import LONGEST_CHAIN, SeedChain, default_chain_length, entropy_hash, entropy_root
from ledger.shoe.hashing import CARDS, CHAIN, Stream, frame, labelled_hash
from ledger.shoe.shuffle import _LIMITS, Shoe


class Written:
    """A stream of given words."""

    def __init__(self, words) -> None:
        self._words = iter(words)

    def words(self, count):
        return [next(self._words) for _ in range(count)]


def test_each_seed_is_the_hash_of_the_next() -> None:
    """FORMAT §6: so a revealed seed proves all before it and tells nothing of those after."""
    chain = SeedChain.ending_in(b"\x05" * 32, 50)
    assert all(labelled_hash(CHAIN, later) == earlier for earlier, later in zip(chain.seeds, chain.seeds[1:], strict=False))
    assert chain.length == 50


def test_a_chain_is_long_enough_unless_asked_otherwise() -> None:
    """FORMAT §6: 64 + 2 · rounds, at most 2^24."""
    assert default_chain_length(10) == 84
    assert default_chain_length(10**9) == LONGEST_CHAIN == 2**24


def test_secrets_do_not_show_in_a_representation() -> None:
    """A log or traceback must not give a seed away."""
    assert "\\x05" not in repr(SeedChain.ending_in(b"\x05" * 32, 2))


@given(st.lists(st.binary(max_size=6), max_size=5), st.lists(st.binary(max_size=6), max_size=5))
def test_different_parts_have_different_frames(one, other) -> None:
    """FORMAT §6."""
    assert (frame(*one) == frame(*other)) == (one == other)


def test_an_entropy_belongs_to_its_session_and_its_name() -> None:
    """FORMAT §6."""
    hashes = {entropy_hash(leaf, name, bytes(32)) for leaf in (b"a" * 32, b"b" * 32) for name in ("Ann", "Bo")}
    assert len(hashes) == 4
    assert entropy_root([("Ann", b"x" * 32), ("Bo", b"y" * 32)]) != entropy_root([("Bo", b"y" * 32), ("Ann", b"x" * 32)])


def test_words_that_would_bias_are_passed_over() -> None:
    """FORMAT §6: with three cards, a word from 2^32 − 1 up is skipped; the swap uses the next."""
    shoe = Shoe(1, [10, 11, 12], Written([2**32 - 1, 2, 1]))
    assert [shoe.next_card() for _ in range(3)] == [12, 10, 11]
    plain = Shoe(1, [10, 11, 12], Written([2, 1]))
    assert [plain.next_card() for _ in range(3)] == [12, 10, 11]


def test_rejections_anywhere_leave_the_rest_in_step() -> None:
    """FORMAT §6: a shoe whose words are all preceded by one that is passed over deals the same cards."""
    words = [int.from_bytes(sha256(bytes([at])).digest()[:3], "big") for at in range(99)]
    doubled = [word for at, fair in enumerate(words) for word in ((2**32 - 1, fair) if _LIMITS[100 - at] < 2**32 else (fair,))]
    plain, slow = Shoe(1, range(100), Written(words)), Shoe(1, range(100), Written(doubled))
    assert [plain.next_card() for _ in range(100)] == [slow.next_card() for _ in range(100)]


def test_every_order_of_three_and_four_cards_is_as_likely() -> None:
    """Case 29: with the words' remainders running through all values, each order comes up once."""
    for size in (3, 4):
        orders = Counter[tuple[int, ...]]()
        for first in range(size):
            for second in range(size - 1):
                for third in range(size - 2):
                    shoe = Shoe(1, range(size), Written([first, second, third]))
                    orders[tuple(shoe.next_card() for _ in range(size))] += 1
        assert set(orders.values()) == {1}
        assert len(orders) == (6 if size == 3 else 24)


@given(st.binary(max_size=8), st.lists(st.integers(1, 2**32), min_size=1, max_size=20))
def test_a_number_from_a_stream_is_below_its_bound(part, bounds) -> None:
    """FORMAT §6."""
    stream = Stream(CARDS, part)
    assert all(0 <= stream.below(bound) < bound for bound in bounds)


@given(st.binary(max_size=8), st.lists(st.integers(1, 9), min_size=1, max_size=9))
def test_a_stream_gives_the_same_words_however_it_is_read(part, helpings) -> None:
    """FORMAT §6: read from the front."""
    pieces = Stream(CARDS, part)
    assert [word for count in helpings for word in pieces.words(count)] == Stream(CARDS, part).words(sum(helpings))
