"""A verified file for people (the story, three lists, the verdict last) and for programs (an object for JSON)."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from audit.evidence.result import Verified
from audit.explain import in_words
from audit.story.text import WIDTH, story_lines
from audit.values import printable


def as_text(verified: Verified, width: int = WIDTH) -> str:
    """Tell it to a person; `width`: columns of the reader's terminal."""
    return "\n".join(map(printable, _lines(verified, width))) + "\n"


def as_object(verified: Verified) -> dict[str, Any]:
    """Give it as plain values, for JSON."""
    return attrs.asdict(verified)


def _lines(verified: Verified, width: int) -> Iterator[str]:
    yield from story_lines(verified.story, width) if verified.story else [verified.title]
    yield from _listed("Proven, by this file and the verifier key alone", verified.proven, width)
    yield from _listed("Not proven by it", verified.not_proven, width)
    sections = verified.story.sections if verified.story else ""
    yield from _listed("Wrong", [*(in_words(finding, sections) for finding in verified.findings), *verified.contradictions], width)
    yield ""
    yield from textwrap.wrap(verified.verdict, width)


def _listed(title: str, entries: Iterable[str], width: int) -> Iterator[str]:
    entries = list(entries)
    if entries:
        yield ""
        yield title
        for entry in entries:
            yield from textwrap.wrap(entry, width, initial_indent="  – ", subsequent_indent="    ", break_on_hyphens=False)
