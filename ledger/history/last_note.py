"""The note that was signed last, kept with the keys: what counts when a ledger is opened (design §5).

A writer puts each further note at the end of the file, which one fsync makes durable; a temporary file, a rename and the folder take two.
What is read is the last note that stands there whole. What follows it was torn, and so was never shown.
"""

from __future__ import annotations

import re
from pathlib import Path

import attrs

from ledger.history.disk import Disk, size_of

PRIVATE = 0o600
MOST = 1 << 16
"""Bytes, about three hundred notes, beyond which the file is begun anew."""
_NOTE = re.compile(
    "[^\n]+\n[0-9]+\n[A-Za-z0-9+/]+=*\n\n"  # the checkpoint's three lines
    "\N{EM DASH} [^\n]+ [A-Za-z0-9+/]{91}=\n"  # what the key signed: 68 bytes, no fewer
    "(?:\N{EM DASH} [^\n]+\n)*"
)


def last_in(text: str) -> str:
    """The last whole note of a file, with its last newline should that be torn off.

    All of the text where it doesn't consist of notes, the last of which may be torn: whoever reads it finds no signature then.
    """
    whole = text if text.endswith("\n") else f"{text}\n"
    at, last = 0, text
    while (note := _NOTE.match(whole, at)) is not None:
        last, at = note[0], note.end()
    return text if _NOTE.search(whole, at) else last


@attrs.define
class LastNote:
    """The file, for one writer: `_size` is what it has written there, all of it durable."""

    path: Path
    _disk: Disk
    _size: int = 0

    def keep(self, note: str, *, alone: bool = False) -> None:
        """Keep a note, durably; `alone` where a part of it could pass for another one, as the signature of one of two keys.

        The first of a writer replaces what stood there, for nobody knows whether that is durable, nor whether it is torn.
        """
        data, size = note.encode(), self._size
        self._size = 0
        if alone or not size or size >= MOST or size_of(self.path) != size:
            self._disk.replace(self.path, data, PRIVATE)
            self._size = len(data)
        else:
            self._disk.append(self.path, data)
            self._size = size + len(data)
