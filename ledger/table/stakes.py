"""Stakes (T2.2, E1.2, G2, G3): one open question, answered box by box in any order; then who takes a stake back, and others' stakes.

Where stakes follow the first card the hands are there already (B2.2, H2.3).
"""

from __future__ import annotations

from collections.abc import Generator, Mapping

import attrs
import msgspec

from ledger.rules.steps import lowest_stake, stake_fault
from ledger.rules.tables import LARGEST_STAKE
from ledger.table.ask import ANNOUNCE, READY, STAKES, Ask, amount_of, answered, refuse, split_answer
from ledger.table.hand import Bettor, Hand
from ledger.table.state import RoundState

SIT = "sit"
NO_STAKE = "pass"


def announce(table: RoundState) -> Generator[Ask, str, None]:
    """The banker says how much is in the bank; it caps nothing (C1.3)."""
    most = max(1, table.balances[table.banker])
    act = yield from answered(table.table_question(ANNOUNCE, "D", table.banker, ("announce",), most))
    table.log.append(f"D {act}")


def boxes_that_can_stake(table: RoundState) -> list[tuple[int, int]]:
    """The boxes whose owners' money covers the lowest stake on them and on their lower boxes."""
    left = dict(enumerate(table.balances))
    able = []
    for box, seat in table.company.boxes:
        least = lowest_stake(table.limits.of(box)[0], table.step)
        if left[seat] >= least:
            left[seat] -= least
            able.append((box, seat))
    return able


def covers(table: RoundState, box: int, seat: int) -> bool:
    """Whether a seat's balance covers the lowest stake on a box."""
    return table.balances[seat] >= lowest_stake(table.limits.of(box)[0], table.step)


def take_stakes(table: RoundState) -> Generator[Ask, str, None]:
    """Every box in play bets once, sits, or cannot bet; the hands are those with a stake, boxes rising."""
    dealt: dict[str, list[Hand]] = {}
    for hand in table.hands:
        dealt.setdefault(hand.path.partition(".")[0], []).append(hand)
    limits, company = table.rules.stakes, table.company
    # Whoever is at the table can pay the rules' lowest stake on one box; a banker may have set a higher one.
    able = company.by_name
    if limits.limits_by == "banker":
        able = {str(box): seat for box, seat in company.boxes if covers(table, box, seat)}
    boxes = {box: seat for box, seat in able.items() if box in dealt} if dealt else able
    bounded = table.terms.stakes_bound_each_other or company.several or bool(dealt)
    if not bounded and table.terms.stakes_stand and (hands := _known_stakes(table, boxes)) is not None:
        table.hands = hands
        return
    desk = _Desk(table, table.step, dict(boxes), dealt, bounded)
    table.put_to = desk.put_to
    yield from desk.open(may_sit=table.rules.stakes.sitting_out)
    if table.rules.stakes.withdrawal:
        yield from desk.close()
    table.hands = [hand for box in boxes for hand in desk.placed.get(box, ())]


def _known_stakes(table: RoundState, boxes: Mapping[str, int]) -> list[Hand] | None:
    """The hands of boxes that all stake their least, unasked; None, and nothing done, where somebody is to be asked."""
    strategies, balances, (low, high) = table.strategies, table.balances, table.limits.table
    least = lowest_stake(low, table.step)
    for seat in boxes.values():
        if seat not in strategies or balances[seat] < least:
            return None
    if least > high or table.limits.boxes:
        return None
    for seat in boxes.values():
        table.stake(seat, least)
    table.log += [f"{box} bet {least}" for box in boxes]
    return [Hand(box, seat, [Bettor(box, seat, least, least)], box) for box, seat in boxes.items()]


@attrs.define
class _Desk:
    """The boxes still to bet, and the stakes that lie.

    Where nothing bounds a box's stake but its own limits (`bounded` is false), which is so at most tables, a stake costs half the time:
    then `asked` holds what the next question asks, where the one before was answered for its first box.
    """

    table: RoundState
    step: int
    waiting: dict[str, int]
    dealt: dict[str, list[Hand]]
    bounded: bool
    placed: dict[str, list[Hand]] = attrs.Factory(dict)
    total: int = 0
    asked: tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]] | None = None
    may_sit: bool = False

    def open(self, *, may_sit: bool) -> Generator[Ask, str, None]:
        """The open question, until nobody is left who can bet."""
        table, bounded, self.asked, self.may_sit = self.table, self.bounded, None, may_sit
        while self._drop_those_who_cannot() if bounded else self.waiting:
            ask = self._question()
            answer = yield ask
            # Most answers are this one: it need not be read, and where boxes don't bound each other nothing else can be wrong with it.
            box, least = ask.hands[0], ask.least
            if not bounded and answer == f"{box} bet {least}" and least <= ask.most and least <= ask.balances[0]:
                table.log.append(answer)
                self._place(box, self.waiting.pop(box), least)
                self.asked = (ask.hands[1:], ask.seats[1:], ask.balances[1:])
                continue
            self.asked = None
            while (fault := self._fault(answer)) is not None:
                answer = yield refuse(ask, answer, fault)
            box, act = split_answer(answer)
            seat = self.waiting.pop(box)
            if act == NO_STAKE:
                continue
            table.log.append(answer)
            if act != SIT:
                self._place(box, seat, int(act[4:]))

    def close(self) -> Generator[Ask, str, None]:
        """Until the deal a stake may be taken back (E1.2), and another be made; a last chance for each box."""
        table = self.table
        for box in sorted(self.placed, key=int):
            hand = self.placed[box][0]
            if len(self.placed) > 1 and self.total - hand.stake >= table.rules.stakes.table_minimum:
                act = yield from answered(table.question(READY, hand, ("withdraw", "ready"), default="ready"))
                if act == "withdraw":
                    table.log.append(f"{box} withdraw")
                    table.pay(hand.seat, hand.stake)
                    self.total -= hand.stake
                    del self.placed[box]
                    self.waiting[box] = hand.seat
                    yield from self.open(may_sit=True)

    def bounds(self, box: str) -> tuple[int, int]:
        """Least and most that a box may bet now; most is below least where it can bet nothing."""
        table = self.table
        stakes, step = table.rules.stakes, self.step
        low, high = table.limits.of(int(box))
        hands = len(self.dealt.get(box, ("",)))
        if stakes.table_maximum:
            high = min(high, (stakes.table_maximum - self.total) // hands)
        most = min(high, table.balances[self.waiting[box]] // hands)
        most -= most % step
        least = lowest_stake(low, step)
        missing = stakes.table_minimum - self.total
        return self._towards_the_minimum(box, least, most, missing) if missing > least * hands else (least, most)

    def _towards_the_minimum(self, box: str, least: int, most: int, missing: int) -> tuple[int, int]:
        """The bounds where the table's minimum wants more than the least: all of it here, or so much that another has room for the rest."""
        hands = len(self.dealt.get(box, ("",)))
        enough = lowest_stake(-(-missing // hands), self.step)
        beside = self._most_beside_another(box) // hands
        if beside >= least:
            return least, most if beside >= enough - self.step else min(most, beside - beside % self.step)
        return max(least, min(enough, most)), most

    def _another_can(self, box: str) -> bool:
        """Whether somebody else's box, still waiting, can bring up what the table's minimum wants."""
        return any(seat != self.waiting[box] for other, seat in self.waiting.items() if other != box)

    def _most_beside_another(self, box: str) -> int:
        """The most that leaves somebody else's box, still waiting, room under the table's maximum; below 0 where nobody waits."""
        if not self._another_can(box):
            return -1
        most = self.table.rules.stakes.table_maximum
        others = [other for other, seat in self.waiting.items() if seat != self.waiting[box]]
        return most - self.total - min(map(self._lowest, others)) if most else LARGEST_STAKE * len(self.waiting)

    def _lowest(self, box: str) -> int:
        """The least that may be staked on a box, on all its hands together."""
        return lowest_stake(self.table.limits.of(int(box))[0], self.step) * len(self.dealt.get(box, ("",)))

    def _drop_those_who_cannot(self) -> dict[str, int]:
        """The boxes still to bet, without those whose owners can no longer cover the lowest stake."""
        for box in list(self.waiting):
            least, most = self.bounds(box)
            if most < least:
                del self.waiting[box]
        return self.waiting

    def _question(self) -> Ask:
        hands, seats, balances = self.asked or self._all_waiting()
        return self._put(hands, seats, balances)

    def put_to(self, ask: Ask, box: str) -> Ask:
        """The open question as it stands for one of its boxes alone."""
        at = ask.hands.index(box)
        return self._put((box,), (ask.seats[at],), (ask.balances[at],))

    def _put(self, hands: tuple[str, ...], seats: tuple[int, ...], balances: tuple[int, ...]) -> Ask:
        table, first = self.table, hands[0]
        if self.bounded:
            least, most = self.bounds(first)
        else:
            low, most = table.limits.of(int(first)) if table.limits.boxes else table.limits.table
            least = low if self.step == 1 else lowest_stake(low, self.step)
        legal: tuple[str, ...] = ("bet",)
        if self.may_sit and self._may_sit(first):
            legal = ("bet", SIT if table.rules.stakes.sitting_out else NO_STAKE)
        ask = Ask(STAKES, table.number, hands, seats, balances, legal, least, most, self.step)
        return self._with_first_card(ask) if self.dealt else ask

    def _all_waiting(self) -> tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]:
        """Boxes that have still to bet, their owners, and what these have."""
        seats = tuple(self.waiting.values())
        return tuple(self.waiting), seats, tuple([self.table.balances[seat] for seat in seats])

    def _with_first_card(self, ask: Ask) -> Ask:
        """The question with what the one asked has seen (H2.3)."""
        hand = self.dealt[ask.who][0]
        return msgspec.structs.replace(ask, cards=tuple(hand.cards), total=hand.total, soft=hand.soft, upcard=self.table.upcard)

    def _may_sit(self, box: str) -> bool:
        """Somebody must stake, and the table's minimum be reached, without this box."""
        enough = self.total >= self.table.rules.stakes.table_minimum
        return (bool(self.placed) and enough) or self._another_can(box)

    def _fault(self, answer: str) -> str | None:
        box, act = split_answer(answer)
        if box not in self.waiting:
            return ""
        if act == (SIT if self.table.rules.stakes.sitting_out else NO_STAKE):
            return None if self.may_sit and self._may_sit(box) else ""
        amount = amount_of(act, "bet")
        return "" if amount is None else self._stake_fault(box, amount)

    def _stake_fault(self, box: str, amount: int) -> str | None:
        table, seat = self.table, self.waiting[box]
        if fault := stake_fault(table.rules, amount, table.limits.of(int(box)), self.step):
            return f" ({fault})"
        if amount * len(self.dealt.get(box, ("",))) > table.balances[seat]:
            return f" (seat {seat} has {table.balances[seat]})"
        if not self.bounded:
            return None
        least, most = self.bounds(box)
        return None if least <= amount <= most else f" (with the table's own limits it is from {least} to {most})"

    def _place(self, box: str, seat: int, amount: int) -> None:
        hands = self.dealt.get(box) or [Hand(box, seat, root=box)]
        for hand in hands:
            self.table.stake(seat, amount)
            hand.bettors = [Bettor(hand.path, seat, amount, amount)]
            self.total += amount
        self.placed[box] = hands
