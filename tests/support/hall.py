"""A service's hall over a ledger of its own, and people at its tables, who answer as simple as can be."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import attrs
import msgspec

from audit import audit_ledger
from ledger import KeyFolder, SystemClock
from ledger.history.disk import Disk
from ledger.service.about import Viewer
from ledger.service.commits import Turn
from ledger.service.hall import Hall, open_hall
from ledger.service.orders import AnswerGiven, NewPlayer, NewTable
from ledger.service.play import Play
from ledger.service.seats import Seats
from ledger.service.table import Table
from ledger.service.views import OwnQuestion, TableView
from tests.support.simulated_disk import QuickCalls

NAME = "club.example/hall"
OPERATOR = bytes(32)


@attrs.frozen
class Club:
    """A ledger and its keys; whoever opens the hall may give another disk."""

    root: Path
    disk: Disk = attrs.Factory(lambda: Disk(QuickCalls()))

    @property
    def ledger(self) -> Path:
        return self.root / "ledger"

    @property
    def keys(self) -> KeyFolder:
        return KeyFolder(self.root / "keys", disk=self.disk)

    def hall(self, turns: list[Turn] | None = None) -> AbstractAsyncContextManager[Hall]:
        watch = turns.append if turns is not None else (lambda _turn: None)
        return open_hall(self.ledger, self.keys, SystemClock(), OPERATOR, watch=watch, disk=self.disk)

    def history(self) -> bytes:
        return b"".join(path.read_bytes() for path in sorted(self.ledger.glob("history/*.jsonl")))

    def shown(self) -> bytes:
        """The lines that the checkpoint covers, which anybody may have seen."""
        size = int((self.ledger / "checkpoint").read_text().split("\n")[1])
        return b"".join(self.history().splitlines(keepends=True)[:size])

    def audit(self) -> Any:
        return audit_ledger(self.ledger, (self.keys.path / "verifier.vkey").read_text().strip(), jobs=1)


class SlowCalls(QuickCalls):
    """A disk that takes its time, so that others come meanwhile."""

    def fsync(self, _descriptor: int, /) -> None:
        """Some milliseconds."""
        time.sleep(0.002)


def ordered(*people: str, rules: str | dict[str, Any] = "training", bots: tuple[str, ...] = (), **changes: Any) -> NewTable:
    """A new table at which these people sit, and bots."""
    players = [NewPlayer(name=name, boxes=None, plays="person") for name in people]
    players += [NewPlayer(name=f"Bot {nth}", boxes=None, plays=bot) for nth, bot in enumerate(bots, 1)]
    table = NewTable(
        name=None,
        rules=rules,
        rounds=3,
        stack=None,
        players=players,
        places=0,
        director=False,
        answer_seconds=None,
        pause_seconds=0,
    )
    return msgspec.structs.replace(table, **changes)


def said(question: OwnQuestion) -> str:
    """The least that may be said: the lowest stake, no to every offer, hit below 17 and else stand."""
    hits = "hit" in question.legal and (question.total or 0) < 17
    return f"{question.hand} {'hit' if hits else question.default}"


def _nobody(_key: str) -> None:
    """Nobody wants to hear of it."""


@attrs.define
class Person:
    """Somebody at a table; `told` hears the key of each answer once it is acknowledged."""

    table: Table
    seat: int
    told: Callable[[str], object] = _nobody

    async def play(self) -> TableView:
        """Until the table is closed; the last view."""
        viewer = Viewer("seat", self.seat)
        view = await self.table.view(viewer)
        while view.state != "closed":
            if view.question and view.question.yours:
                question = view.question.yours[0]
                key = f"{self.seat}-{question.hash[:16]}"
                given = AnswerGiven(answer=said(question), question=question.hash, signature=None)
                view = (await Play(self.table).answer(self.seat, given, key)).table
                self.told(key)
            else:
                await self.table.change(view.version)
                view = await self.table.view(viewer)
        return view


async def seated(hall: Hall, *people: str, **changes: Any) -> Table:
    """A table whose people sit with the house's entropy."""
    table = hall.table((await hall.gather(ordered(*people, **changes), None)).table.table)
    await Seats(table).open()
    await Seats(table).seat_now()
    return table
