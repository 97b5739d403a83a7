"""The shoe's own phase: cut, joker, burn, discards that come up, and a chain that is used up (FORMAT §6, §7, §9)."""

from __future__ import annotations

import pytest

from ledger.cards import CARD_NAMES, packs_in_order
from ledger.rules.ruleset import altered, load_profile
from ledger.shoe.chain import SeedChain
from ledger.shoe.hashing import Stream, u64
from ledger.shoe.rack import Rack
from ledger.shoe.shuffle import Shoe
from ledger.table.ask import CUT, SHUFFLE
from ledger.table.company import FinishedRound, Seat
from ledger.table.session import TableSession, Void
from tests.support.intervals import interval
from tests.support.stacked import Stacked, StackedRack, round_of

ONE = ("K 7 | 9 9", "")
DISCARDS = {"shoe__reshuffle": "discards", "pack__decks": 1}


def uses(round_: FinishedRound) -> list[tuple[int, int, bool]]:
    """(index, first, whether its seed is told) for each shoe of a round."""
    return [(use.index, use.first, use.seed is not None) for use in round_.shoes]


def sealed(changes, chain=8) -> Rack:
    """A true rack of a one-pack table."""
    rules = altered(load_profile("training"), {"pack.decks": 1, **changes})
    return Rack(rules, SeedChain.ending_in(bytes(32), chain), bytes(32), bytes(32))


def play_on(deal: str, answers: str, **changes) -> tuple[str, ...]:
    """The log of a round with these cards and no others, which may come up again."""
    given = Stacked.of([(deal, answers)], {"shoe__reshuffle": "cut-card", "pack__decks": 1, **changes})
    seats = [Seat(number, name, (number,), 100) for number, name in enumerate(given.players, 1)]
    rack = StackedRack(given.queue, given.rules, SeedChain.ending_in(bytes(32), 4), bytes(32), bytes(32), no_others=True)
    table = TableSession.seated(given.rules, seats, rack)
    return next(round_of(played).log for played in table.play({seat.number: given.answers for seat in seats}))


def cards_of(shoe: Shoe, count: int) -> list[str]:
    return [CARD_NAMES[shoe.next_card()] for _ in range(count)]


def test_the_pack_of_32_runs_from_seven_to_ace(play) -> None:
    """C4.1: A 7 8 9 T J Q K of each suit, in the order of FORMAT §7."""
    rules = altered(load_profile("training"), {"pack.size": 32, "pack.decks": 1})
    assert " ".join(CARD_NAMES[card] for card in packs_in_order(rules.pack))[:24] == "AC 7C 8C 9C TC JC QC KC "
    hand = play("K 7 | 9 9", pack__size=32, pack__decks=1)
    assert hand.told == "1 stand, D show, 1 lose 0"


def test_without_a_cut_nobody_cuts(play) -> None:
    """T7.2, C1.3's other side."""
    assert play(*ONE).log[:2] == ("D shuffle 1", "1 bet 2")


@pytest.mark.parametrize("rules", ["classic C1.3", "changing bank B2.1", "permanent bank P1.2", "home H1.2"])
def test_the_lowest_box_cuts_after_each_shuffle(play_rounds, rules) -> None:
    """C1.3 B2.1 P1.2 H1.2: here the seat of box 1 in each round, of box 2 once that one has left."""
    assert rules
    session = play_rounds(("K 7 / K 8 | 9 9", ""), ("K 8 | 9 9", "s1 leave"), shoe__cut="stream")
    assert [event.partition(" cut ")[0] for each in session.rounds for event in each.log if " cut " in event] == ["s1", "s2"]
    assert session.rounds[0].log[1].startswith("s1 cut ")
    assert session.rounds[1].log[2].startswith("s2 cut ")


def test_the_cut_is_drawn_from_the_stream_of_shoe_and_seat() -> None:
    """FORMAT §6, §7: label, s_k, open, k, entropy root, seat; a number below m."""
    rack = sealed({})
    rack.begin_round()
    seed = SeedChain.ending_in(bytes(32), 8).seeds[1]
    expected = Stream(b"sealedshoe/1/cut", seed, bytes(32), u64(1), bytes(32), u64(3)).below(52)
    assert rack.cut_number(3) == expected
    assert rack.cut_number(3) != rack.cut_number(4)


def test_a_cut_by_hand_is_the_cutters_own_choice(play_rounds) -> None:
    """C1.3 B2.1 P1.2: any number below m, asked for in mid-round too; more is refused."""
    rules = {**DISCARDS, "shoe__cut": "hand"}
    answers = "s1 cut 17, 1 bet 2, 1 hit, !s1 cut 48, s1 cut 47"
    session = play_rounds(("K 7 | 9 9 | 3", answers), last_cards=4, **rules)
    assert [event for event in session.log if "cut" in event] == ["s1 cut 17", "s1 cut 47"]
    assert [(ask.who, ask.least, ask.most) for ask in session.asks if ask.phase == CUT] == [("s1", 0, 51), ("s1", 0, 47), ("s1", 0, 47)]
    assert session.refusals == ["“s1 cut 48” is not allowed here: s1 may cut 0 to 47"]


@pytest.mark.parametrize("at", [0, 1, 20, 21, 51])
def test_card_i_of_a_cut_shoe_is_position_c_plus_i(at) -> None:
    """FORMAT §7: modulo the size, derived only as far as it is dealt."""
    whole, cut = sealed({}), sealed({})
    whole.begin_round()
    cut.begin_round()
    order = cards_of(whole.shoe, 52)
    cut.shoe.cut(at)
    assert cards_of(cut.shoe, 52) == order[at:] + order[:at]


def test_the_joker_is_laid_in_after_the_cut_and_burns_nothing(play) -> None:
    """B1.1 B2.1 H1.2."""
    log = play(*ONE, shoe__cut="stream", shoe__joker=True, **DISCARDS).log
    assert (log[0], log[1][:7], *log[2:4]) == ("D shuffle 1", "s1 cut ", "D joker", "1 bet 2")


def test_cards_are_burnt_unseen(play) -> None:
    """P1.2: three cards; what they were the audit reads from the shoe. An ace may well be among them."""
    hand = play("2 A 5 ! K 7 | 9 9", shoe__burn=3)
    assert hand.log[:6] == ("D shuffle 1", "D burn xx", "D burn xx", "D burn xx", "1 bet 2", "1 deal KC")


BURNT = {"shoe__burn": 1, "shoe__burn_shown": True, "shoe__cut": "stream"}


def test_a_burnt_card_is_shown(play) -> None:
    """B2.1 H1.2."""
    assert play("4S ! K 7 | 9 9", **BURNT).log[2:4] == ("D burn 4S", "1 bet 2")


def test_an_ace_may_not_be_burnt(play) -> None:
    """B2.1 H1.2: the next seed, shuffle, cut and burn again, a full pack each time; each shoe stands in the record."""
    hand = play("AS AS 4S ! K 7 | 9 9", **BURNT)
    told = [event.partition(" cut ")[0] for event in hand.log[:10]]
    again = ["D shuffle 2", "s1", "D burn AS", "D shuffle 3", "s1", "D burn 4S"]
    assert told == ["D shuffle 1", "s1", "D burn AS", *again, "1 bet 2"]
    assert uses(hand.rounds[0]) == [(1, 0, True), (2, 0, True), (3, 0, True)]


def test_an_ace_among_several_ends_the_burning_at_once(play) -> None:
    """B2.1, FORMAT §9: not another card of that shoe."""
    hand = play("4S AS 4S 5S 6S ! K 7 | 9 9", shoe__burn=3, shoe__burn_shown=True)
    told = ("D burn 4S", "D burn AS", "D shuffle 2", "D burn 4S", "D burn 5S", "D burn 6S", "1 bet 2")
    assert hand.log[1:8] == told


def test_an_ace_stays_burnt_where_the_chain_has_no_seed_for_another_shuffle(play_rounds) -> None:
    """FORMAT §6: and the round is played from that shoe."""
    session = play_rounds(("AS AS ! K 7 | 9 9", ""), chain=2, **BURNT)
    assert (session.log[-1], uses(session.rounds[0])) == ("1 lose 0", [(1, 0, True), (2, 0, True)])


def test_where_an_ace_stays_burnt_the_others_are_burnt_all_the_same(play_rounds) -> None:
    """FORMAT §6, §9: as many as the rules say."""
    session = play_rounds(("4S AS 4S AS 5S ! K 7 | 9 9", ""), chain=2, shoe__burn=3, shoe__burn_shown=True)
    assert session.log[2:8] == ("D burn AS", "D shuffle 2", "D burn 4S", "D burn AS", "D burn 5S", "1 bet 2")


def test_a_shoe_of_nothing_but_aces_is_not_shuffled_for_ever() -> None:
    """FORMAT §9."""
    log = play_on("AC ! AD AH | AS AC", "1 decline insurance", shoe__burn=1, shoe__burn_shown=True)
    assert log[:3] == ("D shuffle 1", "D burn AC", "1 bet 2")


def test_a_shoe_goes_on_from_round_to_round_whatever_is_left(play_rounds) -> None:
    """B6.2 H1.3: dealt on until the discards come up; nobody shuffles before."""
    session = play_rounds(ONE, ("2 3 | K 7", ""), ("J Q | 8 T", ""), **DISCARDS)
    assert [each.log[0] for each in session.rounds] == ["D shuffle 1", "1 bet 2", "1 bet 2"]
    assert [uses(each) for each in session.rounds] == [[(1, 0, False)], [(1, 4, False)], [(1, 8, False)]]


def test_discards_come_up_in_the_deal_and_go_on_in_the_next_round(play_rounds) -> None:
    """B6.2: shuffled at once, cut, joker in again, in mid-round too; that shoe does not end with the round."""
    rules = {**DISCARDS, "shoe__cut": "stream", "shoe__joker": True}
    session = play_rounds(("K 7 | 9 9", ""), ("2 3 | 9 K", ""), last_cards=3, **rules)
    assert [event.partition(" cut ")[0] for event in session.rounds[0].log[7:11]] == ["D reshuffle 2", "s1", "D joker", "D hole 9D"]
    assert [uses(each) for each in session.rounds] == [[(1, 49, True), (2, 0, False)], [(2, 1, False)]]


def test_discards_come_up_for_the_first_card_of_a_round(play_rounds) -> None:
    """B6.2, FORMAT §9: the shoe that was used up stands in the record of the round in which its end shows."""
    session = play_rounds(("K 7 | 9 9", ""), ("2 3 | 9 K", ""), last_cards=4, **DISCARDS)
    assert [uses(each) for each in session.rounds] == [[(1, 48, False)], [(1, 52, True), (2, 0, False)]]
    assert session.log[:3] == ("1 bet 2", "D reshuffle 2", "1 deal 2C")


def test_a_card_that_is_burnt_from_reshuffled_discards_is_shown_too(play_rounds) -> None:
    """H1.3: those are shuffled, cut, burnt again; an ace may not be burnt there either."""
    rules = {**DISCARDS, **BURNT}
    session = play_rounds(("4S ! K 7 | 9 9 | AS 4S 5C", "1 hit"), last_cards=5, **rules)
    told = [event.partition(" cut ")[0] for event in session.log[7:]]
    assert told[1:8] == ["D reshuffle 2", "s1", "D burn AS", "D reshuffle 3", "s1", "D burn 4S", "1 hit 5C"]


def test_no_more_are_burnt_than_leave_one_card_to_deal() -> None:
    """FORMAT §9: the two burnt cards are all the discards that there are, and one of them is burnt again."""
    log = play_on("2 3 ! K 5 | 9 9", "1 hit", shoe__burn=2)
    assert log[-6:-1] == ("D reshuffle 2", "D burn xx", log[-4], "1 stand", "D show")
    assert log[-4] in ("1 hit 2C", "1 hit 3C")


def test_the_cards_of_a_bust_hand_go_under_the_deck_at_once(play_rounds) -> None:
    """B3.2 H1.3: with discards they can come up again in the same round; elsewhere they lie on the table to its end (G6)."""
    with_discards = play_rounds(("KC 6 / 9 8 | 9 7 | T KC", "1 hit"), last_cards=7, **DISCARDS)
    assert with_discards.log[-4:] == ("D show", "D reshuffle 2", "D draw KC", "2 win 4")
    log = play_on("K 6 / 9 8 | 9 7 | T", "1 hit")
    assert log[-2:] == ("D show", "2 win 4")


def test_a_round_that_cannot_be_dealt_for_want_of_a_seed_is_void() -> None:
    """FORMAT §6, G6: burnt aces have used up the seed that was kept; the cards end before everyone has two."""
    given = Stacked.of([("AS 4S ! K 7 | 9 9", "")], {**DISCARDS, "shoe__burn": 1, "shoe__burn_shown": True})
    rack = StackedRack(given.queue, given.rules, SeedChain.ending_in(bytes(32), 2), bytes(32), bytes(32))
    rack._full_pack = sorted(given.queue[:-2])
    table = TableSession.seated(given.rules, [Seat(1, "Ann", (1,), 100)], rack)
    (void,) = table.play({1: given.answers})
    assert isinstance(void, Void)
    assert (void.reason, table.reason) == ("The seed chain was used up when a shoe was due.", "seeds")
    assert void.round.log[-5:] == ("D burn 4S", "1 bet 2", "1 deal KC", "D deal 9C", "1 deal AS")
    assert void.round.after == void.round.before == table.balances
    assert uses(void.round) == [(1, 0, True), (2, 0, True)]


GOES_ON = {"shoe__reshuffle": "cut-card", "pack__decks": 1}


def test_the_dealer_may_reshuffle_between_any_two_rounds(play_rounds) -> None:
    """P1.2: the shoe before ends with its last round, and stands in the next record (FORMAT §4)."""
    session = play_rounds(ONE, ("2 3 | 9 K", "D shuffle"), **GOES_ON, shoe__voluntary=True, director=True)
    assert session.log[0] == "D shuffle 2"
    assert [uses(each) for each in session.rounds] == [[(1, 0, False)], [(1, 4, True), (2, 0, False)]]


def test_or_deal_on(play_rounds) -> None:
    """P1.2: asked before each round but the first; without a director nobody is asked, nor where it is no option."""
    on = play_rounds(ONE, ("2 3 | 9 K", "D deal on"), **GOES_ON, shoe__voluntary=True, director=True)
    assert on.log[0] == "1 bet 2"
    assert [(ask.round, ask.default) for ask in on.asks if ask.phase == SHUFFLE] == [(2, "deal on")]
    for how in ({"shoe__voluntary": True}, {"director": True}):
        assert not [ask for ask in play_rounds(ONE, ("2 3 | 9 K", ""), **GOES_ON, **how).asks if ask.phase == SHUFFLE]


def test_a_reshuffle_that_the_seeds_do_not_allow_is_not_offered(play_rounds) -> None:
    """FORMAT §6: one for the new shoe, one in case its cards run out."""
    sessions = [play_rounds(ONE, ("2 3 | 9 K", ""), **GOES_ON, shoe__voluntary=True, director=True, chain=chain) for chain in (2, 3)]
    assert [any(ask.phase == SHUFFLE for ask in session.asks) for session in sessions] == [False, True]


def test_a_player_who_banks_is_the_dealer_who_reshuffles() -> None:
    """P1.2 in a private game."""
    told = interval("D shuffle", rules={"bank__change": "five-deals", "shoe__reshuffle": "discards", "shoe__voluntary": True}, in_use=True)
    assert [(ask.phase, ask.seat) for ask in told.asks] == [(SHUFFLE, 1)]
    assert told.table.rack.begin_round() == 2
