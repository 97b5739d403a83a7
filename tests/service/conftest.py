"""One service that runs for all tests of a module, and tables to ask about; and a hall without a network for each test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import attrs
import pytest

from ledger import SteppingClock, create_ledger
from tests.support.hall import NAME, Club
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


@pytest.fixture
def club() -> Iterator[Club]:
    """An empty ledger, in memory where there is room for it."""
    memory = Path("/dev/shm")  # noqa: S108 -- a folder of its own is made there, and removed
    root = Path(mkdtemp(dir=memory if os.access(memory, os.W_OK) else None))
    made = Club(root / "club")
    made.root.mkdir()
    made.keys.create(NAME)
    create_ledger(made.ledger, NAME, made.keys, SteppingClock(TIME), height=8, disk=made.disk)
    yield made
    shutil.rmtree(root)
