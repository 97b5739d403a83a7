"""The price of a void is what the round would have come to (FORMAT §4): rounds that came to something, with their logs cut into voids.

At these tables nobody answers any more from some question on in each round, so that all that follows is defaults and sealed cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import attrs
import msgspec
import pytest

from audit.carried import Glance
from audit.context import Survey, survey
from audit.facts.rounds import broken_off
from audit.facts.tables import play_tables
from audit.lines import decode_line
from audit.modelling import connect
from audit.pricing.price import priced
from audit.records import Round, Void
from audit.seeds import descend
from audit.standings import paid
from audit.stretches import Span
from audit.text import Text
from ledger.clock import SteppingClock
from ledger.sheet import Sheet
from tests.support.roster import TABLES
from tests.support.tired import first_cut, tired

SESSIONS = 10
CUTS = 3
STILL_DUE = (
    "deal",
    "down",
    "D hole",
    "late",
    "draw",
    "D draw",
    "D hit",
    "D reshuffle",
    "commission",
    "refuse",
    "toss",
    "D raise",
    "forfeit",
    "insurance",
    "premium",
)

Evenings = tuple[list[bytes], Survey, dict[int, str]]
"""Lines of sessions, what the audit must know of them, and the table of each; a round is a unit of its own."""


@attrs.frozen
class Unsigned:
    """Lines from line 1 on that nobody signed."""

    lines: list[bytes]

    def spans(self, start: int = 0, offset: int = 0) -> Iterator[tuple[Span, Text]]:  # noqa: ARG002 - read but once
        """All of them."""
        yield Span(Path(), 0, 0, 1, len(self.lines)), Text.of(self.lines)


@pytest.fixture(scope="module")
def club() -> Evenings:
    """Some sessions at every table."""
    return played(dict(enumerate([table for table in TABLES for _ in range(SESSIONS)], 1)))


def played(tables: dict[int, str]) -> Evenings:
    """A session at each of these tables."""
    clock, lines = SteppingClock("2026-01-01T20:00:00Z"), [b""]
    for number, table in tables.items():
        sheet = Sheet(tired(TABLES[table].plan(), number), number, number.to_bytes(32, "big"), clock, len(lines))
        lines += [line for group in sheet.groups() for line in group.lines]
    found = survey(Unsigned(lines[1:]))
    for session in found.sessions.values():
        session.carried.clear()
    glance = Glance()
    for seq, line in enumerate(lines[1:], 1):
        glance.look_at(found.sessions, seq, seq, line)
    return lines, found, tables


def cut(record: Round, found: Survey, at: int) -> Void:
    """The round broken off after so many events."""
    session = found.sessions[record.session]
    assert session.close is not None
    last, chain = bytes.fromhex(session.close.seed), session.opened.chain
    never = sum("huffle " in event for event in record.log[at:])
    shoes = [msgspec.structs.replace(use, seed=descend(last, chain - use.index).hex()) for use in record.shoes[: len(record.shoes) - never]]
    fields = {name: getattr(record, name) for name in ("seq", "time", "session", "prev", "banker", "before", "round")}
    return Void(**fields, after=record.before, log=record.log[:at], reason="the lights went out", shoes=shoes)


def worth(record: Round, banker: int) -> tuple[int, ...]:
    """What each account won or lost in a round, but for the bank's sale."""
    before = paid(record.before, banker, record.log)
    return tuple(after - money for after, money in zip(record.after, before, strict=True))


def test_the_price_of_a_void_is_what_its_round_came_to(club: Evenings) -> None:
    lines, found, tables = club
    random, told, bankers = Random(1), {table: Counter[str]() for table in TABLES}, dict[int, int]()  # noqa: S311 -- a test's choices
    rest = Counter[str]()
    packs: list[list[tuple[Void, tuple[int, ...], Round]]] = [[] for _ in range(CUTS)]  # one void of a line in each
    for seq, line in enumerate(lines[1:], 1):
        record = decode_line(line, seq)
        if not isinstance(record, Round):
            continue
        first = first_cut(record.log, found.sessions[record.session].opened.rules)
        places = sorted({first, *(random.randint(first, len(record.log)) for _ in range(CUTS - 1))})
        for pack, at in zip(packs, places, strict=False):
            pack.append((cut(record, found, at), worth(record, bankers.get(record.session, 0)), record))
        bankers[record.session] = record.banker
    con = connect()
    for pack in packs:
        rounds = broken_off([(void.seq, void) for void, *_ in pack])
        prices = priced(con, (rounds, play_tables(rounds, found.sessions)[0]), found.sessions, ())
        for price, (void, right, record) in zip(prices, pack, strict=True):
            table = tables[record.session]
            told[table][price.why or "priced"] += 1
            rest.update({_kind(event) for event in record.log[len(void.log) :]})
            assert price.why or price.amounts == right, (table, void.log, record.log[len(void.log) :], record.before, right, price.amounts)
    print("", *(f"{table}: {dict(counted)}" for table, counted in told.items()), f"what was still to come: {dict(rest)}", sep="\n")
    assert all(counted["priced"] > 20 and set(counted) == {"priced"} for counted in told.values())
    assert min(rest[kind] for kind in STILL_DUE) > 0


def test_a_hand_that_is_bust_when_the_lights_go_out_is_among_the_discards() -> None:
    """FORMAT §7: of those the next shoe is made, whether or not it stood in the log yet that it was bust."""
    lines, found, _ = played(dict(enumerate(["low-cards"] * 200, 1)))
    bankers, cuts = dict[int, int](), list[tuple[Void, tuple[int, ...]]]()
    for seq, line in enumerate(lines[1:], 1):
        record = decode_line(line, seq)
        if not isinstance(record, Round):
            continue
        at = first_cut(record.log, found.sessions[record.session].opened.rules)
        if " bust " in record.log[at] and any(event.startswith("D reshuffle ") for event in record.log[at:]):
            cuts.append((cut(record, found, at), worth(record, bankers.get(record.session, 0))))
        bankers[record.session] = record.banker
    rounds = broken_off([(void.seq, void) for void, _ in cuts])
    prices = priced(connect(), (rounds, play_tables(rounds, found.sessions)[0]), found.sessions, ())
    assert len(prices) > 2
    assert [price.amounts for price in prices] == [right for _, right in cuts]


def _kind(event: str) -> str:
    """Act, of the banker or of others."""
    who, act, *_ = event.split(" ")
    return f"D {act}" if who == "D" else act
