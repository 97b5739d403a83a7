"""Who banks and who sits where (C1.1, B1.2 to B1.4, H1.1, H6.3, P1.4)."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.rules.tables import RuleSet


def banker(rules: RuleSet) -> Iterator[str]:
    """A bank that is the house's never moves; a player's has to begin and to move somehow."""
    bank, in_private = rules.bank, rules.bank.holder == "player"
    for name, value in (("first", bank.first), ("change", bank.change)):
        if in_private and value == "house":
            yield f'bank.{name} = "house" is for bank.holder = "house"; where a player banks, say how the banker is found.'
        if not in_private and value != "house":
            yield f'bank.{name} = "{value}" is for a bank that players hold; with bank.holder = "house" it must be "house".'
    if bank.auction and not in_private:
        yield 'bank.auction = true is for a bank that players hold; with bank.holder = "house" there is nothing to auction.'
    if bank.change == "auction" and in_private and not bank.auction:
        yield 'bank.change = "auction" always auctions the bank, so bank.auction must be true.'
    if rules.stakes.announced and not in_private:
        yield "stakes.announced = true is for a player who says how much is in the bank; the house announces none."


def seats(rules: RuleSet) -> Iterator[str]:
    """Everyone must find a place."""
    table = rules.table
    if table.players_min > table.players_max:
        yield f"table.players_min ({table.players_min}) is above table.players_max ({table.players_max}); nobody could sit down."
    if table.boxes_per_player > table.boxes:
        yield f"table.boxes_per_player ({table.boxes_per_player}) is above table.boxes ({table.boxes}); lower one or raise the other."
    if rules.bank.holder == "player":
        yield from _private(rules)
        return
    if table.players_max > table.boxes and table.bettors_per_box == 1 and not table.onlookers:
        yield f"table.players_max = {table.players_max} needs as many boxes, but table.boxes is {table.boxes}."
    if table.bettors_per_box > table.players_max:
        yield f"table.bettors_per_box ({table.bettors_per_box}) is above table.players_max ({table.players_max}); lower it."


def _private(rules: RuleSet) -> Iterator[str]:
    """Round a private table everyone has one place, and all but the banker play it."""
    table = rules.table
    if table.players_min == 1:
        yield "table.players_min = 1 is the banker alone; where a player banks, at least 2 people play."
    if table.players_max - 1 > table.boxes and not table.onlookers:
        yield f"table.players_max = {table.players_max} needs a box for all but the banker, but table.boxes is {table.boxes}."
    if table.boxes_per_player > 1:
        yield f"table.boxes_per_player = {table.boxes_per_player} is for a house's table; in a private game everyone has one place."
    punters = max(1, table.players_max - 1)
    if table.bettors_per_box > punters:
        yield f"table.bettors_per_box ({table.bettors_per_box}) is more than the people who do not bank ({punters}); lower it."
