"""What the events of a log move, account by account: how a careful cheat keeps the balances true to a log that was changed.

It reads logs that nobody could have played as well, so it asks for nothing: a stake that does not stand there is 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

Path = tuple[str, str]
"""A hand and the seat of the bettor on it, both as the log names them; no seat for the box's own."""
_CHARGES = frozenset(("insure", "follow", "commission", "forfeit"))
_ONCE_MORE = frozenset(("double", "triple", "split"))
_PAYOUTS = frozenset(
    ("bust", "lose", "push", "win", "natural", "suited", "aces", "pictures", "premium", "even", "surrender", "insurance"),
)


@attrs.frozen
class Seating:
    """Who owns which box in one round, who banks, and who banked before."""

    owners: Mapping[str, int]
    banker: int
    outgoing: int

    def account(self, who: str) -> int | None:
        """The account of a hand, another bettor on it, or a seat; None for the banker and for boxes that nobody has."""
        if who.startswith("s"):
            return int(who[1:])
        hand, _, bettor = who.partition("/")
        return int(bettor) if bettor else self.owners.get(hand.partition(".")[0])


@attrs.define
class _Purse:
    """Stakes as they lie and money as it has moved, while a log is read."""

    seating: Seating
    outgoing: int
    bases: Mapping[Path, int] = attrs.Factory(dict)
    moved: dict[int, int] = attrs.Factory(dict)
    stakes: dict[Path, int] = attrs.Factory(dict)
    halves: set[str] = attrs.Factory(set)

    def pay(self, who: str, amount: int) -> None:
        """Money from the banker to someone; from them where it is below 0."""
        account = self.seating.account(who)
        if account is not None:
            self.moved[account] = self.moved.get(account, 0) + amount
            self.moved[self.seating.banker] = self.moved.get(self.seating.banker, 0) - amount

    def base(self, who: str) -> int:
        """The stake of the first hand from which this one comes, as it stood in the end."""
        hand, _, bettor = who.partition("/")
        while hand and (hand, bettor) not in self.bases:
            hand = hand.rpartition(".")[0]
        return self.bases.get((hand, bettor), 0)

    def stake(self, path: Path, amount: int) -> None:
        """Put a stake on a hand; it is the one that counts, if another lies there."""
        self.stakes[path] = amount
        self.pay("/".join(filter(None, path)), -amount)

    def bet(self, who: str, amount: int) -> None:
        """A stake on a box; on both its hands, where it plays two (B5.2)."""
        hand, _, bettor = who.partition("/")
        for path in (f"{hand}.1", f"{hand}.2") if hand in self.halves else (hand,):
            self.stake((path, bettor), amount)

    def both(self, hand: str) -> None:
        """One hand becomes two with a stake on each."""
        self.halves.add(hand)
        before = self.stakes.pop((hand, ""), None)
        if before is not None:
            self.stakes[f"{hand}.1", ""] = before
            self.stake((f"{hand}.2", ""), before)

    def take_back(self, who: str, *, others_too: bool) -> None:
        """Stakes come back to whoever made them."""
        for hand, bettor in [*self.stakes]:
            if hand == who and (others_too or not bettor):
                self.pay("/".join(filter(None, (hand, bettor))), self.stakes.pop((hand, bettor)))

    def once_more(self, paths: Sequence[Path]) -> None:
        """As much again on these stakes."""
        for path in paths:
            self.stake(path, self.stakes.get(path, 0))
            self.stakes[path] *= 2

    def read(self, event: str) -> None:
        """Move what an event moves."""
        who, verb, *rest = event.split(" ")
        amount = int(rest[-1]) if rest and rest[-1].isdecimal() else 0
        if verb == "bet":
            self.bet(who, amount)
        elif verb in _CHARGES:
            self.pay(who, -amount)
        elif verb in _PAYOUTS:
            self.pay(who, amount)
        elif verb in _ONCE_MORE:
            self.pay(who, -self.base(who))
        elif verb == "both":
            self.both(who)
        elif verb in ("withdraw", "sit"):
            self.take_back(who, others_too=verb == "sit")
        elif verb in ("raise", "redouble"):
            hand, _, bettor = who.partition("/")
            self.once_more([*self.stakes] if verb == "raise" else [(hand, bettor)])
        elif verb == "pays":
            self.pass_on(who, amount)
        elif verb == "bank":
            self.outgoing = self.seating.account(who) or 0

    def pass_on(self, who: str, amount: int) -> None:
        """The price of the bank goes to whoever gives it up (B1.4)."""
        payer = self.seating.account(who)
        if payer is not None:
            self.moved[payer] = self.moved.get(payer, 0) - amount
            self.moved[self.outgoing] = self.moved.get(self.outgoing, 0) + amount


def moves(log: Sequence[str], seating: Seating) -> dict[int, int]:
    """What each account has gained by the end of a log; the sum is 0."""
    purse = _Purse(seating, seating.outgoing)
    for _ in range(2):  # what doubles and splits are reckoned from is known when all stakes are
        purse = _Purse(seating, seating.outgoing, purse.stakes)
        for event in log:
            purse.read(event)
    return purse.moved
