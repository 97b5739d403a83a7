"""What the edge of best play takes for granted where the rules leave something open, each in words."""

from __future__ import annotations

from collections.abc import Iterator

from audit.theory.banker import unforetold
from audit.theory.pack import Parameters


def assumptions(params: Parameters) -> tuple[str, ...]:
    """All that holds for these rules, the general ones first."""
    return tuple(_assumed(params))


def _assumed(params: Parameters) -> Iterator[str]:
    yield "one box is played as well as its own cards and the upcard allow, and its owner can always pay"
    yield "the shoe is full when the round is dealt"
    if params["split_pairs"] != "off":
        yield "a split hand is played without a look at the box's other hands"
    if unforetold(params):
        yield "the banker draws below 17 and stands on every 17"
    if params["stakes_when"] == "after-first-card":
        yield "the stake is the same whatever the first card"
    if params["stakes_banker_raise"] != "never":
        yield "the banker does not double the stakes"
    if params["premiums_sevens_gift"]:
        yield "the gift for three sevens is worth nothing"
    if params["stakes_breakage"] == "floor":
        yield "no payment is rounded down"
