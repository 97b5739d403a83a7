"""Witnesses: others who look at a ledger's checkpoint, remember it, and sign that they did (C2SP tlog-witness; FORMAT.md §3)."""
