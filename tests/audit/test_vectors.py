"""The test vectors of the format, section by section."""

import io
import json
from pathlib import Path

import numpy as np
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from audit import seeds, shoes
from audit.errors import SignatureError
from audit.facts.streams import Streams
from audit.facts.uses import uses
from audit.lines import canonical, decode_line
from audit.notes import open_checkpoint, parse_checkpoint, parse_vkey
from audit.receipts import LABEL, masked
from audit.records import Ruling
from audit.tree import leaf_hash, leaf_hashes, root
from audit.values import base64_bytes

VECTORS = json.loads((Path(__file__).parents[2] / "docs" / "vectors.json").read_text("utf-8"))
LEAF = bytes.fromhex(VECTORS["entropy"]["open_leaf"])
ROOT = bytes.fromhex(VECTORS["entropy"]["root"])


def read(vector, label=seeds.LABEL_CARDS, extra=()):
    seed = bytes.fromhex(vector["seed"])
    return lambda length: seeds.stream(label, seed, LEAF, vector["k"], ROOT, length, extra)


def names(cards):
    return [shoes.NAMES[card] for card in cards.tolist()]


def test_every_section_has_its_test():
    tested = {
        "canonical",
        "checkpoint",
        "cut",
        "entropy",
        "frame",
        "lot",
        "rejection",
        "reshuffle",
        "seed_chain",
        "shuffles",
        "signed",
        "tree",
    }
    in_test_proofs = {"inclusion", "consistency"}
    assert set(VECTORS) == tested | in_test_proofs


def test_canonical():
    vector = VECTORS["canonical"]
    line = vector["line"].encode()
    assert canonical(vector["value"]) == line
    assert leaf_hash(line).hex() == vector["leaf"]
    record = decode_line(line, vector["value"]["seq"])
    assert isinstance(record, Ruling)
    assert record.text == vector["value"]["text"]


def test_checkpoint():
    vector = VECTORS["checkpoint"]
    key = parse_vkey(vector["vkey"])
    assert (key.name, key.key_id.hex(), key.public.hex()) == (vector["name"], vector["key_id"], vector["public_key"])
    checkpoint = parse_checkpoint(vector["text"])
    assert checkpoint.root.hex() == VECTORS["tree"]["roots"][checkpoint.size]
    if "note" in vector:
        assert open_checkpoint(vector["note"].encode(), key) == checkpoint
        with pytest.raises(SignatureError):
            open_checkpoint(vector["note"].replace("\n9\n", "\n8\n").encode(), key)


def test_tree():
    lines = [line.encode() for line in VECTORS["tree"]["lines"]]
    assert [root(leaf_hashes(lines[:size])).hex() for size in range(len(lines) + 1)] == VECTORS["tree"]["roots"]


def test_frame():
    assert seeds.frame(*(bytes.fromhex(part) for part in VECTORS["frame"]["parts"])).hex() == VECTORS["frame"]["bytes"]


def test_seed_chain():
    chain = VECTORS["seed_chain"]["seeds"]
    last = bytes.fromhex(VECTORS["seed_chain"]["last"])
    assert chain[-1] == last.hex()
    assert [seeds.descend(last, len(chain) - 1 - k).hex() for k in range(len(chain))] == chain
    assert [seeds.parent(bytes.fromhex(seed)).hex() for seed in chain[1:]] == chain[:-1]


def test_entropy():
    seats = VECTORS["entropy"]["seats"]
    for seat in seats:
        assert seeds.entropy_hash(LEAF, seat["name"], bytes.fromhex(seat["entropy"])).hex() == seat["hash"]
    assert seeds.entropy_root((seat["name"], bytes.fromhex(seat["entropy"])) for seat in seats) == ROOT


@pytest.mark.parametrize("vector", [vector for vector in VECTORS["shuffles"] if vector["size"] == 52])
def test_shuffles(vector):
    assert names(shoes.shuffled(shoes.pack(vector["decks"]), read(vector), len(vector["cards"]))) == vector["cards"]
    many = shoes.shuffled_many(vector["decks"], lambda rows, length: read(vector)(length) * len(rows), [len(vector["cards"])] * 3)
    assert names(many[2]) == vector["cards"]


def test_rejection():
    vector = VECTORS["rejection"]
    words = read(vector)(4 * 312)
    numbers = [int.from_bytes(words[4 * i : 4 * i + 4], "big") for i in range(311)]
    assert any(x >= 2**32 - 2**32 % (312 - i) for i, x in enumerate(numbers))
    assert names(shoes.shuffled(shoes.pack(vector["decks"]), read(vector), 312)) == vector["cards"]


class Sitting:
    """A session of the vectors' entropy that knows a seed of each shoe."""

    open_leaf = LEAF

    def __init__(self, told):
        self.seeds = told

    def entropy_root(self):
        return ROOT


def streams_of(*vectors):
    """Streams as the audit derives them, a session for each vector: shoe i is that of vector i."""
    every = np.arange(len(vectors))
    table = {"rnd": every, "index": np.array([vector["k"] for vector in vectors])}
    sittings = [Sitting({vector["k"]: bytes.fromhex(vector["seed"])}) for vector in vectors]
    return Streams(table, uses([]), sittings, every, every, every)


@pytest.mark.parametrize("place", [0, 1, 40])
def test_the_shuffle_with_a_forced_rejection_is_met_by_the_batch_path(place):
    """Among shoes that meet none, though no more words are asked for at first than do where none is passed over."""
    vector, plain = (
        VECTORS["rejection"],
        next(shuffle for shuffle in VECTORS["shuffles"] if shuffle["decks"] == VECTORS["rejection"]["decks"]),
    )
    streams, asked = streams_of(*(vector if row == place else plain for row in range(41))), []

    def watched(rows, length):
        asked.append((rows.tolist(), length))
        return streams.read(rows, length)

    many = shoes.shuffled_many(vector["decks"], watched, [len(vector["cards"])] * 41)
    assert names(many[place]) == vector["cards"]
    assert all(names(row) == plain["cards"] for at, row in enumerate(many) if at != place)
    assert asked[0] == (list(range(41)), 4 * 311)
    assert {tuple(rows) for rows, _ in asked[1:]} == {(place,)}


def test_reshuffle():
    vector = VECTORS["reshuffle"]
    rest = shoes.discards(vector["decks"], [shoes.NAMES.index(name) for name in vector["on_table"]])
    assert names(shoes.shuffled(rest, read(vector), len(rest))) == vector["cards"]


def words(data):
    return lambda: int.from_bytes(data.read(4), "big")


def test_cut():
    vector = VECTORS["cut"]
    stream = read(vector, seeds.LABEL_CUT, [seeds.u64(vector["seat"])])
    cut = shoes.below(52 * vector["decks"], words(io.BytesIO(stream(64))))
    assert cut == vector["cut"]
    shoe = names(shoes.shuffled(shoes.pack(vector["decks"]), read(vector), 52 * vector["decks"]))
    assert shoe[cut:] + shoe[:cut] == vector["cards"]


def test_lot():
    vector = VECTORS["lot"]
    assert shoes.below(vector["candidates"], words(io.BytesIO(read(vector, seeds.LABEL_LOT)(64)))) == vector["number"]


def test_signed_answers():
    """FORMAT §15: the question's hash, and a signature that holds for this answer to it alone."""
    vector = VECTORS["signed"]
    digest = seeds.labelled_hash(LABEL, *(masked(event, face_down=False).encode() for event in vector["events"]))
    who = vector["answer"].partition(" ")[0].encode()
    question = seeds.labelled_hash(seeds.LABEL_QUESTION, leaf_hash(vector["line"].encode()), who, digest)
    assert question.hex() == vector["question"]
    key = Ed25519PublicKey.from_public_bytes(base64_bytes(vector["key"]) or b"")
    signature = base64_bytes(vector["signature"]) or b""
    key.verify(signature, seeds.frame(seeds.LABEL_ANSWER, question, vector["answer"].encode()))
    with pytest.raises(InvalidSignature):
        key.verify(signature, seeds.frame(seeds.LABEL_ANSWER, question, b"1 stand"))
