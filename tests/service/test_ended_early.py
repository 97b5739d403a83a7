"""What docs/SERVICE.md says that ending early costs, and who can be ranked together: the service, and the audit after it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from audit.seat.joining import join
from ledger.errors import EventError
from ledger.service.directing import Directing
from ledger.service.hall import Hall
from ledger.service.play import Play
from ledger.service.seats import Seats
from ledger.service.table import Table
from tests.support.hall import Club, Person, ordered, seated


async def opened(hall: Hall) -> Table:
    """A table at which hashes are awaited."""
    table = hall.table((await hall.gather(ordered("Ann"), None)).table.table)
    await Seats(table).open()
    return table


async def never_revealed(hall: Hall, club: Club, folder: Path) -> Table:
    """A table at which a reveal is awaited."""
    table = await opened(hall)
    invitation = folder / "invitation.json"
    invitation.write_bytes(await Seats(table).invitation(1))
    vkey = (club.keys.path / "verifier.vkey").read_text().strip()
    await Seats(table).give_hash(1, join(invitation, vkey, folder / "secret").hash_file)
    assert table.state == "reveals", "all hashes are there"
    return table


async def between_rounds(hall: Hall) -> Table:
    """A table whose first round is due."""
    return await seated(hall, "Ann", bots=("s17",), pause_seconds=None)


async def in_a_round(hall: Hall) -> Table:
    """A table whose first round has begun."""
    table = await between_rounds(hall)
    await Play(table).next()
    return table


@pytest.mark.parametrize(
    ("until", "state", "codes"),
    [
        ("gathering", "gathering", set()),
        ("hashes", "hashes", {"rounds-played"}),
        ("reveals", "reveals", {"rounds-played", "session-start"}),
        ("between rounds", "playing", {"rounds-played"}),
        ("in a round", "playing", {"rounds-played"}),
    ],
)
def test_closing_early_is_a_finding_for_good_once_the_cards_are_fixed(club, tmp_path, until, state, codes) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            if until == "gathering":
                table = hall.table((await hall.gather(ordered("Ann"), None)).table.table)
            elif until == "hashes":
                table = await opened(hall)
            elif until == "reveals":
                table = await never_revealed(hall, club, tmp_path)
            else:
                table = await (between_rounds(hall) if until == "between rounds" else in_a_round(hall))
            assert table.state == state
            await table.close("It is late.")

    asyncio.run(evening())
    assert {finding.code for finding in club.audit().findings} == codes


def test_taking_everybody_out_is_none_and_every_audit_says_who_went(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            table = await in_a_round(hall)
            for name in ("Ann", "Bot 1"):
                await Directing(table).take_out(name)
            await Person(table, 1).play()

    asyncio.run(evening())
    report = club.audit()
    assert report.findings == ()
    (told,) = (notice for notice in report.notices if notice.startswith("got up before the end: "))
    assert told.removeprefix("got up before the end: ") == (
        "Ann (session 1), Bot 1 (session 1); not excluded: that they were taken out; "
        "before its last round ended for want of players: session 1"
    )
    assert b'"reason":"players"' in club.history()


def test_heats_and_a_final_are_tournaments_of_their_own(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            for people in (("Ann", "Bo"), ("Cy", "Di"), ("Ann", "Cy")):
                table = await seated(hall, *people, rounds=1)
                await asyncio.gather(*(Person(table, seat).play() for seat in (1, 2)))
            with pytest.raises(EventError, match="a person plays in one session of a tournament"):
                await hall.ranking.rank("All", [1, 2, 3], None)
            assert len((await hall.ranking.rank("Heats", [1, 2], None)).standings) == 4
            assert len((await hall.ranking.rank("Final", [3], None)).standings) == 2

    asyncio.run(evening())
    assert club.audit().findings == ()
