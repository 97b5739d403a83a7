"""Hand-written rounds with several boxes a player, other bettors, raises: a book-keeper's reckoning of its own, one event after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

PAID_OUT = ("insure", "commission", "follow", "forfeit")
PAID_IN = tuple("insurance bust lose push win natural suited aces pictures even surrender premium".split())
Seats = Sequence[Sequence[int]]


class Sitting(Protocol):
    """A session in the making, of the audit's tests."""

    balances: list[int]

    def write(self, log: Sequence[str]) -> dict[str, Any]:
        """One round."""


class Book(Protocol):
    """A ledger in the making."""

    records: list[dict[str, Any]]

    def begin(self, session: int, rules: dict[str, Any], players: int, *, names: Sequence[str]) -> Any:
        """Open, seats, start."""


def events(text: str) -> list[str]:
    """The events of a log written as one line."""
    return [event.strip() for event in text.split(",")]


def reckoned(log: Sequence[str], seats: Seats) -> list[int]:
    """What a log moves, by account, where the house banks; seats[i] are the boxes of seat i + 1."""
    return _Purses(seats).after(log)


class _Purses:
    """Everyone's winnings so far, and what lies on the boxes."""

    def __init__(self, seats: Seats) -> None:
        self.moved = [0] * (len(seats) + 1)
        self.owner = {box: seat for seat, boxes in enumerate(seats, 1) for box in boxes}
        self.stakes: dict[tuple[int, int], int] = {}
        self.twice: set[int] = set()

    def after(self, log: Sequence[str]) -> list[int]:
        for event in log:
            who, verb, *rest = event.split(" ")
            if event == "D raise":
                for key in self.stakes:
                    self._again(key)
            elif who[0].isdigit():
                self._of_hand(who, verb, rest)
        return self.moved

    def _of_hand(self, who: str, verb: str, rest: Sequence[str]) -> None:
        hand, _, bettor = who.partition("/")
        box = int(hand.split(".")[0])
        key = box, int(bettor or self.owner.get(box, 0))
        n = int(rest[-1]) if rest and rest[-1].isdigit() else 0
        if verb == "bet":
            self.stakes[key] = n
            self._pay(key[1], -n * (1 + (box in self.twice)))
        elif verb == "both":
            self.twice.add(box)
            self._pay(key[1], -self.stakes.get(key, 0))
        elif verb in ("withdraw", "sit"):
            for one in [one for one in self.stakes if one == key or (one[0] == box and not bettor)]:
                self._pay(one[1], self.stakes.pop(one))
        elif verb == "redouble":
            self._again(key)
        elif verb in ("double", "triple", "split"):
            self._pay(key[1], -self.stakes.get(key, 0))
        elif verb in PAID_OUT:
            self._pay(key[1], -n)
        elif verb in PAID_IN:
            self._pay(key[1], n)

    def _again(self, key: tuple[int, int]) -> None:
        self._pay(key[1], -self.stakes.get(key, 0))
        self.stakes[key] = 2 * self.stakes.get(key, 0)

    def _pay(self, seat: int, amount: int) -> None:
        self.moved[seat] += amount
        self.moved[0] -= amount


def sat_down(book: Book, session: int, rules: dict[str, Any], seats: Seats) -> Any:
    """A session whose seats have these boxes."""
    sitting = book.begin(session, rules, len(seats), names=[f"Player {seat}" for seat, _ in enumerate(seats, 1)])
    number = book.records[-1]["session"]
    for record in book.records:
        if record["record"] == "seat" and record["session"] == number:
            record["boxes"] = list(seats[record["seat"] - 1])
    return sitting


def played(sitting: Sitting, text: str, seats: Seats) -> None:
    """One round, with the money that its log moves."""
    before = list(sitting.balances)
    record = sitting.write(events(text))
    sitting.balances = [money + moved for money, moved in zip(before, reckoned(record["log"], seats), strict=True)]
    record["after"] = list(sitting.balances)
