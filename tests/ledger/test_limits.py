"""Limits set between rounds: by the banker for all (B2.2, H4.2), by the house for one box on request (P1.3)."""

from __future__ import annotations

import pytest

from ledger.table.ask import LIMITS
from ledger.table.company import Limits
from tests.support.intervals import Before, interval, told
from tests.support.stacked import training

BANKER_SETS = {"bank__change": "five-deals", "stakes__limits_by": "banker"}
HOUSE = {"stakes__maximum": 20, "stakes__raised_on_request": True}


def test_the_banker_sets_minimum_and_maximum_between_deals() -> None:
    """B2.2 H4.2: recorded; they last until the banker sets others."""
    done = interval("D limits 4 10", rules=BANKER_SETS)
    assert (done.log, done.table.limits) == ("D limits 4 10", Limits((4, 10)))
    assert interval(rules=BANKER_SETS, limits=Limits((4, 10))).table.limits == Limits((4, 10))


def test_limits_may_be_named_in_two_answers() -> None:
    """B2.2: so that every question has one amount at most."""
    done = interval("D limits 4, D limits 4 10", rules=BANKER_SETS)
    assert done.log == "D limits 4 10"
    assert [(ask.legal, ask.least, ask.most) for ask in done.asks] == [(("limits", "unchanged"), 2, 20), (("limits 4",), 4, 20)]


def test_a_banker_who_does_not_set_limits_writes_nothing() -> None:
    """B2.2: nor is anybody asked where the rules fix them."""
    done = interval(rules=BANKER_SETS)
    assert (done.log, [(ask.phase, ask.seat, ask.default) for ask in done.asks]) == ("", [(LIMITS, 1, "unchanged")])
    assert interval(rules={"bank__change": "five-deals"}).asks == ()


@pytest.mark.parametrize("refused", ["1 10", "3 10", "4 21", "10 4", "22", "4 04", "4 10 12", "-4 10", "4  10", ""])
def test_limits_that_the_rules_do_not_allow_are_refused(refused) -> None:
    """B2.2, FORMAT §9: within the rules', lo no more than hi, a possible stake."""
    done = interval(f"D limits {refused}, D limits 6 6", rules=BANKER_SETS)
    assert [refusal.partition(": ")[2] for refusal in done.refusals] == ["D may limits 2 to 20 in steps of 2, unchanged"]
    assert done.log == "D limits 6 6"


def test_a_maximum_below_the_minimum_is_refused() -> None:
    """B2.2: in the second of two answers too, which must be about the same minimum."""
    done = interval("D limits 4, D limits 4 3, D limits 6 8, D limits 4, D limits 4 4", rules=BANKER_SETS)
    assert [refusal.partition(": ")[2] for refusal in done.refusals] == ["D may limits 4 4 to 20"] * 3


def test_somebody_must_be_able_to_stake() -> None:
    """FORMAT §9: the lowest stake is one that some punter can pay."""
    done = interval("D limits 10 20, D limits 8 20", rules=BANKER_SETS, balances=(100, 7, 9, 9))
    assert (done.asks[0].most, done.log) == (8, "D limits 8 20")


def test_who_cannot_cover_the_minimum_in_force_is_out_next_time() -> None:
    """T7.1 B2.2: the banker's own, not the rules'; the banker apart."""
    done = interval(rules=BANKER_SETS, balances=(1, 7, 8, 100), limits=Limits((8, 20)))
    assert done.log == "s2 out"


def test_limits_end_with_the_bank_of_who_set_them() -> None:
    """B2.2, FORMAT §9: a new banker begins with the rules'."""
    done = interval(rules={**BANKER_SETS, "bank__change": "every-deal"}, limits=Limits((8, 20)), balances=(7, 100, 100, 100))
    assert (done.log, done.table.limits) == ("s2 bank", Limits((2, 20)))


def house(answers: str = "", **how):
    return told(Before(training(HOUSE), banker=0, has_director=True, **how), answers)


def test_a_boxs_maximum_may_be_raised_on_request() -> None:
    """P1.3: recorded, boxes rising; the others keep theirs."""
    done = house("2 limits 2 80, 4 limits 2 20")
    assert done.log == "2 limits 2 80, 4 limits 2 20"
    assert [done.table.limits.of(box) for box in (1, 2, 4)] == [(2, 20), (2, 80), (2, 20)]
    assert [(ask.who, ask.seat, ask.default) for ask in done.asks] == [(str(box), 0, "unchanged") for box in (1, 2, 3, 4)]


def test_it_lasts_until_another_for_that_box() -> None:
    """P1.3, FORMAT §9."""
    done = house("2 limits 2 50", limits=Limits((2, 20), {2: (2, 80), 3: (2, 60)}))
    assert done.table.limits.boxes == {2: (2, 50), 3: (2, 60)}


@pytest.mark.parametrize("refused", ["2 limits 4 80", "2 limits 2 19", "2 limits 2 1000000001", "2 limits 80", "3 limits 2 80"])
def test_only_the_maximum_is_raised(refused) -> None:
    """P1.3, FORMAT §9: the minimum stays as it is, the maximum is the rules' or above."""
    done = house(f"1 unchanged, !{refused}, 2 limits 2 80")
    assert [refusal.partition(": ")[2] for refusal in done.refusals] == ["2 may limits 2 20 to 1000000000, unchanged"]


def test_nobody_is_asked_where_no_director_is() -> None:
    """P1.3."""
    assert told(Before(training(HOUSE), banker=0)).asks == ()
