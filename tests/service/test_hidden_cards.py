"""All bytes that the service sends to anybody, searched for cards that lie face down for them at that moment (G8)."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import attrs
import httpx
import pytest

from ledger.history.records import Begin, RoundPlayed, canonical, decode
from ledger.rules.ruleset import altered, load, to_object
from tests.support.ledgers import SignedLedger
from tests.support.network import Player, Server, asked, new_table, served

NAMES = ("Ann", "Bo", "Cy")
EVERYWHERE = ("/v1/tables/{table}", "/v1/lines?from=0&to=1000", "/v1/tables", "/v1/standings", "/log/checkpoint", "/ready", "/metrics")
"""What an onlooker and the operator ask for all the time."""


@attrs.frozen
class Hidden:
    """A card that lay face down: of it nobody but `seat` may hear (0: nobody at all) before an event of its round, or all are signed."""

    round: int
    log: bytes
    card: str
    seat: int
    opening: str


@attrs.define
class Overheard:
    """Everything that was sent, in order, with the seat that it was sent to: 0 for onlookers and the operator."""

    ledger: SignedLedger
    said: list[tuple[int, bytes]] = attrs.Factory(list)

    def hear(self, seat: int, said: bytes) -> None:
        """Something was sent."""
        self.said.append((seat, said))

    def rounds(self) -> list[RoundPlayed]:
        """The rounds of the session."""
        return [record for record in map(decode, self.ledger.history().splitlines()) if isinstance(record, RoundPlayed)]

    def hidden(self) -> Iterator[Hidden]:
        """The cards that lay face down, of all rounds."""
        for played in self.rounds():
            for event in played.log:
                who, verb, *rest = event.split(" ")
                if verb == "hole":
                    yield Hidden(played.round, canonical(played.log), rest[0], played.banker, "D show")
                elif verb == "down":
                    yield Hidden(played.round, canonical(played.log), rest[0], int(who), f"{who} open")

    def window(self, hidden: Hidden) -> Iterator[tuple[int, bytes]]:
        """What was sent while a card lay face down: from its round's first event to the one that turns it up, or the round's line.

        A view from before the round may come late, on another connection: it names the cards of the round before, as it may.
        """
        first = min(view["version"] for _, said in self.said if (view := view_in(said)) and in_round(view, hidden.round))
        began = False
        for seat, said in self.said:
            view = view_in(said)
            if view and view["version"] < first:
                continue
            began = began or bool(view and in_round(view, hidden.round))
            is_open = view and in_round(view, hidden.round) and hidden.opening in view["round"]["log"]
            if is_open or hidden.log in said:
                return
            if began:
                yield seat, said


def view_in(said: bytes) -> Any:
    """The view of a table that something sent holds, if it does."""
    text = said[said.find(b"{") :] if b"{" in said else b""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if "version" in found else found.get("table") if isinstance(found.get("table"), dict) else None


def in_round(view: Any, number: int) -> bool:
    """Whether a view shows this round in play."""
    return bool(view["round"] and view["round"]["round"] == number)


def without_earlier_rounds(said: bytes, rounds: Sequence[RoundPlayed]) -> bytes:
    """What is left of something sent without what rounds that are over, and signed, have in the ledger: the next shoe has the same cards."""
    for played in rounds:
        said = said.replace(canonical(played.log), b"")
    return said


def names_card(said: bytes, card: str) -> bool:
    """Whether a card is named: as a word, and not as a part of a hash or a signature."""
    return re.search(rb"(?<![A-Za-z0-9+/_-])%b(?![A-Za-z0-9+/=_-])" % card.encode(), said) is not None


@pytest.fixture(scope="module", params=["training", "classic"])
def overheard(request, new_ledger, tmp_path_factory) -> Overheard:
    return asyncio.run(listened(new_ledger(), tmp_path_factory.mktemp("hidden"), request.param))


async def listened(ledger: SignedLedger, folder: Path, profile: str) -> Overheard:
    """A session with one deck, in which every card has one name only, with an onlooker and the operator who ask for everything."""
    overheard = Overheard(ledger)
    rules = to_object(altered(load(profile), {"pack.decks": 1, "session.rounds": 8}))
    async with served(ledger.path, ledger.keys.path, folder) as server, server.client(100) as client:
        table, tokens = await new_table(client, server, list(NAMES), "table", rules=rules, rounds=None)
        await asked(client, "POST", f"/v1/tables/{table}/seat", headers=server.operator)
        players = [
            Player(client, table, tokens[name], name, ledger.vkey, random=Random(name), heard=partial(overheard.hear, seat))  # noqa: S311
            for seat, name in enumerate(NAMES, 1)
        ]
        listeners = [asyncio.create_task(listen(client, server, table, overheard)) for _ in range(2)]
        events = f"/v1/tables/{table}/events"
        listeners += [asyncio.create_task(follow(client, events, headers, overheard)) for headers in ({}, server.operator)]
        await asyncio.gather(*(player.play() for player in players))
        for listener in listeners:
            listener.cancel()
    return overheard


async def listen(client: httpx.AsyncClient, server: Server, table: str, overheard: Overheard) -> None:
    """Ask for everything, as the operator and as anybody."""
    while True:
        for path in EVERYWHERE:
            for headers in ({}, server.operator):
                answer = await asked(client, "GET", path.format(table=table), headers=headers)
                overheard.hear(0, b"".join([*(b"%b: %b\n" % header for header in answer.headers.raw), answer.content]))


async def follow(client: httpx.AsyncClient, path: str, headers: dict[str, str], overheard: Overheard) -> None:
    """Everything that a stream of events says."""
    async with client.stream("GET", path, headers=headers) as stream:
        async for line in stream.aiter_lines():
            overheard.hear(0, line.encode())


def test_nobody_hears_of_a_card_that_lies_face_down_for_them(overheard) -> None:
    looked_at = leaks = 0
    rounds = overheard.rounds()
    for hidden in overheard.hidden():
        for seat, said in overheard.window(hidden):
            looked_at += len(said)
            new = without_earlier_rounds(said, [played for played in rounds if played.round < hidden.round])
            leaks += seat != hidden.seat and names_card(new, hidden.card)
    cards = sum(1 for _ in overheard.hidden())
    print(f"\n{len(overheard.said):,} answers and events, {looked_at:,} bytes while {cards} cards lay face down: {leaks} of them told")
    assert cards > 4
    assert looked_at > 20_000
    assert leaks == 0


def test_everybody_hears_of_it_afterwards_so_that_a_leak_would_be_found(overheard) -> None:
    logs = [canonical(played.log) for played in overheard.rounds()]
    assert {seat for seat, said in overheard.said if any(log in said for log in logs)} == {0, 1, 2, 3}
    assert all(any(names_card(said, hidden.card) for _, said in overheard.said) for hidden in overheard.hidden())


def test_a_rounds_begin_says_nothing_of_its_cards(overheard) -> None:
    begins = [record for record in map(decode, overheard.ledger.history().splitlines()) if isinstance(record, Begin)]
    assert len(begins) == len(overheard.rounds())
    assert not any(event.split(" ")[1] in ("deal", "hole", "down") for begin in begins for event in begin.log)
