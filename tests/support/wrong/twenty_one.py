"""“Twenty-one” at the club and at home (H)."""

from __future__ import annotations

import attrs

from ledger.table import bank, incidents, raising, turns
from ledger.table.round import Round
from ledger.table.settlement import _Losses
from ledger.table.state import RoundState
from tests.support.wrong.engine import (
    RAISING,
    ROUND,
    SHEET,
    TURNS,
    Engines,
    Patch,
    cuts_wrongly,
    dealer_draws,
    judges,
    omits,
    phase_by,
    plays_by,
    stakes_on,
    takes_any_stake,
    writes,
)

ENGINES = Engines("club")
wrong = ENGINES.wrong
HOME, INCIDENTS = "home", "ledger.table.incidents"
ONE_DECK = {"pack__decks": 1}
OBLIGED = {"stakes__banker_raise": "picture-or-ace", "stakes__redouble": "ace-not-picture"}
TOTALS = {"double__offered": "totals", "double__totals": [10, 11]}


@wrong("H1.1", "bank-drawn", profile=HOME, deal="9 A 5 ! K 9 | 8 9")
def dealer_by_lot(patch: Patch) -> None:
    """Finds the first dealer by lot instead of by the first ace."""
    plays_by(patch, bank__first="lot")


@wrong("H1.1", "players", profile=HOME, deal="A 5 ! K 9 / K 9 / K 9 | 8 9", table__players_max=3, table__boxes=2)
def one_too_many(patch: Patch) -> None:
    """Seats four where three are the most."""
    patch.setattr(f"{SHEET}.Plan.check", lambda _: None)


@wrong("H1.1", deal="5 ! K 9 / K 9 | 8 9")
def player_banks_at_the_club(patch: Patch) -> None:
    """Writes a player down as the club's dealer."""
    right = Round._finished
    patch.setattr(Round, "_finished", lambda *given, **named: attrs.evolve(right(*given, **named), banker=1))


@wrong("H1.2", "burnt-ace", deal="A ! K 9 | 8 9")
def ace_burnt(patch: Patch) -> None:
    """Burns an ace."""
    patch.setattr("ledger.table.shuffling.IS_ACE", (False,) * 52)


@wrong("H1.2", "shoe-burn", deal="5 ! K 9 | 8 9")
def burnt_unseen(patch: Patch) -> None:
    """Burns a card that nobody sees."""
    plays_by(patch, shoe__burn_shown=False)


@wrong("H1.2", "shoe-cut", deal="5 ! K 9 / K 9 | 8 9")
def cut_by_another(patch: Patch) -> None:
    """Lets the player to the dealer's right cut."""
    cuts_wrongly(patch)


@wrong("H1.3", "shoe-end", "shoe-list", "shoe-sequence", players=3, session__rounds=3)
def shuffled_each_deal(patch: Patch) -> None:
    """Shuffles all cards before every deal."""
    plays_by(patch, shoe__reshuffle="every-round")


@wrong("H1.3", "shoe-burn", players=11, session__rounds=12, changes=ONE_DECK)
def not_burnt_again(patch: Patch) -> None:
    """Burns no card when the discards are shuffled."""
    phase_by(patch, "ledger.table.state.renew", shoe__burn=0)


@wrong("H1.3", "card", players=6, session__rounds=80, changes=ONE_DECK)
def busts_stay(patch: Patch) -> None:
    """Leaves the cards of bust hands on the table when the discards are shuffled."""
    patch.setattr(RoundState, "under_the_deck", lambda *_: None)


@wrong("H2.1", "deal-boxes", deal="5 ! K 9 | 8 9", deal__pattern="a")
def first_cards_up(patch: Patch) -> None:
    """Deals everyone's first card up where it lies face down."""
    plays_by(patch, deal__pattern="d")


@wrong("H2.2", "deal-boxes", deal="5 ! K 9 | 8 9")
def second_cards_up(patch: Patch) -> None:
    """Deals the punters' second cards up."""
    plays_by(patch, deal__pattern="g")


@wrong("H2.3", "event-order", profile=HOME, deal="A 5 ! K 9 | 8 9")
def stakes_too_early(patch: Patch) -> None:
    """Takes stakes before anyone has looked at a card."""
    plays_by(patch, stakes__when="before-deal", stakes__banker_raise="never", stakes__redouble="never")


@wrong("H2.3", "payout", profile=HOME, deal="A 5 ! K 9 / K 9 | 8 9", prefers="D raise")
def some_raised(patch: Patch) -> None:
    """Doubles the stake of some boxes only."""
    right = raising._once_more
    patch.setattr(f"{RAISING}._once_more", lambda table, bettor: bettor.path == "1" and right(table, bettor))


@wrong("H2.3", "raise", profile=HOME, deal="A 5 ! K 9 | 8 9")
def nobody_asked(patch: Patch) -> None:
    """Asks no dealer whether to double all stakes."""
    plays_by(patch, stakes__banker_raise="never", stakes__redouble="never")


@wrong("H2.3", "redouble", profile=HOME, deal="A 5 ! K 9 | 8 9", prefers="redouble")
def redoubled_alone(patch: Patch) -> None:
    """Lets a player redouble what the dealer has not doubled."""
    writes(patch, lambda log: [event.replace("D raise", "D decline raise") for event in log])
    phase_by(patch, f"{ROUND}.raise_stakes", stakes__banker_raise="picture-or-ace")
    patch.setattr(f"{RAISING}._is_picture_or_ace", lambda _: True)


@wrong("H2.3", "balance-after", profile=HOME, deal="A 5 ! K 9 | 8 9", prefers="D raise, redouble")
def redoubled_by_half(patch: Patch) -> None:
    """Lets a player redouble by the first stake alone."""
    right = RoundState.stake
    patch.setattr(RoundState, "stake", lambda table, seat, n: right(table, seat, 2 if table.log[-1].endswith(" redouble") else n))


@wrong("H3.1", "event-order", deal="5 ! A K / K 6 | 8 9")
def natural_waits(patch: Patch) -> None:
    """Lets a natural wait until the end of the round."""
    patch.setattr(f"{ROUND}.pay_early", lambda _: None)


@wrong("H3.1", "peek", "outcome", deal="5 ! A K / K 6 | A K")
def dealer_natural_ignored(patch: Patch) -> None:
    """Pays a natural though the dealer has one too."""
    patch.setattr(f"{ROUND}.peek", lambda _: False)


@wrong("H3.2", "turn-over", deal="5 ! K 6 | 8 9 | 2")
def standing_is_not_final(patch: Patch) -> None:
    """Gives a card to a hand that has stood."""
    right = turns._take

    def take(table, hand, act):
        yield from right(table, hand, act)
        if act == "stand":
            table.deal_to(hand, "hit")

    patch.setattr(f"{TURNS}._take", take)


@wrong("H3.2", "bust-at-once", deal="5 ! K 6 | 8 9 | 9", prefers="1 hit")
def busts_later(patch: Patch) -> None:
    """Takes the stake of a bust hand at the end of the round."""
    patch.setattr(RoundState, "bust", lambda *_: None)


@wrong("H3.3", "dealer-draws", deal="5 ! K 9 | 6 A | 4")
def draws_on_soft_17(patch: Patch) -> None:
    """Draws on soft 17."""
    plays_by(patch, banker__soft17="draw")


@wrong("H3.3", "dealer-stands", deal="5 ! K 9 | 7 9")
def stands_on_16(patch: Patch) -> None:
    """Stands on 16."""
    dealer_draws(patch, lambda dealer, _: dealer.total < 16)


@wrong("H3.3", "dealer-draws", profile=HOME, deal="A 5 ! K 9 | 7 9 | 5")
def home_dealer_draws_by_rule(patch: Patch) -> None:
    """Draws by rule for a dealer who draws at will."""
    plays_by(patch, banker__play="forced", banker__soft17="stand")


@wrong("H4.1", "outcome", deal="5 ! K 8 | 9 9")
def ties_lose(patch: Patch) -> None:
    """Collects at equal totals."""
    plays_by(patch, settlement__ties="banker")


@wrong("H4.1", "outcome", deal="5 ! K 7 | 7 9 | K")
def dealer_never_breaks(patch: Patch) -> None:
    """Collects from who stood though the dealer is over 21."""
    judges(patch, lambda _, __, standing: None if standing.total else "lose")


@wrong("H4.1", "outcome", deal="5 ! K 7 | 9 9")
def lower_wins(patch: Patch) -> None:
    """Pays a lower total."""
    judges(patch, lambda _, hand, standing: "win" if hand.total < standing.total else None)


@wrong("H4.2", "stake-amount", deal="5 ! K 9 | 8 9", stake=5, stakes__unit=1)
def broken_stake(patch: Patch) -> None:
    """Takes a stake that 3:2 leaves a fraction of."""
    takes_any_stake(patch)


@wrong("H4.2", "stake-amount", deal="5 ! K 9 | 8 9", stake=22)
def above_the_maximum(patch: Patch) -> None:
    """Takes a stake above the maximum."""
    takes_any_stake(patch)


@wrong("H4.3", "event-foreign", deal="5 ! K 9 / K 9 | 8 9", prefers="1/2 bet 4")
def stakes_on_a_player(patch: Patch) -> None:
    """Lets a player stake on another's hand."""
    plays_by(patch, table__bettors_per_box=2)


@wrong("H5", "payout", profile=HOME, deal="A 5 ! A K | 8 9")
def natural_three_to_two(patch: Patch) -> None:
    """Pays a natural 3:2 at home."""
    plays_by(patch, natural__pays="3:2")


@wrong("H5", "payout", deal="5 ! 2 2 | 8 9 | 3 2 4", prefers="1 hit, 1 hit, 1 hit")
def five_cards_even(patch: Patch) -> None:
    """Pays five cards 1:1."""
    plays_by(patch, premiums__five_cards="1:1")


@wrong("H5", "payout", deal="5 ! 2 2 | 8 9 | 3 2 4 3 2", prefers="1 hit, 1 hit, 1 hit, 1 hit, 1 hit")
def seven_cards_doubled(patch: Patch) -> None:
    """Pays seven cards twice what six get."""
    plays_by(patch, premiums__longer="doubling")


@wrong("H5", "outcome", deal="5 ! 7 7 | 8 9 | 7", prefers="1 hit")
def sevens_forgotten(patch: Patch) -> None:
    """Pays no premium for three sevens."""
    plays_by(patch, premiums__sevens="off")


@wrong("H5", "payout", deal="5 ! 8 7 | 8 9 | 6", prefers="1 hit")
def eight_seven_six_thrice(patch: Patch) -> None:
    """Pays eight, seven and six three times."""
    plays_by(patch, premiums__six_seven_eight="3:1")


@wrong("H6.1", "outcome", profile=HOME, deal="A 5 ! K 8 | 9 9")
def ties_push(patch: Patch) -> None:
    """Lets equal totals push."""
    plays_by(patch, settlement__ties="push")


@wrong("H6.1", "outcome", profile=HOME, deal="A 5 ! A K | A K")
def naturals_push(patch: Patch) -> None:
    """Lets two naturals push."""
    plays_by(patch, settlement__natural_ties="push")


@wrong("H6.2", "forfeit", profile=HOME, deal="A 5 ! K 9 | A K")
def single_loss(patch: Patch) -> None:
    """Collects once for a dealer's natural."""
    plays_by(patch, settlement__banker_natural="single")


@wrong("H6.2", "forfeit", profile=HOME, deal="A 5 ! K 9 | A K", prefers="D raise")
def raise_not_doubled(patch: Patch) -> None:
    """Collects double for a dealer's natural without what was raised."""
    right = _Losses.forfeit

    def forfeit(losses, hand, lost):
        taken = right(losses, hand, lost)
        return taken and taken // 2

    patch.setattr(_Losses, "forfeit", forfeit)


@wrong("H6.3", "bank-passes", profile=HOME, deal="A 5 ! A K | 8 9 ; K 9 | 8 9", bank__auction=False)
def deal_stays(patch: Patch) -> None:
    """Leaves the deal with the dealer when a player has had a natural."""
    patch.setattr("ledger.table.bank._with_naturals", lambda _: [])


@wrong("H6.3", "bank-passes", profile=HOME, deal="A 5 ! A K | A K ; K 9 | 8 9", bank__auction=False)
def dealer_gives_up(patch: Patch) -> None:
    """Takes the deal from a dealer who had a natural too."""
    patch.setattr("ledger.table.bank._banker_had_a_natural", lambda _: False)


@wrong("H6.3", "bank-passes", profile=HOME, deal="A 5 ! A K / A Q | 8 9 ; K 9 / K 9 | 8 9", bank__auction=False)
def furthest_deals(patch: Patch) -> None:
    """Gives the deal to the player with a natural who is furthest to the left."""
    right = bank._with_naturals
    patch.setattr("ledger.table.bank._with_naturals", lambda table: right(table)[::-1])


@wrong("H7.1", "split", deal="5 ! 8 8 | 9 9 | 8 2 3 4", prefers="split")
def split_twice(patch: Patch) -> None:
    """Splits a second time."""
    plays_by(patch, split__hands=3)


@wrong("H7.1", "split", deal="5 ! A A | 9 9 | 8 7", prefers="split")
def aces_split_at_the_club(patch: Patch) -> None:
    """Splits aces at the club."""
    plays_by(patch, split__aces_hands=2)


@wrong("H7.1", "turn-missing", profile=HOME, deal="A 5 ! A A | 9 9 | 8 7", prefers="split")
def split_aces_stopped(patch: Patch) -> None:
    """Stops split aces at one card at home."""
    plays_by(patch, split__aces_play="one-card")


@wrong("H7.1", "double", deal="5 ! 8 8 | 9 9 | 2 3 4 5", prefers="split, double")
def double_after_a_split(patch: Patch) -> None:
    """Lets a split hand double."""
    plays_by(patch, double__after_split=True)


@wrong("H7.2", "double", deal="5 ! K 2 | 9 9 | 4", prefers="double", changes=TOTALS)
def double_on_twelve(patch: Patch) -> None:
    """Lets a hand double on 12 where only 10 and 11 may."""
    plays_by(patch, double__offered="any", double__totals=[])


@wrong("H7.2", "turn-over", deal="5 ! 2 3 | 9 9 | 4 5", prefers="double")
def two_cards(patch: Patch) -> None:
    """Gives a doubled hand two cards."""
    right = RoundState.deal_to

    def deal_to(table, hand, verb):
        card = right(table, hand, verb)
        return right(table, hand, "hit") if verb == "double" else card

    patch.setattr(RoundState, "deal_to", deal_to)


@wrong("H7.2", "payout", "balance-after", deal="5 ! 5 6 | 9 9 | K", prefers="double")
def double_for_less(patch: Patch) -> None:
    """Takes half the stake for a double."""
    stakes_on(patch, "double", lambda stake: stake // 2)


@wrong("H8", deal="5 K 9 8 7 6 4 !", players=2, happens="1 missed")
def missed_and_forgotten(patch: Patch) -> None:
    """Gives a box that was missed no card before the second pass."""
    omits(patch, "late 8C")


@wrong("H8", deal="5 9 8 K 6 7 4 !", players=1, happens="1 extra", prefers="both")
def both_for_one_stake(patch: Patch) -> None:
    """Lets both of two cards be played for one stake."""
    right = incidents._play_both

    def play_both(table, hand, *, hidden):
        right(table, hand, hidden=hidden)
        table.pay(hand.seat, hand.stake)

    patch.setattr(f"{INCIDENTS}._play_both", play_both)


@wrong("H8", deal="5 ! K 6 | 8 9 | 9", prefers="1 hit, 1 stand")
def overstood_pays_once(patch: Patch) -> None:
    """Takes the stake once of a hand stood on over 21."""
    right = RoundState.stake

    def stake(table, seat, amount):
        if table.log[-1].endswith(f" forfeit {amount}"):
            table.log.pop()
        else:
            right(table, seat, amount)

    patch.setattr(RoundState, "stake", stake)


@wrong("H8.1", deal="5 K 9 8 7 6 !", players=1, happens="1 exposed", prefers="take")
def exposed_card_taken(patch: Patch) -> None:
    """Lets a player keep a card exposed in the deal."""
    plays_by(patch, table__irregularities="B5")


@wrong("H8.1", deal="5 K 9 8 7 6 4 !", players=1, happens="1 none, 1 exposed")
def exposed_later(patch: Patch) -> None:
    """Lets a player refuse a card of the second pass."""
    plays_by(patch, table__irregularities="B5")


@wrong("H9.1", "raise", profile=HOME, deal="A 5 ! K 9 | Q 7", changes=OBLIGED)
def picture_not_raised(patch: Patch) -> None:
    """Doubles nothing on a picture that obliges the dealer to."""
    plays_by(patch, stakes__banker_raise="never", stakes__redouble="never")


@wrong("H9.1", "raise", profile=HOME, deal="A 5 ! K 9 | 9 8", changes=OBLIGED)
def raised_on_a_nine(patch: Patch) -> None:
    """Doubles all stakes on a nine, which does not oblige the dealer to."""
    patch.setattr(f"{RAISING}._is_picture_or_ace", lambda _: True)


@wrong("H9.1", "redouble", profile=HOME, deal="A 5 ! K 9 | Q 7", changes=OBLIGED)
def picture_redoubles(patch: Patch) -> None:
    """Asks a player with a picture whether to redouble."""
    plays_by(patch, stakes__redouble="free")


@wrong("H9.1", "redouble", profile=HOME, deal="A 5 ! A 9 | Q 7", changes=OBLIGED)
def ace_not_redoubled(patch: Patch) -> None:
    """Redoubles nothing for a player with an ace, who must."""
    plays_by(patch, stakes__redouble="never")
