"""The import contracts of pyproject.toml: that they hold, and that each would notice its own breach."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BREACHES = {
    "the audit uses the recorder's cards": ("audit/tree.py", "import ledger.cards", "the audit shares no code"),
    "the audit uses the recorder's errors within a function": (
        "audit/notes.py",
        "def f():\n    import ledger.errors",
        "the audit shares no code",
    ),
    "the audit knows the command line": ("audit/tree.py", "import cli.errors", "the audit shares no code"),
    "the recorder uses the audit's tree": ("ledger/clock.py", "import audit.tree", "the recorder knows neither"),
    "the recorder uses numpy": ("ledger/clock.py", "import numpy", "the recorder knows neither"),
    "the recorder uses a database": ("ledger/clock.py", "import duckdb", "the recorder knows neither"),
    "the command line opens a database": ("cli/sql.py", "import duckdb", "no logic of its own"),
    "the command line hashes": ("cli/init.py", "from hashlib import sha256", "no logic of its own"),
    "the command line decodes records": ("cli/explain.py", "import msgspec", "no logic of its own"),
}


def contracts(folder: Path) -> subprocess.CompletedProcess[str]:
    """The verdict of import-linter on a copy of the packages."""
    linter = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", linter, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False, env={"NO_COLOR": "1"}
    )


@pytest.fixture
def copy(tmp_path):
    """The packages and their settings, to be broken."""
    for package in ("ledger", "audit", "cli"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_contracts_hold(copy) -> None:
    done = contracts(copy)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 kept, 0 broken" in done.stdout


@pytest.mark.parametrize(("file", "line", "contract"), BREACHES.values(), ids=BREACHES.keys())
def test_a_breach_is_noticed(copy, file, line, contract) -> None:
    with (copy / file).open("a", encoding="utf-8") as module:
        module.write(f"\n{line}\n")
    done = contracts(copy)
    assert done.returncode == 1, done.stdout + done.stderr
    assert any(contract in text and "BROKEN" in text for text in done.stdout.splitlines()), done.stdout
