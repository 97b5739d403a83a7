"""Changes of what seals the cards, and of the lines around the rounds."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise

from ledger.cheating.history import Change
from ledger.cheating.picking import Cheat, place_of, verb
from ledger.history.records import canonical


def seed(cheat: Cheat) -> Change:
    """A revealed seed is exchanged."""
    record = cheat.one_of([record for record in cheat.history.of("round") if any(shoe["seed"] for shoe in record["shoes"])])
    shoe = cheat.one_of([shoe for shoe in record["shoes"] if shoe["seed"]])
    before = shoe["seed"]
    shoe["seed"] = sha256(bytes.fromhex(before)).hexdigest()
    return Change(cheat.kind, "a revealed seed is exchanged", place_of(record), before, shoe["seed"])


def position(cheat: Cheat) -> Change:
    """A round claims to have begun elsewhere in its shoe."""
    record = cheat.one_of(cheat.history.of("round"))
    shoe = record["shoes"][0]
    shoe["first"] += 1
    return Change(
        cheat.kind, "a round claims another place in its shoe", place_of(record), f"first {shoe['first'] - 1}", f"first {shoe['first']}"
    )


def commitment(cheat: Cheat) -> Change:
    """The commitment is exchanged for another."""
    record = cheat.one_of(cheat.history.of("open"))
    return cheat.field(record, "commitment", sha256(bytes.fromhex(record["commitment"])).hexdigest(), "the sealed commitment is exchanged")


def entropy(cheat: Cheat) -> Change:
    """A player's entropy is exchanged after all were given."""
    record = cheat.one_of(cheat.history.of("start"))
    at = cheat.number(0, len(record["entropy"]) - 1)
    before = record["entropy"][at]
    record["entropy"][at] = sha256(bytes.fromhex(before)).hexdigest()
    return Change(cheat.kind, "a player's entropy is exchanged", place_of(record), before, record["entropy"][at])


def name(cheat: Cheat) -> Change:
    """A seat is given to someone else."""
    record = cheat.one_of(cheat.history.of("seat"))
    return cheat.field(record, "name", record["name"] + "a", "a seat is written for someone else")


def stack(cheat: Cheat) -> Change:
    """A player's stack at the start is written smaller."""
    record = cheat.one_of(cheat.history.of("seat"))
    return cheat.field(record, "stack", record["stack"] - 1, "a stack is written smaller than it was")


def rule(cheat: Cheat) -> Change:
    """A rule is changed after play, and its hash with it."""
    record = cheat.one_of(cheat.history.of("open"))
    others = [("natural", "pays", "6:5"), ("banker", "soft17", "draw"), ("split", "hands", 3), ("double", "after_split", False)]
    table, parameter, value = cheat.one_of([other for other in others if record["rules"][other[0]][other[1]] != other[2]])
    before = record["rules"][table][parameter]
    record["rules"][table][parameter] = value
    record["rules_hash"] = sha256(canonical(record["rules"])).hexdigest()
    return Change(
        cheat.kind, "a rule is changed after play", place_of(record), f"{table}.{parameter} {before}", f"{table}.{parameter} {value}"
    )


def round_dropped(cheat: Cheat) -> Change:
    """A round vanishes and the numbering closes over it."""
    record = cheat.one_of(cheat.history.of("round"))
    where = place_of(record)
    cheat.history.lines = [line for line in cheat.history.lines if line is not record]
    cheat.history.number_again()
    return Change(cheat.kind, "a round vanishes, the numbering closes over it", where, f"{len(record['log'])} events", "(nothing)")


def rounds_swapped(cheat: Cheat) -> Change:
    """Two neighbouring rounds change places."""
    rounds = cheat.history.of("round")
    first, second = cheat.one_of([pair for pair in pairwise(rounds) if pair[0]["session"] == pair[1]["session"]])
    where = place_of(first)
    lines = list(cheat.history.lines)
    one, other = (next(at for at, line in enumerate(lines) if line is wanted) for wanted in (first, second))
    lines[one], lines[other] = second, first
    cheat.history.lines = lines
    cheat.history.number_again()
    return Change(cheat.kind, "two rounds change places", where, "as played", "the later one first")


def round_doubled(cheat: Cheat) -> Change:
    """A round is written a second time."""
    record = cheat.one_of(cheat.history.of("round"))
    where = place_of(record)
    at = next(place for place, line in enumerate(cheat.history.lines) if line is record)
    cheat.history.lines = [*cheat.history.lines[:at], dict(record), *cheat.history.lines[at:]]
    cheat.history.number_again()
    return Change(cheat.kind, "a round is written twice", where, "once", "twice")


def round_voided(cheat: Cheat) -> Change:
    """A session's last round is said to have been broken off."""
    last = {record["session"]: record for record in cheat.history.of("round")}
    record = cheat.one_of([record for record in last.values() if all(shoe["seed"] for shoe in record["shoes"])])
    before, log = list(record["after"]), record["log"]
    # Stakes come back; what the bank was sold for stands (FORMAT.md §4).
    cheat.history.put(record, [event for event in log if verb(event) in ("bank", "pays")])
    record |= {"log": log, "record": "void", "reason": "The lamp went out"}
    for close in cheat.history.session_of(record, "close"):
        close["reason"] = "stopped"
    return Change(cheat.kind, "a round is said to have been broken off", place_of(record), f"after {before}", f"after {record['after']}")


def standings(cheat: Cheat) -> Change:
    """The winner is another."""
    record = cheat.one_of([close for close in cheat.history.of("close") if len({entry["net"] for entry in close["standings"]}) > 1])
    entries = record["standings"]
    low = next(entry for entry in entries if entry["net"] != entries[0]["net"])
    before = f"seat {entries[0]['seat']} first, seat {low['seat']} behind"
    entries[0]["seat"], low["seat"] = low["seat"], entries[0]["seat"]
    return Change(cheat.kind, "the winner is another", place_of(record), before, f"seat {entries[0]['seat']} first")


def final_balance(cheat: Cheat) -> Change:
    """Someone's final balance grows, and the standings agree."""
    record = cheat.one_of(cheat.history.of("close"))
    seat = cheat.number(1, len(record["balances"]) - 1)
    before = record["balances"][seat]
    record["balances"][seat] += 5
    record["balances"][0] -= 5
    cheat.history.rank_again(record)
    return Change(
        cheat.kind, "a final balance grows after the last round", place_of(record), f"seat {seat}: {before}", f"seat {seat}: {before + 5}"
    )


def close_dropped(cheat: Cheat) -> Change:
    """A session loses its end."""
    record = cheat.one_of(cheat.history.of("close"))
    where = place_of(record)
    cheat.history.lines = [line for line in cheat.history.lines if line is not record]
    cheat.history.number_again()
    return Change(cheat.kind, "a session loses its last line", where, "closed", "(nothing)")
