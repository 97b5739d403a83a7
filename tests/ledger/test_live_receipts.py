"""Receipts for answers at a live table (FORMAT §10), checked by what the format says of them."""

from __future__ import annotations

from base64 import b64decode
from collections import Counter
from hashlib import sha256

import attrs
import msgspec
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ledger.errors import DiskFailed
from ledger.history.disk import Disk
from ledger.live.receipts import masked
from ledger.players.source import Source
from ledger.table.ask import Ask
from tests.support.live import Killed, LiveTable, Mains, plan_of, profile_plan, slowly

HIDDEN = {"hole", "down", "late", "extra", "toss", "unasked"}


def frame(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def digest(events, face_down) -> bytes:
    """H(`sealedshoe/1/receipt`, event 1, …), by FORMAT §6 and §10."""
    parts = []
    for event in events:
        words = event.replace(" timeout ", " ").split(" ")
        hides = words[1] in HIDDEN or (face_down and words[1] in ("double", "triple"))
        parts.append((event[:-2] + "xx" if hides else event).encode())
    return sha256(frame(b"sealedshoe/1/receipt", *parts)).digest()


def text_of(note: str, vkey: str) -> list[str]:
    """The six lines of a receipt; InvalidSignature if the key of the ledger did not sign them."""
    text, _, signatures = note.partition("\n\n")
    name, _, key = vkey.split("+", 2)
    mark, signer, signature = signatures.rstrip("\n").split(" ")
    assert (mark, signer) == ("—", name)
    Ed25519PublicKey.from_public_bytes(b64decode(key)[1:]).verify(b64decode(signature)[4:], f"{text}\n".encode())
    return text.split("\n")


@pytest.fixture(scope="module")
def evenings(new_ledger, tmp_path_factory):
    """Sessions in which everybody but the third is a person, as far as the ledger knows; and how often each answered."""
    ledger, folder, answers = new_ledger(), tmp_path_factory.mktemp("receipts"), Counter[tuple[int, int, int]]()
    face_down = {"double.face_down": True, "double.offered": "any"}
    for number, (profile, changes) in enumerate([("training", {}), ("changing-bank", {}), ("home", face_down), ("club", {})], 1):
        plan = plan_of(profile_plan(profile, {"session.rounds": 4, **changes}))
        people = {name: _counted(slowly(maker, Counter()), answers, number) for name, maker in plan.makers.items()}
        words = {**plan.answers, "Player 1": "terminal", "Player 2": "script"}
        LiveTable(ledger, attrs.evolve(plan, makers=people, answers=words), number, folder).begin()
    return ledger, folder, answers


@attrs.frozen
class Counted:
    """A player whose answers are counted by session, round and seat, but not what was a default."""

    source: Source
    answers: Counter[tuple[int, int, int]]
    session: int
    seat: int

    def answer(self, ask: Ask) -> str:
        said = self.source.answer(ask)
        self.answers[self.session, ask.round, self.seat] += not said.endswith(" timeout")
        return said

    def leaves(self, round_number: int, seat: int) -> bool:
        return self.source.leaves(round_number, seat)


def _counted(maker, answers, session):
    return lambda seat, seed: Counted(maker(seat, seed), answers, session, seat.number)


def given(folder):
    return sorted(folder.glob("*/*.receipt"))


def test_every_receipt_is_borne_out_by_the_ledger(evenings) -> None:
    """Signed by its key; this begin before the round; at least as many events, and these first, hidden cards masked."""
    ledger, folder, _ = evenings
    lines = ledger.history().splitlines()
    records = [msgspec.json.decode(line) for line in lines]
    rules = {record["session"]: record["rules"] for record in records if record["record"] == "open"}
    begins = {(r["session"], r["round"]): (r, line) for r, line in zip(records, lines, strict=True) if r["record"] == "begin"}
    ended = {(r["session"], r["round"]): r for r in records if r["record"] in ("round", "void")}
    assert len(given(folder)) > 30
    for path in given(folder):
        heading, place, seat, begin, count, told = text_of(path.read_text(encoding="utf-8"), ledger.vkey)
        session, number = map(int, place.split("/"))
        assert heading == "club.example/tables/receipt"
        assert path.parent.name == f"seat-{seat}"
        assert path.name == f"{session}-{number}-{count}.receipt"
        record, line = begins[session, number]
        assert b64decode(begin) == sha256(b"\0" + line).digest()
        log = ended[session, number]["log"]
        assert len(record["log"]) <= int(count) <= len(log)
        assert b64decode(told) == digest(log[: int(count)], rules[session]["double"]["face_down"])


def test_everybody_who_is_no_bot_has_one_for_every_round_in_which_they_answered(evenings) -> None:
    """Those of a stake wait for the begin; two answers that leave the same log have one between them."""
    ledger, folder, answers = evenings
    played = {(r["session"], r["round"]) for r in map(msgspec.json.decode, ledger.history().splitlines()) if r["record"] == "round"}
    have = Counter[tuple[int, int, int]]()
    for path in given(folder):
        session, number, _ = path.stem.split("-")
        have[int(session), int(number), int(path.parent.name.removeprefix("seat-"))] += 1
    assert {seat for _, _, seat in have} == {1, 2}
    for (session, number, seat), count in answers.items():
        if seat in (1, 2) and count and (session, number) in played:
            assert 1 <= have[session, number, seat] <= count, (session, number, seat)


def test_one_bit_changed_is_no_receipt(evenings) -> None:
    ledger, folder, _ = evenings
    note = given(folder)[0].read_text(encoding="utf-8")
    with pytest.raises(InvalidSignature):
        text_of(note.replace("/receipt\n", "/receipt\n1"), ledger.vkey)


@pytest.mark.parametrize(
    ("event", "face_down", "shown"),
    [
        ("D hole KH", False, "D hole xx"),
        ("1 toss 2C", False, "1 toss xx"),
        ("1 timeout toss 2C", False, "1 timeout toss xx"),
        ("1 double 3D", True, "1 double xx"),
        ("1 double 3D", False, "1 double 3D"),
        ("1 exposed 3D", True, "1 exposed 3D"),
        ("1 timeout late 3D", False, "1 timeout late xx"),
        ("D burn xx", False, "D burn xx"),
        ("1 timeout stand", False, "1 timeout stand"),
    ],
)
def test_cards_that_lie_hidden_are_masked(event, face_down, shown) -> None:
    assert masked(event, face_down=face_down) == shown


def test_a_receipt_that_a_crash_kept_back_is_given_afterwards(new_ledger, tmp_path) -> None:
    """The answer counts; and the same bytes come, for the signature is a function of them."""
    plan = plan_of(profile_plan("training"))
    plan = attrs.evolve(plan, answers={**plan.answers, "Player 1": "terminal"})
    whole = LiveTable(new_ledger(), plan, receipts=tmp_path / "whole")
    whole.begin()
    for entries in range(9, 24, 2):
        table = LiveTable(new_ledger(), plan, receipts=tmp_path / f"cut-{entries}")
        with pytest.raises(Killed):
            table.begin(Mains(entries, "after"))
        table.set_clock()
        table.resume()
        names = [[path.name for path in given(each.receipts)] for each in (table, whole)]
        assert names[0] == names[1] != []


def test_without_its_receipt_an_answer_is_not_acknowledged(new_ledger, tmp_path) -> None:
    """It stands in the journal all the same, and the session is gone on with."""
    plan = plan_of(profile_plan("training"))
    plan = attrs.evolve(plan, answers={**plan.answers, "Player 1": "terminal"})
    (tmp_path / "receipts").mkdir()
    (tmp_path / "receipts" / "seat-1").write_text("no folder", encoding="utf-8")
    table = LiveTable(new_ledger(), plan, receipts=tmp_path / "receipts")
    with pytest.raises(DiskFailed, match=r"receipt .* could not be written"):
        table.begin(Disk())
    (tmp_path / "receipts" / "seat-1").unlink()
    table.set_clock()
    table.resume()
    assert given(tmp_path / "receipts")
