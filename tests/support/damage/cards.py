"""What an operator writes otherwise, and signs: cards, cuts and lots, and the seeds that they come from."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.support.damage.case import Case, Damage, another_hex, with_log

SHOWN = ("deal", "down", "hole", "hit", "double", "draw", "lot")
CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]


def _dealt(log: list[str], *words: str) -> list[int]:
    """Where a log has a card of the shoe."""
    return [at for at, event in enumerate(log) if event.split()[-2] in (words or SHOWN) and event.split()[-1] in CARDS]


def _other_card(event: str, random: Random) -> str:
    *words, card = event.split()
    return " ".join([*words, random.choice([other for other in CARDS if other != card and other[0] not in "789TJQKA"] or CARDS)])


def card(case: Case) -> bytes | None:
    at = case.random.choice(_dealt(case.target["log"]))
    return case.signed(with_log(case.target, {at: _other_card(case.target["log"][at], case.random)}))


def card_of_another_round(case: Case) -> bytes | None:
    others = [
        one
        for one in case.records("round")
        if one["seq"] > case.target["seq"] and one["shoes"][0]["index"] == case.target["shoes"][-1]["index"]
    ]
    if not others:
        return None
    one = case.random.choice(others)
    at = _dealt(one["log"])[0]
    return case.signed(with_log(one, {at: _other_card(one["log"][at], case.random)}))


def cards_swapped(case: Case) -> bytes | None:
    log = case.target["log"]
    places = _dealt(log)
    pairs = [(one, other) for one in places for other in places if one < other and log[one].split()[-1] != log[other].split()[-1]]
    one, other = case.random.choice(pairs)
    (*head, first), (*tail, second) = log[one].split(), log[other].split()
    return case.signed(with_log(case.target, {one: " ".join([*head, second]), other: " ".join([*tail, first])}))


def card_left_out(case: Case) -> bytes | None:
    at = case.random.choice(_dealt(case.target["log"])[:-1])
    return case.signed(case.target | {"log": [event for place, event in enumerate(case.target["log"]) if place != at]})


def card_hidden(case: Case) -> bytes | None:
    at = case.random.choice(_dealt(case.target["log"]))
    return case.signed(with_log(case.target, {at: case.target["log"][at][:-2] + "xx"}))


def event_of_no_kind(case: Case) -> bytes | None:
    at = case.random.randrange(len(case.target["log"]))
    event = case.target["log"][at]
    other = case.random.choice([event + " ", event.upper() + "!", "D dance", "s99 leave", "1.3 hit 5C", "01 stand", "D  stand"])
    return case.signed(with_log(case.target, {at: other}))


def _of_shoes(case: Case, key: str, change: Callable[[Any], Any]) -> bytes | None:
    for record in [case.target, *case.records("round")]:
        places = [at for at, shoe in enumerate(record["shoes"]) if shoe[key] is not None]
        if places and record["seq"] >= case.target["seq"]:
            at = case.random.choice(places)
            shoes = [shoe | {key: change(shoe[key])} if place == at else shoe for place, shoe in enumerate(record["shoes"])]
            return case.signed(record | {"shoes": shoes})
    return None


def seed(case: Case) -> bytes | None:
    return _of_shoes(case, "seed", lambda seed: another_hex(seed, case.random))


def seed_kept_back(case: Case) -> bytes | None:
    return _of_shoes(case, "seed", lambda _seed: None)


def shoe_of_another_number(case: Case) -> bytes | None:
    return _of_shoes(case, "index", lambda index: index + 1)


def shoe_from_another_place(case: Case) -> bytes | None:
    return _of_shoes(case, "first", lambda first: first + 1)


def last_seed(case: Case) -> bytes | None:
    closed = case.records("close")
    return case.signed(closed[0] | {"seed": another_hex(closed[0]["seed"], case.random)}) if closed else None


def commitment(case: Case) -> bytes | None:
    (opened,) = case.records("open")
    return case.signed(opened | {"commitment": another_hex(opened["commitment"], case.random)})


def cut(case: Case) -> bytes | None:
    first = case.target["shoes"][0]["index"]
    for record in case.records("round", "void"):
        taken = [at for at, event in enumerate(record["log"]) if event in {f"D shuffle {first}", f"D reshuffle {first}"}]
        if taken and " cut " in record["log"][taken[0] + 1]:
            who, _, number = record["log"][taken[0] + 1].split()
            return case.signed(with_log(record, {taken[0] + 1: f"{who} cut {(int(number) + 1) % 32}"}))
    return None


def cut_by_another(case: Case) -> bytes | None:
    log = case.target["log"]
    places = [at for at, event in enumerate(log) if " cut " in event]
    if not places:
        return None
    who, _, number = log[places[0]].split()
    return case.signed(with_log(case.target, {places[0]: f"{'s1' if who != 's1' else 's2'} cut {number}"}))


def lot(case: Case) -> bytes | None:
    log = case.target["log"]
    places = [at for at, event in enumerate(log) if " lot " in event and event.split()[-1].isdigit()]
    if not places:
        return None
    who, _, number = log[places[0]].split()
    return case.signed(with_log(case.target, {places[0]: f"{who} lot {(int(number) + 1) % 3}"}))


KINDS: tuple[Damage, ...] = (
    card, card_of_another_round, cards_swapped, card_left_out, card_hidden, event_of_no_kind, seed, seed_kept_back,
    shoe_of_another_number, shoe_from_another_place, last_seed, commitment, cut, cut_by_another, lot,
)  # fmt: skip
