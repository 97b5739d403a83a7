"""The samples are what their README says: recorded as told, clean, and ground."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from audit import audit_ledger
from audit.ledger_dir import read_ledger
from audit.records import Round
from cli.main import shoe
from ledger import KeyFolder, SystemClock, create_ledger, hold, read_event

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "samples"


def commands_of_the_readme(block: int) -> list[list[str]]:
    blocks = re.findall(r"```sh\n(.*?)```", (SAMPLES / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    return [shlex.split(line)[1:] for line in blocks[block].splitlines()]


def run_all(commands: list[list[str]], folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    shutil.copytree(SAMPLES, folder / "samples")
    monkeypatch.chdir(folder)
    outputs = []
    for command in commands:
        result = CliRunner().invoke(shoe, command)
        assert result.exit_code == 0, (command, result.output, result.exception)
        outputs.append(result.output)
    return outputs


def test_the_commands_that_look_at_the_samples_work_and_show_the_worked_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """T8.1 and T8.2."""
    audited, _, t81, t82 = run_all(commands_of_the_readme(0), tmp_path, monkeypatch)
    assert "not excluded for Ann, Bo, Cy (house entropy)" in audited
    for words in ("9 2, hard 11", "doubles hard 11, stake 2 → 4", "9 2 K", "9 8, hard 17", "net +4"):
        assert words in without_suits(t81)
    for words in ("A 6, soft 17", "A 6 5, hard 12"):
        assert words in without_suits(t82)


def without_suits(text: str) -> str:
    """The examples name ranks; the suits are whatever was found."""
    return re.sub("[♣♦♥♠]", "", text)


def test_the_evening_holds_what_the_readme_says() -> None:
    events = [
        event for record in read_ledger(SAMPLES / "ledger") if isinstance(record, Round) and record.session == 1 for event in record.log
    ]
    verbs = [event.split()[1] for event in events]
    assert verbs.count("shuffle") == 10
    assert "natural" in verbs
    assert min(verbs.count("split"), verbs.count("double")) >= 2
    assert {event.split()[2] for event in events if event.split()[1] == "insurance"} == {"0", "3"}


def test_the_same_seed_file_script_and_clock_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_all(commands_of_the_readme(1), tmp_path, monkeypatch)
    again = (tmp_path / "again" / "history" / "00000000.jsonl").read_bytes().splitlines()
    sample = (SAMPLES / "ledger" / "history" / "00000000.jsonl").read_bytes().splitlines()
    assert again[1:] == sample[1:]
    assert again[0] != sample[0]


def test_the_audit_reports_that_grinding_is_not_excluded() -> None:
    report = audit_ledger(SAMPLES / "ledger", (SAMPLES / "verifier.vkey").read_text(encoding="utf-8").strip())
    assert report.status == 0
    assert any("grinding" in notice and "Ann, Bo, Cy" in notice for notice in report.notices)


@pytest.mark.parametrize("event", sorted((SAMPLES / "events").glob("*.toml")), ids=lambda path: path.stem)
def test_the_tournaments_can_be_held(event: Path, tmp_path: Path) -> None:
    keys = KeyFolder(tmp_path / "keys")
    vkey = keys.create("samples.example/events")
    create_ledger(tmp_path / "ledger", "samples.example/events", keys, SystemClock())
    held = hold(tmp_path / "ledger", keys, read_event(event), SystemClock())
    assert held.line is not None
    report = audit_ledger(tmp_path / "ledger", vkey)
    assert (report.status, report.counts.tournaments) == (0, 1)
