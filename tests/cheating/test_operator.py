"""The cheating operator: someone with the true key changes one thing and signs again. The audit must find it, at every table.

Which codes may answer to each kind of change is reasoned from the rules and written down in tests/support/permitted.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from pathlib import Path

from ledger.cheating.edits import Edit
from ledger.cheating.history import Change, History
from ledger.cheating.kinds import KINDS
from ledger.cheating.picking import Cheat
from ledger.errors import LedgerProblem
from ledger.rules.ruleset import profile_names
from tests.support.cheating import Answer, Club, Kind, Trial, first_finding, told_try, tried
from tests.support.permitted import PERMITTED, told

TRIES = 40
PACKS = 5
# The kinds that take a line away or add one move every later line, so each of their tries has a ledger of its own.
MOVES_LINES = ("dropped-round", "doubled-round", "dropped-close", "event-early")


def test_every_kind_has_its_permitted_codes() -> None:
    assert set(PERMITTED) == set(KINDS)


def test_every_table_is_clean_as_it_was_played_and_checked_as_a_whole(club: Club, tmp_path: Path) -> None:
    report = club.judge(club.history(), tmp_path / "clean")
    assert (report.findings, report.not_checked, report.status) == ((), (), 0)


def cheated(history: History, kind: Kind, number: int) -> Change:
    return KINDS[str(kind)](Cheat.at_work(str(kind), history, number))


def verbs_of(kind: Kind) -> Collection[str]:
    edit = KINDS[str(kind)]
    return [f"{act}{edit.by}" for act in edit.verbs] if isinstance(edit, Edit) else ()


def test_the_operator_is_caught_whatever_is_changed(club: Club, one_session: Callable[[str], Club], tmp_path: Path) -> None:
    trials: list[Trial] = [(kind, number) for number in range(TRIES) for kind in KINDS if kind not in MOVES_LINES]
    answers = tried(club, trials, cheated, tmp_path, PACKS, verbs_of)
    for kind in MOVES_LINES:
        for number, table in enumerate(profile_names()[::2]):
            history = one_session(table).history()
            change = cheated(history, kind, number)
            report = one_session(table).judge(history, tmp_path / f"{kind}-{table}")
            answers[kind, number] = Answer(change, first_finding(report, 1), table)
    print_table(answers)
    assert not [told_try(answer) for answer in answers.values() if answer.code is None]
    assert not [told_try(answer) for (kind, _), answer in answers.items() if answer.code not in PERMITTED[str(kind)]]


def print_table(answers: dict[Trial, Answer]) -> None:
    print(f"\n{len(answers)} tries\n{'kind':22} {'tries':>5} {'caught':>6} {'tables':>6}  first finding (permitted codes)")
    for kind in KINDS:
        given = [answer for (tried_kind, _), answer in answers.items() if tried_kind == kind]
        codes = [answer.code for answer in given]
        seen = ", ".join(f"{code} ×{count}" for code, count in Counter(filter(None, codes)).most_common())
        caught, tables = sum(code is not None for code in codes), len({answer.table for answer in given})
        print(f"{kind:22} {len(codes):5} {caught:6} {tables:6}  {seen}  ({told(kind)})")


def test_a_kind_of_change_can_be_repeated_by_its_seed(club: Club) -> None:
    first, second = (some_sessions(club) for _ in range(2))
    for kind in KINDS:
        assert repeated(first, kind) == repeated(second, kind)


def some_sessions(club: Club) -> History:
    """The first two sessions at each table."""
    history, wanted = club.history(), {club.tables.index(table) + more for table in club.tables for more in (1, 2)}
    history.lines = [line for line in history.lines if wanted & set(line.get("sessions", [line.get("session", 0)]))]
    return history


def repeated(history: History, kind: str) -> Change | None:
    try:
        return cheated(history, kind, 7)
    except LedgerProblem:
        return None
