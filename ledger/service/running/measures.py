"""What the service counts and times, as Prometheus reads it (`GET /metrics`)."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_1_0_0

from ledger.service.commits import Turn

CONTENT_TYPE = CONTENT_TYPE_PLAIN_1_0_0
_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Measures:
    """One service's figures, in a registry of their own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        of = self._registry
        self._requests = Counter("shoe_requests", "Requests answered, by operation and status.", ("operation", "status"), registry=of)
        self._seconds = Histogram(
            "shoe_request_seconds", "From a request's headers to its answer, by operation.", ("operation",), registry=of, buckets=_SECONDS
        )
        self._refused = Counter("shoe_refused", "Requests refused, by kind of problem.", ("kind",), registry=of)
        self._answers = Counter("shoe_answers", "Answers to questions that were taken and are durable.", registry=of)
        self._entries = Histogram("shoe_fsync_entries", "Journal entries made durable by one fsync.", registry=of, buckets=_SIZES)
        self._lines = Histogram("shoe_commit_lines", "Lines of the ledger made durable together.", registry=of, buckets=_SIZES)
        self._commits = Counter("shoe_commits", "Checkpoints that were signed.", registry=of)
        self._commit_seconds = Histogram(
            "shoe_commit_seconds", "What one turn took to make entries, or lines, durable.", registry=of, buckets=_SECONDS
        )
        self.streams = Gauge("shoe_streams", "Streams of events that are open.", registry=of)
        self.tables = Gauge("shoe_tables_open", "Tables that are not closed.", registry=of)

    def request(self, operation: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._requests.labels(operation, str(status)).inc()
        self._seconds.labels(operation).observe(seconds)

    def refused(self, kind: str) -> None:
        """A request was refused."""
        self._refused.labels(kind).inc()

    def answered(self) -> None:
        """An answer was taken."""
        self._answers.inc()

    def committed(self, turn: Turn) -> None:
        """What one of the writing threads made durable at once."""
        if turn.entries:
            self._entries.observe(turn.entries)
        if turn.lines:
            self._lines.observe(turn.lines)
        self._commits.inc(turn.commits)
        self._commit_seconds.observe(turn.seconds)

    def text(self) -> bytes:
        """All figures in Prometheus' text format."""
        return generate_latest(self._registry)
