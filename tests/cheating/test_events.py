"""Every kind of event, dropped, written twice, moved, given other cards, amounts, hands or bettors, and the money moved to fit.

Each must be found, but where the change makes another lawful round: what that is, is written down here beforehand, with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from pathlib import Path

from ledger.cards import CARD_NUMBERS
from ledger.cheating.edits import Spot
from ledger.cheating.history import Change, History
from ledger.cheating.picking import Cheat, verb
from ledger.cheating.play import is_missed, may_change_places
from tests.support.cheating import Club, Kind, Trial, told_try, tried

# Every verb of the grammar (FORMAT.md §8).
VERBS = set(
    "leave out limits shuffle lot auction bid pass pays keep yield accept decline bank reshuffle cut joker burn announce bet withdraw sit "
    "raise redouble deal down open hole insure even surrender claim peek insurance hit stand double triple commission split draw follow "
    "stay gift show turn overstood forfeit bust lose push win natural suited aces pictures premium missed late extra toss both exposed "
    "take refuse unasked ruling".split()
)
TRIES = 3
PACKS = 1
_TWO_WORDS = ("accept", "claim", "decline", "peek", "premium")
_BY_THE_BANKER = ("draw", "hit", "keep", "limits", "stand", "deal")

# What makes another lawful round whatever it says, so that no replay can see it (docs/TRUST.md).
LAWFUL = {
    ("announce", "amount"): "a banker announces what he likes, and it caps nothing",
    ("D limits", "drop"): "limits are the banker's own choice; stakes between them are between the rules' too",
    ("D limits", "amount"): "likewise; limits that stakes contradict are tried by the operator",
    ("limits", "drop"): "a box need not have limits of its own",
    ("limits", "amount"): "nor any maximum in particular",
    ("limits", "hand"): "nor this box rather than another",
}


def name_of(event: str) -> str:
    """An event's verb as the table below names it: with a second word, a banker's or another bettor's mark where these have other rules."""
    who, act, *rest = event.split(" ")
    words = f"{act} {rest[0]}" if act in _TWO_WORDS else act
    if act == "lot" and not rest[0].isdecimal():
        words = "lot card"
    if act == "ruling" or (who == "D" and act in _BY_THE_BANKER):
        words = f"D {words}"
    return f"{words} /" if "/" in who else words


def drop(spot: Spot) -> list[str]:
    return spot.instead()


def write_twice(spot: Spot) -> list[str]:
    return spot.instead(spot.event, spot.event)


def move_on(spot: Spot) -> list[str]:
    return spot.moved(spot.at + 2)


def other_amount(spot: Spot) -> list[str]:
    return spot.instead(" ".join([*spot.words[:-1], str(spot.amount + 1)]))


def other_card(spot: Spot) -> list[str]:
    return spot.instead(" ".join([*spot.words[:-1], "3D" if spot.words[-1] != "3D" else "4D"]))


def other_hand(spot: Spot) -> list[str]:
    if spot.who == "D":
        other = "1"
    elif spot.who.startswith("s"):
        other = "s2" if spot.who == "s1" else "s1"
    else:
        other = "/".join(["2" if spot.hand == "1" else "1", *spot.who.split("/")[1:]])
    return spot.instead(" ".join([other, *spot.words[1:]]))


def other_bettor(spot: Spot) -> list[str]:
    other = spot.hand if "/" in spot.who else f"{spot.hand}/2"
    return spot.instead(" ".join([other, *spot.words[1:]]))


WAYS: dict[str, Callable[[Spot], list[str]]] = {
    "drop": drop,
    "twice": write_twice,
    "move": move_on,
    "amount": other_amount,
    "card": other_card,
    "hand": other_hand,
    "bettor": other_bettor,
}


def is_possible(way: str, spot: Spot) -> bool:
    """Whether a way of changing makes sense for an event, and no other lawful round."""
    if way == "drop":
        return is_missed(spot.log, spot.at)
    if way == "amount":
        return spot.words[-1].isdecimal() and not is_as_lawful(spot)
    if way == "card":
        return spot.words[-1] in CARD_NUMBERS
    if way == "move":
        return spot.at + 1 < len(spot.log) and not may_change_places(spot.event, spot.next)
    return way != "bettor" or spot.who[0].isdigit()


def is_as_lawful(spot: Spot) -> bool:
    """Whether one more is as lawful: a bid that is not the highest then either, an insurance within half the stake."""
    if verb(spot.event) == "bid":
        return spot.amount + 1 <= max((int(bid.split(" ")[2]) for bid in spot.found("bid") if bid != spot.event), default=0)
    if verb(spot.event) == "insure":
        stake = next(int(event.split(" ")[2]) for event in spot.log if event.startswith(f"{spot.who} bet "))
        return 2 * (spot.amount + 1) <= stake
    return False


def spots_of(history: History) -> dict[str, list[Spot]]:
    """The places of a session's events, by their names."""
    spots: dict[str, list[Spot]] = {}
    for record in history.of("round"):
        for at, event in enumerate(record["log"]):
            spots.setdefault(name_of(event), []).append(Spot(record, at, {}))
    return spots


def test_whatever_is_done_to_an_event_is_found(club: Club, tmp_path: Path) -> None:
    assert {verb(event) for record in club.history().of("round") for event in record["log"]} == VERBS
    names = sorted({name_of(event) for record in club.history().of("round") for event in record["log"]})
    kinds = [(name, way) for name in names for way in WAYS if (name, way) not in LAWFUL]
    spots: dict[int | None, dict[str, list[Spot]]] = {}

    def change(history: History, kind: Kind, number: int) -> Change:
        assert isinstance(kind, tuple)
        name, way = kind
        cheat = Cheat.at_work(f"{name} {way}", history, number)
        if history.session not in spots:
            # A session is changed once only: until then it is as it was recorded.
            spots[history.session] = spots_of(history)
        spot = cheat.one_of([spot for spot in spots[history.session].get(name, ()) if is_possible(way, spot)])
        log = WAYS[way](spot)
        return cheat.put(spot.record, spot.at, log, name, spot.event, way)

    def verbs(kind: Kind) -> Collection[str]:
        assert isinstance(kind, tuple)
        return (kind[0].removeprefix("D ").split(" ")[0],)

    trials: list[Trial] = [(kind, number) for number in range(TRIES) for kind in kinds]
    answers = tried(club, trials, change, tmp_path, PACKS, verbs)
    tries = Counter(kind for kind, _ in answers)
    caught = Counter(kind for (kind, _), answer in answers.items() if answer.code is not None)
    print(f"\n{len(answers)} tries\n{'event':20} " + " ".join(f"{way:>7}" for way in WAYS))
    for name in names:
        counts = (f"{caught[name, way]}/{tries[name, way]}" if tries[name, way] else "–" for way in WAYS)
        print(f"{name:20} " + " ".join(f"{count:>7}" for count in counts))
    assert not [told_try(answer) for answer in answers.values() if answer.code is None]
