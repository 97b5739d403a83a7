"""What stood when a round began: who was still at the table, who banked, the limits, and what the last round entitles to (FORMAT.md §9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy

import attrs

from audit.records import Open, Round, Ruling, ShoeUse, Void
from audit.records import Seat as Seated
from audit.story.act import verb
from audit.story.company import Company
from audit.story.events import narrate
from audit.story.phases import SHUFFLES
from audit.story.seal import Seal
from audit.story.session import Readable, SessionRecords, beginning_of
from audit.story.step import Ruling as Ruled
from audit.story.step import Seat, Shoe
from audit.story.told import Told


@attrs.define
class Evening:
    """A session up to a round: the company as the round found it, and the lots drawn so far, each with its shoe and how many took part."""

    records: SessionRecords
    opening: Open
    company: Company
    lots: list[tuple[int, int]] = attrs.Factory(list)
    last: Round | None = None

    @classmethod
    def before(cls, records: SessionRecords, opening: Open, seats: Sequence[Seat], round_: int) -> Evening:
        """All that the rounds before this one changed."""
        evening = cls(records, opening, Company(opening.rules, seats))
        for record in sorted(records.rounds(), key=lambda record: record.round):
            if record.round < round_:
                evening._follow(record)
        return evening

    def _follow(self, record: Round | Void) -> None:
        """Take over what a round's log says before its first card."""
        for at, event in enumerate(record.log):
            who, words = event.partition(" ")[0], event.split(" ")
            if verb(event) in ("leave", "out"):
                self.company.leaves(int(who[1:]))
            elif verb(event) == "lot" and words[2].isdecimal():
                self.lots.append((next_shoe(record, at), len(self.company.candidates(record.before))))
            elif verb(event) == "bank":
                self.company.banks(int(who[1:]), record.round)
            elif verb(event) == "limits":
                self.company.limited(None if who == "D" else int(who), (int(words[2]), int(words[3])))
        if isinstance(record, Round):
            self.last = record

    def lot_numbers(self, seal: Seal, record: Round | Void) -> Callable[[int], int] | None:
        """The numbers of the lot that a round drew, read on where others were drawn from the same stream."""
        at = next((at for at, event in enumerate(record.log) if verb(event) == "lot"), None)
        if at is None:
            return None
        index = next_shoe(record, at)
        numbers = seal.lots(index)
        for other, bound in self.lots:
            if numbers is not None and other == index:
                numbers(bound)
        return numbers

    def heirs(self) -> list[int]:
        """The punters with a natural in the last round, from the banker's left on, where that concerns the bank (B1.3, H6.3)."""
        change = self.opening.rules["bank"]["change"]
        if self.last is None or change not in ("natural", "home"):
            return []
        told = self._told(self.last)
        if change == "home" and told.banker.natural:
            return []
        naturals = {told.person(hand.path) for hand in told.hands.values() if hand.natural and not hand.ended}
        return [seat for seat in told.company.clockwise() if seat in naturals]

    def _told(self, record: Round | Void) -> Told:
        """A round before, told for what it comes to."""
        company = deepcopy(self.company)
        company.banker = record.banker
        told = Told(self.opening.rules, company, list(record.before), round=record.round)
        narrate(told, record.log, record.banker)
        return told

    def shoe(self, seal: Seal, ledger: Readable, use: ShoeUse) -> Shoe:
        """A shoe as the round finds it: of one that goes on, its order as it was shuffled and cut in its first round."""
        began = beginning_of(ledger, self.opening.session, use.index) if use.first else None
        told = self._told(began) if began else None
        pack = told.packs.get(use.index, []) if told else []
        cut = told.cuts.get(use.index, 0) if told else 0

        def order(shuffled: Callable[[Sequence[str]], list[str]]) -> Sequence[str]:
            cards = shuffled(pack)
            return cards[cut:] + cards[:cut]

        return attrs.evolve(seal.shoe(use, order), size=len(pack))


def next_shoe(record: Round | Void, at: int) -> int:
    """The shoe that the chain gives next at some place of a log."""
    shuffled = (int(event.rpartition(" ")[2]) for event in record.log[at:] if event.startswith(SHUFFLES))
    return next(shuffled, max((use.index for use in record.shoes), default=0) + 1)


def retold(ledger: Readable, records: SessionRecords, opening: Open, played: Round | Void) -> Told:
    """A round's events told, from what the rounds before left."""
    seats = [Seat(seat.seat, seat.name, tuple(seat.boxes)) for seat in records.all(Seated)]
    evening, seal = Evening.before(records, opening, seats, played.round), Seal.of(records, opening)
    told = Told(
        opening.rules,
        evening.company,
        list(played.before),
        shoes={use.index: evening.shoe(seal, ledger, use) for use in played.shoes},
        rulings={ruling.seq: Ruled(ruling.about, ruling.text) for ruling in records.all(Ruling)},
        chain=opening.chain,
        lots=evening.lot_numbers(seal, played),
        heirs=evening.heirs(),
        round=played.round,
        broken_off=isinstance(played, Void),
    )
    narrate(told, played.log, played.banker)
    return told
