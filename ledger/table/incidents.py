"""Errors of dealing, the players' choices after them, and a supervisor's rulings (B5, H8, P1.1).

An error is the table's: the director says that it happened. Tossed and refused cards go under the deck.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from ledger.cards import CARD_NAMES
from ledger.names import LONGEST_TEXT, name_fault
from ledger.rules.steps import lowest_stake
from ledger.table.ask import CHOICE, INCIDENT, RULING, Ask, answered, refuse, split_answer
from ledger.table.company import HOUSE
from ledger.table.hand import Bettor, Hand
from ledger.table.shuffling import deal, ready
from ledger.table.state import RoundState

NONE = "none"
Dealer = Callable[[RoundState, Hand, str], None]


def may_happen(table: RoundState) -> bool:
    """Whether somebody is there to say that an error happened, under rules that provide for it."""
    return table.company.has_director and table.rules.table.irregularities != "off"


def deal_pass(table: RoundState, nth: int, verb: str, deal_card: Dealer) -> Generator[Ask, str, None]:
    """A pass of the deal in which errors may happen."""
    takes_a_card: tuple[str, ...] = ("extra", "exposed")
    if nth == 1 and table.rules.table.irregularities == "H8":
        takes_a_card = ("extra",)
    for hand in list(table.hands):
        missed = ("missed",) if nth == 0 else ()
        act = yield from _happened(table, hand, (*missed, *(takes_a_card if _spare_cards(table) > 0 else ())))
        if act == "missed":
            table.log.append(f"{hand.path} missed")
            continue
        if act == "exposed" and (yield from _exposed_in_deal(table, hand)):
            continue
        yield from ready(table)
        deal_card(table, hand, verb)
        if act == "extra":
            yield from _extra(table, hand, nth, verb)


def after_first_pass(table: RoundState, missed: Sequence[Hand], verb: str, deal_card: Dealer) -> Generator[Ask, str, None]:
    """Whoever was missed takes a card from the top before the second pass, or sits the deal out (B5.1)."""
    for hand in missed:
        act = yield from _chosen(table, hand, (*_sit(table), "late"))
        if act == "sit":
            _sit_out(table, hand)
        else:
            yield from ready(table)
            deal_card(table, hand, "late")
            hand.hidden = verb == "down"
        yield from _ruling(table)


def before_decision(table: RoundState, hand: Hand) -> Generator[Ask, str, bool]:
    """A card turned up in the deck, or one that was not asked for, when a hand may hit; whether that happened (B5.4, B5.5)."""
    possible = ("unasked",) if table.rules.table.irregularities == "H8" else ("exposed", "unasked")
    act = yield from _happened(table, hand, possible)
    if act == NONE:
        return False
    card = yield from deal(table, hand, act)
    if act == "exposed":
        choice = yield from _chosen(table, hand, ("take", "refuse"))
    else:
        choice = yield from _chosen(table, hand, ("keep", f"toss {CARD_NAMES[card]}"))
    table.log.append(f"{hand.path} {choice}")
    if choice not in ("take", "keep"):
        _discard(table, hand, card)
    yield from _ruling(table)
    return True


def _exposed_in_deal(table: RoundState, hand: Hand) -> Generator[Ask, str, bool]:
    """B5.4: the card turned up is taken or refused; H8.1: it is refused, or the deal sat out. Whether no card is due any more."""
    card = yield from deal(table, hand, "exposed")
    choices = (*_sit(table), "refuse") if table.rules.table.irregularities == "H8" else ("take", "refuse")
    act = yield from _chosen(table, hand, choices)
    if act != "take":
        _discard(table, hand, card)
    if act == "sit":
        _sit_out(table, hand)
    else:
        table.log.append(f"{hand.path} {act}")
    yield from _ruling(table)
    return act != "refuse"


def _extra(table: RoundState, hand: Hand, nth: int, verb: str) -> Generator[Ask, str, None]:
    """B5.2, B5.3: of two cards one is tossed, or both are played as two hands."""
    yield from deal(table, hand, "extra")
    two = hand.cards[-2:]
    choices = tuple(dict.fromkeys(f"toss {CARD_NAMES[card]}" for card in two))
    if nth == 0 and _may_play_both(table, hand):
        choices = ("both", *choices)
    act = yield from _chosen(table, hand, choices)
    table.log.append(f"{hand.path} {act}")
    if act == "both":
        _play_both(table, hand, hidden=verb == "down")
    else:
        _discard(table, hand, next(card for card in two if act.endswith(CARD_NAMES[card])))
    yield from _ruling(table)


def _spare_cards(table: RoundState) -> int:
    """Cards that do not lie on the table, beyond those still due in the deal; an error can take no more than these."""
    banker = 1 if table.rules.deal.pattern == "no-hole" else 2
    due = sum(2 - len(hand.cards) for hand in table.hands) + banker - len(table.dealer.cards)
    return table.rack.pack_size - len(table.on_table) - due


def _may_play_both(table: RoundState, hand: Hand) -> bool:
    """Whether both hands can have a second card and a stake: that of the box, or the lowest, where stakes come later (G2)."""
    if _spare_cards(table) < 2 or hand.others:
        return False
    if hand.bettors:
        return table.balances[hand.seat] >= hand.stake
    twice = 2 * lowest_stake(table.limits.of(int(hand.path))[0], table.step)
    return min(table.balances[hand.seat], table.rules.stakes.table_maximum or twice) >= twice


def _play_both(table: RoundState, hand: Hand, *, hidden: bool) -> None:
    """Two first hands, each with the original stake; where stakes follow the first card, they come then."""
    if hand.bettors:
        table.stake(hand.seat, hand.stake)
    halves = []
    for side, card in zip((".1", ".2"), hand.cards, strict=True):
        path = hand.path + side
        bettors = [Bettor(path, hand.seat, bettor.stake, bettor.original_stake) for bettor in hand.bettors]
        half = Hand(path, hand.seat, bettors, root=path, hidden=hidden)
        half.take(card, table.values, table.soft_aces)
        halves.append(half)
    at = table.hands.index(hand)
    table.hands[at : at + 1] = halves


def _sit(table: RoundState) -> tuple[str, ...]:
    """Sitting out is possible while somebody else takes part."""
    return ("sit",) if len(table.hands) > 1 else ()


def _sit_out(table: RoundState, hand: Hand) -> None:
    table.log.append(f"{hand.path} sit")
    for bettor in hand.bettors:
        table.pay(bettor.seat, bettor.stake)
    table.hands.remove(hand)


def _discard(table: RoundState, hand: Hand, card: int) -> None:
    hand.give_back(card, table.values, table.soft_aces)
    table.under_the_deck([card])


def _happened(table: RoundState, hand: Hand, possible: tuple[str, ...]) -> Generator[Ask, str, str]:
    return (yield from answered(table.table_question(INCIDENT, hand.path, HOUSE, (NONE, *possible), default=NONE)))


def _chosen(table: RoundState, hand: Hand, choices: tuple[str, ...]) -> Generator[Ask, str, str]:
    if len(choices) == 1:
        return choices[0]
    return (yield from answered(table.question(CHOICE, hand, choices)))


def _ruling(table: RoundState) -> Generator[Ask, str, None]:
    """The supervisor's words about it, if there are any."""
    if not table.rules.table.rulings:
        return
    ask = table.table_question(RULING, "D", HOUSE, (NONE, "ruling TEXT"), default=NONE)
    answer = yield ask
    while True:
        who, act = split_answer(answer)
        if who == "D" and act == NONE:
            return
        verb, _, text = act.partition(" ")
        fault = name_fault(text, LONGEST_TEXT)
        if who == "D" and verb == "ruling" and not fault:
            table.rulings.append(text)
            table.log.append(f"D ruling {len(table.rulings)}")
            return
        answer = yield refuse(ask, answer, f" ({fault})" if verb == "ruling" else "")
