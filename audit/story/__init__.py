"""One round told step by step: the reading behind `shoe explain` (audit/explain.py is its face)."""
