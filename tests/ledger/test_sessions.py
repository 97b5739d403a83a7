"""A session at one table: its rounds, dropping out, leaving, shuffling, standings (T7, FORMAT §4, §7, §8)."""

from __future__ import annotations

import pytest

from ledger.players.source import Interrupted
from ledger.rules.ruleset import altered, load_profile
from ledger.shoe.chain import SeedChain
from ledger.shoe.rack import Rack
from ledger.table.ask import Ask
from ledger.table.company import Seat
from ledger.table.session import TableSession, Void, standings

LOSING = ("K 7 / K 8 | 9 9", "")
LOSING_ONE = ("K 7 | 9 9", "")
ANOTHER = ("J 6 | 8 J", "")


def test_a_session_has_ten_rounds(play_rounds) -> None:
    """T7.1."""
    assert load_profile("training").session.rounds == 10
    session = play_rounds(*[("K 7 | 9 9", "")] * 10)
    assert [each.number for each in session.rounds] == list(range(1, 11))
    assert session.reason == "rounds"
    assert session.net == (-20,)


def test_who_cannot_cover_the_stake_drops_out(play_rounds) -> None:
    """T7.1: at the front of the next round's log; the others play on, their boxes keep their numbers."""
    session = play_rounds(LOSING, ("K 9 | 9 8", ""), session__stack=3)
    assert session.rounds[1].log[:3] == ("s1 out", "D shuffle 2", "2 bet 2")
    assert session.balances == (0, 1, 5)


def test_a_balance_equal_to_the_stake_plays_on(play_rounds) -> None:
    """T7.1 G2: equality suffices."""
    session = play_rounds(LOSING, ("K 7 / K 9 | 9 9", ""), session__stack=4)
    assert "s1 out" not in session.log
    assert session.balances[1] == 0


def test_when_nobody_can_stake_the_session_ends(play_rounds) -> None:
    """T7.1: the dropping out stands in the close."""
    session = play_rounds(("K 7 / K 6 | 9 9", ""), ("", ""), session__stack=2)
    assert (session.reason, session.news) == ("players", ("s1 out", "s2 out"))
    assert len(session.rounds) == 1


def test_nobody_drops_out_after_the_last_round(play_rounds) -> None:
    """FORMAT §8: only when a further round is due."""
    session = play_rounds(LOSING, session__stack=2)
    assert (session.reason, session.news) == ("rounds", ())


def test_a_player_may_leave_between_rounds_and_keeps_the_money(play_rounds) -> None:
    """FORMAT §8 (`seat leave`), DESIGN §4."""
    session = play_rounds(LOSING, ("K 7 | 9 9", "s2 leave"))
    assert session.rounds[1].log[:3] == ("s2 leave", "D shuffle 2", "1 bet 2")
    assert session.net == (-4, 0)


def test_leaving_stands_before_dropping_out(play_rounds) -> None:
    """FORMAT §8: of own will first, then who cannot cover the minimum."""
    session = play_rounds(("K 7 / K 7 / K 9 | 9 9", ""), ("K 9 | 9 8", "s2 leave"), session__stack=3)
    assert session.rounds[1].log[:3] == ("s2 leave", "s1 out", "D shuffle 2")


def test_every_round_is_dealt_from_a_fresh_shoe(play_rounds) -> None:
    """T7.2: full shuffle of the same pack before every round; its seed appears with the round."""
    session = play_rounds(LOSING, LOSING, LOSING)
    assert [each.log[0] for each in session.rounds] == ["D shuffle 1", "D shuffle 2", "D shuffle 3"]
    assert [[(use.index, use.first, use.seed is not None) for use in each.shoes] for each in session.rounds] == [
        [(k, 0, True)] for k in (1, 2, 3)
    ]


CUT_CARD = {"shoe__reshuffle": "cut-card", "pack__decks": 1}


def test_a_shoe_goes_on_until_the_indicator_has_come(play_rounds) -> None:
    """T7.2, case 28: 52 cards, 41 behind the indicator: the round in which it comes is finished, the next one shuffles."""
    session = play_rounds(LOSING, ("2 3 / J 4 | 8 J", ""), ("K 9 / K 9 | 9 8", ""), **CUT_CARD, shoe__penetration_left=41)
    assert [[(use.index, use.first, use.seed is not None) for use in each.shoes] for each in session.rounds] == [
        [(1, 0, False)],
        [(1, 6, True)],
        [(2, 0, False)],
    ]
    assert [each.log[0] for each in session.rounds] == ["D shuffle 1", "1 bet 2", "D shuffle 2"]


def test_exactly_as_many_cards_left_as_lie_behind_the_indicator_end_the_shoe(play_rounds) -> None:
    """FORMAT §7: L cards or fewer."""
    left_48 = play_rounds(LOSING_ONE, ANOTHER, **CUT_CARD, shoe__penetration_left=48)
    left_47 = play_rounds(LOSING_ONE, ANOTHER, **CUT_CARD, shoe__penetration_left=47)
    assert left_48.rounds[1].log[0] == "D shuffle 2"
    assert left_47.rounds[1].log[0] == "1 bet 2"


def test_the_next_card_of_an_undrawn_shoe_is_the_next_rounds_first(play_rounds) -> None:
    """T6.1 T7.2, case 19: all bust, the dealer's draw is not burnt."""
    session = play_rounds(("K 6 | T 6 | 9", "1 hit"), ("2C 3C | 9 8", "1 stand"), **CUT_CARD)
    assert session.rounds[0].log[-1] == "D show"
    assert session.rounds[1].log[:2] == ("1 bet 2", "1 deal 2C")
    assert session.rounds[1].shoes[0].first == 5


def test_cards_that_run_out_are_replaced_by_the_shuffled_discards(play_rounds) -> None:
    """G6, case 28: the cards on the table stay; that shoe ends with the round."""
    session = play_rounds(("K 2 | 9 7 | 3 4 K", "1 hit, 1 hit"), LOSING_ONE, last_cards=5, **CUT_CARD)
    assert ", ".join(session.rounds[0].log[6:]) == "1 hit 3C, D reshuffle 2, 1 hit 4C, 1 stand, D show, D draw KD, 1 win 4"
    assert [(use.index, use.first, use.seed is not None) for use in session.rounds[0].shoes] == [(1, 47, True), (2, 0, True)]
    assert session.rounds[1].log[0] == "D shuffle 3"


def test_discards_may_come_up_while_the_deal_is_on(play_rounds) -> None:
    """G6: between the passes of the deal."""
    session = play_rounds(("2C 3C | 9 8", "1 stand"), last_cards=1, **CUT_CARD)
    assert session.log[2:5] == ("1 deal 2C", "D reshuffle 2", "D deal 9C")


def test_a_shoe_that_is_empty_between_rounds_is_simply_shuffled(play_rounds) -> None:
    """G6 FORMAT §7: nothing is left, so the shoe has ended."""
    session = play_rounds(LOSING_ONE, LOSING_ONE, last_cards=4, **CUT_CARD)
    assert session.rounds[0].shoes[0].seed is not None
    assert session.rounds[1].log[0] == "D shuffle 2"


def test_when_no_card_is_left_at_all_hands_stand_as_they_are(play) -> None:
    """G6 FORMAT §7: nobody is asked any more, the dealer stands on 12."""
    hand = play("K 2 / K 3 | 9 3 | 3", "1 hit", no_others=True)
    assert hand.told == "1 hit 3H, D show, 1 win 4, 2 win 4"


def test_a_split_hand_may_be_left_with_one_card(play) -> None:
    """G6 FORMAT §7."""
    hand = play("8 8 | 9 8 | 2", "1 split", no_others=True)
    assert hand.told == "1 split 8C 8D, 1.1 draw 2C, D show, 1.1 lose 0, 1.2 lose 0"


def session_of(changes, sources, chain=8):
    rules = altered(load_profile("training"), changes)
    seats = [Seat(number, f"Player {number}", (number,), rules.session.stack) for number in sources]
    return TableSession.seated(rules, seats, Rack(rules, SeedChain.ending_in(bytes(32), chain), bytes(32), bytes(32)))


class Draws:
    """Hits for ever."""

    def answer(self, ask: Ask) -> str:
        return ask.who + {"stakes": " bet 2", "insurance": " decline insurance", "turn": " hit"}[ask.phase]

    def leaves(self, _round, _seat) -> bool:
        return False


class Stops(Draws):
    """Breaks off when first asked to play in round 2."""

    def answer(self, ask) -> str:
        if ask.phase == "turn" and ask.round == 2:
            raise Interrupted("Ann has gone home")
        return super().answer(ask)


def test_a_chain_that_is_used_up_closes_the_session() -> None:
    """FORMAT §6: three seeds, three shoes."""
    session = session_of({}, [1], chain=3)
    rounds = list(session.play({1: Draws()}))
    assert (len(rounds), session.reason) == (3, "seeds")


def test_no_round_begins_that_the_chain_may_not_finish() -> None:
    """FORMAT §6 G6: with shoes that go on, a seed is kept for discards."""
    session = session_of({"shoe.reshuffle": "cut-card", "pack.decks": 1, "session.rounds": 100}, [1], chain=3)
    rounds = list(session.play({1: Draws()}))
    assert session.reason == "seeds"
    assert max(use.index for played in rounds for use in played.shoes) <= 3


def test_a_round_broken_off_is_void_and_the_stakes_come_back() -> None:
    """FORMAT §4: `after` equals `before`, the log so far, every seed of it revealed, the session stopped."""
    session = session_of({}, [1])
    first, void = session.play({1: Stops()})
    assert isinstance(void, Void)
    assert void.reason == "Ann has gone home"
    assert void.round.after == void.round.before == first.after == session.balances
    assert void.round.log[0] == "D shuffle 2"
    assert all(use.seed for use in void.round.shoes)
    assert session.reason == "stopped"


@pytest.mark.parametrize(
    ("nets", "places"),
    [
        ([5, 3, 1], [(1, 1), (2, 2), (3, 3)]),
        ([1, 3, 5], [(1, 3), (2, 2), (3, 1)]),
        ([4, 4, -2], [(1, 1), (1, 2), (3, 3)]),
        ([4, -2, 4], [(1, 1), (1, 3), (3, 2)]),
        ([0, 2, 2, 2], [(1, 2), (1, 3), (1, 4), (4, 1)]),
        ([0, 0], [(1, 1), (1, 2)]),
        ([-100], [(1, 1)]),
    ],
)
def test_equal_results_share_the_place(nets, places) -> None:
    """T7.1: ranked by net against the stack, places 1, 1, 3; among equals by seat."""
    ranked = standings([100] * len(nets), [-sum(nets), *(100 + net for net in nets)])
    assert [(place, seat) for place, seat, _ in ranked] == places
    assert sorted(net for *_, net in ranked) == sorted(nets)


def test_who_dropped_out_or_left_is_ranked_too(play_rounds) -> None:
    """T7.1: every seat has a place."""
    session = play_rounds(("K 7 / K 7 / K 8 | 9 9", ""), ("K 9 | 9 8", "s2 leave"), session__stack=3)
    assert standings([3] * 3, session.balances) == [(1, 3, 2), (2, 1, -2), (2, 2, -2)]
