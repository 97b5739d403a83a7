"""The bank of a private game: found, passed on, claimed, kept, given away, auctioned, drawn anew (B1, C1.1, G2, G9, H1.1, H6.3)."""

from __future__ import annotations

import pytest

from ledger.players.bots import make_bot
from ledger.shoe.chain import SeedChain
from ledger.shoe.hashing import Stream, u64
from ledger.shoe.rack import Rack
from ledger.table.ask import BANK, BID, KEEP
from ledger.table.company import Seat
from ledger.table.session import TableSession
from tests.support.intervals import PRIVATE, interval, private
from tests.support.stacked import round_of

NATURAL = {"bank__change": "natural"}
HOME = {"bank__change": "home"}
FIVE = {"bank__change": "five-deals"}
AUCTION = {"bank__auction": True}
ALWAYS_AUCTION = {"bank__change": "auction", "bank__auction": True}
IN_DEBT = (-5, 100, 100, 100)


# The first banker


def test_the_first_banker_is_drawn_by_lot() -> None:
    """C1.1: n below the number of seats from the lot stream of shoe 1; the (n+1)th banks. A lot uses up no seed."""
    told = interval(banker=0)
    seed = SeedChain.ending_in(bytes(32), 9).seeds[1]
    n = Stream(b"sealedshoe/1/lot", seed, bytes(32), u64(1), bytes(32)).below(4)
    assert told.log == f"s{n + 1} lot {n}, s{n + 1} bank"
    assert told.table.banker == n + 1
    assert told.table.rack.begin_round() == 1


def test_a_further_lot_before_the_next_shuffle_reads_on() -> None:
    """FORMAT §6."""
    rack, seed = interval(banker=0).table.rack, SeedChain.ending_in(bytes(32), 9).seeds[1]
    stream = Stream(b"sealedshoe/1/lot", seed, bytes(32), u64(1), bytes(32))
    assert [stream.below(4), stream.below(7)][1] == rack.lot(7)


def test_the_first_banker_is_who_is_dealt_the_first_ace() -> None:
    """B1.2 H1.1: one card each round and round, from a shoe of its own that ends with the draw."""
    told = interval(banker=0, rules={"bank__first": "first-ace"}, queue="K 7 JC 9 2 AS")
    assert told.log == "D shuffle 1, s1 lot KC, s2 lot 7C, s3 lot JC, s4 lot 9C, s1 lot 2C, s2 lot AS, s2 bank"
    assert told.table.rack.begin_round() == 2
    assert [(use.index, use.first, use.seed is not None) for use in told.table.rack.end_round()] == [(1, 0, True), (2, 0, True)]


@pytest.mark.parametrize("jack", ["JC", "JS"])
def test_or_who_is_dealt_the_first_black_jack(jack) -> None:
    """B1.2's option: aces and red jacks pass by."""
    told = interval(banker=0, rules={"bank__first": "black-jack"}, queue=f"AS JH JD {jack}")
    assert told.log == f"D shuffle 1, s1 lot AS, s2 lot JH, s3 lot JD, s4 lot {jack}, s4 bank"


def test_no_card_is_drawn_with_seeds_that_the_round_needs() -> None:
    """FORMAT §6, §9: one for the draw, one for the round, and one more where the shoe goes on."""
    drawn = {"bank__first": "first-ace"}
    going_on = {**drawn, "shoe__reshuffle": "discards"}
    assert [interval(banker=0, rules=drawn, chain=chain, queue="AS").reason for chain in (1, 2)] == ["seeds", ""]
    assert [interval(banker=0, rules=going_on, chain=chain, queue="AS").reason for chain in (2, 3)] == ["seeds", ""]
    assert interval(banker=0, rules=drawn, chain=1, queue="AS").log == ""


# Passing on


def test_the_bank_moves_round_every_deal() -> None:
    """C1.1, G9: to the next place on the left, past those who have gone, and from the last to the first."""
    assert interval(banker=1).log == "s2 bank"
    assert interval(banker=2, gone=(3,)).log == "s4 bank"
    assert interval(banker=4).log == "s1 bank"


def test_the_bank_passes_after_five_deals() -> None:
    """B1.3 (a): not before."""
    assert [interval(rules=FIVE, deals=deals).log for deals in (1, 4, 5)] == ["", "", "s2 bank"]
    assert interval(rules=FIVE, deals=5).table.deals == 0


def test_a_bank_that_was_lost_passes_before_five_deals() -> None:
    """B1.3 (a) G2: the former banker, in debt, is out."""
    assert interval(rules=FIVE, balances=IN_DEBT).log == "s2 bank, s1 out"


def test_a_punter_with_a_natural_may_take_the_bank() -> None:
    """B1.3 (b) G9: asked from the banker's left on until one accepts."""
    told = interval("s4 decline bank, s1 accept bank", rules=NATURAL, banker=3, naturals=(1, 2, 4))
    assert told.log == "s4 decline bank, s1 accept bank, s1 bank"


def test_only_naturals_take_the_bank() -> None:
    """B1.3 (b): without one it stays where it is, unasked."""
    assert interval(rules=NATURAL).log == ""


def test_a_punter_who_has_gone_does_not_take_the_bank() -> None:
    """B1.3 (b)."""
    assert interval(rules=NATURAL, naturals=(2,), leavers=(2,)).log == "s2 leave"


def test_if_all_decline_the_banker_keeps_the_bank() -> None:
    """B1.3 (b)."""
    told = interval("s2 decline bank, D keep", rules=NATURAL, naturals=(2,))
    assert (told.log, told.table.banker) == ("s2 decline bank, D keep", 1)
    assert [(ask.phase, ask.seat, ask.legal) for ask in told.asks] == [
        (BANK, 2, ("accept bank", "decline bank")),
        (KEEP, 1, ("yield", "keep")),
    ]


def test_or_yields_it_and_it_is_offered_round() -> None:
    """B1.3 (b) G9: clockwise from the banker's left, those who declined before too."""
    told = interval("s2 decline bank, D yield, s2 decline bank, s3 accept bank", rules=NATURAL, naturals=(2,))
    assert told.log == "s2 decline bank, D yield, s2 decline bank, s3 accept bank, s3 bank"


def test_if_nobody_will_have_it_there_is_a_new_draw() -> None:
    """B1.3 (b) B1.2: from the banker's left, the banker last."""
    refusals = "s3 decline bank, D yield, s3 decline bank, s4 decline bank, s1 decline bank"
    told = interval(refusals, rules={**NATURAL, "bank__first": "first-ace"}, banker=2, naturals=(3,), queue="2 3 4 AS")
    assert told.log == refusals + ", D shuffle 1, s3 lot 2C, s4 lot 3C, s1 lot 4C, s2 lot AS, s2 bank"


def test_a_new_draw_by_lot_counts_from_the_first_place() -> None:
    """FORMAT §9: candidates in the order of their places, always; here 1, 3 and 4, of whom 3 has the bank."""
    told = interval("s4 decline bank, D yield, s4 decline bank, s1 decline bank", rules=NATURAL, banker=3, naturals=(4,), gone=(2,))
    n = Stream(b"sealedshoe/1/lot", SeedChain.ending_in(bytes(32), 9).seeds[1], bytes(32), u64(1), bytes(32)).below(3)
    assert told.log.endswith(f"s1 decline bank, s{(1, 3, 4)[n]} lot {n}, s{(1, 3, 4)[n]} bank")


def test_at_home_a_natural_takes_the_deal() -> None:
    """H6.3: the nearest to the dealer's left among several, without being asked."""
    assert interval(rules=HOME, banker=2, naturals=(1, 4)).log == "s4 bank"
    assert interval(rules=HOME, banker=2).log == ""


def test_at_home_a_dealer_with_a_natural_too_keeps_the_deal() -> None:
    """H6.3."""
    assert interval(rules=HOME, naturals=(2,), banker_natural=True).log == ""


def test_at_home_a_deal_that_was_lost_still_goes_to_the_natural() -> None:
    """H6.3 G2."""
    assert interval(rules=HOME, naturals=(3,), balances=IN_DEBT).log == "s3 bank, s1 out"


# Lost


@pytest.mark.parametrize("rules", [NATURAL, HOME])
def test_an_indebted_banker_loses_the_bank(rules) -> None:
    """G2: it is offered, and the former banker, who cannot stake, is out."""
    told = interval("s2 decline bank, s3 accept bank", rules=rules, balances=IN_DEBT)
    assert told.log == "s2 decline bank, s3 accept bank, s3 bank, s1 out"


def test_a_banker_with_nothing_left_but_no_debt_keeps_it() -> None:
    """G2: only a debt loses the bank; nobody but a punter needs the lowest stake."""
    assert interval(rules=NATURAL, balances=(0, 100, 100, 100)).log == ""


def test_a_banker_who_leaves_has_lost_the_bank() -> None:
    """FORMAT §9: offered from the empty place's left on."""
    assert interval("s3 accept bank", rules=HOME, banker=2, leavers=(2,)).log == "s2 leave, s3 accept bank, s3 bank"


def test_who_has_lost_the_bank_is_no_candidate_when_it_is_drawn() -> None:
    """FORMAT §9."""
    refusals = "s2 decline bank, s3 decline bank, s4 decline bank"
    told = interval(refusals, rules={**HOME, "bank__first": "first-ace"}, balances=IN_DEBT, queue="2 3 4 AS")
    assert told.log == refusals + ", D shuffle 1, s2 lot 2C, s3 lot 3C, s4 lot 4C, s2 lot AS, s2 bank, s1 out"


def test_a_former_banker_who_cannot_stake_is_out() -> None:
    """FORMAT §9, 4: a banker need not cover a stake, a punter must."""
    assert interval(balances=(1, 100, 100, 100)).log == "s2 bank, s1 out"
    assert interval(balances=(2, 100, 100, 100)).log == "s2 bank"


# Auctions


def test_a_banker_who_wants_out_may_auction_the_bank() -> None:
    """B1.4 H1.1: one bid each from the banker's left; the highest wins and pays the outgoing banker at once."""
    told = interval("D auction, s2 bid 5, s3 bid 9, s4 pass", rules={**HOME, **AUCTION})
    assert told.log == "D auction, s2 bid 5, s3 bid 9, s4 pass, s3 pays 9, s3 bank"
    assert told.table.balances == [0, 109, 100, 91, 100]


def test_the_earliest_of_equal_bids_wins() -> None:
    """B1.4."""
    told = interval("D auction, s4 bid 7, s1 bid 7, s2 bid 6", rules={**HOME, **AUCTION}, banker=3)
    assert told.log.endswith("s4 pays 7, s4 bank")


def test_a_banker_may_keep_the_bank_instead() -> None:
    """B1.4: an enabled option is always offered (G7); without it nobody is asked."""
    told = interval("D keep", rules={**HOME, **AUCTION})
    assert (told.log, told.asks[0].legal) == ("D keep", ("auction", "keep"))
    assert interval(rules=HOME).asks == ()


def test_without_bids_the_bank_is_offered() -> None:
    """B1.4: to the first on the left who accepts."""
    told = interval("D auction, s2 pass, s3 pass, s4 pass, s2 decline bank, s3 accept bank", rules={**HOME, **AUCTION})
    assert told.log == "D auction, s2 pass, s3 pass, s4 pass, s2 decline bank, s3 accept bank, s3 bank"


def test_and_if_nobody_accepts_there_is_a_new_draw() -> None:
    """B1.4 B1.2."""
    nobody = "D auction, s2 pass, s3 pass, s4 pass, s2 decline bank, s3 decline bank, s4 decline bank"
    told = interval(nobody, rules={**HOME, **AUCTION, "bank__first": "first-ace"}, queue="2 3 4 AS")
    assert told.log == nobody + ", D shuffle 1, s2 lot 2C, s3 lot 3C, s4 lot 4C, s1 lot AS, s1 bank"


def test_a_bid_is_what_the_bidder_has_at_most() -> None:
    """G2: equality suffices; nothing and more than that are refused."""
    told = interval("D auction, s2 bid 101, s2 bid 0, s2 bid 100, s3 pass, s4 pass", rules={**HOME, **AUCTION})
    assert told.table.balances[1:3] == [200, 0]
    assert told.refusals == [
        "“s2 bid 101” is not allowed here: s2 may bid 1 to 100, pass",
        "“s2 bid 0” is not allowed here: s2 may bid 1 to 100, pass",
    ]


def test_who_has_no_money_neither_bids_nor_passes() -> None:
    """FORMAT §9: here the former banker, whose bank has just passed by turn."""
    told = interval("D auction, s3 bid 4, s4 pass", rules={**AUCTION}, balances=(0, 100, 100, 100))
    assert told.log == "s2 bank, D auction, s3 bid 4, s4 pass, s3 pays 4, s3 bank, s1 out"


def test_a_bank_that_has_just_been_taken_is_not_auctioned() -> None:
    """FORMAT §9: who accepted it keeps it for a deal; who got it by turn may sell it."""
    assert interval("s2 accept bank", rules={**NATURAL, **AUCTION}, naturals=(2,)).log == "s2 accept bank, s2 bank"
    assert interval("D keep", rules=AUCTION).log == "s2 bank, D keep"


def test_after_refused_claims_a_banker_may_keep_yield_or_auction() -> None:
    """G9: claims by naturals, then the banker keeps, sells or declines."""
    told = interval("s2 decline bank, D auction, s2 pass, s3 bid 1, s4 pass", rules={**NATURAL, **AUCTION}, naturals=(2,))
    assert told.asks[1].legal == ("yield", "auction", "keep")
    assert told.log == "s2 decline bank, D auction, s2 pass, s3 bid 1, s4 pass, s3 pays 1, s3 bank"


def test_the_bank_may_always_be_auctioned() -> None:
    """B1.3 (c): from the second round on, without asking the banker."""
    told = interval("s2 pass, s3 bid 2, s4 bid 2", rules=ALWAYS_AUCTION)
    assert told.log == "D auction, s2 pass, s3 bid 2, s4 bid 2, s3 pays 2, s3 bank"
    assert [ask.phase for ask in told.asks] == [BID] * 3
    assert "auction" not in interval(rules=ALWAYS_AUCTION, banker=0).log


def test_an_auction_pays_a_banker_who_has_left_or_is_in_debt() -> None:
    """B1.3 (c) B1.4: the outgoing banker is the banker of the last round."""
    told = interval("s2 bid 7, s3 pass, s4 pass", rules=ALWAYS_AUCTION, balances=IN_DEBT)
    assert (told.log, told.table.balances[:3]) == ("D auction, s2 bid 7, s3 pass, s4 pass, s2 pays 7, s2 bank", [0, 2, 93])


# The end


def test_a_private_game_ends_when_only_one_is_left() -> None:
    """FORMAT §9: no bank is given then."""
    told = interval(leavers=(1, 2, 4))
    assert (told.log, told.reason) == ("s1 leave, s2 leave, s4 leave", "players")


def test_a_private_game_ends_when_nobody_but_the_new_banker_can_stake() -> None:
    """FORMAT §9."""
    told = interval(balances=(1, 100, 1, 1))
    assert (told.log, told.reason) == ("s3 out, s4 out, s2 bank, s1 out", "players")


def test_a_game_without_seeds_ends_before_the_bank_is_touched() -> None:
    """FORMAT §6, §9."""
    told = interval(chain=1, in_use=True, rules={**AUCTION, "shoe__reshuffle": "discards"}, leavers=(3,))
    assert (told.log, told.reason) == ("s3 leave", "seeds")


def test_a_draw_that_the_seeds_do_not_allow_ends_the_session() -> None:
    """FORMAT §9: with what was said before it."""
    told = interval(
        "s2 decline bank, s3 decline bank, s4 decline bank", rules={**HOME, "bank__first": "first-ace"}, balances=IN_DEBT, chain=1
    )
    assert (told.log, told.reason) == ("s2 decline bank, s3 decline bank, s4 decline bank", "seeds")


def test_a_draw_ends_the_shoe_in_use() -> None:
    """FORMAT §4, §9: the next round begins with a new one, and its record lists all three."""
    told = interval(
        "s2 decline bank, s3 decline bank, s4 decline bank",
        rules={**HOME, "bank__first": "first-ace", "shoe__reshuffle": "discards"},
        balances=IN_DEBT,
        in_use=True,
        queue="AS",
    )
    rack = told.table.rack
    assert rack.begin_round() == 3
    assert [(use.index, use.seed is not None) for use in rack.end_round()] == [(1, True), (2, True), (3, False)]


def test_an_onlooker_has_no_part_in_the_bank() -> None:
    """FORMAT §9: a seat without a place."""
    rules = {"table__onlookers": True}
    assert interval(rules=rules, boxless=(2,)).log == "s3 bank"
    assert interval(rules=rules, boxless=(2,), leavers=(1, 4)).reason == "players"


# In play


ACE_FIRST = {**PRIVATE, "bank__first": "first-ace", "stakes__maximum": 2}


def test_the_boxes_are_counted_from_the_bankers_left(play_rounds) -> None:
    """C1.1 G1, FORMAT §8: (place − banker's) mod P; a place that somebody left remains a gap."""
    rounds = ("2 AS ! K 9 / K 9 | 9 8", "1 bet 2, 2 bet 2"), ("K 9 | 9 8", "s2 leave"), ("K 9 | 9 8", "")
    session = play_rounds(*rounds, **ACE_FIRST, bank__change="every-deal")
    assert session.rounds[0].log[:5] == ("D shuffle 1", "s1 lot 2C", "s2 lot AS", "s2 bank", "D shuffle 2")
    assert [each.banker for each in session.rounds] == [2, 3, 1]
    assert [[event for event in each.log if " bet " in event] for each in session.rounds] == [
        ["1 bet 2", "2 bet 2"],
        ["1 bet 2"],
        ["2 bet 2"],
    ]
    assert session.rounds[0].after == (0, 102, 96, 102)


def test_punters_win_from_the_banker_who_pays_in_full(play_rounds) -> None:
    """G2, case 31: into debt; what the punters gain the banker loses, and the house has nothing to do with it."""
    game = {**ACE_FIRST, **FIVE, "stakes__minimum": 20, "stakes__maximum": 20, "session__stack": 30}
    session = play_rounds(("AS ! K 9 / K 9 | 9 8", ""), ("K 9 | 9 8", ""), **game)
    assert session.rounds[0].after == (0, -10, 50, 50)
    assert session.rounds[1].log[:3] == ("s2 bank", "s1 out", "D shuffle 3")
    assert session.balances == (0, -10, 30, 70)


def test_an_auctions_price_is_no_part_of_what_the_round_began_with(play_rounds) -> None:
    """FORMAT §4: `before` is the last round's `after`; the price moves in this round's log."""
    session = play_rounds(("AS ! K 9 | 9 8", ""), ("K 9 | 9 8", "D auction, s2 bid 10"), **ACE_FIRST, **HOME, **AUCTION)
    first, second = session.rounds
    assert (second.before, first.after) == (first.after, (0, 98, 102))
    assert (second.banker, second.after) == (2, (0, 110, 90))


def test_a_natural_of_a_split_hand_takes_no_bank(play_rounds) -> None:
    """B4.2 H6.3: it is none; an unsplit one takes it."""
    split = ("AS ! A A | 9 8 | K 9", "1 split"), ("K 9 | 9 8", "")
    natural = ("AS ! A K | 9 8", ""), ("K 9 | 9 8", "")
    assert [play_rounds(*rounds, **ACE_FIRST, **HOME).rounds[1].banker for rounds in (split, natural)] == [1, 2]


@pytest.mark.parametrize("first", ["lot", "first-ace", "black-jack"])
@pytest.mark.parametrize("change", ["every-deal", "five-deals", "natural", "home", "auction"])
def test_any_bank_goes_on_for_a_whole_evening(first, change) -> None:
    """G9: with players at random; money is conserved, one banks at a time, and every round has a punter."""
    rules = private(
        bank__first=first, bank__change=change, bank__auction=True, session__rounds=200, session__stack=100, shoe__reshuffle="discards"
    )
    seats = [Seat(number, f"Player {number}", (number,), 100) for number in range(1, 7)]
    table = TableSession.seated(rules, seats, Rack(rules, SeedChain.ending_in(bytes(32), 2000), bytes(32), bytes(32)))
    sources = {seat.number: make_bot("random", rules, bytes([seat.number])) for seat in seats}
    rounds = [round_of(played) for played in table.play(sources)]
    assert table.reason in ("rounds", "players")
    assert rounds
    assert all(sum(each.after) == 600 and each.after[0] == 0 for each in rounds)
    assert all(any(" bet " in event for event in each.log) for each in rounds)
