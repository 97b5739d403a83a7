"""Many tables in one hall: what is told is durable, a commit is shared, and whatever breaks off goes on where it stood."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import attrs
import msgspec
import pytest

from audit.seat.joining import join
from audit.seat.revealing import reveal
from ledger.errors import DiskFailed, EventError, SessionRefused
from ledger.history.disk import Disk
from ledger.history.records import Close, InSession, canonical, decode
from ledger.history.writer import Writer
from ledger.rules.ruleset import altered, load_profile, to_object
from ledger.service.about import Viewer
from ledger.service.commits import Commits, Turn
from ledger.service.orders import AnswerGiven, NewPlayer
from ledger.service.pace import Pace
from ledger.service.play import Play
from ledger.service.refusals import Kind, Refused
from ledger.service.seats import Seats
from ledger.service.table import Table
from ledger.service.views import TableView
from tests.support.disks import BreakingDisk
from tests.support.hall import Club, Person, SlowCalls, ordered, said, seated
from tests.support.simulated_disk import RecordingCalls, Replay, lay_out

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def test_many_tables_play_into_one_ledger_that_is_clean(club) -> None:
    async def evening() -> list[Any]:
        async with club.hall() as hall:
            tables = [await seated(hall, f"Ann {nth}", f"Bo {nth}", bots=("s17",)) for nth in range(4)]
            await asyncio.gather(*(Person(table, seat).play() for table in tables for seat in (1, 2)))
            return [await table.view(Viewer("public")) for table in tables]

    views = run(evening())
    report = club.audit()
    assert report.findings == ()
    assert [view.reason for view in views] == ["rounds"] * 4
    told = {view.session: [(entry.place, entry.seat, entry.net) for entry in view.standings] for view in views}
    closes = [record for line in club.history().splitlines() if isinstance(record := decode(line), Close)]
    assert told == {close.session: [(entry.place, entry.seat, entry.net) for entry in close.standings] for close in closes}
    assert list((club.ledger / "journal").iterdir()) == []


def test_a_closed_table_is_still_there_after_a_restart(club) -> None:
    async def evening() -> list[Any]:
        async with club.hall() as hall:
            table = await seated(hall, "Ann", rounds=1)
            keys: list[str] = []
            view = await Person(table, 1, told=keys.append).play()
            return [view, keys]

    async def morning() -> Any:
        async with club.hall() as hall:
            table = hall.table("1")
            given = AnswerGiven(answer=table.answered(1, keys[-1]) or "", question="0" * 64, signature=None)
            again = await Play(table).answer(1, given, keys[-1])
            assert again.receipt is not None
            assert "/receipt\n1/1\n1\n" in again.receipt
            with pytest.raises(Refused, match="closed"):
                await Play(table).answer(1, given, "another key")
            return again.table

    view, keys = run(evening())
    assert run(morning()) == view


def test_the_tables_that_closed_last_can_be_looked_at_however_early_they_were_made(club, monkeypatch) -> None:
    monkeypatch.setattr("ledger.service.hall.CLOSED", 2)

    async def evening() -> None:
        async with club.hall() as hall:
            tables = [await seated(hall, f"Ann {nth}") for nth in range(4)]
            for table in (*tables[1:], tables[0]):
                await table.close("It is late")
            assert set(hall.tables) == {"1", "4"}
            assert (await hall.table("1").view(Viewer("seat", 1))).state == "closed"
        async with club.hall() as hall:
            assert set(hall.tables) == {"1", "4"}
            await (await seated(hall, "Bo")).close("It is late")
            assert set(hall.tables) == {"1", "5"}, "table 1 was closed after table 4, though it was made before it"
        monkeypatch.setattr("ledger.service.hall.CLOSED", 1)
        async with club.hall() as hall:
            assert set(hall.tables) == {"5"}, "also where fewer are kept now than then"

    asyncio.run(evening())


def test_no_table_gets_the_number_of_one_that_is_forgotten(club, monkeypatch) -> None:
    monkeypatch.setattr("ledger.service.hall.CLOSED", 1)

    async def evening() -> None:
        async with club.hall() as hall:
            for _ in range(3):
                await hall.gather(ordered(), None)
            for number in "321":
                await hall.table(number).close("It is late")
            assert set(hall.tables) == {"1"}
        async with club.hall() as hall:
            assert (await hall.gather(ordered(), None)).table.table == "4"

    asyncio.run(evening())


def test_tables_share_an_fsync_and_one_session_never_writes_twice_in_a_commit(club, monkeypatch) -> None:
    commits: list[list[bytes]] = []
    commit = Writer.commit
    turns: list[Turn] = []

    def committing(writer: Writer, lines: Sequence[bytes]) -> None:
        commits.append(list(lines))
        commit(writer, lines)

    monkeypatch.setattr(Writer, "commit", committing)

    async def evening() -> None:
        async with attrs.evolve(club, disk=Disk(SlowCalls())).hall(turns) as hall:
            tables = await asyncio.gather(*(seated(hall, f"Ann {nth}", rounds=1) for nth in range(12)))
            await asyncio.gather(*(Person(table, 1).play() for table in tables))

    run(evening())
    assert sum(turn.entries for turn in turns) > 2 * sum(turn.entries > 0 for turn in turns)
    assert max(map(len, commits)) > 3
    for lines in commits:
        kinds: dict[int, list[str]] = {}
        for record in map(decode, lines):
            if isinstance(record, InSession):
                kinds.setdefault(record.session, []).append(record.__class__.__name__)
        assert {tuple(each) for each in kinds.values()} <= {("Open",), ("SeatTaken",), ("Start",), ("Begin",), ("RoundPlayed",), ("Close",)}


def test_nothing_that_happens_at_one_table_cuts_in_two_what_all_commit_together(club) -> None:
    # A natural ends a round as soon as its `begin` is signed: of six rounds at each of twelve tables some come to that.
    turns: list[Turn] = []

    async def evening() -> list[Turn]:
        async with attrs.evolve(club, disk=Disk(SlowCalls())).hall(turns) as hall:
            tables = [await seated(hall, f"Ann {nth}", rounds=6) for nth in range(12)]
            seating = len(turns) + 1  # the last one may still be told of
            await asyncio.gather(*(Person(table, 1).play() for table in tables))
            return turns[seating:]

    played = run(evening())
    assert max(turn.lines for turn in played) > 3
    assert {turn.commits for turn in played if turn.lines} == {1}


def test_an_answer_that_is_sent_again_counts_once_and_after_a_restart_too(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            table = await seated(hall, "Ann", rounds=2, pause_seconds=None)
            await Play(table).next()
            view = await _asked(table)
            given = AnswerGiven(answer=said(view), question=view.hash, signature=None)
            await Play(table).answer(1, given, "key")
            again = await Play(table).answer(1, given, "key")
            with pytest.raises(Refused) as refused:
                await Play(table).answer(1, AnswerGiven(answer="1 bet 3", question=view.hash, signature=None), "key")
            assert refused.value.kind is Kind.KEY_REUSED
            log = log_of(again.table)
            assert log.count(given.answer) == 1
        async with club.hall() as hall:
            table = hall.table("1")
            again = await Play(table).answer(1, given, "key")
            assert log_of(again.table) == log
            with pytest.raises(Refused) as refused:
                await Play(table).answer(1, given, "another key")
            assert refused.value.kind is Kind.QUESTION_OVER

    run(evening())


def log_of(view: TableView) -> tuple[str, ...]:
    """The round in play, or the last."""
    shown = view.round or view.last
    assert shown is not None
    return shown.log


async def _asked(table: Table) -> Any:
    while not ((view := await table.view(Viewer("seat", 1))).question and view.question.yours):
        await table.change(view.version)
    return view.question.yours[0]


@attrs.define
class Hands:
    """A clock that a test moves on, with what it calls."""

    at: float = 0.0
    timers: list[asyncio.TimerHandle] = attrs.Factory(list)

    def time(self) -> float:
        """Seconds."""
        return self.at

    def call_at(self, when: float, call: Callable[..., object], *args: Any) -> asyncio.TimerHandle:
        """Call it once it is so late."""
        self.timers.append(asyncio.TimerHandle(when, call, args, asyncio.get_running_loop()))
        return self.timers[-1]

    def move(self, seconds: float) -> None:
        """So much later."""
        self.at += seconds
        due = [timer for timer in self.timers if timer.when() <= self.at and not timer.cancelled()]
        self.timers = [timer for timer in self.timers if timer.when() > self.at]
        for timer in due:
            timer._run()


async def _let_the_time_run_out(table: Table, seat: int, hands: Hands) -> None:
    """Answer nothing; time goes on once nobody else is waited for."""
    while (view := await table.view(Viewer("public"))).state != "closed":
        if view.question and view.question.seats == (seat,):
            hands.move(59)
            assert (await table.view(Viewer("public"))).question == msgspec.structs.replace(view.question, seconds=1)
            hands.move(1)
        await table.change(view.version)


def test_who_does_not_answer_in_time_takes_the_default(club) -> None:
    async def evening() -> Any:
        async with club.hall() as hall:
            hands = Hands()
            table = hall.table((await hall.gather(ordered("Ann", "Bo", rounds=2, answer_seconds=60), None)).table.table)
            table._pace = Pace(table._time_up, hands)  # type: ignore[arg-type]
            await Seats(table).open()
            await Seats(table).seat_now()
            await asyncio.gather(Person(table, 1).play(), _let_the_time_run_out(table, 2, hands))
            return await table.view(Viewer("public"))

    view = run(evening())
    assert (view.state, view.reason) == ("closed", "rounds")
    assert "2 timeout bet" in " ".join(view.last.log)
    assert not any(event.startswith("1 timeout") for event in view.last.log)
    assert club.audit().findings == ()


def test_a_disk_that_fails_acknowledges_nothing_more_and_the_next_start_goes_on(club) -> None:
    async def evening(disk: Disk) -> list[str]:
        taken: list[str] = []
        async with attrs.evolve(club, disk=disk).hall() as hall:
            table = await seated(hall, "Ann", rounds=5)
            person = Person(table, 1, told=taken.append)
            with pytest.raises(DiskFailed):
                await person.play()
            assert not hall.ready
            with pytest.raises(DiskFailed):
                await table.view(Viewer("public"))
            with pytest.raises(DiskFailed):
                await table.change(table.version)
        return taken

    taken = run(evening(BreakingDisk(60)))
    assert len(taken) > 2

    async def morning() -> None:
        async with club.hall() as hall:
            assert all(hall.table("1").answered(1, key) for key in taken)
            await Person(hall.table("1"), 1).play()

    run(morning())
    assert club.audit().findings == ()


def test_whatever_a_power_cut_leaves_nothing_acknowledged_is_lost_and_no_history_is_signed_twice(club, monkeypatch) -> None:
    calls = RecordingCalls(club.root)
    acknowledged: list[tuple[int, str, str]] = []
    signed: list[tuple[int, bytes]] = []
    monkeypatch.setattr("ledger.history.shared_journal.LONGEST", 600)

    async def evening() -> None:
        async with attrs.evolve(club, disk=Disk(calls)).hall() as hall:
            tables = await asyncio.gather(*(seated(hall, f"Ann {nth}", rounds=2) for nth in range(3)))
            await asyncio.gather(*(Person(table, 1, told=partial(note, table)).play() for table in tables))

    def note(table: Table, key: str) -> None:
        acknowledged.append((len(calls.done), table.id, key))
        shown = club.shown()
        signed.append((len(calls.done), shown))

    run(evening())
    states = [(stop, files) for stop, found in enumerate(Replay(calls).stops()) for files in (found[0], found[-1])]
    again, resumed = Club(club.root.with_name("again")), 0
    lost: list[Any] = []
    for stop, files in states[:: max(1, len(states) // 90)]:
        lay_out(files, again.root)
        told = [history for at, history in signed if at <= stop]
        goes_on = run(_goes_on(again, {(table, key) for at, table, key in acknowledged if at <= stop}, lost))
        resumed += goes_on
        lost += [stop for history in told[-1:] if not again.history().startswith(history)]
    assert lost == []
    assert resumed > 40
    assert again.audit().findings == ()


async def _goes_on(club: Club, acknowledged: set[tuple[str, str]], lost: list[Any]) -> int:
    """Start the service where the power was cut, and play on; how many tables went on."""
    async with club.hall() as hall:
        tables = list(hall.tables.values())
        for table in tables:
            lost += [key for number, key in acknowledged if number == table.id and table.answered(1, key) is None]
        await asyncio.gather(*(Person(table, 1).play() for table in tables if table.state == "playing"))
        return sum(table.state != "gathering" for table in tables)


def test_a_key_of_a_request_counts_for_that_request_alone_and_after_a_restart_too(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            await hall.gather(ordered("Ann", places=1), "table")
            await Seats(hall.table("1")).take_seat("Bo", "seat")
        async with club.hall() as hall:
            assert (await hall.gather(ordered("Ann", places=1), "table")).table.table == "1"
            await refuses_key(hall.gather(ordered("Ann", places=2), "table"))
            await refuses_key(Seats(hall.table("1")).take_seat("Cy", "seat"))
            assert list(hall.tables) == ["1"]
            table = await seated(hall, "Cy", rounds=1)
            await Person(table, 1).play()
            await hall.ranking.rank("The open", (1,), "ranking")
            await hall.ranking.rank("The open", (1,), "ranking")
            await refuses_key(hall.ranking.rank("The closed", (1,), "ranking"))

    run(evening())
    assert club.audit().counts.tournaments == 1


async def refuses_key(asked: Coroutine[Any, Any, object]) -> None:
    """What is asked comes with a key that was used."""
    with pytest.raises(Refused) as refused:
        await asked
    assert refused.value.kind is Kind.KEY_REUSED


def test_a_tournament_is_ranked_while_other_tables_never_rest(club) -> None:
    async def evening() -> None:
        async with attrs.evolve(club, disk=Disk(SlowCalls())).hall() as hall:
            await Person(await seated(hall, "Ann", rounds=1), 1).play()
            tables = await asyncio.gather(*(seated(hall, f"Bo {nth}", rounds=1_000) for nth in range(20)))
            busy = [asyncio.create_task(Person(table, 1).play()) for table in tables]
            twice = await asyncio.gather(*(hall.ranking.rank("The open", (1,), None) for _ in range(2)))
            assert twice[0] == twice[1]
            assert [(place.name, place.place) for place in twice[0].standings] == [("Ann", 1)]
            assert not any(player.done() for player in busy)
            for player in busy:
                player.cancel()
            with pytest.raises(EventError, match="no closed session 2"):
                await hall.ranking.rank("The closed", (2,), None)

    run(evening())
    report = club.audit()
    assert report.findings == ()
    assert report.counts.tournaments == 1


def test_a_journal_goes_where_the_service_ended_before_it_could_remove_it(club, monkeypatch) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            await Person(await seated(hall, "Ann", rounds=1), 1).play()

    with monkeypatch.context() as broken_off:
        broken_off.setattr(Commits, "add_end", lambda *_: 0)
        run(evening())
    assert list((club.ledger / "journal").iterdir()) == [club.ledger / "journal" / "1.jsonl"]

    async def morning() -> None:
        async with club.hall() as hall:
            assert hall.table("1").state == "closed"

    run(morning())
    assert list((club.ledger / "journal").iterdir()) == []


def test_a_table_that_cannot_go_on_is_told_of_and_the_others_go_on(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            for name in ("Ann", "Bo"):
                await seated(hall, name, rounds=1)

    async def morning() -> tuple[list[str], tuple[str, ...]]:
        async with club.hall() as hall:
            await Person(hall.table("2"), 1).play()
            return list(hall.tables), hall.warnings

    run(evening())
    journal = club.ledger / "journal" / "1.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b'"training"', b'"trainend"', 1))
    tables, warnings = run(morning())
    assert tables == ["2"]
    assert any(warning.startswith("Table 1 cannot be gone on with. ") for warning in warnings)


def test_a_private_game_can_wait_for_others_with_one_player_there(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            with pytest.raises(SessionRefused, match=r"Nobody would have a box to play; give somebody one\.$"):
                await hall.gather(ordered("Ann", rules="home"), None)
            table = hall.table((await hall.gather(ordered("Ann", rules="home", places=1), None)).table.table)
            await Seats(table).take_seat("Bo", None)
            await Seats(table).open()
            assert table.state == "hashes"

    asyncio.run(evening())


def test_a_table_does_not_wait_for_somebody_who_would_have_no_box(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            several = altered(load_profile("training"), {"table.boxes_per_player": 2})
            shared = [[1, 2], *([box] for box in range(3, several.table.boxes + 1))]
            players = [NewPlayer(name=f"P{boxes[0]}", boxes=boxes, plays="person") for boxes in shared]
            with pytest.raises(SessionRefused, match="Whoever takes a free seat would have no box"):
                await hall.gather(ordered(rules=to_object(several), players=players, places=1), None)

    asyncio.run(evening())


def test_a_player_sits_down_with_entropy_of_their_own_as_by_files(club, tmp_path) -> None:
    vkey = (club.keys.path / "verifier.vkey").read_text().strip()

    async def evening() -> None:
        async with club.hall() as hall:
            table = hall.table((await hall.gather(ordered("Ann", "Bo", rounds=1, places=1), None)).table.table)
            seats = Seats(table)
            with pytest.raises(Refused, match="not opened"):
                await seats.invitation(1)
            seat = await seats.take_seat("C", "a key that nobody guesses")
            assert await seats.take_seat("C", "a key that nobody guesses") == seat
            assert hall.viewer(table.id, seat.token) == Viewer("seat", 3)
            await seats.open()
            for number, name in ((1, "Ann"), (3, "C")):
                await seats.give_hash(number, join(_file(tmp_path, await seats.invitation(number)), vkey, tmp_path / name).hash_file)
            with pytest.raises(Refused, match="keep your entropy"):
                await seats.reveal(1, _too_early())
            await seats.seat_now()
            for name, number in (("Ann", 1), ("C", 3)):
                done = reveal(_file(tmp_path, await seats.seats_file()), vkey, tmp_path / name)
                await seats.reveal(number, done.reveal_file)
            await asyncio.gather(*(Person(table, number).play() for number in (1, 2, 3)))

    run(evening())
    report = club.audit()
    assert report.findings == ()
    assert [notice for notice in report.notices if "grinding" in notice] == ["grinding: not excluded for Bo (house entropy)"]


def _file(folder: Path, data: bytes) -> Path:
    path = folder / f"{len(data)}.json"
    path.write_bytes(data)
    return path


def _too_early() -> bytes:
    return canonical({"entropy": "0" * 64, "format": "sealedshoe/seat-reveal/1", "name": "Ann", "open": "0" * 64}) + b"\n"
