"""The table as it stands between two rounds; the phases of that interval change it and write its events."""

from __future__ import annotations

import msgspec

from ledger.rules.steps import lowest_stake
from ledger.rules.tables import RuleSet
from ledger.seating import box_owners
from ledger.shoe.rack import Rack
from ledger.table.ask import Ask
from ledger.table.company import HOUSE, FinishedRound, Limits, Seat
from ledger.table.terms import Terms


def limits_of(rules: RuleSet) -> Limits:
    """The rules' own minimum and maximum."""
    return Limits((rules.stakes.minimum, rules.stakes.maximum))


class Interval(msgspec.Struct, eq=False):
    """What can change before round `number`: money, who is at the table, who banks for how many `deals`, the limits.

    Account 0 banks for the house, and stands for nobody before a private game's first draw. `last` is the round before; a card drawn for
    the bank has `begun` the next. Round a private table the places are in the order of the seats, and a seat without one has no part in
    the bank.
    """

    rules: RuleSet
    number: int
    seats: tuple[Seat, ...]
    rack: Rack
    terms: Terms
    balances: list[int]
    playing: set[int]
    banker: int
    deals: int
    limits: Limits
    last: FinishedRound | None
    has_director: bool
    log: list[str] = msgspec.field(default_factory=list)
    begun: bool = False

    @property
    def step(self) -> int:
        """What every stake is a multiple of."""
        return self.terms.step

    @property
    def in_private(self) -> bool:
        """Whether the bank is a player's."""
        return self.rules.bank.holder == "player"

    @property
    def lowest_stake(self) -> int:
        """The least that somebody may stake: the lowest multiple of the step that reaches the minimum in force."""
        return lowest_stake(self.limits.table[0], self.terms.step)

    def can_go_on(self) -> bool:
        """Whether a round has a banker to be and somebody with a box to stake."""
        missing = 2 if self.in_private else 1
        for seat in self.seats:
            if seat.boxes and seat.number in self.playing:
                missing -= 1
                if not missing:
                    return True
        return False

    def clockwise(self, banker: int = HOUSE) -> list[int]:
        """The places at the table from a banker's left on, without the banker; from the first place where there is none."""
        placed = [seat.number for seat in self.seats if seat.boxes and seat.number in self.playing and seat.number != banker]
        return [seat for seat in placed if seat > banker] + [seat for seat in placed if seat < banker]

    def hand_over(self, seat: int) -> None:
        """A new banker: the count of deals begins anew, and limits are the rules' again."""
        self.log.append(f"s{seat} bank")
        self.banker = seat
        self.deals = 0
        self.limits = limits_of(self.rules)

    def boxes(self) -> tuple[tuple[int, int], ...]:
        """(box, owner) of all who take part, rising: those of the seats, or in a private game counted from the banker's left."""
        owners = box_owners(self.seats, self.banker)
        return tuple(sorted((box, seat) for box, seat in owners.items() if seat in self.playing))

    def question(
        self,
        phase: str,
        who: str,
        seat: int,
        legal: tuple[str, ...],
        amounts: tuple[int, int, int] = (0, 0, 1),
        *,
        default: str = "",
    ) -> Ask:
        """A question to one seat, or to account 0 (the director); `amounts` are least, most and step.

        Some of these amounts cost nothing: what the seat can pay is never given as less than the most that it may name.
        """
        least, most, step = amounts
        return Ask(
            phase=phase,
            round=self.number,
            hands=(who,),
            seats=(seat,),
            balances=(max(most, self.balances[seat]),),
            legal=legal,
            least=least,
            most=most,
            step=step,
            default=default,
        )
