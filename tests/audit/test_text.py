"""Many lines as one text: the same lines, and the same ones found, as line by line."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from audit.lines import ROUND_MARK
from audit.text import LEAVES, OUT, ROUND, Text

BITS = [
    *(mark.text for mark in (ROUND, LEAVES, OUT)),
    b'"record":"seat"',
    b'"s1 leave"',
    b"c",
    b"v",
    b"u",
    b'"',
    b"",
    b"round",
    b'cc"record":',
]
CUT = [mark.text[:at] for mark in (ROUND, LEAVES, OUT) for at in (1, -1)] + [mark.text[1:] for mark in (ROUND, LEAVES, OUT)]
LINE = st.lists(st.sampled_from([*BITS, *CUT]), max_size=4).map(b"".join)
LINES = st.lists(LINE, max_size=8)


def in_a_file(lines):
    return Text.within(b"".join(line + b"\n" for line in lines) + b"the next li")


@given(LINES)
@example([ROUND_MARK])
@example([ROUND_MARK[:5], ROUND_MARK[5:]])
def test_it_has_the_lines_it_is_made_of(lines):
    for text in (Text.of(lines), in_a_file(lines), Text.joined([Text.of(lines[:2]), in_a_file(lines[2:])])):
        assert list(text) == lines
        assert list(text.views()) == lines
        assert [text[at] for at in range(len(lines))] == lines
        assert len(text) == len(lines)
        assert text.size == sum(map(len, lines)) + len(lines)
        assert text.longest == max(map(len, lines), default=0)
        assert text.whole() == b"".join(line + b"\n" for line in lines)


@given(LINES, st.integers(0, 8), st.integers(0, 8))
def test_marks_are_found_in_the_lines_that_have_them(lines, begin, end):
    for text in (Text.of(lines), in_a_file(lines)):
        part, mine = text[begin:end], lines[begin:end]
        assert list(part) == mine
        for mark in (ROUND, LEAVES, OUT):
            assert part.having(mark).tolist() == [at for at, line in enumerate(mine) if mark.text in line]
        assert part.having(LEAVES, OUT).tolist() == [at for at, line in enumerate(mine) if LEAVES.text in line or OUT.text in line]
        assert part.rounds.tolist() == [at for at, line in enumerate(mine) if ROUND_MARK in line]
        assert part.others == [at for at, line in enumerate(mine) if ROUND_MARK not in line]
        assert part.some(part.rounds) == b"".join(line + b"\n" for line in mine if ROUND_MARK in line)


@pytest.mark.parametrize("wanted", [[], [0], [2], [0, 1, 2], [0, 2], [1, 2]])
def test_some_lines_are_taken_out_in_stretches(wanted):
    assert Text.of([b"a", b"bc", b"def"]).some(np.array(wanted, dtype=np.int64)) == b"".join(
        [b"a\n", b"bc\n", b"def\n"][at] for at in wanted
    )


def test_a_newline_within_an_entry_ends_no_line():
    """An entry of a published tree may hold anything."""
    text = Text.of([b"a\n" + ROUND_MARK, b"b"])
    assert list(text) == [b"a\n" + ROUND_MARK, b"b"]
    assert text.rounds.tolist() == [0]
