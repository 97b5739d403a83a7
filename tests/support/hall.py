"""People at the tables of a service's hall, who answer as simple as can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import msgspec

from ledger.service.about import Viewer
from ledger.service.orders import AnswerGiven, NewPlayer, NewTable
from ledger.service.play import Play
from ledger.service.table import Table
from ledger.service.views import OwnQuestion, TableView


def ordered(*people: str, rules: str = "training", bots: tuple[str, ...] = (), **changes: Any) -> NewTable:
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
