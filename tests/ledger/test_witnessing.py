"""Asking a witness: the protocol, each of its answers, and what becomes of the checkpoint (C2SP tlog-witness; FORMAT §3)."""

from __future__ import annotations

import os
import socket
import time
from base64 import b64decode, b64encode
from contextlib import closing, suppress
from threading import Thread

import pytest

from ledger import SystemClock
from ledger.errors import DiskFailed, KeyProblem, LedgerBusy, LedgerProblem
from ledger.history.disk import Disk
from ledger.history.opening import open_ledger
from ledger.proof.cosignatures import WitnessKey
from ledger.witnesses.asking import Asked, Witness, witness
from tests.support.ledgers import SignedLedger
from tests.support.witness import LoopbackWitness, serving


@pytest.fixture
def ledger(new_ledger) -> SignedLedger:
    made: SignedLedger = new_ledger(height=4)
    return made


@pytest.fixture
def other(ledger) -> LoopbackWitness:
    """A witness that has taken the ledger on."""
    made = LoopbackWitness()
    made.trust(ledger.vkey)
    return made


def ask(ledger: SignedLedger, other: LoopbackWitness, answer=None, *, url: str = "", headers=None, deadline: float = 10.0) -> Asked:
    """Ask one witness, which answers by the protocol unless said; what came of it."""
    with serving(answer or other.answer, headers) as prefix:
        asking = [Witness(url or prefix, WitnessKey.of_vkey(other.vkey))]
        (asked,) = witness(ledger.path, ledger.keys, asking, SystemClock(), deadline)
    assert asked.fault.count(". ") == 0, "one sentence"
    return asked


def shown(ledger: SignedLedger) -> str:
    return (ledger.path / "checkpoint").read_text(encoding="utf-8")


def text(ledger: SignedLedger) -> str:
    """What is signed."""
    return shown(ledger).partition("\n\n")[0] + "\n"


def test_two_checkpoints_of_a_growing_ledger_are_cosigned_in_turn(ledger, other) -> None:
    """From nothing, and then by the proof from the size that the witness names."""
    ledger.grow(20)
    first = ask(ledger, other)
    assert first.cosignature is not None
    assert shown(ledger) == ledger.keys.last_note() + first.cosignature.line
    ledger.grow(37)
    assert shown(ledger) == ledger.keys.last_note(), "a new checkpoint has no cosignatures yet"
    second = ask(ledger, other)
    assert second.cosignature is not None
    assert shown(ledger) == ledger.keys.last_note() + second.cosignature.line
    assert [body.partition(b"\n")[0] for body in other.asked] == [b"old 0", b"old 0", b"old 20"]
    assert other.latest[ledger.keys.signer().name][0] == 37


def test_a_ledger_that_grows_by_any_number_of_lines_proves_it(ledger, other) -> None:
    for size in (2, 3, 4, 8, 15, 16, 17, 33):
        ledger.grow(size)
        assert ask(ledger, other).fault == ""


@pytest.mark.parametrize(
    ("size", "says"),
    [(19, "has cosigned 20 lines of the ledger already"), (20, "holds another history (409)"), (33, "holds another history (422)")],
)
def test_a_rewritten_ledger_is_refused(ledger, other, tmp_path, size, says) -> None:
    """Shorter than what the witness saw, as long, and longer: nothing is written."""
    rewritten = ledger.copied(tmp_path / "restored")
    ledger.grow(20)
    assert ask(ledger, other).fault == ""
    rewritten.grow(size, "y")
    before = shown(rewritten)
    asked = ask(rewritten, other)
    assert says in asked.fault
    assert asked.is_disputed
    assert shown(rewritten) == before
    ledger.grow(40)
    assert ask(ledger, other).fault == "", "the true one goes on"


def test_a_cosignature_is_renewed_and_those_of_others_stay(ledger, other) -> None:
    """The size is known from the checkpoint's own lines, so that one request does."""
    second = LoopbackWitness("witness.example/w2", b"\x22" * 32)
    second.trust(ledger.vkey)
    ask(ledger, other)
    ask(ledger, second)
    other.clock = lambda: time.time() + 60
    other.asked.clear()
    ask(ledger, other)
    assert [body.partition(b"\n")[0] for body in other.asked] == [b"old 1"]
    assert [line.split()[1] for line in shown(ledger).splitlines()[4:]] == ["club.example/tables", second.name, other.name]
    assert all(body.count("—".encode()) == 1 for body in (*other.asked, *second.asked)), "only our own signature is sent"


def test_a_cosigned_checkpoint_is_left_alone_when_the_ledger_is_opened(ledger, other) -> None:
    """And one with foreign words below it is not."""
    ask(ledger, other)
    before = shown(ledger)
    with open_ledger(ledger.path, ledger.keys):
        assert shown(ledger) == before
    (ledger.path / "checkpoint").write_text(before + "hello\n", encoding="utf-8")
    with open_ledger(ledger.path, ledger.keys):
        assert shown(ledger) == ledger.keys.last_note()


def test_of_several_the_ones_that_answer_are_kept(ledger, other) -> None:
    with serving(other.answer) as prefix, serving(lambda _: (503, b"")) as broken:
        second = LoopbackWitness("witness.example/w2", b"\x22" * 32)
        asking = [Witness(broken, WitnessKey.of_vkey(second.vkey)), Witness(prefix + "/", WitnessKey.of_vkey(other.vkey))]
        refused, given = witness(ledger.path, ledger.keys, asking, SystemClock())
    assert refused.fault == "The witness witness.example/w2 cannot answer now (503); try again later."
    assert given.cosignature is not None
    assert shown(ledger) == ledger.keys.last_note() + given.cosignature.line


def test_one_that_is_silent_holds_up_no_other(ledger, other) -> None:
    keys = [WitnessKey.of_vkey(LoopbackWitness(f"w{number}", bytes([number]) * 32).vkey) for number in range(1, 5)]
    began = time.perf_counter()
    with serving(other.answer) as prefix, socket.create_server(("127.0.0.1", 0)) as silent:
        nowhere = f"http://127.0.0.1:{silent.getsockname()[1]}"
        asking = [*(Witness(nowhere, key) for key in keys), Witness(prefix, WitnessKey.of_vkey(other.vkey))]
        *late, given = witness(ledger.path, ledger.keys, asking, SystemClock(), 0.4)
    assert time.perf_counter() - began < 1.5
    assert all("did not answer within 0.4 seconds" in one.fault for one in late)
    assert given.cosignature is not None


REFUSALS = {
    400: "finds the request malformed (400)",
    301: "sends us on to another address (301), which is not followed",
    302: "sends us on to another address (302), which is not followed",
    307: "sends us on to another address (307), which is not followed",
    403: "trusts none of the keys that signed the checkpoint (403)",
    404: "does not know the ledger (404)",
    408: "cannot answer now (408)",
    429: "has been asked too often (429)",
    500: "cannot answer now (500)",
    503: "cannot answer now (503)",
    204: "gave the answer 204, which is none of a witness's",
    410: "gave the answer 410, which is none of a witness's",
}


@pytest.mark.parametrize(("status", "says"), REFUSALS.items())
def test_every_refusal_has_a_sentence_of_its_own(ledger, other, status, says) -> None:
    before = shown(ledger)
    asked = ask(ledger, other, lambda _: (status, b""), headers={"Location": "http://127.0.0.1:1/"})
    assert says in asked.fault
    assert asked.fault.endswith(".")
    assert not asked.is_disputed
    assert shown(ledger) == before


def test_an_honest_witness_refuses_as_the_protocol_says(ledger) -> None:
    """Who does not know the ledger, and who knows another key of it."""
    stranger = LoopbackWitness()
    assert "does not know the ledger (404)" in ask(ledger, stranger).fault
    stranger.logs["club.example/tables"] = [bytes(32)]
    assert "trusts none of the keys" in ask(ledger, stranger).fault


def altered(line: str, at: int) -> str:
    """A signature line with one bit of its bytes changed."""
    head, _, blob = line.removesuffix("\n").rpartition(" ")
    raw = bytearray(b64decode(blob))
    raw[at] ^= 1
    return f"{head} {b64encode(raw).decode()}\n"


MINE = LoopbackWitness()
IMPOSTOR = LoopbackWitness("witness.example/w1", b"\x23" * 32)


def mine(signature: bytes) -> str:
    """A line of the witness's name and key."""
    return f"— {MINE.name} {b64encode(MINE.key_id + signature).decode()}\n"


ANSWERS = {
    "nothing": (lambda _: "", "not whole lines"),
    "no newline": (lambda text: MINE.cosign(text)[:-1], "not whole lines"),
    "words": (lambda _: "thank you\n", "a line that is no signature"),
    "a web page": (lambda _: "<html>\n<body>\n", "a line that is no signature"),
    "an empty line": (lambda text: MINE.cosign(text) + "\n", "a line that is no signature"),
    "a hyphen for the dash": (lambda text: MINE.cosign(text).replace("—", "-"), "a line that is no signature"),
    "base64 that is not canonical": (lambda _: "— witness.example/w1 AAAAAAB=\n", "a line that is no signature"),
    "a key id alone": (lambda _: mine(b""), "a line that is no signature"),
    "a short signature": (lambda _: mine(bytes(71)), "not the form of a cosignature"),
    "a long signature": (lambda _: mine(bytes(73)), "not the form of a cosignature"),
    "a time beyond 2^63": (lambda _: mine(b"\xff" * 72), "not the form of a"),
    "of another key": (IMPOSTOR.cosign, "without a signature of the key given"),
    "of another checkpoint": (lambda text: MINE.cosign(text.replace("\n1\n", "\n2\n")), "not its own of this checkpoint"),
    "an altered signature": (lambda text: altered(MINE.cosign(text), 40), "not its own of this checkpoint"),
    "an altered time": (lambda text: altered(MINE.cosign(text), 11), "not its own of this checkpoint"),
    "a wrong one after a right one": (lambda text: MINE.cosign(text) + altered(MINE.cosign(text), 40), "not its own of this checkpoint"),
    "ten minutes ahead": (lambda text: MINE.cosign(text, int(time.time()) + 600), "of another time"),
    "two days old": (lambda text: MINE.cosign(text, int(time.time()) - 172_800), "of another time"),
    "of the year 1970": (lambda text: MINE.cosign(text, 0), "of another time"),
}


@pytest.mark.parametrize(("lines", "says"), ANSWERS.values(), ids=ANSWERS)
def test_what_does_not_verify_is_never_believed(ledger, other, lines, says) -> None:
    before = shown(ledger)
    asked = ask(ledger, other, lambda _: (200, lines(text(ledger)).encode()))
    assert says in asked.fault
    assert asked.is_disputed
    assert shown(ledger) == before


def test_lines_of_unknown_keys_are_passed_over_and_the_latest_of_two_is_kept(ledger, other) -> None:
    now = int(time.time())
    lines = IMPOSTOR.cosign(text(ledger)) + MINE.cosign(text(ledger), now) + MINE.cosign(text(ledger), now - 60)
    assert ask(ledger, other, lambda _: (200, lines.encode())).fault == ""
    assert shown(ledger) == ledger.keys.last_note() + MINE.cosign(text(ledger), now)


@pytest.mark.parametrize("answer", [(200, b"\xff\n"), (409, b"many\n"), (409, b"5"), (409, b"05\n"), (409, b"")])
def test_garbage_is_not_believed(ledger, other, answer) -> None:
    ledger.grow(7)
    asked = ask(ledger, other, lambda _: answer)
    assert asked.is_disputed
    assert "not text" in asked.fault or "and not which (409)" in asked.fault


def test_a_size_that_changes_while_it_is_asked_is_told(ledger, other) -> None:
    ledger.grow(7)
    sizes = iter((3, 4))
    asked = ask(ledger, other, lambda _: (409, b"%d\n" % next(sizes)))
    assert "was asked by somebody else meanwhile (409); ask again" in asked.fault
    assert not asked.is_disputed


def test_an_answer_without_end_is_not_read(ledger, other) -> None:
    assert "more than 16384 bytes" in ask(ledger, other, lambda _: (200, bytes(20_000))).fault


def drip(server: socket.socket) -> None:
    """Answer with a byte now and then."""
    connection, _ = server.accept()
    with connection, suppress(OSError):
        for byte in b"HTTP/1.0 200 OK\r\nX: " + b"x" * 100:
            connection.sendall(bytes([byte]))
            time.sleep(0.02)


@pytest.mark.parametrize("answers", [None, drip], ids=["silent", "dripping"])
def test_a_witness_that_does_not_come_to_an_end_is_waited_for_so_long_and_no_longer(ledger, other, answers) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        if answers:
            Thread(target=answers, args=(server,), daemon=True).start()
        began = time.perf_counter()
        asked = ask(ledger, other, url=f"http://127.0.0.1:{server.getsockname()[1]}", deadline=0.2)
        assert time.perf_counter() - began < 1.5
    assert "did not answer within 0.2 seconds" in asked.fault


def test_what_is_no_web_server_is_told(ledger, other) -> None:
    def closed() -> int:
        with closing(socket.create_server(("127.0.0.1", 0))) as server:
            port: int = server.getsockname()[1]
        return port

    assert "cannot be reached (Connection refused)" in ask(ledger, other, url=f"http://127.0.0.1:{closed()}/w").fault
    with serving(other.answer) as prefix:
        assert "cannot be reached (" in ask(ledger, other, url=prefix.replace("http:", "https:")).fault
    assert "cannot be reached (" in ask(ledger, other, url=f"http://{'x' * 70}.example/").fault


@pytest.mark.parametrize(
    "url",
    [
        "",
        "witness.example/w1",
        "ftp://witness.example/",
        "http://",
        "http://[::1",
        "http://h:99999/",
        "http://a@b/",
        "http://h/?q",
        "http://h/#f",
        "http://h/ü",
    ],
)
def test_what_is_no_address_is_told(ledger, other, url) -> None:
    asked = ask(ledger, other, url=url or "nowhere")
    assert "has no usable address in “" in asked.fault
    assert not asked.is_disputed


VKEY = MINE.vkey


@pytest.mark.parametrize(
    "vkey",
    [
        "",
        "hello",
        VKEY[:-1],
        VKEY + "=",
        VKEY.replace("+B", "+A", 1),
        "x" + VKEY,
        "a b" + VKEY,
        VKEY.upper(),
        VKEY + "\n",
        VKEY.partition("+")[2],
    ],
)
def test_what_is_no_witness_key_is_refused(vkey) -> None:
    with pytest.raises(KeyProblem, match="is not the verifier key of a witness"):
        WitnessKey.of_vkey(vkey)


def test_the_key_of_a_ledger_is_none_of_a_witness(ledger) -> None:
    with pytest.raises(KeyProblem, match="of the kind 4"):
        WitnessKey.of_vkey(ledger.vkey)


def test_a_ledger_that_grows_meanwhile_keeps_no_cosignature_of_what_it_was(ledger, other) -> None:
    def answer(body: bytes) -> object:
        ledger.grow(5)
        return other.answer(body)

    with pytest.raises(LedgerProblem, match="has grown since the witnesses were asked"):
        ask(ledger, other, answer)
    assert shown(ledger) == ledger.keys.last_note()


def test_what_an_opening_takes_out_is_told(ledger, other) -> None:
    with (ledger.path / "history" / "00000000.jsonl").open("ab") as file:
        file.write(b"torn")
    told: list[str] = []
    with serving(other.answer) as prefix:
        witness(ledger.path, ledger.keys, [Witness(prefix, WitnessKey.of_vkey(other.vkey))], SystemClock(), tell=told.append)
    assert len(told) == 1
    assert "4 bytes that were never signed" in told[0]


def test_nobody_is_asked_while_somebody_records(ledger, other) -> None:
    with open_ledger(ledger.path, ledger.keys), pytest.raises(LedgerBusy):
        ask(ledger, other)
    assert other.asked == []


def test_a_disk_that_fails_leaves_the_checkpoint_as_it_was(ledger, other, monkeypatch) -> None:
    before = shown(ledger)

    def full(*_given: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(Disk, "replace", full)
    with pytest.raises(DiskFailed, match="No space left on device"):
        ask(ledger, other)
    assert shown(ledger) == before


def test_a_checkpoint_bears_no_more_than_64_signatures(ledger, other) -> None:
    strangers = "".join(f"— w{number}.example {b64encode(bytes(76)).decode()}\n" for number in range(63))
    (ledger.path / "checkpoint").write_text(shown(ledger) + strangers, encoding="utf-8")
    with pytest.raises(LedgerProblem, match="more than 64 signatures"):
        ask(ledger, other)
