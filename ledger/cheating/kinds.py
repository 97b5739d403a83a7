"""Every kind of change that the operator tries, by name."""

from __future__ import annotations

from collections.abc import Callable

from ledger.cheating import money, play, ranking, sealing
from ledger.cheating.history import Change
from ledger.cheating.picking import Cheat

KINDS: dict[str, Callable[[Cheat], Change]] = {
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
    "standings": sealing.standings,
    "final-balance": sealing.final_balance,
    "dropped-close": sealing.close_dropped,
    "event-winner": ranking.winner,
    "event-result": ranking.result,
    "event-left-out": ranking.left_out,
    "event-early": ranking.too_early,
}
