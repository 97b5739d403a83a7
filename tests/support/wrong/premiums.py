"""Settlement, discards and premiums of the changing bank (B6, B7)."""

from __future__ import annotations

from ledger.shoe.rack import Rack
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import TURNS, judges, moves, phase_by, plays_by

ENGINES = Engines("changing-bank")
wrong = ENGINES.wrong
ONE_DECK = {"pack__decks": 1}


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


@wrong("B6.2", "shoe-burn", players=13, session__rounds=12, changes=ONE_DECK)
def no_joker_again(patch: Patch) -> None:
    """Lays no joker in when the discards are shuffled."""
    phase_by(patch, "ledger.table.shuffling.renew", shoe__joker=False)


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
