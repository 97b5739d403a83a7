"""System calls that fail, or kill, in a child of this process: strace breaks them off, for real and at a given one."""

from __future__ import annotations

import ctypes
import os
import re
import select
import shutil
import subprocess
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NoReturn

import attrs

PR_SET_PTRACER = 0x59616D61
FSYNC = os.fsync
"""The call itself, which a child makes whatever stands for it in the tests' own process."""
PATIENCE = 20.0
"""Seconds after which a child that does not answer is given up."""


@attrs.frozen
class Ended:
    """How a child ended: its exit status, minus the signal that killed it; what it said; the calls that were traced."""

    status: int
    said: str
    trace: str


def child(act: Callable[[], int], said: Path, ready: int) -> NoReturn:
    """What the child does once it is told to: the act, its status as the exit status, whatever it says into a file."""
    # Where only a process's own may trace it (Yama), this one lets anybody.
    ctypes.CDLL(None).prctl(PR_SET_PTRACER, ctypes.c_ulong(-1 & (1 << 64) - 1), 0, 0, 0)
    os.fsync = FSYNC
    os.read(ready, 1)
    descriptor = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    status = 99
    try:
        with os.fdopen(descriptor, "w") as told, redirect_stdout(told), redirect_stderr(told):
            try:
                status = act()
            except BaseException:  # the child ends here; what it raised is told to whoever waits for it
                traceback.print_exc()
                raise
    finally:
        os._exit(status)


def run_with_faults(act: Callable[[], int], folder: Path, *options: str) -> Ended:
    """Do something in a child, its system calls tampered with by strace (`-e inject=…`), or by nothing without options."""
    said, trace = folder / "said.txt", folder / "trace.txt"
    ready, go = os.pipe()
    if (pid := os.fork()) == 0:
        child(act, said, ready)
    tracer = _attached(pid, trace, options) if options else None
    os.write(go, b"x")
    _, status = os.waitpid(pid, 0)
    os.close(ready)
    os.close(go)
    if tracer is not None:
        tracer.wait(PATIENCE)
        if tracer.stderr is not None:
            tracer.stderr.close()
    return Ended(os.waitstatus_to_exitcode(status), said.read_text() if said.exists() else "", trace.read_text() if options else "")


def why_no_strace(folder: Path) -> str:
    """Why strace cannot be used here, if it cannot."""
    if shutil.which("strace") is None:
        return "strace is not installed"
    try:
        ended = run_with_faults(lambda: 7, folder, "-e", "inject=fsync:error=EIO:when=1")
    except OSError as error:
        return f"strace cannot trace a child here: {error}"
    return "" if ended.status == 7 else "strace cannot trace a child here"


def _attached(pid: int, trace: Path, options: tuple[str, ...]) -> subprocess.Popen[bytes]:
    calls = "trace=write,fsync,rename,mkdir,unlink,ftruncate"
    tracer = subprocess.Popen(
        ["strace", "-p", str(pid), "-o", str(trace), "-e", calls, *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert tracer.stderr is not None
    heard = b""
    while b"attached" not in heard:
        came, _, _ = select.select([tracer.stderr], [], [], PATIENCE)
        more = os.read(tracer.stderr.fileno(), 4096) if came else b""
        if not more:
            os.kill(pid, 9)
            os.waitpid(pid, 0)
            raise OSError(re.sub(r"\s+", " ", heard.decode(errors="replace")).strip() or "no answer")
        heard += more
    return tracer
