"""The pack and the shoe (B1.1, B2.1, B6.2, C1.2, C4.1, H1.2, P1.2)."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.rules.tables import RuleSet


def shoe(rules: RuleSet) -> Iterator[str]:
    """A shoe must last for a deal, and be ended by one thing."""
    shoe = rules.shoe
    if shoe.reshuffle != "cut-card" and shoe.penetration_left:
        yield 'shoe.penetration_left has a meaning only with shoe.reshuffle = "cut-card"; set it to 0.'
    if shoe.voluntary and shoe.reshuffle == "every-round":
        yield 'shoe.voluntary = true has nothing to add where shoe.reshuffle = "every-round" shuffles before each round anyway.'
    if shoe.joker and shoe.reshuffle != "discards":
        yield f'shoe.joker = true marks where the discards lie under the deck; with shoe.reshuffle = "{shoe.reshuffle}" none lie there.'
    if shoe.joker and shoe.burn:
        yield f"shoe.joker = true stands in for a burnt card, but shoe.burn is {shoe.burn}; set one of them to false or 0."
    if shoe.burn_shown and not shoe.burn:
        yield "shoe.burn_shown = true shows a burnt card, but shoe.burn is 0; burn a card or set it to false."
    yield from _enough_cards(rules)


def _enough_cards(rules: RuleSet) -> Iterator[str]:
    """Whether the first deal can be made; what runs out later is clause G6's."""
    shoe, table = rules.shoe, rules.table
    cards = rules.pack.decks * rules.pack.size - shoe.burn
    burnt = f" once {shoe.burn} are burnt" if shoe.burn else ""
    if shoe.penetration_left >= cards:
        yield f"shoe.penetration_left = {shoe.penetration_left} leaves no card to deal of {cards}{burnt}."
    boxes = table.boxes if rules.bank.holder == "house" else min(table.boxes, table.players_max - 1)
    if cards < 2 * boxes + (1 if rules.deal.pattern == "no-hole" else 2):
        yield f"{cards} cards{burnt} are not enough to deal {boxes} boxes and the banker their first cards."


def pack(rules: RuleSet) -> Iterator[str]:
    """What the pack cannot give."""
    if rules.pack.size == 32 and rules.premiums.six_seven_eight:
        yield "premiums.six_seven_eight needs a six, and a pack of 32 (pack.size) has none; set it to off."
    if rules.natural.five_pictures and rules.pack.pictures == "ten":
        yield 'natural.five_pictures = true needs pack.pictures = "low"; where pictures count ten, five of them make 50.'


def without_naturals(rules: RuleSet) -> Iterator[str]:
    """An ace that counts 1 makes no 21 with a ten: what a natural is offered, is paid or moves never comes (C1.2)."""
    if rules.pack.ace != "1":
        return
    natural = rules.natural
    needless = {
        "insurance.offered = true": rules.insurance.offered,
        f'natural.even_money = "{natural.even_money}"': natural.even_money != "never",
        f'natural.suited_pays = "{natural.suited_pays}"': natural.suited_pays,
        "natural.after_split = true": natural.after_split,
        "natural.pair_of_aces = true": natural.pair_of_aces,
        "natural.five_pictures = true": natural.five_pictures,
        f'bank.change = "{rules.bank.change}"': rules.bank.change in ("natural", "home"),
    }
    for setting, is_set in needless.items():
        if is_set:
            yield f'{setting} has no meaning with pack.ace = "1", for then there is no natural (C1.2); change it, or let the ace count 11.'
