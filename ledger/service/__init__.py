"""Live tables over HTTP: one process holds the ledger open, and many tables play into it (extra `service`)."""
