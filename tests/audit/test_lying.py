"""What lies on the table, and what could still be dealt (FORMAT §7, G6, B6.2)."""

import numpy as np
import pytest

from audit.facts.events import distinct_events, events
from audit.facts.grammar import parse
from audit.facts.lying import stock, table_cards
from audit.shoes import NAMES, discards


def event_columns(log):
    return events(np.array([len(log)]), np.arange(len(log)), distinct_events([parse(text) for text in log]))


def lying(log, *, dealt_on=True):
    """Names of the cards on the table after a log, in the order of the pack."""
    copies = table_cards(event_columns(log), 0, len(log), dealt_on=dealt_on)
    return [NAMES[card] for card in range(52) for _ in range(copies[card])]


DEAL = ["1 deal 9C", "D deal 2C", "1 deal 7C", "D hole 3C"]
PAIR = ["1 deal 8C", "D deal 2C", "1 deal 8D", "D hole 3C", "1 split 8C 8D"]


@pytest.mark.parametrize(("log", "expected"), [
    (["D burn KC", "D burn xx", "s1 lot 4C", *DEAL], "2C 3C 7C 9C"),
    ([*DEAL, "1 hit TD", "1 bust 0"], "2C 3C"),
    ([*PAIR, "1.1 draw KC", "1.1 hit 5C", "1.1 bust 0", "1.2 draw KD"], "2C 3C 8D KD"),
    ([*PAIR, "1.1 draw KC", "1.1 stand", "1.2 draw KD", "1.2 hit 5C", "1.2 bust 0"], "2C 8C KC 3C"),
    (["1 deal 9C", "1 extra 9D", "1 toss 9C", "D deal 2C"], "9D 2C"),
    (["1 deal 9C", "1 extra 9D", "1 both", "D deal 2C", "1.1 deal 3C", "1.2 deal 4C"], "9C 9D 2C 3C 4C"),
    (["1 exposed 5C", "1 refuse", "1 deal 9C"], "9C"),
    (["1 exposed 5C", "1 take", "2 deal 9C"], "5C 9C"),
    (["1 exposed 5C", "1 sit", "2 deal 9C"], "9C"),
    (["1 deal 5C", "1 sit", "2 bet 2"], "5C"),
    ([*DEAL, "1 unasked 5H", "1 toss 5H"], "9C 2C 7C 3C"),
    ([*DEAL, "1 unasked 9C", "1 toss 9C"], "9C 2C 7C 3C"),
    ([*DEAL, "1 unasked 9H", "1 keep", "1 bust 0"], "2C 3C"),
    (["1 missed", "D deal 2C", "1 late 9C"], "2C 9C"),
    ([*DEAL, "1 natural 5"], "9C 2C 7C 3C"),
])  # fmt: skip
def test_cards_of_bust_hands_and_refused_ones_are_under_the_deck(log, expected):
    """B2.1, B3.2, B6.2, H1.3: those of hands that are settled otherwise lie there; burnt cards and a bank draw's never do."""
    assert lying(log) == sorted(expected.split(), key=NAMES.index)


def test_where_discards_are_not_dealt_on_all_cards_of_the_round_lie_on_the_table():
    """G6."""
    assert lying([*DEAL, "1 hit TD", "1 bust 0"], dealt_on=False) == ["2C", "3C", "7C", "9C", "TD"]


def test_discards_are_the_rest_of_the_pack():
    """C4.1: of thirty-two cards too."""
    rest = [NAMES[card] for card in discards(1, [NAMES.index("AC"), NAMES.index("KS")], 32).tolist()]
    assert (len(rest), rest[0], rest[-1]) == (30, "7C", "QS")


@pytest.mark.parametrize(("last", "left"), [(5, [7, 7, 6, 5]), (6, [52, 52, 52, 51])])
def test_from_the_chains_last_shoe_no_more_can_be_dealt_than_it_holds(last, left):
    """FORMAT §6: no card is dealt that would need a further shoe."""
    one = np.array([0])
    runs = {"index": one + 5, "rnd": one, "start": one, "pack": one + 7, "first": one}
    event = event_columns(["D shuffle 5", "D burn AC", "1 deal 9C", "D deal 2C"])
    assert stock(event, np.array([0, 0, 0, 1]), np.full(4, 52), runs, np.array([last])).tolist() == left
