"""Players who want more than their seat gives them: to act for others, or to be told what a crash could take back."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import threading
from collections.abc import Callable
from errno import ENOSPC
from http.client import HTTPResponse
from typing import Any

import attrs
import pytest

from ledger.errors import DiskFailed
from ledger.history.disk import Disk
from ledger.history.records import canonical
from ledger.proof.tree import leaf_hash
from ledger.service.about import PUBLIC, Viewer
from ledger.service.orders import AnswerGiven
from ledger.service.play import Play
from ledger.service.refusals import Kind, Refused
from ledger.service.seats import Seats
from ledger.service.table import Table
from ledger.service.views import OwnQuestion
from tests.service.conftest import Gathering
from tests.support.hall import Club, ordered, said, seated
from tests.support.serving import Served
from tests.support.simulated_disk import QuickCalls


def test_getting_up_twice_at_once_takes_nobody_else_from_their_seat(club: Club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            made = await hall.gather(ordered("Ann", "Bo", "Cy"), None)
            table = hall.table(made.table.table)
            ann, bo, _ = (entry.token for entry in made.tokens)

            def who(token: str) -> Callable[[], Viewer]:
                return lambda: hall.viewer(table.id, token)

            done = await asyncio.gather(*(Seats(table).get_up(who(token)) for token in (ann, ann, bo)), return_exceptions=True)
            assert [sitting.name for sitting in table.file.sittings] == ["Cy"]
            assert table.file.places == 2
            (refused,) = filter(None, done)
            assert isinstance(refused, Refused)
            assert refused.kind is Kind.TOKEN_UNKNOWN

    asyncio.run(evening())


def test_whoever_moves_up_while_their_body_comes_gives_no_hash_for_who_sits_where_they_sat(service: Served) -> None:
    players = [{"name": name, "boxes": None, "plays": "person"} for name in ("Ann", "Bo")]
    with service.client(service.operator) as operator, service.client() as anybody, socket.create_connection(service.address) as slow:
        order = {"name": "One", "rules": "training", "rounds": 1, "stack": None, "players": players, "places": 1, "director": False}
        made = operator.post("/v1/tables", json={**order, "answer_seconds": None, "pause_seconds": 0}).json()
        table, (ann, bo) = f"/v1/tables/{made['table']['table']}", [entry["token"] for entry in made["tokens"]]
        body = canonical({"entropy_hash": "a" * 64, "format": "sealedshoe/seat-hash/2", "key": None, "name": "Cy", "open": "0" * 64})
        head = f"PUT {table}/hash HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {bo}\r\nContent-Type: application/json\r\n"
        slow.sendall(f"{head}Content-Length: {len(body) + 1}\r\nExpect: 100-continue\r\n\r\n".encode())
        assert slow.recv(4096).startswith(b"HTTP/1.1 100 ")
        assert anybody.delete(f"{table}/seat", headers={"authorization": f"Bearer {ann}"}).status_code == 204
        assert anybody.post(f"{table}/seats", json={"name": "Cy"}).json()["seat"] == 2
        assert operator.post(f"{table}/open").status_code == 200
        size = anybody.get("/v1/ledger").json()["size"]
        opened = anybody.get("/v1/lines", params={"from": size - 1, "to": size}).content.removesuffix(b"\n")
        slow.sendall(body.replace(b"0" * 64, leaf_hash(opened).hex().encode()) + b"\n")
        told = HTTPResponse(slow)
        told.begin()
        assert json.loads(told.read())["detail"].startswith("The file is of 'Cy' and not of 'Bo'")
        assert [seat["hash"] for seat in anybody.get(table).json()["seats"]] == [None, None]


SEAT = Viewer("seat", 1)


async def asked(table: Table) -> OwnQuestion:
    """What seat 1 is asked, as soon as it is."""
    while not ((view := await table.view(SEAT)).question and view.question.yours):
        await table.change(view.version)
    return view.question.yours[0]


async def answered(table: Table) -> tuple[asyncio.Task[Any], AnswerGiven]:
    """An answer of seat 1 on its way: taken, and not durable yet."""
    question = await asked(table)
    given = AnswerGiven(answer=said(question), question=question.hash, signature=None)
    taken = asyncio.ensure_future(Play(table).answer(1, given, None))
    for _ in range(4):
        await asyncio.sleep(0)
    return taken, given


def test_nothing_is_told_of_an_answer_before_it_is_durable(club: Club) -> None:
    turns = threading.Event()

    class HeldCalls(QuickCalls):
        """A disk that turns only while it may."""

        def fsync(self, _descriptor: int, /) -> None:
            turns.wait()

    async def evening() -> None:
        async with attrs.evolve(club, disk=Disk(HeldCalls())).hall() as hall:
            table = await seated(hall, "Ann", rounds=8)
            for _ in range(6):
                await asked(table)
                before = table.short(), table.receipts.of(1)
                turns.clear()
                taken, _ = await answered(table)
                receipts = asyncio.ensure_future(table.receipts_of(1))
                await asyncio.sleep(0.01)
                assert (table.short(), receipts.done(), taken.done()) == (before[0], False, False)
                turns.set()
                await taken
                assert await receipts != before[1]

    turns.set()
    asyncio.run(evening())


def test_the_answer_that_ends_a_round_gets_its_receipt_though_the_next_round_has_begun(club: Club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            table = await seated(hall, "Ann", rounds=3)
            while True:
                number = (await table.view(SEAT)).round
                taken, given = await answered(table)
                done = await taken
                assert done.receipt is not None, given
                if number and done.table.round and done.table.round.round > number.round:
                    assert done.receipt.split("\n")[1] == f"1/{number.round}"
                    return

    asyncio.run(evening())


def test_where_the_disk_fails_nobody_sees_the_card_that_the_lost_answer_drew(club: Club) -> None:
    class FullCalls(QuickCalls):
        is_full = False

        def fsync(self, descriptor: int, /) -> None:
            if self.is_full:
                raise OSError(ENOSPC, os.strerror(ENOSPC))
            super().fsync(descriptor)

    calls = FullCalls()

    async def evening() -> None:
        async with attrs.evolve(club, disk=Disk(calls)).hall() as hall:
            table = await seated(hall, "Ann", rounds=3)
            await (await answered(table))[0]
            calls.is_full = True
            taken, _ = await answered(table)
            with pytest.raises(DiskFailed):
                await taken
            for look in (table.view(SEAT), table.view(PUBLIC), table.receipts_of(1)):
                with pytest.raises(DiskFailed):
                    await look
            assert not hall.ready

    asyncio.run(evening())


def test_a_key_that_another_seat_used_is_no_hindrance_and_takes_nothing_of_theirs(club: Club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            table = await seated(hall, "Ann", "Bo", rounds=3)
            for seat in (1, 2):
                question = (await table.view(Viewer("seat", seat))).question
                assert question
                assert question.yours
                given = AnswerGiven(answer=said(question.yours[0]), question=question.yours[0].hash, signature=None)
                await Play(table).answer(seat, given, "1")
                assert table.answered(seat, "1") == given.answer

    asyncio.run(evening())


def test_nobody_is_told_a_token_for_a_key_that_can_be_guessed(service: Served, gathering: Callable[[], Gathering]) -> None:
    table = gathering()
    with service.client() as cy:
        for key, status in (("1", 400), ("x" * 21, 400), ("x" * 22, 201), ("x" * 22, 201)):
            done = cy.post(f"/v1/tables/{table.id}/seats", json={"name": "Cy"}, headers={"idempotency-key": key})
            assert done.status_code == status
        other = cy.post(f"/v1/tables/{table.id}/seats", json={"name": "Di"}, headers={"idempotency-key": "x" * 22})
    assert other.json()["type"] == "/problems/key-reused"


def test_what_is_kept_of_a_seat_holds_neither_its_token_nor_the_key_by_which_that_is_told(club: Club) -> None:
    async def evening() -> tuple[str, str]:
        async with club.hall() as hall:
            table = hall.table((await hall.gather(ordered("Ann", places=1), None)).table.table)
            taken = await Seats(table).take_seat("Bo", "a key that nobody guesses")
            assert await Seats(table).take_seat("Bo", "a key that nobody guesses") == taken
            return taken.token, "a key that nobody guesses"

    secrets = asyncio.run(evening())
    (kept,) = (path.read_bytes() for path in club.keys.path.glob("service/*.json"))
    assert b"Bo" in kept
    assert [secret for secret in secrets if secret.encode() in kept] == []
