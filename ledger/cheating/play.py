"""Changes of cards, decisions and the order of events."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.cards import CARD_NAMES
from ledger.cheating.history import Change, Line
from ledger.cheating.picking import Cheat, place_of, verb

_CARD_VERBS = frozenset(("deal", "hole", "hit", "double", "draw"))


def card(cheat: Cheat) -> Change:
    """A dealt card is written as another."""
    record, at = cheat.event(lambda event: verb(event) in _CARD_VERBS)
    who, act, dealt = record["log"][at].split(" ")
    other = cheat.one_of([name for name in CARD_NAMES if name != dealt])
    return cheat.rewrite(record, at, f"{who} {act} {other}", "a card is exchanged")


def hole(cheat: Cheat) -> Change:
    """The dealer's hole card is exchanged."""
    record, at = cheat.event(lambda event: verb(event) == "hole")
    dealt = record["log"][at].split(" ")[2]
    other = cheat.one_of([name for name in CARD_NAMES if name != dealt])
    return cheat.rewrite(record, at, f"D hole {other}", "the hole card is exchanged")


def swapped_cards(cheat: Cheat) -> Change:
    """Two cards of one deal change places."""
    record = cheat.one_of(cheat.history.of("round"))
    places = [at for at, event in enumerate(record["log"]) if verb(event) in _CARD_VERBS]
    first = cheat.one_of(places)
    one = record["log"][first].split(" ")
    second = cheat.one_of([at for at in places if record["log"][at].split(" ")[2] != one[2]])
    other = record["log"][second].split(" ")
    before = f"{record['log'][first]}, {record['log'][second]}"
    record["log"][first] = " ".join([*one[:2], other[2]])
    record["log"][second] = " ".join([*other[:2], one[2]])
    after = f"{record['log'][first]}, {record['log'][second]}"
    return Change(cheat.kind, "two cards change places", place_of(record), before, after)


def draw(cheat: Cheat) -> Change:
    """The dealer's last card is left out."""
    record, at = cheat.event(lambda event: event.startswith("D draw "))
    at = max(place for place, event in enumerate(record["log"]) if event.startswith("D draw "))
    return _drop(cheat, record, at, "the dealer's last card is left out")


def extra_draw(cheat: Cheat) -> Change:
    """The dealer takes one more card than the rules oblige."""
    record = cheat.one_of([record for record in cheat.history.of("round") if "D show" in record["log"]])
    at = 1 + max(place for place, event in enumerate(record["log"]) if event == "D show" or event.startswith("D draw "))
    event = f"D draw {cheat.one_of(CARD_NAMES)}"
    record["log"].insert(at, event)
    return Change(cheat.kind, "the dealer takes one card more", place_of(record, at), "(nothing)", event)


def hit(cheat: Cheat) -> Change:
    """A player's card is taken away again."""
    record, at = cheat.one_of([(record, at) for record, at in _missed(cheat) if verb(record["log"][at]) == "hit"])
    return _drop(cheat, record, at, "a player's card is left out")


def stand(cheat: Cheat) -> Change:
    """A player's stand is turned into a card from nowhere."""
    record, at = cheat.event(lambda event: verb(event) == "stand")
    who = record["log"][at].split(" ")[0]
    return cheat.rewrite(record, at, f"{who} hit {cheat.one_of(CARD_NAMES)}", "a player who stood is given a card")


def peek(cheat: Cheat) -> Change:
    """The peek is turned round."""
    record, at = cheat.event(lambda event: verb(event) == "peek")
    other = {"D peek clear": "D peek natural", "D peek natural": "D peek clear"}[record["log"][at]]
    return cheat.rewrite(record, at, other, "the dealer says the opposite of what the hole card was")


def dropped(cheat: Cheat) -> Change:
    """Any event is left out."""
    record, at = cheat.one_of(_missed(cheat))
    return _drop(cheat, record, at, "an event is left out")


def doubled(cheat: Cheat) -> Change:
    """Any event is written twice."""
    record, at = cheat.event(bool)
    event = record["log"][at]
    record["log"].insert(at, event)
    return Change(cheat.kind, "an event is written twice", place_of(record, at), event, f"{event}, {event}")


def reordered(cheat: Cheat) -> Change:
    """Two neighbouring events change places; stakes and goodbyes apart, which may come in any order."""
    record = cheat.one_of(cheat.history.of("round"))
    log = record["log"]
    at = cheat.one_of(
        [place for place in range(len(log) - 1) if log[place] != log[place + 1] and verb(log[place + 1]) not in ("bet", "out", "leave")]
    )
    before = f"{log[at]}, {log[at + 1]}"
    log[at], log[at + 1] = log[at + 1], log[at]
    return Change(cheat.kind, "two events change places", place_of(record, at), before, f"{log[at]}, {log[at + 1]}")


def is_missed(log: Sequence[str], at: int) -> bool:
    """Whether a round is no longer legal without this event.

    A player who took the round's last card and then stood might have stood without it: that round would be legal too, and
    nothing but the players' memory tells it from the one that was played (docs/TRUST.md).
    """
    who = log[at].split(" ")[0]
    refusable = verb(log[at]) == "hit" and log[at + 1] == f"{who} stand"
    return not refusable or any(verb(event) in _CARD_VERBS for event in log[at + 1 :])


def _missed(cheat: Cheat) -> list[tuple[Line, int]]:
    return [(record, at) for record in cheat.history.of("round") for at in range(len(record["log"])) if is_missed(record["log"], at)]


def _drop(cheat: Cheat, record: dict[str, list[str]], at: int, what: str) -> Change:
    event = record["log"].pop(at)
    return Change(cheat.kind, what, place_of(record, at), event, "(nothing)")
