"""Clean ledgers to cheat with, recorded once in a run of the tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.cheating import Club


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Club]:
    """A clean ledger with this many sessions."""
    made: dict[int, Club] = {}

    def of_sessions(count: int) -> Club:
        if count not in made:
            made[count] = Club.opened(tmp_path_factory.mktemp(f"club-{count}"), count)
        return made[count]

    return of_sessions
