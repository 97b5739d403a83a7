"""Why the service does not do what was asked: each kind with its status, as problem details name it (RFC 9457)."""

from __future__ import annotations

from enum import Enum

from ledger.errors import LedgerError


class Kind(Enum):
    """A kind of refusal: its status (RFC 9110), and its title, which is the same whenever it happens."""

    MALFORMED = 400, "The request cannot be read"
    TOKEN_MISSING = 401, "A token is needed"
    TOKEN_UNKNOWN = 401, "The token is none of this service"
    NOT_YOURS = 403, "That is for others to do"
    NO_SUCH_ADDRESS = 404, "Nothing stands at this address"
    NO_SUCH_TABLE = 404, "There is no such table"
    NO_SUCH_SESSION = 404, "There is no such session"
    NO_SUCH_ROUND = 404, "There is no such round or hand"
    NO_SUCH_LINES = 404, "The log has no such lines"
    NO_SUCH_METHOD = 405, "That cannot be done at this address"
    TOO_SLOW = 408, "The request did not come in time"
    WRONG_STATE = 409, "The table does not stand where that could be done"
    NO_PLACE = 409, "No place is free"
    TOO_MANY_SEATS = 409, "Too many seats"
    QUESTION_OVER = 409, "That question is over"
    NOT_ASKED = 409, "You are not asked now"
    GIVEN_ALREADY = 409, "That was given before, and stays"
    KEY_REUSED = 409, "The idempotency key belongs to another request"
    NOT_REVEALED = 409, "The cards' seed is not revealed yet"
    BODY_TOO_LONG = 413, "The body is too long"
    MEDIA_TYPE = 415, "The body is of another type than is wanted"
    OTHER_HOST = 421, "This service answers under another name"
    NOT_AS_DESCRIBED = 422, "The request is not of the form that is described"
    REFUSED = 422, "That cannot be taken"
    ANSWER_REFUSED = 422, "The answer is not allowed"
    SIGNATURE_WRONG = 422, "The signature does not hold"
    TOO_MANY_REQUESTS = 429, "Too many requests"
    TOO_MANY_STREAMS = 429, "Too many streams"
    HEAD_TOO_LONG = 431, "The request's headers are too long"
    FAULT = 500, "The service has a fault"
    CANNOT_RECORD = 503, "The ledger cannot be written"
    TOO_MANY_CONNECTIONS = 503, "Too many connections"
    STOPPING = 503, "The service is stopping"

    def __init__(self, status: int, title: str) -> None:
        self.status = status
        self.title = title

    @property
    def word(self) -> str:
        """As it stands in addresses and metrics: `no-such-table`."""
        return self.name.lower().replace("_", "-")


class Refused(LedgerError):
    """What was asked for is not done; `detail` is one sentence that says why, and what to do."""

    def __init__(self, kind: Kind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
