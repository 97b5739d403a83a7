"""Rounds of the package blackjack21 (one table of several players) with the strategy and the reshuffle policies of `engines.py`."""

from __future__ import annotations

from blackjack21 import DEFAULT_SUITS, Deck, Table, shoe_reset_hook
from timing import STANDS_AT, measured


class Rounds:
    """One table and its shoe."""

    def __init__(self, players: int, decks: int, left: float | None) -> None:
        deck = Deck(DEFAULT_SUITS, count=decks)
        hook = deck.reset if left is None else shoe_reset_hook(deck, threshold=1 - left)
        self.table = Table([(f"player {number}", 2) for number in range(players)], deck, on_round_reset=hook)

    def play(self, rounds: int) -> None:
        """Hit below 17, else stand."""
        table = self.table
        for _ in range(rounds):
            table.start_game()
            while (hand := table.current_hand) is not None:
                if hand.total < STANDS_AT:
                    table.hit()
                else:
                    table.stand()

    def cards(self) -> int:
        """Cards of the round that was played last."""
        return len(self.table.dealer.hand) + sum(len(hand) for player in self.table for hand in player.hands)


if __name__ == "__main__":
    measured(Rounds)
