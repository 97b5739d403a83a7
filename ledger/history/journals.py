"""What live sessions leave behind: journals that nobody needs any more, and open sessions that lack what they are gone on with by."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ledger.history.diagnosis import Kind, Trouble
from ledger.history.keys import KeyFolder
from ledger.history.sessions import is_live, sessions_left_open, sessions_so_far

SHARED = re.compile(r"shared-(\d+)\.wal")
"""What many journals share; whoever opens the ledger next puts it where it belongs (`ledger.history.shared_journal`)."""
_NAME = re.compile(r"([1-9]\d*)\.jsonl")


def journal_path(ledger: Path, session: int) -> Path:
    """Where a session's journal lies."""
    return ledger / "journal" / f"{session}.jsonl"


def journal_troubles(folder: Path, keys: KeyFolder, size: int) -> Iterator[Trouble]:
    """What is wrong with the journals of a ledger whose first `size` lines are signed.

    One of the session that comes next is not: its opening was broken off, and `shoe resume` goes on with it.
    """
    not_closed = sessions_left_open(folder, size)
    left_open = [number for number, lines in not_closed.items() if is_live(lines)]
    following = sessions_so_far(folder, size) + 1
    journals = sorted((folder / "journal").iterdir()) if (folder / "journal").is_dir() else []
    for path in (path for path in journals if path.is_file() and path.suffix != ".tmp" and not SHARED.fullmatch(path.name)):
        number = int(found[1]) if (found := _NAME.fullmatch(path.name)) else None
        if number is None:
            yield Trouble(Kind.FOREIGN_FILE, path, f"{path} is no journal", "it goes to quarantine")
        elif number not in left_open and number != following:
            whose = "is closed" if number < following else "was never begun"
            yield Trouble(Kind.JOURNAL_LEFT, path, f"{path} is of a session that {whose}", "it goes to quarantine")
    for number in not_closed:
        yield from _open_session(folder, keys, number, live=number in left_open)


def _open_session(folder: Path, keys: KeyFolder, number: int, *, live: bool) -> Iterator[Trouble]:
    """What a session that is left open needs: its journal, and its secret; one that is not live, to be closed."""
    journal, secret = journal_path(folder, number), keys.secret_path(number)
    closing = f"`shoe resume {folder} {number} --keys {keys.path} --stop`"
    if not live:
        found = f"Session {number} was cut off with the command that recorded it, and every audit finds it unclosed"
        yield Trouble(Kind.SESSION_CUT, folder, found, f"close it with {closing}")
    elif not journal.is_file():
        remedy = f"restore {journal}, or close the session with {closing}, which voids a round that had begun"
        yield Trouble(Kind.JOURNAL_LOST, journal, f"Session {number} is open and its journal is missing", remedy)
    if not secret.is_file():
        found = f"Session {number} is open and its secret is missing, without which no card of it can be dealt or revealed"
        yield Trouble(Kind.SECRET_LOST, secret, found, f"restore {secret} from a backup of the keys")
