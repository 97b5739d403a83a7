"""Players who want more than their seat gives them: to act for others, or to be told what a crash could take back."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable

from ledger.history.records import canonical
from ledger.proof.tree import leaf_hash
from ledger.service.about import Viewer
from ledger.service.refusals import Kind, Refused
from ledger.service.seats import Seats
from tests.support.hall import Club, ordered
from tests.support.serving import Served


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
        told = slow.recv(65_536)
        assert json.loads(told.partition(b"\r\n\r\n")[2])["detail"].startswith("The file is of 'Cy' and not of 'Bo'")
        assert [seat["hash"] for seat in anybody.get(table).json()["seats"]] == [None, None]
