"""Names and texts: the recorder refuses exactly what the audit would blame (FORMAT §2)."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from audit import values
from audit.rules import DOMAINS
from ledger import names
from ledger.errors import NameRefused, RuleError
from ledger.rules.domain import Sections, Words
from ledger.rules.ruleset import parameters

PAIRS = [("\u03b0", "\u03ab\u0301"), ("\u0390", "\u03aa\u0301"), ("\u01f0", "J\u030c"), ("Straße", "STRASSE"), ("ŉ", "ʼN"), ("ﬃ", "FFI")]
WORDS = {f"{table}.{name}": domain for table, name, domain, _, _ in parameters() if isinstance(domain, Words)}
TEXTS = [
    "",
    "x",
    "x" * 32,
    "x" * 33,
    " x",
    "x ",
    "a  b",
    "a b",
    "a\u00a0b",
    "a\u2028b",
    "e\u0301",
    "\u202e",
    "\u0378",
    "\ud800",
    "\ue000",
    "\x7f",
]


@pytest.mark.parametrize("pair", PAIRS)
def test_names_that_folding_takes_apart_are_alike_to_both(pair) -> None:
    """One NFKC is not enough: folding may decompose what NFKC composes again."""
    assert values.folded(pair[0]) == values.folded(pair[1])
    with pytest.raises(NameRefused, match="cannot be told apart"):
        names.check_players(pair)


def test_both_fold_every_awkward_character_alike() -> None:
    """Every character that case or composition changes."""
    awkward = [character for point in range(0x110000) if (normalize("NFC", character := chr(point)).casefold() != character)]
    assert len(awkward) > 2000
    assert [character for character in awkward if names.folded(character) != values.folded(character)] == []


@given(st.text(max_size=8))
def test_both_fold_any_name_alike(name) -> None:
    assert names.folded(name) == values.folded(name)


@given(st.text(max_size=40), st.sampled_from([32, 120]))
@example("a\u0301b", 32)
def test_both_allow_the_same_texts(text, longest) -> None:
    assert (not names.name_fault(text, longest)) == (values.text_fault(text, longest) is None)


@pytest.mark.parametrize("text", TEXTS)
def test_both_allow_the_same_awkward_texts(text) -> None:
    assert (not names.name_fault(text)) == (values.name_fault(text) is None)


@given(st.text(max_size=40))
@example("")
def test_both_allow_the_same_profiles(text) -> None:
    """FORMAT §5: what `Words` and `Sections` take, the audit takes."""
    for path, domain in WORDS.items():
        table, _, name = path.partition(".")
        assert takes(domain, text) == DOMAINS[table][name].holds(text)


@pytest.mark.parametrize("sections", [[], ["T"], ["T", "G"], ["X"], ["TG"], [""], "T", "", None, [1]])
def test_both_allow_the_same_sections(sections) -> None:
    assert takes(Sections(), sections) == DOMAINS["profile"]["clauses"].holds(sections)


def takes(domain, value) -> bool:
    """Whether the recorder's domain takes a value."""
    try:
        domain.read(value)
    except RuleError:
        return False
    return True
