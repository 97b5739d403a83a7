"""Files that prove something offline: hand bundles, proofs of lines, checkpoints and what extends them, receipts (FORMAT §10, §11)."""
