"""Turns of the punters (T4, T5, E5, E6, C3, B3, B4, H7, P1.4), each event as a sentence."""

from __future__ import annotations

from audit.story.act import Act
from audit.story.cards import PICTURES, drawn, share
from audit.story.hand import OWNER, Hand, Stake
from audit.story.stakes import bettor_situation
from audit.story.told import Told, objections


def _decides(told: Told, act: Act, did: str, *clauses: str, warning: str = "") -> None:
    """A decision, or a card that a rule gives, and what the hand is after it."""
    hand = told.hand(act.path)
    if act.card:
        hand.cards.append(act.card)
    now, more = _now(told, hand) if act.card else ("", ())
    text = f"{told.label(act.path)} {did}{now}."
    told.add(act.who, act.event, text, *dict.fromkeys((*clauses, *more)), hand=hand, warning=warning)
    if act.card:
        told.seal(act.card)


def _now(told: Told, hand: Hand) -> tuple[str, tuple[str, ...]]:
    """Cards and total, and why the hand ends by itself, with the clauses of that."""
    has = f": {drawn(hand.cards)}, {hand.words}"
    if hand.face_down:
        return has, ()
    if hand.bust:
        hides = hand.hidden and told.rules["table"]["irregularities"] != "off"
        return (f"{has}, which must be announced", ()) if hides else (f"{has}, which loses at once", ())
    if hand.total == 21:
        return f"{has}, and 21 ends by itself", told.cites("21 ends")
    if told.rules["natural"]["five_pictures"] and hand.five_pictures:
        return f"{has}, five pictures, which end the hand", told.cites("pictures")
    limit = told.rules["hand"]["card_limit"]
    if limit and len(hand.cards) >= limit:
        return f"{has}, and no hand has more than {limit} cards", told.cites("five cards at most")
    return has, ()


def hit(told: Told, act: Act) -> None:
    """`1 hit 5C`."""
    _decides(told, act, f"hits {told.hand(act.path).words}", *told.cites("turn"))


def stand(told: Told, act: Act) -> None:
    """`1 stand`; over 21 too, by one whose cards nobody sees (B5.6)."""
    hand = told.hand(act.path)
    if not hand.bust:
        _decides(told, act, f"stands on {hand.words}", *told.cites("turn"))
        return
    hand.overstood = True
    may = hand.hidden and told.rules["table"]["irregularities"] != "off"
    text = f"says nothing and stands on {hand.words}, which counts as live until the cards are opened"
    _decides(told, act, text, *told.cites_errors("overstood"), warning="" if may else f"{hand.total} is over 21 and lost")


def follow(told: Told, act: Act) -> None:
    """`1/3 follow 10`, `1/3 stay`: before the card, whether another bettor matches what the owner adds."""
    hand = told.hand(act.path)
    stake, account = hand.stake(act.bettor), told.person(act.path, act.bettor)
    situation = bettor_situation(told, act.bettor)
    if act.word == "stay":
        text = f"{told.label(act.path, act.bettor)} does not add to the stake of {stake.whole}."
        told.add(act.who, act.event, text, *told.cites(situation))
        return
    hand.following.append(act.bettor)
    warning = objections("" if act.n == stake.base else f"the rules allow {stake.base}", told.cannot_pay(account, act.n))
    text = f"{told.label(act.path, act.bettor)} follows with {act.n}; {told.moves(account, -act.n)}."
    told.add(act.who, act.event, text, *told.cites(situation), warning=warning)


def _adds(told: Told, hand: Hand) -> tuple[str, str]:
    """The owner's stake once more, and that of those who follow: in words, and an objection."""
    stake, account = hand.stake(), told.person(hand.path)
    warning = told.cannot_pay(account, stake.base)
    before = stake.whole
    stake.whole += stake.base
    for bettor in hand.following:
        hand.stake(bettor).whole += hand.stake(bettor).base
    hand.following.clear()
    return f"stake {before} → {stake.whole}, {told.moves(account, -stake.base)}", warning


def double(told: Told, act: Act) -> None:
    """`1 double KH`: the stake again, one card, and the hand ends; the card may lie face down until the banker has played."""
    hand = told.hand(act.path)
    before, objection = hand.words, objections(_no_double(told, hand))
    words, warning = _adds(told, hand)
    hand.doubled = 1
    hand.face_down = bool(told.rules["double"]["face_down"])
    lies = "exactly one card, which nobody sees yet" if hand.face_down else "exactly one card"
    clauses = told.cites("double", "face-down double") if hand.face_down else told.cites("double")
    _decides(told, act, f"doubles {before}, {words}, {lies}", *clauses, warning=objections(objection, warning))


def _no_double(told: Told, hand: Hand) -> str:
    """Why these cards may not be doubled, if so."""
    rules = told.rules["double"]
    if rules["offered"] == "off":
        return "the rules have no double"
    if len(hand.cards) != 2:
        return "only two cards may be doubled"
    if rules["offered"] == "totals" and hand.total not in rules["totals"]:
        return f"the rules allow it on {' or '.join(map(str, rules['totals']))} only"
    if hand.from_split and not rules["after_split"]:
        return "the rules allow none after a split"
    return _too_much(told, hand, 2)


def _too_much(told: Told, hand: Hand, times: int) -> str:
    """Whether a stake made so many times as large may not be, for the maximum in force."""
    most = told.company.bounds(int(hand.path.partition(".")[0]))[1]
    over = not told.rules["double"]["beyond_maximum"] and times * hand.stake().base > most
    return f"a stake of {times * hand.stake().base} would exceed the maximum of {most}" if over else ""


def triple(told: Told, act: Act) -> None:
    """`1 triple 4H`: a third stake and one more card."""
    hand = told.hand(act.path)
    before, too_much = hand.words, _too_much(told, hand, 3)
    words, warning = _adds(told, hand)
    unasked = "" if told.rules["double"]["triple"] and hand.doubled else "the rules allow no triple here"
    _decides(told, act, f"triples {before}, {words}, one more card", *told.cites("triple"), warning=objections(unasked, too_much, warning))


def commission(told: Told, act: Act) -> None:
    """`1 commission 1`: a share of the original stake, charged for a double."""
    hand = told.hand(act.path)
    stake = hand.stake(act.bettor)
    stake.charged += act.n
    ratio, base = told.rules["double"]["commission"], stake.base
    right = share(ratio, base)
    moved = told.moves(told.person(act.path, act.bettor), -act.n)
    text = f"{told.label(act.path, act.bettor)} is charged {ratio} of {base} for the double: {act.n}; {moved}."
    told.add(act.who, act.event, text, *told.cites("commission"), warning="" if act.n == right else f"the rules charge {right}")


def split(told: Told, act: Act) -> None:
    """`1 split 8C 8D`: hand 1 ends, 1.1 and 1.2 begin; of other bettors those who follow have a stake on both."""
    hand = told.hand(act.path)
    account, base = told.person(act.path), hand.stake().base
    hand.ended = True
    aces = act.card[0] == act.second[0] == "A"
    for side, card in (("1", act.card), ("2", act.second)):
        stakes = {bettor: Stake(stake.base, stake.base) for bettor, stake in hand.stakes.items()}
        half = Hand(f"{hand.path}.{side}", hand.values, root=hand.root, cards=[card], from_split=True)
        half.stakes = {who: stake for who, stake in stakes.items() if side == "1" or who in (OWNER, *hand.following)}
        told.hands[half.path] = half
    warning = objections(_no_pair(told, act.card, act.second), told.cannot_pay(account, base))
    rest = "; aces get one card each" if aces and told.rules["split"]["aces_play"] == "one-card" else ""
    text = f"{told.label(act.path)} splits {drawn(hand.cards)} into {hand.path}.1 and {hand.path}.2, {base} on each{rest}"
    clauses = told.cites("split", "split aces") if aces else told.cites("split")
    told.add(act.who, act.event, f"{text}; {told.moves(account, -base)}.", *clauses, hand=hand, warning=warning)


def _no_pair(told: Told, one: str, other: str) -> str:
    """Why two cards may not be split, if so."""
    pairs = told.rules["split"]["pairs"]
    pair = one[0] == other[0]
    if pairs == "value":
        pair = pair or told.values.worth.get(one[0]) == told.values.worth.get(other[0])
    if pairs == "rank-or-picture":
        pair = pair or (one[0] in PICTURES and other[0] in PICTURES)
    return "" if pair and pairs != "off" else f"{drawn([one, other])} is no pair by these rules"


def draw(told: Told, act: Act) -> None:
    """`1.1 draw 5C`."""
    aces = told.hand(act.path).cards[:1] and told.hand(act.path).cards[0][0] == "A"
    _decides(told, act, "gets the split hand's second card", *told.cites("split aces" if aces else "split"))


def gift(told: Told, act: Act) -> None:
    """`1 gift`: a premium that is not money; the hand plays on."""
    hand = told.hand(act.path)
    right = sorted(card[0] for card in hand.cards) == ["7", "7", "7"]
    what = told.rules["premiums"]["sevens_gift"]
    text = f"{told.label(act.path)} has three sevens and earns the gift agreed on: {what}."
    warning = "" if right and what else "the rules give no gift for this hand"
    told.add(act.who, act.event, text, *told.cites("gift"), hand=hand, warning=warning)
