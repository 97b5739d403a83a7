"""People at tables over the network: each knows what the service's documents say, and nothing of what happens behind them."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import attrs
import httpx

from audit.seat.answering import answer as signature
from audit.seat.joining import join
from audit.seat.revealing import reveal

PATIENCE = 60
"""Seconds that a client goes on trying."""
STARTS = 60


class Server:
    """`shoe serve` as a process of its own, which may be killed and started again; each time it takes a free port, and says which."""

    def __init__(self, ledger: Path, keys: Path, config: Path) -> None:
        self.ledger, self.keys, self.config = ledger, keys, config
        self.process: subprocess.Popen[bytes] | None = None
        self.address = httpx.URL("http://127.0.0.1:0")

    @property
    def operator(self) -> dict[str, str]:
        """What the operator shows."""
        return {"authorization": f"Bearer {(self.keys / 'operator.token').read_text().strip()}"}

    @property
    def log(self) -> Path:
        """What it says on standard error, each start after the one before."""
        return self.config.parent / "log"

    def client(self, connections: int, timeout: float = 30) -> httpx.AsyncClient:
        """Somebody with a device for each connection, who finds the service again wherever it was started last."""
        limits = httpx.Limits(max_connections=connections, max_keepalive_connections=connections)
        return httpx.AsyncClient(base_url=self.address, transport=_ToServer(self, limits), timeout=timeout)

    def _run(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "cli.main", "serve", str(self.ledger), "--keys", str(self.keys), "--config", str(self.config)]
        with self.log.open("ab") as log:
            return subprocess.Popen([*command, "--port", "0"], stdout=subprocess.DEVNULL, stderr=log)

    async def start(self) -> None:
        """Start it, and wait until it says where it is and can record."""
        before = self.log.stat().st_size if self.log.exists() else 0
        self.process = self._run()
        until = time.monotonic() + STARTS
        while not (told := re.search(rb"Serving .* at (http://\S+/);", self.log.read_bytes()[before:])):
            assert self.process.poll() is None, self.log.read_text()[-2000:]
            assert time.monotonic() < until, "the service did not start"
            await asyncio.sleep(0.02)
        self.address = httpx.URL(told[1].decode())
        async with self.client(1) as client:
            assert (await client.get("/ready")).status_code == 200

    def kill(self) -> None:
        """As a power cut of its own: nothing is told to it."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """In good order; the exit status."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(STARTS)


class _ToServer(httpx.AsyncHTTPTransport):
    """Sends each request to where the service is now."""

    def __init__(self, server: Server, limits: httpx.Limits) -> None:
        super().__init__(limits=limits, trust_env=False)
        self._server = server

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        request.url = request.url.copy_with(port=self._server.address.port)
        return await super().handle_async_request(request)


@asynccontextmanager
async def served(ledger: Path, keys: Path, folder: Path) -> AsyncIterator[Server]:
    """A block in which the service runs, for clients that all come from one address."""
    config = folder / "serve.toml"
    config.write_text(
        "log_requests = false\n[limits]\nclient_rate = 100000\nclient_burst = 100000\ntoken_rate = 100000\ntoken_burst = 100000\n"
    )
    server = Server(ledger, keys, config)
    try:
        await server.start()
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            assert server.stop() == 0


async def asked(client: httpx.AsyncClient, method: str, path: str, **more: Any) -> httpx.Response:
    """Ask, and ask again as long as nobody answers or the service is not there yet: what is asked has a key, so that it counts once."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            answer = await client.request(method, path, **more)
            if answer.status_code < 500:
                return answer
        except httpx.TransportError:
            pass
        assert time.monotonic() < until, f"nobody answers {method} {path}"
        await asyncio.sleep(0.02)


@attrs.frozen
class Taken:
    """An answer that was acknowledged."""

    session: int
    round: int
    answer: str


@attrs.define
class Player:
    """Somebody at a table, with a token; with `folder` the entropy is their own, and with `signs` they sign their answers."""

    client: httpx.AsyncClient
    table: str
    token: str
    name: str
    vkey: str
    folder: Path | None = None
    signs: bool = False
    random: Random = attrs.Factory(lambda: Random(1))  # noqa: S311 -- the same answers each time
    taken: list[Taken] = attrs.Factory(list)
    receipts: list[str] = attrs.Factory(list)
    heard: Callable[[bytes], object] = lambda _said: None

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.token}", **more.pop("headers", {})}
        answer = await asked(self.client, method, f"/v1/tables/{self.table}{path}", headers=headers, **more)
        self.heard(b"".join([*(b"%b: %b\n" % header for header in answer.headers.raw), answer.content]))
        return answer

    async def play(self) -> dict[str, Any]:
        """Sit down, and play until the table is closed; the last view."""
        view = await self._look()
        while view["state"] != "closed":
            question = view["question"]
            if self.folder is not None and view["state"] in ("hashes", "reveals"):
                view = await self._sit_down(view)
            elif question and question["yours"]:
                view = await self._answer(question["yours"][0], view)
            else:
                view = await self._next(view["version"])
        return view

    async def _next(self, version: int) -> dict[str, Any]:
        """The next view, from the stream of events; whichever comes where that breaks off."""
        path, headers = f"/v1/tables/{self.table}/events", {"authorization": f"Bearer {self.token}", "last-event-id": str(version)}
        try:
            async with self.client.stream("GET", path, headers=headers) as stream:
                async for line in stream.aiter_lines():
                    self.heard(line.encode())
                    if line.startswith("data:"):
                        return dict(json.loads(line.removeprefix("data:")))
        except httpx.TransportError:
            await asyncio.sleep(0.02)
        return await self._look()

    async def _look(self) -> dict[str, Any]:
        return dict((await self.ask("GET", "")).json())

    async def _answer(self, question: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
        said = f"{question['hand']} {self._act(question)}"
        body = {"answer": said, "question": question["hash"], "signature": self._signature(question["hash"], said)}
        key = f"{self.random.getrandbits(96):024x}"
        answer = await self.ask("POST", "/answers", json=body, headers={"idempotency-key": key})
        if answer.status_code != 200:
            fresh = await self._look()
            assert fresh["version"] != view["version"], f"{said}: {answer.text}"  # somebody was quicker, or the time was up
            return fresh
        taken = answer.json()
        self.taken.append(Taken(view["session"], view["question"]["round"], said))
        if taken["receipt"]:
            self.receipts.append(taken["receipt"])
        return dict(taken["table"])

    def _act(self, question: dict[str, Any]) -> str:
        """Anything that is legal, the lowest stake more often than others."""
        act = self.random.choice(question["legal"])
        if act not in ("bet", "insure", "announce", "bid", "cut", "limits"):
            return str(act)
        steps = (question["most"] - question["least"]) // question["step"]
        return f"{act} {question['least'] + question['step'] * self.random.randint(0, min(steps, 2))}"

    def _signature(self, question: str, said: str) -> str | None:
        return signature(question, said, self._secret) if self.signs and self.folder is not None else None

    @property
    def _secret(self) -> Path:
        assert self.folder is not None
        return self.folder / f"{self.name}.secret"

    async def _sit_down(self, view: dict[str, Any]) -> dict[str, Any]:
        """Give the hash of an entropy of one's own, and reveal it once every seat is proven to be signed."""
        own = next(seat for seat in view["seats"] if seat["name"] == self.name)
        if view["state"] == "hashes" and own["hash"] is None:
            invitation = self._kept("invitation", (await self.ask("GET", "/invitation")).content)
            file = join(invitation, self.vkey, self._secret, signs=self.signs).hash_file
            given = await self.ask("PUT", "/hash", content=file, headers={"content-type": "application/json"})
        elif view["state"] == "reveals" and not own["revealed"] and own["source"] == "own":
            seats = self._kept("seats", (await self.ask("GET", "/seats")).content)
            file = reveal(seats, self.vkey, self._secret).reveal_file
            given = await self.ask("PUT", "/reveal", content=file, headers={"content-type": "application/json"})
        else:
            return await self._next(view["version"])
        assert given.status_code < 300, given.text
        return await self._look()

    def _kept(self, what: str, data: bytes) -> Path:
        assert self.folder is not None
        path = self.folder / f"{self.name}.{what}.json"
        path.write_bytes(data)
        return path


async def new_table(client: httpx.AsyncClient, server: Server, people: list[str], key: str, **more: Any) -> tuple[str, dict[str, str]]:
    """The operator makes a table, and opens it; its id, and each person's token."""
    players = [{"name": name, "boxes": None, "plays": "person"} for name in people] + more.pop("bots", [])
    order = {"name": None, "rules": "training", "rounds": 2, "stack": None, "players": players, "places": 0, "director": False}
    order |= {"answer_seconds": None, "pause_seconds": 0} | more
    made = await asked(client, "POST", "/v1/tables", json=order, headers={**server.operator, "idempotency-key": key})
    assert made.status_code == 201, made.text
    table, tokens = made.json()["table"]["table"], {entry["name"]: entry["token"] for entry in made.json()["tokens"]}
    opened = await asked(client, "POST", f"/v1/tables/{table}/open", headers=server.operator)
    assert opened.status_code < 300, opened.text
    return table, tokens
