"""Tournaments: the standings over closed sessions, signed in the ledger (T7.1, FORMAT.md §4).

What is ranked is read through the index of the log, in another thread: the tables play on meanwhile, and are not waited for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import attrs

from ledger.clock import Clock
from ledger.errors import EventError
from ledger.field import check_field, ranked
from ledger.history.records import Event, EventStanding, encode
from ledger.names import check_name, folded
from ledger.service.commits import Commits
from ledger.service.reading import Reading
from ledger.service.refusals import Kind, Refused
from ledger.service.told import Ranked
from ledger.service.views import StandingView


@attrs.define
class Ranking:
    """Ranks one tournament at a time."""

    _commits: Commits
    _reading: Reading
    _clock: Clock
    _alone: asyncio.Lock = attrs.Factory(asyncio.Lock)
    _by_request: dict[str, Ranked] = attrs.Factory(dict)

    async def rank(self, name: str, sessions: Sequence[int], request: str | None) -> Ranked:
        """Sign the standings of a tournament over closed sessions; EventError where they cannot be ranked. Again does nothing."""
        numbers = tuple(sorted(sessions))
        async with self._alone:
            before = self._by_request.get(request or "")
            if before is not None and (before.name, before.sessions) != (name, numbers):
                raise Refused(Kind.KEY_REUSED, f"“{before.name}” was ranked with this idempotency key; choose another one.")
            done = before or _told(name, numbers, await self._standings(name, numbers))
            if request is not None:
                self._by_request[request] = done
        return done

    async def _standings(self, name: str, numbers: tuple[int, ...]) -> Sequence[EventStanding]:
        """As they are signed, now or before: somebody who did not hear of it asks again."""
        known = await asyncio.to_thread(self._reading.tournaments)
        before = known.get(folded(name))
        if before is not None and before.sessions == numbers:
            return before.standings
        if len(set(numbers)) < len(numbers):
            raise EventError("A session is listed twice; list each session of the tournament once.")
        check_name(name, "The tournament's name")
        players = await asyncio.to_thread(self._reading.players, numbers)
        check_field(known, name, players, numbers, self._commits.size)
        standings = ranked(players)
        event = Event(seq=self._commits.size, time=self._clock.read(), name=name, sessions=numbers, standings=standings)
        await self._commits.commit([encode(event)])
        return standings


def _told(name: str, sessions: tuple[int, ...], standings: Sequence[EventStanding]) -> Ranked:
    places = tuple([StandingView(place=entry.place, seat=entry.seat, name=entry.name, net=entry.net) for entry in standings])
    return Ranked(name=name, sessions=sessions, standings=places)
