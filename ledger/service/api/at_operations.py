"""What the service says about itself, and its pages."""

from __future__ import annotations

from typing import Literal

import msgspec

from ledger.service.api.asked import Asked
from ledger.service.api.replies import Given, Reply
from ledger.service.api.serving import Service
from ledger.service.refusals import Kind, Refused
from ledger.service.running.measures import CONTENT_TYPE
from ledger.service.running.pages import Page


class Alive(msgspec.Struct, frozen=True):
    """The process answers."""

    status: Literal["alive"] = "alive"


class Ready(msgspec.Struct, frozen=True):
    """The ledger can be written."""

    status: Literal["ready"] = "ready"


class About(msgspec.Struct, frozen=True):
    """What a kind of problem is."""

    type: str
    title: str
    status: int


async def health(service: Service, asked: Asked) -> Reply:  # noqa: ARG001 - an action's signature
    """Alive."""
    return Alive()


async def ready(service: Service, asked: Asked) -> Reply:  # noqa: ARG001 - an action's signature
    """Able to record."""
    if not service.hall.ready:
        raise Refused(Kind.CANNOT_RECORD, "The ledger cannot be written; the operator finds the reason in the service's log.")
    return Ready()


async def metrics(service: Service, asked: Asked) -> Reply:  # noqa: ARG001 - an action's signature
    """All figures."""
    service.measures.tables.set(sum(table.short().state != "closed" for table in service.hall.tables.values()))
    return Given(service.measures.text(), media=CONTENT_TYPE)


async def describe(service: Service, asked: Asked) -> Reply:  # noqa: ARG001 - an action's signature
    """The OpenAPI document."""
    return Given(service.document, {"cache-control": "no-cache"})


async def explain_problem(service: Service, asked: Asked) -> Reply:  # noqa: ARG001 - an action's signature
    """What a kind of problem is."""
    for kind in Kind:
        if kind.word == asked.parts["kind"]:
            return About(f"/problems/{kind.word}", kind.title, kind.status)
    raise Refused(Kind.NO_SUCH_ADDRESS, "There is no such kind of problem; /openapi.json has them all.")


async def lobby_page(service: Service, asked: Asked) -> Reply:
    """The lobby."""
    return _page(service.pages.file("index.html"), asked)


async def table_page(service: Service, asked: Asked) -> Reply:
    """A table."""
    service.hall.table(asked.parts["table"])
    return _page(service.pages.file("table.html"), asked)


async def standings_page(service: Service, asked: Asked) -> Reply:
    """The standings."""
    return _page(service.pages.file("standings.html"), asked)


async def verify_page(service: Service, asked: Asked) -> Reply:
    """The page that verifies a hand."""
    return _page(service.pages.verifier, asked)


async def page_file(service: Service, asked: Asked) -> Reply:
    """A file of the pages."""
    return _page(service.pages.file(asked.parts["file"]), asked)


def _page(page: Page, asked: Asked) -> Given:
    """The file, or that the asker has it already (RFC 9110 §13.1.2)."""
    tags = {tag.strip().removeprefix("W/") for tag in (asked.has_tag or "").split(",")}
    if page.tag in tags or "*" in tags:
        return Given(b"", page.headers, 304, page.media)
    return Given(page.body, page.headers, None, page.media)
