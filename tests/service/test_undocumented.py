"""schemathesis over the document: whatever is sent, as it is described or not, no fault and no answer that the document does not have."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS

from tests.support.serving import Served, new_table

EXAMPLES = int(os.environ.get("EXAMPLES", "2"))
"""Of each operation and each mode; a longer run is `EXAMPLES=200 pytest -s` of this file."""
WANTED = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
)


@pytest.fixture(scope="module")
def tables(service: Served) -> dict[str, str]:
    """A table that gathers, one that is opened, and one that is closed: their ids, each with the token of a seat there."""
    with service.client(service.operator) as operator:
        made = [operator.post("/v1/tables", json=new_table()).json() for _ in range(3)]
        ids = [one["table"]["table"] for one in made]
        operator.post(f"/v1/tables/{ids[1]}/open")
        operator.post(f"/v1/tables/{ids[2]}/close", json={"reason": "late"})
    return {number: one["tokens"][0]["token"] for number, one in zip(ids, made, strict=True)}


@pytest.fixture(scope="module")
def operations(service: Served) -> list[Any]:
    """Every operation of the document; HEAD goes the way of GET."""
    schema = schemathesis.openapi.from_url(f"{service.url}/openapi.json")
    found: list[Any] = list(schema.get_all_operations())
    return [operation.ok() for operation in found if operation.ok().method.upper() != "HEAD"]


def test_nothing_undocumented_is_answered(service, tables, operations) -> None:
    statuses: Counter[int] = Counter()
    checks = [check for check in CHECKS.get_all() if check.__name__ in WANTED]
    assert len(checks) == len(WANTED)
    for operation in operations:
        for mode in GenerationMode:
            statuses += tried(service, tables, operation, mode, checks)
    print(f"\n{len(operations)} operations, answers by status: {dict(sorted(statuses.items()))}")
    assert not statuses.keys() & {500, 503}
    assert {200, 201, 400, 401, 403, 404, 409, 422} <= statuses.keys()


def tried(service: Served, tables: dict[str, str], operation: Any, mode: GenerationMode, checks: list[Any]) -> Counter[int]:
    """What an operation answers to data that are as it describes, or not."""
    statuses: Counter[int] = Counter()
    ids = list(tables)[2:] if operation.path.endswith("/events") else list(tables)

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=operation.as_strategy(generation_mode=mode),
        table=st.sampled_from([*ids, None]),
        who=st.sampled_from(["seat", "operator", "public"]),
        accept=st.sampled_from(["*/*", "text/html, */*;q=0.8"]),
    )
    def run(case: Any, table: str | None, who: str, accept: str) -> None:
        token = {"seat": tables.get(table or ""), "operator": service.operator, "public": None}[who]
        if table and mode is GenerationMode.POSITIVE and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = table
        answered = case.call(headers={"accept": accept} | ({"authorization": f"Bearer {token}"} if token else {}))
        statuses[answered.status_code] += 1
        case.validate_response(answered, checks=checks)

    try:
        run()
    except Exception as error:
        if "Unsatisfiable" not in type(error).__name__:
            raise
    return statuses
