"""The bot `basic`: best play of any rule set, computed from its rules alone.

Expected values by dynamic programming over an infinite deck: `infinite_deck` says what a hand is, `dealer_odds` what the banker ends
with, `hand_worth` and `split_worth` what a punter's hands are worth, `upcard` what two cards are, `strategy` what to answer.
"""
