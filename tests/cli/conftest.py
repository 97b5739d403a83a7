"""The command `shoe` run within the test, and a small ledger to run it on."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import attrs
import pytest

from cli.main import run

CLOCK = "2026-01-01T20:00:00Z"
SEED = "0" * 62 + "2a"


@attrs.frozen
class Outcome:
    """What a command line gave: exit status, stdout, stderr."""

    status: int
    out: str
    err: str


Shoe = Callable[..., Outcome]


@pytest.fixture
def shoe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shoe:
    """Runs one command line, with what a person would type; text is folded as where there is no terminal, whatever the tests run in."""
    monkeypatch.setenv("COLUMNS", "110")

    def command(*arguments: object, typed: str | bytes = "") -> Outcome:
        keyboard = io.BytesIO(typed.encode() if isinstance(typed, str) else typed)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(keyboard, encoding="utf-8"))
        capsys.readouterr()
        status = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Outcome(status, captured.out, captured.err)

    return command


@attrs.frozen
class Club:
    """A ledger with one session of three players, and its operator's keys."""

    ledger: Path
    keys: Path
    seed: Path
    vkey: str

    def history(self) -> bytes:
        """Every byte of the history."""
        return b"".join(file.read_bytes() for file in sorted((self.ledger / "history").iterdir()))


def _club(folder: Path) -> Club:
    ledger, keys, seed = folder / "ledger", folder / "keys", folder / "seed.txt"
    seed.write_text(SEED, encoding="ascii")
    assert run(["keygen", "club.example/t", "--keys", str(keys)]) == 0
    assert run(["init", str(ledger), "--name", "club.example/t", "--keys", str(keys), "--clock", CLOCK]) == 0
    players = ["--players", "Ann,Bo,Cy", "--bot", "s17", "--bot", "Cy=random", "--seed-file", str(seed), "--clock", CLOCK]
    assert run(["record", str(ledger), "--rules", "training", "--keys", str(keys), *players]) == 0
    return Club(ledger, keys, seed, (keys / "verifier.vkey").read_text(encoding="ascii").strip())


@pytest.fixture(scope="session")
def shared_club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """A ledger that tests only read."""
    return _club(tmp_path_factory.mktemp("club"))


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A ledger that a test may change."""
    return _club(tmp_path)


@contextmanager
def _without_rights() -> Iterator[None]:
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def without_rights() -> Callable[[], AbstractContextManager[None]]:
    """A stretch in which root, who may write anywhere, is nobody."""
    return _without_rights
