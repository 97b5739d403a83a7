"""People at tables over the network: each knows what the service's documents say, and nothing of what happens behind them."""

from __future__ import annotations

import asyncio
import json
import socket
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
STARTS = 30


class Server:
    """`shoe serve` as a process of its own, which may be killed and started again at the same port."""

    def __init__(self, ledger: Path, keys: Path, config: Path, port: int) -> None:
        self.ledger, self.keys, self.config, self.port = ledger, keys, config, port
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def operator(self) -> dict[str, str]:
        """What the operator shows."""
        return {"authorization": f"Bearer {(self.keys / 'operator.token').read_text().strip()}"}

    def _run(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "cli.main", "serve", str(self.ledger), "--keys", str(self.keys), "--config", str(self.config)]
        with (self.config.parent / "log").open("ab") as log:
            return subprocess.Popen([*command, "--port", str(self.port)], stdout=subprocess.DEVNULL, stderr=log)

    async def start(self) -> None:
        """Start it, and wait until it can record."""
        self.process = self._run()
        async with httpx.AsyncClient(base_url=self.address) as client:
            for _ in range(STARTS * 20):
                try:
                    if (await client.get("/ready")).status_code == 200:
                        return
                except httpx.TransportError:
                    pass
                assert self.process.poll() is None, (self.config.parent / "log").read_text()[-2000:]
                await asyncio.sleep(0.05)
        raise AssertionError("the service did not start")

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


@asynccontextmanager
async def served(ledger: Path, keys: Path, folder: Path, port: int) -> AsyncIterator[Server]:
    """A block in which the service runs, for clients that all come from one address."""
    config = folder / "serve.toml"
    config.write_text(
        "log_requests = false\n[limits]\nclient_rate = 100000\nclient_burst = 100000\ntoken_rate = 100000\ntoken_burst = 100000\n"
    )
    server = Server(ledger, keys, config, port)
    await server.start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            assert server.stop() == 0


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


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
