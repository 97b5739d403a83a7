"""FORMAT.md in plain Python: nothing but the standard library, nothing shared with either package.

`python docs/reference.py > docs/vectors.json` writes the test vectors; a test holds the file against this module.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256, sha512, shake_256
from typing import Any


def frame(*parts: bytes) -> bytes:
    """§6: each part after its length, u32 big-endian."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def u64(number: int) -> bytes:
    """§6."""
    return number.to_bytes(8, "big")


def H(label: str, *parts: bytes) -> bytes:  # noqa: N802 - the specification's own name
    """§6: SHA-256 over the frame of label and parts."""
    return sha256(frame(label.encode(), *parts)).digest()


def chain(last: bytes, length: int) -> list[bytes]:
    """§6: s_0 … s_N."""
    seeds = [last]
    for _ in range(length):
        seeds.insert(0, H("sealedshoe/1/chain", seeds[0]))
    return seeds


def entropy_hash(open_leaf: bytes, name: str, entropy: bytes) -> bytes:
    """§6."""
    return H("sealedshoe/1/entropy", open_leaf, name.encode(), entropy)


def entropy_root(seats: list[tuple[str, bytes]]) -> bytes:
    """§6."""
    return H("sealedshoe/1/entropy-root", *(part for name, entropy in seats for part in (name.encode(), entropy)))


def words(label: str, seed: bytes, open_leaf: bytes, k: int, root: bytes, *more: bytes) -> Iterator[int]:
    """§6: a stream as u32 big-endian words, without end."""
    shake = shake_256(frame(label.encode(), seed, open_leaf, u64(k), root, *more))
    position = 0
    while True:
        yield int.from_bytes(shake.digest(4 * position + 4)[-4:], "big")
        position += 1


def below(stream: Iterator[int], n: int) -> int:
    """§6: a number below n."""
    while (x := next(stream)) >= 2**32 - 2**32 % n:
        pass
    return x % n


def pack(decks: int, ranks: str = "A23456789TJQK") -> list[str]:
    """§7: the pack in order."""
    return [rank + suit for _ in range(decks) for suit in "CDHS" for rank in ranks]


def shuffle(cards: list[str], stream: Iterator[int]) -> list[str]:
    """§7: Fisher–Yates from the front."""
    cards = list(cards)
    for i in range(len(cards) - 1):
        j = i + below(stream, len(cards) - i)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def leaf(line: bytes) -> bytes:
    """§2."""
    return sha256(b"\x00" + line).digest()


def tree(leaves: list[bytes]) -> bytes:
    """§2, RFC 9162 §2.1.1: split at the largest power of two below the number of leaves."""
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256(b"").digest()
    half = 1
    while 2 * half < len(leaves):
        half *= 2
    return sha256(b"\x01" + tree(leaves[:half]) + tree(leaves[half:])).digest()


def inclusion(index: int, leaves: list[bytes]) -> list[bytes]:
    """§11, RFC 9162 §2.1.3.1: PATH(m, D_n)."""
    if len(leaves) < 2:
        return []
    half = 1
    while 2 * half < len(leaves):
        half *= 2
    if index < half:
        return [*inclusion(index, leaves[:half]), tree(leaves[half:])]
    return [*inclusion(index - half, leaves[half:]), tree(leaves[:half])]


def consistency(old: int, leaves: list[bytes], *, is_whole: bool = True) -> list[bytes]:
    """§11, RFC 9162 §2.1.4.1: SUBPROOF(m, D_n, b); from size 0 or to itself there is nothing to prove."""
    if old in (0, len(leaves)):
        return [] if is_whole else [tree(leaves)]
    half = 1
    while 2 * half < len(leaves):
        half *= 2
    if old <= half:
        return [*consistency(old, leaves[:half], is_whole=is_whole), tree(leaves[half:])]
    return [*consistency(old - half, leaves[half:], is_whole=False), tree(leaves[:half])]


def canonical(value: Any) -> bytes:
    """§2: RFC 8785 for what the format allows (ASCII keys, integers, no control characters)."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def key_id(name: str, public: bytes) -> bytes:
    """§3."""
    return sha256(name.encode() + b"\n\x01" + public).digest()[:4]


def masked(event: str) -> str:
    """§10: an event whose card lies hidden as it is dealt; of a table whose doubles lie open."""
    words = event.split(" ")
    return " ".join([*words[:-1], "xx"]) if {"hole", "down", "late", "extra", "toss", "unasked"} & set(words[1:2]) else event


def question_hash(basis: bytes, who: str, events: list[str]) -> bytes:
    """§15."""
    digest = H("sealedshoe/1/receipt", *(masked(event).encode() for event in events))
    return H("sealedshoe/1/question", basis, who.encode(), digest)


P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, P - 2, P) % P
Point = tuple[int, int]
BASE: Point = (
    15112221349535400772501151409588531511454012693041857206046113283949847762202,
    46316835694926478169428394003475163141307993866256225615783033603165251855960,
)


def plus(one: Point, other: Point) -> Point:
    """RFC 8032 §5.1.4, in affine coordinates."""
    (x, y), (u, v) = one, other
    product = CURVE * x * u * y * v
    return (x * v + u * y) * pow(1 + product, P - 2, P) % P, (y * v + x * u) * pow(1 - product, P - 2, P) % P


def times(number: int, point: Point) -> bytes:
    """RFC 8032 §5.1.2: a multiple of a point, encoded."""
    result: Point = (0, 1)
    while number:
        result = plus(result, point) if number & 1 else result
        point, number = plus(point, point), number >> 1
    return (result[1] | (result[0] & 1) << 255).to_bytes(32, "little")


def signed(seed: bytes, message: bytes) -> tuple[bytes, bytes]:
    """RFC 8032 §5.1.6: public key, and signature over a message."""
    half = sha512(seed).digest()
    secret = int.from_bytes(half[:32], "little") & (2**254 - 8) | 2**254
    public = times(secret, BASE)
    r = int.from_bytes(sha512(half[32:] + message).digest(), "little") % ORDER
    start = times(r, BASE)
    k = int.from_bytes(sha512(start + public + message).digest(), "little") % ORDER
    return public, start + ((r + k * secret) % ORDER).to_bytes(32, "little")


def vectors() -> dict[str, Any]:
    """Every vector; hexadecimal throughout."""
    open_leaf, last = bytes(range(32)), bytes(range(100, 132))
    seeds = chain(last, 8)
    seats = [("Ann", b"\x01" * 32), ("Борис", b"\x02" * 32)]
    root = entropy_root(seats)
    record = {"about": 3, "prev": 4, "record": "ruling", "seq": 5, "session": 1, "time": "2026-01-31T23:59:59Z"}
    record["text"] = 'Ann says "push", Борис \\ agrees: é, 😀'
    lines = [b"line %d" % number for number in range(9)]
    leaves = [leaf(line) for line in lines]
    public = bytes(range(32, 64))
    name = "club.example/tables"

    def shoe(k: int, cards: list[str], seed: bytes = b"") -> list[str]:
        return shuffle(cards, words("sealedshoe/1/cards", seed or seeds[k], open_leaf, k, root))

    # Found by search: the stream of this seed has a word that must be passed over.
    rejecting = H("search", u64(REJECTING))
    table = ["AC", "AC", "KS", "7D"]
    discards = pack(1)
    discards_of_two = pack(2)
    for card in table:
        discards_of_two.remove(card)
    cut = below(words("sealedshoe/1/cut", seeds[3], open_leaf, 3, root, u64(2)), 52)
    whole = shoe(3, discards)
    events = ["D shuffle 1", "1 bet 2", "2 timeout bet 2", "1 down 8H", "2 down TC", "D hole 5S", "1 deal 3C", "2 deal 9D", "D deal 6S"]
    question = question_hash(leaf(lines[3]), "1", events)
    player, signature = signed(bytes(range(64, 96)), frame(b"sealedshoe/1/answer", question, b"1 hit"))
    return {
        "canonical": {"value": record, "line": canonical(record).decode(), "leaf": leaf(canonical(record)).hex()},
        "tree": {
            "lines": [line.decode() for line in lines],
            "roots": [tree([leaf(line) for line in lines[:size]]).hex() for size in range(10)],
        },
        "checkpoint": {
            "name": name,
            "public_key": public.hex(),
            "key_id": key_id(name, public).hex(),
            "vkey": vkey(name, public),
            "text": f"{name}\n9\n{b64encode(tree([leaf(line) for line in lines])).decode()}\n",
        },
        "inclusion": [
            {"index": index, "size": size, "proof": [b64encode(node).decode() for node in inclusion(index, leaves[:size])]}
            for size in (1, 2, 7, 8, 9)
            for index in range(size)
        ],
        "consistency": [
            {"old": old, "size": size, "proof": [b64encode(node).decode() for node in consistency(old, leaves[:size])]}
            for size in (1, 2, 7, 8, 9)
            for old in range(size + 1)
        ],
        "frame": {"parts": ["", "00", "ff" * 300], "bytes": frame(b"", b"\x00", b"\xff" * 300).hex()},
        "seed_chain": {"last": last.hex(), "seeds": [seed.hex() for seed in seeds]},
        "entropy": {
            "open_leaf": open_leaf.hex(),
            "seats": [{"name": who, "entropy": what.hex(), "hash": entropy_hash(open_leaf, who, what).hex()} for who, what in seats],
            "root": root.hex(),
        },
        "shuffles": [
            {"k": 1, "decks": 6, "size": 52, "seed": seeds[1].hex(), "cards": shoe(1, pack(6))},
            {"k": 2, "decks": 1, "size": 52, "seed": seeds[2].hex(), "cards": shoe(2, pack(1))},
            {"k": 4, "decks": 1, "size": 32, "seed": seeds[4].hex(), "cards": shoe(4, pack(1, "A789TJQK"))},
            {"k": 5, "decks": 8, "size": 52, "seed": seeds[5].hex(), "cards": shoe(5, pack(8))},
        ],
        "rejection": {"k": 7, "decks": 6, "size": 52, "seed": rejecting.hex(), "cards": shoe(7, pack(6), rejecting)},
        "reshuffle": {"k": 6, "decks": 2, "size": 52, "on_table": table, "seed": seeds[6].hex(), "cards": shoe(6, discards_of_two)},
        "cut": {"k": 3, "decks": 1, "size": 52, "seat": 2, "seed": seeds[3].hex(), "cut": cut, "cards": whole[cut:] + whole[:cut]},
        "signed": {
            "line": lines[3].decode(),
            "events": events,
            "question": question.hex(),
            "answer": "1 hit",
            "seed": bytes(range(64, 96)).hex(),
            "key": b64encode(player).decode(),
            "signature": b64encode(signature).decode(),
        },
        "lot": {
            "k": 3,
            "candidates": 5,
            "seed": seeds[3].hex(),
            "number": below(words("sealedshoe/1/lot", seeds[3], open_leaf, 3, root), 5),
        },
    }


def vkey(name: str, public: bytes) -> str:
    """§3."""
    return f"{name}+{key_id(name, public).hex()}+{b64encode(bytes([1]) + public).decode()}"


REJECTING = 45360

if __name__ == "__main__":
    print(json.dumps(vectors(), indent=1, ensure_ascii=False, sort_keys=True))
