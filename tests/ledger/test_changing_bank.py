"""The changing bank, clause by clause (rulebook section B), and both sides of each option.

Seat 1 draws the first ace and banks, so that box 1 is seat 2's; `net` begins with the banker's. Deals in which errors happen are
written as the cards leave the shoe: box 1, box 2, banker's upcard, box 1, box 2, hole card.
"""

from __future__ import annotations

from functools import partial

import pytest

from ledger.rules.ruleset import load_profile
from ledger.table.ask import CHOICE, FOLLOW, INCIDENT, OVER, RAISE, SIDE_STAKES, STAKES

BANKS = {"profile": "changing-bank", "stakes__minimum": 10, "session__stack": 100}
HOUSE = {"bank__holder": "house", "bank__first": "house", "bank__change": "house", "bank__auction": False, "table__players_max": 13}


@pytest.fixture
def bank(play):
    """One round at a stake of 10 out of 100; the banker stands unless said otherwise."""

    def playing(deal, answers="", **changes):
        return play(f"AS ! {deal}", answers, **{**BANKS, **changes})

    return playing


@pytest.fixture
def mishap(bank):
    """The same with somebody who says that an error has happened."""
    return partial(bank, director=True)


@pytest.fixture
def evening(play_rounds):
    """Several rounds of it."""

    def playing(*rounds, **how):
        return play_rounds((f"AS ! {rounds[0][0]}", rounds[0][1]), *rounds[1:], **{**BANKS, **how})

    return playing


def test_the_joker_is_an_indicator_only(bank) -> None:
    """B1.1 B2.1, `shoe.joker`: it is laid in after the cut, and is no card."""
    assert bank("K 9 | T 8").log[3:6] == ("D shuffle 2", bank("K 9 | T 8").log[4], "D joker")
    rules = load_profile("changing-bank")
    assert (rules.pack.decks, rules.table.players_max, rules.table.boxes) == (2, 14, 13)


@pytest.mark.parametrize("decks", [1, 2])
def test_one_or_two_decks(bank, decks) -> None:
    """B1.1, `pack.decks`."""
    assert bank("K 9 | T 8", pack__decks=decks).net == (-10, 10)


@pytest.mark.parametrize(("first", "lots"), [("first-ace", "AS"), ("first-ace", "KC JC AD"), ("black-jack", "AS JD JC")])
def test_the_first_banker_is_who_is_dealt_the_ace_or_black_jack(play, first, lots) -> None:
    """B1.2, `bank.first`: cards are dealt round until it falls."""
    hand = play(f"{lots} ! K 9 | T 8", **BANKS, bank__first=first)
    cards = lots.split()
    banker = 1 + (len(cards) - 1) % 2
    assert hand.log[: len(cards) + 2] == ("D shuffle 1", *(f"s{1 + i % 2} lot {card}" for i, card in enumerate(cards)), f"s{banker} bank")


@pytest.mark.parametrize(("answer", "bankers"), [("s2 accept bank", [1, 2]), ("s2 decline bank, D keep", [1, 1])])
@pytest.mark.parametrize("banker_has", ["T 8", "T A"])
def test_a_natural_may_take_the_bank(evening, answer, bankers, banker_has) -> None:
    """B1.3 (b): after the round, one that pushed too; if the punter declines the banker keeps it."""
    session = evening((f"A K / K 9 / K 8 | {banker_has}", ""), ("K 9 / K 8 / K 7 | T 8", answer))
    assert [each.banker for each in session.rounds] == bankers


@pytest.mark.parametrize(("change", "bankers"), [
    ("every-deal", [1, 2, 3, 1, 2, 3]), ("five-deals", [1, 1, 1, 1, 1, 2]), ("natural", [1] * 6), ("home", [1] * 6), ("auction", [1, 2, 3, 2, 3, 2]),
])  # fmt: skip
def test_how_the_bank_passes(evening, change, bankers) -> None:
    """B1.3 (a) to (c), `bank.change`: after each deal, five deals, a natural only, or by auction always."""
    deal = "K 9 / K 8 | T 8"
    bids = ["", "s2 bid 5, s3 pass", "s3 bid 5", "s2 bid 5", "s3 bid 5", "s2 bid 5"] if change == "auction" else [""] * 6
    session = evening(*((deal, bid) for bid in bids), bank__change=change, bank__auction=change == "auction", pack__decks=8)
    assert [each.banker for each in session.rounds] == bankers


def test_a_banker_who_wants_out_may_auction_the_bank(evening) -> None:
    """B1.4: the highest bid, the earliest among equals, is paid at once to the outgoing banker."""
    session = evening(("K 9 / K 8 | T 8", ""), ("K 9 / K 8 | T 8", "D auction, s2 bid 7, s3 bid 7"))
    assert session.rounds[1].log[:5] == ("D auction", "s2 bid 7", "s3 bid 7", "s2 pays 7", "s2 bank")
    assert session.rounds[1].before == session.rounds[0].after == (0, 100, 110, 90)
    assert session.balances == (0, 107 - 10, 103, 90 + 10)


def test_without_bids_it_is_not_offered_to_who_has_lost_it(evening) -> None:
    """B1.4 G2: the bank has passed on from a banker who is in debt, and is out once it has a holder."""
    answers = "D auction, s3 pass, s3 accept bank"
    session = evening(("K 9 / K 8 | T 6", ""), ("K 9 | T 8", answers), bank__change="every-deal", session__stack=10)
    assert session.rounds[0].after == (0, -10, 20, 20)
    assert session.rounds[1].log[:6] == ("s2 bank", "D auction", "s3 pass", "s3 accept bank", "s3 bank", "s1 out")


def test_without_bids_it_passes_to_the_first_who_accepts(evening) -> None:
    """B1.4, `bank.auction`: without the option the banker is not asked."""
    deal = "K 9 / K 8 | T 8"
    session = evening((deal, ""), (deal, "D auction, s2 pass, s3 pass, s2 decline bank, s3 accept bank"))
    assert session.rounds[1].banker == 3
    assert [ask.phase for ask in evening((deal, ""), (deal, ""), bank__auction=False).asks if ask.phase == "keep"] == []


def test_without_a_joker_a_card_is_burnt(bank) -> None:
    """B2.1, `shoe.burn`, `shoe.burn_shown`: shown; not an ace: shuffle and cut again."""
    burnt = {"shoe__joker": False, "shoe__burn": 1, "shoe__burn_shown": True}
    assert bank("7C ! K 9 | T 8", **burnt).log[5:7] == ("D burn 7C", "1 bet 10")
    again = bank("AC 7C ! K 9 | T 8", **burnt).log
    assert [event for event in again if " shuffle " in event or " burn " in event][1:] == [
        "D shuffle 2",
        "D burn AC",
        "D shuffle 3",
        "D burn 7C",
    ]


def test_the_banker_sets_limits_and_may_change_them(evening) -> None:
    """B2.2, `stakes.limits_by`: within the rules', before any deal; they hold until changed."""
    deal = "K 9 | T 8"
    session = evening((deal, "D limits 20 30, !1 bet 10, !1 bet 32, 1 bet 30"), (deal, "!1 bet 10, 1 bet 20"), (deal, "D limits 10 10"))
    assert [next(event for event in each.log if " bet " in event) for each in session.rounds] == ["1 bet 30", "1 bet 20", "1 bet 10"]
    assert [len(session.refusals), session.rounds[0].log[3], session.rounds[2].log[:2]] == [
        3, "D limits 20 30", ("D keep", "D limits 10 10"),
    ]  # fmt: skip


@pytest.mark.parametrize("limits", ["10 42", "8 20", "30 20", "x 20"])
def test_the_bankers_limits_are_within_the_rules(bank, limits) -> None:
    """B2.2: from 10 to 40 here, the minimum not above the maximum; two numbers."""
    hand = bank("K 9 | T 8", f"!D limits {limits}")
    assert "limits" not in hand.whole


def test_limits_fixed_by_the_rules_are_an_option(bank) -> None:
    """B2.2 P1.3, `stakes.limits_by = "rules"`: the banker is not asked."""
    assert [ask.who for ask in bank("K 9 | T 8").asks if ask.phase == "limits"] == ["D"]
    assert [ask for ask in bank("K 9 | T 8", stakes__limits_by="rules").asks if ask.phase == "limits"] == []


def test_stakes_after_the_first_card_are_an_option(bank) -> None:
    """B2.2 G3, `stakes.when` (Pontoon form): everyone is dealt a card, stakes on it, and is dealt the second."""
    hand = bank("KC 9C / QC 8C | TC 7C", "1 bet 40, 2 bet 10", stakes__when="after-first-card")
    assert ", ".join(hand.log[6:14]) == "1 down KC, 2 down QC, D deal TC, 1 bet 40, 2 bet 10, 1 down 9C, 2 down 8C, D hole 7C"
    assert hand.asked("1", STAKES)[0].total == 10
    assert hand.asked("1", RAISE) == []


def test_punters_cards_lie_face_down_and_the_bankers_first_face_up(bank) -> None:
    """B2.3 G8 G11: in the second pass everyone's face down."""
    hand = bank("KC 9C / QC 8C | 7C 8D")
    assert ", ".join(hand.log[8:14]) == "1 down KC, 2 down QC, D deal 7C, 1 down 9C, 2 down 8C, D hole 8D"


@pytest.mark.parametrize(("upcard", "hole", "told"), [
    ("A", "K", "D peek natural, D show, 1 open, 1 lose 0, 2 open, 2 push 10"),
    ("K", "A", "D peek natural, D show, 1 open, 1 lose 0, 2 open, 2 push 10"),
    ("K", "9", "D peek clear, 1 stand, 2 open, 2 natural 30, D show, D stand, 1 open, 1 win 20"),
    ("9", "K", "1 stand, 2 open, 2 natural 30, D show, D stand, 1 open, 1 win 20"),
])  # fmt: skip
def test_the_banker_peeks_with_an_ace_or_ten_value(bank, upcard, hole, told) -> None:
    """B2.4: a natural is announced at once; all others lose, naturals push."""
    assert bank(f"K Q / A J | {upcard} {hole}").told == told


@pytest.mark.parametrize(("natural_ties", "banker_natural", "net"), [
    ("push", "single", (10, -10, 0)),
    ("banker", "single", (20, -10, -10)),
    ("push", "double", (20, -20, 0)),
    ("banker", "double", (40, -20, -20)),
    ("banker", "double-not-naturals", (30, -20, -10)),
])  # fmt: skip
def test_what_a_bankers_natural_takes_is_an_option(bank, natural_ties, banker_natural, net) -> None:
    """B2.4: naturals lose a single stake and everyone else pays double; each part by itself, too."""
    hand = bank("K Q / A J | A K", settlement__natural_ties=natural_ties, settlement__banker_natural=banker_natural)
    assert hand.net == net
    assert ("1 lose 0, 1 forfeit 10" in hand.told) == (banker_natural != "single")


def test_doubling_a_loss_may_take_a_balance_below_zero(bank) -> None:
    """B2.4 G2: a forced addition is a debt."""
    doubled = {"settlement__banker_natural": "double", "session__stack": 10}
    assert bank("K Q | A K", **doubled).balances == (0, 30, -10)


def test_a_two_card_21_is_shown_and_paid_on_its_turn(bank) -> None:
    """B3.1: 2:1 (B6.1), after the boxes before it, and though the banker has not played."""
    hand = bank("KC 9C / AC QC / JC 8C | 9D 9H")
    assert hand.told == "1 stand, 2 open, 2 natural 30, 3 stand, D show, D stand, 1 open, 1 win 20, 3 open, 3 lose 0"


def test_over_21_is_announced_at_once(bank) -> None:
    """B3.2: hit only under 21, until content; the stake is taken, and the banker need not have seen the hand."""
    hand = bank("KC 6C / KD 5C | TC 8C | 9C 3C 3D", "1 hit, 1 bust, 2 hit, 2 hit")
    assert hand.told == "D peek clear, 1 hit 9C, 1 bust 0, 2 hit 3C, 2 hit 3D, D show, D stand, 2 open, 2 win 20"
    assert hand.net == (0, -10, 10)


def test_cards_over_21_go_under_the_deck(play_rounds) -> None:
    """B3.2 B6.2: a single deck with seven cards left comes to its discards in mid-round, and a king of the hand that is bust comes again."""
    deal = "KC 6C / KD 9D | 9C 7C | TC KC"
    hand = play_rounds((deal, "1 hit"), **{**BANKS, **HOUSE}, pack__decks=1, last_cards=7)
    assert hand.told.partition("D show, ")[2] == f"D reshuffle 2, {hand.log[-5]}, D joker, D hit KC, 2 open, 2 win 20"


def test_if_every_punter_is_over_21_the_hole_card_stays_unseen(bank) -> None:
    """B3.3: the deal ends; a hand alive, or a natural that was paid, has it shown."""
    assert bank("K 6 / Q 6 | 9 8 | T 9", "1 hit, 2 hit").told == "1 hit TC, 1 bust 0, 2 hit 9D, 2 bust 0"
    assert "D show" in bank("K 6 / A Q | 9 8 | T", "1 hit").told
    assert "D show" in bank("K 6 | 9 8 | T", "1 hit", banker__play="forced", banker__soft17="stand").told


def test_a_hole_card_that_an_insurance_waits_for_is_shown_though_every_punter_is_over_21(bank) -> None:
    """B3.3 T3.4: nobody could see else why it was paid, or lost."""
    insured = {"peek__when": "after-play", "insurance__offered": True}
    assert bank("K 6 | A K | T", "1 insure 5, 1 hit", **insured).told.endswith("1 hit TC, 1 bust 0, D show, 1 insurance 15")
    assert bank("K 6 | A K | T", "1 hit", **insured).told.endswith("1 hit TC, 1 bust 0")


@pytest.mark.parametrize(("banker", "answers", "done"), [
    ("T 2", "D stand", "1 stand, D show, D stand, 1 open, 1 win 20"),
    ("T 8 | 3C", "D hit", "1 stand, D show, D hit 3C, 1 open, 1 lose 0"),
    ("T 5 | 3C 2C", "D hit, D hit, D stand", "1 stand, D show, D hit 3C, D hit 2C, D stand, 1 open, 1 lose 0"),
    ("T 8 | 9C", "D hit", "1 stand, D show, D hit 9C, 1 open, 1 win 20"),
])  # fmt: skip
def test_the_banker_draws_or_stands_at_will(bank, banker, answers, done) -> None:
    """B3.3, `banker.play = "free"`: recorded decisions; then every hand still in play is opened. Against 19."""
    assert bank(f"K 9 | {banker}", answers).told.removeprefix("D peek clear, ") == done


def test_a_banker_without_a_will_is_an_option(bank) -> None:
    """B3.3 P4.1, `banker.play = "forced"`."""
    assert bank("K 9 | T 2 | 5", banker__play="forced", banker__soft17="stand").net == (-10, 10)


def test_a_double_is_shown_and_its_card_lies_face_down(bank) -> None:
    """B4.1: turned by the banker after the banker's play; until then the hand is live."""
    hand = bank("5C 6C | 9C 8C | TC", "1 double")
    assert hand.told == "1 open, 1 double TC, D show, D stand, 1 turn, 1 win 40"
    assert hand.net == (-20, 20)


def test_a_double_found_over_21_loses_without_penalty(bank) -> None:
    """B4.1: the banker must play for it; here all others are bust."""
    hand = bank("KC 6C / KD 6D | 9C 8C | TC 9D", "1 double, 2 hit")
    assert hand.told == "1 open, 1 double TC, 2 hit 9D, 2 bust 0, D show, D stand, 1 turn, 1 bust 0"
    assert hand.net == (30, -20, -10)


def test_a_double_face_up_is_an_option(bank) -> None:
    """B4.1 P3.3, `double.face_down`: bust at once then."""
    assert bank("K 6 | 9 8 | T", "1 double", double__face_down=False).told == "1 open, 1 double TC, 1 bust 0"


@pytest.mark.parametrize(("beyond", "stake", "may"), [(True, 40, True), (False, 40, False), (False, 20, True)])
def test_a_double_may_exceed_the_maximum(bank, beyond, stake, may) -> None:
    """B4.1, `double.beyond_maximum`: 40 for the box."""
    assert ("double" in bank("5 6 | 9 8", f"1 bet {stake}", double__beyond_maximum=beyond).legal("1")) == may


@pytest.mark.parametrize(("totals", "cards", "may"), [
    ([10, 11], "5 6", True), ([10, 11], "5 4", False), ([9, 10, 11], "5 4", True), ([10, 11], "K 9", False), ([], "K 9", True),
])  # fmt: skip
def test_double_on_some_totals_is_an_option(bank, totals, cards, may) -> None:
    """B4.1, `double.totals`: only on 10 or 11 (or 9), never 18 to 20; any two cards in the profile."""
    offered = {"double__offered": "totals" if totals else "any", "double__totals": totals}
    assert ("double" in bank(f"{cards} | 9 8", **offered).legal("1")) == may


def test_no_double_of_three_cards_or_a_split_hand(bank) -> None:
    """B4.1, `double.after_split`."""
    assert bank("2 3 | 9 8 | 5", "1 hit").asked("1")[1].legal == ("hit", "stand")
    assert "double" not in bank("8 8 | 9 7 | 3 2", "1 split").legal("1.1")
    assert "double" in bank("8 8 | 9 7 | 3 2", "1 split", double__after_split=True).legal("1.1")


def test_the_right_hand_card_is_completed_and_played_first(bank) -> None:
    """B4.2: then the left gets its card; the hands of a split are open."""
    hand = bank("8C 8D | 9C 7C | 3C TC 2C TD", "1 split, 1.1 hit, 1.2 hit")
    assert (
        hand.told
        == "1 open, 1 split 8C 8D, 1.1 draw 3C, 1.1 hit TC, 1.2 draw 2C, 1.2 hit TD, 1.2 stand, D show, D stand, 1.1 win 20, 1.2 win 20"
    )


@pytest.mark.parametrize(("pairs", "may"), [("rank", False), ("rank-or-picture", True), ("value", True)])
def test_any_two_ten_values_are_a_pair_as_an_option(bank, pairs, may) -> None:
    """B4.2, `split.pairs`."""
    assert ("split" in bank("Q K | 9 8", split__pairs=pairs).legal("1")) == may


@pytest.mark.parametrize(("hands", "splits"), [(5, 4), (4, 3), (3, 2), (2, 1)])
def test_new_pairs_may_be_split_again(bank, hands, splits) -> None:
    """B4.2, `split.hands`: three or four hands at most as an option."""
    answers = ", ".join("1" + ".1" * depth + " split" for depth in range(splits))
    hand = bank(f"8 8 | 9 7 | {'8 ' * splits}{'9 ' * splits}", answers, split__hands=hands)
    assert sum(" split " in event for event in hand.log) == splits
    assert "split" not in hand.legal("1" + ".1" * splits)


def test_aces_are_split_once_and_get_one_card_each(bank) -> None:
    """B4.2: 21 then is no natural: 1:1."""
    hand = bank("AC AD | 9C 8C | AH KC", "1 split")
    assert hand.told == "1 open, 1 split AC AD, 1.1 draw AH, 1.2 draw KC, D show, D stand, 1.1 lose 0, 1.2 win 20"


def test_a_21_after_a_split_does_not_move_the_bank(evening) -> None:
    """B4.2 B1.3: nobody is asked after the round, and the banker keeps the bank."""
    session = evening(("AC AD | 9C 8C | KD KC", "1 split"), ("K 9 | T 8", ""), bank__auction=False)
    assert [ask.phase for ask in session.asks if ask.phase in {"bank", "keep"}] == []
    assert session.rounds[1].banker == 1


# Irregularities


def test_missed_in_the_first_pass(mishap) -> None:
    """B5.1: takes a card from the top before the second pass, or sits the deal out with the stake back."""
    late = mishap("QC 9C KC 8C 7C 8D", "1 missed, 1 late", boxes=((1,), (2,), (3,)))
    assert ", ".join(late.log[8:15]) == "1 missed, 2 down QC, D deal 9C, 1 late KC, 1 down 8C, 2 down 7C, D hole 8D"
    sits = mishap("QC 9C 7C 8D", "1 missed, 1 sit", boxes=((1,), (2,), (3,)))
    assert (
        ", ".join(sits.log[8:]) == "1 missed, 2 down QC, D deal 9C, 1 sit, 2 down 7C, D hole 8D, 2 stand, D show, D stand, 2 open, 2 lose 0"
    )
    assert sits.net == (10, 0, -10)


def test_the_only_punter_does_not_sit_out(mishap) -> None:
    """B5.1 G3."""
    assert "1 late KC" in mishap("9C KC 8C 8D", "1 missed").log


def test_two_cards_in_the_first_pass(mishap) -> None:
    """B5.2: one of them is discarded, whichever the player likes."""
    cards = "KC 6D 9C 9D 8C"
    assert mishap(cards, "1 extra, 1 toss 6D").net == (-10, 10)
    hand = mishap(cards, "1 extra, 1 toss KC")
    assert ", ".join(hand.log[7:13]) == "1 down KC, 1 extra 6D, 1 toss KC, D deal 9C, 1 down 9D, D hole 8C"
    assert hand.net == (10, -10)


def test_or_both_are_played_as_two_hands(mishap) -> None:
    """B5.2 G2: each with the original stake, counted as unsplit: one may be a natural, the other double."""
    hand = mishap("KC 6D 9C AD 5D 8C TD", "1 extra, 1 both, 1.2 double")
    assert ", ".join(hand.log[7:14]) == "1 down KC, 1 extra 6D, 1 both, D deal 9C, 1.1 down AD, 1.2 down 5D, D hole 8C"
    assert hand.told == "1.1 open, 1.1 natural 30, 1.2 open, 1.2 double TD, D show, D stand, 1.2 turn, 1.2 win 40"
    assert hand.net == (-40, 40)


def test_both_need_the_money_for_a_second_stake(mishap) -> None:
    """B5.2 G2."""
    hand = mishap("KC 6D 9C 9D 8C", "1 extra, 1 toss 6D", session__stack=19)
    assert hand.asked("1", CHOICE)[0].legal == ("toss KC", "toss 6D")


def test_no_error_takes_a_card_that_the_deal_needs(play) -> None:
    """B5.2 B5.4 G6: with four cards for the deal of one box there is none to spare; with a fifth there is, but none for a second hand."""
    table = {"table__irregularities": "B5", "no_others": True, "director": True}
    enough = play("KC 9C 9D 8C", **table)
    assert [ask.legal for ask in enough.asks if ask.phase == INCIDENT] == [("none", "missed"), ("none",)]
    one_more = play("KC 6D 9C 9D 8C", "1 extra, 1 toss 6D", **table)
    assert one_more.asked("1", INCIDENT)[0].legal == ("none", "missed", "extra", "exposed")
    assert one_more.asked("1", CHOICE)[0].legal == ("toss KC", "toss 6D")
    assert play("KC 6D 9C 9D 8C 7C", "1 extra, 1 both", **table).asked("1", CHOICE)[0].legal[0] == "both"


def test_two_cards_in_the_second_pass(mishap) -> None:
    """B5.3: discards either; the first card is not among them."""
    hand = mishap("KC 9C 9D 5D 8C", "1 none, 1 extra, 1 toss 5D")
    assert hand.asked("1", CHOICE)[0].legal == ("toss 9D", "toss 5D")
    assert hand.net == (-10, 10)


def test_a_first_card_stays_the_first_where_one_like_it_is_discarded(play) -> None:
    """B5.3 B4.2: the first hand of the split has the eight of hearts, which was dealt first."""
    hand = play("8H 9C 8D 8H 8C KC KD", "1 none, 1 extra, 1 toss 8H, 1 split", director=True, table__irregularities="B5")
    assert "1 split 8H 8D" in hand.told


@pytest.mark.parametrize(("answers", "cards", "net"), [
    ("1 exposed, 1 take", "KC 9C 9D 8C", 10),
    ("1 exposed, 1 refuse", "5C KC 9C 9D 8C", 10),
    ("1 none, 1 exposed, 1 take", "KC 9C 9D 8C", 10),
    ("1 none, 1 exposed, 1 refuse", "KC 9C 2D 9D 8C", 10),
    ("1 none, 1 none, 1 exposed, 1 take", "KC 9C 7D 8C 2C", 10),
    ("1 none, 1 none, 1 exposed, 1 refuse", "KC 9C 9D 8C 2C", 10),
])  # fmt: skip
def test_a_card_turned_up_in_the_deck(mishap, answers, cards, net) -> None:
    """B5.4: the player may take or refuse it; in the first pass, the second, or play."""
    assert mishap(cards, answers).net[1] == net


def test_a_card_taken_lies_open_and_one_refused_makes_room_for_the_next(mishap) -> None:
    """B5.4."""
    taken = mishap("KC 9C 9D 8C", "1 exposed, 1 take")
    assert ", ".join(taken.log[7:]).startswith("1 exposed KC, 1 take, D deal 9C, 1 down 9D, D hole 8C, ")
    refused = mishap("5C KC 9C 9D 8C", "1 exposed, 1 refuse")
    assert ", ".join(refused.log[7:]).startswith("1 exposed 5C, 1 refuse, 1 down KC, D deal 9C, 1 down 9D, D hole 8C, ")


@pytest.mark.parametrize(("answers", "net"), [("1 keep", -10), ("1 toss 9H", 10)])
def test_a_card_not_asked_for(mishap, answers, net) -> None:
    """B5.5: keep or discard; kept, it counts as a hit, and may bust the hand."""
    hand = mishap("KC 9C 9D 8C 9H", f"1 none, 1 none, 1 unasked, {answers}")
    assert hand.net[1] == net
    assert f"1 unasked 9H, {answers}" in hand.told


def test_a_card_kept_counts_as_a_hit(mishap) -> None:
    """B5.5 B4.1: no double after it; after one discarded there may be."""
    kept = mishap("2C 9C 3D 8C 5H", "1 none, 1 none, 1 unasked, 1 keep")
    tossed = mishap("2C 9C 3D 8C 5H", "1 none, 1 none, 1 unasked, 1 toss 5H")
    assert [kept.legal("1"), tossed.legal("1")] == [("hit", "stand"), ("hit", "stand", "double")]


@pytest.mark.parametrize(("further", "answers"), [("", "D stand"), ("9H", "D hit")])
def test_who_stood_on_more_than_21_pays_twice(bank, further, answers) -> None:
    """B5.6 G8: unannounced, the hand is live until opened; it pays twice the original stake even if the banker busts."""
    hand = bank(f"KC 6C | 9C 8C | 9D {further}", f"1 hit, 1 stand, {answers}")
    assert hand.asked("1", OVER)[0].total == 25
    assert hand.told.endswith("1 open, 1 overstood, 1 lose 0, 1 forfeit 10")
    assert hand.net == (20, -20)


def test_the_banker_plays_for_a_hand_stood_on_too_much(bank) -> None:
    """B5.6 B3.3: not everyone is known to be over 21, so the hole card is shown."""
    assert "D show" in bank("K 6 | 9 8 | 9", "1 hit, 1 stand").told


def test_the_debt_of_a_wrong_stand_is_recorded(bank) -> None:
    """B5.6 G2: forced, it may take a balance below zero."""
    assert bank("K 6 | 9 8 | 9", "1 hit, 1 stand", session__stack=10).balances == (0, 30, -10)


def test_cards_discarded_go_under_the_deck(play_rounds) -> None:
    """B5 B6.2: a tossed card comes up again in the same round, here of one deck with five cards left."""
    hand = play_rounds(
        ("KC 6D 9C 9D 8C 6D", "1 extra, 1 toss 6D, 1 hit"), **{**BANKS, **HOUSE}, director=True, pack__decks=1, last_cards=5
    )  # fmt: skip
    assert "D joker, 1 hit 6D, 1 bust 0" in hand.whole


def test_irregularities_are_an_option(mishap) -> None:
    """B5, `table.irregularities`: off, no error is asked about and over 21 is simply announced."""
    off = mishap("K 6 | 9 8 | 9", "1 hit", table__irregularities="off")
    assert [ask.phase for ask in off.asks if ask.phase in {INCIDENT, OVER}] == []
    assert off.told == "1 hit 9D, 1 bust 0"


@pytest.mark.parametrize(("rulings", "told"), [(True, "1 toss 6D, D ruling 1"), (False, "1 toss 6D")])
def test_rulings_are_an_option(mishap, rulings, told) -> None:
    """B5 P1.1, `table.rulings`: directly after the incident's choice, with the supervisor's words."""
    words = ", D ruling One card too many" if rulings else ""
    hand = mishap("KC 6D 9C 9D 8C", f"1 extra, 1 toss 6D{words}", table__rulings=rulings)
    assert f"1 extra 6D, {told}, D deal 9C" in hand.whole
    assert hand.rounds[0].rulings == (("One card too many",) if rulings else ())


def test_why_a_ruling_cannot_stand_in_the_ledger_is_told(mishap) -> None:
    """FORMAT.md §2: the director is asked again, and hears what is wrong with the words."""
    hand = mishap("KC 6D 9C 9D 8C", "1 extra, 1 toss 6D, !D ruling One  card, D ruling One card", table__rulings=True)
    assert hand.refusals == [
        "“D ruling One  card” is not allowed here (it has a space at an end or two in a row): D may none, ruling TEXT",
    ]
    assert hand.rounds[0].rulings == ("One card",)


# Settlement, the deck, premiums


@pytest.mark.parametrize(("ties", "net"), [("banker", -10), ("push", 0)])
def test_ties(bank, ties, net) -> None:
    """B6.1, `settlement.ties`: to the banker, the more common, says the text."""
    assert bank("K 8 | T 8", settlement__ties=ties).net[1] == net


@pytest.mark.parametrize(("deal", "answers", "net"), [
    ("K 9 | T 8", "", 10), ("K 7 | T 8", "", -10), ("K 2 | T 6 | K", "D hit", 10), ("A K | 9 9", "", 20),
])  # fmt: skip
def test_settlement(bank, deal, answers, net) -> None:
    """B6.1: lower loses, higher wins 1:1, a banker over 21 pays all who are not; a natural pays 2:1."""
    assert bank(deal, answers).net == (-net, net)


@pytest.mark.parametrize(("cards", "kind", "net"), [
    ("2C 3C 4C 2D 3D", "5cards", 20),
    ("2C 3C 4C 2D 3D 3H", "6cards", 40),
    ("2C 3C 4C 2D 3D 3H 2H", "7cards", 80),
    ("2C 3C 2D 2S 3D 3H 2H 3S", "8cards", 160),
    ("7C 7D 7H", "777", 30),
    ("6C 7C 8C", "678", 20),
    ("8C 6C 7D", "678", 20),
])  # fmt: skip
@pytest.mark.parametrize("banker", ["9C 8D", "TC JD"])
def test_premiums_are_paid_at_once_and_kept(bank, cards, kind, net, banker) -> None:
    """B7.1 five cards twice, six four times, doubling on; B7.2 three sevens; B7.3 six-seven-eight, in any order. G4."""
    first, second, *further = cards.split()
    hand = bank(f"{first} {second} | {banker} | {' '.join(further)}", ", ".join(["1 hit"] * len(further)))
    assert f"1 open, 1 premium {kind} {10 + net}, D show" in hand.told
    assert hand.net == (-net, net)


@pytest.mark.parametrize(("changes", "kind", "net"), [
    ({"longer": "as-six"}, "7cards", 40), ({"six_cards": "off", "longer": "as-six"}, "7cards", 20), ({"five_cards": "off"}, "7cards", 80),
])  # fmt: skip
def test_how_premiums_go_on_is_an_option(bank, changes, kind, net) -> None:
    """B7.1 H5, `premiums.longer`, `premiums.six_cards`: as six, or as five where six has no ratio of its own."""
    named = {f"premiums__{name}": value for name, value in changes.items()}
    hand = bank("2C 3C | 9C 8D | 4C 2D 3D 3H 2H", ", ".join(["1 hit"] * 5), **named)
    assert f"1 premium {kind} {10 + net}" in hand.told


@pytest.mark.parametrize(("name", "cards"), [("five_cards", "2 3 4 5 6"), ("sevens", "7 7 7"), ("six_seven_eight", "6 7 8")])
def test_each_premium_is_an_option(bank, name, cards) -> None:
    """B7, `premiums.…  = "off"`: the hand is settled as any other, here against 21."""
    first, second, *further = cards.split()
    hits = ", ".join(["1 hit"] * len(further))
    hand = bank(f"{first} {second} | 9 8 | {' '.join(further)} 4", f"{hits}, D hit", **{f"premiums__{name}": "off"})
    assert hand.net == (10, -10)


def test_a_premium_is_claimed_on_standing_and_forfeited_by_a_bust(bank) -> None:
    """B7.1 G4: four cards earn nothing, five only when the hand ends, and not over 21."""
    assert "premium" not in bank("2 3 | 9 8 | 4 2", "1 hit, 1 hit").told
    hand = bank("2 3 | 9 8 | 4 2 3 K", "1 hit, 1 hit, 1 hit, 1 hit")
    assert hand.told.endswith("1 hit KC, 1 bust 0")


def test_split_and_doubled_hands_qualify(bank) -> None:
    """B7 G4: a doubled hand on its full stake, when it is turned."""
    split = bank("7C 7D | 9C 8C | 7H 7S TC", "1 split, 1.1 hit")
    assert "1.1 draw 7H, 1.1 hit 7S, 1.1 premium 777 40" in split.told
    doubled = bank("6C 7C | 9C 8D | 8C", "1 double")
    assert doubled.told == "1 open, 1 double 8C, D show, D stand, 1 turn, 1 premium 678 60"
    assert doubled.net == (-40, 40)


@pytest.mark.parametrize(("banker", "answers", "net"), [
    ("2C 3C | 4C 5C 3D", "D hit, D hit, D hit, D stand", 10), ("7C 7D | 7H", "D hit", -10), ("6C 7C | 8C", "D hit", -10),
])  # fmt: skip
def test_the_bankers_special_hands_count_by_points_only(bank, banker, answers, net) -> None:
    """B7.4: five cards of 17 lose to 19; three sevens and 678 are 21."""
    assert bank(f"K 9 | {banker}", answers).net[1] == net


def test_a_natural_wins_against_the_bankers_three_sevens(bank) -> None:
    """B7.4: even where it waits for the end."""
    assert bank("A K / K 9 | 7 7 | 7", "D hit").net == (-10, 20, -10)


# Onlookers


def test_onlookers_stake_on_a_punters_hand(bank) -> None:
    """B8.1: against the banker, for themselves; the punter plays."""
    hand = bank("KC 9C | 9D 8C", "1/3 bet 20", boxes=((1,), (2,), ()), table__onlookers=True)
    assert ", ".join(hand.log[6:8]) == "1 bet 10, 1/3 bet 20"
    assert hand.told == "1 stand, D show, D stand, 1 open, 1 win 20, 1/3 win 40"
    assert hand.net == (-30, 10, 20)
    assert {ask.seat for ask in hand.asked("1")} == {2}


def test_never_on_the_bankers(bank) -> None:
    """B8.1: only the punters' boxes are open to them."""
    hand = bank("KC 9C / KD 8C | 9D 8D", boxes=((1,), (2,), (3,), ()), table__onlookers=True)
    assert [ask.hands for ask in hand.asks if ask.phase == SIDE_STAKES] == [("1/4", "2/4")]


@pytest.mark.parametrize(("answers", "net"), [("1/3 follow", (-40, 20, 20)), ("1/3 stay", (-30, 20, 10))])
def test_they_may_match_a_double(bank, answers, net) -> None:
    """B8.1: with their own original stake, before the card is seen."""
    hand = bank("5C 6C | 9D 8C | TC", f"1/3 bet 10, 1 double, {answers}", boxes=((1,), (2,), ()), table__onlookers=True)
    assert hand.told.startswith(f"{answers}{' 10' if 'follow' in answers else ''}, 1 open, 1 double TC")
    assert hand.net == net


@pytest.mark.parametrize(("answers", "net"), [("1/3 follow", (0, 0, 0)), ("1/3 stay", (-10, 0, 10))])
def test_what_they_do_not_match_stays_on_the_first_hand(bank, answers, net) -> None:
    """B8.1: which wins, while the second loses."""
    hand = bank("8C 8D | 9D 8H | KC 5C", f"1/3 bet 10, 1 split, {answers}", boxes=((1,), (2,), ()), table__onlookers=True)
    assert hand.net == net
    assert ("1.2/3 lose 0" in hand.log) == (answers == "1/3 follow")


def test_who_cannot_match_is_not_asked(bank) -> None:
    """B8.1 G2."""
    broke = {"boxes": ((1,), (2,), ()), "table__onlookers": True, "session__stack": 20}
    assert bank("5C 6C | 9D 8C | TC", "1/3 bet 20, 1 double", **broke).asked("1/3", FOLLOW) == []


def test_onlookers_are_an_option(bank) -> None:
    """B8.1, `table.onlookers`: off in the profile; other punters are no onlookers either."""
    assert not load_profile("changing-bank").table.onlookers
    hand = bank("KC 9C / KD 8C | 9D 8D", table__onlookers=True)
    assert [ask for ask in hand.asks if ask.phase == SIDE_STAKES] == []
