"""The OpenAPI document says what the service does, and no more."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from ledger.service.api.addresses import ROUTES
from ledger.service.api.reference import renewed
from tests.support.serving import new_table

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def document(service):
    with service.client() as client:
        return client.get("/openapi.json").json()


def test_the_document_is_valid(document) -> None:
    OpenAPIV31SpecValidator(document).validate()


def test_every_route_stands_in_it_under_its_own_name(document) -> None:
    stand = {(method.upper(), path): told["operationId"] for path, at in document["paths"].items() for method, told in at.items()}
    assert {(route.method, route.path): route.name for route in ROUTES}.items() <= stand.items()
    assert {key for key in stand if key[0] != "HEAD"} == {(route.method, route.path) for route in ROUTES}
    assert len(set(stand.values())) == len(stand)


def test_every_reference_in_it_leads_somewhere(document) -> None:
    def at(path: str):
        found = document
        for part in path.removeprefix("#/").split("/"):
            found = found[part]
        return found

    text = json.dumps(document)
    references = {part.split('"')[0] for part in text.split('"$ref": "')[1:]}
    assert len(references) > 40
    assert all(at(reference) for reference in references)


def test_a_key_of_a_request_is_taken_where_the_document_says_so_and_nowhere_else(document, service, gathering) -> None:
    table = gathering().id
    for path, least, sent in (("/v1/tables", 1, new_table()), ("/v1/tables/{table}/seats", 22, {"name": "Bo"})):
        told = next(one for one in document["paths"][path]["post"]["parameters"] if one["name"] == "Idempotency-Key")["schema"]["pattern"]
        with service.client(service.operator) as client:
            for key in ("~" * (least - 1), "!" * least, "~" * 64, "x" * 65, "x x" * 8, "\x7f" * 30):
                answer = client.post(path.format(table=table), json=sent, headers={"idempotency-key": key})
                assert (answer.status_code != 400) == bool(re.search(told, key)), (path, key, answer.text)


@pytest.mark.parametrize("name", ["SERVICE.md", "OPERATIONS.md"])
def test_the_docs_have_what_the_routes_and_settings_say(name) -> None:
    page = (DOCS / name).read_text(encoding="utf-8")
    assert "<!-- made:" in page
    assert renewed(page) == page, f"run `python -m ledger.service.api.reference docs/{name}`"
