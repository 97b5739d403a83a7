"""Several bettors on a box, and onlookers (P1.4, B8.1)."""

from __future__ import annotations

from ledger.rules.tables import LARGEST_STAKE
from ledger.table import doubling, side_stakes, splitting
from ledger.table.hand import Bettor
from ledger.table.state import RoundState
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import TURNS, plays_by

ENGINES = Engines("permanent-bank")
wrong = ENGINES.wrong
SIDE = "ledger.table.side_stakes"
ONLOOKER = {"table__onlookers": True, "table__bettors_per_box": 1}
LOOKS_ON: dict[str, tuple[int, ...]] = {"Player 2": ()}


@wrong("P1.4", "stake-amount", deal="2 3 4 ! K 9 / K 9 | 9 8", prefers="1/2 bet 30", stake=20)
def above_the_box(patch: Patch) -> None:
    """Lets the stakes on a box together exceed its maximum."""
    _bets_freely(patch)


@wrong("P1.4", "event-foreign", deal="2 3 4 ! K 9 / K 9 | 9 8", prefers="1/2 bet 8", table__bettors_per_box=1, table__players_max=7)
def several_where_one(patch: Patch) -> None:
    """Lets several stake on a box where one may."""
    plays_by(patch, table__bettors_per_box=3)


@wrong("P1.4", "stake-bettors", deal="2 3 4 ! K 9 / K 9 / K 9 | 9 8", prefers="1/2 bet 4, 1/3 bet 4", table__bettors_per_box=2)
def a_third_bettor(patch: Patch) -> None:
    """Lets three stake on a box where two may."""
    plays_by(patch, table__bettors_per_box=3)


@wrong("P1.4", "follow", deal="2 3 4 ! 5 6 / K 9 | 9 8 | K", prefers="1/2 bet 8, 1 double")
def nobody_follows(patch: Patch) -> None:
    """Asks other bettors on a box nothing when it doubles."""
    patch.setattr("ledger.table.doubling.follow", _nobody)


@wrong("P1.4", "settlement-extra", deal="2 3 4 ! 8 8 / K 9 | 9 8 | 2 3", prefers="1/2 bet 8, 1 split")
def follows_unasked(patch: Patch) -> None:
    """Puts the stake of another bettor who stays on both hands of a split."""
    right = splitting.split

    def split(table, hand):
        halves = yield from right(table, hand)
        halves[1].bettors = [Bettor(f"{halves[1].path}/2", 2, 8, 8), *halves[1].bettors][::-1]
        return halves

    patch.setattr(f"{TURNS}.split", split)


@wrong("P1.4", "settlement-missing", deal="2 3 4 ! K 9 / K 9 | 9 8", prefers="1/2 bet 8")
def bettor_forgotten(patch: Patch) -> None:
    """Pays the owner of a box only."""
    right = RoundState.settle
    patch.setattr(RoundState, "settle", lambda table, bettor, *what: None if "/" in bettor.path else right(table, bettor, *what))


@wrong("B8.1", "settlement-missing", deal="2 3 4 ! K 9 | 9 8", players=2, boxes=LOOKS_ON, prefers="1/2 bet 8", changes=ONLOOKER)
def onlooker_forgotten(patch: Patch) -> None:
    """Pays the punter and not the onlooker."""
    right = RoundState.settle
    patch.setattr(RoundState, "settle", lambda table, bettor, *what: None if "/" in bettor.path else right(table, bettor, *what))


@wrong("B8.1", "stake-bettors", deal="2 3 4 ! K 9 / K 9 | 9 8", prefers="1/2 bet 8", changes=ONLOOKER)
def punter_looks_on(patch: Patch) -> None:
    """Lets someone with a box of their own stake as an onlooker."""
    plays_by(patch, table__bettors_per_box=3)


@wrong("B8.1", "follow", deal="2 3 4 ! 5 6 | 9 8 | K", players=2, boxes=LOOKS_ON, prefers="1/2 bet 8, 1 double", changes=ONLOOKER)
def onlooker_not_asked(patch: Patch) -> None:
    """Doubles an onlooker's stake unasked."""
    patch.setattr("ledger.table.doubling.follow", _everybody)


@wrong("B8.1", "follow", deal="2 3 4 ! 5 6 | 9 8 | K", players=2, boxes=LOOKS_ON, prefers="1/2 bet 8, 1 double, follow", changes=ONLOOKER)
def half_followed(patch: Patch) -> None:
    """Lets an onlooker match a double with half of their stake."""
    right = doubling.follow

    def follow(table, hand, *, charged):
        following = yield from right(table, hand, charged=charged)
        table.log[-1] = "1/2 follow 4"
        following[0].original_stake = 4
        return following

    patch.setattr("ledger.table.doubling.follow", follow)


def _bets_freely(patch: Patch) -> None:
    right = side_stakes._possible
    patch.setattr(f"{SIDE}._possible", lambda *given: dict.fromkeys(right(*given), (1, LARGEST_STAKE)))
    patch.setattr(f"{SIDE}._fault", lambda *_: None)


def _nobody(_table, _hand, **_charged):
    yield from ()
    return []


def _everybody(_table, hand, **_charged):
    yield from ()
    return hand.others
