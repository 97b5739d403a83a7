"""How a dishonest operator would choose the cards: try session secrets until the first shoe deals the wanted ranks.

    python samples/grind.py 2026-01-02T20:00:00Z 17 2  9 9 2 8 K

opened at that time in a ledger of 17 lines as session 2: 9 (box 1), 9 (dealer), 2 (box 1), 8 (hole), K.

It works because the house supplied the player's entropy: with entropy of the player's own, given after the commitment,
the cards are not known when the secret is chosen. The audit says so: “grinding: not excluded”.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from itertools import count

from ledger import Plan, SteppingClock, load_rules, make_bot
from ledger.cards import CARD_NAMES
from ledger.rules.ruleset import altered
from ledger.sheet import Sheet

PLAYER = "Ann"


RULES = altered(load_rules("training"), {"session.rounds": 1})
PLAN = Plan(RULES, (PLAYER,), {PLAYER: lambda _seat, seed: make_bot("s17", RULES, seed)})


def first_cards(secret: bytes, start: str, lines: int, session: int, cards: int) -> str:
    """The ranks that a one-round session of this secret would deal first, opened at `start` in a ledger of `lines` lines."""
    rack = Sheet(PLAN, session, secret, SteppingClock(start), lines).table.rack
    rack.begin_round()
    return "".join(CARD_NAMES[rack.shoe.next_card()][0] for _ in range(cards))


def grind(wanted: str, start: str, lines: int, session: int) -> bytes:
    """The first secret of a fixed series whose cards begin with `wanted`; `?` is any rank."""
    for attempt in count():
        secret = sha256(b"samples/%d" % attempt).digest()
        if all(rank in ("?", dealt) for rank, dealt in zip(wanted, first_cards(secret, start, lines, session, len(wanted)), strict=True)):
            return secret
    raise AssertionError


if __name__ == "__main__":
    start, lines, session, *ranks = sys.argv[1:]
    print(grind("".join(ranks), start, int(lines), int(session)).hex())
