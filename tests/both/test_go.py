"""Go's `sumdb/note` and `sumdb/tlog` as a judge of our notes and proofs, and our audit beside them.

The packages are Debian's (`golang-go`, `golang-golang-x-mod-dev`); one small program is built, and asked once.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from audit.proofs import extends, includes
from ledger.proof.merkle import consistency_parts, inclusion_parts, roots_of
from ledger.proof.notes import Checkpoint, Signer
from ledger.proof.tree import leaf_hash

SOURCE = Path(__file__).parents[1] / "go" / "judge.go"
PACKAGES = Path("/usr/share/gocode")
LARGEST = 130
LEAVES = [leaf_hash(b"line %d" % number) for number in range(LARGEST)]
SIGNER = Signer("club.example/tables", bytes(range(32)))

pytestmark = pytest.mark.skipif(
    shutil.which("go") is None or not (PACKAGES / "src/golang.org/x/mod/sumdb/tlog").is_dir(),
    reason="Go's packages are not here: install golang-go and golang-golang-x-mod-dev",
)


@pytest.fixture(scope="module")
def trees() -> dict[str, Any]:
    """Proofs of every line in every tree, and of every older tree; proofs and hashes as bytes."""
    roots = roots_of(LEAVES, [(0, size) for size in range(LARGEST + 1)])
    inclusion, consistency = [], []
    for size in range(1, LARGEST + 1):
        lines = {index: inclusion_parts(index, size) for index in range(size)}
        older = {old: consistency_parts(old, size) for old in range(1, size + 1)}
        known = roots_of(LEAVES[:size], [part for parts in (*lines.values(), *older.values()) for part in parts])
        inclusion += [{"Index": index, "Size": size, "Proof": known.proof(parts)} for index, parts in lines.items()]
        consistency += [{"Old": old, "Size": size, "Proof": known.proof(parts)} for old, parts in older.items()]
    return {
        "Leaves": LEAVES,
        "Roots": [roots.of((0, size)) for size in range(LARGEST + 1)],
        "Inclusion": inclusion,
        "Consistency": consistency,
    }


def judged(case: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What the Go program says of a case."""
    program = folder / "judge"
    home = {} if "HOME" in os.environ or "GOCACHE" in os.environ else {"GOCACHE": str(folder / "cache")}
    env = {**os.environ, **home, "GOPATH": str(PACKAGES), "GO111MODULE": "off", "CGO_ENABLED": "0"}
    subprocess.run(["go", "build", "-o", program, SOURCE], env=env, check=True, capture_output=True)
    text = json.dumps(case, default=lambda raw: b64encode(raw).decode())
    done = subprocess.run([program], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert told["wrong"] == 0, done.stderr[:2000]
    return told


def test_go_accepts_our_notes_and_proofs_and_rejects_each_with_one_bit_changed(trees, tmp_path) -> None:
    """C2SP signed-note, RFC 9162 §2.1.3, §2.1.4: trees of every size from 1 to 130, every line, every older size."""
    texts = [Checkpoint(SIGNER.name, size, trees["Roots"][size]).to_text() for size in range(0, LARGEST + 1, 26)]
    signed = [SIGNER.sign(text) for text in texts]
    stranger = Signer(SIGNER.name, bytes(32))
    unsigned = [note.partition("\n\n")[0] + "\n\n" for note in signed]
    of_another_text = [text + "\n" + note.rpartition("\n\n")[2] for text, note in zip(texts[1:], signed, strict=False)]
    bad = [stranger.sign(texts[0]), *unsigned, *of_another_text]
    told = judged(trees | {"Vkey": SIGNER.vkey, "Notes": signed, "Texts": texts, "BadNotes": bad}, tmp_path)
    for name, count in sorted(told["tried"].items()):
        print(f"{count:>8,}  {name}")
    proofs = LARGEST * (LARGEST + 1) // 2
    assert (told["tried"]["inclusion proofs"], told["tried"]["consistency proofs"]) == (proofs, proofs)


def test_the_audit_says_the_same_of_the_same_proofs(trees) -> None:
    """One bit of each proof is changed, another one each time; of each leaf and root too."""
    turn = 0

    def changed(node: bytes) -> bytes:
        nonlocal turn
        turn += 7
        return (int.from_bytes(node, "big") ^ 1 << turn % 256).to_bytes(32, "big")

    roots = trees["Roots"]
    for one in trees["Inclusion"]:
        index, size, proof = one["Index"], one["Size"], one["Proof"]
        assert includes(LEAVES[index], index, size, proof, roots[size])
        assert not includes(changed(LEAVES[index]), index, size, proof, roots[size])
        at = turn % len(proof) if proof else 0
        assert not proof or not includes(LEAVES[index], index, size, [*proof[:at], changed(proof[at]), *proof[at + 1 :]], roots[size])
    for one in trees["Consistency"]:
        old, size, proof = one["Old"], one["Size"], one["Proof"]
        assert extends(old, roots[old], size, roots[size], proof)
        assert not extends(old, changed(roots[old]), size, roots[size], proof)
        at = turn % len(proof) if proof else 0
        assert not proof or not extends(old, roots[old], size, roots[size], [*proof[:at], changed(proof[at]), *proof[at + 1 :]])
