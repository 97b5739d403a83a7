"""Whether somebody who asks would rather read a page than a program's answer (RFC 9110 §12.5.1)."""

from __future__ import annotations

import re

from ledger.service.refusals import Kind
from ledger.service.running.pages import MISSING, OTHER_HOST

INSTEAD = {Kind.NO_SUCH_ADDRESS: MISSING, Kind.NO_SUCH_TABLE: MISSING, Kind.OTHER_HOST: OTHER_HOST}
"""What a page tells, too, and which."""
HTML = "text/html; charset=utf-8"
_PROGRAMS = re.compile(r"/(?:v1|log)(?:/.*)?", re.DOTALL)
_WEIGHT = re.compile(r"(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)")
_FOR_PROGRAMS = ("application/problem+json", "application/json")


def is_for_people(path: str) -> bool:
    """Whether people may come to an address by themselves: those under /v1 and /log are for programs."""
    return _PROGRAMS.fullmatch(path) is None


def prefers_page(accept: str) -> bool:
    """Whether a header Accept gives text/html more weight than JSON; what says nothing of either is a program's."""
    weights = _weights(accept)
    return _weight(weights, "text/html") > max(_weight(weights, media) for media in _FOR_PROGRAMS)


def _weights(accept: str) -> dict[str, float]:
    """The weight of each range of media types; a range with a weight that is none is left out."""
    found: dict[str, float] = {}
    for part in accept.lower().split(","):
        media, *parameters = (text.strip(" \t") for text in part.split(";"))
        weight = next((text[2:] for text in parameters if text.startswith("q=")), "1")
        if _WEIGHT.fullmatch(weight):
            found[media] = float(weight)
    return found


def _weight(weights: dict[str, float], media: str) -> float:
    """What a media type weighs: the most exact range that it is in says so."""
    ranges = (media, f"{media.partition('/')[0]}/*", "*/*")
    return next((weights[one] for one in ranges if one in weights), 0.0)
