"""Makes the files of `good` and of `bad` anew: proofs from one small ledger, and each of them spoilt in one way.

    python tests/assets/make_bad.py

Key, seeds and clock are fixed, so that the same files come of it, until a rule set or the format changes. What stands in
`bad/README.md` beside each file, tests/cli/test_bad_files.py holds the command to.
"""

from __future__ import annotations

import json
import shutil
from base64 import b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ledger import KeyFolder, Plan, SteppingClock, create_ledger, make_bot, record
from ledger.proof.bundle import checkpoint_note, consistency_file, hand_bundle, line_proof
from ledger.proof.merkle import consistency_parts, proof_lines, roots_of
from ledger.proof.notes import Checkpoint, Signer
from ledger.proof.tiles import tree_files
from ledger.proof.tree import leaf_hash
from ledger.rules.ruleset import altered, load_profile

HERE = Path(__file__).parent
GOOD, BAD = HERE / "good", HERE / "bad"
NAME = "club.example/bad"
SIGNER, STRANGER, NEIGHBOUR = Signer(NAME, b"\x01" * 32), Signer(NAME, b"\x02" * 32), Signer("club.example/other", b"\x03" * 32)
WITNESS, WITNESS_NAME = Ed25519PrivateKey.from_private_bytes(b"\x04" * 32), "witness.example/bad"
WITNESS_ID = sha256(WITNESS_NAME.encode() + b"\n\x04" + WITNESS.public_key().public_bytes_raw()).digest()[:4]
Object = dict[str, Any]
Files = Iterator[tuple[str, bytes]]


def new_ledger(folder: Path, signer: Signer) -> Path:
    """A ledger of two sessions, the second one on a shoe that is dealt on; the keys lie beside it."""
    keys = KeyFolder(folder / f"keys-{signer.name.rpartition('/')[2]}")
    keys.path.mkdir(mode=0o700)
    for name, text in (("signing.key", signer.to_text()), ("verifier.vkey", f"{signer.vkey}\n")):
        (keys.path / name).touch(0o600)
        (keys.path / name).write_text(text, encoding="utf-8")
    ledger, clock = folder / f"ledger-{signer.name.rpartition('/')[2]}", SteppingClock("2026-01-01T20:00:00Z")
    create_ledger(ledger, signer.name, keys, clock)
    for number, changes in enumerate(({}, {"shoe.reshuffle": "cut-card", "shoe.penetration_left": 60}), 1):
        rules = altered(load_profile("training"), {"session.rounds": 3, **changes})
        sources = {name: lambda _seat, seed, rules=rules: make_bot("stand", rules, seed) for name in ("Ann", "Bo")}
        record(ledger, keys, Plan(rules, tuple(sources), sources), clock, secret=number.to_bytes(32, "big"))
    return ledger


def canonical(value: object) -> bytes:
    """FORMAT §2, with a newline."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def checkpoint(lines: list[bytes], size: int) -> Checkpoint:
    """Of the first lines of a ledger."""
    return Checkpoint(NAME, size, roots_of(map(leaf_hash, lines[:size]), [(0, size)]).of((0, size)))


def equivocation(lines: list[bytes], old: int) -> Object:
    """Two histories: one in which the table of the first session had another name, as a player kept it, and the true one."""
    others = [line.replace(b'"table":"Table 1"', b'"table":"Table 9"') for line in lines[:old]]
    size = len(lines)
    roots = roots_of(map(leaf_hash, lines), [*consistency_parts(old, size), (0, old)])
    return {
        "checkpoints": [SIGNER.sign(checkpoint(others, old).to_text()), SIGNER.sign(checkpoint(lines, size).to_text())],
        "format": "sealedshoe/equivocation/1",
        "proof": proof_lines(roots.proof(consistency_parts(old, size))),
        "root": b64encode(roots.of((0, old))).decode(),
    }


def receipt_text() -> str:
    """FORMAT §10."""
    digest = b64encode(bytes(32)).decode()
    return f"{NAME}/receipt\n1/1\n2\n{digest}\n5\n{digest}\n"


def good_files(ledger: Path) -> Files:
    """One of each kind, from which the bad ones differ in one thing."""
    lines = (ledger / "history" / "00000000.jsonl").read_bytes().splitlines()
    kept = SIGNER.sign(checkpoint(lines, 9).to_text())
    yield "kept", kept.encode()
    (GOOD / "kept").write_text(kept, encoding="utf-8")
    yield "verifier.vkey", f"{SIGNER.vkey}\n".encode()
    yield "checkpoint", checkpoint_note(ledger).encode()
    yield "bundle.json", hand_bundle(ledger, 2, 3, "1", GOOD / "kept")
    yield "line.tlog-proof", line_proof(ledger, 1, 2).encode()
    yield "consistency", consistency_file(ledger, GOOD / "kept").encode()
    yield "equivocation.json", canonical(equivocation(lines, 9))
    yield "receipt", SIGNER.sign(receipt_text()).encode()
    note = checkpoint_note(ledger)
    yield "cosigned", (note + cosignature(note.rpartition("\n\n")[0] + "\n")).encode()
    yield "policy", f"log {SIGNER.vkey}\nwitness w {witness_vkey()}\nquorum w\n".encode()


def bad_notes(lines: list[bytes]) -> Files:
    """Checkpoints, alone."""
    right = checkpoint(lines, 9)
    text = right.to_text()
    note = SIGNER.sign(text)
    name, size, root, _ = text.split("\n")
    yield "checkpoint-empty", b""
    yield "checkpoint-without-signature", f"{text}\n".encode()
    yield "checkpoint-control-character", note.replace("club", "cl\x07b", 1).encode()
    yield "checkpoint-not-utf8", note.encode().replace(b"club", b"cl\xffb", 1)
    yield "checkpoint-of-four-lines", SIGNER.sign(f"{text}more\n").encode()
    yield "checkpoint-name-with-a-space", SIGNER.sign(f"club example\n{size}\n{root}\n").encode()
    yield "checkpoint-size-with-leading-zero", SIGNER.sign(f"{name}\n0{size}\n{root}\n").encode()
    yield "checkpoint-root-of-31-bytes", SIGNER.sign(f"{name}\n{size}\n{b64encode(right.root[:31]).decode()}\n").encode()
    yield "checkpoint-root-of-other-base64", SIGNER.sign(f"{name}\n{size}\n{root[:42]}{chr(ord(root[42]) + 1)}=\n").encode()
    yield "checkpoint-signed-by-another-key", STRANGER.sign(text).encode()
    yield "checkpoint-of-another-ledger", NEIGHBOUR.sign(text.replace(NAME, NEIGHBOUR.name)).encode()
    yield "checkpoint-signature-of-another-text", note.replace("\n9\n", "\n8\n").encode()
    yield "checkpoint-signature-too-short", f"{text}\n— {NAME} {b64encode(b'abcd').decode()}\n".encode()
    yield "checkpoint-with-a-line-that-is-no-signature", note.replace("— ", "- ").encode()
    yield "checkpoint-with-65-signatures", (f"{text}\n" + note.partition("\n\n")[2] * 65).encode()
    yield "diary", b"Dear diary, tonight the cards were against me.\n"


def bad_bundles(good: bytes, other: bytes) -> Files:
    """Bundles; `other` is one of another ledger."""
    value = json.loads(good)

    def spoilt(how: Callable[[Object], object]) -> bytes:
        copy = json.loads(good)
        how(copy)
        return canonical(copy)

    def without(*wanted: int) -> bytes:
        """Lines by `seq` that are left out."""
        return spoilt(lambda one: one.update(lines=[line for line in one["lines"] if json.loads(line["line"])["seq"] not in wanted]))

    seqs = {json.loads(line["line"])["record"]: json.loads(line["line"])["seq"] for line in value["lines"]}
    rounds = [json.loads(line["line"])["seq"] for line in value["lines"] if '"record":"round"' in line["line"]]
    yield "bundle-cut-off", good[: len(good) // 2]
    yield "bundle-nested-too-deeply", b'{"extends":' + b"[" * 100_000
    yield "bundle-with-a-key-twice", good.replace(b'"format":', b'"format":"sealedshoe/bundle/1","format":', 1)
    yield "bundle-of-a-later-format", spoilt(lambda one: one.update(format="sealedshoe/bundle/2"))
    yield "bundle-with-a-float", good.replace(b'"round":3,"session":2}', b'"round":3.0,"session":2}', 1)
    yield "bundle-with-a-huge-number", good.replace(b'"round":3,"session":2}', b'"round":3,"session":%d}' % 10**400, 1)
    yield "bundle-with-an-unknown-key", spoilt(lambda one: one.update(extra=1))
    yield "bundle-without-its-rotations", spoilt(lambda one: one.pop("rotations"))
    yield "bundle-whose-lines-are-null", spoilt(lambda one: one.update(lines=None))
    yield "bundle-without-lines", spoilt(lambda one: one.update(lines=[]))
    yield "bundle-not-utf8", good.replace(b"Ann", b"A\xffn", 1)
    yield "bundle-with-a-line-changed", good.replace(b'\\"name\\":\\"Ann\\"', b'\\"name\\":\\"Ben\\"', 1)
    yield "bundle-with-a-line-not-canonical", good.replace(b'\\"name\\":\\"Ann\\"', b'\\"name\\": \\"Ann\\"', 1)
    yield "bundle-with-a-float-in-a-line", good.replace(b'\\"round\\":3,', b'\\"round\\":3.5,', 1)
    yield "bundle-with-a-hash-of-31-bytes", spoilt(lambda one: one["lines"][1]["proof"].__setitem__(0, b64encode(bytes(31)).decode()))
    yield "bundle-with-a-hash-of-other-base64", spoilt(lambda one: one["lines"][1]["proof"].__setitem__(0, "A" * 42 + "B="))
    yield "bundle-with-a-proof-of-64-hashes", spoilt(lambda one: one["lines"][2].update(proof=[b64encode(bytes(32)).decode()] * 64))
    yield "bundle-with-lines-swapped", spoilt(lambda one: one["lines"].insert(1, one["lines"].pop(2)))
    yield "bundle-with-a-line-twice", spoilt(lambda one: one["lines"].insert(1, one["lines"][0]))
    yield "bundle-without-line-0", without(0)
    yield "bundle-without-the-opening", without(seqs["open"])
    yield "bundle-without-a-seat", without(seqs["seat"])
    yield "bundle-without-the-round", without(rounds[-1])
    yield "bundle-without-the-round-that-shuffled", without(rounds[0])
    yield "bundle-without-a-round-between", without(rounds[1])
    yield "bundle-without-the-close-that-tells-the-seed", without(seqs["close"])
    yield "bundle-for-a-hand-that-was-not-dealt", spoilt(lambda one: one["hand"].update(hand="9"))
    yield "bundle-of-another-session", spoilt(lambda one: one["hand"].update(session=1))
    yield "bundle-of-another-ledger", other
    yield "bundle-with-a-rotation-too-many", spoilt(lambda one: one["rotations"].append(one["extends"]))
    yield "bundle-with-a-wrong-consistency-proof", spoilt(lambda one: one["extends"]["proof"].reverse())
    yield "bundle-with-a-hash-of-extends-too-long", spoilt(lambda one: one["extends"]["proof"].append(b64encode(bytes(33)).decode()))
    yield "bundle-without-signature", spoilt(lambda one: one.update(checkpoint=one["checkpoint"].partition("\n\n")[0] + "\n\n"))
    yield "bundle-with-a-signature-of-another-text", spoilt(lambda one: one.update(checkpoint=altered_size(one["checkpoint"])))


def altered_size(note: str) -> str:
    """A note whose size was changed after it was signed."""
    name, size, rest = note.split("\n", 2)
    return f"{name}\n{int(size) + 1}\n{rest}"


def bad_proofs(good: bytes) -> Files:
    """Proofs of a line."""
    head, index, rest = good.partition(b"index ")
    yield "line-without-extra.tlog-proof", head.partition(b"\n")[0] + b"\n" + index + rest
    yield "line-with-a-leading-zero.tlog-proof", head + index + b"0" + rest
    yield "line-at-another-index.tlog-proof", head + b"index 7\n" + rest.partition(b"\n")[2]
    yield "line-beyond-the-tree.tlog-proof", head + b"index 4000000000\n" + rest.partition(b"\n")[2]
    yield "line-with-other-base64.tlog-proof", good.replace(b"extra ", b"extra  ", 1)
    yield "line-without-checkpoint.tlog-proof", good.partition(b"\n\n")[0] + b"\n"
    yield "line-with-a-hash-of-10-bytes.tlog-proof", head + index + rest.replace(b"\n", b"\n" + b64encode(bytes(10)) + b"\n", 1)
    yield "line-that-is-not-ascii.tlog-proof", good.replace(b"index", "ındex".encode(), 1)


def bad_consistency(good: bytes) -> Files:
    """Consistency files."""
    hashes = good.partition(b"\n\n")[0].split(b"\n")[1:]
    yield "consistency-from-a-negative-size", good.replace(b"old 9", b"old -9", 1)
    yield "consistency-with-a-line-that-is-no-hash", good.replace(hashes[0], b"hello", 1)
    yield "consistency-with-a-hash-of-33-bytes", good.replace(hashes[1], b64encode(bytes(33)), 1)
    yield "consistency-with-hashes-swapped", good.replace(hashes[0] + b"\n" + hashes[1], hashes[1] + b"\n" + hashes[0], 1)


def bad_equivocations(good: bytes, lines: list[bytes]) -> Files:
    """Proofs of two histories that prove none."""
    value = json.loads(good)
    kept = SIGNER.sign(checkpoint(lines, 9).to_text())
    other = SIGNER.sign(Checkpoint("club.example/third", 9, bytes(32)).to_text())
    yield "equivocation-of-one-history.json", canonical(value | {"checkpoints": [kept, value["checkpoints"][1]]})
    yield "equivocation-with-the-larger-first.json", canonical(value | {"checkpoints": value["checkpoints"][::-1]})
    yield "equivocation-of-two-ledgers.json", canonical(value | {"checkpoints": [other, value["checkpoints"][1]]})
    yield "equivocation-with-a-wrong-proof.json", canonical(value | {"proof": value["proof"][1:]})
    yield "equivocation-of-three-checkpoints.json", canonical(value | {"checkpoints": [kept, *value["checkpoints"]]})
    yield "equivocation-with-a-root-of-3-bytes.json", canonical(value | {"root": "AAAA"})
    stranger = STRANGER.sign(checkpoint(lines, 9).to_text())
    yield "equivocation-signed-by-another-key.json", canonical(value | {"checkpoints": [stranger, value["checkpoints"][1]]})


def bad_receipts() -> Files:
    """Receipts."""
    text = receipt_text()
    yield "receipt-of-five-lines", SIGNER.sign(text.partition("\n1/1")[0] + text.partition("\n1/1")[2]).encode()
    yield "receipt-for-no-round", SIGNER.sign(text.replace("\n1/1\n", "\n1\n")).encode()
    yield "receipt-for-seat-0", SIGNER.sign(text.replace("\n2\n", "\n0\n")).encode()
    yield "receipt-for-half-an-event", SIGNER.sign(text.replace("\n5\n", "\n5.5\n")).encode()
    yield "receipt-of-another-ledger", SIGNER.sign(text.replace("/bad/", "/other/")).encode()
    yield (
        "receipt-with-a-digest-of-12-bytes",
        SIGNER.sign(text.rpartition("\n5\n")[0] + "\n5\n" + b64encode(bytes(12)).decode() + "\n").encode(),
    )


def bad_known(lines: list[bytes], bundle: bytes) -> Files:
    """Given to `shoe audit --known-checkpoint`."""
    text = checkpoint(lines, 9).to_text()
    yield "known-of-another-ledger", NEIGHBOUR.sign(text.replace(NAME, NEIGHBOUR.name)).encode()
    yield "known-that-is-a-bundle", bundle
    yield "known-that-is-far-too-long", SIGNER.sign(text).encode() * 500


def cosignature(text: str, time: int = 1_767_300_000, *, blob: bytes = b"") -> str:
    """A line of the witness (C2SP tlog-cosignature), or one with other bytes in place of time and signature."""
    signature = WITNESS.sign(f"cosignature/v1\ntime {time}\n{text}".encode())
    return f"— {WITNESS_NAME} {b64encode(WITNESS_ID + (blob or time.to_bytes(8, 'big') + signature)).decode()}\n"


def witness_vkey(secret: bytes = b"\x04" * 32) -> str:
    """The verifier key of a witness."""
    raw = b"\x04" + Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()
    key_id = sha256(WITNESS_NAME.encode() + b"\n" + raw).digest()[:4]
    return f"{WITNESS_NAME}+{key_id.hex()}+{b64encode(raw).decode()}"


def bad_cosigned(note: bytes) -> Files:
    """Given to `shoe verify --policy`: the checkpoint with a line of the witness, or without one."""
    text = note.decode().rpartition("\n\n")[0] + "\n"
    yield "cosignature-of-another-text", note + cosignature(text.replace("club", "pub")).encode()
    yield "cosignature-of-71-bytes", note + cosignature(text, blob=bytes(71)).encode()
    yield "cosignature-of-a-time-beyond-2-63", note + cosignature(text, blob=b"\x80" + bytes(71)).encode()


def bad_policies() -> Files:
    """Given to `shoe audit --policy`: all but the last line of each is right."""
    one, two = f"witness a {witness_vkey()}\n", f"witness b {witness_vkey(bytes(32))}\n"
    log = f"log {SIGNER.vkey}\n"
    lines = {
        "a-line-of-another-kind": log + "threshold 2\n",
        "a-control-character": log + "quorum none\r\n",
        "a-log-without-a-key": "log\n",
        "a-log-twice": log + log,
        "a-log-of-a-witness": f"log {witness_vkey()}\n",
        "another-log-alone": f"log {NEIGHBOUR.vkey}\nquorum none\n",
        "a-witness-without-a-key": "witness a\n",
        "a-witness-of-a-log": f"witness a {SIGNER.vkey}\n",
        "a-witness-of-another-id": f"witness a x{witness_vkey()}\n",
        "a-witness-called-none": f"witness none {witness_vkey()}\n",
        "a-witness-key-in-two-parts": f"witness a {witness_vkey().replace('+', '-', 1).rpartition('+')[0]}\n",
        "a-name-twice": one + two.replace(" b ", " a "),
        "a-key-twice": one + one.replace(" a ", " b "),
        "a-group-of-nobody": one + "group g all\n",
        "a-group-of-a-stranger": one + "group g any a b\n" + two,
        "a-group-of-one-twice": one + "group g 2 a a\n",
        "a-group-of-more-than-there-are": one + "group g 2 a\n",
        "a-quorum-of-two": one + two + "quorum a b\n",
        "a-quorum-of-a-stranger": one + "quorum b\n",
        "two-quorums": one + "quorum a\nquorum none\n",
    }
    for name, text in lines.items():
        yield f"policy-with-{name}", text.encode()
    yield "policy-without-a-quorum", (log + one).encode()
    yield "policy-cut-off", (one + "group all-of-them all a\nquorum all").encode()


def bad_trees(ledger: Path) -> Files:
    """Published trees, each with one file that is not as it should be."""
    lines = (ledger / "history" / "00000000.jsonl").read_bytes().splitlines()
    tree = dict(tree_files(lines)) | {"checkpoint": (ledger / "checkpoint").read_bytes()}
    bundle, tile = f"tile/entries/000.p/{len(lines)}", f"tile/0/000.p/{len(lines)}"
    spoilt: dict[str, dict[str, bytes | None]] = {
        "tree-without-its-bundle": {bundle: None},
        "tree-with-a-bundle-cut-off": {bundle: tree[bundle][:-1]},
        "tree-with-a-bundle-too-long": {bundle: tree[bundle] + b"\0"},
        "tree-without-a-hash-tile": {tile: None},
        "tree-with-a-hash-tile-cut-off": {tile: tree[tile][:-1]},
    }
    for name, other in spoilt.items():
        for path, data in (tree | other).items():
            if data is not None:
                yield f"{name}/{path}", data


def main() -> None:
    """Write both folders."""
    with TemporaryDirectory() as folder:
        ledger, neighbour = (new_ledger(Path(folder), signer) for signer in (SIGNER, NEIGHBOUR))
        shutil.rmtree(GOOD, ignore_errors=True)
        shutil.copytree(ledger, GOOD / "ledger")
        for name, data in good_files(ledger):
            (GOOD / name).write_bytes(data)
        lines = (ledger / "history" / "00000000.jsonl").read_bytes().splitlines()
        good = {path.name: path.read_bytes() for path in GOOD.iterdir() if path.is_file()}
        every = (
            bad_notes(lines),
            bad_bundles(good["bundle.json"], hand_bundle(neighbour, 2, 3)),
            bad_proofs(good["line.tlog-proof"]),
            bad_consistency(good["consistency"]),
            bad_equivocations(good["equivocation.json"], lines),
            bad_receipts(),
            bad_known(lines, good["bundle.json"]),
            bad_cosigned(good["checkpoint"]),
            bad_policies(),
            bad_trees(ledger),
        )
        for name, data in (one for files in every for one in files):
            (BAD / name).parent.mkdir(parents=True, exist_ok=True)
            (BAD / name).write_bytes(data)


if __name__ == "__main__":
    main()
