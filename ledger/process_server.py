"""The server that makes the processes of work done on several at once."""

from __future__ import annotations

from multiprocessing import forkserver, get_context, resource_tracker
from multiprocessing.context import ForkServerContext
from signal import SIG_BLOCK, SIG_SETMASK, SIGINT, pthread_sigmask


def serving(module: str) -> ForkServerContext:
    """Makes processes in which `module` is loaded, by a server that Ctrl-C does not reach, not even while it is still loading."""
    context = get_context("forkserver")
    context.set_forkserver_preload([module])
    # Started first, for it lets signals through again.
    resource_tracker.ensure_running()
    # What is held back here when a process begins is held back there for good; here it comes a moment later.
    before = pthread_sigmask(SIG_BLOCK, [SIGINT])
    try:
        forkserver.ensure_running()
    finally:
        pthread_sigmask(SIG_SETMASK, before)
    return context
