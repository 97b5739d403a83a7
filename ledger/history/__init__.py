"""The history on disk: records, canonical lines, the operator's keys, the append-only writer."""
