"""The recorder computes what `docs/vectors.json` says, and the vectors are what the specification's reference gives."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

from ledger.cards import CARD_NAMES, CARD_NUMBERS
from ledger.history.records import canonical, decode
from ledger.live.signatures import Signatures
from ledger.proof.notes import Checkpoint, Verifier, key_id
from ledger.proof.tree import Frontier, leaf_hash
from ledger.rules import reference as rules_reference
from ledger.rules.ruleset import altered, load_profile
from ledger.shoe.chain import SeedChain, entropy_hash, entropy_root
from ledger.shoe.hashing import CARDS, CUT, LOT, Stream, frame, u64
from ledger.shoe.rack import Rack
from ledger.shoe.shuffle import Shoe
from ledger.table.ask import TURN, Ask

DOCS = Path(__file__).parents[2] / "docs"
VECTORS = json.loads((DOCS / "vectors.json").read_text())
OPEN_LEAF, ROOT = bytes.fromhex(VECTORS["entropy"]["open_leaf"]), bytes.fromhex(VECTORS["entropy"]["root"])


def test_the_vectors_are_what_the_reference_writes() -> None:
    """`python docs/reference.py > docs/vectors.json` changes nothing."""
    made = runpy.run_path(str(DOCS / "reference.py"))["vectors"]()
    assert json.dumps(made, indent=1, ensure_ascii=False, sort_keys=True) + "\n" == (DOCS / "vectors.json").read_text()


def test_the_page_of_parameters_is_what_the_code_says() -> None:
    """`python -m ledger.rules.reference > docs/RULES.md` changes nothing."""
    assert rules_reference.markdown() == (DOCS / "RULES.md").read_text()


def test_frames() -> None:
    """FORMAT §6."""
    vector = VECTORS["frame"]
    assert frame(*map(bytes.fromhex, vector["parts"])).hex() == vector["bytes"]


def test_the_seed_chain() -> None:
    """FORMAT §6: s_0 … s_N from s_N."""
    vector = VECTORS["seed_chain"]
    chain = SeedChain.ending_in(bytes.fromhex(vector["last"]), len(vector["seeds"]) - 1)
    assert [seed.hex() for seed in chain.seeds] == vector["seeds"]
    assert (chain.commitment.hex(), chain.length) == (vector["seeds"][0], 8)


def test_the_entropy() -> None:
    """FORMAT §6."""
    seats = [(seat["name"], bytes.fromhex(seat["entropy"])) for seat in VECTORS["entropy"]["seats"]]
    assert [entropy_hash(OPEN_LEAF, *seat).hex() for seat in seats] == [seat["hash"] for seat in VECTORS["entropy"]["seats"]]
    assert entropy_root(seats) == ROOT


def dealt(pack: list[int], vector: dict[str, object]) -> list[str]:
    stream = Stream(CARDS, bytes.fromhex(str(vector["seed"])), OPEN_LEAF, u64(int(str(vector["k"]))), ROOT)
    shoe = Shoe(1, pack, stream)
    return [CARD_NAMES[shoe.next_card()] for _ in range(shoe.left)]


@pytest.mark.parametrize("vector", [*VECTORS["shuffles"], VECTORS["rejection"]], ids=lambda vector: f"shoe {vector['k']}")
def test_whole_shuffles(vector) -> None:
    """FORMAT §7: one, six, eight packs, a pack of 32, and a shoe whose stream has a word to pass over."""
    rules = altered(load_profile("training"), {"pack.decks": vector["decks"], "pack.size": vector["size"]})
    assert dealt(Rack(rules, SeedChain.ending_in(bytes(32), 2), OPEN_LEAF, ROOT)._full_pack, vector) == vector["cards"]


def test_the_forced_rejection_is_one() -> None:
    """The vector's stream has a word at or above the largest multiple of the cards left."""
    vector = VECTORS["rejection"]
    words = Stream(CARDS, bytes.fromhex(vector["seed"]), OPEN_LEAF, u64(vector["k"]), ROOT).words(311)
    assert any(word >= 2**32 - 2**32 % (312 - at) for at, word in enumerate(words))


def test_the_shuffle_of_discards() -> None:
    """FORMAT §7 G6: the pack less the cards on the table."""
    vector = VECTORS["reshuffle"]
    pack = Rack(altered(load_profile("training"), {"pack.decks": 2}), SeedChain.ending_in(bytes(32), 2), OPEN_LEAF, ROOT)._full_pack
    for card in vector["on_table"]:
        pack.remove(CARD_NUMBERS[card])
    assert dealt(pack, vector) == vector["cards"]


def test_a_rack_reshuffles_all_but_the_cards_on_the_table() -> None:
    """FORMAT §7 G6: shoe k + 1 of the chain, first remaining copies taken out."""
    vector = VECTORS["reshuffle"]
    chain = SeedChain.ending_in(bytes.fromhex(VECTORS["seed_chain"]["last"]), 8)
    rack = Rack(altered(load_profile("training"), {"pack.decks": 2}), chain, OPEN_LEAF, ROOT)
    for _ in range(vector["k"] - 1):
        rack.begin_round()
        rack.end_round()
    rack._index = vector["k"] - 1
    assert rack.reshuffle([CARD_NUMBERS[card] for card in vector["on_table"]]) == vector["k"]
    assert [CARD_NAMES[rack.shoe.next_card()] for _ in range(100)] == vector["cards"]


def test_cuts_and_lots() -> None:
    """FORMAT §6: numbers from a stream of their own label."""
    cut, lot = VECTORS["cut"], VECTORS["lot"]
    assert Stream(CUT, bytes.fromhex(cut["seed"]), OPEN_LEAF, u64(cut["k"]), ROOT, u64(cut["seat"])).below(52) == cut["cut"]
    assert Stream(LOT, bytes.fromhex(lot["seed"]), OPEN_LEAF, u64(lot["k"]), ROOT).below(lot["candidates"]) == lot["number"]


def test_the_canonical_line_and_its_leaf() -> None:
    """FORMAT §2: escapes, Cyrillic and an emoji as they are."""
    vector = VECTORS["canonical"]
    line = vector["line"].encode()
    assert canonical(vector["value"]) == line
    assert leaf_hash(line).hex() == vector["leaf"]
    assert canonical(decode(line)) == line


@pytest.mark.parametrize("size", range(10))
def test_the_trees_root_at_every_size(size) -> None:
    """FORMAT §2, RFC 9162."""
    tree = Frontier()
    for line in VECTORS["tree"]["lines"][:size]:
        tree.append(leaf_hash(line.encode()))
    assert tree.root().hex() == VECTORS["tree"]["roots"][size]


def test_the_verifier_key_and_the_checkpoints_text() -> None:
    """FORMAT §3."""
    vector = VECTORS["checkpoint"]
    name, public = vector["name"], bytes.fromhex(vector["public_key"])
    assert key_id(name, public).hex() == vector["key_id"]
    assert Checkpoint(name, 9, bytes.fromhex(VECTORS["tree"]["roots"][9])).to_text() == vector["text"]


def test_a_verifier_key_is_written_as_the_vector_has_it() -> None:
    """FORMAT §3: the vkey of that public key (whose private half nobody knows)."""
    vector = VECTORS["checkpoint"]
    assert Verifier(vector["name"], bytes.fromhex(vector["public_key"])).vkey == vector["vkey"]


def test_signed_answers() -> None:
    """FORMAT §15: the question's hash, and that the player's signature is taken for this answer alone."""
    vector = VECTORS["signed"]
    answer = Ask(TURN, 1, ("1",), (1,), (98,), ("hit", "stand"))
    asked = Signatures(face_down=False, basis=leaf_hash(vector["line"].encode())).asked(answer, "1", vector["events"])
    assert (asked.hash.hex(), asked.seen) == (vector["question"], len(vector["events"]))
    assert asked.is_answered(vector["answer"], vector["signature"], vector["key"])
    assert not asked.is_answered("1 stand", vector["signature"], vector["key"])
