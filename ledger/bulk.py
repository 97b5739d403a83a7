"""Sessions in bulk: one more in each of several ledgers, recorded on several processes.

One key serves one ledger and one process writes to it, so that many sessions at once are many ledgers: below one folder, `ledgers/1`, …
with their keys in `keys/1`, …. What one process meets stays its own: the others go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from typing import Any

import attrs

from ledger.clock import Clock
from ledger.errors import LedgerError, LedgerProblem, NameRefused, SessionRefused
from ledger.history.disk import Disk
from ledger.history.keys import KeyFolder, no_passphrase
from ledger.live.sources import PEOPLE, Answering
from ledger.names import check_ledger_name
from ledger.plan import Plan
from ledger.process_server import serving
from ledger.proof.published import read_checkpoint
from ledger.recording import Recorded, record
from ledger.setting_up import create_ledger
from ledger.shoe.hashing import labelled_hash, u64
from ledger.table.session import never

MOST_LEDGERS = 1000
_SECRET = b"sealedshoe/1/secret/bulk"
_GLANCE = 0.2
"""Seconds between two looks at how far the processes are, and at whether someone wants to stop."""


@attrs.frozen
class Bulk:
    """The same table in `ledgers` ledgers below `folder`, named `name/1`, `name/2`, …; those that are not there yet are made.

    `plan` has `answers`, bots by name, and no makers. `secret` (32 bytes) fixes every session, together with the number of its ledger.
    `passphrase` is for the keys that have one.
    """

    folder: Path
    name: str
    ledgers: int
    plan: Plan
    clock: Clock
    secret: bytes | None = attrs.field(default=None, repr=False)
    passphrase: str | None = attrs.field(default=None, repr=False)

    def check(self) -> None:
        """RuleError, NameRefused or SessionRefused if it cannot be recorded as asked, whatever the ledgers hold."""
        check_ledger_name(f"{self.name}/{self.ledgers}")
        for number in range(1, self.ledgers + 1):
            self._check_name(number)
        if PEOPLE & set(self.plan.answers.values()):
            raise SessionRefused("Only bots can play in several ledgers at once; record scripts and people one by one.")
        Answering().give(self.plan).check()

    def _check_name(self, number: int) -> None:
        """A ledger that is there keeps its name; one whose checkpoint cannot be read says so itself when its turn comes."""
        ledger, wanted = self.ledger(number), f"{self.name}/{number}"
        with suppress(LedgerProblem):
            _, signed = read_checkpoint(ledger / "checkpoint")
            if signed.name != wanted:
                raise NameRefused(f"{ledger} is the ledger {signed.name}, not {wanted}; give its own name, or choose another folder.")

    def ledger(self, number: int) -> Path:
        """Where a ledger lies, from 1."""
        return self.folder / "ledgers" / str(number)

    def keys(self, number: int) -> Path:
        """Where its keys lie."""
        return self.folder / "keys" / str(number)


@attrs.frozen
class Outcome:
    """What came of one ledger: a session, or why there is none; neither where everything was broken off before it began."""

    number: int
    ledger: Path
    keys: Path
    recorded: Recorded | None = None
    error: str = ""


def record_in_bulk(
    bulk: Bulk, jobs: int, *, watch: Callable[[int], object] | None = None, stop: Callable[[], bool] = never
) -> list[Outcome]:
    """Record one session in each ledger, on at most so many processes at a time; what came of each, in order.

    `watch` is told, now and then, how many rounds are signed in all. Once `stop` says so, the sessions in play are closed after the
    round in play, and no other begins. Everything that can be checked is checked before anything is written; OSError where
    nothing can be written to the folder at all.
    """
    bulk.check()
    # Made here, so that no two processes make the same folder at once.
    Disk().make_folder(bulk.folder / "ledgers")
    Disk().make_folder(bulk.folder / "keys", 0o700)
    outcomes = {number: Outcome(number, bulk.ledger(number), bulk.keys(number)) for number in range(1, bulk.ledgers + 1)}
    for outcome in _Processes(bulk, max(1, jobs), watch, stop).outcomes():
        outcomes[outcome.number] = outcome
    return list(outcomes.values())


class _Processes:
    """A process for each ledger, not a pool: where one is killed, the others must not go with it."""

    def __init__(self, bulk: Bulk, jobs: int, watch: Callable[[int], object] | None, stop: Callable[[], bool]) -> None:
        self._bulk, self._jobs, self._watch, self._stop = bulk, jobs, watch, stop
        self._context = serving(__name__)
        self._stopped = self._context.RawValue("b", 0)
        self._signed = self._context.RawArray("q", bulk.ledgers + 1)
        self._running: dict[Connection, tuple[int, BaseProcess]] = {}

    def outcomes(self) -> Iterator[Outcome]:
        """What came of each ledger that was begun, as they end."""
        waiting = iter(range(1, self._bulk.ledgers + 1))
        try:
            while self._fill(waiting):
                for ended in wait(list(self._running), _GLANCE):
                    if isinstance(ended, Connection):
                        yield self._outcome(ended)
                if self._stop():
                    self._stopped.value = 1
                if self._watch is not None:
                    self._watch(sum(self._signed))
        finally:
            # Whatever ends this early, the sessions in play are closed in good order, and waited for.
            self._stopped.value = 1
            for _, process in self._running.values():
                process.join()

    def _fill(self, waiting: Iterator[int]) -> bool:
        """Begin as many as there is room for; whether any is running."""
        while len(self._running) < self._jobs and not self._stopped.value and (number := next(waiting, 0)):
            ours, theirs = self._context.Pipe(duplex=False)
            counts = None if self._watch is None else self._signed
            process = self._context.Process(target=_record_one, args=(theirs, self._bulk, number, self._stopped, counts))
            process.start()
            theirs.close()
            self._running[ours] = (number, process)
        return bool(self._running)

    def _outcome(self, ended: Connection) -> Outcome:
        """What a process said, or that it ended without a word."""
        number, process = self._running.pop(ended)
        said: Outcome | None = None
        with suppress(EOFError, ConnectionError), ended:
            said = ended.recv()
        process.join()
        ledger, keys = self._bulk.ledger(number), self._bulk.keys(number)
        ending = f"Its process ended before it was done (status {process.exitcode}); `shoe fsck {ledger} --keys {keys}` says what it left."
        return said or Outcome(number, ledger, keys, error=ending)


def _record_one(told: Connection, bulk: Bulk, number: int, stopped: Any, counts: MutableSequence[int] | None) -> None:
    """Record one ledger's session, in a process of its own, and tell what came of it."""
    # Ctrl-C reaches every process of a terminal; the one that was called decides.
    signal(SIGINT, SIG_IGN)
    ledger, keys = bulk.ledger(number), bulk.keys(number)

    def count(_played: object) -> None:
        if counts is not None:
            counts[number] += 1

    try:
        done = _session(bulk, number, lambda: bool(stopped.value), count)
        told.send(Outcome(number, ledger, keys, recorded=done))
    except LedgerError as error:
        told.send(Outcome(number, ledger, keys, error=str(error)))
    except OSError as error:
        told.send(Outcome(number, ledger, keys, error=f"{error.filename or ledger}: {error.strerror or error}."))


def _session(bulk: Bulk, number: int, stop: Callable[[], bool], watch: Callable[[object], object]) -> Recorded:
    """Make a ledger with its key where there is none, and record the next session."""
    passphrase, folder = bulk.passphrase, bulk.ledger(number)
    keys = KeyFolder(bulk.keys(number), passphrase=no_passphrase if passphrase is None else lambda: passphrase)
    if not (keys.path / "signing.key").exists():
        keys.create(f"{bulk.name}/{number}")
    if not (folder / "history").is_dir():
        create_ledger(folder, f"{bulk.name}/{number}", keys, bulk.clock)
    secret = None if bulk.secret is None else labelled_hash(_SECRET, bulk.secret, u64(number))
    return record(folder, keys, Answering().give(bulk.plan), bulk.clock, secret=secret, watch=watch, stop=stop)


def failed(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Those in which nothing was recorded because of an error."""
    return [outcome for outcome in outcomes if outcome.error]
