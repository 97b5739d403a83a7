"""Who plays, who banks, how the bank moves, and what is done when something goes wrong (B1, B5, B8, C1, H1, H6, H8, P1)."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.rules.tables import RuleSet
from ledger.rules.told.line import Line, banker, counted, says, usual

_FIRST = {
    "lot": says("The first banker is drawn by lot.", "C1.1"),
    "first-ace": says("The first banker: cards are dealt round, and whoever gets the first ace banks.", "B1.2 H1.1"),
    "black-jack": says("The first banker: cards are dealt round, and whoever gets the first black jack banks.", "B1.2"),
}
_BIDS = (
    "the highest bid, the earliest among equals, is paid to the outgoing banker. Without bids it goes to the first on the left who accepts."
)
_CHANGE = {
    "every-deal": says("The bank passes to the next on the left after every deal.", "C1.1 B1.3"),
    "five-deals": says("The bank passes to the next on the left after five deals each.", "B1.3"),
    "natural": says(
        "Whoever has a natural, a tied one too, may take the bank after the round, the nearest to the banker’s left first. If all of them "
        "decline, the banker keeps it or gives it up; then it is offered round, and drawn for anew if nobody wants it.",
        "B1.3",
    ),
    "home": says(
        "A player with a natural becomes banker after the settlement, the nearest to the banker’s left among several; a banker with "
        "a natural too keeps the bank.",
        "H6.3",
    ),
    "auction": says(f"After every deal the bank is auctioned: {_BIDS}", "B1.3 B1.4"),
}
_INCIDENTS = {
    "B5": (
        says("Left out in the first pass, you take a card from the top before the second, or sit the deal out.", "B5.1"),
        says("Two cards in the first pass: discard either, or play both as two hands, each with the original stake.", "B5.2"),
        says("Two cards in the second pass: discard either.", "B5.3"),
        says("A card turned up in the deck: take it or refuse it.", "B5.4"),
        says("A card that you did not ask for: keep it or discard it.", "B5.5"),
        says("Whoever stands on more than 21 pays twice the original stake, even if the {banker} is over 21 too.", "B5.6"),
    ),
    "H8": (
        says("Left out in the first pass, you take a card from the top before the second, or sit the deal out.", "H8"),
        says("Two cards in the first pass: discard one, or play two hands with a full stake on each.", "H8"),
        says("Two cards in the second pass: discard either.", "H8"),
        says("A card exposed in the deal: take the next one instead, or sit the deal out.", "H8.1"),
        says("A card that you did not ask for: keep it or discard it.", "H8"),
        says("Whoever stands on more than 21 pays twice the original stake, even if the {banker} is over 21 too.", "H8"),
    ),
}


def who(rules: RuleSet) -> Iterator[Line]:
    """People, boxes, money and rounds."""
    table, session, private = rules.table, rules.session, rules.bank.holder == "player"
    people = f"{table.players_min} to {table.players_max}" if table.players_min != table.players_max else str(table.players_max)
    if private:
        yield says(f"One of you banks, the others play against the bank: {people} people, the banker among them.", "C1.1 B1.1 H1.1")
        yield _FIRST[rules.bank.first]
        yield says(f"Everyone but the banker has one box, {table.boxes} at most.", "C1.1 B1.1 H1.1")
    else:
        yield usual(f"The house banks and its dealer deals. {people} people play, at {counted(table.boxes, 'box')}.", "T1.1 P1.1 H1.1")
        yield _boxes_each(rules)
    yield from _others(rules)
    yield usual(
        f"Everyone starts with {session.stack:,}. There {'is' if session.rounds == 1 else 'are'} {counted(session.rounds, 'round')}; "
        "whoever cannot cover the smallest stake drops out.",
        "T2.2 T7.1",
    )


def _boxes_each(rules: RuleSet) -> Line:
    most = rules.table.boxes_per_player
    if most == 1:
        return usual("Everyone has one box.", "T1.1 T2.3")
    return says(f"You may hold several boxes, up to {most}, and play each by itself.", "E1.1 P1.4 P3.2")


def _others(rules: RuleSet) -> Iterator[Line]:
    """Stakes on somebody else's box."""
    table, name = rules.table, banker(rules)
    if table.bettors_per_box > 1:
        yield says(
            f"Up to {table.bettors_per_box} people may stake on one box, within its maximum together. Its holder decides; the others "
            "match what is added, or leave their stake on the first hand.",
            "P1.4",
        )
    if table.onlookers:
        yield says(
            f"Onlookers without a box may stake on any player’s hand against the {name}, never on the {name}’s, without a say in its play; "
            "they may match what is added.",
            "B8.1",
        )
    if table.bettors_per_box == 1 and not table.onlookers:
        yield usual("Nobody stakes on another’s box.", "T2.3 H4.3")


def bank(rules: RuleSet) -> Iterator[Line]:
    """Nothing where the house banks."""
    if rules.bank.holder == "house":
        return
    yield _CHANGE[rules.bank.change]
    if rules.bank.auction and rules.bank.change != "auction":
        yield says(f"A banker who wants out may auction the bank between deals: {_BIDS}", "B1.4 H1.1")
    yield says("The banker pays everyone in full, into debt if need be, and a banker in debt loses the bank after the round.", "G2")


def troubles(rules: RuleSet) -> Iterator[Line]:
    """Irregularities and disputes."""
    for line in _INCIDENTS.get(rules.table.irregularities, ()):
        yield Line(line.text.format(banker=banker(rules)), line.clauses)
    if rules.table.rulings:
        yield says("A supervisor’s ruling on a dispute is final and is recorded.", "P1.1")
