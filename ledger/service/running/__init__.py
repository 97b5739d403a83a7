"""Running the service: its settings and limits, connections, logs, metrics, pages, and its orderly end (docs/OPERATIONS.md)."""
