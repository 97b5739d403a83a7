"""Changes of key as the recorder makes them, and as the audit follows them from whichever key a reader holds (FORMAT §3)."""

from __future__ import annotations

import shutil

import pytest

from audit import audit_ledger
from audit.errors import AuditError
from ledger import KeyFolder, Plan, make_bot, record, rotate
from ledger.proof.notes import Checkpoint, signed_note
from tests.support.ledgers import SignedLedger
from tests.support.stacked import training


class Rotated:
    """A ledger of a session under each of three keys; what each signed with, and its verifier key."""

    def __init__(self, ledger: SignedLedger) -> None:
        self.ledger, self.vkeys, self.signers = ledger, [ledger.vkey], [ledger.keys.signer()]
        for turn in range(3):
            if turn:
                self.vkeys.append(rotate(ledger.path, ledger.keys, ledger.clock).vkey)
                self.signers.append(ledger.keys.signer())
            play(ledger, ledger.keys)


def play(ledger: SignedLedger, keys: KeyFolder) -> None:
    """A session of one round."""
    rules = training({"session.rounds": 1})
    plan = Plan(rules, ("Ann",), {"Ann": lambda _seat, seed: make_bot("s17", rules, seed)})
    record(ledger.path, keys, plan, ledger.clock)


@pytest.fixture(scope="module")
def rotated(new_ledger) -> Rotated:
    return Rotated(new_ledger(4))


@pytest.fixture
def copy(rotated, tmp_path):
    """The ledger as somebody else may change it."""
    shutil.copytree(rotated.ledger.path, tmp_path / "copy")
    return tmp_path / "copy"


def test_each_key_that_the_ledger_ever_had_checks_it_clean(rotated) -> None:
    assert len(set(rotated.vkeys)) == 3
    for vkey in rotated.vkeys:
        report = audit_ledger(rotated.ledger.path, vkey, jobs=1)
        assert (report.status, report.findings, report.not_checked) == (0, (), ())


@pytest.mark.parametrize("which", [0, 1])
def test_a_checkpoint_by_an_old_key_alone_is_refused(rotated, copy, which) -> None:
    """A thief of the old key signs the same lines, or fewer: neither is the operator's word any more."""
    checkpoint = Checkpoint.from_note((copy / "checkpoint").read_text())
    (copy / "checkpoint").write_text(rotated.signers[which].sign(checkpoint.to_text()))
    for vkey in rotated.vkeys:
        with pytest.raises(AuditError):
            audit_ledger(copy, vkey, jobs=1)


@pytest.mark.parametrize("forged", ["one signature", "another root", "the note of the other change", "none"])
def test_a_forged_note_of_a_change_is_refused_by_who_needs_it(rotated, copy, forged) -> None:
    """Whoever holds the latest key needs none."""
    first, second = sorted((copy / "rotations").iterdir())
    text = first.read_text().partition("\n\n")[0] + "\n"
    another = Checkpoint.from_note(first.read_text())
    notes = {
        "one signature": rotated.signers[0].sign(text),
        "another root": signed_note(Checkpoint(another.name, another.size, bytes(32)).to_text(), rotated.signers[0], rotated.signers[2]),
        "the note of the other change": second.read_text(),
        "none": "",
    }
    first.write_text(notes[forged])
    with pytest.raises(AuditError, match="change of key"):
        audit_ledger(copy, rotated.vkeys[0], jobs=1)
    assert audit_ledger(copy, rotated.vkeys[2], jobs=1).status == 0
