"""One event of the log taken apart (FORMAT.md §8): who, and what the words of the act hold."""

from __future__ import annotations

from collections.abc import Mapping

import attrs


@attrs.frozen
class Act:
    """An event: `event` its own words, `who` the actor as the log names them.

    What an event does not have is empty or 0: `path` the hand, `bettor` the seat after its slash, `seat` a person acting for themselves,
    `n` and `more` numbers, `card` and `second`, `word` the part of the act that several events share a teller for.
    """

    event: str
    who: str
    path: str = ""
    bettor: int = 0
    seat: int = 0
    n: int = 0
    more: int = 0
    card: str = ""
    second: str = ""
    word: str = ""

    @classmethod
    def of(cls, event: str, found: Mapping[str, str | None]) -> Act:
        """Of what a pattern of `audit.story.events` found in an event."""
        given = {name: text for name, text in found.items() if text is not None}
        return cls(
            event,
            event.partition(" ")[0],
            path=given.get("path", ""),
            bettor=int(given.get("bettor", 0)),
            seat=int(given.get("seat", 0)),
            n=int(given.get("n", 0)),
            more=int(given.get("more", 0)),
            card=given.get("card", ""),
            second=given.get("second", ""),
            word=given.get("word", ""),
        )

    @property
    def box(self) -> int:
        """The box that the hand is on."""
        return int(self.path.partition(".")[0])


def verb(event: str) -> str:
    """The first word of an event's act; nothing where it has none."""
    words = [*event.replace(" timeout ", " ", 1).split(" "), ""]
    return words[1]
