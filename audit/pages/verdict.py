"""What a page says first."""

from __future__ import annotations

import attrs


@attrs.frozen
class Verdict:
    """A `tone` (right, wrong, open), a word or two, a sentence, and what there is to be said in single points."""

    tone: str
    word: str
    sentence: str
    points: tuple[str, ...] = ()
