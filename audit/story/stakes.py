"""Stakes, other people's stakes, and the dealer's doubling of them (T2.2, E1.2, C1.3, B8.1, P1.4, H2.3, H9.1), each event as a sentence."""

from __future__ import annotations

from audit.story.act import Act
from audit.story.cards import ACE, PICTURES, drawn
from audit.story.company import step_of
from audit.story.errors_of_dealing import take_away
from audit.story.hand import OWNER, Hand, Stake
from audit.story.told import Told, objections


def announce(told: Told, act: Act) -> None:
    """`D announce 100`."""
    told.add("D", act.event, f"{told.dealer} announces a bank of {act.n}. It caps nothing.", *told.cites("announce"))


def bet(told: Told, act: Act) -> None:
    """`1 bet 2`, `1/3 bet 2`."""
    account = told.person(act.path, act.bettor)
    hands = _first_hands(told, act.path)
    cost = act.n * len(hands)
    warning = objections(_out_of_bounds(told, act), told.cannot_pay(account, cost))
    for hand in hands:
        hand.stakes[act.bettor] = Stake(act.n, act.n)
    text = f"{_who(told, act)} stakes {act.n}{_where(told, act, hands)}; {told.moves(account, -cost)}."
    told.add(act.who, act.event, text, *told.cites(bettor_situation(told, act.bettor) if act.bettor else "stake"), warning=warning)


def _first_hands(told: Told, path: str) -> list[Hand]:
    """The hands that a stake is for: one, or two where a box plays both its first cards (B5.2)."""
    halves = [hand for hand in told.hands.values() if hand.path in (f"{path}.1", f"{path}.2")]
    return halves or [told.hand(path)]


def _who(told: Told, act: Act) -> str:
    owner = told.company.owner(act.box)
    return told.company.name(act.bettor) if act.bettor else owner.name if owner else told.label(act.path)


def _where(told: Told, act: Act, hands: list[Hand]) -> str:
    owner = told.company.owner(act.box)
    box = f"{owner.name}'s box {act.path}" if act.bettor and owner else f"box {act.path}"
    return f" on each of the two hands of {box}" if len(hands) > 1 else f" on {box}"


def bettor_situation(told: Told, seat: int) -> str:
    """By which clause somebody bets on another's box: as an onlooker, who has none, or as one of several bettors."""
    boxless = any(one.seat == seat and not one.boxes for one in told.company.seats)
    return "onlooker" if boxless and told.rules["table"]["onlookers"] else "other bettor"


def _out_of_bounds(told: Told, act: Act) -> str:
    """An objection to a stake that the limits or the fractions do not allow."""
    (low, high), step = told.company.bounds(act.box), step_of(told.rules)
    others = sum(stake.whole for stake in told.hand(act.path).stakes.values())
    total = sum(stake.whole for hand in told.hands.values() for stake in hand.stakes.values())
    most = int(told.rules["stakes"]["table_maximum"])
    return objections(
        "" if low <= act.n <= high else f"the rules allow {low} to {high}",
        "" if act.n % step == 0 or not low <= act.n <= high else f"stakes are multiples of {step}, so that no payment leaves a fraction",
        f"with the {others} that lie there it exceeds the box's maximum of {high}" if others and others + act.n > high else "",
        f"with the {total} on the table it exceeds the table's maximum of {most}" if most and total + act.n > most else "",
    )


def withdraw(told: Told, act: Act) -> None:
    """`1 withdraw`: the whole stake comes back."""
    stake = told.hand(act.path).stakes.pop(OWNER, Stake(0, 0))
    back = told.moves(told.person(act.path), stake.whole)
    text = f"{told.label(act.path)} takes the stake of {stake.whole} back; {back}."
    told.add(act.who, act.event, text, *told.cites("withdraw"), warning="" if stake.whole else "no stake lies there")


def sit(told: Told, act: Act) -> None:
    """`1 sit`: no part in this deal; a stake made comes back, everybody's on the box. A card found face up goes under the deck (H8.1)."""
    hand = told.hand(act.path)
    if told.at and told.log[told.at - 1].startswith(f"{act.who} exposed ") and hand.cards:
        take_away(told, hand, hand.cards[-1])
    back = [
        f"the stake of {stake.whole} comes back to {told.company.name(account or 0)}; {told.moves(account, stake.whole)}"
        for bettor, stake in sorted(hand.stakes.items())
        for account in [told.person(act.path, bettor)]
    ]
    hand.stakes.clear()
    hand.sits = True
    told.add(act.who, act.event, f"{'; '.join([f'{told.label(act.path)} sits this deal out', *back])}.", *told.cites("sit"))


def take_stakes_again(told: Told) -> str:
    """Add every stake once more, in words."""
    words = []
    for hand, bettor in _all_stakes(told):
        stake = hand.stakes[bettor]
        account = told.person(hand.path, bettor)
        before = stake.whole
        moved = told.moves(account, -before)
        stake.base = stake.whole = 2 * before
        words.append(f"{told.label(hand.path, bettor)} {before} → {stake.whole}, {moved}")
    return "; ".join(words)


def _all_stakes(told: Told) -> list[tuple[Hand, int]]:
    return [(hand, bettor) for hand in told.hands_in_play() for bettor in hand.open_stakes]


def banker_raises(told: Told, act: Act) -> None:
    """`D raise`, `D decline raise`: all stakes or none, once."""
    first = told.banker.cards[0] if told.banker.cards else ""
    forced = told.rules["stakes"]["banker_raise"] == "picture-or-ace"
    must = bool(first) and first[0] in PICTURES + ACE
    told.raised = act.word == "raise"
    clause = told.cites("forced raise" if forced else "raise")
    if not told.raised:
        warning = f"on {drawn([first])} the rules oblige to double" if forced and must else ""
        told.add("D", act.event, f"{told.dealer}, having looked at {drawn([first])}, does not double the stakes.", *clause, warning=warning)
        return
    obliged = "must double" if forced else "doubles"
    text = f"{told.dealer}, having looked at {drawn([first])}, {obliged} all stakes: {take_stakes_again(told)}."
    told.add("D", act.event, text, *clause, warning=f"{drawn([first])} is no picture and no ace" if forced and not must else "")


def stakes_closed(told: Told) -> None:
    """Not written in the log: that the banker's first card obliges to nothing; or what the rules oblige to and nobody did (H9.1)."""
    first, rules = told.banker.cards[0] if told.banker.cards else "", told.rules["stakes"]
    if rules["banker_raise"] == "picture-or-ace" and first and not told.raised:
        must = first[0] in PICTURES + ACE
        text = f"{told.dealer}'s first card is {drawn([first])}{'' if must else ', no picture and no ace: the stakes stay as they are'}."
        warning = f"the rules oblige {told.dealer} to double the stakes" if must else ""
        told.add("D", "", text, *told.cites("forced raise"), warning=warning)
    for hand, bettor in _all_stakes(told) if told.raised and rules["redouble"] == "ace-not-picture" else ():
        account, stake = told.person(hand.path, bettor), hand.stakes[bettor]
        if hand.cards[:1] and hand.cards[0][0] == ACE and not stake.redoubled and not told.cannot_pay(account, stake.whole):
            name = told.label(hand.path, bettor)
            objection = f"{name} must redouble on {drawn(hand.cards[:1])}"
            told.add(hand.path, "", f"{name} did not redouble.", *told.cites("forced raise"), warning=objection)


def redouble(told: Told, act: Act) -> None:
    """`1 redouble`, `1 decline redouble`: the whole stake once more."""
    hand = told.hand(act.path)
    stake, account = hand.stake(act.bettor), told.person(act.path, act.bettor)
    first = hand.cards[0] if hand.cards else "xx"
    by_rule = told.rules["stakes"]["redouble"] == "ace-not-picture"
    clause = told.cites("forced raise" if by_rule else "raise")
    unasked = "" if told.raised else "the dealer has not doubled"
    if act.word == "decline redouble":
        warning = objections(unasked, "on an ace the rules oblige to redouble" if by_rule and first[0] == ACE else "")
        told.add(act.who, act.event, f"{told.label(act.path, act.bettor)} does not redouble.", *clause, warning=warning)
        return
    before = stake.whole
    warning = objections(
        unasked,
        told.cannot_pay(account, before),
        f"on {drawn([first])} the rules allow no redoubling" if by_rule and first[0] in PICTURES else "",
    )
    moved = told.moves(account, -before)
    stake.base = stake.whole = 2 * before
    stake.redoubled = True
    must = "must redouble" if by_rule and first[0] == ACE else "redoubles"
    text = f"{told.label(act.path, act.bettor)}, who knows {drawn([first])}, {must}: stake {before} → {stake.whole}, {moved}."
    told.add(act.who, act.event, text, *clause, warning=warning)
