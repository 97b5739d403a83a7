"""The changing bank (B)."""

from __future__ import annotations

from ledger.cards import CARD_NAMES, RANK_OF
from ledger.shoe.rack import Rack
from ledger.table import bank, incidents, limits, settlement
from ledger.table.interval import Interval, limits_of
from ledger.table.round import Round
from ledger.table.state import RoundState
from tests.support.wrong.engine import (
    ROUND,
    TURNS,
    Engines,
    Patch,
    cuts_wrongly,
    judges,
    moves,
    omits,
    phase_by,
    plays_by,
    writes,
)

ENGINES = Engines("changing-bank")
wrong = ENGINES.wrong
BANK, INCIDENTS = "ledger.table.bank", "ledger.table.incidents"
ONE_DECK = {"pack__decks": 1}
NATURAL_THEN_ANOTHER = "A ! A K | 9 8 ; K 9 | K 8"
TWO_NATURALS_THEN_ANOTHER = "A ! A K / A Q | 9 8 ; K 9 / K 7 | K 8"
AUCTION = "D auction, s2 bid 5, s3 bid 7, s4 bid 7"
FOUR_AND_AN_AUCTION = "A ! K 9 / K 9 / K 9 | K 8 ; K 9 / K 9 / K 9 | K 8"


@wrong("B1.1", "shoe-burn", deal="A ! K 9 | K 8")
def no_joker(patch: Patch) -> None:
    """Lays no joker in."""
    plays_by(patch, shoe__joker=False)


@wrong("B1.1", "card", players=3, session__rounds=3)
def four_decks(patch: Patch) -> None:
    """Deals from four decks."""
    plays_by(patch, pack__decks=4)


@wrong("B1.1", "players", deal="A ! K 9 / K 9 / K 9 | K 8", table__players_max=3, table__boxes=2)
def one_too_many(patch: Patch) -> None:
    """Seats four where three are the most."""
    patch.setattr("ledger.sheet.Plan.check", lambda _: None)


@wrong("B1.2", "bank-drawn", deal="7 K ! K 9 | K 8")
def first_picture(patch: Patch) -> None:
    """Gives the bank to whom the first picture or ace falls."""
    patch.setattr("ledger.table.drawing.IS_ACE", tuple(rank in (0, 10, 11, 12) for rank in RANK_OF))


@wrong("B1.2", "bank-drawn", deal="7 A ! K 9 | K 8", bank__first="black-jack")
def ace_for_a_black_jack(patch: Patch) -> None:
    """Gives the bank to the first ace where a black jack must fall."""
    plays_by(patch, bank__first="first-ace")


@wrong("B1.2", "bank-drawn", deal="7 A ! K 9 | K 8")
def next_to_the_ace(patch: Patch) -> None:
    """Gives the bank to the neighbour of whom the first ace falls to."""
    right = Interval.hand_over
    patch.setattr(Interval, "hand_over", lambda table, seat: right(table, 3 - seat))


@wrong("B1.3", "bank-asked", deal=NATURAL_THEN_ANOTHER, bank__auction=False)
def natural_not_asked(patch: Patch) -> None:
    """Asks nobody who had a natural whether to take the bank."""
    patch.setattr(f"{BANK}._with_naturals", lambda _: [])


@wrong("B1.3", "bank-asked", deal=TWO_NATURALS_THEN_ANOTHER, prefers="accept bank")
def from_the_right(patch: Patch) -> None:
    """Asks those with naturals from the banker's right."""
    right = bank._with_naturals
    patch.setattr(f"{BANK}._with_naturals", lambda table: right(table)[::-1])


@wrong("B1.3", "bank-asked", deal="A ! K 9 | 9 8 ; K 9 | K 8", prefers="accept bank", bank__auction=False)
def anyone_takes_the_bank(patch: Patch) -> None:
    """Offers the bank to punters without a natural."""
    patch.setattr(f"{BANK}._with_naturals", lambda table: table.clockwise(table.banker))


@wrong("B1.3", "bank-kept", deal=NATURAL_THEN_ANOTHER, prefers="D yield", bank__auction=False)
def banker_not_asked(patch: Patch) -> None:
    """Leaves the bank with the banker unasked when all with naturals decline."""
    right = bank._own_will

    def own_will(table, *, declined):
        return True if declined else (yield from right(table, declined=False))

    patch.setattr(f"{BANK}._own_will", own_will)


@wrong("B1.3", players=3, session__rounds=6, bank__change="five-deals", bank__auction=False)
def after_four_deals(patch: Patch) -> None:
    """Passes the bank after four deals instead of five."""
    patch.setattr(f"{BANK}.DEALS_OF_A_BANK", 4)


@wrong("B1.3", players=3, session__rounds=7, bank__change="five-deals", bank__auction=False)
def after_six_deals(patch: Patch) -> None:
    """Passes the bank after six deals instead of five."""
    patch.setattr(f"{BANK}.DEALS_OF_A_BANK", 6)


@wrong("B1.3", "bank-auction", deal=FOUR_AND_AN_AUCTION, bank__change="auction")
def never_auctioned(patch: Patch) -> None:
    """Leaves a bank that is always auctioned with the banker."""
    plays_by(patch, bank__change="natural")


@wrong("B1.4", "bank-auction", deal=FOUR_AND_AN_AUCTION, prefers=AUCTION)
def latest_of_equals(patch: Patch) -> None:
    """Gives the bank to the latest among equal bids."""
    right = Interval.hand_over
    patch.setattr(Interval, "hand_over", lambda table, seat: right(table, _latest(table, seat)))


def _latest(table: Interval, seat: int) -> int:
    """The last to bid as much as the winner; the log's `pays` is theirs."""
    bids = [event for event in table.log if event.endswith(" bid 7")]
    if not bids:
        return seat
    last = int(bids[-1].partition(" ")[0][1:])
    table.log[-1] = f"s{last} pays 7"
    table.balances[seat] += 7
    table.balances[last] -= 7
    return last


@wrong("B1.4", "bank-auction", deal=FOUR_AND_AN_AUCTION, prefers=AUCTION)
def lowest_bid_pays(patch: Patch) -> None:
    """Lets the winner of an auction pay the lowest bid."""
    right = Interval.hand_over

    def hand_over(table: Interval, seat: int) -> None:
        if table.log[-1] == "s3 pays 7":
            table.log[-1] = "s3 pays 5"
            table.balances[3] += 2
            table.balances[1] -= 2
        right(table, seat)

    patch.setattr(Interval, "hand_over", hand_over)


@wrong("B1.4", "balance-after", deal=FOUR_AND_AN_AUCTION, prefers=AUCTION)
def bid_not_paid(patch: Patch) -> None:
    """Moves no money when the bank is bought."""
    right = Interval.hand_over

    def hand_over(table: Interval, seat: int) -> None:
        if table.log[-1] == "s3 pays 7":
            table.balances[3] += 7
            table.balances[1] -= 7
        right(table, seat)

    patch.setattr(Interval, "hand_over", hand_over)


@wrong("B1.4", "bank-asked", deal=FOUR_AND_AN_AUCTION, prefers="D auction, accept bank")
def offered_from_the_right(patch: Patch) -> None:
    """Offers a bank that nobody bids for from the banker's right."""
    right = bank._offered_to
    patch.setattr(f"{BANK}._offered_to", lambda table, seats: right(table, seats[::-1]))


@wrong("B2.1", "burnt-ace", deal="A A ! K 9 | K 8", shoe__joker=False, shoe__burn=1, shoe__burn_shown=True)
def ace_burnt(patch: Patch) -> None:
    """Burns an ace."""
    patch.setattr("ledger.table.shuffling.IS_ACE", (False,) * 52)


@wrong("B2.1", "shoe-burn", deal="A ! K 9 | K 8", shoe__joker=False, shoe__burn=1, shoe__burn_shown=True)
def nothing_burnt(patch: Patch) -> None:
    """Burns no card where there is no joker."""
    plays_by(patch, shoe__burn=0)


@wrong("B2.1", "shoe-cut", deal="A ! K 9 / K 9 | K 8")
def cut_by_another(patch: Patch) -> None:
    """Lets the player to the banker's right cut."""
    cuts_wrongly(patch)


@wrong("B2.2", "stake-amount", deal="A ! K 9 | K 8", prefers="D limits 10 20", stake=2)
def limits_forgotten(patch: Patch) -> None:
    """Takes a stake below the minimum that the banker has set."""
    right = limits.set_limits

    def set_limits(table):
        yield from right(table)
        table.limits = limits_of(table.rules)

    patch.setattr("ledger.table.between.set_limits", set_limits)


@wrong("B2.2", "limits", deal="A ! K 9 | K 8", prefers="D limits 10 60")
def limits_too_wide(patch: Patch) -> None:
    """Lets the banker set a maximum above that of the rules."""
    patch.setattr("ledger.table.limits._fits", lambda *_: True)


@wrong("B2.2", "event-order", deal="A ! K 9 | K 8", stakes__when="after-first-card")
def stakes_too_early(patch: Patch) -> None:
    """Takes stakes before the deal where they follow the first card."""
    plays_by(patch, stakes__when="before-deal")


@wrong("B2.3", "deal-boxes", deal="A ! K 9 | K 8")
def face_up(patch: Patch) -> None:
    """Deals the punters face up."""
    plays_by(patch, deal__pattern="c")


@wrong("B2.3", "deal-banker", deal="A ! K 9 | 9 8")
def banker_face_down(patch: Patch) -> None:
    """Deals the banker's first card face down and the second up."""
    plays_by(patch, deal__pattern="f")


@wrong("B2.4", "peek", deal="A ! K 9 | K 8")
def no_peek(patch: Patch) -> None:
    """Does not peek under a ten."""
    patch.setattr(f"{ROUND}.peek", lambda _: False)


@wrong("B2.4", "outcome", deal="A ! A K | K A")
def naturals_lose(patch: Patch) -> None:
    """Lets naturals lose to the banker's."""
    plays_by(patch, settlement__natural_ties="banker")


@wrong("B2.4", "forfeit", deal="A ! K 9 | K A", settlement__banker_natural="double")
def single_loss(patch: Patch) -> None:
    """Takes the stake once where a banker's natural takes it twice."""
    plays_by(patch, settlement__banker_natural="single")


@wrong("B2.4", "forfeit", deal="A ! A K | K A", settlement__banker_natural="double-not-naturals", settlement__natural_ties="banker")
def naturals_pay_double(patch: Patch) -> None:
    """Takes twice the stake of naturals, which lose it once."""
    plays_by(patch, settlement__banker_natural="double")


@wrong("B3.1", "event-order", deal="A ! K 6 / A K | 9 8")
def natural_out_of_turn(patch: Patch) -> None:
    """Pays a natural before anyone's turn."""
    plays_by(patch, natural__paid="after-peek")


@wrong("B3.1", "open", deal="A ! A K | 9 8")
def natural_not_shown(patch: Patch) -> None:
    """Pays a natural that is not shown."""
    omits(patch, " open")


@wrong("B3.2", "turn-over", "bust-at-once", deal="A ! 5 6 | 9 8 | K A", prefers="1 hit, 1 hit", table__irregularities="off")
def plays_on_at_21(patch: Patch) -> None:
    """Lets a hand draw on 21."""
    patch.setattr(f"{TURNS}.BUST_OVER", 22)


@wrong("B3.2", "bust-at-once", deal="A ! K 6 | 9 8 | 9", prefers="1 hit")
def bust_kept_quiet(patch: Patch) -> None:
    """Takes the stake of a bust hand at the end of the round."""
    patch.setattr(RoundState, "bust", lambda *_: None)


@wrong("B3.2", "card", players=7, session__rounds=80, changes=ONE_DECK)
def busts_stay(patch: Patch) -> None:
    """Leaves the cards of bust hands on the table when the discards are shuffled."""
    patch.setattr(RoundState, "under_the_deck", lambda *_: None)


@wrong("B3.3", "dealer-shows", deal="A ! K 6 | K 8 | 9", prefers="1 hit")
def shown_to_nobody(patch: Patch) -> None:
    """Turns the hole card though every punter is over 21."""
    phase_by(patch, f"{ROUND}.play_banker", banker__play="forced", banker__soft17="stand")


@wrong("B3.3", "dealer-stands", deal="A ! K 9 | K 8")
def no_decision(patch: Patch) -> None:
    """Writes no decision of a banker who stands."""
    omits(patch, "D stand")


@wrong("B3.3", "dealer-draws", deal="A ! K 9 | K 6 | 5")
def draws_by_rule(patch: Patch) -> None:
    """Draws for the banker by rule."""
    plays_by(patch, banker__play="forced", banker__soft17="stand")


@wrong("B3.3", "open", deal="A ! K 9 | K 8")
def hands_not_opened(patch: Patch) -> None:
    """Settles a hand that nobody has seen."""
    omits(patch, " open")


@wrong("B4.1", "double-turned", deal="A ! 5 6 | 9 8 | K", prefers="double")
def never_turned(patch: Patch) -> None:
    """Never turns the card of a double."""
    omits(patch, " turn")


@wrong("B4.1", "event-order", deal="A ! 5 6 | 9 8 | K", prefers="double")
def turned_too_early(patch: Patch) -> None:
    """Turns the card of a double before the banker plays."""
    moves(patch, "1 turn", "D show")


@wrong("B4.1", "double", deal="A ! 8 8 | 9 8 | 3 K 2", prefers="split, double")
def double_after_a_split(patch: Patch) -> None:
    """Lets a split hand double."""
    plays_by(patch, double__after_split=True)


@wrong("B4.1", "double", deal="A ! K 8 | 9 8 | 2", prefers="double", double__offered="totals", double__totals=[10, 11])
def double_on_18(patch: Patch) -> None:
    """Lets a hand of 18 double."""
    plays_by(patch, double__offered="any", double__totals=[])


@wrong("B4.1", deal="A ! K 6 | 9 8 | 9", prefers="double")
def face_down_bust_pays_twice(patch: Patch) -> None:
    """Takes twice the stake of a double that is found over 21."""
    right = settlement.settle_stake

    def settle(table, hand, bettor, outcome, losses):
        right(table, hand, bettor, outcome, losses)
        if outcome == "bust":
            table.log.append(f"{hand.path} forfeit {bettor.stake}")
            table.stake(hand.seat, bettor.stake)

    patch.setattr("ledger.table.settlement.settle_stake", settle)


@wrong("B4.1", "double-maximum", deal="A ! 5 6 | 9 8 | K", prefers="double", stake=40, double__beyond_maximum=False)
def double_above_the_maximum(patch: Patch) -> None:
    """Lets a doubled stake exceed the maximum."""
    plays_by(patch, double__beyond_maximum=True)


@wrong("B4.2", "split", deal="A ! J K | 9 8 | 2 3", prefers="split")
def pairs_by_value(patch: Patch) -> None:
    """Splits jack and king where pairs are by rank."""
    plays_by(patch, split__pairs="value")


@wrong("B4.2", "split", deal="A ! A A | 9 8 | A 2 3 4", prefers="split")
def aces_split_again(patch: Patch) -> None:
    """Splits aces a second time."""
    plays_by(patch, split__aces_hands=3)


@wrong("B4.2", "split-aces", deal="A ! A A | 9 8 | 2 3 4 5", prefers="split, 1.1 hit, 1.2 hit")
def split_aces_go_on(patch: Patch) -> None:
    """Lets split aces draw on."""
    plays_by(patch, split__aces_play="hit")


@wrong("B4.2", "split", deal="A ! 8 8 | 9 7 | 8 2 8 3 4 5", prefers="split", split__hands=3)
def too_many_splits(patch: Patch) -> None:
    """Splits a third time where two are the most."""
    plays_by(patch, split__hands=5)


@wrong("B4.2", "bank-asked", deal="A ! A A | 9 8 | K Q ; K 9 | K 8", prefers="split, accept bank", bank__auction=False)
def split_natural_takes_the_bank(patch: Patch) -> None:
    """Lets a two-card 21 after a split take the bank."""
    right = Round._finished

    def finished(played, after, naturals, **more):
        split_naturals = tuple(hand.seat for hand in played._table.hands if hand.from_split and len(hand.cards) == 2 and hand.total == 21)
        return right(played, after, naturals + split_naturals[:1], **more)

    patch.setattr(Round, "_finished", finished)


@wrong("B5.1", deal="A 9 K 5 6 8 7 !", players=3, happens="1 missed")
def missed_and_forgotten(patch: Patch) -> None:
    """Gives a box that was missed no card before the second pass."""
    writes(patch, lambda log: [event for event in log if event != "1 late 5C"])


@wrong("B5.1", deal="A 9 K 6 8 7 !", players=3, happens="1 missed", prefers="sit")
def sitting_out_costs(patch: Patch) -> None:
    """Keeps the stake of a box that was missed and sits out."""
    right = incidents._sit_out

    def sit_out(table, hand):
        right(table, hand)
        table.stake(hand.seat, hand.stake)

    patch.setattr(f"{INCIDENTS}._sit_out", sit_out)


@wrong("B5.1", deal="A 9 K 5 6 8 7 !", players=3, happens="1 missed")
def late_after_the_second(patch: Patch) -> None:
    """Gives a box that was missed its card after the second pass."""
    moves(patch, "1 late 5C", "1 stand")


@wrong("B5.2", "balance-after", deal="A 9 8 K 6 7 5 !", players=2, happens="1 extra", prefers="both")
def second_hand_for_free(patch: Patch) -> None:
    """Lets both of two cards be played for one stake."""
    right = incidents._play_both

    def play_both(table, hand, *, hidden):
        right(table, hand, hidden=hidden)
        table.pay(hand.seat, hand.stake)

    patch.setattr(f"{INCIDENTS}._play_both", play_both)


@wrong("B5.2", deal="A 9 8 K 6 7 !", players=2, happens="1 extra")
def two_cards_kept(patch: Patch) -> None:
    """Tosses neither of two cards."""
    patch.setattr(f"{INCIDENTS}._discard", lambda *_: None)
    writes(patch, lambda log: [event for event in log if " toss " not in event])


@wrong("B5.2", deal="A 9 8 K 6 7 !", players=2, happens="1 extra")
def another_card_tossed(patch: Patch) -> None:
    """Tosses a card that the hand does not have."""
    writes(patch, lambda log: [f"{event[:-2]}2D" if " toss " in event else event for event in log])


@wrong("B5.3", deal="A 9 K 8 7 6 !", players=2, happens="1 none, 1 extra")
def extra_card_kept(patch: Patch) -> None:
    """Lets a hand keep an extra card of the second pass."""
    patch.setattr(f"{INCIDENTS}._discard", lambda *_: None)
    writes(patch, lambda log: [event for event in log if " toss " not in event])


@wrong("B5.3", deal="A 9 K 8 7 6 !", players=2, happens="1 none, 1 extra")
def first_card_tossed(patch: Patch) -> None:
    """Lets a hand toss its first card for an extra one."""

    def extra(table, hand, _nth, _verb):
        yield from ()
        table.deal_to(hand, "extra")
        table.log.append(f"{hand.path} toss {CARD_NAMES[hand.cards[0]]}")
        incidents._discard(table, hand, hand.cards[0])

    patch.setattr(f"{INCIDENTS}._extra", extra)


@wrong("B5.4", deal="A 9 5 K 8 7 !", players=2, happens="1 exposed")
def refused_and_kept(patch: Patch) -> None:
    """Lets a hand keep the card that it refuses."""
    patch.setattr(f"{INCIDENTS}._discard", lambda *_: None)


@wrong("B5.4", deal="A 9 5 K 8 7 !", players=2, happens="1 exposed", prefers="take")
def taken_and_dealt(patch: Patch) -> None:
    """Deals a card to a hand that takes the one turned up."""
    right = incidents._exposed_in_deal

    def exposed(table, hand):
        yield from right(table, hand)
        return False

    patch.setattr(f"{INCIDENTS}._exposed_in_deal", exposed)


@wrong("B5.5", deal="A ! 9 5 | 9 8 | 4", happens="1 none, 1 none, 1 unasked")
def tossed_and_kept(patch: Patch) -> None:
    """Counts a card that was not asked for and is tossed."""
    patch.setattr(f"{INCIDENTS}._discard", lambda *_: None)


@wrong("B5.5", deal="A ! 9 5 | 9 8 | 4", happens="1 none, 1 none, 1 unasked")
def no_choice(patch: Patch) -> None:
    """Asks nobody what becomes of a card that was not asked for."""
    writes(patch, lambda log: [event for event in log if " toss " not in event])


@wrong("B5.6", deal="A ! K 6 | 9 8 | 9", prefers="1 hit, 1 stand")
def nothing_forfeited(patch: Patch) -> None:
    """Takes the stake once of a hand stood on over 21."""
    right = settlement.settle_stake

    def settle(table, hand, bettor, outcome, losses):
        if hand.overstood:
            table.settle(bettor, "lose", 0)
        else:
            right(table, hand, bettor, outcome, losses)

    patch.setattr("ledger.table.settlement.settle_stake", settle)


@wrong("B5.6", deal="A ! K 6 | 9 6 | 9 K", prefers="1 hit, 1 stand, D hit")
def overstood_wins(patch: Patch) -> None:
    """Lets a hand stood on over 21 win when the banker is over 21."""
    judges(patch, lambda _, hand, standing: None if standing.total or not hand.overstood else "win")


@wrong("B6.1", "outcome", deal="A ! K 8 | 9 9")
def ties_push(patch: Patch) -> None:
    """Lets equal totals push where they lose."""
    plays_by(patch, settlement__ties="push")


@wrong("B6.1", "payout", deal="A ! A K | 9 8")
def natural_three_to_two(patch: Patch) -> None:
    """Pays a natural 3:2 where it gets 2:1."""
    plays_by(patch, natural__pays="3:2")


@wrong("B6.1", "outcome", deal="A ! K 8 | K 6 | 9", prefers="D hit")
def banker_never_breaks(patch: Patch) -> None:
    """Lets the banker win with more than 21."""
    judges(patch, lambda _, __, standing: None if standing.total else "lose")


@wrong("B6.2", "shoe-end", "shoe-list", "shoe-sequence", players=3, session__rounds=3)
def shuffled_each_deal(patch: Patch) -> None:
    """Shuffles all cards before every deal."""
    plays_by(patch, shoe__reshuffle="every-round")


@wrong("B6.2", "card", "shoe-cut", players=13, session__rounds=12, changes=ONE_DECK)
def table_cards_shuffled_in(patch: Patch) -> None:
    """Shuffles the cards on the table in with the discards."""
    right = Rack.reshuffle
    patch.setattr(Rack, "reshuffle", lambda rack, _: right(rack, ()))


@wrong("B6.2", "shoe-end", "shoe-sequence", players=13, session__rounds=12, changes=ONE_DECK)
def reshuffled_shoe_ends(patch: Patch) -> None:
    """Ends a shoe of reshuffled discards with the round."""
    right = Rack.__init__

    def made(rack, *given):
        right(rack, *given)
        rack._ends_reshuffled = True

    patch.setattr(Rack, "__init__", made)


@wrong("B6.2", players=13, session__rounds=12, changes=ONE_DECK)
def no_joker_again(patch: Patch) -> None:
    """Lays no joker in when the discards are shuffled."""
    phase_by(patch, "ledger.table.state.renew", shoe__joker=False)


@wrong("B7.1", "payout", deal="A ! 2 2 | 9 8 | 3 2 4", prefers="1 hit, 1 hit, 1 hit")
def five_cards_even(patch: Patch) -> None:
    """Pays five cards 1:1."""
    plays_by(patch, premiums__five_cards="1:1")


@wrong("B7.1", "payout", deal="A ! 2 2 | 9 8 | 3 2 4 3", prefers="1 hit, 1 hit, 1 hit, 1 hit")
def six_cards_as_five(patch: Patch) -> None:
    """Pays six cards as five."""
    plays_by(patch, premiums__six_cards="off")


@wrong("B7.1", "payout", deal="A ! 2 2 | 9 8 | 3 2 4 3 2", prefers="1 hit, 1 hit, 1 hit, 1 hit, 1 hit")
def seven_cards_as_six(patch: Patch) -> None:
    """Pays seven cards as six."""
    plays_by(patch, premiums__longer="as-six")


@wrong("B7.1", "outcome", "dealer-draws", deal="A ! 2 2 | 9 8 | 3 2 4", prefers="1 hit, 1 hit, 1 hit")
def premium_lost(patch: Patch) -> None:
    """Takes a hand of five cards that is lower than the banker's."""
    patch.setattr(f"{TURNS}.pay_premium", lambda *_: None)


@wrong("B7.2", "payout", deal="A ! 7 7 | 9 8 | 7", prefers="1 hit")
def sevens_two_to_one(patch: Patch) -> None:
    """Pays three sevens 2:1 where they get 3:1."""
    plays_by(patch, premiums__sevens="2:1")


@wrong("B7.3", "outcome", "dealer-draws", deal="A ! 6 7 | 9 8 | 8", prefers="1 hit")
def six_seven_eight_forgotten(patch: Patch) -> None:
    """Pays no premium for six, seven and eight."""
    plays_by(patch, premiums__six_seven_eight="off")


@wrong("B7.3", "open", deal="A ! 6 7 | 9 8 | 8", prefers="1 hit")
def premium_later(patch: Patch) -> None:
    """Pays a premium at the end of the round."""
    moves(patch, "1 premium")


@wrong("B7.4", "outcome", deal="A ! K 8 | 2 2 | 3 2 4", prefers="D hit, D hit, D hit")
def banker_has_five_cards(patch: Patch) -> None:
    """Lets the banker's five cards beat a higher total."""
    judges(patch, lambda table, _, __: "lose" if len(table.dealer.cards) == 5 else None)


@wrong("B7.4", "outcome", deal="A ! K 9 / A K | 7 7 | 7", prefers="D hit")
def banker_has_sevens(patch: Patch) -> None:
    """Lets a natural lose to the banker's three sevens."""
    patch.setattr(f"{TURNS}.pay_natural", lambda *_: None)
    judges(patch, lambda _, hand, standing: "lose" if hand.is_natural and standing.total == 21 else None)
