"""Questions of anybody's: each is answered by a process of its own, which is ended when it takes too long.

DuckDB stops a question at its limits, but not inside one function of one row (`repeat('x', 4000000000)`), nor while it plans; and
what such a function takes it does not count as memory.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from socket import SHUT_WR, socket, socketpair
from typing import Final

from audit.asking.answering import REFUSED, Request
from audit.asking.question import Limits, Question
from audit.asking.refusals import too_long
from audit.errors import QueryRefused

GRACE: Final = 2
"""Seconds that DuckDB has to notice that time is over."""
_BYTES_AT_ONCE: Final = 1 << 16


@contextmanager
def asked(database: Path, question: Question, form: str, limits: Limits) -> Iterator[Iterator[bytes]]:
    """The answer as text in UTF-8, in pieces that end anywhere, while the context is open.

    Reading it raises QueryRefused for a database that is not ours, anything but a single SELECT, and an answer beyond the limits.
    """
    request = Request(str(database), question, form, limits)
    with ExitStack() as stack:
        answer, its_end = map(stack.enter_context, socketpair())
        refusal, its_refusal = map(stack.enter_context, socketpair())
        process = stack.enter_context(_process(its_end, its_refusal))
        stack.callback(process.kill)
        its_end.close()
        its_refusal.close()
        yield _told(process, request, answer, refusal)


def _process(answer: socket, refusal: socket) -> subprocess.Popen[bytes]:
    """The process, which has the other ends of both."""
    # The folders of this process, and not whatever lies where it was started, are where it finds our modules.
    folders = os.pathsep.join(filter(None, sys.path))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "audit.asking.answering"],
        stdin=answer.fileno(),
        stdout=answer.fileno(),
        stderr=refusal.fileno(),
        env={**os.environ, "PYTHONPATH": folders},
        process_group=0,  # so that Ctrl-C comes to us alone
    )


def _told(process: subprocess.Popen[bytes], request: Request, answer: socket, refusal: socket) -> Iterator[bytes]:
    """What it answers; raises QueryRefused."""
    answer.settimeout(request.limits.seconds + GRACE)
    try:
        answer.sendall(request.encode())
        answer.shutdown(SHUT_WR)
        while piece := answer.recv(_BYTES_AT_ONCE):
            yield piece
        said = b"".join(iter(lambda: refusal.recv(_BYTES_AT_ONCE), b"")).decode(errors="replace")
    except TimeoutError:
        raise too_long(request.limits) from None
    except ConnectionError:
        said = ""
    status = process.wait()
    if status == REFUSED:
        raise QueryRefused(said)
    if status < 0:
        raise QueryRefused(f"The question broke the database engine off (signal {-status}); ask for less at once.")
    if status:
        raise RuntimeError(said)
