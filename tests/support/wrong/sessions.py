"""Sessions, standings and shoes (T7, G6)."""

from __future__ import annotations

import attrs

from ledger.shoe.rack import Rack, ShoeUse
from ledger.shoe.shuffle import Shoe
from ledger.table.session import TableSession
from ledger.table.session import standings as right_standings
from ledger.table.state import RoundState
from tests.support.wrong.engine import CUT_CARD, Engines, Patch

ENGINES = Engines()
wrong = ENGINES.wrong


@wrong("T7.1", "stake-players", "dropping-out", stake=2, session__stack=3, session__rounds=20)
def nobody_drops_out(patch: Patch) -> None:
    """Lets players go on who cannot cover the stake."""
    patch.setattr("ledger.table.between.cannot_stake", lambda _: [])
    patch.setattr("ledger.table.stakes._Desk._fault", lambda *_, **__: None)


@wrong("T7.1", "dropping-out", "stake-players")
def drops_the_rich(patch: Patch) -> None:
    """Drops a player who could go on."""
    patch.setattr("ledger.table.between.cannot_stake", lambda table: [seat for seat in (2,) if seat in table.playing])


@wrong("T7.1", "rounds-played", "close-reason")
def a_round_short(patch: Patch) -> None:
    """Ends one round early."""
    right = TableSession.play

    def play(table, sources, stop):
        rules = table.rules
        table.rules = attrs.evolve(rules, session=attrs.evolve(rules.session, rounds=rules.session.rounds - 1))
        return right(table, sources, stop)

    patch.setattr(TableSession, "play", play)


@wrong("T7.1", "rounds-played", "close-reason")
def a_round_too_many(patch: Patch) -> None:
    """Plays one round more."""
    right = TableSession.play

    def play(table, sources, stop):
        rules = table.rules
        table.rules = attrs.evolve(rules, session=attrs.evolve(rules.session, rounds=rules.session.rounds + 1))
        return right(table, sources, stop)

    patch.setattr(TableSession, "play", play)


@wrong("T7.1", "standings", deal="K 9 / K 9 / K 7 | K 8")
def worst_first(patch: Patch) -> None:
    """Ranks the lowest result first."""
    patch.setattr("ledger.sheet.standings", lambda stacks, balances: right_standings(stacks, balances)[::-1])


@wrong("T7.1", "standings", deal="K 9 / K 9 / K 7 | K 8")
def places_not_shared(patch: Patch) -> None:
    """Gives equal results different places."""
    patch.setattr(
        "ledger.sheet.standings",
        lambda stacks, balances: [(at, seat, net) for at, (_, seat, net) in enumerate(right_standings(stacks, balances), 1)],
    )


@wrong("T7.1", "standings", deal="K 9 / K 9 / K 7 | K 8")
def places_dense(patch: Patch) -> None:
    """Counts shared places once: 1, 1, 2."""

    def ranked(stacks, balances):
        entries = right_standings(stacks, balances)
        nets = sorted({net for *_, net in entries}, reverse=True)
        return [(1 + nets.index(net), seat, net) for _, seat, net in entries]

    patch.setattr("ledger.sheet.standings", ranked)


@wrong("T7.2", "shoe-end", "shoe-list", "shoe-sequence")
def no_shuffle(patch: Patch) -> None:
    """Deals on from the same shoe where every round is shuffled."""
    right = Rack.__init__

    def made(rack, *given):
        right(rack, *given)
        rack.every_round = False

    patch.setattr(Rack, "__init__", made)


@wrong("T7.2", "card")
def cards_come_back(patch: Patch) -> None:
    """Deals a card again in the same round."""
    right = Shoe.next_card

    def next_card(shoe):
        card = right(shoe)
        return shoe._cards[0] if shoe.dealt == 10 else card

    patch.setattr(Shoe, "next_card", next_card)
    patch.setattr(Shoe, "next_cards", lambda shoe, count: [next_card(shoe) for _ in range(count)])


@wrong("T7.2", "card")
def biased_shuffle(patch: Patch) -> None:
    """Swaps with any card instead of one of those that are left."""

    def derive(shoe):
        for position, word in enumerate(shoe._stream.words(shoe.size)):
            other = word % shoe.size
            shoe._cards[position], shoe._cards[other] = shoe._cards[other], shoe._cards[position]
        shoe._derived = shoe.size

    patch.setattr(Shoe, "_derive", derive)


@wrong("T7.2", "shoe-end", "shoe-sequence", changes=CUT_CARD, shoe__penetration_left=20, players=2)
def indicator_ignored(patch: Patch) -> None:
    """Deals on past the indicator."""
    _left_at_end(patch, 0)


@wrong("T7.2", "shoe-end", "shoe-sequence", changes=CUT_CARD, shoe__penetration_left=0, players=2)
def shuffles_early(patch: Patch) -> None:
    """Shuffles before the indicator has come."""
    _left_at_end(patch, 20)


def _left_at_end(patch: Patch, left: int) -> None:
    right = Rack.__init__

    def made(rack, *given):
        right(rack, *given)
        rack._left_at_end = left

    patch.setattr(Rack, "__init__", made)


@wrong("G6", "card", changes=CUT_CARD)
def table_cards_shuffled_in(patch: Patch) -> None:
    """Shuffles the cards on the table in with the discards."""
    right = Rack.reshuffle
    patch.setattr(Rack, "reshuffle", lambda rack, _: right(rack, ()))


@wrong("G6", "shoe-end", "shoe-sequence", changes=CUT_CARD)
def reshuffled_shoe_goes_on(patch: Patch) -> None:
    """Deals on from reshuffled discards in the next round."""
    right = Rack.end_round

    def end(rack, *, broken_off=False):
        uses, last = right(rack, broken_off=broken_off), rack._uses[-1][0]
        if len(uses) < 2 or last.left < 30:
            return uses
        rack.shoe = last
        return (*uses[:-1], ShoeUse(uses[-1].index, uses[-1].first, None))

    patch.setattr(Rack, "end_round", end)


@wrong("G6", "turn-missing", "dealer-stands", "split-second-missing", changes=CUT_CARD)
def discards_forgotten(patch: Patch) -> None:
    """Deals no more when the shoe is empty though there are discards."""
    patch.setattr(RoundState, "a_card_is_left", lambda table: table.rack.shoe.left > 0)
