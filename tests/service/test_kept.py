"""What the service keeps of a table from one start to the next, and what becomes of it under another version of the program."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger.errors import KeyProblem
from ledger.history.records import canonical
from ledger.service.seats import Seats
from ledger.service.table_file import FORM, TableFile
from tests.support.hall import Club, Person, ordered

SAMPLE = Path(__file__).with_name("kept_form_2.json")


@pytest.fixture
def kept(club: Club) -> Club:
    """A service that ended with one table closed and one open."""

    async def evening() -> None:
        async with club.hall() as hall:
            for name in ("Ann", "Bo"):
                await hall.gather(ordered(name, rounds=1), None)
            await Seats(hall.table("1")).open()
            await Seats(hall.table("1")).seat_now()
            await Person(hall.table("1"), 1).play()

    asyncio.run(evening())
    return club


def of_form(club: Club, table: str, form: int | None) -> Path:
    """The file of a table as if a version with another form had kept it, with a field that this one does not know."""
    path = club.keys.path / "service" / f"{table}.json"
    told: dict[str, Any] = {**json.loads(path.read_bytes()), "mood": "good"}
    told.pop("form")
    path.write_bytes(canonical(told if form is None else {**told, "form": form}) + b"\n")
    return path


async def shown(club: Club) -> tuple[list[str], tuple[str, ...], str]:
    """The tables that are shown after a start, the warnings, and the id of a new table."""
    async with club.hall() as hall:
        before = list(hall.tables)
        return before, hall.warnings, (await hall.gather(ordered("Cy"), None)).table.table


@pytest.mark.parametrize("form", [None, FORM + 1])
def test_an_open_table_of_another_version_is_left_to_that_version(kept: Club, form: int | None) -> None:
    path = of_form(kept, "2", form)
    data = path.read_bytes()
    told = rf"2\.json is of a table that is not closed.*\(form {form or 0}; this one keeps form {FORM}\): start that version again, close table 2 there"
    with pytest.raises(KeyProblem, match=told):
        asyncio.run(shown(kept))
    assert path.read_bytes() == data


@pytest.mark.parametrize("form", [None, FORM + 1])
def test_a_closed_table_of_another_version_is_passed_over_and_its_number_stays_its_own(kept: Club, form: int | None) -> None:
    path = of_form(kept, "1", form)
    tables, warnings, made = asyncio.run(shown(kept))
    assert tables == ["2"]
    assert [warning for warning in warnings if str(path) in warning and "closed table that another version kept" in warning]
    assert made == "3"
    assert path.exists()


def test_a_file_of_this_version_that_describes_no_table_is_told_as_such(kept: Club) -> None:
    of_form(kept, "2", FORM)
    with pytest.raises(KeyProblem, match="describes no table"):
        asyncio.run(shown(kept))


def test_what_this_form_is_has_not_changed_since_it_got_its_number() -> None:
    """Whoever changes a field raises FORM and keeps another sample: `canonical` of a closed table's file with every field in use."""
    data = SAMPLE.read_bytes()
    file = msgspec.json.decode(data, type=TableFile)
    assert file.form == FORM
    assert canonical(file) + b"\n" == data
    assert file.ended is not None
    assert [name for name in TableFile.__struct_fields__ if not getattr(file, name) and name not in {"director", "places"}] == []


def test_a_file_beside_those_of_tables_is_told_of_by_its_name(kept: Club) -> None:
    (kept.keys.path / "service" / "2 copy.json").write_text('{"ended": {}}')
    with pytest.raises(KeyProblem, match=r"2 copy\.json is none of this service's.*move it away"):
        asyncio.run(shown(kept))
