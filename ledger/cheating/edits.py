"""What most kinds of cheating come to: some event of a log is found, and the log is written anew around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from ledger.cheating.history import Change, Line
from ledger.cheating.picking import Cheat, verb

_OUTCOMES = frozenset(("bust", "lose", "push", "win", "natural", "suited", "aces", "pictures", "even", "surrender", "premium"))
SETTLING = frozenset(
    ("lose", "push", "win", "natural", "suited", "aces", "pictures", "premium", "insurance", "open", "overstood", "forfeit")
)


@attrs.frozen
class Spot:
    """One event of a round's log, and what stands around it."""

    record: Line
    at: int
    rules: dict[str, dict[str, Any]]

    @property
    def log(self) -> list[str]:
        """The whole log."""
        log: list[str] = self.record["log"]
        return log

    @property
    def event(self) -> str:
        """The event itself."""
        return self.log[self.at]

    @property
    def words(self) -> list[str]:
        """Its words."""
        return self.event.split(" ")

    @property
    def who(self) -> str:
        """Whom it is about, as the log names them."""
        return self.words[0]

    @property
    def hand(self) -> str:
        """The hand, without the other bettor on it."""
        return self.who.partition("/")[0]

    @property
    def box(self) -> str:
        """The hand's box."""
        return self.hand.partition(".")[0]

    @property
    def amount(self) -> int:
        """The number that it ends with; 0 for none."""
        return int(self.words[-1]) if self.words[-1].isdecimal() else 0

    @property
    def next(self) -> str:
        """The event after it; nothing at the end."""
        return self.log[self.at + 1] if self.at + 1 < len(self.log) else " "

    @property
    def previous(self) -> str:
        """The event before it; nothing at the beginning."""
        return self.log[self.at - 1] if self.at else " "

    def is_next(self, *verbs: str) -> bool:
        """Whether the event after it is one of these, about the same hand or seat."""
        return self.next.split(" ")[0] == self.who and verb(self.next) in verbs

    def paid(self, who: str) -> int:
        """What a hand, or another bettor on it, gets by its line of settlement."""
        return sum(int(event.split(" ")[-1]) for event in self.log if event.split(" ")[0] == who and verb(event) in _OUTCOMES)

    def found(self, *verbs: str, who: str | None = None) -> list[str]:
        """Events of the log with these verbs."""
        return [event for event in self.log if verb(event) in verbs and who in (None, event.split(" ")[0])]

    def instead(self, *events: str) -> list[str]:
        """The log with these events in its place."""
        return [*self.log[: self.at], *events, *self.log[self.at + 1 :]]

    def without(self, unwanted: Callable[[str], bool]) -> list[str]:
        """The log without it and without other events behind it."""
        return [*self.log[: self.at], *(event for event in self.log[self.at + 1 :] if not unwanted(event))]

    def moved(self, to: int) -> list[str]:
        """The log with the event at another place: before the one that stands at `to` now."""
        rest = [*self.log[: self.at], *self.log[self.at + 1 :]]
        rest.insert(to - (to > self.at), self.event)
        return rest

    def place_of(self, *verbs: str) -> int | None:
        """Where the first event with one of these verbs stands."""
        return next((at for at, event in enumerate(self.log) if verb(event) in verbs), None)


Where = Callable[[Spot], bool]
Log = Sequence[str]


def anywhere(_spot: Spot) -> bool:
    """Every event of the verbs will do."""
    return True


@attrs.frozen
class Edit:
    """A kind of change: what the operator does, to which events, and the log that it makes.

    `verbs` are verbs or whole acts (`decline even`); no verb of the grammar begins another.
    """

    says: str
    verbs: tuple[str, ...]
    into: Callable[[Spot, Cheat], Log]
    where: Where = anywhere
    by: str = ""
    """`D` for events of the banker only, `/` for those of other bettors only."""

    def spots(self, cheat: Cheat) -> list[Spot]:
        """Where it can be done in the history at hand."""
        found = []
        for record in cheat.history.of("round"):
            log = record["log"]
            for at in [at for at, event in enumerate(log) if event.partition(" ")[2].startswith(self.verbs)]:
                spot = Spot(record, at, cheat.history.session_of(record, "open")[0]["rules"])
                if _is_by(self.by, spot) and self.where(spot):
                    found.append(spot)
        return found

    def __call__(self, cheat: Cheat) -> Change:
        """Do it somewhere."""
        spot = cheat.one_of(self.spots(cheat))
        log = list(self.into(spot, cheat))
        before, after = _difference(spot.log, log)
        return cheat.put(spot.record, spot.at, log, self.says, before, after)


def _is_by(wanted: str, spot: Spot) -> bool:
    return not wanted or (spot.who == "D" if wanted == "D" else wanted in spot.who)


def _difference(before: Log, after: Log) -> tuple[str, str]:
    """What differs between two logs, in words."""
    start = next((at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), min(len(before), len(after)))
    behind = 0
    while behind < min(len(before), len(after)) - start and before[-1 - behind] == after[-1 - behind]:
        behind += 1
    parts = (", ".join(log[start : len(log) - behind]) or "(nothing)" for log in (before, after))
    return next(parts), next(parts)


def dropped(says: str, *verbs: str, where: Where = anywhere, by: str = "") -> Edit:
    """The event is left out."""
    return Edit(says, verbs, lambda spot, _: spot.instead(), where, by)


def amount(says: str, more: int, *verbs: str, where: Where = anywhere, by: str = "") -> Edit:
    """Its number is another."""
    return Edit(says, verbs, lambda spot, _: spot.instead(" ".join([*spot.words[:-1], str(spot.amount + more)])), where, by)


def reworded(says: str, act: str, *verbs: str, where: Where = anywhere, by: str = "") -> Edit:
    """The same hand or seat does something else; `{0}`, `{1}` … in `act` are words of the event."""
    return Edit(says, verbs, lambda spot, _: spot.instead(f"{spot.who} {act.format(*spot.words)}"), where, by)


def followed(says: str, event: str, *verbs: str, where: Where = anywhere) -> Edit:
    """One more event stands behind it; `{who}` and `{amount}` in it are those of the event."""
    return Edit(says, verbs, lambda spot, _: spot.instead(spot.event, event.format(who=spot.who, amount=spot.amount)), where)
