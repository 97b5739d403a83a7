"""Every file of tests/assets/bad is refused in a sentence of its own, with exit status 3, quickly and without a traceback.

The table of tests/assets/bad/README.md says which command meets which file; COMMANDS says what that command line is.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from tests.assets.make_bad_journals import journal_of, leave_open

ASSETS = Path(__file__).parents[1] / "assets"
GOOD, BAD = ASSETS / "good", ASSETS / "bad"
ROWS = re.findall(r"^\| (\S+) \| ([a-z-]+) \| (.+) \|$", (BAD / "README.md").read_text(encoding="utf-8"), re.MULTILINE)[1:]
VKEY = ("--vkey", GOOD / "verifier.vkey")
COMMANDS: dict[str, Callable[[Path], tuple[object, ...]]] = {
    "verify": lambda file: ("verify", file, *VKEY),
    "verify-known": lambda file: ("verify", file, *VKEY, "--known-checkpoint", GOOD / "kept"),
    "audit-known": lambda file: ("audit", GOOD / "ledger", *VKEY, "--known-checkpoint", file),
}
COMMANDS |= {
    "verify-policy": lambda file: ("verify", file, *VKEY, "--policy", GOOD / "policy"),
    "audit-policy": lambda file: ("audit", GOOD / "ledger", *VKEY, "--policy", file),
    "audit": lambda folder: ("audit", folder, *VKEY),
}
COMMANDS |= {
    "seat-join": lambda file: ("seat", "join", file, *VKEY, "--secret", GOOD / "never.secret"),
    "seat-reveal": lambda file: ("seat", "reveal", file, *VKEY, "--secret", GOOD / "ann.secret"),
}
COMMANDS["resume"] = lambda file: ("resume", file.parents[1], "--keys", file.parents[2] / "keys")
LONGEST = 1.0
"""Seconds that a bad file may take, of this process."""


@attrs.frozen
class Refusal:
    """What a command made of a bad file."""

    status: int
    out: str
    err: str
    seconds: float


@pytest.fixture(scope="module")
def left_open(tmp_path_factory) -> Path:
    """A live session that waits to be gone on with."""
    folder: Path = tmp_path_factory.mktemp("live")
    leave_open(folder)
    return folder


@pytest.fixture
def refused(shoe, left_open) -> Callable[[str, str], Refusal]:
    """Gives a bad file to its command; a journal lies in its session's ledger."""
    (GOOD / "ann.secret").chmod(0o600)  # which a checkout does not keep

    def refuse(name: str, command: str) -> Refusal:
        file = BAD / name
        if command == "resume":
            file = journal_of(left_open)
            file.write_bytes((BAD / name).read_bytes())
        began = time.process_time()
        outcome = shoe(*COMMANDS[command](file))
        return Refusal(outcome.status, outcome.out, outcome.err.replace(str(file), "FILE"), time.process_time() - began)

    return refuse


@pytest.mark.parametrize(("name", "command", "says"), ROWS, ids=[name for name, _, _ in ROWS])
def test_a_bad_file_is_refused_in_one_sentence(refused, name, command, says) -> None:
    refusal = refused(name, command)
    assert (refusal.status, refusal.out) == (3, "")
    assert refusal.err.startswith("shoe: FILE")
    assert refusal.err.count("\n") == 1
    assert says in refusal.err
    assert refusal.seconds < LONGEST


def test_each_is_refused_for_a_reason_of_its_own(refused) -> None:
    reasons: dict[str, list[str]] = {}
    for name, command, _ in ROWS:
        reasons.setdefault(refused(name, command).err, []).append(name)
    assert [names for names in reasons.values() if len(names) > 1] == []


def test_every_bad_file_stands_in_the_table() -> None:
    assert sorted(name for name, _, _ in ROWS) == sorted(path.name for path in BAD.iterdir() if path.name != "README.md")
    assert len(ROWS) >= 40


@pytest.mark.parametrize(
    ("name", "status"),
    [("bundle.json", 0), ("checkpoint", 0), ("consistency", 3), ("equivocation.json", 1), ("line.tlog-proof", 0), ("receipt", 0)],
)
def test_the_files_that_they_were_made_of_are_right(shoe, name, status) -> None:
    outcome = shoe("verify", GOOD / name, *VKEY)
    assert (outcome.status, outcome.err) == (status, "")
    (GOOD / "ann.secret").chmod(0o600)
    for command, file in (("seat-join", "invitation.json"), ("seat-reveal", "seats.json")):
        (GOOD / "never.secret").unlink(missing_ok=True)
        assert shoe(*COMMANDS[command](GOOD / file)).status == 0
    (GOOD / "never.secret").unlink(missing_ok=True)
    assert shoe("verify", GOOD / "cosigned", *VKEY, "--policy", GOOD / "policy").status == 0
    assert shoe("verify", GOOD / "consistency", *VKEY, "--known-checkpoint", GOOD / "kept").status == 0
