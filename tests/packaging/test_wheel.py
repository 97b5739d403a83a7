"""The wheel that people install: an unanchored ignore rule once dropped a package from one."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("ledger", "audit", "cli")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> set[str]:
    """The names of the files in a freshly built wheel."""
    target = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(target), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = target.glob("sealedshoe-*.whl")
    return set(zipfile.ZipFile(built).namelist())


def tracked(*suffixes: str) -> list[str]:
    """Files of our packages that are under version control, by suffix."""
    done = subprocess.run(["git", "ls-files", *PACKAGES], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.splitlines() if name.endswith(suffixes)]


def test_every_module_of_every_package_is_in_it(wheel) -> None:
    modules = tracked(".py")
    assert len(modules) > 40
    assert [name for name in modules if name not in wheel] == []


@pytest.mark.parametrize(
    ("suffix", "like"), [(".typed", "audit/py.typed"), (".toml", "ledger/rules/profiles/training.toml"), (".sql", "audit/checks/")]
)
def test_the_data_files_are_in_it(wheel, suffix, like) -> None:
    files = tracked(suffix)
    assert any(name.startswith(like) for name in files), f"{like} is where the {suffix} files are"
    assert [name for name in files if name not in wheel] == []


def test_the_pages_are_in_it_and_none_of_what_they_are_built_from(wheel) -> None:
    built = {name for name in tracked("") if name.startswith(("audit/web/built/", "ledger/service/web/built/"))}
    assert {"audit/web/built/verify.html", "ledger/service/web/built/table.html", "ledger/service/web/built/table.js"} <= built
    assert {name for name in wheel if "/web/" in name} == built


def test_nothing_else_is_in_it(wheel) -> None:
    strangers = [name for name in wheel if not name.startswith((*(f"{package}/" for package in PACKAGES), "sealedshoe-"))]
    assert strangers == []


def test_the_licence_is_in_it(wheel) -> None:
    assert any(name.endswith("licenses/LICENSE") for name in wheel)


def test_the_command_is_in_it(wheel) -> None:
    assert any(name.endswith("entry_points.txt") for name in wheel)
