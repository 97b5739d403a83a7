"""Answers that players sign: what a signature is made over, whether it is good, and which event bears it out (FORMAT.md §15)."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence

import attrs
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ledger.history.records import SignedAnswer
from ledger.live.receipts import digest
from ledger.shoe.hashing import frame, labelled_hash
from ledger.table.ask import STAKES, Ask

MOST = 256
"""Answers in one record: its line is never too long."""
_QUESTION = b"sealedshoe/1/question"
_ANSWER = b"sealedshoe/1/answer"
_COMPLETED = frozenset(("hit", "double", "triple", "split", "late", "follow", "even", "surrender"))
"""What was answered with these stands in the log with a card or an amount."""


@attrs.frozen
class Asked:
    """A question about a hand as its answer is signed.

    `basis` is the leaf hash of the line that it was put upon, `seen` the number of the round's events then, `hash` that of it all.
    """

    basis: bytes
    seen: int
    hash: bytes

    def is_answered(self, answer: str, signature: str, key: str) -> bool:
        """Whether this is the signature (base64) of a public key (base64) over the question and an answer."""
        try:
            signed = b64decode(signature, validate=True)
            Ed25519PublicKey.from_public_bytes(b64decode(key)).verify(signed, frame(_ANSWER, self.hash, answer.encode()))
        except (InvalidSignature, ValueError):
            return False
        return b64encode(signed).decode() == signature


@attrs.frozen
class Given:
    """An answer that a seat signed, upon so many events that it had `seen`, when `at` stood in the log."""

    seat: int
    answer: str
    seen: int
    signature: str
    at: int


@attrs.define
class Signatures:
    """The question that is open as a player signs its answer, and the signed answers of the round that is due or in play.

    `basis` is the leaf hash of the session's last start, begin, round or void; `face_down`: whether doubles lie so.
    """

    face_down: bool
    basis: bytes = b""
    _stakes: int | None = None
    _given: list[Given] = attrs.Factory(list)

    def put(self, ask: Ask, at: int) -> None:
        """A question is put when `at` events stand in the log: the first one for stakes is open to all, whoever answers before."""
        if ask.phase == STAKES and self._stakes is None:
            self._stakes = at

    def asked(self, ask: Ask, hand: str, log: Sequence[str]) -> Asked:
        """A question that is put about a hand, with the round's log so far."""
        seen = len(log)
        if ask.phase == STAKES and not any(event.startswith(f"{hand} ") for event in log[self._stakes :]):
            seen = self._stakes or 0
        events = digest(log[:seen], face_down=self.face_down)
        return Asked(self.basis, seen, labelled_hash(_QUESTION, self.basis, hand.encode(), events))

    def take(self, given: Given) -> None:
        """An answer that was taken, and is signed."""
        self._given.append(given)

    def in_records(self, log: Sequence[str]) -> Iterator[tuple[SignedAnswer, ...]]:
        """Those of which an event of a log bears out that they were given, as they stand in records."""
        found = sorted(filter(None, (_placed(given, log) for given in self._given)), key=lambda answer: answer.event)
        for first in range(0, len(found), MOST):
            yield tuple(found[first : first + MOST])

    def clear(self) -> None:
        """The round is over, or never came."""
        self._stakes, self._given = None, []


def _placed(given: Given, log: Sequence[str]) -> SignedAnswer | None:
    """A signed answer with its event: the first since it was given that says so, if it left one."""
    for at in range(given.at, len(log)):
        if said_in(log[at]) == given.answer:
            return SignedAnswer(given.answer, at, given.seat, given.seen, given.signature)
    return None


def said_in(event: str) -> str:
    """The answer of which an event comes, if it comes of one: without a card, and without what follows from it."""
    who, _, act = event.partition(" ")
    verb = act.partition(" ")[0]
    return f"{who} {verb}" if verb in _COMPLETED else event
