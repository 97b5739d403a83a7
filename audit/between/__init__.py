"""Between rounds (FORMAT §9): who leaves and drops out, whose the bank is, which limits hold. A walk over sessions where these change.

The rules of this phase are a conversation in which every answer decides the next question; so they are written as one, a generator
that asks for the next event, and its answers are those that the ledger recorded. What it asked for and what stands there are rows that
checks judge.
"""
