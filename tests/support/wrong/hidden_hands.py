"""Play with hidden cards: the changing bank's (B3, B4)."""

from __future__ import annotations

from ledger.table import settlement
from ledger.table.round import Round
from ledger.table.state import RoundState
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import ROUND, TURNS, moves, omits, phase_by, plays_by

ENGINES = Engines("changing-bank")
wrong = ENGINES.wrong
ONE_DECK = {"pack__decks": 1}


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


@wrong("B3.2", "card", "shoe-cut", players=10, session__rounds=120, changes=ONE_DECK)
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


@wrong("B4.1", "forfeit", deal="A ! K 6 | 9 8 | 9", prefers="double")
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
