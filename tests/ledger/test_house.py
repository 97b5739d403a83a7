"""The house where no director answers for it."""

from __future__ import annotations

import pytest

from ledger.players.house import House
from ledger.table.ask import BANKER, RAISE, SHUFFLE, Ask


def ask(phase: str, *legal: str, **more) -> Ask:
    return Ask(phase=phase, round=1, hands=("D",), seats=(0,), balances=(0,), legal=legal, **more)


def test_a_house_that_may_please_itself_draws_to_17(play) -> None:
    """B3.3 C2.5: recorded as decisions all the same."""
    assert (
        play("K 9 | 9 3 | 4 2", banker__play="free", banker__soft17="free").told == "1 stand, D show, D hit 4C, D hit 2C, D stand, 1 win 4"
    )


@pytest.mark.parametrize(
    ("question", "act"),
    [
        (ask(BANKER, "hit", "stand", total=16), "D hit"),
        (ask(BANKER, "hit", "stand", total=17, soft=True), "D stand"),
        (ask(RAISE, "raise", "decline raise"), "D decline raise"),
        (ask(SHUFFLE, "shuffle", "deal on", default="deal on"), "D deal on"),
    ],
)
def test_it_leaves_things_as_they_are(question, act) -> None:
    """P1.2 H2.3."""
    assert House().answer(question) == act
    assert not House().leaves(1, 0)
