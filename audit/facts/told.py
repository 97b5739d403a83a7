"""What only the database of facts tells: every amount that moved, and what it comes to by box and by round; no check reads it.

It is reckoned here and not in SQL, where to add it up and to join it took 4 µs a round: here 0.5.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from audit.facts.columns import Array, Columns, counts
from audit.facts.events import is_verb
from audit.facts.moves import moves
from audit.facts.play import Play
from audit.facts.stakes import BETTOR_BITS, BOXES, CELLS

TAKEN_BACK = ("withdraw", "sit")
"""What a person gets by these is no payout: it was never staked in the end."""


def told(play: Play, tables: Mapping[str, Columns]) -> dict[str, Columns]:
    """Tables for the database, some of them as the checks have them with more columns.

    `moves`; `wagered`: what people had on boxes (rnd, box, account, bettor, net, paid) where the boxes do not tell it; `boxes` with net and
    paid of their owners; `turns` with the seat; `rounds` with their time (seconds since 1970), put_up and bank_net, and how many there are
    of boxes, hands and cards, -1 for a round that tells of none.
    """
    moved, of_boxes = moves(play), tables["boxes"]
    rows = np.flatnonzero(moved["box"] > 0)
    others = rows[moved["bettor"].take(rows) > 0]
    own = rows if not len(others) else rows[moved["bettor"].take(rows) == 0]
    place = _place(moved, own)
    net, paid = _sums(moved, own, place, play.size * BOXES)
    at = _place(of_boxes)
    is_told = np.zeros(play.size * BOXES, dtype=bool)
    played = np.flatnonzero((of_boxes["stake"] > 0) & (of_boxes["side"] == 0))
    is_told[at.take(played)] = True
    account = np.zeros(play.size * BOXES, dtype=np.uint8)
    account[place] = moved["account"].take(own)
    untold = np.flatnonzero(~is_told & ((paid > 0) | (net < 0)))
    key, more_net, more_paid = _of_others(moved, others)
    wagered = {
        "rnd": np.concatenate((untold, key >> BETTOR_BITS)) // BOXES,
        "box": (np.concatenate((untold, key >> BETTOR_BITS)) % BOXES).astype(np.uint8),
        "account": np.concatenate((account.take(untold), key % (1 << BETTOR_BITS))).astype(np.uint8),
        "bettor": np.concatenate((np.zeros(len(untold), dtype=np.uint8), key % (1 << BETTOR_BITS))).astype(np.uint8),
        "net": np.concatenate((net.take(untold), more_net)),
        "paid": np.concatenate((paid.take(untold), more_paid)),
    }
    by_round = net.reshape(-1, BOXES).sum(axis=1), paid.reshape(-1, BOXES).sum(axis=1)
    for total, more in zip(by_round, (more_net, more_paid), strict=True):
        np.add.at(total, (key >> BETTOR_BITS) // BOXES, more)
    turns = tables["turns"]
    return {
        "moves": moved,
        "wagered": wagered,
        "boxes": of_boxes | {"net": net.take(at), "paid": paid.take(at)},
        "turns": turns | {"owner": play.owner.take(turns["rnd"].astype(np.intp) * CELLS + (turns["hand"] >> 10))},
        "rounds": tables["rounds"] | _moved(play, *by_round) | _counted(play, tables, played),
    }


def _place(rows: Columns, some: Array | None = None) -> Array:
    """Round and box of rows in one number."""
    rnd, box = (rows["rnd"], rows["box"]) if some is None else (rows["rnd"].take(some), rows["box"].take(some))
    result: Array = rnd.astype(np.intp) * BOXES + box
    return result


def _sums(moved: Columns, rows: Array, place: Array, size: int) -> tuple[Array, Array]:
    """What these rows change a balance by, and what of it is paid, by place."""
    net, paid = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    delta = moved["delta"].take(rows)
    np.add.at(net, place, delta)
    gets = np.flatnonzero((delta > 0) & ~is_verb(moved["verb"].take(rows), *TAKEN_BACK))
    np.add.at(paid, place.take(gets), delta.take(gets))
    return net, paid


def _of_others(moved: Columns, rows: Array) -> tuple[Array, Array, Array]:
    """Of other people's stakes round, box and account in one number, what it changes their balance by, and what they are paid."""
    every = _place(moved, rows) << BETTOR_BITS | moved["account"].take(rows)
    key, place = np.unique(every, return_inverse=True)
    net, paid = _sums(moved, rows, place, len(key))
    some = np.flatnonzero((paid > 0) | (net < 0))
    return key.take(some), net.take(some), paid.take(some)


def _moved(play: Play, net: Array, paid: Array) -> Columns:
    """When a round was recorded, what was put up in it and what its bank won; `net` and `paid` are those of everyone who staked."""
    return {"seconds": play.rounds.columns["seconds"], "put_up": paid - net, "bank_net": -net}


def _counted(play: Play, tables: Mapping[str, Columns], played: Array) -> Columns:
    """How many boxes, hands and cards a round tells of, -1 where it has no rows at all."""
    of_boxes, settled = tables["boxes"]["rnd"], tables["settled"]["rnd"]
    owned = np.flatnonzero(tables["settled"]["bettor"] == 0)
    cards = counts(tables["cards"]["rnd"], play.size)
    return {
        "boxes_told": np.where(counts(of_boxes, play.size) > 0, counts(of_boxes.take(played), play.size), -1),
        "hands_told": np.where(counts(settled, play.size) > 0, counts(settled.take(owned), play.size), -1),
        "cards_told": np.where(cards > 0, cards, -1),
    }
