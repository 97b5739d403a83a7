"""“Twenty-one” at the club and at home: people, shoe, deal, play (H1 to H4)."""

from __future__ import annotations

import msgspec

from ledger.table import raising, turns
from ledger.table.round import Round
from ledger.table.state import RoundState
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import (
    PLAN,
    RAISING,
    ROUND,
    TURNS,
    cuts_wrongly,
    dealer_draws,
    judges,
    phase_by,
    plays_by,
    takes_any_stake,
    writes,
)

ENGINES = Engines("club")
wrong = ENGINES.wrong
HOME = "home"
ONE_DECK = {"pack__decks": 1}


@wrong("H1.1", "bank-drawn", profile=HOME, deal="9 A 5 ! K 9 | 8 9")
def dealer_by_lot(patch: Patch) -> None:
    """Finds the first dealer by lot instead of by the first ace."""
    plays_by(patch, bank__first="lot")


@wrong("H1.1", "players", profile=HOME, deal="A 5 ! K 9 / K 9 / K 9 | 8 9", table__players_max=3, table__boxes=2)
def one_too_many(patch: Patch) -> None:
    """Seats four where three are the most."""
    patch.setattr(f"{PLAN}.Plan.check", lambda _: None)


@wrong("H1.1", "banker", deal="5 ! K 9 / K 9 | 8 9")
def player_banks_at_the_club(patch: Patch) -> None:
    """Writes a player down as the club's dealer."""
    right = Round._finished
    patch.setattr(Round, "_finished", lambda *given, **named: msgspec.structs.replace(right(*given, **named), banker=1))


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
    phase_by(patch, "ledger.table.shuffling.renew", shoe__burn=0)


@wrong("H1.3", "card", "shoe-cut", players=9, session__rounds=60, changes=ONE_DECK)
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
    right = turns.stand

    def stand(table, hand):
        right(table, hand)
        table.deal_to(hand, "hit")

    patch.setattr(f"{TURNS}.stand", stand)


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
