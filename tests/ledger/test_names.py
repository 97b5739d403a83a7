"""Names of ledgers, tables and players (FORMAT §2)."""

from __future__ import annotations

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import LedgerError, NameRefused, SessionRefused
from ledger.names import check_ledger_name, check_name, check_players, name_fault
from ledger.plan import Plan
from ledger.rules.ruleset import load_profile


@pytest.mark.parametrize("name", ["Ann", "Борис", "Łukasz Żak", "O’Neil", "李小龙", "x", "n" * 32, "Ann 2", "é", "😀", "𝒜nn"])
def test_people_are_called_what_they_are_called(name) -> None:
    assert check_players([name]) == (name,)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "it is empty"),
        ("n" * 33, "it has 33 characters, and at most 32 are allowed"),
        ("A\nB", r"it holds the control character, invisible character or unusual space U\+000A"),
        ("A\x00", r"U\+0000"),
        ("A\x7f", r"U\+007F"),
        ("A\u202eB", r"U\+202E"),
        ("A\u200bB", r"U\+200B"),
        ("\ufeffA", r"U\+FEFF"),
        ("A\ue000", r"U\+E000"),
        ("A\U000e0041", r"U\+E0041"),
        ("A\u2028B", r"U\+2028"),
        ("A\u2029B", r"U\+2029"),
        ("A\u00a0B", r"U\+00A0"),
        ("A\u3000B", r"U\+3000"),
        ("A\ud800", r"U\+D800"),
        ("e\u0301", r"its accents are not in composed form \(NFC\)"),
        ("\u212b", "NFC"),
        (" Ann", "it has a space at an end or two in a row"),
        ("Ann ", "a space at an end"),
        ("A  B", "two in a row"),
        (" ", "a space at an end"),
    ],
)
def test_a_name_that_hides_something_is_refused(name, why) -> None:
    with pytest.raises(NameRefused, match=why) as refused:
        check_name(name, "The player's name")
    assert "\n" not in str(refused.value)
    assert all(character.isprintable() for character in str(refused.value))


@pytest.mark.parametrize(
    "pair", [("Ann", "ann"), ("Straße", "STRASSE"), ("Ⅷ", "VIII"), ("ﬁn", "FIN"), ("Ａnn", "Ann"), ("Σίσυφος", "ΣΊΣΥΦΟΣ")]
)
def test_two_names_that_cannot_be_told_apart_are_refused(pair) -> None:
    """NFKC and case folding."""
    with pytest.raises(NameRefused, match="cannot be told apart; give one of them another name"):
        check_players(pair)


def test_the_same_name_twice_is_refused() -> None:
    with pytest.raises(LedgerError, match=r"cannot be told apart|have the same name") as refused:
        Plan(load_profile("training"), ("Ann", "Ann"), {}).check()
    assert isinstance(refused.value, NameRefused | SessionRefused)


@pytest.mark.parametrize("name", ["club.example/tables", "t", "x" * 64, "клуб"])
def test_a_ledger_is_named_like_a_place(name) -> None:
    """C2SP: it is the name of its key."""
    assert check_ledger_name(name) == name


@pytest.mark.parametrize("name", ["", "a b", "a+b", "x" * 65, "a\tb", "a\u00a0b", "a\n", "+"])
def test_a_ledger_name_has_no_space_and_no_plus(name) -> None:
    with pytest.raises(NameRefused, match=r"choose one like “club.example/tables”"):
        check_ledger_name(name)


def test_a_tables_name_is_checked_too() -> None:
    with pytest.raises(NameRefused, match="The table's name"):
        Plan(load_profile("training"), ("Ann",), {}, table="a\nb").check()


def test_a_character_that_a_later_unicode_may_assign_is_left_alone() -> None:
    """Which are unassigned depends on who reads."""
    assert name_fault("A\u0378") == ""


@given(st.text(max_size=40))
def test_what_is_accepted_is_printable_and_composed(name) -> None:
    if not name_fault(name):
        assert name == name.strip()
        assert 1 <= len(name) <= 32
        assert not {category(character)[0] for character in name.replace(" ", "")} & {"Z"}
        assert not {category(character) for character in name} & {"Cc", "Cf", "Cs", "Co"}
