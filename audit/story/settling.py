"""Outcomes, premiums and what is lost beyond a stake, each payout with its arithmetic (T3.5, T6.2, B6, B7, C2, C3, E7, H4, H5, H6)."""

from __future__ import annotations

from audit.story.act import Act
from audit.story.cards import drawn
from audit.story.due import Due, early, final, forfeit
from audit.story.hand import Hand
from audit.story.told import Told, net, objections

BEFORE_THE_BANK = ("stakes", "first", "deal", "offers", "play", "shoe")


def outcome(told: Told, act: Act) -> None:
    """`1 win 4`, `1 premium 5cards 12` and their kin: the payout with its arithmetic."""
    hand = told.hand(act.path)
    stake = hand.stake(act.bettor)
    right = _due(told, hand, act.bettor)
    wrong = (right.outcome, right.payout) != (act.word, act.n)
    warning = objections(f"the rules give {right.outcome} {right.payout}" if wrong else "", _out_of_time(told, hand, act.word))
    stake.settle(act.word, act.n)
    if act.word in ("lose", "bust"):
        _count_loss(told, hand, act, stake.whole - act.n)
    moved = told.moves(told.person(act.path, act.bettor), act.n)
    whose = f"{told.label(act.path, act.bettor)}, {drawn(hand.cards)}"
    text = f"{whose}: {right.because}; {net(act.n - stake.whole)}; {moved}."
    told.add(act.who, act.event, text, *told.cites(*right.situations), hand=hand, warning=warning)


def _due(told: Told, hand: Hand, bettor: int) -> Due:
    """What the hand is owed now: before the banker plays, or against the banker's cards."""
    ready = early(hand, bettor, told.rules, told.dealer) if told.phase in BEFORE_THE_BANK else None
    if ready is not None:
        return ready
    lost = told.lost.get((hand.root, bettor), 0) + _bust(told, hand, bettor)
    return final(hand, bettor, told.standing, told.rules, lost)


def _bust(told: Told, hand: Hand, bettor: int) -> int:
    """What a bettor loses on the box by hands that are over 21 and not counted yet."""
    others = (other for other in told.hands.values() if other.root == hand.root and other is not hand)
    over = (other for other in others if other.bust and not other.ended and not other.overstood and not other.claimed)
    return sum(other.stakes[bettor].whole for other in over if bettor in other.stakes and not other.stakes[bettor].settled)


def _count_loss(told: Told, hand: Hand, act: Act, lost: int) -> None:
    told.lost[hand.root, act.bettor] = told.lost.get((hand.root, act.bettor), 0) + lost
    if act.word == "bust" and not hand.busted:
        hand.busted = True
        told.under_the_deck(hand.cards)


def _out_of_time(told: Told, hand: Hand, word: str) -> str:
    """An objection to a natural, or claimed aces, paid before they may be, or later than they must be."""
    if word not in ("natural", "suited", "aces") or hand.from_split:
        return ""
    due_early = early_payment(told, hand) != ""
    if told.phase in BEFORE_THE_BANK:
        return "" if due_early else "it is not paid before the banker's cards are known"
    return "it was to be paid before the banker played" if due_early else ""


def early_payment(told: Told, hand: Hand) -> str:
    """The phase in which a natural or claimed aces are paid before the banker plays; nothing where they wait."""
    if hand.claimed:
        return "" if told.upcard[:1] == "A" or told.peeked == "natural" else "offers"
    if not hand.natural:
        return ""
    can_meet_one = told.values.makes_natural(told.upcard) if told.upcard else False
    clear = told.peeked == "clear" or not can_meet_one
    return ("play" if told.rules["natural"]["paid"] == "on-turn" else "offers") if clear else ""


def who_waits(told: Told) -> None:
    """Not written in the log: naturals, and claimed aces, that are not paid before the banker's cards are known."""
    told.waiting_told = True
    waiting = [hand for hand in told.hands_in_play() if (hand.natural or hand.claimed) and not early_payment(told, hand)]
    for hand in waiting if told.upcard and told.peeked != "natural" else ():
        told.phase = "offers"
        what, situation = ("pair of aces", "aces") if hand.claimed else ("natural", "naturals wait")
        text = f"{told.label(hand.path)}'s {what} waits, for with {drawn([told.upcard])} up {told.dealer} may have one too."
        told.add(hand.path, "", text, *told.cites(situation), hand=hand)


def overstood(told: Told, act: Act) -> None:
    """`1 overstood`: opened, the hand is over 21."""
    hand = told.hand(act.path)
    warning = "" if hand.overstood else "nobody stood on more than 21 here"
    text = f"{told.label(act.path)} had stood on {hand.total}, over 21, and pays twice the original stake."
    told.add(act.who, act.event, text, *told.cites_errors("overstood"), hand=hand, warning=warning)


def forfeits(told: Told, act: Act) -> None:
    """`1 forfeit 10`: what is lost beyond the stake, into debt if need be."""
    hand = told.hand(act.path)
    stake, account = hand.stake(act.bettor), told.person(act.path, act.bettor)
    back = _came_back(told, act.who)
    right = forfeit(hand, act.bettor, stake.whole - back, told.standing, told.rules)
    stake.charged += act.n
    moved = told.moves(account, -act.n)
    after = told.balances[account] if account is not None and account < len(told.balances) else 0
    if hand.overstood:
        why, clauses = "as much again as the original stake, for standing on more than 21", told.cites_errors("overstood")
    else:
        why, clauses = f"{told.dealer}'s natural takes as much again as was lost", told.cites("double loss")
    clauses = (*clauses, *(told.cites("debt") if after < 0 else ()))
    warning = "" if right == act.n else "the rules take nothing more" if right is None else f"the rules take {right}"
    told.add(act.who, act.event, f"{told.label(act.path, act.bettor)} pays {act.n} more: {why}; {moved}.", *clauses, warning=warning)


def _came_back(told: Told, who: str) -> int:
    """The n of the `lose` just before."""
    before = told.log[told.at - 1].split(" ") if told.at else []
    return int(before[2]) if before[:2] == [who, "lose"] else 0
