"""Bots whose answers are known beforehand: a batch session does not put the questions to them, and is the session that asking gives."""

from __future__ import annotations

import attrs
import pytest

from ledger.clock import SteppingClock
from ledger.players.bots import RandomBot, make_bot
from ledger.players.source import Interrupted, Ordered, Source
from ledger.rules.ruleset import altered, load_profile, profile_names
from ledger.shoe.chain import SeedChain
from ledger.shoe.hashing import Stream
from ledger.shoe.rack import Rack
from ledger.shoe.shuffle import Shoe
from ledger.table.ask import STAKES, TURN, Ask
from ledger.table.company import Seat
from ledger.table.session import TableSession

KNOWN = ("basic", "s17", "seed", "mimic", "stand")
ROUNDS = 30


@attrs.frozen
class Asked:
    """A source that has to be asked, and answers as another; `asks` are what it was asked."""

    source: Source
    asks: list[Ask] = attrs.Factory(list)

    def answer(self, ask: Ask) -> str:
        self.asks.append(ask)
        return self.source.answer(ask)

    def leaves(self, round_number: int, seat: int) -> bool:
        return self.source.leaves(round_number, seat)


def session_of(profile, players, **changes) -> TableSession:
    rules = altered(load_profile(profile), {"session.rounds": ROUNDS, **{name.replace("__", "."): what for name, what in changes.items()}})
    private = rules.bank.holder == "player"
    seats = [Seat(number, f"Player {number}", (number,), rules.session.stack) for number in range(1, players + 1 + private)]
    return TableSession.seated(rules, seats, Rack(rules, SeedChain.ending_in(bytes(32), 400), bytes(32), bytes(32)))


def played(session, sources) -> tuple[list[object], str, tuple[int, ...]]:
    rounds = list(session.play({seat.number: sources[seat.number % len(sources)] for seat in session.seats}))
    return rounds, session.reason, session.balances


@pytest.mark.parametrize("profile", profile_names())
@pytest.mark.parametrize("name", KNOWN)
def test_a_bot_plays_unasked_as_it_answers(profile, name) -> None:
    """FORMAT §4: the ledger doesn't tell whether anybody was asked."""
    bot = make_bot(name, load_profile(profile), bytes(32))
    assert isinstance(bot, Ordered)
    asked = Asked(bot)
    assert not isinstance(asked, Ordered)
    assert played(session_of(profile, 2), [bot]) == played(session_of(profile, 2), [asked])
    assert asked.asks


@pytest.mark.parametrize("profile", ["training", "club"])
def test_beside_a_bot_others_are_asked_as_ever(profile) -> None:
    """Their stakes lie in the order of the boxes, and each question is theirs."""
    person, again = Asked(RandomBot(bytes(32))), Asked(RandomBot(bytes(32)))
    bot = make_bot("seed", load_profile(profile), bytes(32))
    assert played(session_of(profile, 3), [bot, person]) == played(session_of(profile, 3), [Asked(bot), again])
    assert {ask.phase for ask in person.asks} >= {STAKES, TURN}
    # In the open question for stakes both wait where both are asked: the person's own part of it is the same.
    assert [ask for ask in person.asks if ask.phase == TURN] == [ask for ask in again.asks if ask.phase == TURN]


def test_a_bot_that_cannot_pay_is_out_like_anybody_else() -> None:
    """T7.1."""
    bot = make_bot("mimic", load_profile("training"), bytes(32))
    poor = {"session__stack": 7, "session__rounds": 200}
    unasked, asked = played(session_of("training", 3, **poor), [bot]), played(session_of("training", 3, **poor), [Asked(bot)])
    assert unasked == asked
    assert unasked[1] == "players"


def test_a_person_may_break_off_beside_bots() -> None:
    """FORMAT §4: the round in play is void."""

    class Stops(Asked):
        def answer(self, ask: Ask) -> str:
            if ask.round == 3 and ask.phase == TURN:
                raise Interrupted("gone home")
            return super().answer(ask)

    bot = make_bot("mimic", load_profile("training"), bytes(32))
    unasked = played(session_of("training", 2), [bot, Stops(bot)])
    assert unasked == played(session_of("training", 2), [Asked(bot), Stops(bot)])
    assert unasked[1] == "stopped"


@pytest.mark.parametrize("at", [0, 5, 51])
def test_cards_dealt_together_are_those_dealt_one_by_one(at) -> None:
    """FORMAT §7: up to the last card of a shoe, wherever it was cut."""
    one, many = (Shoe(1, range(52), Stream(b"cards", bytes(32))) for _ in range(2))
    one.cut(at)
    many.cut(at)
    dealt = [card for count in (1, 7, 0, 31, 6, 7) for card in many.next_cards(count)]
    assert dealt == [one.next_card() for _ in range(52)]
    assert many.left == 0


def test_a_stepping_clock_goes_on_over_minutes_hours_and_years() -> None:
    clock = SteppingClock("2026-12-31T23:58:59Z")
    times = [clock.read() for _ in range(63)]
    assert times[:2] == ["2026-12-31T23:58:59Z", "2026-12-31T23:59:00Z"]
    assert times[60:] == ["2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z", "2027-01-01T00:00:01Z"]
