"""What an operator writes otherwise, and signs: the form of records, and how they hang together."""

from __future__ import annotations

import json

from tests.support.bundles import as_bytes
from tests.support.damage.case import Case, Damage, another_hex, with_log


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


def entropy(case: Case) -> bytes | None:
    (start,) = case.records("start")
    given = list(start["entropy"])
    at = case.random.randrange(len(given))
    given[at] = another_hex(given[at], case.random)
    return case.signed(start | {"entropy": given})


def entropies_swapped(case: Case) -> bytes | None:
    (start,) = case.records("start")
    return case.signed(start | {"entropy": start["entropy"][::-1]})


def entropy_hash(case: Case) -> bytes | None:
    one = case.random.choice(case.records("seat"))
    return case.signed(one | {"entropy_hash": another_hex(one["entropy_hash"], case.random)})


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


def signed_log(case: Case) -> bytes | None:
    """The log that was signed before the first card is not the round's."""
    begins = [one for one in case.records("begin") if one["round"] == case.target["round"] and one["log"]]
    return case.signed(with_log(begins[0], {0: "D shuffle 99"})) if begins else None


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


KINDS: tuple[Damage, ...] = (
    line_not_canonical, entropy, entropies_swapped, entropy_hash, player, rules_without_their_hash, previous_line, seq, signed_log,
    record_with_a_key_too_many, record_with_a_key_missing, record_with_another_type, time_that_is_none, name_in_another_form,
    vkey_of_another,
)  # fmt: skip
