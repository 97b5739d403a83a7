"""docs/TRUST.md names checks, commands and kinds of cheating that exist, and every attack that the product answers for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRUST = (ROOT / "docs" / "TRUST.md").read_text(encoding="utf-8")
CHECKS = {path.stem for path in (ROOT / "audit" / "checks").glob("*.sql")}
# Words of the format that stand in the same type as checks.
FORMAT_WORDS = {"open", "seat", "start", "begin", "void", "close", "checkpoint", "timeout", "rules_hash", "this type"}


def test_every_check_that_it_names_exists() -> None:
    named = {word for word in re.findall(r"`([a-z][a-z_ -]*)`", TRUST) if not word.startswith("shoe ")}
    assert len(named & CHECKS) > 40
    assert sorted(named - CHECKS - FORMAT_WORDS) == []


@pytest.mark.parametrize(
    "attack",
    [
        "seed grinding",
        "selective abort",
        "rewound round",
        "legal decision rewritten",
        "dropped session",
        "rollback",
        "two histories",
        "wrong rules",
        "wrong payout",
        "wrong card",
        "collusion",
        "leaked seed",
        "the operator's own page",
        "a receipt or a signature kept back",
        "another player's seat",
    ],
)
def test_every_attack_has_its_row(attack) -> None:
    assert re.search(rf"^\| \*\*{attack}", TRUST, re.IGNORECASE | re.MULTILINE)


def test_every_row_says_both_what_catches_it_and_what_does_not() -> None:
    rows = [line for line in TRUST.splitlines() if line.startswith("| **")]
    assert len(rows) > 30
    for row in rows:
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert len(cells) == 3, row
        assert cells[1], row
