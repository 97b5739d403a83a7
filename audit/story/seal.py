"""How the seal of a shoe stands: its seed, where it was told, and the cards that it gives (FORMAT.md §6, §7)."""

from __future__ import annotations

from audit.records import Close, Open, Seat, ShoeUse, Start
from audit.seeds import LABEL_CARDS, descend, entropy_root, stream
from audit.story.session import SessionRecords
from audit.story.step import Shoe


def sealed_shoe(records: SessionRecords, opening: Open, use: ShoeUse) -> Shoe:
    """How the seal of a shoe stands, and its cards if its seed is revealed by now."""
    seed, where = _seed(records, opening, use)
    if seed is None:
        return Shoe(use.index, use.first, "Its seed is not revealed yet, so its cards cannot be checked.")
    if descend(seed, use.index).hex() != opening.commitment:
        return Shoe(
            use.index, use.first, f"Its seed stands in {where}.", broken="this seed is not the one committed to when the session opened"
        )
    seal = f"Its seed stands in {where} and leads back to the commitment of line {opening.seq}, written before anyone staked"
    starts = records.all(Start)
    if not starts or _reshuffled(records, use):
        return Shoe(use.index, use.first, f"{seal}.")
    entropies = zip((seat.name for seat in records.all(Seat)), map(bytes.fromhex, starts[0].entropy), strict=False)
    cards = _cards(use.index, seed, records.open_leaf, entropy_root(entropies), opening)
    return Shoe(use.index, use.first, f"{seal}; every card told here was compared with the shoe that it gives.", cards)


def _cards(index: int, seed: bytes, open_leaf: bytes, root: bytes, opening: Open) -> list[str]:
    """The whole shoe in dealing order."""
    from audit.shoes import NAMES, pack, shuffled

    full = pack(int(str(opening.rules["pack"]["decks"])))
    order = shuffled(full, lambda length: stream(LABEL_CARDS, seed, open_leaf, index, root, length), len(full))
    return [NAMES[number] for number in order.tolist()]


def _seed(records: SessionRecords, opening: Open, use: ShoeUse) -> tuple[bytes | None, str]:
    """s_k, from the line that reveals it or from the last seed of a session that is over."""
    if use.seed is not None:
        return bytes.fromhex(use.seed), "this line"
    for record in records.rounds():
        for other in record.shoes:
            if other.index == use.index and other.seed is not None:
                return bytes.fromhex(other.seed), f"line {record.seq}"
    for close in records.all(Close):
        if use.index <= opening.chain:
            return descend(bytes.fromhex(close.seed), opening.chain - use.index), f"line {close.seq}, where the session ends,"
    return None, ""


def _reshuffled(records: SessionRecords, use: ShoeUse) -> bool:
    """Whether the shoe is made of discards, so that its pack depends on the cards on the table (G6)."""
    event = f"D reshuffle {use.index}"
    return any(event in record.log for record in records.rounds())
