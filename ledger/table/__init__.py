"""The engine: one module for each phase of a round, in playing order."""
