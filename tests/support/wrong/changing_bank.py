"""The changing bank: its banker, its shoe, its deal (B1, B2)."""

from __future__ import annotations

from ledger.cards import RANK_OF
from ledger.table import bank, limits
from ledger.table.interval import Interval, limits_of
from tests.support.wrong.engine import Engines, Patch
from tests.support.wrong.patches import ROUND, cuts_wrongly, plays_by

ENGINES = Engines("changing-bank")
wrong = ENGINES.wrong
BANK = "ledger.table.bank"
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
    patch.setattr("ledger.plan.Plan.check", lambda _: None)


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


@wrong("B1.3", "bank-passes", players=3, session__rounds=6, bank__change="five-deals", bank__auction=False)
def after_four_deals(patch: Patch) -> None:
    """Passes the bank after four deals instead of five."""
    patch.setattr(f"{BANK}.DEALS_OF_A_BANK", 4)


@wrong("B1.3", "bank-passes", players=3, session__rounds=7, bank__change="five-deals", bank__auction=False)
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
