"""A process that answers one question and ends: `python -m audit.asking.answering`, which audit/asking/asked.py starts for it.

It reads what it is asked from stdin and writes the answer to stdout, line by line, or one sentence to stderr and status 2. Whoever started
it can end it at any moment: it writes nothing else anywhere.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final

import attrs
import msgspec

from audit.asking.query import run_sql
from audit.asking.question import Limits, Question
from audit.asking.refusals import too_much
from audit.errors import QueryRefused
from audit.tabular import rendered

REFUSED = 2
LINES_AT_ONCE = 2_000
_ROOM: Final = 1 << 30
"""Bytes beside the limit on memory, for Python and for what DuckDB does not count: lists and texts that one function makes at once."""
_ROOM_OF_A_THREAD: Final = 16 << 20


@attrs.frozen
class Request:
    """A question to a database, and the form of the answer."""

    database: str
    question: Question
    form: str
    limits: Limits

    def encode(self) -> bytes:
        """For the process that answers it."""
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Request:
        """What was encoded."""
        return msgspec.json.decode(data, type=cls)


def answered(request: Request) -> Iterator[str]:
    """The lines of the answer; raises QueryRefused."""
    with run_sql(Path(request.database), request.question, request.limits) as result:
        yield from rendered(request.form, result.columns, result.rows)


def bound_memory(limits: Limits) -> None:
    """No more than that for this process, whatever takes it: DuckDB counts only what it keeps in blocks."""
    most = limits.bytes + _ROOM + _ROOM_OF_A_THREAD * (os.cpu_count() or 1)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main(asked: BinaryIO, told: BinaryIO, refusals: BinaryIO) -> int:
    """Answer what is asked, and return the exit status."""
    request = Request.decode(asked.read())
    bound_memory(request.limits)
    try:
        lines = answered(request)
        while some := list(islice(lines, LINES_AT_ONCE)):
            told.write("".join([f"{line}\n" for line in some]).encode())
            told.flush()
    except ConnectionError:
        return REFUSED
    except (QueryRefused, MemoryError) as error:
        refusals.write(str(error if isinstance(error, QueryRefused) else too_much(request.limits)).encode())
        return REFUSED
    return 0


if __name__ == "__main__":
    status = main(sys.stdin.buffer, sys.stdout.buffer, sys.stderr.buffer)
    # Nothing is left to tidy up, and DuckDB may take its time to notice that nobody waits for the rest.
    os._exit(status)
