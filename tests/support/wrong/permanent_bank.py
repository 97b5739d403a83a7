"""The permanent bank (P), but for other bettors on a box."""

from __future__ import annotations

from ledger.cards import IS_ACE
from ledger.shoe.rack import Rack
from ledger.table import turns
from ledger.table.company import Limits
from ledger.table.state import RoundState
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import PLAN, ROUND, cuts_wrongly, dealer_draws, moves, phase_by, plays_by, takes_any_stake, writes

ENGINES = Engines("permanent-bank")
wrong = ENGINES.wrong
NO_HOLE = {"deal__pattern": "no-hole", "peek__when": "no-hole"}
TWO_BOXES: dict[str, tuple[int, ...]] = {"Player 1": (1, 2)}


@wrong("P1.1", "seats", deal="2 3 4 ! K 9 / K 9 | 9 8", boxes={"Player 2": (8,)}, table__boxes=7)
def an_eighth_box(patch: Patch) -> None:
    """Opens an eighth box where there are seven."""
    patch.setattr(f"{PLAN}.Plan.check", lambda _: None)
    patch.setattr(f"{PLAN}.seating", lambda *_: [(1,), (8,)])


@wrong("P1.1", "ruling", deal="2 3 4 9 K 5 6 8 7 !", players=2, happens="1 missed, D ruling The box takes a card")
def ruling_not_named(patch: Patch) -> None:
    """Names no ruling in the log of the round that it is about."""
    writes(patch, lambda log: [event for event in log if not event.startswith("D ruling")])


@wrong("G7", "ruling-about", deal="2 3 4 9 K 5 6 8 7 !", players=2, happens="1 missed, D ruling The box takes a card", table__rulings=False)
def rulings_where_none(patch: Patch) -> None:
    """Names a ruling where the rules have none."""
    plays_by(patch, table__rulings=True)


@wrong("P1.1", "card", "shoe-cut", players=3, session__rounds=3)
def eight_decks(patch: Patch) -> None:
    """Deals from eight decks."""
    plays_by(patch, pack__decks=8)


@wrong("P1.2", "reshuffle", players=3, session__rounds=3, shoe__voluntary=False)
def reshuffled_at_will(patch: Patch) -> None:
    """Shuffles at will where the shoe must be dealt on."""
    right = Rack.end_round

    def end_round(rack, *, broken_off=False):
        uses = right(rack, broken_off=broken_off)
        rack.put_away()
        return uses

    patch.setattr(Rack, "end_round", end_round)


@wrong("P1.2", "shoe-end", "shoe-sequence", players=6, session__rounds=20, shoe__penetration_left=200)
def indicator_ignored(patch: Patch) -> None:
    """Deals on past the indicator."""
    plays_by(patch, shoe__penetration_left=0)


@wrong("P1.2", "shoe-burn", deal="2 3 4 ! K 9 | 9 8")
def two_burnt(patch: Patch) -> None:
    """Burns two cards instead of three."""
    plays_by(patch, shoe__burn=2)


@wrong("P1.2", "shoe-cut", deal="2 3 4 ! K 9 / K 9 | 9 8")
def cut_by_another(patch: Patch) -> None:
    """Lets the punter furthest to the right cut."""
    cuts_wrongly(patch)


@wrong("P1.3", "stake-amount", deal="2 3 4 ! K 9 | 9 8", stake=60)
def above_the_maximum(patch: Patch) -> None:
    """Takes a stake above the maximum that nobody asked to raise."""
    takes_any_stake(patch)


@wrong("P1.3", "limits", deal="2 3 4 ! K 9 | 9 8", happens="1 limits 4 20")
def maximum_lowered(patch: Patch) -> None:
    """Lowers a box's maximum on request."""
    patch.setattr("ledger.table.limits._fits", lambda *_: True)


@wrong("P1.3", "stake-amount", deal="2 3 4 ! K 9 / K 9 | 9 8", happens="1 limits 4 80", stake=60)
def raised_for_all(patch: Patch) -> None:
    """Raises the maximum of every box when one player asks."""
    right = Limits.of
    patch.setattr(Limits, "of", lambda limits, _: right(limits, 1))


@wrong("P2.1", "deal-boxes", deal="2 3 4 ! K 9 | 9 8", deal__pattern="a")
def all_up(patch: Patch) -> None:
    """Deals first cards up where all lie face down."""
    plays_by(patch, deal__pattern="d")


@wrong("P2.1", "deal-boxes", deal="2 3 4 ! K 9 | 9 8", deal__pattern="b")
def punters_up(patch: Patch) -> None:
    """Deals the punters' second cards up where both lie face down."""
    plays_by(patch, deal__pattern="e")


@wrong("P2.1", "deal-banker", deal="2 3 4 ! K 9 | 9 8")
def banker_down_first(patch: Patch) -> None:
    """Deals the banker down, then up, at a table that does it the other way."""
    plays_by(patch, deal__pattern="d")


@wrong("P2.1", "deal-banker", deal="2 3 4 ! K 9 | 9 8", deal__pattern="d")
def banker_up_first(patch: Patch) -> None:
    """Deals the banker up, then down, at a table that does it the other way."""
    plays_by(patch, deal__pattern="c")


@wrong("P2.1", "deal-boxes", deal="2 3 4 ! K 9 | 9 8", deal__pattern="e")
def first_card_up(patch: Patch) -> None:
    """Deals the punters' first cards up where they lie face down."""
    plays_by(patch, deal__pattern="c")


@wrong("P2.2", "peek", deal="2 3 4 ! K 9 | K 8")
def no_peek(patch: Patch) -> None:
    """Peeks under an ace only."""
    right = RoundState.can_make_a_natural
    patch.setattr(RoundState, "can_make_a_natural", lambda table: right(table) and IS_ACE[table.upcard])


@wrong("P2.2", "peek", deal="2 3 4 ! K 9 | K 8", peek__when="after-play")
def peeks_before_play(patch: Patch) -> None:
    """Peeks where there is a peek after play only."""
    plays_by(patch, peek__when="ten-or-ace")


@wrong("P2.2", "payout", deal="2 3 4 ! 5 6 | K | 8 A", prefers="double", stake=20, changes=NO_HOLE, peek__natural_takes="original")
def natural_takes_all(patch: Patch) -> None:
    """Takes a doubled stake whole where a natural takes the original one."""
    plays_by(patch, peek__natural_takes="all")


@wrong("P2.2", "outcome", deal="2 3 4 ! A K | K A")
def naturals_lose(patch: Patch) -> None:
    """Lets naturals lose to the banker's."""
    plays_by(patch, settlement__natural_ties="banker")


@wrong("P3.1", "insurance-amount", deal="2 3 4 ! K 9 | A 8", prefers="insure 3", stake=20)
def insurance_of_a_part(patch: Patch) -> None:
    """Takes an insurance of less than half the stake."""
    phase_by(patch, f"{ROUND}.offer_insurance", insurance__amount="up-to-half")


@wrong("P3.1", "insurance-offer", deal="2 3 4 ! A K | A 8")
def naturals_not_asked(patch: Patch) -> None:
    """Offers naturals no insurance."""
    phase_by(patch, f"{ROUND}.offer_insurance", insurance__naturals=False)


@wrong("P3.1", "event-order", deal="2 3 4 ! K 9 | A 8")
def insurance_after_the_peek(patch: Patch) -> None:
    """Offers insurance after the peek."""
    moves(patch, "1 decline insurance", "1 stand")


@wrong("P3.2", "event-order", deal="2 3 4 ! K 6 / K 5 | 9 8", players=1, boxes=TWO_BOXES)
def left_hand_first(patch: Patch) -> None:
    """Lets a player play the higher of two boxes first."""
    right = turns.play_turns

    def play(table):
        table.hands.reverse()
        yield from right(table)
        table.hands.reverse()

    patch.setattr(f"{ROUND}.play_turns", play)


@wrong("P3.3", "double-turned", deal="2 3 4 ! 5 6 | 9 8 | K", prefers="double")
def double_shown(patch: Patch) -> None:
    """Shows at once the card of a double that lies face down."""
    plays_by(patch, double__face_down=False)


@wrong("P3.3", "split", deal="2 3 4 ! J K | 9 8 | 2 3", prefers="split")
def pairs_by_value(patch: Patch) -> None:
    """Splits jack and king where pairs are by rank."""
    plays_by(patch, split__pairs="value")


@wrong("P3.3", "event-order", deal="2 3 4 ! K 6 / A K | 9 8")
def natural_out_of_turn(patch: Patch) -> None:
    """Pays a natural before anyone's turn."""
    plays_by(patch, natural__paid="after-peek")


@wrong("P4.1", "dealer-draws", deal="2 3 4 ! K 9 | 9 8")
def banker_decides(patch: Patch) -> None:
    """Lets the banker decide."""
    plays_by(patch, banker__play="free")


@wrong("P4.1", "dealer-draws", deal="2 3 4 ! K 9 | A 6 | 4")
def draws_on_soft_17(patch: Patch) -> None:
    """Draws on soft 17."""
    plays_by(patch, banker__soft17="draw")


@wrong("P4.1", "dealer-stands", deal="2 3 4 ! K 9 | 9 7")
def stands_on_16(patch: Patch) -> None:
    """Stands on 16."""
    dealer_draws(patch, lambda dealer, _: dealer.total < 16)


@wrong("P5.1", "outcome", deal="2 3 4 ! K 8 | 9 9")
def ties_lose(patch: Patch) -> None:
    """Lets equal totals lose."""
    plays_by(patch, settlement__ties="banker")


@wrong("P5.1", "payout", deal="2 3 4 ! A K | 9 8")
def natural_two_to_one(patch: Patch) -> None:
    """Pays a natural 2:1 where it gets 3:2."""
    plays_by(patch, natural__pays="2:1")


@wrong("P5.1", "outcome", "event-foreign", deal="2 3 4 ! 2 2 | 9 8 | 3 2 4", prefers="1 hit, 1 hit, 1 hit")
def premium_where_none(patch: Patch) -> None:
    """Pays a premium where there is none."""
    plays_by(patch, premiums__five_cards="2:1")
