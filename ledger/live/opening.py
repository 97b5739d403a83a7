"""Beginning a live session: its secret and its journal first, then its opening lines."""

from __future__ import annotations

from ledger.clock import Clock
from ledger.history.writer import LineWriter
from ledger.live.entries import described
from ledger.live.journal import Journal, JournaledClock
from ledger.live.own_lines import OwnLines
from ledger.live.receipts import Keep, Receipts
from ledger.live.session import LiveSession
from ledger.live.signing import Signing
from ledger.live.sources import PEOPLE
from ledger.plan import Plan
from ledger.recording import Recorder
from ledger.sheet import Sheet
from ledger.shoe.hashing import labelled_hash

_SECRET_JOURNAL = b"sealedshoe/1/secret/journal"


def journal_key(secret: bytes) -> bytes:
    """What a journal's hashes of questions are keyed with."""
    return labelled_hash(_SECRET_JOURNAL, secret)


def sit_down_live(
    recorder: Recorder,
    plan: Plan,
    clock: Clock,
    secret: bytes | None = None,
    keep: Keep | None = None,
    *,
    through: LineWriter | None = None,
) -> LiveSession:
    """The next session of an open ledger, live, of a plan that was checked; it stands before its first round, or before what is due first.

    SessionRefused for a seed that was used before. Receipts for those who are no bots are given to `keep`. Its lines go
    `through` what writes for many sessions together, where there is such.
    """
    writer = through or recorder.writer
    given = receipts_for(plan, writer, keep)
    number, secret, chain = recorder.seal(plan, secret)
    head = described(plan, number, writer.signer.name, chain.commitment)
    journal = Journal.begun(writer.folder, head, writer.disk)
    lines = OwnLines(writer)
    sheet = Sheet(plan, number, secret, JournaledClock(journal, clock), lines.seq, chain=chain)
    session = LiveSession(Signing(sheet, lines, journal, given), journal_key(secret))
    recorder.opened(secret)
    session.open()
    return session


def receipts_for(plan: Plan, writer: LineWriter, keep: Keep | None) -> Receipts | None:
    """Receipts for every seat that a person or a script answers for, if they are kept."""
    if keep is None:
        return None
    seats = frozenset(seat for seat, name in enumerate(plan.players, 1) if plan.answers[name] in PEOPLE)
    return Receipts(keep, seats, writer.signer.sign, writer.signer.name)
