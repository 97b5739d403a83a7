"""Receipts for answers in live rounds, held against the ledger (FORMAT §10)."""

import base64
import hashlib
import re

import pytest

from audit import audit_ledger
from audit.errors import AuditError
from audit.receipt_notes import ReceiptError
from audit.receipts import masked
from audit.report_text import as_text

HIDDEN = "hole|down|late|extra|toss|unasked"


@pytest.fixture
def live(book):
    """A live session of three that is over, and a folder for receipts."""
    book.evening(rounds=3, mode="live")
    (book.folder / "receipts" / "seat-2").mkdir(parents=True)
    return book


def answer(book, number=2):
    """The `begin` of a round, and its round."""
    return [record for record in book.records if record.get("round") == number][:2]


def text_of(book, number=2, seat=2, count=None, log=None):
    """The six lines of a receipt, written by the test's own hand."""
    begin, played = answer(book, number)
    events = (log or played["log"])[: count or len(played["log"])]
    seen = [re.sub(rf"^(\S+ (?:{HIDDEN})) ..$", r"\1 xx", event).encode() for event in events]
    parts = b"".join(len(part).to_bytes(4, "big") + part for part in (b"sealedshoe/1/receipt", *seen))
    leaf = hashlib.sha256(b"\x00" + book.lines()[begin["seq"]]).digest()
    told = (book.signer.name + "/receipt", f"1/{number}", seat, base64.b64encode(leaf).decode(), len(events))
    return "".join(f"{line}\n" for line in (*told, base64.b64encode(hashlib.sha256(parts).digest()).decode()))


def keep(book, name="seat-2/1-2-9.receipt", note=None, **wishes):
    path = book.folder / "receipts" / name
    path.write_bytes(book.signer.note(text_of(book, **wishes)) if note is None else note)
    return path


def audited(book):
    return book.audit(receipts=book.folder / "receipts")


def test_receipts_that_the_ledger_bears_out_are_counted(live):
    begin, played = answer(live)
    for count in range(len(begin["log"]), len(played["log"]) + 1):
        keep(live, f"seat-2/1-2-{count}.receipt", count=count)
    report = audited(live)
    assert (report.findings, report.status) == ((), 0)
    total = len(played["log"]) + 1 - len(begin["log"])
    assert f"receipts: {total} held against the ledger, which bears out {total} of them" in report.notices


def test_hidden_cards_are_no_part_of_a_receipt():
    """FORMAT §10: nobody learns from a receipt what they could not see."""
    told = "D hole 8H, 1 down 8H, 1 late 8H, 1 extra 8H, 1 timeout toss 8H, 1 unasked 8H, 1 deal 8H, 1 double 8H, 1 split 8H 8C, 1 stand"
    seen = "D hole xx, 1 down xx, 1 late xx, 1 extra xx, 1 timeout toss xx, 1 unasked xx, 1 deal 8H, 1 double xx, 1 split 8H 8C, 1 stand"
    assert [masked(event, face_down=True) for event in told.split(", ")] == seen.split(", ")
    assert masked("1 double 8H", face_down=False) == "1 double 8H"


def test_a_decision_changed_against_a_receipt_is_found(live):
    """The operator writes that Bo's answer was for want of any; all else is consistent."""
    path = keep(live)
    _, played = answer(live)
    at = next(at for at, event in enumerate(played["log"]) if event == "2 stand")
    played["log"][at] = "2 timeout stand"
    report = audited(live)
    (finding,) = report.findings
    assert (report.status, finding.code, finding.session, finding.round, finding.who) == (1, "receipt", 1, 2, "2")
    assert str(path.relative_to(live.folder / "receipts")) in finding.detail
    assert "held against the ledger, which bears out 0 of them" in as_text(report)


def replaced(book):
    """The round dealt anew: another bet before its cards, so that its begin is another."""
    begin, played = answer(book)
    for record in (begin, played):
        record["time"] = "2026-01-01T00:00:59Z"


def emptied(book):
    """The last round and its begin taken out, and the session closed before them."""
    del book.records[-3:-1]
    for record in book.records[-1:]:
        record["seq"], record["prev"] = len(book.records) - 1, len(book.records) - 2


@pytest.mark.parametrize(("wishes", "change", "told"), [
    ({}, replaced, "another begin"),
    ({"number": 3}, emptied, "no such begin"),
    ({"seat": 4}, lambda _: None, "no such seat"),
    ({"count": 2}, lambda _: None, "4 of them before its first card"),
    ({}, lambda book: answer(book)[1]["log"].pop(), "of them before its first card"),
])  # fmt: skip
def test_whatever_contradicts_a_receipt_is_found(live, wishes, change, told):
    keep(live, **wishes)
    change(live)
    finding = next(finding for finding in audited(live).findings if finding.code == "receipt")
    assert told in finding.recorded


def test_a_receipt_for_a_round_in_play_cannot_be_verified_yet(book, rules_with):
    sitting = book.begin(1, rules_with(session__rounds=4), 3, mode="live")
    sitting.play()
    sitting.play()
    (book.folder / "receipts").mkdir(parents=True)
    keep(book, "mine.receipt")
    book.records.pop()
    waits = "not yet verifiable: mine.receipt, for round 2 of session 1, which is in play"
    report = audited(book)
    assert (report.findings, report.status) == ((), 3)
    assert waits in report.notices
    begin = book.records[-1]
    ruling = {"record": "ruling", "about": 2, "text": "The card stands.", "prev": begin["seq"], "seq": begin["seq"] + 1}
    book.records.append(ruling | {name: begin[name] for name in ("session", "time")})
    report = audited(book)
    assert "receipt" not in {finding.code for finding in report.findings}, "a ruling is signed when it is made"
    assert waits in report.notices


def test_a_file_that_is_no_receipt_of_this_ledger_stops_the_audit(live, signer):
    right = text_of(live)
    lines = right.split("\n")
    note = live.signer.note

    def with_line(at, text):
        return note("\n".join([*lines[:at], text, *lines[at + 1 :]]))

    cases = {
        "is no receipt: it is not six lines": note("nothing\n"),
        "is no receipt that can be trusted: it bears no signature": right.encode(),
        "is no receipt that can be trusted: it is not UTF-8": b"\xff" + note(right),
        "is a receipt of the ledger other.example/x and not of": with_line(0, "other.example/x/receipt"),
        "session and round are not written as in 3/17": with_line(1, "1/02"),
        "its seat is not a number from 1": with_line(2, "0"),
        "the hash of its begin is not the base64 of 32 bytes": with_line(3, lines[3][:-4]),
        "its number of events is not a decimal number": with_line(4, "09"),
        "its digest is not the base64 of 32 bytes": with_line(5, lines[5].replace("=", "")),
        "is not signed by any key of this ledger": signer(secret=b"\x08" * 32).note(right),
        "the checkpoint was altered": note(right).replace(b"\n1/2\n", b"\n1/3\n"),
        "is far too long": note(right) + b"x" * (1 << 16),
    }
    folder = live.write()
    for told, content in cases.items():
        path = keep(live, "seat-2/odd.receipt", content)
        with pytest.raises(ReceiptError, match=re.escape(told)) as caught:
            audit_ledger(folder, live.signer.vkey, receipts=folder / "receipts", jobs=1)
        assert "seat-2/odd.receipt" in str(caught.value)
        path.unlink()
    for empty in (folder / "receipts", folder / "nowhere"):
        with pytest.raises(AuditError, match="There is no"):
            audit_ledger(folder, live.signer.vkey, receipts=empty, jobs=1)


def test_a_stolen_older_key_accuses_nobody_of_what_came_after_it(book, signer):
    """Of a round that was played before the change of key it still may: until then its holder signs as the operator does."""
    old, new = book.signer, signer(secret=b"\x08" * 32)
    book.evening(1, rounds=3, mode="live")
    seq = book.add("key", vkey=new.vkey)["seq"]
    text = old.checkpoint(book.lines()).decode().partition("\n\n")[0] + "\n"
    book.evening(2, rounds=3, mode="live")
    (book.folder / "receipts" / "seat-2").mkdir(parents=True)
    (book.folder / "rotations").mkdir()
    (book.folder / "rotations" / f"{seq:08d}.note").write_bytes((text + "\n" + old.line(text) + new.line(text)).encode())
    right = text_of(book)
    false = right.replace(right.split("\n")[5], base64.b64encode(bytes(32)).decode())
    book.signer = new
    path = keep(book, note=old.note(false))
    assert [finding.code for finding in audited(book).findings] == ["receipt"]
    leaves = {
        record["session"]: base64.b64encode(hashlib.sha256(b"\x00" + book.lines()[record["seq"]]).digest()).decode()
        for record in book.records
        if record["record"] == "begin" and record["round"] == 2
    }
    for of_other in (false.replace("\n1/2\n", "\n2/2\n"), false.replace("\n1/2\n", "\n2/2\n").replace(leaves[1], leaves[2])):
        path.write_bytes(old.note(of_other))
        with pytest.raises(ReceiptError, match="no longer in force when round 2 of session 2 was played"):
            audited(book)
        path.write_bytes(new.note(of_other))
        assert [finding.code for finding in audited(book).findings] == ["receipt"]
    path.write_bytes(new.note(right))  # given late, when its session was gone on with
    assert audited(book).findings == ()
