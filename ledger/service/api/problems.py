"""Refusals as problem details (RFC 9457), and which refusal every other error is."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.responses import Response

from ledger.errors import EventError, LedgerError, NameRefused, NotYetRevealed, RuleError, ScriptError, SessionRefused
from ledger.service.refusals import Kind, Refused

MEDIA = "application/problem+json"
UNWRITABLE = "The ledger cannot be read or written now; the operator finds the reason in the service's log."
_REALM = 'Bearer realm="sealedshoe"'
_KINDS: tuple[tuple[type[LedgerError], Kind], ...] = (
    (NotYetRevealed, Kind.NOT_REVEALED),
    (RuleError, Kind.REFUSED),
    (NameRefused, Kind.REFUSED),
    (EventError, Kind.REFUSED),
    (ScriptError, Kind.REFUSED),
    (SessionRefused, Kind.REFUSED),
)


class Problem(msgspec.Struct, frozen=True):
    """What every refusal looks like: `type` names its kind, `detail` says in one sentence why, and what to do."""

    type: Annotated[str, msgspec.Meta(pattern="^/problems/[a-z-]+$")]
    title: str
    status: Annotated[int, msgspec.Meta(ge=400, le=599)]
    detail: str


class TooOften(Refused):
    """Somebody asks too often, or too much at once; after `seconds` they may again."""

    def __init__(self, kind: Kind, detail: str, seconds: int) -> None:
        super().__init__(kind, detail)
        self.seconds = seconds


class OtherMethod(Refused):
    """Another method than those that the address allows."""

    def __init__(self, allowed: str) -> None:
        super().__init__(Kind.NO_SUCH_METHOD, f"This address takes {allowed}; see /openapi.json.")
        self.allowed = allowed


def refusal(error: Exception) -> Refused:
    """What an error is to whoever asked. One that nobody foresaw says nothing about itself: its message could hold anything."""
    if isinstance(error, Refused):
        return error
    for kind in _KINDS:
        if isinstance(error, kind[0]):
            return Refused(kind[1], str(error))
    # The messages of these are for the operator: they name files.
    if isinstance(error, (LedgerError, OSError)):
        return Refused(Kind.CANNOT_RECORD, UNWRITABLE)
    return Refused(Kind.FAULT, "Something went wrong that should not; the operator finds it in the service's log.")


def body_of(kind: Kind, detail: str) -> bytes:
    """The problem's JSON text."""
    return msgspec.json.encode(Problem(f"/problems/{kind.word}", kind.title, kind.status, detail))


def response(refused: Refused) -> Response:
    """The refusal as it is sent, with the headers that its status wants."""
    headers = {"cache-control": "no-store", "x-content-type-options": "nosniff"}
    if refused.kind.status == Kind.TOKEN_MISSING.status:
        headers["www-authenticate"] = _REALM if refused.kind is Kind.TOKEN_MISSING else f'{_REALM}, error="invalid_token"'
    if isinstance(refused, OtherMethod):
        headers["allow"] = refused.allowed
    if isinstance(refused, TooOften):
        headers["retry-after"] = str(refused.seconds)
    elif refused.kind.status == Kind.STOPPING.status:
        headers["retry-after"] = "5"
    return Response(body_of(refused.kind, refused.detail), refused.kind.status, headers, MEDIA)
