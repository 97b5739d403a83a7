"""What every engine's rounds are timed with, in whichever interpreter they run: only the standard library."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Protocol

CARDS_OF_A_DECK = 52
STANDS_AT = 17
STACK = 10**9
"""Enough that nobody drops out."""
SAMPLE = 500
"""Rounds before the clock starts: they warm up, and tell how many cards a round takes."""


class Rounds(Protocol):
    """A table of one engine."""

    def play(self, rounds: int, /) -> None:
        """Play so many rounds."""

    def cards(self) -> int:
        """Cards of the round that was played last."""


def measured(make: Callable[[int, int, float | None], Rounds]) -> None:
    """Play rounds as the arguments say, and print what they took.

    Arguments: rounds, players, decks, and the part of the shoe that is left when it is shuffled, or `every-round`. What an engine needs
    to start is not counted.
    """
    rounds, players, decks, policy = sys.argv[1:]
    table = make(int(players), int(decks), None if policy == "every-round" else float(policy))
    cards = 0
    for _ in range(SAMPLE):
        table.play(1)
        cards += table.cards()
    began, processor = perf_counter(), process_time()
    table.play(int(rounds))
    seconds, processor = perf_counter() - began, process_time() - processor
    print(json.dumps({"seconds": seconds, "processor_seconds": processor, "cards_a_round": cards / SAMPLE}))
