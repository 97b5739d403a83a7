"""Players who sign their answers at live tables (FORMAT §15)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Collection
from pathlib import Path

import attrs
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ledger.exchange.folder import Exchange
from ledger.live.driving import drive
from ledger.live.questions import Question
from ledger.live.seating import HashesDue, RevealsDue
from ledger.live.session import LiveSession
from ledger.live.signatures import Asked
from ledger.plan import Plan
from ledger.shoe.chain import entropy_hash
from ledger.shoe.hashing import frame
from ledger.table.answering import seat_answering
from tests.support.ledgers import SignedLedger
from tests.support.live import LiveTable

Drives = Callable[..., None]


@attrs.frozen
class Pen:
    """A player's key; the entropy is made of the same number."""

    seat: int

    @property
    def _key(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(bytes([self.seat]) * 32)

    @property
    def public(self) -> str:
        return b64encode(self._key.public_key().public_bytes_raw()).decode()

    @property
    def entropy(self) -> bytes:
        return bytes([100 + self.seat]) * 32

    def signs(self, asked: Asked, said: str) -> str:
        return b64encode(self._key.sign(frame(b"sealedshoe/1/answer", asked.hash, said.encode()))).decode()


def sign_for(session: LiveSession) -> None:
    """From here on every answer of a seat with a key bears its signature."""
    answer = session.answer

    def signed(number: int, said: str, **more: str | None) -> bool:
        question = session.question
        if isinstance(question, Question) and (seat := seat_answering(question.ask, said)) in session.sheet.keys:
            more["signature"] = Pen(seat).signs(session.asked(said.partition(" ")[0]), said)
        return answer(number, said, **more)

    session.answer = signed  # type: ignore[method-assign]


def sit_down(session: LiveSession) -> None:
    """Whoever is waited for gives hash and key, and then reveals."""
    while isinstance(due := session.question, HashesDue | RevealsDue):
        pen = Pen(due.seats[0])
        if isinstance(due, HashesDue):
            name = session.sheet.plan.players[pen.seat - 1]
            session.give_hash(pen.seat, entropy_hash(session.sheet.open_leaf, name, pen.entropy).hex(), pen.public)
        else:
            session.reveal(pen.seat, pen.entropy.hex())


def signing(drives: Drives) -> Drives:
    """Drives a session at which all who give their own entropy sign their answers."""

    def driving(session: LiveSession, *more: object) -> None:
        sit_down(session)
        sign_for(session)
        drives(session, *more)

    return driving


def signed_table(ledger: SignedLedger, plan: Plan, secret: int, seats: Collection[int] | None = None, drives: Drives = drive) -> LiveTable:
    """A table at which these seats sign, all but the second unless they are given."""
    names = [name for seat, name in enumerate(plan.players, 1) if (seat != 2 if seats is None else seat in seats)]
    exchange = Exchange(Path(f"{ledger.path}-exchange-{secret}"), lambda _: None)
    return LiveTable(ledger, attrs.evolve(plan, own=tuple(names), exchange=exchange), secret, drives=signing(drives))
