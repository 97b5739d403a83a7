"""Damage to hand bundles, one at a time: to the file as anybody can, and to the lines as the operator can, who signs them anew.

Each kind takes a bundle and a source of chance, and gives the damaged file, or None where the bundle has nothing of the kind.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from itertools import cycle
from random import Random
from typing import Any

import attrs

from tests.support.bundles import Book, Line, as_bytes

SHOWN = ("deal", "down", "hole", "hit", "double", "draw", "lot")
CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]


@attrs.frozen
class Case:
    """A true bundle, the ledger that it is of, and chance."""

    book: Book
    bundle: dict[str, Any]
    random: Random

    def records(self, *kinds: str) -> list[Line]:
        """The bundle's lines of these kinds, of all kinds where none is named."""
        read = [json.loads(entry["line"]) for entry in self.bundle["lines"]]
        return [record for record in read if not kinds or record["record"] in kinds]

    @property
    def target(self) -> Line:
        """The round that the bundle is about."""
        return next(record for record in self.records("round", "void") if record["round"] == self.bundle["hand"]["round"])

    def with_(self, **changes: Any) -> bytes:
        """The file with other values."""
        return as_bytes(self.bundle | changes)

    def with_entry(self, at: int, **changes: Any) -> bytes:
        """The file with one line, or its proof, changed."""
        entries = list(self.bundle["lines"])
        entries[at] = entries[at] | changes
        return self.with_(lines=entries)

    def signed(self, *lines: Line) -> bytes:
        """The file as the operator would have it, these lines changed."""
        return as_bytes(self.book.signed_anew(self.bundle, {line["seq"]: line for line in lines}))

    def entry(self) -> int:
        """One of the lines."""
        return self.random.randrange(len(self.bundle["lines"]))


Damage = Callable[[Case], bytes | None]


def _flipped(encoded: str, random: Random) -> str:
    """Base64 of the same length in which one bit is another."""
    raw = bytearray(b64decode(encoded))
    raw[random.randrange(4, len(raw)) if len(raw) > 32 else random.randrange(len(raw))] ^= 1 << random.randrange(8)
    return b64encode(raw).decode()


def _another_hex(text: str, random: Random) -> str:
    at = random.randrange(len(text))
    return text[:at] + random.choice([digit for digit in "0123456789abcdef" if digit != text[at]]) + text[at + 1 :]


# To the file.


def line_changed(case: Case) -> bytes:
    at = case.entry()
    line = case.bundle["lines"][at]["line"]
    digits = [place for place, sign in enumerate(line) if sign.isdigit()]
    place = case.random.choice(digits)
    return case.with_entry(at, line=line[:place] + str((int(line[place]) + 1) % 9 + 1) + line[place + 1 :])


def proof_changed(case: Case) -> bytes:
    at = case.entry()
    proof = list(case.bundle["lines"][at]["proof"])
    place = case.random.randrange(len(proof))
    proof[place] = _flipped(proof[place], case.random)
    return case.with_entry(at, proof=proof)


def proof_shortened(case: Case) -> bytes:
    at = case.entry()
    return case.with_entry(at, proof=case.bundle["lines"][at]["proof"][:-1])


def proof_lengthened(case: Case) -> bytes:
    at = case.entry()
    proof = case.bundle["lines"][at]["proof"]
    return case.with_entry(at, proof=[*proof, proof[0]])


def proof_of_another_line(case: Case) -> bytes:
    one, other = case.random.sample(range(len(case.bundle["lines"])), 2)
    return case.with_entry(one, proof=case.bundle["lines"][other]["proof"])


def base64_with_spare_bits(case: Case) -> bytes:
    at = case.entry()
    first, *rest = case.bundle["lines"][at]["proof"]
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return case.with_entry(at, proof=[first[:-2] + alphabet[alphabet.index(first[-2]) + 1] + "=", *rest])


def line_missing(case: Case) -> bytes:
    entries = list(case.bundle["lines"])
    del entries[case.random.choice(_needed(case))]
    return case.with_(lines=entries)


def _needed(case: Case) -> list[int]:
    """Lines without which a bundle proves nothing: those of the beginning, and of the stretch."""
    records = case.records()
    beginning = [at for at, record in enumerate(records) if record["record"] in {"ledger", "open", "seat", "start"}]
    return [*beginning, records.index(case.target), len(records) - 1]


def lines_swapped(case: Case) -> bytes:
    entries = list(case.bundle["lines"])
    at = case.random.randrange(len(entries) - 1)
    entries[at], entries[at + 1] = entries[at + 1], entries[at]
    return case.with_(lines=entries)


def line_twice(case: Case) -> bytes:
    at = case.entry()
    entries = list(case.bundle["lines"])
    return case.with_(lines=[*entries[: at + 1], *entries[at:]])


def signature_changed(case: Case) -> bytes:
    head, _, signature = case.bundle["checkpoint"].rstrip("\n").rpartition(" ")
    return case.with_(checkpoint=f"{head} {_flipped(signature, case.random)}\n")


def root_changed(case: Case) -> bytes:
    name, size, root, *rest = case.bundle["checkpoint"].split("\n")
    return case.with_(checkpoint="\n".join([name, size, _flipped(root, case.random), *rest]))


def size_changed(case: Case) -> bytes:
    name, size, *rest = case.bundle["checkpoint"].split("\n")
    return case.with_(checkpoint="\n".join([name, str(int(size) + case.random.choice((-1, 1, 1000))), *rest]))


def signature_missing(case: Case) -> bytes:
    return case.with_(checkpoint=case.bundle["checkpoint"].partition("\n\n")[0] + "\n\n")


def another_round(case: Case) -> bytes:
    return case.with_(hand=case.bundle["hand"] | {"round": 10**5})


def another_session(case: Case) -> bytes:
    return case.with_(hand=case.bundle["hand"] | {"session": case.bundle["hand"]["session"] + 1})


def another_hand(case: Case) -> bytes:
    return case.with_(hand=case.bundle["hand"] | {"hand": "13.1"})


def key_too_many(case: Case) -> bytes:
    return case.with_(**{case.random.choice(["zeta", "__proto__", "constructor"]): {"toString": 1}})


def key_missing(case: Case) -> bytes:
    gone = case.random.choice(sorted(case.bundle))
    return as_bytes({key: value for key, value in case.bundle.items() if key != gone})


def another_type(case: Case) -> bytes:
    key = case.random.choice(sorted(case.bundle))
    return case.with_(**{key: case.random.choice([7, True, [[]], {"a": None}])})


def change_of_key_too_many(case: Case) -> bytes:
    return case.with_(rotations=[*case.bundle["rotations"], {"checkpoint": case.bundle["checkpoint"], "proof": []}])


def not_canonical(case: Case) -> bytes:
    whole = as_bytes(case.bundle)
    ways: list[Callable[[], bytes]] = [
        lambda: whole.replace(b'"format"', b' "format"', 1),
        lambda: whole.replace(b'","extends"', b'", "extends"', 1),
        lambda: whole[:-1],
        lambda: whole + b"\n",
        lambda: b"\xef\xbb\xbf" + whole,
        lambda: whole.replace(b"sealedshoe/bundle", rb"sealedshoe\/bundle", 1),
        lambda: whole.replace(b'"session":', b'"session":0', 1),
        lambda: whole.replace(b'},"lines"', b'.0},"lines"', 1),
        lambda: whole.replace(b'{"checkpoint"', b'{"checkpoint":"","checkpoint"', 1),
        lambda: json.dumps(dict(reversed(case.bundle.items())), separators=(",", ":"), ensure_ascii=False).encode() + b"\n",
    ]
    return case.random.choice(ways)()


def line_not_canonical(case: Case) -> bytes:
    """Signed by the operator, so that nothing but its form is wrong."""
    at = case.entry()
    line = case.bundle["lines"][at]["line"].encode()
    seq = json.loads(line)["seq"]
    # \u006f is the letter o, in a kind of record that has one or in another word
    ways = [
        line.replace(b",", b", ", 1),
        b" " + line,
        line.replace(b'"record"', rb'"rec\u006frd"', 1),
        line.replace(b"}", b',"zz":1e0}', 1),
    ]
    return as_bytes(case.book.signed_anew(case.bundle, {seq: case.random.choice(ways)}))


# By the operator, who signs.


def _dealt(log: list[str], *words: str) -> list[int]:
    """Where a log has a card of the shoe."""
    return [at for at, event in enumerate(log) if event.split()[-2] in (words or SHOWN) and event.split()[-1] in CARDS]


def _with_log(record: Line, changes: dict[int, str]) -> Line:
    return record | {"log": [changes.get(at, event) for at, event in enumerate(record["log"])]}


def _other_card(event: str, random: Random) -> str:
    *words, card = event.split()
    return " ".join([*words, random.choice([other for other in CARDS if other != card and other[0] not in "789TJQKA"] or CARDS)])


def card(case: Case) -> bytes | None:
    at = case.random.choice(_dealt(case.target["log"]))
    return case.signed(_with_log(case.target, {at: _other_card(case.target["log"][at], case.random)}))


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
    return case.signed(_with_log(one, {at: _other_card(one["log"][at], case.random)}))


def cards_swapped(case: Case) -> bytes | None:
    log = case.target["log"]
    places = _dealt(log)
    pairs = [(one, other) for one in places for other in places if one < other and log[one].split()[-1] != log[other].split()[-1]]
    one, other = case.random.choice(pairs)
    (*head, first), (*tail, second) = log[one].split(), log[other].split()
    return case.signed(_with_log(case.target, {one: " ".join([*head, second]), other: " ".join([*tail, first])}))


def card_left_out(case: Case) -> bytes | None:
    at = case.random.choice(_dealt(case.target["log"])[:-1])
    return case.signed(case.target | {"log": [event for place, event in enumerate(case.target["log"]) if place != at]})


def card_hidden(case: Case) -> bytes | None:
    at = case.random.choice(_dealt(case.target["log"]))
    return case.signed(_with_log(case.target, {at: case.target["log"][at][:-2] + "xx"}))


def event_of_no_kind(case: Case) -> bytes | None:
    at = case.random.randrange(len(case.target["log"]))
    event = case.target["log"][at]
    other = case.random.choice([event + " ", event.upper() + "!", "D dance", "s99 leave", "1.3 hit 5C", "01 stand", "D  stand"])
    return case.signed(_with_log(case.target, {at: other}))


def _of_shoes(case: Case, key: str, change: Callable[[Any], Any]) -> bytes | None:
    for record in [case.target, *case.records("round")]:
        places = [at for at, shoe in enumerate(record["shoes"]) if shoe[key] is not None]
        if places and record["seq"] >= case.target["seq"]:
            at = case.random.choice(places)
            shoes = [shoe | {key: change(shoe[key])} if place == at else shoe for place, shoe in enumerate(record["shoes"])]
            return case.signed(record | {"shoes": shoes})
    return None


def seed(case: Case) -> bytes | None:
    return _of_shoes(case, "seed", lambda seed: _another_hex(seed, case.random))


def seed_kept_back(case: Case) -> bytes | None:
    return _of_shoes(case, "seed", lambda _seed: None)


def shoe_of_another_number(case: Case) -> bytes | None:
    return _of_shoes(case, "index", lambda index: index + 1)


def shoe_from_another_place(case: Case) -> bytes | None:
    return _of_shoes(case, "first", lambda first: first + 1)


def last_seed(case: Case) -> bytes | None:
    closed = case.records("close")
    return case.signed(closed[0] | {"seed": _another_hex(closed[0]["seed"], case.random)}) if closed else None


def commitment(case: Case) -> bytes | None:
    (opened,) = case.records("open")
    return case.signed(opened | {"commitment": _another_hex(opened["commitment"], case.random)})


def entropy(case: Case) -> bytes | None:
    (start,) = case.records("start")
    given = list(start["entropy"])
    at = case.random.randrange(len(given))
    given[at] = _another_hex(given[at], case.random)
    return case.signed(start | {"entropy": given})


def entropies_swapped(case: Case) -> bytes | None:
    (start,) = case.records("start")
    return case.signed(start | {"entropy": start["entropy"][::-1]})


def entropy_hash(case: Case) -> bytes | None:
    one = case.random.choice(case.records("seat"))
    return case.signed(one | {"entropy_hash": _another_hex(one["entropy_hash"], case.random)})


def player(case: Case) -> bytes | None:
    one = case.random.choice(case.records("seat"))
    return case.signed(one | {"name": f"{one['name']}a"})


def rules_without_their_hash(case: Case) -> bytes | None:
    (opened,) = case.records("open")
    rules = opened["rules"] | {"natural": opened["rules"]["natural"] | {"pays": "6:5"}}
    return case.signed(opened | {"rules": rules})


def previous_line(case: Case) -> bytes | None:
    at = case.random.choice(case.records("seat", "start", "round"))
    return case.signed(at | {"prev": at["prev"] - 1})


def seq(case: Case) -> bytes | None:
    """The line says that it is another one than the tree has there."""
    one = case.random.choice(case.records("seat", "round"))
    raw = json.dumps(one | {"seq": one["seq"] + 1}, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()
    made = case.book.signed_anew(case.bundle, {one["seq"]: raw})
    return as_bytes(made)


def cut(case: Case) -> bytes | None:
    first = case.target["shoes"][0]["index"]
    for record in case.records("round", "void"):
        taken = [at for at, event in enumerate(record["log"]) if event in {f"D shuffle {first}", f"D reshuffle {first}"}]
        if taken and " cut " in record["log"][taken[0] + 1]:
            who, _, number = record["log"][taken[0] + 1].split()
            return case.signed(_with_log(record, {taken[0] + 1: f"{who} cut {(int(number) + 1) % 32}"}))
    return None


def cut_by_another(case: Case) -> bytes | None:
    log = case.target["log"]
    places = [at for at, event in enumerate(log) if " cut " in event]
    if not places:
        return None
    who, _, number = log[places[0]].split()
    return case.signed(_with_log(case.target, {places[0]: f"{'s1' if who != 's1' else 's2'} cut {number}"}))


def lot(case: Case) -> bytes | None:
    log = case.target["log"]
    places = [at for at, event in enumerate(log) if " lot " in event and event.split()[-1].isdigit()]
    if not places:
        return None
    who, _, number = log[places[0]].split()
    return case.signed(_with_log(case.target, {places[0]: f"{who} lot {(int(number) + 1) % 3}"}))


def signed_log(case: Case) -> bytes | None:
    """The log that was signed before the first card is not the round's."""
    begins = [one for one in case.records("begin") if one["round"] == case.target["round"] and one["log"]]
    return case.signed(_with_log(begins[0], {0: "D shuffle 99"})) if begins else None


def record_with_a_key_too_many(case: Case) -> bytes | None:
    return case.signed(case.random.choice(case.records()) | {"zeta": 1})


def record_with_a_key_missing(case: Case) -> bytes | None:
    record = case.random.choice(case.records())
    gone = case.random.choice([key for key in record if key not in {"record", "seq"}])
    return case.signed({key: value for key, value in record.items() if key != gone})


def record_with_another_type(case: Case) -> bytes | None:
    record = case.random.choice(case.records())
    key = case.random.choice([key for key in record if key not in {"record", "seq"}])
    return case.signed(record | {key: case.random.choice([True, "7", [7], {"n": 7}])})


def time_that_is_none(case: Case) -> bytes | None:
    record = case.random.choice(case.records())
    return case.signed(
        record
        | {"time": case.random.choice(["2026-02-30T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01 00:00:00Z", "0000-01-01T00:00:00Z"])}
    )


def name_in_another_form(case: Case) -> bytes | None:
    one = case.random.choice(case.records("seat"))
    return case.signed(one | {"name": case.random.choice(["e\u0301", " Ann", "A  n", "A\u00a0n", "A\u200bn", "A\u2028n", "", "x" * 33])})


def vkey_of_another(case: Case) -> bytes | None:
    (zero,) = case.records("ledger")
    other = "stranger.example/tables+7c9d2f2e+AX"
    return case.signed(zero | {"vkey": other})


TO_THE_FILE: tuple[Damage, ...] = (
    line_changed, proof_changed, proof_shortened, proof_lengthened, proof_of_another_line, base64_with_spare_bits, line_missing, lines_swapped,
    line_twice, signature_changed, root_changed, size_changed, signature_missing, another_round, another_session, another_hand, key_too_many,
    key_missing, another_type, change_of_key_too_many, not_canonical,
)  # fmt: skip
BY_THE_OPERATOR: tuple[Damage, ...] = (
    line_not_canonical, card, card_of_another_round, cards_swapped, card_left_out, card_hidden, event_of_no_kind, seed, seed_kept_back,
    shoe_of_another_number, shoe_from_another_place, last_seed, commitment, entropy, entropies_swapped, entropy_hash, player,
    rules_without_their_hash, previous_line, seq, cut, cut_by_another, lot, signed_log, record_with_a_key_too_many, record_with_a_key_missing,
    record_with_another_type, time_that_is_none, name_in_another_form, vkey_of_another,
)  # fmt: skip


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
