"""Changes of cards, decisions and the order of events."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.cards import CARD_NAMES, CARD_NUMBERS
from ledger.cheating.history import Change, Line
from ledger.cheating.picking import Cheat, place_of, verb
from ledger.cheating.true_cards import CARD_VERBS

_IN_ANY_ORDER = frozenset(("bet", "withdraw", "sit"))


def card(cheat: Cheat) -> Change:
    """A dealt card is written as another."""
    record, at = cheat.event(_shows_a_card)
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
    places = [at for at, event in enumerate(record["log"]) if _shows_a_card(event)]
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
    return cheat.rewrite(record, at, None, "the dealer's last card is left out")


def extra_draw(cheat: Cheat) -> Change:
    """The dealer takes one more card than the rules oblige."""
    record = cheat.one_of([record for record in cheat.history.of("round") if "D show" in record["log"]])
    at = 1 + max(place for place, event in enumerate(record["log"]) if event == "D show" or event.startswith("D draw "))
    event = f"D draw {cheat.card_after(record)}"
    log = [*record["log"][:at], event, *record["log"][at:]]
    return cheat.put(record, at, log, "the dealer takes one card more", "(nothing)", event)


def hit(cheat: Cheat) -> Change:
    """A player's card is taken away again."""
    record, at = cheat.one_of([(record, at) for record, at in _missed(cheat) if verb(record["log"][at]) == "hit"])
    return cheat.rewrite(record, at, None, "a player's card is left out")


def stand(cheat: Cheat) -> Change:
    """A player's stand is turned into a card from nowhere."""
    record, at = cheat.event(lambda event: verb(event) == "stand")
    who = record["log"][at].split(" ")[0]
    return cheat.rewrite(record, at, f"{who} hit {cheat.one_of(CARD_NAMES)}", "a player who stood is given a card")


def _shows_a_card(event: str) -> bool:
    return verb(event) in CARD_VERBS and event.rpartition(" ")[2] in CARD_NUMBERS


def peek(cheat: Cheat) -> Change:
    """The peek is turned round."""
    record, at = cheat.event(lambda event: verb(event) == "peek")
    other = {"D peek clear": "D peek natural", "D peek natural": "D peek clear"}[record["log"][at]]
    return cheat.rewrite(record, at, other, "the dealer says the opposite of what the hole card was")


def dropped(cheat: Cheat) -> Change:
    """Any event is left out."""
    record, at = cheat.one_of(_missed(cheat))
    return cheat.rewrite(record, at, None, "an event is left out")


def doubled(cheat: Cheat) -> Change:
    """Any event is written twice."""
    record, at = cheat.event(bool)
    log = record["log"]
    twice = [*log[:at], log[at], *log[at:]]
    return cheat.put(record, at, twice, "an event is written twice", log[at], f"{log[at]}, {log[at]}")


def reordered(cheat: Cheat) -> Change:
    """Two neighbouring events change places; stakes apart, which may come in any order."""
    record = cheat.one_of(cheat.history.of("round"))
    log = record["log"]
    at = cheat.one_of([place for place in range(len(log) - 1) if not may_change_places(log[place], log[place + 1])])
    one, other = log[at : at + 2]
    return cheat.put(record, at, [*log[:at], other, one, *log[at + 2 :]], "two events change places", f"{one}, {other}", f"{other}, {one}")


def may_change_places(one: str, other: str) -> bool:
    """Whether two neighbouring events may as well stand the other way round: the same ones, and stakes.

    Only on one box the owner's come first, before those of others.
    """
    (first, _, others), (second, _, more) = (event.split(" ")[0].partition("/") for event in (one, other))
    is_free = first != second or (others and more and others != more)
    return one == other or (bool(is_free) and {verb(one), verb(other)} <= _IN_ANY_ORDER)


def is_missed(log: Sequence[str], at: int) -> bool:
    """Whether a round is no longer legal without this event.

    A player who took the round's last card and then stood (or doubled and did not triple) might have stood without it: that round would
    be legal too, and nothing but the players' memory tells it from the one that was played (docs/TRUST.md). So with a banker who draws
    at will. Limits are the banker's own choice, a stake on a box that then sits out leaves no trace, and whoever has staked on others'
    boxes may have nothing left to sit out with.
    """
    who, act = log[at].split(" ")[0], verb(log[at])
    if act == "limits" or (act == "bet" and "/" in who and f"{who.partition('/')[0]} sit" in log):
        return False
    if act == "sit" and any(verb(event) == "bet" and "/" in event.split(" ")[0] for event in log):
        return False
    refusable = act in ("hit", "double") and log[at + 1 : at + 2] == [f"{who} stand"]
    return not refusable or any(verb(event) in CARD_VERBS for event in log[at + 1 :])


def _missed(cheat: Cheat) -> list[tuple[Line, int]]:
    return [(record, at) for record in cheat.history.of("round") for at in range(len(record["log"])) if is_missed(record["log"], at)]
