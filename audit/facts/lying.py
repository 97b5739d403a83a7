"""What lies on the table (FORMAT §7): of what discards a new shoe is made, and how many cards could still be dealt (G6, B6.2)."""

from __future__ import annotations

import numpy as np

from audit.facts.columns import Array, Columns
from audit.facts.events import CARD_VERBS, is_verb
from audit.facts.grammar import NO_CARD, VERBS

PASSING = ("burn", "lot card")
"""Cards that never lie on the table: burnt ones, and those of a bank's draw."""
GONE = ("bust", "toss", "refuse", "exposed")
"""Events by which cards may go under the deck at once, where the discards are dealt on (B3.2, B6.2, H1.3, H8.1)."""
NAMED = 52
_EVERY = np.arange(len(VERBS))
_LIES = is_verb(_EVERY, *CARD_VERBS) & ~is_verb(_EVERY, *PASSING)
_IS_GONE = is_verb(_EVERY, *GONE)
_GIVING = ("deal", "down", "hole", "hit", "double", "triple", "draw", "late", "extra")


def lying_before(event: Columns, lengths: Array, held: Array, dealt_on: Array) -> Array:
    """Cards on the table before each event of its round; `held`: cards of the event's hand before it.

    By round: `lengths`, its events; `dealt_on`, whether discards come up again, so that bust hands and refused cards are among them.
    """
    verb = event["verb"]
    change = _LIES.take(verb).astype(np.int32)
    if dealt_on.any():
        here = np.repeat(dealt_on, lengths)
        change -= np.where(here & is_verb(verb, "bust") & (event["bettor"] == 0), held, 0)
        change -= here & is_verb(verb, "toss", "refuse")
        exposed = np.append(False, is_verb(verb[:-1], "exposed"))[: len(verb)]
        change -= here & is_verb(verb, "sit") & exposed
    total = np.cumsum(change, dtype=np.int32) - change
    first = np.minimum(np.cumsum(lengths) - lengths, max(len(total) - 1, 0))
    result: Array = total - np.repeat(total[first], lengths) if len(total) else total
    return result


def stock(event: Columns, lying: Array, pack: Array, table: Columns, last: Array) -> Array:
    """Cards that could be dealt at each event: those of the shoe in use, and all discards while the chain has a seed to shuffle them with.

    Before each event, `lying` on the table of `pack` cards, those of the full pack; `last` by round is the number of the last seed.
    """
    result: Array = pack.astype(np.int64) - lying
    for run in np.flatnonzero(table["index"] >= last[table["rnd"]]).tolist():
        begin, rnd = int(table["start"][run]), int(table["rnd"][run])
        after = np.flatnonzero((table["rnd"] == rnd) & (table["start"] > begin))
        end = int(table["start"][after[0]]) if len(after) else int(np.searchsorted(event["rnd"], rnd, side="right"))
        is_card = is_verb(event["verb"][begin:end], *CARD_VERBS)
        left = int(table["pack"][run] - table["first"][run]) - (np.cumsum(is_card) - is_card)
        result[begin:end] = left
    return result


def table_cards(event: Columns, begin: int, end: int, *, dealt_on: bool) -> Array:
    """How many copies of each card lie on the table at event `end` of the round that begins at event `begin`; shape (52,)."""
    part = {name: event[name][begin:end] for name in ("verb", "hand", "card", "second")}
    if dealt_on and _IS_GONE[part["verb"]].any():
        cards = np.array(_held(part), dtype=np.int64)
    else:
        cards = part["card"][_LIES[part["verb"]]].astype(np.int64)
    return np.bincount(cards[cards < NAMED], minlength=NAMED)


def _held(event: Columns) -> list[int]:
    """Cards of all hands after these events, those left out that went under the deck."""
    hands: dict[int, list[int]] = {}
    turned_up = NO_CARD
    for number, hand, card, second in zip(*(event[name].tolist() for name in ("verb", "hand", "card", "second")), strict=True):
        verb, mine = VERBS[number], hands.setdefault(hand, [])
        if verb in _GIVING:
            mine.append(card)
        elif verb in ("exposed", "unasked"):
            turned_up = card
        elif verb in ("take", "keep", "refuse", "sit") or (verb == "toss" and card == turned_up):
            mine += [turned_up] if verb in ("take", "keep") else []
            turned_up = NO_CARD
        elif verb in ("split", "both"):
            one, other = parts(hand)
            hands[one], hands[other] = ([card], [second]) if verb == "split" else (mine[:1], mine[1:])
            del hands[hand]
        elif verb == "bust":
            del hands[hand]
        elif verb == "toss" and card in mine:
            mine.remove(card)
    return [card for cards in hands.values() for card in cards]


def parts(hand: int) -> tuple[int, int]:
    """Both hands that come of one that is split or played as two."""
    shift = next((shift for shift in (8, 6, 4, 2, 0) if not hand >> shift & 3), 0)
    return hand | 1 << shift, hand | 2 << shift
