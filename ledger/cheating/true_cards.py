"""The card that the sealed shoe holds next: who holds the seeds can give a card too many that is the right one."""

from __future__ import annotations

from ledger.cards import CARD_NAMES, packs_in_order
from ledger.cheating.history import History, Line
from ledger.history.records import canonical
from ledger.proof.tree import leaf_hash
from ledger.rules.tables import Pack
from ledger.shoe.chain import entropy_root
from ledger.shoe.hashing import CARDS, Stream, u64
from ledger.shoe.shuffle import Shoe

CARD_VERBS = frozenset(("burn", "deal", "down", "hole", "hit", "double", "triple", "draw", "late", "extra", "exposed", "unasked"))
"""Events that take a card from the shoe; `lot` does in a draw for the bank."""


def next_card(history: History, record: Line) -> str | None:
    """The card that would be dealt after a round's last; None where its shoe goes on, is not the only one, or has no card left."""
    opened, start = (history.session_of(record, kind)[0] for kind in ("open", "start"))
    log = record["log"]
    shuffled = [at for at, event in enumerate(log) if event.startswith("D shuffle ")]
    if opened["rules"]["shoe"]["reshuffle"] != "every-round" or any(event.startswith("D reshuffle ") for event in log):
        return None
    use = record["shoes"][-1]
    names = [seat["name"] for seat in history.session_of(record, "seat")]
    root = entropy_root(zip(names, map(bytes.fromhex, start["entropy"]), strict=True))
    stream = Stream(CARDS, bytes.fromhex(use["seed"]), leaf_hash(canonical(opened)), u64(use["index"]), root)
    shoe = Shoe(use["index"], packs_in_order(Pack(**opened["rules"]["pack"])), stream)
    shoe.cut(next((int(event.split(" ")[2]) for event in log[shuffled[-1] :] if event.split(" ")[1] == "cut"), 0))
    for _ in [event for event in log[shuffled[-1] :] if event.split(" ")[1] in CARD_VERBS]:
        if not shoe.left:
            return None
        shoe.next_card()
    return CARD_NAMES[shoe.next_card()] if shoe.left else None
