"""Logs from strangers: whatever they hold, the audit ends with a report, and nothing wrong in them stays unsaid."""

import random
import resource

import pytest

from audit import Finding
from tests.support.packing import packed

ODD = [
    "1 bet 2", "2 bet 2", "9 bet 2", "1 deal 9C", "D deal AS", "D hole KH", "1 hit KH", "1.1 hit 2C", "1.1.1.1.1.1 stand", "1.1.1.1.1.1.1 stand",
    "14 stand", "15 stand", "1 split 8C 8D", "1.2 draw 9C", "1 double 2C", "1 surrender 1", "1 insure 1", "1 insurance 3", "D peek clear",
    "D show", "D draw 2C", "1 bust 0", "1 win 9007199254740991", "1 win 9007199254740992", "1 win 99999999999999999999", "1 natural 5",
    "D shuffle 1", "D shuffle 0", "D shuffle 9007199254740991", "D reshuffle 1", "D reshuffle 2", "s1 out", "s1 leave", "s16 out", "s17 leave",
    "s9 lot 3", "1/2 bet 2", "1 timeout stand", "D ruling 3", "", " ", "1", "D", "1  stand", "1 stand ", "xx", "'; DROP TABLE rounds; --", "é",
    "\\", '"', "1 bet -2", "1 bet 2.0", "1 bet 1e9", "D burn xx", "0 stand", "1.3 stand", "1..1 stand", "D deal 1C", "1 deal XX", "[]", "null",
]  # fmt: skip


def first_round(book, session):
    return next(record for record in book.records if record["record"] == "round" and record["session"] == book.sessions[session - 1])


def told_of(found):
    """Sessions about which something was found."""
    return {finding.session for finding in found.findings}


@packed
def test_an_odd_event_in_an_honest_log_is_always_found(book):
    for session, event in enumerate(ODD, 1):
        book.evening(session=session, players=2, rounds=1)
        log = first_round(book, session)["log"]
        log.insert(len(log) // 2, event)
    found = yield
    assert [event for session, event in zip(book.sessions, ODD, strict=True) if session not in told_of(found)] == []


LOGS = {
    "empty": [],
    "one empty event": [""],
    "a thousand bets": ["1 bet 2"] * 1000,
    "every card of the shoe and more": ["D shuffle 1", "1 bet 2"] + ["1 hit AC"] * 400,
    "outcomes only": ["1 win 4"] * 5,
    "reshuffles and cards in turn": ["D shuffle 1"] + ["D reshuffle 2", "1 hit AC"] * 1_900,
    "shuffles only": ["D shuffle 1", "D shuffle 2", "D reshuffle 3", "D reshuffle 4"],
    "splits of splits": ["1 bet 2", *(f"1{'.1' * depth} split 8C 8D" for depth in range(9))],
    "the dealer alone": ["D shuffle 1", "D deal AS", "D hole KH", "D peek natural", "D show"],
    "odd things in a row": ODD,
    "odd things backwards": ODD[::-1],
    "large numbers": ["D shuffle 1"] + ["1 bet 9007199254740991", "1 win 9007199254740991"] * 600,
    "the largest bets": ["1 bet 1000000000000"] * 2_000,
    "the largest payouts": ["1 win 1000000000000"] * 2_000,
    "the largest insurances": ["1 bet 1000000000000", *["1 insure 1000000000000", "1 insurance 1000000000000"] * 1_000],
    "the largest splits": [
        "1 bet 1000000000000",
        "1 deal AC",
        "1 deal AC",
        "1 split AC AC",
        "1.1 draw AC",
        *["1.1 split AC AC"] * 2_000,
        "1.2 draw AC",
        "1.2 double AC",
    ],
    "numbers one too large": ["1 bet 1000000000001", "1 win 1000000000001", "D shuffle 1000000000001"],
}


@packed
def test_a_log_that_is_no_round_is_always_found(book):
    for session, log in enumerate(LOGS.values(), 1):
        book.evening(session=session, players=2, rounds=1)
        first_round(book, session)["log"] = log
    found = yield
    assert [name for session, name in zip(book.sessions, LOGS, strict=True) if session not in told_of(found)] == []


@pytest.mark.parametrize("log", LOGS.values(), ids=LOGS)
def test_such_a_log_alone_does_not_stop_the_audit(book, log):
    book.evening(players=2, rounds=1)
    first_round(book, 1)["log"] = log
    assert book.audit().status == 1


@pytest.mark.parametrize("before", [-(2**53 - 1), 2**53 - 1])
@pytest.mark.parametrize("log", [log for name, log in LOGS.items() if "largest" in name])
@packed
def test_the_largest_balances_do_not_stop_it_either(book, log, before):
    book.evening(players=2, rounds=1)
    record = first_round(book, 1)
    record["log"], record["before"], record["after"] = log, [before] * 3, [-before] * 3
    assert (yield)


@packed
def test_a_number_beyond_the_bound_is_no_event(book):
    """FORMAT §2."""
    book.evening(players=1, rounds=1)
    first_round(book, 1)["log"].append("1 win 1000000000001")
    assert "event-unknown" in (yield)


@pytest.mark.parametrize("seed", range(4))
@packed
def test_an_event_dropped_or_doubled_is_always_found(book, seed):
    """Each of many sessions has one event dropped, doubled or changed for the one beside it; no two equal, so each must be told."""
    rng = random.Random(seed)  # noqa: S311 -- what is drawn must come again
    for session in range(1, 41):
        book.evening(session=session, players=rng.randint(1, 4), rounds=2)
        record = rng.choice(book.records[-3:-1])
        log, at = record["log"], rng.randrange(len(record["log"]))
        if rng.random() < 0.5:
            del log[at]
        else:
            log.insert(at, log[at])
    found = yield
    assert told_of(found) == set(book.sessions)


@pytest.mark.parametrize("seed", range(3))
def test_heaps_of_nonsense_do_not_stop_the_audit(book, seed):
    rng = random.Random(seed)  # noqa: S311 -- what is drawn must come again
    for session in range(1, 21):
        book.evening(session=session, players=rng.randint(1, 6), rounds=3)
    for record in book.records:
        if record["record"] == "round":
            pool = record["log"] + rng.sample(ODD, 10)
            record["log"] = [rng.choice(pool) for _ in range(rng.randrange(80))]
            record["shoes"] = [{"first": rng.randrange(500), "index": rng.randint(1, 99), "seed": None} for _ in range(rng.randrange(4))]
            record["before"] = [rng.randrange(-5, 200) for _ in range(rng.randrange(20))]
            record["after"] = [rng.randrange(-5, 200) for _ in range(rng.randrange(20))]
            record["round"] = rng.randint(1, 5)
            record["session"] = rng.randint(1, 25)
    assert book.audit().status == 1


@packed
def test_seats_and_closes_of_no_sense_do_not_stop_the_audit(book):
    for session in (1, 2, 3):
        book.evening(session=session, players=6, rounds=2)
    for record in book.records:
        if record["record"] == "seat":
            record["seat"], record["boxes"] = 16, [16, 16, 1]
        if record["record"] == "close":
            record["balances"], record["standings"] = [], []
        if record["record"] == "start" and record["session"] == book.sessions[1]:
            record["entropy"] = []
    assert (yield)


def test_a_round_of_seventeen_seats_does_not_stop_the_audit(book):
    book.evening(players=6, rounds=2)
    for seat in range(7, 20):
        seated = next(record for record in book.records if record["record"] == "seat") | {"seat": min(seat, 16), "name": f"N{seat}"}
        book.records.insert(3, dict(seated))
    assert book.audit().status == 1


def test_thousands_of_seats_of_one_name_are_each_found_once(book):
    book.evening(players=2, rounds=2)
    seat = next(record for record in book.records if record["record"] == "seat")
    for _ in range(2_000):
        book.records.append(seat | {"seq": len(book.records), "prev": len(book.records) - 1})
    assert book.audit().totals["seats"] == 3 * 2_000, "number, name and box of each"


def test_thousands_of_findings_are_counted_and_the_first_ones_told(book, monkeypatch):
    monkeypatch.setattr("audit.judge.MOST_TOLD", 10)
    monkeypatch.setattr("audit.units.UNIT_LINES", 16)
    book.evening(players=2, rounds=60)
    for record in book.records:
        record.update({"banker": 1} if "banker" in record else {})
    report = book.audit()
    assert report.totals["banker"] == 60
    assert [finding.round for finding in report.findings if finding.code == "banker"] == list(range(1, 11))


@pytest.mark.parametrize("event", ["s1 leave", ""])
@packed
def test_a_close_that_says_one_thing_thousands_of_times_is_found(book, event):
    book.evening(players=2, rounds=2)
    book.records[-1]["log"] = [event] * (60_000 // (len(event) + 3))
    found = yield
    assert sum(finding.code == "close-log" for finding in found.findings) >= 5_000


def test_the_first_findings_are_told_in_one_order_however_many_there_are(book, monkeypatch):
    rng = random.Random(7)  # noqa: S311 -- what is drawn must come again
    for session in range(1, 16):
        book.evening(session=session, players=6, rounds=3)
    for record in book.records:
        if record["record"] == "round":
            record["log"] = [rng.choice(record["log"] + ODD) for _ in range(60)]
            record["after"] = [rng.randrange(200) for _ in range(7)]
        if record["record"] == "seat":
            record["name"] = "Ann"
    every: dict[str, list[Finding]] = {}
    for finding in book.audit().findings:
        every.setdefault(finding.code, []).append(finding)
    monkeypatch.setattr("audit.judge.MOST_TOLD", 20)
    told: dict[str, list[Finding]] = {}
    for finding in book.audit().findings:
        told.setdefault(finding.code, []).append(finding)
    assert max(map(len, every.values())) > 40
    assert told == {code: findings[:20] for code, findings in every.items()}


def test_a_million_findings_need_no_memory(book):
    book.evening(players=2, rounds=60)
    for record in book.records:
        if record["record"] == "round":
            record["log"] = [""] * 16_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert book.audit().totals["event-unknown"] == 960_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 400_000, "kilobytes"
