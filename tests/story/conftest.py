"""A log told without a ledger: what the teller makes of events alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from audit.story.company import Company
from audit.story.events import narrate
from audit.story.step import Ruling, Seat, Shoe
from audit.story.told import Told
from ledger.rules.ruleset import altered, load_profile, to_object

NAMES = ("Ann", "Bo", "Cy", "Di")


@pytest.fixture(scope="session")
def tell() -> Callable[..., Told]:
    """Tells a log, each event on a line of its own or separated by commas, to Ann, Bo, … with the balances given.

    `banker` is the seat that banks when the log begins, `heirs` have had a natural in the last round, `shoe` holds the cards of shoe 1.
    """

    def telling(
        log: str,
        *,
        profile: str = "training",
        balances: tuple[int, ...] = (0, 100, 100),
        banker: int = 0,
        shoe: tuple[str, ...] = (),
        heirs: tuple[int, ...] = (),
        rulings: dict[int, Ruling] | None = None,
        boxes: tuple[tuple[int, ...], ...] = (),
        round: int = 1,  # noqa: A002 -- the record's own word
        **changes: Any,
    ) -> Told:
        rules = altered(load_profile(profile), {name.replace("__", "."): value for name, value in changes.items()})
        places = boxes or tuple((place,) for place in range(1, len(balances)))
        seats = [Seat(number, name, places[number - 1]) for number, name in enumerate(NAMES[: len(balances) - 1], 1)]
        company = Company(to_object(rules), seats, banker=banker)
        events = [event.strip() for event in log.replace("\n", ",").split(",") if event.strip()]
        shuffled = (int(event.split(" ")[2]) for event in events if event.startswith("D shuffle "))
        shoes = {index: Shoe(index, 0, "Sealed.", shoe if index == 1 else ()) for index in shuffled if shoe}
        told = Told(to_object(rules), company, list(balances), shoes, rulings or {}, heirs=heirs, round=round)
        narrate(told, events)
        return told

    return telling


def warnings(told: Told) -> list[str]:
    """What the telling objects to, with the event."""
    return [f"{step.event}: {step.warning}" for step in told.steps if step.warning]


def text(told: Told) -> str:
    """The steps, a line each: the event, the words, the clauses."""
    return "\n".join(f"{step.event} | {step.text} {list(step.clauses)}" for step in told.steps)
