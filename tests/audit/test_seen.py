"""Whoever writes to a ledger while it is audited must not show one pass other lines than the other."""

from collections.abc import Callable

import pytest

from audit import passes, run
from audit.errors import TruncatedError
from audit.passes import Wishes
from audit.spread import shared_reading

CUT_CARD = {"shoe__reshuffle": "cut-card", "shoe__penetration_left": 20}
OTHERS = {
    "another limit": (b'"maximum":2', b'"maximum":9', {}),
    "another name": (b'"name":"Bo"', b'"name":"Ed"', {}),
    "nobody who leaves": (b'"s1 leave"', b'"s1 loved"', {}),
    "somebody who leaves": (b'"1 stand"', b'"1 leave"', {}),
    "another first card of a shoe": (b'"first":0', b'"first":9', CUT_CARD),
}


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Let something be done to the ledger between the passes."""

    def between(change: Callable[[], object]) -> None:
        def judge(looked: passes.Looked, wishes: Wishes) -> passes.Passed:
            change()
            return passes.judge(looked, wishes)

        monkeypatch.setattr(run, "judge", judge)

    return between


@pytest.fixture
def evening(book):
    """Some rounds, after which somebody leaves; and the ledger's only file."""

    def play(changes):
        sitting = book.begin(1, book.rules_with(session__rounds=4, **changes), 3)
        for _ in range(3):
            sitting.play()
        if not changes:
            sitting.write(["s1 leave", "2 bet 2", "3 bet 2"])
        sitting.close("stopped")
        return book.write() / "history" / "00000000.jsonl"

    return play


@pytest.mark.parametrize("what", OTHERS)
def test_other_lines_in_pass_0_are_noticed(book, shown, evening, what):
    true, false, changes = OTHERS[what]
    file = evening(changes)
    right = file.read_bytes()
    wrong = right.replace(true, false, 1)
    assert wrong != right
    assert len(wrong) == len(right)
    shown(lambda: file.write_bytes(right))
    file.write_bytes(wrong)
    with pytest.raises(TruncatedError, match="changed while it was read"):
        run.audit_ledger(book.folder, book.signer.vkey, jobs=1)


def test_nothing_of_it_is_remembered(book, evening, tmp_path, monkeypatch):
    """Pass 0 saw another limit; what the units are recognised by is of the true lines."""
    monkeypatch.setattr("audit.units.UNIT_LINES", 4)
    monkeypatch.setattr("audit.units.BLOCK_LINES", 4)
    wishes = Wishes(remember=tmp_path / "mind")
    file = evening({})
    right = file.read_bytes()

    def reading(*given):
        file.write_bytes(right)
        return shared_reading(*given)

    with monkeypatch.context() as patch:
        patch.setattr("audit.remembered.shared_reading", reading)
        file.write_bytes(right.replace(b'"maximum":2', b'"maximum":9', 1))
        with pytest.raises(TruncatedError, match="changed while it was read"):
            run.audit_ledger(book.folder, book.signer.vkey, jobs=1, wishes=wishes)
    again = run.audit_ledger(book.folder, book.signer.vkey, jobs=1, wishes=wishes)
    assert again.findings == run.audit_ledger(book.folder, book.signer.vkey, jobs=1).findings
