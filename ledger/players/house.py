"""The house where no director answers for it: it draws to 17 where it may please itself, and otherwise leaves things as they are."""

from __future__ import annotations

from ledger.players.best_play.dealer_odds import banker_act
from ledger.table.ask import Ask


class House:
    """Answers what is asked of the banker or the table itself (B3.3, C2.5); declines, which is named last."""

    def answer(self, ask: Ask) -> str:
        """See `Source`."""
        if ask.refused:
            raise RuntimeError(ask.refused)
        act = banker_act(ask.total, soft=ask.soft) if "hit" in ask.legal else ask.default or ask.legal[-1]
        return f"{ask.who} {act}"

    def leaves(self, _round_number: int, _seat: int) -> bool:
        """The house stays."""
        return False
