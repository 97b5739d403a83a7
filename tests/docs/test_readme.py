"""Every command block of README.md is run, in order, as a reader would.

One is not: the test-suite command, which would run this test again. `.ci/run` takes that block out of README.md and runs it in
a fresh clone.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import click
import pytest

from cli.main import COMMANDS, shoe
from cli.record import command as record
from ledger.players.bots import BOTS
from ledger.rules.ruleset import load_profile
from ledger.rules.told import as_text

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?:<!-- ci: (\w+) -->\n)?```sh\n(.*?)```", README, re.DOTALL)


def run(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A block as bash would run it, with our `shoe` on the path and nothing to read."""
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        # Each `shoe` is a process; our modules are compiled for the first one, also where the tests' own processes keep nothing of it.
        env={
            **os.environ,
            "PATH": path,
            "PYTHONPATH": str(ROOT),
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": str(folder / "bin"),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def folder(tmp_path):
    """An empty folder, with `shoe` to be found."""
    command = tmp_path / "bin" / "shoe"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m cli.main "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return tmp_path


def test_the_day_to_day_commands_run_one_after_another(folder) -> None:
    for mark, script in BLOCKS:
        if mark:
            continue
        done = run(script, folder)
        assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines() if line.startswith("/")]
    made = {path.name for path in folder.iterdir()} - {"bin"}
    assert {name for name in made if not any(fnmatch(name, pattern) for pattern in ignored)} == set(), "nobody should commit these"


def test_the_readme_shows_the_tournament_of_the_samples() -> None:
    assert (ROOT / "samples" / "events" / "three-tables.toml").read_text(encoding="utf-8") in README


def test_the_demonstration_runs_as_written(folder) -> None:
    (script,) = (script for mark, script in BLOCKS if mark == "demo")
    # Installing is what .ci/run does with the other command; here the package under test stands in for the fresh venv.
    installs, _, runs = script.strip().rpartition(" && ")
    assert installs == "python3 -m venv .venv && .venv/bin/pip install --quiet ."
    done = run(runs.replace(".venv/bin/shoe", "shoe"), folder)
    assert done.returncode == 0, done.stderr
    assert "CAUGHT" in done.stdout


def test_the_test_command_installs_and_runs_the_suite() -> None:
    (script,) = (script for mark, script in BLOCKS if mark == "test")
    assert "pip install --quiet '.[test]'" in script
    assert "pytest" in script


def test_every_public_command_is_in_the_readme_or_the_docs() -> None:
    text = README + "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md"))
    rules = shoe.get_command(click.Context(shoe), "rules")
    assert isinstance(rules, click.Group)
    commands = [*COMMANDS, *(f"rules {name}" for name in rules.commands)]
    assert [name for name in commands if f"shoe {name}" not in text] == []


def test_the_rules_that_it_shows_are_told_so() -> None:
    (excerpt,) = re.findall(r"```\n([^`]*)```\n\n\(from `shoe rules show home`\.\)", README, re.DOTALL)
    assert excerpt in as_text(load_profile("home"), 110)


def test_every_link_leads_somewhere() -> None:
    for source in (ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)\)", source.read_text(encoding="utf-8")):
            assert "://" in target or (source.parent / target).exists(), f"{source.name}: {target}"


def test_ci_runs_the_block_that_is_marked_for_it() -> None:
    assert "block test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_every_bot_is_named_in_the_readme_and_in_the_help() -> None:
    helped = next(option.help or "" for option in record.params if isinstance(option, click.Option) and option.name == "bots")
    for bot in BOTS:
        assert f"`{bot}`" in README
        assert re.search(rf"\b{bot}\b", helped), bot
