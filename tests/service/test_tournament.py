"""A tournament over the network: many tables at once, one ranking, and the audit says the same."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from random import Random
from typing import Any

import attrs
import httpx
import pytest

from audit import audit_ledger
from tests.support.ledgers import SignedLedger
from tests.support.network import Player, Server, asked, new_table, served

TABLES = int(os.environ.get("SHOE_TABLES", "3"))
"""Tables of six; twenty take half a minute."""
SEATS = 6


@attrs.define
class Tournament:
    """What came of it."""

    ledger: SignedLedger
    ranked: dict[str, Any]
    again: dict[str, Any]
    shown: dict[str, Any]
    closed: list[dict[str, Any]]


@pytest.fixture(scope="module")
def tournament(new_ledger, tmp_path_factory) -> Tournament:
    return asyncio.run(held(new_ledger(), tmp_path_factory.mktemp("tournament")))


async def held(ledger: SignedLedger, folder: Path) -> Tournament:
    """Everybody plays at their table; then the director ranks all of them."""
    async with served(ledger.path, ledger.keys.path, folder) as server:
        async with server.client(500, timeout=60) as client:
            closed = await asyncio.gather(*(table(client, server, ledger, nth) for nth in range(TABLES)))
            body = {"name": "The open", "sessions": [view["session"] for view in closed]}
            ranked, again = [
                (await asked(client, "POST", "/v1/tournaments", json=body, headers={**server.operator, "idempotency-key": key})).json()
                for key in ("first", "second")
            ]
            shown = (await client.get("/v1/standings")).json()
        return Tournament(ledger, ranked, again, shown, list(closed))


async def table(client: httpx.AsyncClient, server: Server, ledger: SignedLedger, nth: int) -> dict[str, Any]:
    """Six people at a table, each a bot of their own on a device of their own."""
    names = [f"{name} {nth}" for name in ("Ann", "Bo", "Cy", "Di", "Ed", "Fay")]
    made, tokens = await new_table(client, server, names, f"table-{nth}", rounds=5)
    await asked(client, "POST", f"/v1/tables/{made}/seat", headers=server.operator)
    players = [Player(client, made, tokens[name], name, ledger.vkey, random=Random(name)) for name in names]  # noqa: S311 -- the same answers
    views = await asyncio.gather(*(player.play() for player in players))
    return views[0]


def test_its_ledger_is_clean_and_its_standings_are_those_of_the_audit(tournament) -> None:
    report = audit_ledger(tournament.ledger.path, tournament.ledger.vkey, jobs=1)
    assert report.findings == ()
    assert report.counts.tournaments == 1
    assert len(tournament.ranked["standings"]) == TABLES * SEATS
    nets = {(entry["name"]): entry["net"] for view in tournament.closed for entry in view["standings"]}
    assert {entry["name"]: entry["net"] for entry in tournament.ranked["standings"]} == nets


def test_ranked_again_it_is_the_same_tournament(tournament) -> None:
    assert tournament.again == tournament.ranked
    assert [entry["name"] for entry in tournament.shown["tournaments"]] == ["The open"]
    assert len(tournament.shown["sessions"]) == TABLES
