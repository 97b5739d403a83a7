"""Damage to hand bundles, one at a time: to the file as anybody can, and to the lines as the operator can, who signs them anew."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle

from tests.support.damage import answers, cards, files, records
from tests.support.damage.case import Case

TO_THE_FILE = files.KINDS
BY_THE_OPERATOR = (*cards.KINDS, *answers.KINDS, *records.KINDS)


def damaged(cases: Iterable[Case], number: int) -> list[tuple[str, bytes]]:
    """So many damaged files, the kinds in turn over the bundles, each with the name of its damage."""
    given, kinds = list(cases), cycle((*TO_THE_FILE, *BY_THE_OPERATOR))
    made: list[tuple[str, bytes]] = []
    while len(made) < number:
        kind = next(kinds)
        tries = (kind(case) for case in given[0].random.sample(given, len(given)))
        file = next((file for file in tries if file is not None), None)
        if file is not None:
            made.append((kind.__name__, file))
    return made
