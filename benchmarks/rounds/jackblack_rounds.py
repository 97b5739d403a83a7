"""Rounds of the package jackblack (its `Simulation`) with the strategy and the reshuffle policies of `engines.py`.

It reshuffles by itself only once no card is left, so the first player's strategy, which is asked before the deal, renews the shoe by
its own `reset`.
"""

from __future__ import annotations

from jackblack import Deck, Player, Simple17, Simulation
from timing import CARDS_OF_A_DECK, STACK, measured


class Renewing(Simple17):
    """Stands on 17, and renews the shoe where it is due."""

    def __init__(self, deck: Deck, left: int) -> None:
        super().__init__(auto_log=False)
        self.deck, self.left = deck, left

    def decide_hands(self, player: Player) -> int:  # noqa: ARG002 - their signature
        """Asked of each player before the deal: one hand."""
        if len(self.deck) <= self.left:
            self.deck.reset()
        return 1


class Rounds:
    """A simulation of players who stand on 17."""

    def __init__(self, players: int, decks: int, left: float | None) -> None:
        deck = Deck(num_decks=decks, shuffle=True)
        first = Renewing(deck, int(decks * CARDS_OF_A_DECK * (1 if left is None else left)))
        others = [Simple17(auto_log=False) for _ in range(players - 1)]
        seated = [Player(f"player {number}", chips=STACK, strategy=strategy) for number, strategy in enumerate((first, *others))]
        self.simulation = Simulation(seated, deck=deck)

    def play(self, rounds: int) -> None:
        """All in one go: it sums up its whole history at the end of each."""
        self.simulation.run(rounds)

    def cards(self) -> int:
        """Cards of the round that was played last."""
        return len(self.simulation.dealer.hand) + sum(len(player.hand) for player in self.simulation.players)


if __name__ == "__main__":
    measured(Rounds)
