"""Damage to the file of a bundle, as anybody can do it."""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.support.bundles import as_bytes
from tests.support.damage.case import Case, Damage, flipped


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
    proof[place] = flipped(proof[place], case.random)
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
    return case.with_(checkpoint=f"{head} {flipped(signature, case.random)}\n")


def root_changed(case: Case) -> bytes:
    name, size, root, *rest = case.bundle["checkpoint"].split("\n")
    return case.with_(checkpoint="\n".join([name, size, flipped(root, case.random), *rest]))


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


KINDS: tuple[Damage, ...] = (
    line_changed, proof_changed, proof_shortened, proof_lengthened, proof_of_another_line, base64_with_spare_bits, line_missing,
    lines_swapped, line_twice, signature_changed, root_changed, size_changed, signature_missing, another_round, another_session,
    another_hand, key_too_many, key_missing, another_type, change_of_key_too_many, not_canonical,
)  # fmt: skip
