"""Lines: one test for each way to be wrong (FORMAT §2)."""

import json
from itertools import pairwise

import attrs
import msgspec
import numpy as np
import pytest

from audit.errors import LineError
from audit.facts.rounds import decode_rounds
from audit.lines import decode_line
from audit.records import Seat, Unknown

TIME = "2026-01-31T23:59:59Z"
HASH = "ab" * 32
RULING = {"about": 3, "prev": 4, "record": "ruling", "seq": 5, "session": 1, "text": 'Ann says "push"', "time": TIME}
ROUND = {
    "after": [-2, 102], "banker": 0, "before": [0, 100], "log": ["D shuffle 1", "1 bet 2"], "prev": 4, "record": "round", "round": 1,
    "seq": 5, "session": 1, "shoes": [{"first": 0, "index": 1, "seed": HASH}], "time": TIME,
}  # fmt: skip
SEAT = {
    "boxes": [1], "entropy_hash": HASH, "key": None, "name": "Ann", "prev": 1, "record": "seat", "seat": 1, "seq": 2, "session": 1,
    "source": "house", "stack": 100, "time": TIME,
}  # fmt: skip

ANSWER = {"answer": "1 hit", "event": 7, "seat": 1, "seen": 7, "signature": "A" * 86 + "=="}
SIGNED = {"answers": [ANSWER], "prev": 4, "record": "signed", "round": 1, "seq": 5, "session": 1, "time": TIME}


def encoded(record):
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


@pytest.mark.parametrize("record", [RULING, ROUND, SEAT, SIGNED])
def test_a_right_line_is_decoded(record):
    decoded = decode_line(encoded(record), 5)
    assert msgspec.to_builtins(decoded) == record


BAD_BYTES = {
    "white space": (b'"about":3', b'"about": 3', "canonical"),
    "a fraction": (b'"about":3', b'"about":3.0', "Expected `int`, got `float`"),
    "an exponent": (b'"about":3', b'"about":3e0', "Expected `int`, got `float`"),
    "minus zero": (b'"about":3', b'"about":-0', "canonical"),
    "a leading zero": (b'"about":3', b'"about":03', "not JSON"),
    "a key twice": (b'"about":3', b'"about":2,"about":3', "canonical"),
    "a key too many": (b'"about":3', b'"about":3,"above":3', "unknown field"),
    "a key too few": (b'"about":3,', b"", "missing required field"),
    "true for one": (b'"session":1', b'"session":true', "Expected `int`, got `bool`"),
    "text for a number": (b'"session":1', b'"session":"1"', "Expected `int`, got `str`"),
    "null": (b'"session":1', b'"session":null', "Expected `int`, got `null`"),
    "an odd escape": (b"Ann", b"\\u0041nn", "canonical"),
    "an escaped slash": (b"Ann", b"A\\/n", "canonical"),
    "keys out of order": (b'"about":3,"prev":4', b'"prev":4,"about":3', "canonical"),
    "a number too large": (b'"about":3', b'"about":9007199254740992', "Expected `int` <= 9007199254740991"),
    "a negative seq": (b'"seq":5', b'"seq":-5', "Expected `int` >= 0"),
    "something after it": (b'9Z"}', b'9Z"} ', "canonical"),
    "two objects": (b'9Z"}', b'9Z"}{}', "not JSON"),
    "a byte that is no text": (b"Ann", b"\xff", "not JSON"),
    "a lone surrogate": (b"Ann", b"\\ud800", "not JSON"),
    "a carriage return": (b'9Z"}', b'9Z"}\r', "canonical"),
    "no such day": (b"2026-01-31", b"2026-02-31", "no calendar"),
    "another time zone": (b"59Z", b"59+00:00", "not a time"),
    "a leap second": (b"59Z", b"60Z", "no calendar"),
    "a line separator": (b"Ann", "A\u2028n".encode(), "unprintable"),
    "a control character": (b"Ann", b"A\\u0007n", "unprintable"),
    "a turn of writing direction": (b"Ann", "A\u202en".encode(), "unprintable"),
    "another form of a letter": (b"Ann", "Ane\u0301".encode(), "NFC"),
    "an odd space": (b"Ann", "A\u00a0n".encode(), "odd space"),
    "two spaces": (b"Ann", b"A  n", "two in a row"),
    "a space at the end": (b'push\\"', b"push ", "space at an end"),
    "too long a text": (b"Ann", b"A" * 501, "500 characters"),
}


@pytest.mark.parametrize(("old", "new", "said"), BAD_BYTES.values(), ids=BAD_BYTES)
def test_a_line_is_refused_for(old, new, said):
    raw = encoded(RULING).replace(old, new)
    assert raw != encoded(RULING)
    with pytest.raises(LineError, match="Line 5 of the ledger") as refused:
        decode_line(raw, 5)
    assert said in str(refused.value)
    assert str(refused.value).count("\n") == 0


BAD_SEATS = {
    "upper-case hash": ({"entropy_hash": HASH.upper()}, "64 lower-case"),
    "short hash": ({"entropy_hash": HASH[2:]}, "64 lower-case"),
    "newline after a hash": ({"entropy_hash": HASH + "\n"}, "64 lower-case"),
    "long name": ({"name": "A" * 33}, "1 to 32"),
    "empty name": ({"name": ""}, "1 to 32"),
    "unknown source": ({"source": "mine"}, "Invalid enum value"),
    "no stack": ({"stack": 0}, ">= 1"),
    "stack too large": ({"stack": 10**12 + 1}, "<= 1000000000000"),
    "seat 17": ({"seat": 17}, "<= 16"),
    "short key": ({"key": "AAAA"}, "base64 of 32 bytes"),
    "key with loose bits": ({"key": "A" * 42 + "B="}, "base64 of 32 bytes"),
    "unpadded key": ({"key": "A" * 43}, "base64 of 32 bytes"),
}


@pytest.mark.parametrize(("change", "said"), BAD_SEATS.values(), ids=BAD_SEATS)
def test_a_seat_is_refused_for(change, said):
    with pytest.raises(LineError, match=said):
        decode_line(encoded(SEAT | change), 2)


BAD_ANSWERS = {
    "none at all": ([], "length >= 1"),
    "more than a record holds": ([ANSWER] * 257, "length <= 256"),
    "short signature": ([ANSWER | {"signature": "AAAA"}], "base64 of 64 bytes"),
    "signature with loose bits": ([ANSWER | {"signature": "A" * 85 + "B=="}], "base64 of 64 bytes"),
    "no act": ([ANSWER | {"answer": "1"}], "is not who, a space, and what they do"),
    "two spaces": ([ANSWER | {"answer": "1  hit"}], "is not who, a space, and what they do"),
    "no text": ([ANSWER | {"answer": "1 hi\u0301t"}], "is not who, a space, and what they do"),
    "a newline": ([ANSWER | {"answer": "1 hit\n"}], "is not who, a space, and what they do"),
    "seat 0": ([ANSWER | {"seat": 0}], ">= 1"),
    "a key too many": ([ANSWER | {"round": 1}], "unknown field"),
}


@pytest.mark.parametrize(("answers", "said"), BAD_ANSWERS.values(), ids=BAD_ANSWERS)
def test_signed_answers_are_refused_for(answers, said):
    with pytest.raises(LineError, match=said):
        decode_line(encoded(SIGNED | {"answers": answers}), 5)


def test_a_line_of_65535_bytes_is_right_and_one_more_is_not():
    room = 65_535 - len(encoded(ROUND | {"log": [""]}))
    right = encoded(ROUND | {"log": ["x" * room]})
    assert len(right) == 65_535
    assert decode_line(right, 5).seq == 5
    assert decode_rounds([right], 5).seq == [5]
    for decode in (lambda raw: decode_line(raw, 5), lambda raw: decode_rounds([raw], 5)):
        with pytest.raises(LineError, match="has 65536 bytes"):
            decode(encoded(ROUND | {"log": ["x" * (room + 1)]}))


@pytest.mark.parametrize("raw", [b"", b"null", b"[]", b"7", b'"record"', b"{}", b'{"record":7}'])
def test_what_is_no_record_is_refused(raw):
    with pytest.raises(LineError):
        decode_line(raw, 0)


def test_a_kind_that_came_later_is_named_and_not_refused():
    assert decode_line(b'{"record":"weather","seq":5,"sky":{"blue":[1,null]},"time":"t"}', 5) == Unknown("weather", 5)


@pytest.mark.parametrize(
    "raw", [b'{"record":"weather","seq":5,"sky":1.5,"time":"t"}', b'{"record":"weather", "seq":5,"time":"t"}', b'{"record":"w"}']
)
def test_a_kind_that_came_later_must_be_canonical_too(raw):
    with pytest.raises(LineError, match="unknown kind"):
        decode_line(raw, 5)


class TestRoundsInBulk:
    """Rounds are decoded many at once, and no less strictly."""

    def test_they_come_out_as_they_went_in(self):
        rounds = decode_rounds([encoded(ROUND), encoded(RULING), encoded(ROUND | {"log": ["D show"]})], 5)
        assert rounds.seq == [5, 7]
        assert [rounds.texts[code] for code in rounds.codes] == ["D shuffle 1", "1 bet 2", "D show"]
        assert rounds.lengths.tolist() == [2, 1]

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            (b'"1 bet 2"', b' "1 bet 2"'),
            (b'["D', b'[ "D'),
            (b'"1 bet 2"]', b'"1 bet 2" ]'),
            (b"1 bet 2", b"1 \\u0062et 2"),
            (b'"1 bet 2"', b"7"),
            (b'"1 bet 2"', b"null"),
            (b'"1 bet 2"', b'["1 bet 2"]'),
            (b'"log":["D shuffle 1","1 bet 2"]', b'"log":"D shuffle 1"'),
            (b'"before":[0,100]', b'"before":[0,100.0]'),
            (b'"before":[0,100]', b'"before":[0,1e2]'),
            (b'"round":1,', b'"round":1,"round":1,'),
            (b'"index":1', b'"index":0'),
            (b'"seed":"ab', b'"seed":"AB'),
            (b'"seed":"ab', b'"seed":"'),
            (b"2026-01", b"2026-13"),
        ],
    )
    def test_a_round_is_refused_however_slightly_it_is_wrong(self, old, new):
        raw = encoded(ROUND).replace(old, new, 1)
        assert raw != encoded(ROUND)
        with pytest.raises(LineError, match="Line 6 "):
            decode_rounds([encoded(ROUND), raw], 5)

    @pytest.mark.parametrize("log", [[], [""], ["é"], ['","'], ["\\"], ["1 bet 2", "x y"]])
    def test_logs_of_any_strings_are_read(self, log):
        rounds = decode_rounds([encoded(ROUND | {"log": log}), encoded(ROUND)], 5)
        assert [rounds.texts[code] for code in rounds.codes] == [*log, "D shuffle 1", "1 bet 2"]

    def test_they_are_the_same_as_one_by_one(self):
        """A log with an escape has all the rounds beside it decoded one by one."""
        shoes = [[{"first": 7, "index": 1, "seed": HASH}, {"first": 0, "index": 2, "seed": None}], [], ROUND["shoes"]]
        balances = [[0, 100, -5], [1], [2**53 - 1, -(2**53) + 1], [*range(30)]]
        lines = [encoded(ROUND | {"shoes": some, "before": some_money}) for some in shoes for some_money in balances]
        at_once, slowly = decode_rounds(lines, 5), decode_rounds([*lines, encoded(ROUND | {"log": ["é"]})], 5)
        slowly = slowly.only(np.arange(len(lines) + 1) < len(lines))
        assert at_once.seq == slowly.seq
        assert at_once.records == slowly.records
        for name, column in at_once.columns.items():
            assert np.array_equal(column, slowly.columns[name]), name
        for name, column in attrs.asdict(at_once.uses).items():
            assert np.array_equal(column, getattr(slowly.uses, name)), name
        assert [at_once.texts[code] for code in at_once.codes] == [slowly.texts[code] for code in slowly.codes]
        assert np.array_equal(at_once.parsed[at_once.codes], slowly.parsed[slowly.codes])

    @pytest.mark.parametrize("last", [[5, 6], [5], [5, 6, 7], []])
    def test_balances_that_go_on_are_those_of_each_line(self, last):
        """Each round begins with what the one before it ended with, as in a session."""
        balances = [[1, 2], [3, 4], [7], last]
        lines = [encoded(ROUND | {"before": before, "after": after}) for before, after in pairwise(balances)]
        columns = decode_rounds(lines, 5).columns
        assert [row[:3] for row in columns["before"].tolist()] == [[1, 2, 0], [3, 4, 0], [7, 0, 0]]
        assert [row[:3] for row in columns["after"].tolist()] == [[3, 4, 0], [7, 0, 0], [*last, 0, 0, 0][:3]]
        assert columns["before_count"].tolist() == [2, 2, 1]
        assert columns["after_count"].tolist() == [2, 1, len(last)]

    def test_a_round_hidden_in_another_record_is_refused(self):
        with pytest.raises(LineError):
            decode_rounds([b'{"a":{"record":"round"},"record":"weather","seq":5,"time":"t"}'], 5)

    def test_a_log_nested_without_end_is_refused(self):
        with pytest.raises(LineError):
            decode_rounds([encoded(ROUND).replace(b'"1 bet 2"', b"[" * 30_000 + b"]" * 30_000)], 5)


@pytest.mark.parametrize("kind", ["weather", "open", "seat", "round", "close"])
@pytest.mark.parametrize("depth", [20, 500, 1_100, 30_000])
def test_a_line_nested_without_end_is_refused(kind, depth):
    raw = b'{"after":' + b"[" * depth + b"]" * depth + b',"record":"%s","seq":5,"time":"%s"}' % (kind.encode(), TIME.encode())
    with pytest.raises(LineError, match=r"^Line 5 .*\.$"):
        decode_line(raw, 5)


def test_a_character_that_this_unicode_does_not_know_is_no_fault():
    """FORMAT §2: which are unassigned depends on the reader's version."""
    assert isinstance(decode_line(encoded(SEAT | {"name": "A\u0378"}), 2), Seat)


def test_what_a_stranger_wrote_does_not_reach_the_terminal():
    with pytest.raises(LineError) as raised:
        decode_line(b'{"record":"\\u001b[2J\\nCLEAN","seq":1}', 1)
    assert str(raised.value).isprintable()
