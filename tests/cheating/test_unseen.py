"""What no replay can see is known by name, leaves no trace indeed, and has its row in docs/TRUST.md."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from pathlib import Path

import pytest

from ledger.cheating.history import Change, History
from ledger.cheating.picking import Cheat
from ledger.cheating.unseen import UNSEEN
from tests.support.cheating import Club, Kind, Trial, told_try, tried

TRIES = 8
TRUST = (Path(__file__).parents[2] / "docs" / "TRUST.md").read_text(encoding="utf-8")


def test_it_leaves_no_trace(small_club: Club, tmp_path: Path) -> None:
    """A finding here would be a check that sees more than was thought: then the kind belongs among those that are caught."""

    def change(history: History, kind: Kind, number: int) -> Change:
        return UNSEEN[str(kind)].edit(Cheat.at_work(str(kind), history, number))

    def verbs(kind: Kind) -> Collection[str]:
        edit = UNSEEN[str(kind)].edit
        return [f"{act}{edit.by}" for act in edit.verbs]

    trials: list[Trial] = [(kind, number) for number in range(TRIES) for kind in UNSEEN]
    answers = tried(small_club, trials, change, tmp_path, 1, verbs)
    tries = Counter(str(kind) for kind, _ in answers)
    print(f"\n{len(answers)} tries: " + ", ".join(f"{kind} {count}" for kind, count in tries.items()))
    assert not [told_try(answer) for answer in answers.values() if answer.code is not None]


@pytest.mark.parametrize("kind", UNSEEN)
def test_the_page_on_trust_says_what_tells_of_it(kind: str) -> None:
    assert re.search(rf"^\| \*\*{re.escape(UNSEEN[kind].attack)}", TRUST, re.MULTILINE)
