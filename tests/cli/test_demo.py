"""`shoe demo`: everything once, and the operator caught in every way that is offered."""

from __future__ import annotations

import io
import shlex
import shutil
from contextlib import redirect_stdout
from pathlib import Path

import attrs
import pytest

from cli.main import run
from ledger.cheating import AT_ANY_TABLE as KINDS
from ledger.cheating import tamper

# A sample: every kind is tried many times in the tests of the cheating operator.
SOME_KINDS = list(KINDS)[::5]


@attrs.frozen
class Demo:
    """One demonstration from beginning to end: its folder, and what it said."""

    folder: Path
    out: str


@pytest.fixture(scope="module")
def demo(tmp_path_factory) -> Demo:
    folder, out = tmp_path_factory.mktemp("demo") / "demo", io.StringIO()
    with redirect_stdout(out):
        assert run(["demo", "--dir", str(folder)]) == 0
    return Demo(folder, out.getvalue())


@pytest.fixture
def recorded_before(demo, monkeypatch) -> None:
    """The demonstration begins with that one's ledger and comes to the cheat at once: what goes before has tests of its own."""

    def take(files) -> str:
        for name in ("keys", "ledger"):
            shutil.copytree(demo.folder / name, files.folder / name)
        vkey: str = (files.keys / "verifier.vkey").read_text(encoding="ascii").strip()
        return vkey

    monkeypatch.setattr("cli.demo._record", take)
    monkeypatch.setattr("cli.demo._audit", lambda _files, _vkey: None)
    monkeypatch.setattr("cli.demo._standings", lambda _files: None)
    monkeypatch.setattr("cli.demo._explain", lambda _files: None)


def test_there_are_at_least_twelve_ways_to_cheat_and_each_says_what_it_does(shoe) -> None:
    outcome = shoe("demo", "--tamper", "list")
    assert outcome.status == 0
    assert [line.split()[0] for line in outcome.out.splitlines()] == list(KINDS)
    assert len(KINDS) >= 12
    assert all(len(line.split()) > 3 for line in outcome.out.splitlines())


@pytest.mark.parametrize("kind", SOME_KINDS)
@pytest.mark.usefixtures("recorded_before")
def test_the_operator_is_caught(shoe, tmp_path, kind) -> None:
    outcome = shoe("demo", "--tamper", kind, "--seed", 5, "--dir", tmp_path / "demo")
    assert (outcome.status, outcome.err) == (0, "")
    caught = outcome.out[outcome.out.index("CAUGHT") :]
    for line in ("clauses", "expected", "recorded"):
        assert f"  {line}  " in caught


def test_the_untampered_ledger_is_clean_and_one_hand_is_told(demo) -> None:
    out = demo.out
    assert "CLEAN: demo.example/tournament" in out
    assert out.index("CLEAN") < out.index("place  name") < out.index("The dealer turns") < out.index("CAUGHT")


def test_the_hand_that_is_told_is_split_doubled_and_won(demo) -> None:
    out = demo.out
    told = out[out.index("One hand, explained") : out.index("Now the operator cheats")]
    for words in ("Ann splits", "doubles", "The dealer must draw", "a win pays 1:1"):
        assert words in told


def test_every_way_to_cheat_finds_something_to_change_whatever_its_seed(demo, tmp_path) -> None:
    for kind in KINDS:
        for seed in range(3):
            copy = tmp_path / f"{kind}-{seed}"
            shutil.copytree(demo.folder / "ledger", copy)
            assert tamper(copy, demo.folder / "keys", kind, seed).kind == kind


def test_it_names_the_files_that_it_made_and_commands_that_work(shoe, demo) -> None:
    for name in ("ledger", "keys", "audit.duckdb", "tampered"):
        assert (demo.folder / name).exists()
        assert f"{name} " in demo.out or f"{name}/ " in demo.out
    commands = [line.split("shoe ", 1)[1] for line in demo.out.splitlines() if line.strip().startswith("shoe ")]
    assert len(commands) >= 4
    for command in commands:
        words = shlex.split(command)
        expected = 1 if "tampered" in command else 0
        assert shoe(*words).status == expected, command


def test_it_works_in_an_empty_folder_only(shoe, tmp_path) -> None:
    (tmp_path / "diary.txt").write_text("Dear diary\n", encoding="utf-8")
    outcome = shoe("demo", "--dir", tmp_path)
    assert (outcome.status, outcome.out) == (2, "")
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]


def test_an_unknown_way_to_cheat_is_refused(shoe) -> None:
    outcome = shoe("demo", "--tamper", "bribery")
    assert (outcome.status, outcome.out) == (2, "")
    assert "--tamper list" in outcome.err


def test_a_way_to_cheat_that_needs_other_rules_is_refused_with_the_reason(shoe) -> None:
    outcome = shoe("demo", "--tamper", "forfeit-dropped")
    assert (outcome.status, outcome.out) == (2, "")
    assert "needs rules that the training table does not have" in outcome.err.replace("\n", " ")


def test_there_is_no_colour_where_nobody_wants_it(shoe, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in shoe("demo", "--dir", tmp_path / "demo").out
