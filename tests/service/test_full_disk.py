"""A disk that is full for one moment, at each moment while tables open: the next morning all go on, and the ledger is clean."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from errno import ENOSPC
from threading import enumerate as threads

import attrs
import pytest

from ledger.errors import LedgerError
from ledger.history.disk import Disk
from ledger.service.about import PUBLIC
from ledger.service.hall import Hall
from ledger.service.seats import Seats
from ledger.service.table import Table
from ledger.service.table_file import TableFile, TableFiles
from tests.support.hall import Club, Person, ordered, seated
from tests.support.simulated_disk import QuickCalls


class FullOnce(QuickCalls):
    """A disk on which the `at`th write finds no room, and every other does."""

    def __init__(self, at: int) -> None:
        self.left = at

    def write(self, descriptor: int, data: memoryview, /) -> int:  # type: ignore[override]
        """Write, or find no room."""
        self.left -= 1
        if not self.left:
            raise OSError(ENOSPC, os.strerror(ENOSPC))
        return os.write(descriptor, data)


async def evening(club: Club, calls: FullOnce) -> None:
    """Two tables open; whoever is refused tries no more tonight."""
    async with attrs.evolve(club, disk=Disk(calls)).hall() as hall:
        for name in ("Ann", "Bo"):
            with suppress(LedgerError, OSError):
                await hall.gather(ordered(name, rounds=1), None)
        for table in open_tables(hall):
            with suppress(LedgerError, OSError):
                await Seats(table).open()


async def morning(club: Club) -> None:
    """There is room again: the tables that are not over go on."""
    async with club.hall() as hall:
        for table in open_tables(hall):
            await to_the_end(table)


def open_tables(hall: Hall) -> list[Table]:
    return [table for table in hall.tables.values() if table.state != "closed"]


async def to_the_end(table: Table) -> None:
    if table.state == "gathering":
        await Seats(table).open()
    await Seats(table).seat_now()
    await Person(table, 1).play()


def test_a_table_whose_end_finds_no_room_ends_at_the_next_try(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    keep, refused = TableFiles.keep, []

    def once(files: TableFiles, file: TableFile) -> None:
        if file.ended is not None and file.table not in refused:
            refused.append(file.table)
            raise OSError(ENOSPC, os.strerror(ENOSPC))
        keep(files, file)

    monkeypatch.setattr(TableFiles, "keep", once)

    async def ends() -> None:
        async with club.hall() as hall:
            gathers = hall.table((await hall.gather(ordered("Ann"), None)).table.table)
            with pytest.raises(OSError, match="No space"):
                await gathers.close("It is late")
            assert gathers.state == "gathering", "nobody is told of what a restart would take back"
            await gathers.close("It is late")
            played = await seated(hall, "Bo", rounds=1)
            waits = asyncio.create_task(played.change(played.version))
            with pytest.raises(OSError, match="No space"):
                await Person(played, 1).play()
            await waits
            await played.close("It is late")
            assert (await played.view(PUBLIC)).reason == "rounds"
            assert [one.state for one in (gathers, played)] == ["closed", "closed"]
        async with club.hall() as hall:
            assert [hall.table(number).state for number in "12"] == ["closed", "closed"]

    asyncio.run(ends())
    assert refused == ["1", "2"]


def test_a_disk_that_is_full_for_a_moment_while_tables_open_costs_no_number_and_no_session(club: Club) -> None:
    at, is_over, before = 0, False, set(threads())
    while not is_over:
        at += 1
        calls = FullOnce(at)
        with suppress(LedgerError, OSError):
            asyncio.run(evening(club, calls))
        assert set(threads()) <= before, "one that is left would keep the process from ending"
        is_over = calls.left > 0
        asyncio.run(morning(club))
    assert at > 10
    assert club.audit().findings == ()
