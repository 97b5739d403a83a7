"""Every kind of change that the operator tries, by name."""

from __future__ import annotations

from collections.abc import Callable

from ledger.cheating import bank, banker, incidents, money, offers, play, premiums, ranking, sealing, shoes, stakes, turns
from ledger.cheating.history import Change
from ledger.cheating.picking import Cheat

Kind = Callable[[Cheat], Change]

AT_ANY_TABLE: dict[str, Kind] = {
    "payout": money.payout,
    "natural": money.natural,
    "push": money.push,
    "loss": money.loss,
    "bust": money.bust,
    "stake": money.stake,
    "insurance": money.insurance,
    "insured": money.insured,
    "balance": money.balance,
    "carried": money.carried,
    "created": money.created,
    "card": play.card,
    "hole": play.hole,
    "swapped-cards": play.swapped_cards,
    "draw": play.draw,
    "extra-draw": play.extra_draw,
    "hit": play.hit,
    "stand": play.stand,
    "peek": play.peek,
    "dropped-event": play.dropped,
    "doubled-event": play.doubled,
    "reordered": play.reordered,
    "seed": sealing.seed,
    "position": sealing.position,
    "commitment": sealing.commitment,
    "entropy": sealing.entropy,
    "name": sealing.name,
    "stack": sealing.stack,
    "rule": sealing.rule,
    "dropped-round": sealing.round_dropped,
    "swapped-rounds": sealing.rounds_swapped,
    "doubled-round": sealing.round_doubled,
    "voided-round": sealing.round_voided,
    "standings": sealing.standings,
    "final-balance": sealing.final_balance,
    "dropped-close": sealing.close_dropped,
    "event-winner": ranking.winner,
    "event-result": ranking.result,
    "event-left-out": ranking.left_out,
    "event-early": ranking.too_early,
}
"""What can be changed at the training table, and so in a demonstration."""

UNDER_OTHER_RULES: dict[str, Kind] = {
    **stakes.STAKES,
    **offers.DEALING,
    **offers.OFFERS,
    **turns.TURNS,
    **premiums.PREMIUMS,
    **banker.BANKER,
    **bank.BANK,
    **shoes.SHOES,
    **incidents.INCIDENTS,
}
"""What needs rules that the training table does not have."""

KINDS = AT_ANY_TABLE | UNDER_OTHER_RULES
