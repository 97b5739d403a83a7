"""The players' turns: hit, stand, double, triple, split, surrender (T4, T5, C3, B3, B4, G1)."""

from __future__ import annotations

from collections.abc import Generator

from ledger.table import incidents
from ledger.table.ask import OVER, TURN, Ask, answered
from ledger.table.doubling import double, may_double
from ledger.table.hand import FIVE_PICTURES, Hand
from ledger.table.naturals import may_be_paid, pay_natural
from ledger.table.premiums import pay_premium
from ledger.table.shuffling import deal, ready
from ledger.table.splitting import may_split, split
from ledger.table.state import RoundState
from ledger.table.surrender import give_up

BUST_OVER = 21
_ENDS = ("stand",)
_HIT_OR_STAND = ("hit", "stand")


def play_turns(table: RoundState) -> Generator[Ask, str, None]:
    """Each box plays all of its hands, a split hand's new hand right after it (depth first)."""
    finished: list[Hand] = []
    errors = incidents.may_happen(table)
    for first in table.hands:
        table.stood_before = table.stood
        hands = 1
        waiting = [first]
        while waiting:
            hand = waiting.pop()
            if _is_not_played(table, hand):
                finished.append(hand)
                continue
            halves = yield from _play_hand(table, hand, hands, errors=errors)
            if halves is None:
                finished.append(hand)
            else:
                hands += 1
                waiting += (halves[1], halves[0])
    table.hands = finished


def _is_not_played(table: RoundState, hand: Hand) -> bool:
    """A hand that is settled or claimed; a natural, which is paid now or waits (B3.1, H3.1)."""
    if hand.settled or hand.claimed:
        return True
    if not hand.is_natural:
        return False
    if table.rules.natural.paid == "on-turn" and may_be_paid(table):
        pay_natural(table, hand)
    return True


def _play_hand(  # noqa: C901, PLR0912 - a generator for each step of it took a tenth of a recording's time
    table: RoundState, hand: Hand, hands: int, *, errors: bool
) -> Generator[Ask, str, tuple[Hand, Hand] | None]:
    """One hand until it ends; the two hands that it became if it was split."""
    if len(hand.cards) == 1 and table.a_card_is_left():
        yield from deal(table, hand, "draw")
    mishap, wishes = False, table.strategies.get(hand.seat)
    while hand.total < BUST_OVER and goes_on(table, hand):
        legal = legal_actions(table, hand, hands)
        if legal == _ENDS:
            break
        mishap = errors and not mishap and "hit" in legal and (yield from incidents.before_decision(table, hand))
        if mishap:
            yield from _look(table, hand)
            continue
        if wishes is not None and table.upcard is not None:
            act = "stand"
            for wish in wishes(hand, table.upcard, legal, table.stood_before):
                if wish in legal:
                    act = wish
                    break
        else:
            act = yield from answered(table.question(TURN, hand, legal))
        if act == "hit":
            shoe = table.rack.shoe
            if shoe.dealt == shoe.size:
                yield from ready(table)
            table.deal_to(hand, "hit")
            if hand.total > BUST_OVER:
                if hand.hidden:
                    yield from _look(table, hand)
                else:
                    table.bust(hand)
        elif act == "stand":
            stand(table, hand)
            break
        elif act == "split":
            return (yield from split(table, hand))
        elif act == "surrender":
            give_up(table, hand)
            break
        else:
            yield from double(table, hand)
            break
    if len(hand.cards) > 2 and not hand.settled and not hand.face_down:
        pay_premium(table, hand)
    return None


def stand(table: RoundState, hand: Hand) -> None:
    """A hand takes no further card."""
    table.log.append(f"{hand.path} stand")
    table.stood += 1


def goes_on(table: RoundState, hand: Hand) -> bool:
    """Whether a hand has not ended by itself (T4.1, C3.9, C4.1, G6)."""
    if hand.total >= BUST_OVER or not table.a_card_is_left():
        return False
    if not table.terms.ends_early:
        return True
    cards = len(hand.cards)
    if table.rules.hand.card_limit and cards >= table.rules.hand.card_limit:
        return False
    return not (cards == FIVE_PICTURES and table.rules.natural.five_pictures and hand.has_five_pictures)


def legal_actions(table: RoundState, hand: Hand, hands: int) -> tuple[str, ...]:
    """What a hand under 21 may do; `("stand",)` alone means that it ends without being asked. `hands`: those of its box by now."""
    rules = table.rules
    legal = _ENDS if hand.from_aces and rules.split.aces_play == "one-card" else _HIT_OR_STAND
    if len(hand.cards) != 2:
        return legal
    if may_double(table, hand):
        legal = (*legal, "double")
    if table.balances[hand.seat] >= hand.bettors[0].original_stake and may_split(table, hand, hands):
        legal = (*legal, "split")
    if rules.surrender.offered == "late" and not hand.from_split:
        legal = (*legal, "surrender")
    return legal


def _look(table: RoundState, hand: Hand) -> Generator[Ask, str, None]:
    """Over 21: lost at once; where nobody else sees the cards, its owner may be wrongly silent (B3.2, B5.6)."""
    if hand.total <= BUST_OVER:
        return
    if hand.hidden and table.rules.table.irregularities != "off":
        act = yield from answered(table.question(OVER, hand, ("stand", "bust"), default="bust"))
        if act == "stand":
            table.log.append(f"{hand.path} stand")
            hand.overstood = True
            return
    table.bust(hand)
