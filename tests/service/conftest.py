"""One service that runs for all tests of a module, and tables to ask about; and a hall without a network for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import attrs
import pytest

from ledger import SteppingClock, create_ledger
from tests.support.hall import NAME, Club
from tests.support.ledgers import SignedLedger
from tests.support.memory import in_memory
from tests.support.serving import Served, new_table, served

TIME = "2026-01-01T20:00:00Z"


@attrs.frozen
class Gathering:
    """A table that gathers, with Ann at it, and one more place."""

    id: str
    ann: str


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service without limits on how often one may ask. At the end, it has refused nobody for what the document does not have."""
    with served(tmp_path_factory.mktemp("service")) as one:
        yield one
    assert [line["event"] for line in one.lines() if "is not described" in line.get("event", "")] == []


@pytest.fixture
def gathering(service: Served) -> Callable[[], Gathering]:
    """Makes a table that gathers."""

    def make(**changes: Any) -> Gathering:
        with service.client(service.operator) as operator:
            made = operator.post("/v1/tables", json=new_table(**changes)).json()
        return Gathering(made["table"]["table"], made["tokens"][0]["token"])

    return make


@pytest.fixture(scope="session")
def new_ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., SignedLedger]]:
    """Makes an empty ledger with its keys, in memory: a service that is a process waits for the disk, and these tests are not about that."""
    with in_memory(tmp_path_factory.mktemp("ledgers")) as folder:
        numbers = count(1)

        def made(height: int = 16) -> SignedLedger:
            own = folder / str(next(numbers))
            own.mkdir()
            return SignedLedger(own, height)

        yield made


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """An empty ledger, in memory where there is room for it."""
    with in_memory(tmp_path) as root:
        made = Club(root / "club")
        made.root.mkdir()
        made.keys.create(NAME)
        create_ledger(made.ledger, NAME, made.keys, SteppingClock(TIME), height=8, disk=made.disk)
        yield made
