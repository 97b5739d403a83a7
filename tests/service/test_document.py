"""The OpenAPI document says what the service does, and no more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from ledger.service.api.addresses import ROUTES
from ledger.service.api.reference import renewed

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


@pytest.mark.parametrize("name", ["SERVICE.md", "OPERATIONS.md"])
def test_the_docs_have_what_the_routes_and_settings_say(name) -> None:
    page = (DOCS / name).read_text(encoding="utf-8")
    assert "<!-- made:" in page
    assert renewed(page) == page, f"run `python -m ledger.service.api.reference docs/{name}`"
