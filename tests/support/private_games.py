"""Private games of hand-written logs for the audit's tests: who banks, who sits where, a deal in which everybody stands."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

PUSH = ("9C", "8D")
BLACKJACK = ("AC", "KD")
WIN = ("TC", "9D")
LOSE = ("TC", "6D")
BANKER_NATURAL = ("KS", "AS")
Hand = tuple[str, str]


def deal(boxes: Sequence[int], hands: Sequence[Hand] = (), dealer: Hand = ("9S", "8H"), stake: int = 2) -> list[str]:
    """A deal in which everybody stakes and stands; hands are the first two cards of each box, a push unless given."""
    held = dict(zip(boxes, [*hands, *[PUSH] * len(boxes)], strict=False))
    log = [f"{box} bet {stake}" for box in boxes]
    for nth, verb in enumerate(("deal", "hole")):
        log += [f"{box} deal {held[box][nth]}" for box in boxes] + [f"D {verb} {dealer[nth]}"]
    natural = [box for box in boxes if held[box] == BLACKJACK]
    others = [box for box in boxes if box not in natural]
    outcome = {PUSH: f"push {stake}", WIN: f"win {2 * stake}", LOSE: "lose 0"}
    if dealer == BANKER_NATURAL:
        return [*log, "D peek natural", "D show", *(f"{box} {f'push {stake}' if box in natural else 'lose 0'}" for box in boxes)]
    return [*log, *(f"{box} natural 5" for box in natural), *(f"{box} stand" for box in others), "D show",
        *(f"{box} {outcome[held[box]]}" for box in others)]  # fmt: skip


class Evening:
    """A private game of hand-written logs, a new shoe for each round; whose cards need not come from the shoe."""

    def __init__(self, book: Any, rules: dict[str, Any], players: int, chain: int = 80) -> None:
        self.book = book
        self.sitting = book.begin(1, book.rules_with(**{"session__rounds": 9, "table__players_max": 7} | rules), players, chain)
        self.players = players
        self.told, self.first = "", 1
        self.there = set(range(1, players + 1))

    def lot(self, candidates: Sequence[int], index: int | None = None) -> tuple[str, int]:
        """The lot that is due: the event, and who wins it."""
        n = self.sitting.stream("lot", index or self.sitting.shoe + 1)(len(candidates))
        return f"s{candidates[n]} lot {n}", candidates[n]

    def round(self, *events: str, banker: int, **dealt: Any) -> Evening:
        """A round with these events before it."""
        self.there -= {int(event[1:].split(" ")[0]) for event in events if event.endswith((" leave", " out"))}
        boxes = sorted((seat - banker) % self.players for seat in self.there - {banker})
        uses, log = list[dict[str, object]](), list[str]()
        for event in events:
            log.append(event)
            if event.startswith("D shuffle"):
                self.use(uses)
        self.use(uses)
        self.sitting.write([*log, f"D shuffle {self.sitting.shoe}", *deal(boxes, **dealt)], uses, banker)
        return self

    def use(self, uses: list[dict[str, object]]) -> None:
        """The next shoe, which ends at once."""
        self.sitting.shoe += 1
        uses.append({"first": 0, "index": self.sitting.shoe, "seed": self.sitting.seeds[self.sitting.shoe].hex()})

    def close(self, reason: str = "stopped", *events: str) -> Collection[str]:
        """Close; what is then taken for granted: that the cards are not the shoe's and that the game is shorter than its rules say."""
        self.sitting.close(reason, list(events))
        return {"card", "rounds-played"} if self.sitting.rounds < 9 else {"card"}


def begun(game: Evening, **more: Any) -> Evening:
    """The first round, after the draw."""
    return game.round(game.told, f"s{game.first} bank", banker=game.first, **more)


def seat(game: Evening, places: int) -> int:
    """The seat so many places to the left of the first banker."""
    return (game.first + places - 1) % game.players + 1


def seats(game: Evening) -> dict[str, int]:
    """Who sits where: o is the first banker, a sits on the left, then b."""
    return {"o": game.first, "a": seat(game, 1), "b": seat(game, 2)}


def events(game: Evening, pattern: str) -> list[str]:
    """Events with o, a and b for people; those of people who go, by seats."""
    told = [event.partition(" ") for event in pattern.split(", ")] if pattern else []
    result = [f"{f's{seats(game)[who]}' if who in 'oab' else who} {act}" for who, _, act in told]
    going = sorted(event for event in result if event.endswith(" out"))
    return [going.pop(0) if event.endswith(" out") else event for event in result]


def then(game: Evening, pattern: str, banker: str = "o", **first: Any) -> Evening:
    """The first round, and a second one with these events before it."""
    return begun(game, **first).round(*events(game, pattern), banker=seats(game)[banker])
