"""One service that runs for all tests of a module, and tables to ask about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

from tests.support.serving import Served, new_table, served


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
