"""What is read of the ledger, in other threads than the tables', and the ranking that is signed over closed sessions."""

from __future__ import annotations

from asyncio import to_thread
from functools import cache
from typing import Annotated

import msgspec

from ledger.rules.ruleset import load_profile, profile_names
from ledger.service.api.asked import Asked
from ledger.service.api.replies import FOR_EVER, Given, Reply
from ledger.service.api.serving import Service
from ledger.service.refusals import Kind, Refused

MOST_LINES = 1_000
_Seq = Annotated[int, msgspec.Meta(ge=0, le=9_007_199_254_740_991)]


class LedgerState(msgspec.Struct, frozen=True):
    """A ledger's name, its verifier keys (in force, and of line 0), and how many lines are signed."""

    name: str
    vkey: str
    first_vkey: str
    size: int


class RulesShort(msgspec.Struct, frozen=True):
    """A rule set by name; `seats` for as many people as can sit down, a banker among them."""

    name: str
    title: str
    seats: int


class RulesKnown(msgspec.Struct, frozen=True):
    """The rule sets that a table can be opened with by name."""

    rules: list[RulesShort]


class Stretch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which lines: from the first to the one before the last, counted from 0."""

    start: _Seq = msgspec.field(name="from")
    end: _Seq = msgspec.field(name="to")


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which hand of a round; without one, the whole round."""

    hand: Annotated[str, msgspec.Meta(pattern="^[1-9][0-9]?(\\.[12])*$", max_length=32)] | None = None


async def see_ledger(service: Service, asked: Asked) -> Reply:  # noqa: ARG001 - an action's signature
    """What the ledger is."""
    hall = service.hall
    return LedgerState(hall.name, hall.vkey, hall.reading.first_vkey, hall.size)


async def list_rules(service: Service, asked: Asked) -> Reply:  # noqa: ARG001 - an action's signature
    """The profiles."""
    return _rules_known()


async def read_lines(service: Service, asked: Asked) -> Reply:
    """Lines as they were signed."""
    start, end = asked.query.start, asked.query.end
    if not start <= end <= start + MOST_LINES:
        raise Refused(Kind.NOT_AS_DESCRIBED, f"`to` must be `from` or up to {MOST_LINES} more; ask for the rest in further requests.")
    return await to_thread(service.hall.reading.lines, start, end)


async def make_bundle(service: Service, asked: Asked) -> Reply:
    """A round, or one hand of it, with all that proves it."""
    return await to_thread(service.hall.reading.bundle, int(asked.parts["session"]), int(asked.parts["round"]), asked.query.hand)


async def read_checkpoint(service: Service, asked: Asked) -> Reply:  # noqa: ARG001 - an action's signature
    """The signed note over all lines."""
    return await to_thread(service.hall.reading.checkpoint)


async def read_tile(service: Service, asked: Asked) -> Reply:
    """Hashes of the tree. What is told once is told for ever."""
    return Given(await to_thread(service.hall.reading.tile, int(asked.parts["level"]), asked.parts["index"]), {"cache-control": FOR_EVER})


async def read_entries(service: Service, asked: Asked) -> Reply:
    """Lines, as C2SP bundles them."""
    return Given(await to_thread(service.hall.reading.entries, asked.parts["index"]), {"cache-control": FOR_EVER})


async def list_standings(service: Service, asked: Asked) -> Reply:  # noqa: ARG001 - an action's signature
    """Sessions and tournaments."""
    return await to_thread(service.hall.reading.standings)


async def rank_sessions(service: Service, asked: Asked) -> Reply:
    """Sign the standings over closed sessions."""
    return await service.hall.ranking.rank(asked.body.name, asked.body.sessions, asked.key)


@cache
def _rules_known() -> RulesKnown:
    """They come with the program, and cost milliseconds to read."""
    return RulesKnown([_short(name) for name in profile_names()])


def _short(name: str) -> RulesShort:
    rules = load_profile(name)
    return RulesShort(name, rules.profile.title, rules.table.players_max)
