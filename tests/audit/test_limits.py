"""Limits that the banker sets, a box's raised maximum, and dropping out with them in force (B2.2, H4.2, P1.3, T7.1)."""

from typing import Any

import pytest

from tests.support.packing import HAND_WRITTEN, packed
from tests.support.private_games import LOSE, PUSH, Evening, deal, seats

BANKER = {"stakes__limits_by": "banker", "stakes__maximum": 10}
RAISED = {"stakes__raised_on_request": True, "stakes__maximum": 10}
PRIVATE: dict[str, Any] = BANKER | {"bank__holder": "player", "bank__first": "lot", "bank__change": "every-deal", "table__players_min": 2}


def play(book, rules, *rounds, players=1):
    """A session at the house's table; each round is the events before it, its stake, and its boxes and hands."""
    sitting = book.begin(1, book.rules_with(**{"session__rounds": len(rounds)} | rules), players)
    for number, (before, stake, *dealt) in enumerate(rounds, 1):
        boxes, hands = dealt or (range(1, players + 1), [])
        log = [*(before.split(", ") if before else []), f"D shuffle {number}", *deal(list(boxes), hands, stake=stake)]
        sitting.write(log, [{"first": 0, "index": number, "seed": sitting.seeds[number].hex()}])
    sitting.close("rounds")
    return HAND_WRITTEN


@pytest.mark.parametrize(("before", "stake", "wanted"), [
    ("", 2, set()),
    ("", 10, set()),
    ("D limits 4 8", 4, set()),
    ("D limits 4 8", 8, set()),
    ("D limits 2 10", 2, set()),
    ("D limits 6 6", 6, set()),
    ("D limits 4 8", 2, {"stake-amount"}),
    ("D limits 4 8", 10, {"stake-amount"}),
    ("D limits 1 8", 4, {"limits"}),
    ("D limits 4 12", 4, {"limits"}),
    ("D limits 8 4", 4, {"limits"}),
    ("D limits 5 5", 4, {"limits"}),
    ("D limits 4 8, D limits 4 8", 4, {"limits"}),
    ("1 limits 2 12", 2, {"limits", "event-foreign"}),
])  # fmt: skip
@packed
def test_the_banker_sets_limits_within_those_of_the_rules(book, before, stake, wanted):
    """B2.2, H4.2: once before a round; somebody must be able to stake within them."""
    codes = yield play(book, BANKER, (before, stake))
    assert wanted <= codes
    assert bool(codes) == bool(wanted)


@packed
def test_nobody_sets_limits_where_the_rules_do(book):
    assert "event-foreign" in (yield play(book, {"stakes__maximum": 10}, ("D limits 4 8", 4)))


@packed
def test_limits_that_no_punter_can_meet_are_found(book):
    assert "limits" in (yield play(book, BANKER | {"session__stack": 6}, ("D limits 8 10", 8)))


@pytest.mark.parametrize("lines", [64, 1 << 14])
@pytest.mark.parametrize(("stake", "wanted"), [(4, set()), (2, {"stake-amount"})])
@packed
def test_limits_last_until_others_are_set(book, lines, stake, wanted):  # noqa: ARG001 -- of the pack
    """Whether the unit of lines has them or must be told."""
    assert (yield play(book, BANKER, ("D limits 4 8", 4), *[("", 4)] * 30, ("", stake), ("D limits 2 8", 2))) == wanted


@pytest.mark.parametrize(("before", "stake", "wanted"), [
    ("1 limits 2 10", 10, set()),
    ("1 limits 2 50", 50, set()),
    ("2 limits 2 50", 50, {"stake-amount"}),
    ("1 limits 2 50, 2 limits 2 60", 50, set()),
    ("2 limits 2 50, 1 limits 2 50", 50, {"limits"}),
    ("1 limits 4 50", 10, {"limits"}),
    ("1 limits 2 9", 9, {"limits"}),
    ("3 limits 2 50", 10, {"limits"}),
    ("D limits 2 8", 8, {"limits", "event-foreign"}),
    ("", 50, {"stake-amount"}),
])  # fmt: skip
@packed
def test_a_maximum_is_raised_for_a_box_on_request(book, before, stake, wanted):
    """P1.3."""
    codes = yield play(book, RAISED | {"session__stack": 200}, (before, stake), players=2 if "2 limits" in before else 1)
    assert wanted <= codes
    assert bool(codes) == bool(wanted)


@pytest.mark.parametrize(("second", "stake", "wanted"), [
    ("", 50, set()), ("D limits 2 10", 10, set()), ("D limits 2 10", 50, {"stake-amount"}), ("D limits 4 8, 1 limits 4 50", 50, set()),
    ("D limits 4 8, 1 limits 2 50", 50, {"limits"}), ("1 limits 2 60, D limits 2 10", 10, {"limits"}),
])  # fmt: skip
@packed
def test_the_last_limits_that_concern_a_box_hold(book, second, stake, wanted):
    """FORMAT §9: those of the banker concern every box."""
    codes = yield play(book, BANKER | RAISED | {"session__stack": 200}, ("1 limits 2 50", 50), (second, stake))
    assert wanted <= codes
    assert bool(codes) == bool(wanted)


PUSHED = [PUSH, PUSH]
LOST = ("D limits 8 10", 8, [1, 2], [LOSE, PUSH])


@pytest.mark.parametrize(("second", "wanted"), [
    (("s1 out", 8, [2], []), set()),
    (("", 8, [2], []), {"going"}),
    (("D limits 2 10", 2, [1, 2], []), {"going"}),
    (("s1 out, D limits 2 10", 2, [2], []), set()),
    (("s1 out, s2 out", 8, [2], []), {"going"}),
    (("s2 leave, s1 out", 8, [2], []), {"closing-due"}),
])  # fmt: skip
@packed
def test_who_cannot_cover_the_minimum_in_force_drops_out(book, second, wanted):
    """T7.1: though the rules' own minimum could be covered, and though the banker lowers it just then."""
    codes = yield play(book, BANKER | {"session__stack": 12}, LOST, second, players=2)
    assert wanted <= codes
    assert bool(codes) == bool(wanted)


@packed
def test_who_has_dropped_out_stays_away_though_the_minimum_falls(book):
    away = ("s1 out, D limits 2 10", 2, [2], PUSHED)
    assert "stake-players" in (yield play(book, BANKER | {"session__stack": 12}, LOST, away, ("", 2, [1, 2], PUSHED), players=2))


class TestNewBanker:
    """FORMAT §9: limits set by the banker before are void."""

    def second(self, book, said, stake):
        """The banker of the first round has set limits, the second one's say something or nothing, and this is staked."""
        game = Evening(book, PRIVATE, 3)
        game.told, game.first = game.lot([1, 2, 3])
        game.round(game.told, f"s{game.first} bank", "D limits 6 8", banker=game.first, stake=6)
        heir = seats(game)["a"]
        return game.round(f"s{heir} bank", *said, banker=heir, stake=stake).close()

    @pytest.mark.parametrize(("said", "stake", "wanted"), [
        ([], 2, set()), ([], 10, set()), (["D limits 4 8"], 4, set()), (["D limits 4 8"], 2, {"stake-amount"}),
    ])  # fmt: skip
    @packed
    def test_each_banker_sets_new_ones(self, book, said, stake, wanted):
        assert (yield self.second(book, said, stake)) == wanted

    @packed
    def test_they_are_set_by_the_new_banker_and_not_before(self, book):
        game = Evening(book, PRIVATE, 3)
        game.told, game.first = game.lot([1, 2, 3])
        game.round("D limits 6 8", game.told, f"s{game.first} bank", banker=game.first, stake=6)
        assert "bank-drawn" in (yield game.close())
