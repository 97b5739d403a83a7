"""The doors to live sessions: a new one, and one that was left open; each in a block in which the ledger is held for writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ledger.clock import Clock
from ledger.history.keys import KeyFolder
from ledger.history.opening import open_ledger
from ledger.history.writer import Writer
from ledger.live.lost import close_without_journal
from ledger.live.opening import sit_down_live
from ledger.live.receipts import ReceiptFolder
from ledger.live.resuming import chosen, resumed
from ledger.live.session import LiveSession, refuse_words
from ledger.live.sources import Answering
from ledger.plan import Plan
from ledger.recording import Recorded, Recorder


@contextmanager
def live_session(
    folder: Path, keys: KeyFolder, plan: Plan, clock: Clock, *, secret: bytes | None = None, receipts: Path | None = None
) -> Iterator[LiveSession]:
    """A new live session, before its first round, of a plan with `answers` for everybody; receipts go to the folder `receipts`."""
    plan.check()
    if plan.own:
        plan.check_exchange()
    with open_ledger(folder, keys) as writer:
        yield sit_down_live(Recorder.of(writer, keys, clock), plan, clock, secret, _kept(receipts, writer))


@contextmanager
def resumed_session(
    folder: Path, keys: KeyFolder, number: int | None, clock: Clock, answering: Answering, *, receipts: Path | None = None
) -> Iterator[LiveSession]:
    """A live session that was left open, the only one unless `number` says which, at the question at which it was left."""
    with open_ledger(folder, keys, keep_unsigned=True) as writer:
        yield resumed(writer, keys, chosen(writer, number), clock, answering, _kept(receipts, writer))


def _kept(receipts: Path | None, writer: Writer) -> ReceiptFolder | None:
    """A folder for receipts, made at once: OSError if it cannot be."""
    if receipts is None:
        return None
    writer.disk.make_folder(receipts)
    return ReceiptFolder(receipts, writer.disk)


def close_lost_session(folder: Path, keys: KeyFolder, number: int | None, clock: Clock, words: str) -> Recorded:
    """Close a live session whose journal is lost, the round that had begun void for the reason `words`."""
    refuse_words(words)
    with open_ledger(folder, keys) as writer:
        return close_without_journal(writer, keys, chosen(writer, number), clock, words)


def recorded(session: LiveSession) -> Recorded:
    """What a closed session came to."""
    table, writer = session.table, session.writer
    return Recorded(session.number, session.sheet.rounds, table.reason, table.balances, writer.size, tuple(writer.warnings))
