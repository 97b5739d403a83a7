"""A live table of the service: who sits there, its session, and what becomes of what people ask of it.

One thing happens at a table at a time. Each waits until all that it wrote is durable, and so does whoever looks meanwhile: nobody is shown
anything that a crash could take back.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from hmac import compare_digest
from secrets import randbits
from typing import Any, TypeVar

import attrs
import msgspec

from ledger.errors import DiskFailed
from ledger.live.questions import PAUSED, Question
from ledger.live.seating import HashesDue, RevealsDue
from ledger.live.session import LiveSession, key_of
from ledger.service.about import PUBLIC, Viewer, about_of, in_short
from ledger.service.by_itself import go_on, go_on_at_once
from ledger.service.doors import Doors
from ledger.service.kept_receipts import KeptReceipts
from ledger.service.pace import Pace, awaited
from ledger.service.refusals import Kind, Refused
from ledger.service.rules_told import rules_told
from ledger.service.share import Share
from ledger.service.showing import Showing
from ledger.service.table_file import Sitting, TableFile
from ledger.service.told import TableRules, TableShort
from ledger.service.views import State, TableView, You
from ledger.table.session import Due

REQUESTS = 64
"""Answers of a closed table that are remembered by the keys of their requests."""
_VERSIONS = 52
"""Bits of the version that is counted from; all that are counted are exact in a double, as JavaScript's numbers are."""
T = TypeVar("T")


@attrs.frozen
class _Standing:
    """All that a view shows hangs on these; a void leaves the number of the question as it was, but not the round."""

    file: TableFile = attrs.field(eq=id)
    asked: object
    leaving: int


def nobody_asks() -> None:
    """What happens by itself, or the operator does: nothing is to be asked once more."""


class Table:
    """One table. `file` is what is kept of it; `version` rises with each change, and `asked` is the one that put its question.

    Each run of the service begins to count where chance has it: a version from before a restart is not taken for one of now.
    """

    def __init__(self, file: TableFile, doors: Doors) -> None:
        self.file = file
        self.version = file.ended.version if file.ended else randbits(_VERSIONS)
        self.receipts = KeptReceipts()
        self.receipts.restore(file.receipts)
        self._doors = doors
        self._rules = file.rule_set()
        self._session: LiveSession | None = None
        self._share: Share | None = None
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()
        self._pace = Pace(self._time_up, asyncio.get_running_loop())
        self._showing: Showing | None = None
        self.asked = self.version
        self._short = in_short(file, self._rules, self.state, None)
        self._told = self._standing()
        self._tokens_of: tuple[Sitting, ...] | None = None
        self._tokens: tuple[bytes | None, ...] = ()

    @property
    def id(self) -> str:
        """The table's id."""
        return self.file.table

    @property
    def state(self) -> State:
        """How far it is."""
        if self.file.ended is not None:
            return "closed"
        if self._session is None:
            return "gathering"
        question = self._session.question
        return "hashes" if isinstance(question, HashesDue) else "reveals" if isinstance(question, RevealsDue) else "playing"

    def seated(self, session: LiveSession, share: Share) -> None:
        """The table's session, new or gone on with."""
        session.seating.log, session.pauses = self._doors.reading, True
        self._session, self._share = session, share

    async def begin(self) -> None:
        """Go on by itself from where the table stands, after a restart."""
        async with self.turn():
            pass

    # Looking

    def rules(self) -> TableRules:
        """The table's rules, which never change."""
        return rules_told(self.file.rules, self._rules)

    async def view(self, viewer: Viewer) -> TableView:
        """The table as somebody may see it, once all that they see is durable; DiskFailed if it never will be."""
        async with self.looking():
            return self._view(viewer)

    async def receipts_of(self, seat: int) -> list[str]:
        """A seat's receipts, once what they are for is durable."""
        async with self.looking():
            return self.receipts.of(seat)

    def short(self) -> TableShort:
        """The table in a list, as it was when all was durable last."""
        return self._short

    async def change(self, after: int) -> int:
        """The table's version as soon as it is another than `after`. DiskFailed if none can come."""
        while self.version == after:
            self._doors.require_writable()
            await self._changed.wait()
        return self.version

    @property
    def next(self) -> str | None:
        """The table at which the same people go on, if this one was made again."""
        return self._doors.next_of(self.id)

    def wake(self) -> None:
        """Let everybody look who waits for a change."""
        self._changed.set()
        self._changed = asyncio.Event()

    def seat_of(self, token: str) -> int | None:
        """The seat whose token this is."""
        given = token.encode()
        for seat, own in enumerate(self._own_tokens(), 1):
            if own is not None and compare_digest(given, own):
                return seat
        return None

    def _own_tokens(self) -> tuple[bytes | None, ...]:
        """Each seat's token, none for a bot's. They are made once: every request asks up to three times, and each costs an HMAC."""
        if self._tokens_of is not self.file.sittings:
            self._tokens_of = self.file.sittings
            self._tokens = tuple([self.token(sitting).encode() if sitting.is_person else None for sitting in self._tokens_of])
        return self._tokens

    def seat_called(self, name: str) -> int:
        """The seat of somebody by their name; Refused where nobody here has it."""
        for seat, sitting in enumerate(self.file.sittings, 1):
            if sitting.name == name:
                return seat
        raise Refused(Kind.REFUSED, f"Nobody at table {self.id} is called “{name}”; its view says who sits there.")

    def answered(self, seat: int, request: str | None) -> str | None:
        """The answer that was taken of a seat with this key of a request, if one was."""
        if request is None:
            return None
        return (self._session.requests if self._session else self.file.requests).get(key_of(seat, request))

    def rest(self) -> None:
        """Nothing happens by itself any more."""
        self._pace.wait(None, None)

    async def close(self, reason: str) -> None:
        """Close the table; a round in play is void. Again does nothing."""
        await self.whole(self._close(reason))

    async def _close(self, reason: str) -> None:
        async with self.turn():
            if self._session is not None and self._session.question is not None:
                self._session.stop(reason)
            elif self._session is None and self.file.ended is None:
                self._end()

    @asynccontextmanager
    async def looking(self) -> AsyncIterator[None]:
        """A block in which nothing changes and all that stands is durable; DiskFailed where it never will be."""
        async with self._lock:
            self._doors.require_writable()
            yield

    # What happens by itself

    @asynccontextmanager
    async def turn(self, still: Callable[[], object] = nobody_asks) -> AsyncIterator[None]:
        """A block in which the table changes, alone; afterwards bots have answered, all is durable, and whoever watches is told.

        `still` is called first: it raises Refused where who asked for it may no longer, as their token was replaced while they waited.
        """
        async with self._lock:
            still()
            yield
            if self._session is not None and self._share is not None:
                await self._settle(self._session, self._share)
            self._wait()
            self._tell()
            if self._session is not None and self._session.question is None:
                # What comes to nothing, as on a full disk, is tried again at the next turn.
                self._end()
                self._tell()

    def _standing(self) -> _Standing:
        session = self._session
        question = session.question if session else None
        asked = (question.ask.round, question.number) if isinstance(question, Question) else question
        return _Standing(self.file, asked, len(session.leaving) if session else 0)

    def _tell(self) -> None:
        """Make another version, which whoever watches is told of; whoever asked for what was done already makes none."""
        before, self._told = self._told, self._standing()
        if self._told == before:
            return
        self.version += 1
        self._showing = None
        if self._told.asked != before.asked:
            self.asked = self.version
        self._short = in_short(self.file, self._rules, self.state, self._session)
        self.wake()

    async def _settle(self, session: LiveSession, share: Share) -> None:
        """Go on until somebody is waited for, and all is durable; one round at most begins, so that others come too among bots.

        Nothing is written after a line that is not durable yet: two lines of one session never share a commit, and one that was queued at
        once would cut in two what all tables commit together.
        """
        has_begun = go_on_at_once(session, self.file, begins=True) if session.question is not PAUSED else False
        await share.settled()
        while session.question is PAUSED:
            has_begun |= go_on_at_once(session, self.file, begins=not has_begun)
            await share.settled()

    def _end(self) -> None:
        """Keep what everybody sees of a closed table; all else that its session needed can go."""
        session, share = self._session, self._share
        requests = dict(list(session.requests.items())[-REQUESTS:]) if session else {}
        about = about_of(self.file, self._rules, "closed", self.version + 1, self.asked, session)
        self.keep(
            ended=Showing(about, session).to(PUBLIC),
            closing=self._doors.closings + 1,
            made=self._doors.made,
            requests=requests,
            receipts=tuple(self.receipts.lasts()),
        )
        if session is not None and share is not None:
            share.served(session.number)
        self._session = self._share = None
        self._doors.closed(self.id)

    async def whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Work that goes on to its end, though whoever asked for it may be gone: what is half durable must not be looked at."""
        return await asyncio.shield(self._doors.run(work))

    def _wait(self) -> None:
        """Let the time run for what the table waits for now."""
        is_due = self._session is not None and isinstance(self._session.question, Due)
        seconds = self.file.pause_seconds if is_due else self.file.answer_seconds
        self._pace.wait(awaited(self._session), seconds)

    def _time_up(self, what: tuple[object, ...]) -> None:
        self._doors.run(self._go_on_by_itself(what))

    async def _go_on_by_itself(self, what: tuple[object, ...]) -> None:
        """The time for this is up: a round begins, a question takes its default."""
        # That nothing can be written any more is told to whoever asks for something; nobody asked for this.
        with suppress(DiskFailed):
            async with self.turn():
                session = self._session
                if session is not None and awaited(session) == what:
                    if isinstance(session.question, Due):
                        go_on(session)
                    else:
                        session.time_out()

    # What stands

    def keep(self, **changes: Any) -> None:
        """Change what is kept of the table, durably."""
        file = msgspec.structs.replace(self.file, **changes)
        self._doors.keep(file)
        self.file = file

    def free(self, seat: int) -> None:
        """Somebody is no longer there, while the table gathers: those behind move up, and one more may come."""
        self.must_be("gathering")
        sittings = self.file.sittings
        self.keep(sittings=sittings[: seat - 1] + sittings[seat:], places=self.file.places + 1)

    def _view(self, viewer: Viewer) -> TableView:
        if (ended := self.file.ended) is not None:
            name = self.file.sittings[viewer.seat - 1].name if viewer.role == "seat" else None
            you = You(role=viewer.role, seat=viewer.seat or None, name=name)
            return msgspec.structs.replace(ended, you=you, next=self.next)
        if self._showing is None:
            about = about_of(self.file, self._rules, self.state, self.version, self.asked, self._session)
            self._showing = Showing(about, self._session)
        return self._showing.to(viewer, self._pace.seconds)

    def token(self, sitting: Sitting) -> str:
        """The token of a seat."""
        return self._doors.token(self.file, sitting)

    def sit_down(self) -> None:
        """Open the session, unless that was done."""
        if self._session is None:
            self.must_be("gathering")
            self.file.plan().check()
            self.file, session, share = self._doors.open(self.file, self.receipts)
            self.seated(session, share)

    def opened(self) -> LiveSession:
        """The session; Refused before it is opened."""
        if self.file.ended is not None:
            raise Refused(Kind.WRONG_STATE, f"Table {self.id} is closed; /standings says how it ended.")
        if self._session is None:
            raise Refused(Kind.WRONG_STATE, f"Table {self.id} has not opened: its operator opens it once everybody sits there.")
        return self._session

    def playing(self) -> LiveSession:
        """The session while it is played; Refused otherwise."""
        session = self.opened()
        if self.state != "playing":
            raise Refused(Kind.WRONG_STATE, f"Nothing is played at table {self.id}: {session.stands}.")
        return session

    def must_be(self, state: State) -> None:
        """Refused unless the table is so far, and no further."""
        if self.state != state:
            raise Refused(Kind.WRONG_STATE, f"Table {self.id} is no longer {state}; it is {self.state}.")
