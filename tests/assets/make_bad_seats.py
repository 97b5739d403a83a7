"""Makes the files of an exchange for a player's own entropy anew, right ones for `good` and each spoilt in one way for `bad`.

    PYTHONPATH=. python tests/assets/make_bad_seats.py

To be run after `make_bad.py`, whose key it uses.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ledger.history.records import canonical
from ledger.proof.tree import leaf_hash
from ledger.shoe.chain import entropy_hash
from tests.support.operators import Operator

HERE = Path(__file__).parent
NAME, KEY, ENTROPY, OTHERS = "club.example/bad", b"\x01" * 32, b"\x07" * 32, "cd" * 32
Object = dict[str, Any]


def new_table(**changes: Any) -> Operator:
    """An operator who has opened a session."""
    operator = Operator(KEY, NAME)
    operator.open(**changes)
    return operator


def hashed(operator: Operator) -> str:
    """What Ann gave for this session."""
    return entropy_hash(leaf_hash(operator.lines[1]), "Ann", ENTROPY).hex()


def seated(**mine: Any) -> Operator:
    """Ann, and then Bo with the house's entropy."""
    operator = new_table()
    operator.seat(1, "Ann", hashed(operator), **mine)
    operator.seat(2, "Bo", OTHERS, "house")
    return operator


def good_files() -> Iterator[tuple[str, Object]]:
    """One of each kind."""
    table = new_table()
    yield "invitation.json", table.invitation("Ann")
    yield "seats.json", seated().seats([1, 2, 3])
    secret = {"format": "sealedshoe/seat-secret/2", "checkpoint": table.note(), "entropy": ENTROPY.hex(), "key": None, "name": "Ann"}
    yield "ann.secret", {**secret, "open": leaf_hash(table.lines[1]).hex()}


def bad_invitations() -> Iterator[tuple[str, Object | bytes]]:
    """What `shoe seat join` refuses."""
    table = new_table()
    right = table.invitation("Ann")
    yield "invitation-of-a-later-format", {**right, "format": "sealedshoe/invitation/2"}
    yield "invitation-not-utf8", canonical(right).replace(b'"Ann"', b'"An\xff"') + b"\n"
    yield "invitation-that-is-lists-in-lists", b"[" * 100_000
    yield "invitation-with-white-space", json.dumps(right, sort_keys=True).encode() + b"\n"
    yield "invitation-with-an-unknown-key", {**right, "more": 1}
    yield "invitation-without-line-0", {key: value for key, value in right.items() if key != "zero"}
    yield "invitation-for-a-name-in-two-lines", {**right, "name": "A\nnn"}
    yield "invitation-with-a-proof-of-65-hashes", {**right, "open": {**right["open"], "proof": right["open"]["proof"] * 65}}
    yield "invitation-with-a-hash-of-31-bytes", {**right, "open": {**right["open"], "proof": ["A" * 42 + "=="]}}
    yield (
        "invitation-with-a-line-changed",
        {**right, "open": {**right["open"], "line": right["open"]["line"].replace("Table 1", "Table 2")}},
    )
    yield "invitation-with-a-float-in-a-line", {**right, "open": {**right["open"], "line": right["open"]["line"].replace("144", "144.0")}}
    yield "invitation-with-line-0-twice", {**right, "open": right["zero"]}
    yield "invitation-that-begins-with-open", {**right, "zero": right["open"]}
    yield "invitation-of-another-key", Operator(b"\x02" * 32, NAME).signed_by_me(right)
    yield "invitation-with-a-signature-of-another-text", {**right, "checkpoint": right["checkpoint"].replace("\n2\n", "\n3\n")}
    yield "invitation-without-signature", {**right, "checkpoint": right["checkpoint"].partition("\n\n")[0]}
    yield "invitation-to-rules-of-another-hash", new_table(rules_hash="00" * 32).invitation("Ann")


def bad_seats() -> Iterator[tuple[str, Object | bytes]]:
    """What `shoe seat reveal` refuses."""
    right = seated().seats([1, 2, 3])
    yield "seats-cut-off", canonical(right)[:-40]
    yield "seats-with-a-key-twice", canonical(right).replace(b'{"checkpoint":', b'{"format":"sealedshoe/seats/1","checkpoint":', 1) + b"\n"
    yield "seats-without-a-seat", {**right, "lines": right["lines"][:2]}
    yield "seats-of-a-later-format", {**right, "format": "sealedshoe/seats/2"}
    yield "seats-with-a-start", with_a_start()
    yield "seats-with-a-seat-left-out", left_out()
    yield "seats-without-the-player", without_the_player()
    yield "seats-with-another-hash", {**seated(entropy_hash=OTHERS).seats([1, 2, 3])}
    yield "seats-that-call-it-the-houses", {**seated(source="house").seats([1, 2, 3])}
    yield "seats-of-another-session", of_another_session()
    yield "seats-whose-checkpoint-ends-too-early", {**right, "checkpoint": seated().note(3)}
    yield "seats-in-another-order", {**right, "lines": [*right["lines"][:2], *right["lines"][:1:-1]]}
    yield "seats-with-a-huge-number", {**right, "lines": [*right["lines"][:3], huge(right["lines"][3])]}


def with_a_start() -> Object:
    """Signed after the seats."""
    operator = seated()
    operator.start("00" * 32, "11" * 32)
    return operator.seats([1, 2, 3])


def left_out() -> Object:
    """The seat between Ann's and Bo's."""
    operator = new_table()
    operator.seat(1, "Ann", hashed(operator))
    operator.seat(2, "Cy", "ef" * 32, "house")
    operator.seat(3, "Bo", OTHERS, "house")
    return operator.seats([1, 2, 4])


def without_the_player() -> Object:
    """Bo alone."""
    operator = new_table()
    operator.seat(1, "Bo", OTHERS, "house")
    return operator.seats([1, 2])


def of_another_session() -> Object:
    """The hash was given for other cards."""
    operator = new_table(commitment="12" * 32)
    operator.seat(1, "Ann", hashed(operator))
    return operator.seats([1, 2])


def huge(proven: Object) -> Object:
    """A stack beyond every bound."""
    return {**proven, "line": proven["line"].replace('"stack":100', '"stack":9007199254740993')}


def main() -> None:
    """Write both folders."""
    for folder, files in ((HERE / "good", good_files()), (HERE / "bad", bad_invitations()), (HERE / "bad", bad_seats())):
        for name, value in files:
            (folder / name).write_bytes(value if isinstance(value, bytes) else canonical(value) + b"\n")


if __name__ == "__main__":
    main()
