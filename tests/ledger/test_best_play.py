"""The bot `basic`: best play against published figures, and rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from time import perf_counter
from typing import Any

import pytest

from ledger.cards import CARD_NUMBERS
from ledger.players import basic_s17
from ledger.players.best_play.dealer_odds import BUST, NATURAL, DealerOdds, banker_act
from ledger.players.best_play.game import Game
from ledger.players.best_play.infinite_deck import Held, InfiniteDeck
from ledger.players.best_play.strategy import BestPlay, best_play
from ledger.rules.ruleset import load_profile, profile_names
from tests.support.stacked import training

UPCARDS = "23456789TA"
ALL = ("stand", "hit", "double", "split")
SIGNS = {"stand": "S", "hit": "H", "split": "P"}


def cards(ranks: str) -> tuple[int, ...]:
    """Cards of these ranks, of changing suits."""
    return tuple(CARD_NUMBERS[rank + "CDHS"[at % 4]] for at, rank in enumerate(ranks.split()))


def card(rank: str) -> int:
    return CARD_NUMBERS[rank + "H"]


def plays(**changes: Any) -> BestPlay:
    """Best play of the training table with some parameters changed."""
    return best_play(training(changes))


def first_wish(play: BestPlay, ranks: str, upcard: str, legal: tuple[str, ...] = ALL, *, split: bool = False) -> str:
    return next(wish for wish in play.wishes(cards(ranks), card(upcard), split=split) if wish in legal)


def written(play: BestPlay, ranks: str, upcard: str, legal: tuple[str, ...] = ALL) -> str:
    """A cell as the published tables write it: H, S, P; D double or else hit, T double or else stand."""
    wish = first_wish(play, ranks, upcard, legal)
    if wish == "double":
        return "D" if first_wish(play, ranks, upcard, ("stand", "hit")) == "hit" else "T"
    return SIGNS[wish]


def hands() -> Iterator[tuple[str, str]]:
    """Name and cards of every row of a basic strategy."""
    for total in range(5, 20):
        yield f"hard {total}", f"{total - 2} 2" if total < 12 else f"T {total - 10}"
    for second in "23456789":
        yield f"soft {int(second) + 11}", f"A {second}"
    for rank in "A23456789T":
        yield f"pair {rank}", f"{rank} {rank}"


def chart(play: BestPlay) -> dict[tuple[str, str], str]:
    """Every cell, by row and upcard."""
    return {(name, upcard): written(play, ranks, upcard) for name, ranks in hands() for upcard in UPCARDS}


def published() -> dict[tuple[str, str], str]:
    """The tables of the bot `s17`, cell by cell."""
    cells = {}
    for name, _ranks in hands():
        kind, what = name.split()
        for column, upcard in enumerate(UPCARDS):
            total = 0 if kind == "pair" else int(what)
            row = {"hard": basic_s17.HARD, "soft": basic_s17.SOFT}.get(kind, {}).get(total, ("H" if total < 9 else "S") * 10)
            if kind == "pair":
                value = {"A": 1, "T": 10}.get(what) or int(what)
                as_total = basic_s17.HARD.get(2 * value, ("H" if value < 5 else "S") * 10)
                splits = basic_s17.PAIRS.get(value, "." * 10)
                row = "".join(sign if sign == "P" else other for sign, other in zip(splits, as_total, strict=True))
            cells[name, upcard] = row[column]
    return cells


def differences(one: dict[tuple[str, str], str], other: dict[tuple[str, str], str]) -> dict[str, str]:
    return {f"{name} against {upcard}": sign for (name, upcard), sign in one.items() if sign != other[name, upcard]}


def test_best_play_of_the_training_table_is_the_published_basic_strategy() -> None:
    """Of 330 cells two differ: with endlessly many cards a soft 13 or 15 gains less by doubling against the lowest upcard of its row.

    Both are close: doubling costs less than 0.8% of the stake there.
    """
    play = plays()
    assert differences(chart(play), published()) == {"soft 13 against 5": "H", "soft 15 against 4": "H"}
    for ranks, upcard in (("A 2", "5"), ("A 4", "4")):
        worths = play.worths(cards(ranks), card(upcard))
        assert 0 < worths["hit"] - worths["double"] < 0.008


def test_hard_totals_of_every_make_are_played_alike() -> None:
    """The strategy goes by the total: nine and seven as ten and six, three cards as two."""
    play = plays()
    for upcard in UPCARDS:
        assert first_wish(play, "9 7", upcard) == first_wish(play, "T 6", upcard) == first_wish(play, "9 4 3", upcard)
        assert play.worths(cards("9 7"), card(upcard))["stand"] == play.worths(cards("5 6 5"), card(upcard))["stand"]


def test_a_dealer_who_draws_on_soft_17_is_doubled_against_more_often() -> None:
    """E7.1: eleven against an ace, soft 15 against 4 (as the published strategy has it), soft 18 against 2, soft 19 against 6."""
    assert differences(chart(plays(banker__soft17="draw")), chart(plays())) == {
        "hard 11 against A": "D",
        "soft 15 against 4": "D",
        "soft 18 against 2": "T",
        "soft 19 against 6": "T",
    }


def test_without_a_hole_card_less_is_staked_against_a_ten_or_an_ace() -> None:
    """E7.2: where a late natural takes everything, no double of 11 against a ten, no split of eights, no aces against an ace."""
    lost = plays(peek__when="no-hole")
    assert differences(chart(lost), chart(plays())) == {
        "hard 11 against T": "H",
        "pair A against A": "H",
        "pair 8 against T": "H",
        "pair 8 against A": "H",
    }
    assert chart(plays(peek__when="after-play")) == chart(lost)


def test_where_a_late_natural_takes_the_original_stake_only_it_is_played_as_with_a_peek() -> None:
    """G7."""
    assert chart(plays(peek__when="no-hole", peek__natural_takes="original")) == chart(plays())


@pytest.mark.parametrize(
    ("upcard", "by_standing"),
    [
        ("2", (-0.292784, -0.152975, 0.121742, 0.386305, 0.639987, 0.882007)),
        ("6", (-0.153699, 0.011739, 0.283444, 0.495977, 0.703959, 0.902837)),
        ("7", (-0.475375, -0.106809, 0.399554, 0.615976, 0.773227, 0.925926)),
        ("T", (-0.540430, -0.419721, -0.178301, 0.063118, 0.554538, 0.962624)),
        ("A", (-0.666951, -0.478033, -0.100199, 0.277636, 0.655470, 0.922194)),
    ],
)
def test_standing_is_worth_what_the_tables_for_an_infinite_deck_say(upcard, by_standing) -> None:
    """S17 after the peek, totals 16 to 21, from the tables of expected returns that the Wizard of Odds publishes."""
    hands = plays().against(card(upcard)).hands
    assert [hands.stand(Held(total, cards=3)) for total in range(16, 22)] == pytest.approx(by_standing, abs=1e-6)


def test_a_pair_of_eights_against_a_ten_is_worth_what_the_tables_for_an_infinite_deck_say() -> None:
    worths = plays().worths(cards("8 8"), card("T"))
    assert worths == pytest.approx({"stand": -0.5404, "hit": -0.5398, "double": -1.0797, "split": -0.4807, "surrender": -0.5}, abs=5e-5)


def test_a_round_of_best_play_is_worth_the_published_figure() -> None:
    """S17, DAS, four hands, aces once: −0.511734% for an infinite deck.

    For six decks it is −0.406% (CASES): a finite shoe is the better for the punter, whose naturals and doubles come a little more often.
    """
    assert plays().expected() == pytest.approx(-0.00511734, abs=1e-8)


@pytest.mark.parametrize(
    ("changes", "effect"),
    [
        ({"banker__soft17": "draw"}, -0.22),
        ({"double__after_split": False}, -0.14),
        ({"peek__when": "no-hole"}, -0.11),
        ({"surrender__offered": "late"}, 0.08),
        ({"surrender__offered": "early"}, 0.63),
        ({"split__aces_hands": 4}, 0.08),
        ({"natural__pays": "6:5"}, -1.36),
        ({"split__hands": 2}, -0.05),
        ({"double__offered": "totals", "double__totals": [10, 11]}, -0.21),
        ({"split__aces_play": "hit"}, 0.19),
        ({"peek__when": "no-hole", "peek__natural_takes": "original"}, 0.0),
    ],
)
def test_each_rule_is_worth_about_what_the_books_say(changes, effect) -> None:
    """In per cent of the stake; published effects are for various numbers of decks, hence the tolerance of 0.04."""
    assert 100 * (plays(**changes).expected() - plays().expected()) == pytest.approx(effect, abs=0.04)


def test_a_punter_who_plays_as_the_dealer_must_loses_the_known_part_of_the_stake() -> None:
    """CASES: both sides mimic S17 at 3:2, infinite deck, −5.6746%."""
    rules = training({})
    deck, play = InfiniteDeck(rules.pack, rules.natural, rules.premiums, rules.hand), plays()

    @cache
    def mimicked(upcard: int, held: Held) -> float:
        if held.total > 21 or banker_act(held.total, soft=held.soft) == "stand":
            return play.against(upcard).hands.stand(held)
        return sum(chance * mimicked(upcard, deck.add(held, rank)) for rank, chance in deck.draws)

    worth = 0.0
    for upcard, up_chance in deck.draws:
        up = play.against(upcard)
        for first, first_chance in deck.draws:
            for second, second_chance in deck.draws:
                held, chance = deck.hold(first, second), up_chance * first_chance * second_chance
                if held.total == 21:
                    worth += chance * up.natural_waiting(1.5)
                else:
                    worth += chance * ((1 - up.natural) * mimicked(upcard, held) - up.natural)
    assert worth == pytest.approx(-0.056746, abs=5e-7)


ODD_RULES: list[dict[str, Any]] = [
    {},
    {"banker__soft17": "draw"},
    {"banker__play": "free", "banker__soft17": "free"},
    {"pack__ace": "1"},
    {"pack__ace": "11"},
    {"pack__size": 32},
    {"pack__size": 32, "pack__pictures": "low", "natural__five_pictures": True},
    {"natural__pair_of_aces": True},
    {"hand__card_limit": 5},
]


@pytest.mark.parametrize("changes", ODD_RULES, ids=str)
def test_the_chances_of_the_dealers_final_hands_sum_to_one(changes) -> None:
    rules = training(changes)
    game = Game.of(rules)
    deck = InfiniteDeck(game.pack, game.natural, game.premiums, game.hand)
    dealer = DealerOdds(deck, game.banker, game.natural, game.hand)
    assert sum(chance for _, chance in deck.draws) == pytest.approx(1)
    for upcard in deck.ranks:
        assert sum(dealer.of(upcard).values()) == pytest.approx(1)


def test_the_dealer_busts_from_each_upcard_as_often_as_known() -> None:
    """Infinite deck, S17, before the peek; six decks (CASES) differ in the third place."""
    busts = [plays().against(card(upcard)).odds[BUST] for upcard in UPCARDS]
    six_decks = (0.353504, 0.374194, 0.395805, 0.418406, 0.422842, 0.261936, 0.243693, 0.229242, 0.212471, 0.115473)
    assert busts == pytest.approx(six_decks, abs=0.0021)


def test_naturals_are_as_likely_as_the_pack_makes_them() -> None:
    """T3.1, C1.2, C4.1: 4/13 behind an ace, 1/13 behind a ten; half and an eighth with 32 cards; none where an ace counts 1."""

    def chances(**changes: Any) -> list[float]:
        return [plays(**changes).against(card(upcard)).natural for upcard in ("A", "T", "K", "9")]

    assert chances() == pytest.approx([4 / 13, 1 / 13, 1 / 13, 0])
    assert chances(pack__size=32) == pytest.approx([1 / 2, 1 / 8, 1 / 8, 0])
    assert chances(pack__size=32, pack__pictures="low") == pytest.approx([1 / 8, 1 / 8, 0, 0])
    assert chances(pack__ace="1") == [0, 0, 0, 0]


def test_a_dealers_hand_of_five_cards_stands() -> None:
    """C3.9: below 17 too, which some hands reach from a two or three."""
    limited, free = plays(hand__card_limit=5).against(card("2")).odds, plays().against(card("2")).odds
    assert min(final for final in limited if final != BUST) == 10
    assert min(final for final in free if final != BUST) == 17
    assert limited[BUST] < free[BUST]


def test_half_the_stake_is_taken_where_a_hand_is_worth_less() -> None:
    """G7: 16 against 9, ten and ace and 15 against a ten, after the peek; not eights, which split."""
    play = plays(surrender__offered="late")
    late = (*ALL, "surrender")
    given_up = {
        f"{name} against {upcard}" for name, ranks in hands() for upcard in UPCARDS if first_wish(play, ranks, upcard, late) == "surrender"
    }
    assert given_up == {"hard 16 against 9", "hard 16 against T", "hard 16 against A", "hard 15 against T"}


def test_before_the_peek_more_hands_are_given_up() -> None:
    """G7, E4.1: against an ace hard 5 to 7 and 12 to 17, against a ten 14 to 16, sevens and eights; never a natural."""
    play = plays(surrender__offered="early")
    by_upcard = {upcard: {name for name, ranks in hands() if play.surrenders_early(cards(ranks), card(upcard))} for upcard in UPCARDS}
    assert by_upcard["A"] == {f"hard {total}" for total in (5, 6, 7, *range(12, 18))} | {f"pair {rank}" for rank in "3678"}
    assert by_upcard["T"] == {"hard 14", "hard 15", "hard 16", "pair 7", "pair 8"}
    assert by_upcard["9"] == {"hard 16"}
    assert not play.surrenders_early(cards("A K"), card("A"))


def test_insurance_is_bought_only_where_it_pays_enough() -> None:
    """T3.4: behind an ace lie four naturals in thirteen, so it must pay more than 9:4."""
    assert [plays(insurance__pays=pays).insures(card("A")) for pays in ("2:1", "9:4", "5:2", "3:1")] == [False, False, True, True]
    assert plays(pack__size=32).insures(card("A"))
    assert not plays(pack__ace="1", insurance__pays="3:1").insures(card("A"))


def test_even_money_is_taken_only_where_waiting_is_worth_less() -> None:
    """E2.2, C2.2, C3.8: at 3:2 a natural waits, at 6:5 it does not, a suited one at 2:1 does."""
    suited, plain = (CARD_NUMBERS["AH"], CARD_NUMBERS["TH"]), (CARD_NUMBERS["AH"], CARD_NUMBERS["TC"])
    ace, ten = card("A"), card("T")
    assert not plays().takes_even_money(plain, ace)
    assert plays(natural__pays="6:5").takes_even_money(plain, ace)
    assert not plays(natural__pays="6:5").takes_even_money(plain, ten)
    assert plays(settlement__natural_ties="banker").takes_even_money(plain, ace)
    both = plays(natural__pays="6:5", natural__suited_pays="2:1")
    assert (both.takes_even_money(plain, ace), both.takes_even_money(suited, ace)) == (True, False)
    kings = (CARD_NUMBERS["AH"], CARD_NUMBERS["KH"])
    assert both.takes_even_money(kings, ace)
    assert not plays(natural__pays="6:5", natural__suited_pays="2:1", natural__suited_rank="ten-value").takes_even_money(kings, ace)


def test_a_natural_that_could_be_insured_well_declines_even_money_for_it() -> None:
    """§9 Offers: who takes even money is not asked about insurance; at 5:1 it is worth more than what a 6:5 natural lacks."""
    plain, ace = (CARD_NUMBERS["AH"], CARD_NUMBERS["TC"]), card("A")
    insured = {"natural__pays": "6:5", "insurance__pays": "5:1"}
    assert not plays(**insured).takes_even_money(plain, ace)
    assert plays(**insured, insurance__naturals=False).takes_even_money(plain, ace)


def test_a_pair_of_aces_that_beats_every_hand_is_claimed_unless_it_pays_little() -> None:
    """C3.6."""
    assert all(plays(natural__pair_of_aces=True).claims_aces(card(upcard)) for upcard in UPCARDS)
    assert not plays(natural__pair_of_aces=True, natural__pays="1:2").claims_aces(card("6"))


def test_doubling_is_worth_its_commission_less() -> None:
    """E5.1: ten per cent of the stake turn a nine against a three into a hit, not an eleven against a six."""
    dear = plays(double__commission="1:10")
    assert dear.worths(cards("6 5"), card("6"))["double"] == pytest.approx(plays().worths(cards("6 5"), card("6"))["double"] - 0.1)
    assert first_wish(plays(), "6 3", "3") == "double"
    assert first_wish(dear, "6 3", "3") == "hit"
    assert first_wish(dear, "6 5", "6") == "double"


def test_a_third_stake_follows_a_double_that_is_still_strong() -> None:
    """C3.3: eleven in three cards takes it against a six; a stiff hand does not; and doubling is worth the more for it."""
    play = plays(double__triple=True)
    assert play.triples(cards("2 3 6"), card("6"))
    assert not play.triples(cards("5 4 7"), card("6"))
    assert play.worths(cards("3 3"), card("6"))["double"] > plays().worths(cards("3 3"), card("6"))["double"]


def test_ties_that_the_banker_wins_are_played_away_from() -> None:
    """H6.1: hard 17 is hit against an ace, soft 18 against a two; a tie at 20 costs the stake."""
    home = plays(settlement__ties="banker")
    assert (first_wish(home, "T 7", "A"), first_wish(plays(), "T 7", "A")) == ("hit", "stand")
    tie = plays().against(card("T")).hands.stand(Held(20, cards=2)) - home.against(card("T")).hands.stand(Held(20, cards=2))
    odds = plays().against(card("T")).odds
    assert tie == pytest.approx(odds[20] / (1 - odds[NATURAL]))


def test_pairs_are_what_the_rules_call_so() -> None:
    """C3.1, B4.2: ten and king split, or not; so do a jack and a queen."""

    def split(pairs: str, ranks: str) -> bool:
        return "split" in plays(split__pairs=pairs).wishes(cards(ranks), card("6"))

    assert [split(pairs, "T K") for pairs in ("value", "rank", "rank-or-picture", "off")] == [True, False, False, False]
    assert [split(pairs, "J Q") for pairs in ("value", "rank", "rank-or-picture", "off")] == [True, False, True, False]


def test_further_splits_and_what_split_aces_may_do_are_worth_something() -> None:
    """T5.2, T5.3, E6.2, G7: each right given adds to a split."""

    def split(ranks: str, upcard: str, **changes: Any) -> float:
        return plays(**changes).worths(cards(ranks), card(upcard))["split"]

    assert split("8 8", "6", split__hands=2) < split("8 8", "6", split__hands=3) < split("8 8", "6", split__hands=5)
    one_card, hit, others = (split("A A", "6", split__aces_play=play) for play in ("one-card", "hit", "as-others"))
    assert one_card < hit < others
    assert split("A A", "6") < split("A A", "6", split__aces_hands=4)
    assert split("T T", "6") < split("T T", "6", natural__after_split=True)
    assert (
        split("8 8", "6", double__after_split=False) < split("8 8", "6", double__offered="totals", double__totals=[11]) < split("8 8", "6")
    )
    assert "split" not in plays(split__aces_hands=1).wishes(cards("A A"), card("6"))


def test_a_split_hand_against_no_hole_card_may_be_bolder_where_only_the_original_stake_can_be_lost() -> None:
    """G7: the box loses its original stake once, whatever a further double adds."""
    original = plays(peek__when="no-hole", peek__natural_takes="original")
    everything = plays(peek__when="no-hole")
    assert first_wish(original, "8 3", "T", split=True) == "double"
    assert first_wish(everything, "8 3", "T", split=True) == "hit"
    assert original.worths(cards("8 8"), card("T"))["split"] > everything.worths(cards("8 8"), card("T"))["split"]


def test_the_fifth_card_is_drawn_for_where_it_pays() -> None:
    """B7.1, H5: four cards of 16 against a six; a fifth of 21 or less has won twice the stake already."""
    play = plays(premiums__five_cards="2:1", premiums__six_cards="4:1", premiums__longer="doubling")
    assert (first_wish(plays(), "2 3 4 5", "6"), first_wish(play, "2 3 4 5", "6")) == ("stand", "hit")
    assert play.worths(cards("2 2 3 4"), card("T"))["hit"] > 2
    assert play.worths(cards("2 2 3 4 6"), card("T"))["stand"] == 2
    assert play.worths(cards("2 2 3 2 2 2"), card("T"))["stand"] == 4
    assert play.worths(cards("A A A 2 2 2 3 2"), card("T"))["stand"] == 16
    assert plays(premiums__five_cards="2:1", premiums__six_cards="3:1").worths(cards("A A A 2 2 2 3 2"), card("T"))["stand"] == 3
    only_five = plays(premiums__five_cards="2:1", premiums__longer="doubling")
    assert only_five.worths(cards("2 2 3 4 T"), card("T"))["stand"] == only_five.worths(cards("A A A 2 2 2 3 2"), card("T"))["stand"] == 2


def test_a_hand_at_the_card_limit_stands() -> None:
    """C3.9: what a fifth card brings is what it is."""
    limited = plays(hand__card_limit=5)
    four = cards("A 2 2 2")
    free = plays().worths(four, card("T"))
    assert limited.worths(four, card("T"))["hit"] < free["hit"]


def test_three_sevens_and_six_seven_eight_are_drawn_for_where_they_pay() -> None:
    """B7.2, B7.3, C3.7: exactly, by the cards held; a nine and a five are no two sevens."""
    play = plays(premiums__sevens="10:1", premiums__six_seven_eight="6:1")
    assert (first_wish(plays(), "7 7", "2", ("stand", "hit")), first_wish(play, "7 7", "2", ("stand", "hit"))) == ("stand", "hit")
    assert first_wish(play, "9 5", "2", ("stand", "hit")) == "stand"
    assert first_wish(play, "8 7", "2", ("stand", "hit")) == "hit"
    assert first_wish(play, "9 6", "2", ("stand", "hit")) == "stand"
    assert play.worths(cards("7 7 7"), card("T"))["stand"] == 10
    assert play.worths(cards("8 6 7"), card("T"))["stand"] == 6
    assert play.worths(cards("7 7"), card("2"))["double"] > play.worths(cards("9 5"), card("2"))["double"] + 10 / 13


def test_five_pictures_are_drawn_for_where_they_count_as_a_natural() -> None:
    """C4.1: with 32 cards and low pictures, four of them take a fifth on an unsplit hand; what they make stands."""
    low: dict[str, Any] = {"pack__size": 32, "pack__pictures": "low"}
    play = plays(**low, natural__five_pictures=True, peek__when="after-play")
    four, five = cards("K K K K"), cards("K K K K K")
    assert play.worths(five, card("9"))["stand"] == pytest.approx(1.5, abs=0.01)
    assert play.worths(five, card("9"), split=True)["stand"] < 1
    assert play.worths(five, card("T"))["stand"] == pytest.approx(1.5 * 7 / 8)
    lost = plays(**low, natural__five_pictures=True, settlement__natural_ties="banker", peek__when="after-play")
    assert lost.worths(five, card("T"))["stand"] == pytest.approx(1.5 * 7 / 8 - 1 / 8)
    assert play.worths(four, card("9"))["hit"] > plays(**low).worths(four, card("9"))["hit"]


def test_a_natural_after_a_split_loses_to_the_bankers() -> None:
    """G7: it is paid as one all the same where the banker has none; a first natural would push."""
    play = plays(natural__after_split=True, peek__when="no-hole")
    natural = play.worths(cards("A T"), card("A"), split=True)["stand"]
    assert natural == pytest.approx(1.5 * 9 / 13 - 4 / 13)
    assert play.against(card("A")).natural_waiting(1.5) == pytest.approx(1.5 * 9 / 13)


def test_an_ace_fixed_at_one_value_has_no_soft_hands() -> None:
    """C1.2: ace and six are 7 or 17; two aces at 11 are over 21."""
    as_one, as_eleven = plays(pack__ace="1"), plays(pack__ace="11")
    six = card("6")
    assert as_one.worths(cards("A 6"), six) == as_one.worths(cards("5 2"), six)
    assert as_eleven.worths(cards("A 6"), six) == as_eleven.worths(cards("T 7"), six)
    assert as_eleven.worths(cards("A A"), six)["stand"] == -1


def test_a_natural_that_collects_double_is_feared_where_it_shows_late() -> None:
    """H6.2: without a peek an ordinary hand loses two stakes to it, a natural one at most."""
    late: dict[str, Any] = {"peek__when": "after-play", "settlement__banker_natural": "double"}
    single = plays(peek__when="after-play").worths(cards("T 9"), card("A"))["stand"]
    assert plays(**late).worths(cards("T 9"), card("A"))["stand"] == pytest.approx(single - 4 / 13)
    assert plays(settlement__banker_natural="double").worths(cards("T 9"), card("A")) == plays().worths(cards("T 9"), card("A"))
    assert plays(settlement__banker_natural="double").surrenders_early(cards("T 8"), card("A"))
    assert not plays().surrenders_early(cards("T 8"), card("A"))


@pytest.mark.parametrize("profile", profile_names())
def test_every_profile_has_its_best_play_within_a_second(profile) -> None:
    """Far more than a round can ask for: every pair of cards against every upcard, with all offers."""
    began = perf_counter()
    worth = BestPlay(Game.of(load_profile(profile))).expected()
    assert perf_counter() - began < 1
    assert -0.1 < worth < 0.1


def test_equal_rules_of_play_are_worked_out_once() -> None:
    """Stacks, limits and names of rule sets do not change how to play."""
    assert plays() is plays(session__rounds=3, stakes__maximum=10)
    assert plays() is not plays(banker__soft17="draw")
