"""The profiles that come with the program: the rulebook's sections, each as one file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ledger.rules.coherence import incoherent
from ledger.rules.ruleset import PROFILES, load_profile, profile_names

RULEBOOK = (Path(__file__).parents[2] / "docs" / "RULEBOOK.md").read_text(encoding="utf-8")
CLAUSE = re.compile(r"\b([GTECBPH]\d+(?:\.\d+)?)\b")


def clauses_of_the_rulebook() -> set[str]:
    """Every clause that the rulebook has, and the numbers that its clauses are grouped under."""
    whole = set(CLAUSE.findall(RULEBOOK))
    return whole | {clause.partition(".")[0] for clause in whole}


def test_every_section_of_the_rulebook_has_its_profiles() -> None:
    assert profile_names() == [
        "changing-bank",
        "classic",
        "classic-full",
        "club",
        "enhc",
        "home",
        "permanent-bank",
        "seventeen-and-four",
        "training",
    ]
    assert {letter for name in profile_names() for letter in load_profile(name).profile.clauses} == set("GTECBPH")


@pytest.mark.parametrize("name", profile_names())
def test_a_profile_is_named_as_its_file_and_makes_sense(name) -> None:
    rules = load_profile(name)
    assert rules.profile.name == name
    assert incoherent(rules) == []


@pytest.mark.parametrize("name", profile_names())
def test_every_clause_that_a_profile_names_stands_in_the_rulebook(name) -> None:
    comments = " ".join(line.partition("#")[2] for line in (PROFILES / f"{name}.toml").read_text(encoding="utf-8").splitlines())
    named = set(CLAUSE.findall(comments))
    assert len(named) > 5
    assert sorted(named - clauses_of_the_rulebook()) == []
