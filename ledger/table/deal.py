"""The deal: one card to each box and the banker, twice, as the pattern says (G1, G11, FORMAT.md §9)."""

from __future__ import annotations

from collections.abc import Generator

from ledger.table import incidents
from ledger.table.ask import Ask
from ledger.table.hand import Hand
from ledger.table.shuffling import begin, ready
from ledger.table.state import RoundState

# By pattern: how a punter's first and second card lie, and the banker's.
PATTERNS: dict[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "a": (("down", "deal"), ("hole", "deal")),
    "b": (("down", "down"), ("deal", "hole")),
    "c": (("deal", "deal"), ("deal", "hole")),
    "d": (("deal", "deal"), ("hole", "deal")),
    "e": (("down", "deal"), ("deal", "hole")),
    "f": (("down", "down"), ("hole", "deal")),
    "g": (("down", "deal"), ("hole", "deal")),
    "h": (("deal", "down"), ("deal", "hole")),
    "no-hole": (("deal", "deal"), ("deal", "")),
}


def deal_first(table: RoundState) -> Generator[Ask, str, None]:
    """The first card to each box and the banker."""
    yield from _deal(table, 0)


def deal_second(table: RoundState) -> Generator[Ask, str, None]:
    """The second card; then what must be turned up at once, and two aces that are fixed at 11 (C1.2)."""
    yield from _deal(table, 1)
    if table.rules.deal.pattern == "h":
        for hand in table.hands:
            table.open(hand)


def _deal(table: RoundState, nth: int) -> Generator[Ask, str, None]:
    punters, banker = PATTERNS[table.rules.deal.pattern]
    errors = incidents.may_happen(table)
    if errors:
        yield from incidents.deal_pass(table, nth, punters[nth], deal_card)
    elif table.rack.shoe.left >= len(table.hands):
        if not table.begun:
            yield from begin(table)
        table.deal_round(punters[nth])
    else:
        for hand in table.hands:
            yield from ready(table)
            deal_card(table, hand, punters[nth])
    if banker[nth]:
        shoe = table.rack.shoe
        if shoe.dealt == shoe.size or not table.begun:
            yield from ready(table)
        card = table.deal_to(table.dealer, banker[nth])
        if banker[nth] == "deal":
            table.upcard = card
    if errors and nth == 0 and (late := [hand for hand in table.hands if not hand.cards]):
        yield from incidents.after_first_pass(table, late, punters[0], deal_card)


def deal_card(table: RoundState, hand: Hand, verb: str) -> None:
    """A card of the deal, up or down; the shoe is `ready`."""
    table.deal_to(hand, verb)
    if verb == "down":
        hand.hidden = True
