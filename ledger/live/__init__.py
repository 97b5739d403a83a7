"""Live sessions: signed before the first card of each round, driven from outside, gone on with after a crash (FORMAT.md §4)."""
