"""What becomes of answers that stand in a shared file when the journals beside it are not as they were left."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from ledger.errors import JournalDamaged, LedgerProblem
from ledger.history.opening import open_ledger
from ledger.history.shared_journal import SharedJournal
from ledger.service.about import Viewer
from ledger.service.hall import Hall
from ledger.service.orders import AnswerGiven
from ledger.service.play import Play
from tests.support.hall import Club, Person, ordered, said, seated


@pytest.fixture
def torn_off(club: Club) -> Club:
    """A service that was torn off in play: its answers stand in the shared file."""
    copy = club.root.with_name("copy")

    async def evening() -> None:
        async with club.hall() as hall:
            await made(hall)
            table = await seated(hall, "Ann", rounds=3)
            question = (await table.view(Viewer("seat", 1))).question
            assert question
            assert question.yours
            given = AnswerGiven(answer=said(question.yours[0]), question=question.yours[0].hash, signature=None)
            await Play(table).answer(1, given, "key")
            shutil.copytree(club.root, copy)

    asyncio.run(evening())
    return Club(copy)


def the_journal(club: Club) -> Path:
    assert (club.ledger / "journal" / "shared-0.wal").stat().st_size
    return club.ledger / "journal" / "1.jsonl"


async def goes_on(club: Club) -> list[str]:
    """The tables that go on, played to the end."""
    async with club.hall() as hall:
        going = [table for table in hall.tables.values() if table.state == "playing"]
        for table in going:
            assert table.answered(1, "key")
            await Person(table, 1).play()
        return [table.id for table in going]


def test_answers_in_a_shared_file_are_gone_on_with(torn_off: Club) -> None:
    the_journal(torn_off)
    assert asyncio.run(goes_on(torn_off)) == ["2"]
    assert torn_off.audit().findings == ()


@pytest.mark.parametrize("missing", [1, 40])
def test_a_journal_that_ends_before_what_was_added_to_it_is_refused_and_nothing_is_removed(torn_off: Club, missing: int) -> None:
    journal = the_journal(torn_off)
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-missing])
    with pytest.raises(JournalDamaged, match="was cut off, and lacks what"), open_ledger(torn_off.ledger, torn_off.keys):
        pytest.fail("it was opened")
    journal.write_bytes(whole)
    assert asyncio.run(goes_on(torn_off)) == ["2"]


def test_what_was_added_to_a_journal_that_is_missing_is_kept_apart_and_told(torn_off: Club) -> None:
    the_journal(torn_off).unlink()
    with open_ledger(torn_off.ledger, torn_off.keys) as writer:
        (warning,) = writer.warnings
    assert warning.startswith("The journal of session 1 is missing; what was added to it last is kept at ")
    (kept,) = (torn_off.keys.path / "quarantine").iterdir()
    assert b'"request":"key"' in kept.read_bytes()


def test_no_other_table_gets_the_number_of_one_that_cannot_go_on(torn_off: Club) -> None:
    the_journal(torn_off).unlink()

    async def morning() -> str:
        async with torn_off.hall() as hall:
            return await made(hall)

    assert asyncio.run(morning()) == "3"


async def made(hall: Hall) -> str:
    return (await hall.gather(ordered("Bo"), None)).table.table


def test_a_shared_file_with_a_piece_missing_between_two_is_refused(club: Club) -> None:
    with open_ledger(club.ledger, club.keys):
        pass
    folder = club.ledger / "journal"
    folder.mkdir(exist_ok=True)
    (folder / "1.jsonl").write_bytes(b"first\n")
    shared = SharedJournal(club.ledger, club.disk)
    ends = [0]
    for added in (b"second\n", b"third\n", b"fourth\n"):
        shared.append([(1, added)])
        ends.append((folder / "shared-0.wal").stat().st_size)
    whole = (folder / "shared-0.wal").read_bytes()
    (folder / "shared-0.wal").write_bytes(whole[: ends[1]])
    (folder / "shared-1.wal").write_bytes(whole[ends[2] :])
    with pytest.raises(JournalDamaged, match="Of session 1 something is missing"), open_ledger(club.ledger, club.keys):
        pytest.fail("it was opened")


def test_a_journal_that_somebody_else_changes_meanwhile_is_not_written_to(club: Club) -> None:
    folder = club.ledger / "journal"
    shared = SharedJournal(club.ledger, club.disk)
    (folder / "1.jsonl").write_bytes(b"first\n")
    shared.append([(1, b"second\n")])
    (folder / "1.jsonl").unlink()
    with pytest.raises(LedgerProblem, match="changed by someone else"):
        shared.close()
    assert (folder / "shared-0.wal").exists()
