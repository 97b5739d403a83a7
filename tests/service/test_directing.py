"""What a director does about one person at a table, and what the person notices of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from typing import Any

import attrs
import pytest

from ledger.errors import SessionRefused
from ledger.history.disk import Disk
from ledger.rules.ruleset import altered, load_profile, to_object
from ledger.service.about import OPERATOR, Viewer
from ledger.service.directing import RENEWALS, Directing
from ledger.service.going_on import GoingOn
from ledger.service.orders import Again, AnswerGiven
from ledger.service.play import Play
from ledger.service.refusals import Kind, Refused
from ledger.service.seats import Seats
from ledger.service.table import Table
from ledger.service.views import QuestionView
from tests.service.test_streams import events
from tests.support.hall import Person, SlowCalls, ordered, said, seated
from tests.support.ledgers import stacked_racks
from tests.support.stacked import with_suits


async def refused(asked: Awaitable[object]) -> Kind:
    """Why something is not done."""
    with pytest.raises(Refused) as why:
        await asked
    return why.value.kind


def names(table: Table) -> list[str]:
    return [sitting.name for sitting in table.file.sittings]


def test_a_seat_has_a_new_token_and_the_old_one_is_none_after_a_restart_too(club) -> None:
    async def evening() -> tuple[str, str]:
        async with club.hall() as hall:
            old = (await hall.gather(ordered("Ann", "Bo"), None)).tokens[1].token
            new = await Directing(hall.table("1")).renew("Bo", "key")
            assert new.seat == 2
            assert hall.viewer("1", new.token) == Viewer("seat", 2)
            with pytest.raises(Refused, match="neither the operator's"):
                hall.viewer("1", old)
            return old, new.token

    async def morning() -> None:
        async with club.hall() as hall:
            assert hall.viewer("1", new) == Viewer("seat", 2)
            with pytest.raises(Refused, match="neither the operator's"):
                hall.viewer("1", old)
            assert (await Directing(hall.table("1")).renew("Bo", "key")).token == new, "the same request gives the same token"

    old, new = asyncio.run(evening())
    asyncio.run(morning())


def test_a_request_for_a_token_counts_once_whatever_came_since(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            await hall.gather(ordered("Ann", "Bo", bots=("s17",)), None)
            director = Directing(hall.table("1"))
            await director.renew("Ann", "first")
            assert await refused(director.renew("Bo", "first")) is Kind.KEY_REUSED
            last = await director.renew("Ann", None)
            assert await refused(director.renew("Ann", "first")) is Kind.KEY_REUSED
            assert hall.viewer("1", last.token) == Viewer("seat", 1)
            assert await refused(director.renew("Bot 1", "second")) is Kind.REFUSED
            assert await refused(director.renew("Nobody", "second")) is Kind.REFUSED
            for nth in range(RENEWALS + 1):
                await director.renew("Bo", f"{nth}")
            assert len(hall.table("1").file.sittings[1].renewals) == RENEWALS

    asyncio.run(evening())


def test_the_key_by_which_somebody_sat_down_does_not_tell_the_new_token(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            await hall.gather(ordered(places=1), None)
            seats, key = Seats(hall.table("1")), "a key that nobody guesses"
            taken = await seats.take_seat("Cy", key)
            new = await Directing(hall.table("1")).renew("Cy", None)
            assert new.token != taken.token
            assert await refused(seats.take_seat("Cy", key)) is Kind.NO_PLACE

    asyncio.run(evening())


def test_somebody_plays_on_with_the_new_token_and_reads_receipts_once_it_is_over(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            table = await seated(hall, "Ann", rounds=1)
            new = await Directing(table).renew("Ann", None)
            await Person(table, hall.viewer(table.id, new.token).seat).play()
            again = await Directing(table).renew("Ann", None)
            assert await table.receipts_of(hall.viewer(table.id, again.token).seat)

    asyncio.run(evening())
    assert club.audit().findings == ()


def test_a_stream_ends_when_its_token_is_replaced(service, gathering) -> None:
    table = gathering()
    with service.client(table.ann) as ann, service.client(service.operator) as operator:
        with ann.stream("GET", f"/v1/tables/{table.id}/events") as stream:
            told = events(stream.iter_lines())
            next(told)
            made = operator.post(f"/v1/tables/{table.id}/tokens", json={"name": "Ann"}, headers={"idempotency-key": "k"})
            assert [json.loads(event["data"])["version"] for event in told if event] == [], "nothing more is told to who has the old one"
        assert ann.get(f"/v1/tables/{table.id}").json()["type"] == "/problems/token-unknown"
    assert made.status_code == 201
    with service.client(made.json()["token"]) as ann:
        assert ann.get(f"/v1/tables/{table.id}").json()["you"] == {"role": "seat", "seat": 1, "name": "Ann"}


def test_while_the_table_gathers_somebody_is_taken_out_by_name_whoever_gets_up_meanwhile(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            tokens = (await hall.gather(ordered("Ann", "Bo", "Cy"), None)).tokens
            table = hall.table("1")
            await Seats(table).get_up(lambda: hall.viewer("1", tokens[0].token))
            await Directing(table).take_out("Bo")
            assert (names(table), table.file.places) == (["Cy"], 2)
            assert await refused(Directing(table).take_out("Bo")) is Kind.REFUSED, "who is next is not taken for them"
            assert hall.viewer("1", tokens[2].token) == Viewer("seat", 1)
            with pytest.raises(Refused, match="neither the operator's"):
                hall.viewer("1", tokens[1].token)
        async with club.hall() as hall:
            assert names(hall.table("1")) == ["Cy"]

    asyncio.run(evening())


def test_in_play_somebody_is_taken_out_before_the_next_round(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            table = await seated(hall, "Ann", "Bo", rounds=2, pause_seconds=None)
            await Directing(table).take_out("Bo")
            await Directing(table).take_out("Bo")
            assert [seat.leaving for seat in (await table.view(Viewer("public"))).seats] == [False, True]
            await Play(table).next()
            playing = asyncio.create_task(Person(table, 1).play())
            while (view := await table.view(Viewer("public"))).due is None:
                await table.change(view.version)
            await Play(table).next()
            last = await playing
            assert [seat.playing for seat in last.seats] == [True, False]
            assert await refused(Directing(table).take_out("Ann")) is Kind.WRONG_STATE

    asyncio.run(evening())
    assert club.audit().findings == ()
    assert club.history().count(b'"s2 leave"') == 2, "in the round's `begin`, and in the round"


@pytest.mark.parametrize("pause_seconds", [None, 0])
def test_an_evening_that_ends_early_ends_by_the_rules_with_bots_at_the_table_too(club, pause_seconds) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            table = await seated(hall, "Ann", bots=("s17",), rounds=9, pause_seconds=pause_seconds)
            assert await refused(Directing(hall.table((await hall.gather(ordered("Bo"), None)).table.table)).finish()) is Kind.WRONG_STATE
            if pause_seconds is None:
                await Play(table).next()
            for _ in range(2):
                await Directing(table).finish()
            if table.state != "closed":
                await Person(table, 1).play()
            closed = await table.view(Viewer("public"))
            assert (closed.state, closed.reason) == ("closed", "players")

    with stacked_racks(with_suits("T 9 7 8 9 7".split())):
        asyncio.run(evening())


def test_before_the_first_round_it_ends_without_one(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            table = await seated(hall, "Ann", bots=("s17",), rounds=9, pause_seconds=None)
            for _ in range(2):
                await Directing(table).finish()
            assert (table.state, (await table.view(Viewer("public"))).reason) == ("closed", "players")

    asyncio.run(evening())
    assert club.audit().findings == ()


def test_the_same_people_go_on_at_another_table_without_new_links(club) -> None:
    async def evening() -> str:
        async with club.hall() as hall:
            table = await seated(hall, "Ann", "Bo", "Cy", bots=("s17",), rounds=1, pause_seconds=None, answer_seconds=90)
            assert await refused(GoingOn(hall, hall.table("1")).again(Again(without=[]), "key")) is Kind.WRONG_STATE
            await Directing(table).finish()
            with pytest.raises(SessionRefused, match="Nobody at table 1 is called “Di”"):
                await GoingOn(hall, hall.table("1")).again(Again(without=["Di"]), "key")
            made = await GoingOn(hall, hall.table("1")).again(Again(without=["Bo"]), "key")
            assert await GoingOn(hall, hall.table("1")).again(Again(without=["Bo"]), "key") == made, "asked for twice, it is one table"
            assert await refused(GoingOn(hall, hall.table("1")).again(Again(without=[]), "key")) is Kind.KEY_REUSED
            assert await refused(GoingOn(hall, hall.table("1")).again(Again(without=[]), None)) is Kind.WRONG_STATE, (
                "table 2 is not closed yet"
            )
            assert ([seat.name for seat in made.table.seats], made.table.places) == (["Ann", "Cy", "Bot 1"], 1)
            assert (made.table.state, made.table.answer_seconds, made.table.rounds) == ("gathering", 90, 1)
            assert (await table.view(Viewer("seat", 1))).next == "2"
            assert await refused(Directing(table).renew("Ann", None)) is Kind.REFUSED, "where she goes on she would be nobody"
            return str(made.tokens[1].token)

    async def later() -> None:
        async with club.hall() as hall:
            found = GoingOn(hall, hall.table("1")).seat(3)
            assert (found.table, found.seat, found.token) == ("2", 2, token), "after a restart too"
            with pytest.raises(Refused, match="not among those of table 2"):
                GoingOn(hall, hall.table("1")).seat(2)
            await Directing(hall.table("2")).renew("Cy", None)
            with pytest.raises(Refused, match="ask the director for a link"):
                GoingOn(hall, hall.table("1")).seat(3)
            await Directing(hall.table("2")).take_out("Ann")
            await Seats(hall.table("2")).take_seat("Ann", None)
            with pytest.raises(Refused, match="not among those of table 2"):
                GoingOn(hall, hall.table("1")).seat(1)

    token = asyncio.run(evening())
    asyncio.run(later())


def test_an_old_request_for_the_next_table_turns_nobody_back(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            await hall.gather(ordered("Ann"), None)
            first = GoingOn(hall, hall.table("1"))
            await hall.table("1").close("It is late")
            await first.again(Again(without=[]), "one")
            await hall.table("2").close("It is late")
            await first.again(Again(without=[]), "two")
            assert (await first.again(Again(without=[]), "one")).table.table == "2"
            assert first.seat(1).table == "3"
            assert await refused(first.again(Again(without=[]), "three")) is Kind.WRONG_STATE, "table 3 is not closed yet"
        async with club.hall() as hall:
            assert (await hall.table("1").view(Viewer("public"))).next == "3"

    asyncio.run(evening())


def test_between_opening_and_play_nobody_is_taken_out(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            await hall.gather(ordered("Ann"), None)
            await Seats(hall.table("1")).open()
            assert await refused(Directing(hall.table("1")).take_out("Ann")) is Kind.WRONG_STATE

    asyncio.run(evening())


def test_who_does_not_answer_takes_the_default_and_who_still_thinks_does_not(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            table = await seated(hall, "Ann", "Bo", rounds=1)
            view = await table.view(Viewer("operator"))
            assert view.question is not None
            assert view.question.seats == (1, 2)
            await Play(table).leave(1)
            assert table.version > view.version, "what else happens does not matter"
            await Directing(table).take_default("Bo", view.question.version, None)
            left = await table.view(Viewer("operator"))
            assert left.question is not None
            assert left.question.seats == (1,), "Ann still thinks about her stake"
            assert await refused(Directing(table).take_default("Ann", view.question.version, None)) is Kind.QUESTION_OVER
            assert await refused(Directing(table).take_default("Bo", left.question.version, None)) is Kind.NOT_ASKED
        async with club.hall() as hall:
            table = hall.table("1")
            again = await table.view(Viewer("operator"))
            assert again.question is not None
            assert again.question.seats == left.question.seats, "after a restart the same is open to the same people"
            while (view := await table.view(Viewer("operator"))).question is not None:
                await Directing(table).take_default("Ann" if 1 in view.question.seats else "Bo", view.question.version, None)
            assert await refused(Directing(table).take_default("Ann", view.version, None)) is Kind.WRONG_STATE

    asyncio.run(evening())
    assert club.audit().findings == ()
    assert club.history().count(b"timeout bet") >= 2


def test_a_default_that_is_asked_for_twice_with_one_key_is_taken_once_after_a_restart_too(club) -> None:
    async def asked(table: Table) -> QuestionView:
        question = (await table.view(OPERATOR)).question
        assert question is not None
        return question

    async def evening() -> None:
        async with club.hall() as hall:
            table = await seated(hall, "Ann", "Bo", rounds=1)
            question = await asked(table)
            for _ in range(2):
                await Directing(table).take_default("Bo", question.version, "key")
            assert (await asked(table)).seats == (1,)
            assert await refused(Directing(table).take_default("Ann", question.version, "key")) is Kind.KEY_REUSED
        async with club.hall() as hall:
            table = hall.table("1")
            now = await asked(table)
            await Directing(table).take_default("Bo", now.version, "key")
            assert await asked(table) == now
            await Directing(table).take_default("Ann", now.version, "last")
            while (view := await table.view(OPERATOR)).question is not None:
                await Directing(table).take_default(view.seats[view.question.seats[0] - 1].name, view.question.version, None)
            assert view.state == "closed"
            await Directing(table).take_default("Ann", now.version, "last")

    asyncio.run(evening())
    assert club.audit().findings == ()


def test_where_a_time_runs_the_director_shortens_it_for_nobody(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            table = await seated(hall, "Ann", rounds=1, answer_seconds=600)
            question = (await table.view(OPERATOR)).question
            assert question is not None
            with pytest.raises(Refused, match="has 600 s to answer"):
                await Directing(table).take_default("Ann", question.version, None)

    asyncio.run(evening())


def test_who_asks_again_for_what_is_done_changes_nothing_that_others_see(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            table = await seated(hall, "Ann", "Bo", rounds=2, pause_seconds=None)
            await Play(table).next()
            answer = given(await own_question(table, 1))
            await Play(table).answer(1, answer, "key")
            await Play(table).leave(2)
            version = table.version
            await Play(table).answer(1, answer, "key")
            await Play(table).leave(2)
            assert table.version == version

    asyncio.run(evening())


def test_after_a_void_the_next_round_asks_another_question_though_no_answer_was_taken(club) -> None:
    async def evening() -> None:
        async with club.hall() as hall:
            table = await seated(hall, "Ann", rounds=2, pause_seconds=0)
            await Play(table).answer(1, given(await own_question(table, 1)), None)
            before = (await table.view(OPERATOR)).question
            await Play(table).void("The lights went out")
            after = (await table.view(OPERATOR)).question
            assert before is not None
            assert after is not None
            assert (after.round, after.version > before.version) == (2, True)

    with stacked_racks(with_suits("T 9 7 8".split())):
        asyncio.run(evening())


def test_an_answer_that_waits_while_its_token_is_replaced_is_not_taken(club) -> None:
    async def evening() -> None:
        async with attrs.evolve(club, disk=Disk(SlowCalls())).hall() as hall:
            table = hall.table((await hall.gather(ordered("Ann", "Bo", rounds=1), None)).table.table)
            await Seats(table).open()
            await Seats(table).seat_now()
            old = table.token(table.file.sittings[0])
            ann, bo = await own_question(table, 1), await own_question(table, 2)
            first = asyncio.create_task(Play(table).answer(2, given(bo), None))
            await asyncio.sleep(0)
            renewal = asyncio.create_task(Directing(table).renew("Ann", "key"))
            await asyncio.sleep(0)
            thief = asyncio.create_task(Play(table).answer(1, given(ann), None, lambda: hall.viewer("1", old)))
            await asyncio.gather(first, renewal)
            assert await refused(thief) is Kind.TOKEN_UNKNOWN

    asyncio.run(evening())


async def own_question(table: Table, seat: int) -> Any:
    view: Any = await table.view(Viewer("seat", seat))
    return view.question.yours[0]


def given(question: Any) -> AnswerGiven:
    return AnswerGiven(answer=said(question), question=question.hash, signature=None)


def test_no_refusal_tells_what_somebody_is_asked_where_that_tells_their_cards(club) -> None:
    home = to_object(altered(load_profile("home"), {"stakes.announced": True}))
    met: list[str] = []

    async def evening() -> None:
        async with club.hall() as hall:
            table = await seated(hall, "Ann", "Bo", "Cy", rules=home, rounds=1)
            while (view := await table.view(Viewer("operator"))).question is not None:
                (seat, *_) = view.question.seats
                own: Any = (await table.view(Viewer("seat", seat))).question
                if own.phase != view.question.phase:
                    name, other = view.seats[seat - 1].name, next(one.name for one in view.seats if one.seat not in view.question.seats)
                    director = Directing(table)
                    for asked in (
                        director.take_default(name, view.question.version - 1, None),
                        director.take_default(other, view.question.version, None),
                        Play(table).next(),
                    ):
                        with pytest.raises(Refused) as why:
                            await asked
                        met.append(str(why.value))
                (mine, *_) = own.yours
                answer = f"{mine.hand} hit" if "hit" in mine.legal else said(mine)
                await Play(table).answer(seat, AnswerGiven(answer=answer, question=mine.hash, signature=None), None)

    with stacked_racks(with_suits(("T J Q K " * 8).split())):
        asyncio.run(evening())
    assert met, "somebody was over 21, and only they knew"
    assert [told for told in met if "over" in told.replace("question is over", "")] == []
