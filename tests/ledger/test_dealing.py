"""The pack, the table, and how the cards lie after the deal (T1, T2, G1, G11)."""

from __future__ import annotations

from collections import Counter

import pytest

from ledger.cards import ACE, CARD_NAMES, CARD_NUMBERS, card_values, packs_in_order
from ledger.errors import SessionRefused
from ledger.plan import Plan
from ledger.rules.ruleset import altered, load_profile
from ledger.table.hand import Hand

TRAINING = load_profile("training")


def holding(cards: str) -> Hand:
    hand = Hand("1", 1)
    for card in cards.split():
        hand.take(CARD_NUMBERS[card], card_values(TRAINING.pack))
    return hand


def test_the_shoe_is_six_packs_of_52_without_jokers() -> None:
    """T1.1: 312 cards."""
    pack = packs_in_order(TRAINING.pack)
    assert len(pack) == 312
    assert Counter(pack) == dict.fromkeys(range(52), 6)


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_any_usual_number_of_packs_can_be_chosen(decks) -> None:
    """G7: eight decks too; FORMAT §7 gives the order."""
    pack = packs_in_order(altered(TRAINING, {"pack.decks": decks}).pack)
    assert [CARD_NAMES[card] for card in pack[:14]] == "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD".split()
    assert pack == pack[:52] * decks


@pytest.mark.parametrize("count", [0, 7])
def test_the_table_seats_one_to_six_players(count) -> None:
    """T1.1."""
    with pytest.raises(SessionRefused, match="This table seats 1 to 6 players"):
        Plan(TRAINING, tuple(f"Player {number}" for number in range(count)), {}).check()


def test_each_player_has_one_box_and_no_other(play) -> None:
    """T1.1 T2.3: boxes are never pooled; each stake and each hand is its player's own."""
    hand = play("K 9 / K 8 / K 7 | 8 K")
    assert hand.told == "1 stand, 2 stand, 3 stand, D show, 1 win 4, 2 push 2, 3 lose 0"
    assert hand.net == (2, 0, -2)


def test_there_is_no_surrender_unless_the_rules_have_it(play) -> None:
    """T1.2."""
    hand = play("K 6 | 9 K", "1 surrender")
    assert "surrender" not in hand.legal("1")
    assert hand.refusals == ["“1 surrender” is not allowed here: 1 may hit, stand, double"]
    assert hand.told == "1 stand, D show, 1 lose 0"


@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("2C 3D", 5, False),
        ("9S TD", 19, False),
        ("JC QD", 20, False),
        ("KC 6D 6H", 22, False),
        ("AC 6D", 17, True),
        ("AC KD", 21, True),
        ("AC 6D 5H", 12, False),
        ("AC AD", 12, True),
        ("AC AD AH KS", 13, False),
        ("AC AD 9H", 21, True),
        ("AC AD 9H KD", 21, False),
        ("KC KD AH AS", 22, False),
    ],
)
def test_an_ace_counts_eleven_where_that_is_not_over_21(cards, total, soft) -> None:
    """T2.1 G10: the largest total not over 21; soft while an ace counts 11."""
    hand = holding(cards)
    assert (hand.total, hand.soft) == (total, soft), cards


def test_every_card_counts_its_face_and_pictures_ten() -> None:
    """T2.1 G10."""
    values = card_values(TRAINING.pack)
    counted = {CARD_NAMES[card]: values[card] for card in range(13)}
    assert counted == {"AC": 1, **{f"{n}C": n for n in range(2, 10)}, "TC": 10, "JC": 10, "QC": 10, "KC": 10}
    assert all(values[card] == values[card % 13] for card in range(52))
    assert CARD_NAMES[ACE] == "AC"


def test_the_stake_is_two_and_comes_before_the_cards(play) -> None:
    """T2.2 G3: stakes, then the deal."""
    hand = play("K 9 / K 8 | K 8", "2 bet 2, 1 bet 2")
    assert hand.log[1:4] == ("2 bet 2", "1 bet 2", "1 deal KC")
    assert hand.rounds[0].before == (0, 100, 100)


@pytest.mark.parametrize(
    "stake", ["1 bet 1", "1 bet 3", "1 bet 0", "1 bet -2", "1 bet 2.0", "1 bet 02", "1 bet ２", "1 bet", "2 bet 2", "1 hit", ""]
)
def test_any_other_stake_is_refused_and_asked_for_again(play, stake) -> None:
    """T2.2: exactly 2."""
    hand = play("K 9 | 8 K", f"!{stake}")
    assert [refusal.partition(" is")[0] for refusal in hand.refusals] == [f"“{stake}”"]
    assert hand.refusals[0].endswith(": 1 may bet 2")
    assert hand.log[1:3] == ("1 bet 2", "1 deal KC")


def test_two_cards_each_face_up_and_the_dealers_second_down(play) -> None:
    """T2.3 G1 G11: pass by pass, boxes from the dealer's left, the dealer last."""
    hand = play("2C 3C / 4C 5C / 6C 7C | 8C 9C")
    deal = "1 deal 2C, 2 deal 4C, 3 deal 6C, D deal 8C, 1 deal 3C, 2 deal 5C, 3 deal 7C, D hole 9C"
    assert ", ".join(hand.log[4:12]) == deal


def test_boxes_play_in_the_order_of_the_deal_whoever_staked_first(play) -> None:
    """G1."""
    hand = play("K 6 / K 7 / K 5 | 9 K | 2 3 4", "3 bet 2, 2 bet 2, 1 bet 2, 1 hit, 2 hit, 3 hit")
    assert hand.told == "1 hit 2C, 1 stand, 2 hit 3C, 2 stand, 3 hit 4C, 3 stand, D show, 1 lose 0, 2 win 4, 3 push 2"


def test_what_a_player_sees_when_deciding_is_not_the_hole_card(play) -> None:
    """G8 G11: the question shows the upcard and the hand, nothing of the hole card."""
    ask = play("K 6 | 9S 8H").asked("1")[0]
    assert ask.upcard == CARD_NUMBERS["9S"]
    assert CARD_NUMBERS["8H"] not in (*ask.cards, ask.upcard)
