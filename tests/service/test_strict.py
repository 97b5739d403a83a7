"""Bodies are read strictly (FORMAT.md §2)."""

from __future__ import annotations

import re

import pytest

from ledger.service.api.strict import Reader
from ledger.service.orders import AnswerGiven
from ledger.service.refusals import Kind, Refused

QUESTION = "a" * 64
GOOD = f'{{"answer":"1 hit","question":"{QUESTION}","signature":null}}'


def test_a_body_of_the_form_is_read_in_any_layout() -> None:
    given = Reader(AnswerGiven).read(GOOD.replace(",", " ,\n").encode())
    assert given == AnswerGiven(answer="1 hit", question=QUESTION, signature=None)


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        (b"", Kind.MALFORMED, "not a JSON text"),
        (GOOD.encode()[:-1], Kind.MALFORMED, "not a JSON text"),
        (GOOD.encode() + b"{}", Kind.MALFORMED, "not a JSON text"),
        (b"\xef\xbb\xbf" + GOOD.encode(), Kind.MALFORMED, "not a JSON text"),
        (GOOD.encode("utf-16"), Kind.MALFORMED, "not a JSON text"),
        (GOOD.replace("hit", "\\ud800").encode(), Kind.MALFORMED, "not a JSON text"),
        (b"[" * 100_000, Kind.MALFORMED, "not a JSON text"),
        (b'{"answer":' + b"9" * 5_000 + b"}", Kind.MALFORMED, "not a JSON text"),
        (GOOD.replace("}", ',"answer":"1 stand"}').encode(), Kind.MALFORMED, "a key twice"),
        (GOOD.replace("}", ',"ans\\u0077er":"1 stand"}').encode(), Kind.MALFORMED, "a key twice"),
        (GOOD.replace("}", ',"secret":"x"}').encode(), Kind.NOT_AS_DESCRIBED, "a field that is not known"),
        (GOOD.replace('"1 hit"', "1").encode(), Kind.NOT_AS_DESCRIBED, "at $.answer"),
        (GOOD.replace(QUESTION, QUESTION + "\\n").encode(), Kind.NOT_AS_DESCRIBED, "at $.question"),
        (GOOD.replace("null", '""').encode(), Kind.NOT_AS_DESCRIBED, "at $.signature"),
        (b'{"answer":"1 hit"}', Kind.NOT_AS_DESCRIBED, "missing required field question"),
        (b"[]", Kind.NOT_AS_DESCRIBED, "got array"),
    ],
)
def test_what_is_not_of_the_form_is_refused_by_place_and_never_quoted(body, kind, words) -> None:
    with pytest.raises(Refused, match=re.escape(words)) as refused:
        Reader(AnswerGiven).read(body)
    assert refused.value.kind is kind
    assert "secret" not in refused.value.detail
