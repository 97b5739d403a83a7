"""Waiting for the files of players with entropy of their own, which seat a session (FORMAT.md §12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ledger.errors import SessionRefused
from ledger.exchange.files import Reveal, SeatHash
from ledger.exchange.folder import SEATS, Exchange
from ledger.live.seating import HashesDue, RevealsDue, Seating
from ledger.live.session import LiveSession

_NO_SIGNING = "has a key, and no answer can be signed at this table; `shoe seat join` with a new secret, and without --sign, makes one"
_NO_REVEAL = "An entropy was not revealed."


def seat_by_files(session: LiveSession, exchange: Exchange | None) -> None:
    """Wait for the files that are due, until the session stands before its first round, or is closed since somebody did not reveal.

    LeftOpen where nobody waits any longer; SessionRefused where there is no exchange.
    """
    if exchange is None:
        raise SessionRefused(
            f"Session {session.number} waits for files of its players; give the folder where they lie with --exchange DIR, "
            "and with --wait 0 if nobody is to be waited for."
        )
    if isinstance(due := session.question, HashesDue):
        _take_hashes(session, exchange, due.seats)
    if isinstance(due := session.question, RevealsDue):
        _take_reveals(session, exchange, due.seats)


def _take_hashes(session: LiveSession, exchange: Exchange, seats: Sequence[int]) -> None:
    """A hash from each, by their file; whose does not come in time is the house's."""
    seating, missing = session.seating, _named(session, seats)
    for name, seat in missing.items():
        exchange.give(exchange.path(name, "invitation"), seating.invitation(seat))
        exchange.tell(f"Give {name} the invitation {exchange.path(name, 'invitation')}.")
    judges = {name: partial(_fault_of_hash, seating, seat) for name, seat in missing.items()}
    for name, file in exchange.come("hash", SeatHash, judges, _left_open(session, "hashes")):
        session.give_hash(missing.pop(name), file.entropy_hash)
    for name, seat in missing.items():
        session.give_hash(seat, None)
        exchange.tell(f"No hash has come from {name}, who sits with the house's entropy; every audit will say so.")


def _fault_of_hash(seating: Seating, seat: int, file: SeatHash) -> str:
    """Where answers are said aloud nobody can sign them: whoever wants to is told before the seats are signed."""
    return seating.fault_of_hash(seat, file) or (_NO_SIGNING if file.key is not None else "")


def _take_reveals(session: LiveSession, exchange: Exchange, seats: Sequence[int]) -> None:
    """What each reveals, by their file; where somebody does not in time, the session is closed."""
    seating, missing = session.seating, _named(session, seats)
    exchange.give(exchange.folder / SEATS, seating.seats_file())
    exchange.tell(f"Every seat is signed: give {exchange.folder / SEATS} to {', '.join(missing)}.")
    judges = {name: partial(seating.fault_of_reveal, seat) for name, seat in missing.items()}
    for name, file in exchange.come("reveal", Reveal, judges, _left_open(session, "reveals")):
        session.reveal(missing.pop(name), file.entropy)
    if missing:
        session.stop(_NO_REVEAL)
        exchange.tell(f"{', '.join(missing)} did not reveal: the session is closed without a start, as every audit will say.")


def _named(session: LiveSession, seats: Sequence[int]) -> dict[str, int]:
    return {session.sheet.plan.players[seat - 1]: seat for seat in seats}


def _left_open(session: LiveSession, what: str) -> str:
    return f"Session {session.number} was left open, waiting for {what} of its players; go on with `shoe resume`."
