"""Every kind of event, dropped, written twice, moved, given other cards, amounts or hands: each must be found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from ledger.cards import CARD_NUMBERS
from ledger.cheating.history import Change, History
from ledger.cheating.picking import Cheat, verb
from ledger.cheating.play import is_missed
from tests.support.cheating import Club, pack

SESSIONS = 480
TRIES = 3
# Verbs that a session of this profile can hold, with `peek` and the two declined things by their whole act.
VERBS = (
    "shuffle",
    "bet",
    "deal",
    "hole",
    "insure",
    "decline",
    "peek",
    "insurance",
    "natural",
    "hit",
    "stand",
    "double",
    "split",
    "draw",
    "show",
    "bust",
    "win",
    "lose",
    "push",
    "out",
)


def drop(record: dict[str, list[str]], at: int) -> str:
    record["log"].pop(at)
    return "(nothing)"


def write_twice(record: dict[str, list[str]], at: int) -> str:
    record["log"].insert(at, record["log"][at])
    return f"{record['log'][at]} twice"


def move_on(record: dict[str, list[str]], at: int) -> str:
    event = record["log"].pop(at)
    record["log"].insert(at + 1, event)
    return f"{event} after {record['log'][at]}"


def other_amount(record: dict[str, list[str]], at: int) -> str:
    who, *act, amount = record["log"][at].split(" ")
    record["log"][at] = " ".join([who, *act, str(int(amount) + 1)])
    return record["log"][at]


def other_card(record: dict[str, list[str]], at: int) -> str:
    *words, card = record["log"][at].split(" ")
    record["log"][at] = " ".join([*words, "3D" if card != "3D" else "4D"])
    return record["log"][at]


def other_hand(record: dict[str, list[str]], at: int) -> str:
    who, _, act = record["log"][at].partition(" ")
    other = {"D": "1", "1": "2"}.get(who, "s1" if who.startswith("s") and who != "s1" else "s2" if who == "s1" else "1")
    record["log"][at] = f"{other} {act}"
    return record["log"][at]


WAYS: dict[str, Callable[[dict[str, list[str]], int], str]] = {
    "drop": drop,
    "twice": write_twice,
    "move": move_on,
    "amount": other_amount,
    "card": other_card,
    "hand": other_hand,
}


def possible(way: str, event: str, after: str | None) -> bool:
    """Whether a way of changing makes sense for an event; moves of stakes and goodbyes among themselves change nothing."""
    last = event.rpartition(" ")[2]
    if way == "amount":
        return last.isdecimal()
    if way == "card":
        return last in CARD_NUMBERS
    if way == "move":
        return after is not None and after != event and not {verb(event), verb(after)} <= {"bet", "shuffle"} and verb(after) != "out"
    return True


def test_whatever_is_done_to_an_event_is_found(club: Callable[[int], Club], tmp_path: Path) -> None:
    trials = [(name, way, number) for name in VERBS for way in WAYS for number in range(TRIES) if can_ever(name, way)]

    def change(history: History, trial: tuple[str, str, int]) -> Change:
        name, way, number = trial
        cheat = Cheat.at_work(f"{name} {way}", history, number)
        record, at = cheat.one_of(
            [
                (record, at)
                for record in history.of("round")
                for at, event in enumerate(record["log"])
                if verb(event) == name
                and possible(way, event, record["log"][at + 1] if at + 1 < len(record["log"]) else None)
                and (way != "drop" or is_missed(record["log"], at))
            ]
        )
        before = record["log"][at]
        return Change(way, name, f"session {record['session']}, round {record['round']}", before, WAYS[way](record, at))

    answers = pack(club(SESSIONS), trials, change, tmp_path / "packed")
    caught = Counter((name, way) for (name, way, _), (_, code) in answers.items() if code is not None)
    print(f"\n{'event':10} " + " ".join(f"{way:>7}" for way in WAYS))
    for name in VERBS:
        print(f"{name:10} " + " ".join(f"{caught[name, way]:>5}/{TRIES}" if can_ever(name, way) else f"{'–':>7}" for way in WAYS))
    assert not [(trial, made) for trial, (made, code) in answers.items() if code is None]


def can_ever(name: str, way: str) -> bool:
    with_amount = {"shuffle", "bet", "insure", "insurance", "natural", "bust", "win", "lose", "push"}
    with_card = {"deal", "hole", "hit", "double", "split", "draw"}
    if (name, way) == ("shuffle", "move"):  # only a stake stands behind it, and stakes may come in any order
        return False
    return way not in ("amount", "card") or name in (with_amount if way == "amount" else with_card)
