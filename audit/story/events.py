"""Every event of the log that this version tells (FORMAT.md §8), its phase, and who tells it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import attrs

from audit.story import opening, playing
from audit.story.told import Told

HAND = r"(?P<hand>[1-9]\d{0,2}(?:\.[12])*)"
CARD = r"(?P<card>[A2-9TJQK][CDHS])"
AMOUNT = r"(?P<n>0|[1-9]\d{0,15})"

Teller = Callable[[Told, str, Mapping[str, str]], None]
EVENTS: tuple[tuple[str, str, Teller], ...] = (
    (r"(?P<seat>s[1-9]\d?) (?:leave|out)", "between", opening.leave),
    (rf"D (?:re)?shuffle {AMOUNT}", "shoe", opening.shuffle),
    (rf"{HAND} bet {AMOUNT}", "stakes", opening.bet),
    (rf"{HAND} deal {CARD}", "deal", opening.card),
    (rf"D (?:deal|hole) {CARD}", "deal", opening.banker_card),
    (rf"{HAND} insure {AMOUNT}", "offers", opening.insure),
    (rf"{HAND} decline insurance", "offers", opening.decline),
    (r"D peek (?P<seen>natural|clear)", "offers", opening.peek),
    (rf"{HAND} insurance {AMOUNT}", "settle", opening.insurance),
    (rf"{HAND} hit {CARD}", "play", playing.hit),
    (rf"{HAND} stand", "play", playing.stand),
    (rf"{HAND} double {CARD}", "play", playing.double),
    (rf"{HAND} split {CARD} (?P<second>[A2-9TJQK][CDHS])", "play", playing.split),
    (rf"{HAND} draw {CARD}", "play", playing.draw),
    (rf"{HAND} surrender {AMOUNT}", "play", playing.surrender),
    (r"D show", "bank", playing.show),
    (rf"D draw {CARD}", "bank", playing.banker_draws),
    (rf"{HAND} (?P<outcome>bust|lose|push|win|natural) {AMOUNT}", "settle", playing.outcome),
)


def narrate(told: Told, log: Sequence[str]) -> None:
    """Tell every event of a round's log, and what the rules imply at its end."""
    if told.shoes and not any(" shuffle " in event for event in log):
        opening.dealt_on(told)
    for event in log:
        _tell(told, event)
    playing.banker_ends(told)


def _tell(told: Told, event: str) -> None:
    plain = event.replace(" timeout ", " ", 1)
    for pattern, phase, teller in EVENTS:
        found = re.fullmatch(pattern, plain)
        if found:
            _enter(told, phase)
            teller(told, event, found.groupdict())
            if plain != event:
                told.steps[-1] = attrs.evolve(told.steps[-1], text=f"{told.steps[-1].text} No answer came: this is the default.")
            return
    told.add(event.partition(" ")[0], event, "This version does not tell such an event.", warning="not told")


def _enter(told: Told, phase: str) -> None:
    """Outcomes stand where they happen: before the dealer's turn they are paid or lost at once."""
    if phase == "settle" and told.phase not in ("bank", "settle"):
        return
    if phase == "settle":
        playing.banker_ends(told)
    told.phase = phase
