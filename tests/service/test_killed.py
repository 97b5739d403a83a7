"""The service is killed in the middle of its work, again and again: nothing acknowledged is lost or doubled, and there is one history."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import attrs
import httpx
import pytest

from audit import Report, audit_ledger
from ledger.history.records import RoundPlayed, Void, decode
from ledger.live.signatures import said_in
from tests.support.ledgers import SignedLedger
from tests.support.network import Player, Server, Taken, new_table, served

KILLS = int(os.environ.get("SHOE_KILLS", "3"))
"""How often it is killed; a hundred times takes two minutes."""
PEOPLE = (("Ann", "Bo"), ("Cy", "Di"), ("Ed", "Fay"), ("Gus", "Hal"))
RULES = ("training", "enhc", "classic", "club")


@attrs.define
class Evening:
    """What came of it: what was acknowledged, the checkpoints that were shown, the players with what they kept."""

    ledger: SignedLedger
    players: list[Player]
    checkpoints: set[bytes]
    kills: int

    def events(self) -> Counter[Taken]:
        """The decisions of people that stand in the ledger, as they were answered."""
        found: Counter[Taken] = Counter()
        for record in map(decode, self.ledger.history().splitlines()):
            if isinstance(record, (RoundPlayed, Void)):
                found.update(Taken(record.session, record.round, _said(event)) for event in record.log)
        return found

    def audit(self, **more: Any) -> Report:
        """The audit's report."""
        return audit_ledger(self.ledger.path, self.ledger.vkey, jobs=1, **more)


def _said(event: str) -> str:
    """The answer of which an event comes."""
    return event.removesuffix(" 0") if event.split()[1] == "bust" else said_in(event)


@pytest.fixture(scope="module")
def evening(new_ledger, tmp_path_factory) -> Evening:
    folder = tmp_path_factory.mktemp("killed")
    return asyncio.run(played(new_ledger(), folder))


async def played(ledger: SignedLedger, folder: Path) -> Evening:
    """Four tables of two people, some with entropy of their own and some who sign, until as many kills are over as are wanted."""
    async with served(ledger.path, ledger.keys.path, folder) as server:
        evening = Evening(ledger, [], set(), 0)
        async with server.client(100) as client:
            killer = asyncio.create_task(kill(server, evening, client))
            await asyncio.gather(*(sit_and_play(client, server, evening, folder, nth) for nth in range(len(PEOPLE))))
            killer.cancel()
        return evening


async def sit_and_play(client: httpx.AsyncClient, server: Server, evening: Evening, folder: Path, nth: int) -> None:
    """One session after another at a table, as long as there are kills to come."""
    number = 0
    while number == 0 or evening.kills < KILLS:
        number += 1
        names = [f"{name} {number}" for name in PEOPLE[nth]]
        table, tokens = await new_table(client, server, names, f"table-{nth}-{number}", rules=RULES[nth], rounds=4)
        own = folder if nth % 2 else None
        seeds = {name: Random(f"{nth} {name}") for name in names}  # noqa: S311 -- the same answers each time
        players = [Player(client, table, tokens[name], name, evening.ledger.vkey, own, nth == 3, seeds[name]) for name in names]
        evening.players += players
        if own is None:
            await client_says(client, server, table, "seat")
        await asyncio.gather(*(player.play() for player in players))


async def client_says(client: httpx.AsyncClient, server: Server, table: str, what: str) -> None:
    """The operator does something at a table, however often the service must be asked."""
    while True:
        try:
            answer = await client.post(f"/v1/tables/{table}/{what}", headers=server.operator)
            if answer.status_code < 500:
                assert answer.status_code < 300, answer.text
                return
        except httpx.TransportError:
            await asyncio.sleep(0.02)


async def kill(server: Server, evening: Evening, client: httpx.AsyncClient) -> None:
    """Kill and start it, each time at another moment."""
    random = Random(1)  # noqa: S311 -- the same moments each time
    while evening.kills < KILLS:
        await asyncio.sleep(random.uniform(0.05, 0.4))
        try:
            evening.checkpoints.add((await client.get("/log/checkpoint")).content)
        except httpx.TransportError:
            continue
        server.kill()
        evening.kills += 1
        await server.start()


def test_what_was_acknowledged_is_in_the_ledger_and_once(evening) -> None:
    acknowledged = Counter(taken for player in evening.players for taken in player.taken)
    recorded = evening.events()
    lost = {taken: times for taken, times in acknowledged.items() if leaves_an_event(taken) and recorded[taken] < times}
    doubled = {taken: times for taken, times in recorded.items() if is_decision(taken) and times > acknowledged[taken]}
    print(f"\n{evening.kills} kills, {acknowledged.total()} answers acknowledged: lost {len(lost)}, doubled {len(doubled)}")
    assert evening.kills == KILLS
    assert acknowledged.total() > 30
    assert (lost, doubled) == ({}, {})


def leaves_an_event(taken: Taken) -> bool:
    """Whether an answer stands in the log, as those that merely let something be do not."""
    return taken.answer.split()[1] not in ("ready", "unchanged", "pass", "keep", "play")


def is_decision(taken: Taken) -> bool:
    """Whether an event is a player's own act at the table, and never the table's."""
    who, verb = taken.answer.split()[:2]
    return who != "D" and verb in ("hit", "stand", "double", "split", "surrender", "insure", "bet")


def test_the_ledger_is_clean_and_bears_out_every_receipt_and_checkpoint(evening, tmp_path) -> None:
    for nth, receipt in enumerate(receipt for player in evening.players for receipt in player.receipts):
        (tmp_path / f"{nth}.receipt").write_text(receipt)
    report = evening.audit(receipts=tmp_path)
    assert report.findings == ()
    assert report.counts.rounds > 10
    sizes = Counter(checkpoint.split(b"\n")[1] for checkpoint in evening.checkpoints)
    assert set(sizes.values()) == {1}
    for nth, checkpoint in enumerate(sorted(evening.checkpoints, key=lambda note: int(note.split(b"\n")[1]))[:: max(1, KILLS // 5)]):
        known = tmp_path / f"{nth}.checkpoint"
        known.write_bytes(checkpoint)
        assert evening.audit(known=[known]).findings == ()
