"""Clean ledgers to cheat with, recorded once in a run of the tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.cheating import Club
from tests.support.roster import TABLES, plans

FEW = 3


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """Every table, several sessions each."""
    return Club.opened(tmp_path_factory.mktemp("club"), plans())


@pytest.fixture(scope="session")
def small_club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """Every table, few sessions each."""
    return Club.opened(tmp_path_factory.mktemp("small-club"), [*plans()][::FEW])


@pytest.fixture(scope="session")
def one_session(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Club]:
    """A ledger of one session at a table."""
    made: dict[str, Club] = {}

    def at_table(name: str) -> Club:
        if name not in made:
            made[name] = Club.opened(tmp_path_factory.mktemp(name), [(name, TABLES[name].plan())])
        return made[name]

    return at_table
