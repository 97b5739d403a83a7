"""Rounds of the package py21 (its `Game`) with the strategy and the reshuffle policies of `engines.py`."""

from __future__ import annotations

from typing import Any

from py21 import Game, Player
from timing import STACK, STANDS_AT, measured


def stand_on_17(hand: Any, **_more: object) -> str:
    """Hit below 17, else stand."""
    return "HIT" if hand.total < STANDS_AT else "STAND"


class Rounds:
    """A game of players who stand on 17, whose wager is the minimum and who decline insurance, as its players do unless told otherwise."""

    def __init__(self, players: int, decks: int, left: float | None) -> None:
        seated = [Player(STACK, strategy_func=stand_on_17) for _ in range(players)]
        self.game = Game(seated, rules={"num_decks": decks, "burn": False, "shuffle_freq": 1 if left is None else left})

    def play(self, rounds: int) -> None:
        """Rounds, without the bar of its `simulate`."""
        for _ in range(rounds):
            self.game.play_round()

    def cards(self) -> int:
        """Cards of the round that was played last: those of the players' histories, and the dealer's."""
        last = [player.history[-1] for player in self.game.player_list]
        return len(last[0]["dealer_cards"].split()) + sum(hand["num_cards"] for hand in last)


if __name__ == "__main__":
    measured(Rounds)
