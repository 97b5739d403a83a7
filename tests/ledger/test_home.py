"""Twenty-one at home and at the club, clause by clause (rulebook section H), and both sides of each option.

The dealer's hole card is the first. At home seat 1 draws the first ace and deals, so that box 1 is seat 2's, and `net` begins with the
dealer's. Deals in which errors happen are written as the cards leave the shoe.
"""

from __future__ import annotations

from functools import partial

import pytest

from ledger.rules.coherence import incoherent
from ledger.rules.ruleset import load_profile
from ledger.table.ask import CHOICE, INCIDENT, OVER, RAISE, REDOUBLE, SIDE_STAKES
from tests.support.stacked import profile

TEN = {"stakes__minimum": 10, "session__stack": 100}
BURNT = "4C !"


@pytest.fixture
def club(play):
    """One round of `club` at a stake of 10 out of 100, behind a burnt card."""

    def playing(deal, answers="", **changes):
        return play(f"{BURNT} {deal}", answers, **{"profile": "club", **TEN, **changes})

    return playing


@pytest.fixture
def home(play):
    """One round of `home` at the same stake; the dealer raises nothing and stands unless said otherwise."""

    def playing(deal, answers="", **changes):
        return play(f"AS ! {BURNT} {deal}", answers, **{"profile": "home", **TEN, **changes})

    return playing


def test_the_clubs_dealer_is_permanent(play_rounds) -> None:
    """H1.1: whatever naturals the punters have."""
    session = play_rounds((f"{BURNT} A K | 9 8", ""), ("K 9 | 9 8", ""), profile="club", **TEN)
    assert [each.banker for each in session.rounds] == [0, 0]
    assert (session.rules.pack.decks, load_profile("home").table.players_max) == (2, 12)


def test_at_home_the_first_dealer_is_who_is_dealt_an_ace(home) -> None:
    """H1.1, as B1.2."""
    assert home("K 9 | T 8").log[:4] == ("D shuffle 1", "s1 lot AS", "s1 bank", "D shuffle 2")


def test_at_home_the_deal_may_be_auctioned(play_rounds) -> None:
    """H1.1 B1.4, `bank.auction`."""
    session = play_rounds((f"AS ! {BURNT} K 9 | T 8", ""), ("K 9 | T 8", "D auction, s2 bid 3"), profile="home", **TEN)
    assert session.log[:4] == ("D auction", "s2 bid 3", "s2 pays 3", "s2 bank")


@pytest.mark.parametrize("decks", [1, 2])
def test_one_deck_or_two(club, decks) -> None:
    """H1.1, `pack.decks`."""
    assert club("K 9 | T 8", pack__decks=decks).net == (10,)


def test_a_card_is_burnt_and_shown(play) -> None:
    """H1.2: after the cut; not an ace: shuffle and cut again."""
    hand = play("AC 4C ! K 9 | T 8", profile="club", **TEN)
    assert [event.partition(" cut ")[0] for event in hand.log[:7]] == [
        "D shuffle 1",
        "s1",
        "D burn AC",
        "D shuffle 2",
        "s1",
        "D burn 4C",
        "1 bet 10",
    ]


def test_or_a_joker_or_blank_lies_there(play) -> None:
    """H1.2, `shoe.joker`."""
    log = play("K 9 | T 8", profile="club", **TEN, shoe__joker=True, shoe__burn=0, shoe__burn_shown=False).log
    assert (log[0], log[2:4]) == ("D shuffle 1", ("D joker", "1 bet 10"))


def test_used_cards_are_dealt_again_when_they_come_up(play_rounds) -> None:
    """H1.3: busts too; they are shuffled, cut and burnt again. Of one deck eight cards are left, the first of them burnt."""
    hand = play_rounds((f"{BURNT} KC 6C / 9C 8C | 9D 7C | TC 5H KC", "1 hit"), profile="club", **TEN, pack__decks=1, last_cards=8)
    assert hand.told.partition("D show, ")[2] == f"D reshuffle 2, {hand.log[-5]}, D burn 5H, D draw KC, 2 open, 2 win 20"


def test_h2_1_stakes_then_everyone_one_down_one_up(club) -> None:
    """H2.1 G11, `deal.pattern = "a"`."""
    hand = club("KC 9C / QC 8C | TC 7C", deal__pattern="a")
    assert ", ".join(hand.log[3:11]) == "1 bet 10, 2 bet 10, 1 down KC, 2 down QC, D hole TC, 1 deal 9C, 2 deal 8C, D deal 7C"


def test_h2_2_stakes_then_punters_cards_both_down(club) -> None:
    """H2.2 G11: the club's; the dealer's first is the hole card, the second is open."""
    hand = club("KC 9C / QC 8C | TC 7C")
    assert ", ".join(hand.log[3:11]) == "1 bet 10, 2 bet 10, 1 down KC, 2 down QC, D hole TC, 1 down 9C, 2 down 8C, D deal 7C"


def test_h2_3_one_card_down_to_all_then_stakes_then_one_up(home) -> None:
    """H2.3 G3 G11: home's; each has looked at their own, nobody at the dealer's."""
    hand = home("KC 9C / QC 8C | TC 7C", "1 bet 20, 2 bet 10")
    dealt = "1 down KC, 2 down QC, D hole TC, 1 bet 20, 2 bet 10, D decline raise, 1 deal 9C, 2 deal 8C, D deal 7C"
    assert ", ".join(hand.log[6:15]) == dealt
    asked = hand.asked("1", "stakes")[0]
    assert (asked.total, asked.upcard) == (10, None)


def test_the_dealer_may_double_all_stakes(home) -> None:
    """H2.3, `stakes.banker_raise = "free"`: all or none, once, having looked; players then redouble their own or not, in order."""
    hand = home("K 9 / Q 8 | T 7", "D raise, 1 redouble, 2 decline redouble")
    assert ", ".join(hand.log[11:14]) == "D raise, 1 redouble, 2 decline redouble"
    assert hand.net == (-60, 40, 20)
    (asked,) = (ask for ask in hand.asks if ask.phase == RAISE)
    assert (asked.seat, asked.total) == (1, 10)


def test_without_a_raise_nobody_redoubles(home) -> None:
    """H2.3."""
    assert [ask for ask in home("K 9 | T 7", "D decline raise").asks if ask.phase == REDOUBLE] == []


@pytest.mark.parametrize(("name", "phase"), [("stakes__banker_raise", RAISE), ("stakes__redouble", REDOUBLE)])
def test_raise_and_redouble_are_options(home, name, phase) -> None:
    """H2.3, `never`."""
    never = {"stakes__redouble": "never", name: "never"}
    raises = "" if name == "stakes__banker_raise" else "D raise"
    assert [ask for ask in home("K 9 | T 7", raises, **never).asks if ask.phase == phase] == []


def test_a_redouble_may_exceed_the_maximum(home) -> None:
    """H2.3: 20 for the box, 80 in the end."""
    assert home("K 9 | T 7", "1 bet 20, D raise, 1 redouble").net == (-80, 80)


def test_a_raise_may_take_a_balance_below_zero_and_a_redouble_not(home) -> None:
    """H2.3 G2: the one is forced, the other needs the money."""
    hand = home("K 6 | T 7", "D raise", session__stack=15)
    assert [ask for ask in hand.asks if ask.phase == REDOUBLE] == []
    assert hand.balances == (0, 35, -5)
    assert len([ask for ask in home("K 6 | T 7", "D raise", session__stack=40).asks if ask.phase == REDOUBLE]) == 1


@pytest.mark.parametrize(("hole", "told"), [("K", "D raise"), ("A", "D raise"), ("J", "D raise"), ("T", "1 deal"), ("9", "1 deal")])
def test_the_dealer_must_double_on_a_picture_or_an_ace(home, hole, told) -> None:
    """H9.1, `stakes.banker_raise = "picture-or-ace"`: unasked, and on nothing else."""
    hand = home(f"8 9 | {hole} 7", stakes__banker_raise="picture-or-ace")
    assert hand.log[9].startswith(told)
    assert [ask for ask in hand.asks if ask.phase == RAISE] == []


@pytest.mark.parametrize(("first", "told", "asked"), [("A", "1 redouble", 0), ("Q", "1 deal", 0), ("8", "1 decline redouble", 1)])
def test_a_player_redoubles_with_an_ace_not_with_a_picture(home, first, told, asked) -> None:
    """H9.1, `stakes.redouble = "ace-not-picture"`: with another card as they please."""
    hand = home(f"{first} 9 | 9 7", "D raise", stakes__redouble="ace-not-picture")
    assert hand.log[10].startswith(told)
    assert len([ask for ask in hand.asks if ask.phase == REDOUBLE]) == asked


def test_raising_needs_a_first_card() -> None:
    """H2.3: with stakes before the deal there is nothing to look at."""
    assert any("goes by a first card" in sentence for sentence in incoherent(profile("club", {"stakes.banker_raise": "free"})))


@pytest.mark.parametrize(("dealer", "told"), [
    ("8 9", "1 open, 1 natural 25, 2 stand, D show, 2 open, 2 win 20"),
    ("8 T", "D peek clear, 1 open, 1 natural 25, 2 stand, D show, 2 open, 2 win 20"),
    ("A T", "D peek natural, D show, 1 open, 1 push 10, 2 open, 2 lose 0"),
    ("T A", "D peek natural, D show, 1 open, 1 push 10, 2 open, 2 lose 0"),
])  # fmt: skip
def test_a_two_card_21_is_settled_at_once_unless_the_dealer_has_one(club, dealer, told) -> None:
    """H3.1: the dealer peeks; a dealer natural ends the round."""
    assert club(f"A K / Q 9 | {dealer}").told == told


def test_players_stand_or_hit_in_turn(club) -> None:
    """H3.2: standing is final; over 21 the stake is taken."""
    hand = club("KC 6C / KD 5C / QC 2C | TC 7C | 9C 6D 5D", "1 hit, 2 hit, 3 hit, 3 stand")
    assert hand.told == "1 hit 9C, 1 bust 0, 2 hit 6D, 3 hit 5D, 3 stand, D show, 2 open, 2 win 20, 3 open, 3 push 10"


@pytest.mark.parametrize(("dealer", "net"), [("T 7", 10), ("T 6 | 5", -10), ("A 6", 10), ("6 A", 10), ("T 2 | 3 2", 10), ("9 3 | K", 10)])
def test_the_clubs_dealer_draws_at_16_and_stands_at_17(club, dealer, net) -> None:
    """H3.3: soft 17 too; against 19."""
    assert club(f"K 9 | {dealer}").net == (net,)


@pytest.mark.parametrize(
    ("dealer", "answers", "net"), [("T 2", "D stand", 10), ("T 8 | 3", "D hit", -10), ("T 3 | 2 5", "D hit, D hit", -10)]
)
def test_at_home_the_dealer_draws_as_he_pleases(home, dealer, answers, net) -> None:
    """H3.3, `banker.play`."""
    assert home(f"K 9 | {dealer}", answers).net == (-net, net)


@pytest.mark.parametrize(("name", "net"), [("club", 0), ("home", -10)])
def test_settlement(request, name, net) -> None:
    """H4.1 H6.1: a dealer over 21 pays all who stood; else collects from lower, pays higher; equal totals: nothing at the club."""
    playing = request.getfixturevalue(name)
    assert playing("K 9 | T 8").net[-1] == 10
    assert playing("K 7 | T 8").net[-1] == -10
    assert playing("K 8 | T 8").net[-1] == net
    assert playing("K 2 | T 6 | K", "D hit" if name == "home" else "").net[-1] == 10


@pytest.mark.parametrize(("stake", "allowed"), [(9, False), (10, True), (20, True), (22, False), (11, False)])
def test_stakes_in_whole_units_between_a_minimum_and_a_maximum(club, stake, allowed) -> None:
    """H4.2, `stakes.unit`."""
    assert (f"1 bet {stake}" in club("K 9 | T 8", f"!1 bet {stake}").log) == allowed


def test_the_dealer_may_set_the_limits(home) -> None:
    """H4.2 B2.2, `stakes.limits_by = "banker"`."""
    hand = home("K 9 | T 8", "D limits 14 16, !1 bet 10, 1 bet 16", stakes__limits_by="banker", stakes__minimum=2)
    assert hand.net == (-16, 16)
    assert "limits" not in home("K 9 | T 8").whole


@pytest.mark.parametrize("name", ["club", "home"])
def test_one_stakes_against_the_dealer_only(name, request) -> None:
    """H4.3: no onlookers, and nobody on another's box."""
    assert not load_profile(name).table.onlookers
    assert [ask for ask in request.getfixturevalue(name)("K 9 / K 8 | T 8").asks if ask.phase == SIDE_STAKES] == []


SPECIAL = [("2C 3C 4C 2D 3D", "5cards", 20), ("2C 3C 4C 2D 3D 3H", "6cards", 30), ("2C 3C 4C 2D 3D 3H 2H", "7cards", 30),
           ("7C 7D 7H", "777", 30), ("6C 7C 8C", "678", 20), ("8C 7D 6D", "678", 20)]  # fmt: skip


@pytest.mark.parametrize(("cards", "kind", "net"), SPECIAL)
@pytest.mark.parametrize("name", ["club", "home"])
def test_premiums(request, name, cards, kind, net) -> None:
    """H5 G4: five cards twice, six and more three times, 777 three times, 8-7-6 twice; kept, here against 20."""
    first, second, *further = cards.split()
    hand = request.getfixturevalue(name)(f"{first} {second} | TC JD | {' '.join(further)}", ", ".join(["1 hit"] * len(further)))
    assert f"1 open, 1 premium {kind} {10 + net}, D show" in hand.told
    assert hand.net[-1] == net


@pytest.mark.parametrize(("name", "net"), [("club", 15), ("home", 20)])
def test_a_natural_pays(request, name, net) -> None:
    """H5: 3:2 at the club, 2:1 at home."""
    assert request.getfixturevalue(name)("A K | 9 8").net[-1] == net


def test_the_dealer_has_no_premium(home) -> None:
    """H5: five cards of 17 lose to 19."""
    assert home("K 9 | 2 3 | 4 5 3", "D hit, D hit, D hit, D stand").net == (-10, 10)


@pytest.mark.parametrize(("name", "changes", "net"), [
    ("club", {}, (0,)), ("home", {}, (10, -10)), ("home", {"natural_ties": "push", "banker_natural": "single"}, (0, 0)),
])  # fmt: skip
def test_two_naturals(request, name, changes, net) -> None:
    """H6.1, `settlement.natural_ties`: at home the dealer's takes the stake, once."""
    named = {f"settlement__{key}": value for key, value in changes.items()}
    assert request.getfixturevalue(name)("A K | T A", **named).net == net


def test_of_a_stake_doubled_and_redoubled_two_naturals_cost_all_of_it_once(home) -> None:
    """H6.1."""
    assert home("A K | T A", "D raise, 1 redouble").net == (40, -40)


@pytest.mark.parametrize(("banker_natural", "net"), [("double-not-naturals", -20), ("single", -10), ("double", -20)])
def test_a_dealers_natural_collects_double(home, banker_natural, net) -> None:
    """H6.2, `settlement.banker_natural`."""
    hand = home("K 9 | T A", settlement__banker_natural=banker_natural)
    assert hand.net == (-net, net)
    assert ("1 lose 0, 1 forfeit 10" in hand.told) == (net == -20)


def test_of_a_stake_doubled_and_redoubled_it_collects_double(home) -> None:
    """H6.2: 10, raised to 20, redoubled to 40, costs 80."""
    assert home("K 9 | T A", "D raise, 1 redouble").net == (80, -80)


@pytest.mark.parametrize(("first", "dealer"), [
    ("K 9 / A K / A Q | 9 8", 3), ("A K / K 9 / A Q | 9 8", 2), ("A K / K 9 / A Q | T A", 1), ("K 9 / K 8 / K 7 | 9 8", 1),
])  # fmt: skip
def test_a_natural_becomes_dealer(play_rounds, first, dealer) -> None:
    """H6.3: after the settlement, the nearest to the dealer's left; a dealer with one too keeps the deal."""
    rounds = (f"AS ! {BURNT} {first}", ""), ("K 9 / K 8 / K 7 | T 8", "")
    assert play_rounds(*rounds, profile="home", **TEN).rounds[1].banker == dealer


def test_a_pair_is_split_once_and_both_hands_get_a_card_at_once(club) -> None:
    """H7.1: equal rank; no double on them, and no further split."""
    hand = club("8C 8D | 9C 8C | 8H 3C TC", "1 split, 1.2 hit")
    assert hand.told.startswith("1 open, 1 split 8C 8D, 1.1 draw 8H, 1.2 draw 3C, 1.1 stand, 1.2 hit TC")
    assert [hand.legal("1.1"), hand.legal("1.2")] == [("hit", "stand")] * 2
    assert "split" not in club("K Q | 9 8").legal("1")


def test_split_hands_may_double_as_an_option(club) -> None:
    """H7.1, `double.after_split`."""
    assert "double" in club("8 8 | 9 8 | 3 T", "1 split", double__after_split=True).legal("1.1")


def test_aces_are_not_split_at_the_club(club) -> None:
    """H7.1, `split.aces_hands`: 1; at home they are."""
    assert "split" not in club("A A | 9 8").legal("1")
    assert "split" in club("A A | 9 8", split__aces_hands=2).legal("1")


def test_aces_split_at_home_draw_normally(home) -> None:
    """H7.1, `split.aces_play = "as-others"`."""
    hand = home("AC AD | 9C 8C | 3C 4C 5C 6C", "1 split, 1.1 hit, 1.2 hit")
    assert "1.1 draw 3C, 1.2 draw 4C, 1.1 hit 5C, 1.1 stand, 1.2 hit 6C" in hand.told
    assert home("AC AD | 9C 8C | 3C 4C", "1 split", split__aces_play="one-card").asked("1.1") == []


@pytest.mark.parametrize(("totals", "cards", "may"), [([], "K 8", True), ([10, 11], "K 8", False), ([10, 11], "6 4", True)])
def test_double_and_take_exactly_one_card(club, totals, cards, may) -> None:
    """H7.2, `double.totals`: option, only on 10 or 11."""
    offered = {"double__offered": "totals" if totals else "any", "double__totals": totals}
    assert ("double" in club(f"{cards} | 9 8", **offered).legal("1")) == may


def test_a_double_is_open(club) -> None:
    """H7.2."""
    assert club("6 5 | 9 8 | K", "1 double").told == "1 open, 1 double KC, D show, 1 win 40"


# Irregularities


@pytest.fixture
def mishap(club):
    """The club with a director, who says what errors happen."""
    return partial(club, director=True)


def test_missed_in_the_first_pass(mishap) -> None:
    """H8 B5.1: a card from the top before the second pass, or sits the deal out; while another box takes part."""
    two = {"boxes": ((1,), (2,))}
    late = mishap("QC 9C KC 8C 7C 8D", "1 missed, 1 late", **two)
    assert ", ".join(late.log[5:12]) == "1 missed, 2 down QC, D hole 9C, 1 late KC, 1 down 8C, 2 down 7C, D deal 8D"
    assert mishap("QC 9C 7C 8D", "1 missed, 1 sit", **two).net == (0, 0)
    assert [ask.phase for ask in mishap("9C KC 9D 8D", "1 missed").asks if ask.phase == CHOICE] == []


def test_two_cards_in_the_first_pass(mishap) -> None:
    """H8: discard one, or play two hands with a full stake on each."""
    assert mishap("KC 6D 9C 9D 8C", "1 extra, 1 toss 6D").net == (10,)
    both = mishap("KC 6D 9C 9D 5D 8C KD", "1 extra, 1 both, 1.2 hit")
    assert ", ".join(both.log[4:10]) == "1 down KC, 1 extra 6D, 1 both, D hole 9C, 1.1 down 9D, 1.2 down 5D"
    assert both.net == (20,)


def test_two_cards_before_the_stakes(play) -> None:
    """H8 H2.3: at home the bet on such a box leaves the balance twice."""
    hand = play("AS 4C ! KC 6D 9C 9D 5D 8C KD", "1 extra, 1 both, 1 bet 10, 1.2 hit", profile="home", **TEN, director=True)
    assert ", ".join(hand.log[6:12]) == "1 down KC, 1 extra 6D, 1 both, D hole 9C, 1 bet 10, D decline raise"
    assert hand.net == (-20, 20)


@pytest.mark.parametrize(("stack", "most", "may"), [(19, 0, False), (20, 0, True), (20, 19, False), (20, 20, True)])
def test_before_the_stakes_too_two_hands_need_the_money_for_both(play, stack, most, may) -> None:
    """H8 G2 H2.3: else the box could stake nothing, and a round where nobody else does would be played for nothing."""
    limits = {"stakes__minimum": 10, "session__stack": stack, "stakes__table_maximum": most}
    hand = play("AS 4C ! KC 6D 9C 9D 8C", "1 extra, 1 toss 6D", profile="home", **limits, director=True)
    assert ("both" in hand.asked("1", CHOICE)[0].legal) == may
    assert "1 bet 10" in hand.log


def test_two_cards_in_the_second_pass(mishap) -> None:
    """H8 B5.3: discards either."""
    hand = mishap("KC 9C 9D 5D 8C", "1 none, 1 extra, 1 toss 5D")
    assert hand.asked("1", CHOICE)[0].legal == ("toss 9D", "toss 5D")
    assert hand.net == (10,)


def test_a_card_not_asked_for(mishap) -> None:
    """H8 B5.5: keep or discard; nothing is turned up in play."""
    hand = mishap("KC 9C 9D 8C 2H", "1 none, 1 none, 1 unasked, 1 keep")
    assert hand.net == (10,)
    assert [ask.legal for ask in hand.asks if ask.phase == INCIDENT][2] == ("none", "unasked")


def test_who_stood_on_more_than_21_pays_twice(club) -> None:
    """H8 B5.6."""
    hand = club("K 6 | 9 8 | 9", "1 hit, 1 stand")
    assert len(hand.asked("1", OVER)) == 1
    assert hand.told.endswith("D show, 1 open, 1 overstood, 1 lose 0, 1 forfeit 10")
    assert hand.net == (-20,)


@pytest.mark.parametrize(("choice", "told", "net"), [
    ("1 refuse", "1 exposed 5C, 1 refuse, 1 down KC, 2 down QC, D hole 9C", (10, 10)), ("1 sit", "1 exposed 5C, 1 sit, 2 down QC, D hole 9C", (0, 10)),
])  # fmt: skip
def test_a_card_exposed_in_the_deal(mishap, choice, told, net) -> None:
    """H8.1: take the next card face down, or sit the deal out; only in the first pass, and the card itself cannot be taken."""
    cards = "5C KC QC 9C 9D 9H 8C" if "refuse" in choice else "5C QC 9C 9H 8C"
    hand = mishap(cards, f"1 exposed, {choice}", boxes=((1,), (2,)))
    assert told in hand.whole
    assert hand.net == net
    legal = {ask.legal for ask in hand.asks if ask.phase == INCIDENT and ask.who == "2"}
    assert legal == {("none", "missed", "extra", "exposed"), ("none", "extra"), ("none", "unasked")}


def test_the_only_punter_takes_the_next_card(mishap) -> None:
    """H8.1 G3: who would sit alone is not asked."""
    hand = mishap("5C KC 9C 9D 8C", "1 exposed")
    assert "1 exposed 5C, 1 refuse, 1 down KC" in hand.whole


def test_which_section_rules_irregularities_is_an_option(mishap) -> None:
    """H8 B5, `table.irregularities`: under B5 a card turned up may be taken, in play too; off, nothing is asked."""
    assert "1 exposed KC, 1 take" in mishap("KC 9C 9D 8C", "1 exposed, 1 take", table__irregularities="B5").whole
    assert [ask for ask in mishap("K 9 | 9 8", table__irregularities="off").asks if ask.phase == INCIDENT] == []
