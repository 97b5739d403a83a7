"""“Twenty-one” at the club and at home: premiums, the home dealer, splits, doubles, obliged raises (H5, H6, H7, H9)."""

from __future__ import annotations

from ledger.table import bank
from ledger.table.settlement import _Losses
from ledger.table.state import RoundState
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import RAISING, plays_by, stakes_on

ENGINES = Engines("club")
wrong = ENGINES.wrong
HOME = "home"
OBLIGED = {"stakes__banker_raise": "picture-or-ace", "stakes__redouble": "ace-not-picture"}
TOTALS = {"double__offered": "totals", "double__totals": [10, 11]}


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
