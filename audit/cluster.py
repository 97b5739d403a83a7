"""The units of an audit on a Dask cluster (extra `cluster`): the same work, wherever it is done (ADR 18).

A unit travels as its bytes and comes back as what it came to, with its facts, so workers need neither the ledger's files nor a common disk.
A worker that is lost loses nothing: the scheduler gives its units to another.
"""

from __future__ import annotations

import logging
import re
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from audit.errors import ClusterError
from audit.itself import fingerprint
from audit.segment import Work
from audit.spread import Spread, held_back
from audit.stretches import Span
from audit.text import Text

if TYPE_CHECKING:
    from distributed import Client

Data = bytes
Given = TypeVar("Given")
Got = TypeVar("Got")
LOCAL = "local"
_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?([^\s/:\[\]]+|\[[0-9A-Fa-f:.]+\]):(?P<port>[0-9]{1,5})")
MOST_PORTS = 65_535
NOWHERE = "127.0.0.1:0"
"""Any port that is free, for a dashboard that nobody opens."""
SECONDS_TO_ANSWER = 10
AHEAD = 2
"""Units for each worker that are on their way at once: so many wait in memory."""
_ONE_AT_A_TIME = Lock()
"""A worker with several threads judges one unit at a time: its connection is one."""


@attrs.frozen
class Sent(Span):
    """A span whose bytes came with it."""

    origin: Span
    data: Data

    def bytes(self) -> Data:
        return self.data

    def lines_in(self, data: Data) -> Text:
        return self.origin.lines_in(data)


def check_address(address: str) -> None:
    """Raise ClusterError for what cannot be a scheduler's address: Dask would try it for a long time all the same."""
    found = _ADDRESS.fullmatch(address)
    if address != LOCAL and (found is None or not 0 < int(found["port"]) <= MOST_PORTS):
        raise ClusterError(
            f"“{address}” is no scheduler's address such as tcp://10.0.0.7:8786 or node7:8786; `local` makes a cluster here."
        )


@contextmanager
def workers(address: str, jobs: int | None) -> Iterator[Spread]:
    """Give a `map` over the workers of a cluster, or of one made here with `jobs` processes ("local"); raises ClusterError."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise ClusterError("A cluster needs the package `distributed`: pip install 'sealedshoe[cluster]'.") from None
    check_address(address)
    with ExitStack() as stack:
        try:
            if address == LOCAL:
                # An error in a task comes back and is told here; a worker need not tell it, too. Nor is one to hear of Ctrl-C.
                with held_back():
                    made = LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=NOWHERE, silence_logs=logging.CRITICAL)
                    address = stack.enter_context(made).scheduler_address
            client = stack.enter_context(Client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False))
        except (OSError, ValueError) as error:
            raise ClusterError(f"No scheduler answers at {address}: {error}.") from None
        _require_same_auditor(client)
        yield partial(_spread, client)


def _require_same_auditor(client: Client) -> None:
    """Every worker must judge as this process would; raises ClusterError."""
    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_ANSWER)
    except TimeoutError:
        raise ClusterError("The scheduler has no worker: start one with `dask worker ADDRESS --nthreads 1`.") from None
    # Of a worker that has no such package it returns the error, which is not this fingerprint either.
    for worker, theirs in client.run(fingerprint, on_error="return").items():
        if theirs != fingerprint():
            raise ClusterError(f"Worker {worker} does not have this very version of the auditor: install the same one on every worker.")


def _spread(client: Client, function: Callable[[Given], Got], given: Sequence[Given]) -> Iterable[Got]:
    """Begin at once with as much as is worth having on its way; what comes of it comes in order."""
    waiting = iter(given)
    ahead = AHEAD * max(1, len(client.nthreads()))
    on_their_way = deque((one, _submitted(client, function, one)) for one in islice(waiting, ahead))
    return _in_order(client, function, on_their_way, waiting)


def _in_order(
    client: Client, function: Callable[[Given], Got], on_their_way: deque[tuple[Given, Any]], waiting: Iterator[Given]
) -> Iterator[Got]:
    from distributed import CancelledError, KilledWorker
    from distributed.comm.core import CommClosedError

    while on_their_way:
        given, future = on_their_way.popleft()
        try:
            came, facts = future.result()
        except (KilledWorker, CancelledError, CommClosedError, TimeoutError) as error:
            raise ClusterError(f"The cluster lost a part of the work and gave it up: {error}.") from None
        except ImportError as error:
            raise ClusterError(f"A worker that came later does not have the auditor ({error}): install the same one everywhere.") from None
        if isinstance(given, Work) and given.facts is not None:
            for name, data in facts.items():
                (given.facts / name).write_bytes(data)
        for another in islice(waiting, 1):
            on_their_way.append((another, _submitted(client, function, another)))
        yield came


def _submitted(client: Client, function: Callable[[Given], Got], given: Given) -> Any:
    """A future of what comes of it. The bytes go with the task, not to one worker's memory, so that another can take it over."""
    import dask

    with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1GB"}):
        return client.submit(_run, fingerprint(), function, _sent(given), pure=False)


def _sent(given: Given) -> Given:
    """A unit with its bytes; anything else as it is."""
    if not isinstance(given, Work):
        return given
    spans = tuple(Sent(span.path, span.offset, span.length, span.first, span.count, span, span.bytes()) for span in given.unit.spans)
    return attrs.evolve(given, unit=attrs.evolve(given.unit, spans=spans))


def _run(auditor: str, function: Callable[[Given], Got], given: Given) -> tuple[Got, dict[str, bytes]]:
    """On a worker: what comes of it, and its files of facts if it makes any; raises ClusterError where it is of another version.

    It may have come after the others were asked.
    """
    if fingerprint() != auditor:
        raise ClusterError("A worker that came later has another version of the auditor: install the same one everywhere.")
    with _ONE_AT_A_TIME:
        if not isinstance(given, Work) or given.facts is None:
            return function(given), {}
        came = function(attrs.evolve(given, facts=_desk()))
        files = sorted(_desk().iterdir())
        facts = {file.name: file.read_bytes() for file in files}
        for file in files:
            file.unlink()
        return came, facts


@cache
def _desk() -> Path:
    """A folder of this process, for files of facts before they are sent."""
    return Path(_folder().name)


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="shoe-facts-")
