"""Click's messages in plain words."""

from __future__ import annotations

import re

_PLAIN = (
    (re.compile(r"'([^']*)' is not a valid integer( range)?$"), r"“\1” is not a whole number"),
    (re.compile(r"'([^']*)' is not a valid float( range)?$"), r"“\1” is not a number"),
    (re.compile(r"(\S+) is not in the range (\S+)<=x<=(\S+)$"), r"\1 is not between \2 and \3"),
    (re.compile(r"(\S+) is not in the range x>=(\S+)$"), r"\1 is less than \2"),
    (re.compile(r"\w+ '([^']*)' is a file$"), r"“\1” is a file, and a folder is wanted"),
    (re.compile(r"\w+ '([^']*)' is a directory$"), r"“\1” is a folder, and a file is wanted"),
    (re.compile(r"\w+ '([^']*)' is not readable$"), r"“\1” cannot be read: you have no permission to"),
    (re.compile(r"\.? \(?Did you mean (.+?)\?\)?$"), r" (did you mean \1?)"),
)
"""How click says it, and how a person would."""


def plain(message: str) -> str:
    """A message of click's on one line, in words that need no knowledge of Python, without its full stop."""
    message = " ".join(message.split()).rstrip(".")
    for said, instead in _PLAIN:
        message = said.sub(instead, message)
    return message
