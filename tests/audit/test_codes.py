"""Events as numbers of their texts: whatever the texts are, each event's is found again by its number."""

import msgspec
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from audit.facts import codes
from audit.facts.grammar import parse

WORDS = ["", "a", "1 bet 2", "1 bet 20", "1 hit AS", "12 hit AS", "1 stand", "1 decline", "1 decline insurance", "2 decline insurance"]
SHUFFLES = [
    f"D shuffle {n}" for n in ("", "0", "00", "07", "7", "-7", "7 ", "70000", "9" * 11, "9" * 12, "1" + "0" * 12, "9" * 15, "x", "1x")
]
REPEATED = st.builds(lambda letter, length: letter * length, st.sampled_from("ab "), st.integers(0, 40))
LIKE = st.builds(lambda text, at, letter: text[:at] + letter + text[at + 1 :], REPEATED, st.integers(0, 40), st.sampled_from("abc~"))
PLAIN = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters='"\\'), max_size=12)
TEXT = st.sampled_from([*WORDS, *SHUFFLES]) | REPEATED | LIKE | PLAIN
LOGS = st.lists(st.lists(TEXT, min_size=1, max_size=12), max_size=12)


def raw(log):
    return msgspec.Raw(msgspec.json.encode(log))


def as_by_dictionary(logs):
    lengths = np.array([len(log) for log in logs], dtype=np.int64)
    return codes.coded_texts(lengths, [event for log in logs for event in log])


def assert_same(got, logs):
    due = as_by_dictionary(logs)
    assert [got.texts[code] for code in got.codes] == [event for log in logs for event in log]
    assert np.array_equal(got.lengths, due.lengths)
    assert np.array_equal(got.meanings[got.codes], due.meanings[due.codes])
    assert len(got.texts) == len(got.meanings)
    others = [text for text in got.texts if not text.startswith("D shuffle ")]
    assert len(others) == len(set(others))
    for name in ("lengths", "codes", "meanings"):
        assert getattr(got, name).dtype == getattr(due, name).dtype


@pytest.fixture(params=[(1, 1), (3, 2)], ids=["a log at a time", "three at a time"])
def _small_pieces(request, monkeypatch):
    """Pieces so small that what one knows the next one uses."""
    monkeypatch.setattr(codes, "PIECE", request.param[0])
    monkeypatch.setattr(codes, "FIRST_PIECE", request.param[1])


@pytest.mark.usefixtures("_small_pieces")
class TestNumbers:
    @given(LOGS)
    @example([["D shuffle 7", "1 bet 2"], ["D shuffle 7", "D shuffle 70000"], ["1 bet 2", "D shuffle 07"]])
    @example([["a" * 16, "a" * 17], ["a" * 17, "a" * 16, "a" * 24, "a" * 25], ["a" * 25, "a" * 24, "a" * 23 + "b", "a" * 26]])
    def test_lead_back_to_every_text(self, logs):
        assert_same(codes.coded([raw(log) for log in logs]), logs)

    @pytest.mark.parametrize(("places", "most"), [(1, 1 << 16), (1, 2), (16, 3), (16, 1)])
    def test_do_not_depend_on_the_table(self, monkeypatch, places, most):
        """Every text wants the same place of two, or there is no room for it."""
        monkeypatch.setattr(codes, "_PLACES", places)
        monkeypatch.setattr(codes, "_MOST", most)
        logs = [[*WORDS[at:], *SHUFFLES, *WORDS[:at], "b" * (at + 1)] for at in range(len(WORDS))]
        assert_same(codes.coded([raw(log) for log in logs * 2]), logs * 2)

    def test_mean_what_each_text_means(self):
        got = codes.coded([raw([*WORDS, *SHUFFLES])])
        assert [tuple(row) for row in got.meanings.tolist()] == [tuple(parse(text)) for text in got.texts]


def test_logs_longer_than_a_piece_follow_each_other() -> None:
    logs = [[f"{at % 7} bet {at % 50}", "D show", f"D shuffle {at % 600}"] for at in range(2 * codes.PIECE)]
    assert_same(codes.coded([raw(log) for log in logs]), logs)


@pytest.mark.parametrize(
    "log",
    [
        b"[]",
        b'["a", "b"]',
        b'[ "a"]',
        b'["a","b" ]',
        b'["a",1,"b"]',
        b'["a",["b"]]',
        b'[["a"],["b"]]',
        b'["a",{"b":"c"}]',
        b'{"a":"b"}',
        b'"a"',
        b"1",
        b"null",
        b'["a\\u0062"]',
        b'["a\\"b"]',
        b'["a\0"]',
        '["a","é"]'.encode(),
        b'["a","\xff"]',
    ],
)
def test_a_log_that_is_not_as_logs_usually_are_is_left_to_others(log: bytes) -> None:
    usual = raw(["1 bet 2", "D show"])
    for logs in ([log], [usual, log], [log, usual], [usual, log, usual]):
        with pytest.raises(msgspec.DecodeError):
            codes.coded([msgspec.Raw(one) if isinstance(one, bytes) else one for one in logs])
