"""Reading the log while it grows: lines, tiles, bundles, standings (FORMAT.md §11, §13; C2SP tlog-tiles).

What counts is the checkpoint at the moment: it is put in place whole, after the lines that it covers are durable, and lines that a
checkpoint covers are never written again. So all of this may run in other threads than the writer's, which never waits for it. Between
readers a lock keeps the index, which grows from checkpoint to checkpoint, in one piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from threading import Lock

import attrs

from ledger.errors import EventError, LedgerProblem, NotInLedger, NotYetRevealed
from ledger.field import Player
from ledger.history.records import Event, Ledger, SeatTaken, decode
from ledger.names import folded
from ledger.proof.bundle import Gathered, bundle_of, parts_of, require_signed
from ledger.proof.choosing import Search
from ledger.proof.merkle import Part, Roots
from ledger.proof.published import Published, open_published, read_checkpoint
from ledger.proof.tiles import WIDTH, path_of
from ledger.service.log.hashes import Hashes
from ledger.service.log.lines import Lines
from ledger.service.log.proving import SessionSearch
from ledger.service.log.sessions import SessionLines, Sessions
from ledger.service.refusals import Kind, Refused
from ledger.service.standings import SessionStandings, Standings, session_standings, tournament_standings

MOST_RANKINGS = 1_000
_INDEX = re.compile(r"((?:x[0-9]{3}/){0,5})([0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")
_HIGHEST_LEVEL = 6
_BITS = 8
"""256 nodes of a level are one of the next."""


class Reading:
    """A ledger as anybody may read it; `first_vkey` is the verifier key that it began with.

    `Refused` says what is not there; LedgerProblem, that the files are not what was signed.
    """

    def __init__(self, folder: Path) -> None:
        """Reads the whole ledger once: about four seconds for a million lines, of each of which some eight bytes stay in memory."""
        self._published = open_published(folder)
        first = decode(next(self._published.lines())[1])
        if not isinstance(first, Ledger):
            raise LedgerProblem(f"{folder} does not begin with the ledger's own line; `shoe audit` tells more.")
        self.first_vkey = first.vkey
        self._lock = Lock()
        self._lines = Lines(folder, first.height)
        self._hashes, self._sessions = Hashes(self._lines), Sessions()
        self._ended = lru_cache(MOST_RANKINGS)(self._end)
        self._signed()

    def checkpoint(self) -> bytes:
        """The signed note over all lines."""
        return read_checkpoint(self._published.folder / "checkpoint")[0].encode()

    def lines(self, start: int, end: int) -> bytes:
        """Lines from `start` up to, and without, `end`, as many as there are, each with its newline."""
        size = self._signed().size
        if not 0 <= start <= min(end, size):
            raise Refused(Kind.NO_SUCH_LINES, f"The log has {size} lines, counted from 0; ask for some of these.")
        return b"".join([line + b"\n" for line in self._lines.between(start, min(end, size))])

    def tile(self, level: int, index: str) -> bytes:
        """A tile of hashes; `index` as in its path: `x001/234`, or `000.p/17` for its first 17."""
        number, width = self._place(level, index)
        return self._hashes.tile(level, number, width)

    def entries(self, index: str) -> bytes:
        """A bundle of lines, each after its length; `index` as for a tile."""
        number, width = self._place(0, index)
        lines = self._lines.between(number * WIDTH, number * WIDTH + width)
        return b"".join([len(line).to_bytes(2, "big") + line for line in lines])

    def line(self, seq: int, /) -> bytes:
        """A line that is signed, without its newline."""
        self._signed()
        return self._lines.line(seq)

    def roots(self, parts: Iterable[Part], /) -> Roots:
        """Roots of parts of the tree over lines that are signed."""
        self._signed()
        return self._hashes.roots(parts)

    def bundle(self, session: int, number: int, hand: str | None = None) -> bytes:
        """What proves a round, or one hand of it, as `shoe prove` writes it."""
        signed = self._signed()
        own, there = self._session(session, signed.size)
        keys = [seq for seq in self._sessions.keys if seq < signed.size]
        found = SessionSearch(Search(session, number, hand), own, there, keys, self._lines)
        try:
            chosen = found.chosen()
        except NotYetRevealed as error:
            raise Refused(Kind.NOT_REVEALED, str(error)) from error
        except NotInLedger as error:
            raise Refused(Kind.NO_SUCH_ROUND, str(error)) from error
        lines = found.gathered(chosen)
        roots = self._hashes.roots([*parts_of(lines, [seq + 1 for seq in keys], signed.size), (0, signed.size)])
        require_signed(signed, roots)
        return bundle_of(signed, found.search, Gathered(signed.size, lines, roots))

    def standings(self) -> Standings:
        """The sessions closed and the tournaments ranked last, at most 1,000 of each."""
        size = self._signed().size
        ended = [self._ended(number) for number in self._sessions.closed[: -MOST_RANKINGS - 1 : -1]]
        events = [decode(self._lines.line(seq)) for seq in self._sessions.events[: -MOST_RANKINGS - 1 : -1]]
        return Standings(
            sessions=tuple([one for one in ended if one.line < size]),
            tournaments=tuple([tournament_standings(event) for event in events if isinstance(event, Event) and event.seq < size]),
        )

    def tournaments(self) -> dict[str, Event]:
        """The tournaments that are ranked, by their folded names."""
        self._signed()
        events = [decode(self._lines.line(seq)) for seq in self._sessions.events]
        return {folded(event.name): event for event in events if isinstance(event, Event)}

    def players(self, sessions: Iterable[int]) -> list[Player]:
        """The players of closed sessions; EventError for a session that is none."""
        self._signed()
        closed = set(self._sessions.closed)
        players: list[Player] = []
        for number in sessions:
            if number not in closed:
                raise EventError(f"The ledger has no closed session {number} to be ranked; /v1/standings lists those that it has.")
            players += [Player(number, one.seat, one.name, one.net) for one in self._ended(number).standings]
        return players

    def _end(self, number: int) -> SessionStandings:
        """How a closed session ended: its first lines, and the last."""
        session = self._sessions.by_number[number]
        own = session.lines
        seats = takewhile(lambda record: isinstance(record, SeatTaken), (decode(self._lines.line(seq)) for seq in own[1:]))
        return session_standings([decode(self._lines.line(own[0])), *seats, decode(self._lines.line(own[-1]))], len(session.rounds))

    def _signed(self) -> Published:
        """The ledger as its checkpoint covers it now; whatever is new in it is indexed."""
        note, checkpoint = read_checkpoint(self._published.folder / "checkpoint")
        with self._lock:
            for lines in self._lines.more(checkpoint.size):
                self._hashes.take(lines)
                self._sessions.take(self._lines.size - len(lines), lines)
        return attrs.evolve(self._published, note=note, checkpoint=checkpoint)

    def _session(self, number: int, size: int) -> tuple[SessionLines, int]:
        """A session, and how many of its lines are signed."""
        own = self._sessions.by_number.get(number)
        if own is None or not (there := own.below(size)):
            raise Refused(Kind.NO_SUCH_SESSION, f"The ledger has no session {number}; the standings list those that are closed.")
        return own, there

    def _place(self, level: int, index: str) -> tuple[int, int]:
        """Number and width of a tile that the tree has."""
        found = _INDEX.fullmatch(index)
        number = int(re.sub("[x/]", "", found[1] + found[2])) if found else 0
        width = int(found[3] or WIDTH) if found else 0
        if not (found and 0 <= level <= _HIGHEST_LEVEL and path_of(level, number, width) == f"tile/{level}/{index}"):
            raise Refused(
                Kind.NO_SUCH_ADDRESS, "No tile of C2SP tlog-tiles has this path; read the checkpoint, and ask for tiles of its tree."
            )
        size = self._signed().size
        if number * WIDTH + width > size >> (level * _BITS):
            raise Refused(Kind.NO_SUCH_LINES, f"The log has {size} lines, and this tile is over more; ask for what the checkpoint covers.")
        return number, width
