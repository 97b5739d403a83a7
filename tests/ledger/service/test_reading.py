"""Reading the log of a ledger that is held open: the same bytes as `shoe publish` and `shoe prove` write, at once (FORMAT §11, §13)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event as Signal
from typing import Any

import msgspec
import pytest

from ledger import publish
from ledger.errors import LedgerProblem, NotInLedger, NotYetRevealed
from ledger.history.opening import open_ledger
from ledger.history.records import Ruling, encode
from ledger.live.opening import sit_down_live
from ledger.live.questions import Question
from ledger.live.session import LiveSession
from ledger.proof.bundle import hand_bundle
from ledger.proof.tree import leaf_hash
from ledger.recording import Recorder
from ledger.rotation import rotate
from ledger.service.log.lines import Lines
from ledger.service.reading import Reading
from ledger.service.refusals import Kind, Refused
from ledger.table.answering import answer_of
from ledger.table.ask import TURN
from ledger.tournament import Tournament, hold
from tests.support.ledgers import SignedLedger
from tests.support.live import plan_of, profile_plan

UNENDED = {"shoe.reshuffle": "cut-card", "pack.decks": 8, "session.rounds": 9}
"""Rules under which a shoe lasts longer than the session."""

BATCH: tuple[tuple[str, dict[str, Any]], ...] = (
    ("training", {"session.rounds": 150}),
    ("permanent-bank", {"session.rounds": 40}),
    ("changing-bank", {"session.rounds": 30}),
    ("home", {"bank.first": "lot", "shoe.reshuffle": "discards", "session.rounds": 12}),
    ("classic", {"session.rounds": 12}),
)


def evening(ledger: SignedLedger) -> None:
    """Two live tables at once, of one of which a round is void; the other is left in play, so that its last shoe is not revealed."""
    with open_ledger(ledger.path, ledger.keys) as writer:
        recorder = Recorder.of(writer, ledger.keys, ledger.clock)
        plans = [profile_plan("permanent-bank", UNENDED), profile_plan("changing-bank", {"session.rounds": 5})]
        sessions = [sit_down_live(recorder, plan_of(plan), ledger.clock, bytes([40 + nth] * 32)) for nth, plan in enumerate(plans)]
        ledger.sessions += 2
        while moving := [session for session in sessions if not is_left(session, sessions[0])]:
            for session in moving:
                question = session.question
                if not isinstance(question, Question):
                    session.go_on()
                elif session is sessions[1] and session.table.number == 3 and session.table.is_in_play:
                    session.void("The table fell over")
                else:
                    session.answer(question.number, answer_of(question.ask, session.sheet.sources))


def is_left(session: LiveSession, first: LiveSession) -> bool:
    """Whether a table is closed; the first one is left in play."""
    question = session.question
    is_asked = isinstance(question, Question) and question.ask.phase == TURN
    return question is None or (session is first and session.table.number == 5 and is_asked)


@pytest.fixture(scope="module")
def ledger(new_ledger) -> SignedLedger:
    """Sessions under many rules in batch, a change of key, a tournament, and live tables at once."""
    made: SignedLedger = new_ledger(height=5)
    for number, (profile, changes) in enumerate(BATCH, 1):
        plan = profile_plan(profile, {**changes, "session.stack": 5_000})
        made.record(plan.rules, plan.sources, number, **plan.seated)
        if number == 2:
            rotate(made.path, made.keys, made.clock)
    hold(made.path, made.keys, Tournament("The open", sessions=(1,)), made.clock)
    evening(made)
    return made


@pytest.fixture(scope="module")
def reading(ledger) -> Reading:
    return Reading(ledger.path)


def refused(ask) -> Kind:
    with pytest.raises(Refused) as caught:
        ask()
    return caught.value.kind


def proven(folder: Path, *which) -> bytes | type[Exception]:
    """A bundle, or why there is none."""
    try:
        return hand_bundle(folder, *which)
    except (NotInLedger, NotYetRevealed) as error:
        return type(error)


def test_a_bundle_is_the_one_that_shoe_prove_writes(ledger, reading) -> None:
    """Of every eighth round of all sessions, and of the last ones; and where `shoe prove` refuses, so does the service."""
    kinds: dict[type[Exception], Kind] = {NotInLedger: Kind.NO_SUCH_ROUND, NotYetRevealed: Kind.NOT_REVEALED}
    seen = set()
    for session in range(1, ledger.sessions + 1):
        for number in (*range(1, 41, 8), 2, 3, 4, 5, 6):
            right = proven(ledger.path, session, number)
            seen.add(right if isinstance(right, type) else bytes)
            if isinstance(right, bytes):
                assert reading.bundle(session, number) == right, (session, number)
            else:
                assert refused(lambda s=session, n=number: reading.bundle(s, n)) is kinds[right], (session, number)
    assert seen == {bytes, *kinds}


def test_a_bundle_reads_no_more_of_a_long_session_than_bears_on_its_round(reading) -> None:
    """The hundred rounds before are passed over; a line in each of the proofs may be read twice."""
    read, line = list[int](), Lines.line

    def counted(lines: Lines, seq: int) -> bytes:
        read.append(seq)
        return line(lines, seq)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Lines, "line", counted)
        told = msgspec.json.decode(reading.bundle(1, 120))["lines"]
    assert len(read) < 5 * len(told) < 50


def test_a_bundle_of_one_hand_names_it(ledger, reading) -> None:
    assert reading.bundle(2, 7, "1") == hand_bundle(ledger.path, 2, 7, "1")
    assert refused(lambda: reading.bundle(2, 7, "9")) is Kind.NO_SUCH_ROUND
    assert refused(lambda: reading.bundle(99, 1)) is Kind.NO_SUCH_SESSION
    assert refused(lambda: reading.bundle(2, 0)) is Kind.NO_SUCH_ROUND


def test_a_round_in_play_has_no_bundle_yet(ledger, reading) -> None:
    """At the table that is still open the last round is in play, and those before are dealt from a shoe that goes on."""
    last = next(number for number in range(9, 0, -1) if proven(ledger.path, 6, number) is NotYetRevealed)
    with pytest.raises(Refused, match=f"^Round 6/{last} is still in play; it can be proven once"):
        reading.bundle(6, last)
    with pytest.raises(Refused, match=f"^Round 6/{last - 1} cannot be proven yet: the seed of shoe "):
        reading.bundle(6, last - 1)


def test_lines_are_those_of_the_history(ledger, reading) -> None:
    lines = ledger.history().splitlines(keepends=True)
    size = len(lines)
    for start, end in ((0, 1), (0, size), (31, 33), (3, 3), (250, 270), (size - 1, size), (size, size), (size - 2, size + 50)):
        assert reading.lines(start, end) == b"".join(lines[start:end])
    for start, end in ((size + 1, size + 2), (-1, 4), (5, 4)):
        assert refused(lambda s=start, e=end: reading.lines(s, e)) is Kind.NO_SUCH_LINES
    assert reading.checkpoint() == (ledger.path / "checkpoint").read_bytes()


def test_standings_are_those_that_were_signed(ledger, reading) -> None:
    """The last first; names come from the seats. The session in play has none."""
    records = [msgspec.json.decode(line) for line in ledger.history().splitlines()]
    closed = [record for record in records if record["record"] == "close"]
    (event,) = [record for record in records if record["record"] == "event"]
    told = reading.standings()
    assert [one.session for one in told.sessions] == [record["session"] for record in reversed(closed)] == [7, 5, 4, 3, 2, 1]
    for one, record in zip(told.sessions, reversed(closed), strict=True):
        assert (one.reason, one.line) == (record["reason"], record["seq"])
        assert one.rounds == sum(each["record"] in ("round", "void") and each["session"] == one.session for each in records)
        assert [{"net": each.net, "place": each.place, "seat": each.seat} for each in one.standings] == record["standings"]
        assert all(each.name == f"Player {each.seat}" for each in one.standings)
    assert [one.profile for one in told.sessions] == ["changing-bank", "classic", "home", "changing-bank", "permanent-bank", "training"]
    (ranked,) = told.tournaments
    assert (ranked.name, ranked.sessions, ranked.line) == ("The open", (1,), event["seq"])
    assert [msgspec.structs.asdict(place) for place in ranked.standings] == event["standings"]


def tiles_of(reading: Reading, names) -> dict[str, bytes]:
    """What the service gives for the files of a published tree."""
    given = {}
    for name in names:
        _, level, index = name.split("/", 2)
        given[name] = reading.entries(index) if level == "entries" else reading.tile(int(level), index)
    return given


@pytest.mark.parametrize("height", [4, 16])
def test_tiles_are_those_that_shoe_publish_writes_as_the_ledger_grows(new_ledger, tmp_path, height) -> None:
    """Blocks over many small history files, and in one large one."""
    made = new_ledger(height=height)
    reading, tree = Reading(made.path), tmp_path / "tree"
    for size in (1, 40, 300, 513, 1024):
        made.grow(size)
        publish(made.path, tree)
        published = {str(path.relative_to(tree)): path.read_bytes() for path in (tree / "tile").rglob("*") if path.is_file()}
        assert tiles_of(reading, published) == published
        for level in range(4):
            there = size >> (8 * level)
            if there % 256 < 255:
                index = f"{there // 256:03}.p/{there % 256 + 1}"
                assert refused(lambda lv=level, at=index: reading.tile(lv, at)) is Kind.NO_SUCH_LINES
        assert refused(lambda n=size // 256: reading.entries(f"{n:03}")) is Kind.NO_SUCH_LINES


def test_a_tree_of_more_than_65536_lines_has_a_tile_of_the_second_level(new_ledger, tmp_path) -> None:
    made = new_ledger(height=16)
    made.grow(66_000)
    publish(made.path, tmp_path / "tree")
    reading = Reading(made.path)
    for name in ("tile/2/000.p/1", "tile/1/000", "tile/1/001.p/1", "tile/0/255", "tile/0/257.p/208", "tile/entries/256"):
        assert tiles_of(reading, [name])[name] == (tmp_path / "tree" / name).read_bytes()


@pytest.mark.parametrize(
    "index", ["0", "0000", "x000/001", "000.p/0", "000.p/256", "000.p/01", "000/", "../000", "x001", "000.p", "٠٠٠", "x999/" * 9 + "0"]
)
def test_a_path_that_names_no_tile_is_refused(reading, index) -> None:
    """C2SP: each tile has one path."""
    assert refused(lambda: reading.tile(0, index)) is Kind.NO_SUCH_ADDRESS
    assert refused(lambda: reading.entries(index)) is Kind.NO_SUCH_ADDRESS


def test_what_is_not_signed_is_not_shown(new_ledger) -> None:
    """Bytes after the last signed line, as a crash leaves them: neither before nor after they are set aside."""
    made = new_ledger(height=16)
    made.grow(20)
    reading, file = Reading(made.path), made.path / "history" / "00000000.jsonl"
    signed = file.read_bytes()
    file.write_bytes(signed + b"never signed\n")
    assert reading.lines(0, 1000) == signed
    assert refused(lambda: reading.entries("000.p/21")) is Kind.NO_SUCH_LINES
    made.grow(25)
    assert reading.lines(0, 1000) == file.read_bytes() != signed


def test_signed_lines_that_are_lost_stop_it(new_ledger) -> None:
    made = new_ledger(height=16)
    made.grow(20)
    reading, file = Reading(made.path), made.path / "history" / "00000000.jsonl"
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(LedgerProblem, match="has lost lines that were signed; stop, and restore"):
        reading.lines(0, 20)
    file.unlink()
    with pytest.raises(LedgerProblem, match="cannot be read"):
        reading.lines(0, 20)


def test_readers_beside_the_writer_see_only_what_is_signed_and_always_the_same(new_ledger) -> None:
    """Two threads read everything that there is, again and again, while small commits follow one another."""
    made, done = new_ledger(height=6), Signal()
    reading = Reading(made.path)

    def read() -> list[tuple[int, bytes, bytes, bytes]]:
        taken = []
        while not done.is_set():
            size = int(reading.checkpoint().split(b"\n")[1])
            index = f"{(size - 1) // 256:03}.p/{(size - 1) % 256 + 1}".removesuffix(".p/256")
            taken.append((size, reading.lines(0, size), reading.entries(index), reading.tile(0, index)))
        return taken

    with ThreadPoolExecutor(2) as pool, open_ledger(made.path, made.keys) as writer:
        readers = [pool.submit(read) for _ in range(2)]
        while writer.size < 700:
            seqs, moment = range(writer.size, writer.size + 1 + writer.size % 7), made.clock.read()
            writer.commit([encode(Ruling(seq=seq, prev=0, session=1, time=moment, about=0, text="x" * (seq % 7 + 1))) for seq in seqs])
        done.set()
        taken = [one for reader in readers for one in reader.result()]
    whole = made.history().splitlines(keepends=True)
    assert len({size for size, *_ in taken}) > 5
    for size, lines, bundle, tile in taken[:: len(taken) // 50 + 1]:
        assert lines == b"".join(whole[:size])
        last = [line[:-1] for line in whole[(size - 1) // 256 * 256 : size]]
        assert bundle == b"".join(len(line).to_bytes(2, "big") + line for line in last)
        assert tile == b"".join(map(leaf_hash, last))
