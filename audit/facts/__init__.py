"""Facts: what the events of a log say, as numpy columns. Here the log is decoded; every judgement is SQL, in `audit/checks`."""
