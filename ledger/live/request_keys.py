"""The key that whoever asks for something draws: by it an answer that was lost on the way is told again, and nothing is done twice."""

from __future__ import annotations

LONGEST = 64


def key_pattern(least: int = 1) -> str:
    """What a key of so many characters at least looks like, as a regular expression: visible ASCII characters."""
    return f"[!-~]{{{least},{LONGEST}}}"
