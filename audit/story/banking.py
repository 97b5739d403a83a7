"""The banker's play: forced or free, with or without a hole card (T6.1, E7, C2.5, B3.3, B4.1, P4.1, H3.3, G5), each event as a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from audit.story.act import Act
from audit.story.cards import drawn
from audit.story.told import Told, objections


def show(told: Told, act: Act) -> None:
    """`D show`."""
    text = f"{told.dealer} turns {drawn([told.hole])}: {drawn(told.banker.cards)}, {told.banker.words}."
    told.banker.down.clear()
    told.add("D", act.event, text, *told.cites("show"), hand=told.banker)


def draws(told: Told, act: Act) -> None:
    """`D draw 5C`, and whether the rules oblige; without a hole card the first one is the banker's second card."""
    banker, before = told.banker, told.banker.words
    second = told.rules["deal"]["pattern"] == "no-hole" and len(banker.cards) == 1
    if second:
        right, did, situation = second_card_is_due(told), "takes a second card", "second card"
    else:
        right, did, situation = must_draw(told), f"must draw on {before}", "draws by rule"
    warning = "" if right else f"the rules give {told.dealer} no card on {before} here"
    banker.cards.append(act.card)
    text = f"{told.dealer} {did}: {drawn(banker.cards)}, {banker.words}{', a natural' if banker.natural else ''}."
    told.add("D", act.event, text, *told.cites(situation), hand=banker, warning=warning)
    told.seal(act.card)


def second_card_is_due(told: Told) -> bool:
    """Without a hole card: whether anything depends on the banker's second one (E7.3)."""
    may_meet = bool(told.upcard) and told.values.makes_natural(told.upcard)
    waiting = any(may_meet or hand.claimed or hand.ordinary(told.rules) for hand in told.hands_in_play())
    return waiting or bool(told.insured)


def hits(told: Told, act: Act) -> None:
    """`D hit 5C`: as the banker pleases."""
    before = told.banker.words
    warning = "" if may_choose(told) else f"the rules give {told.dealer} no choice on {before} here"
    told.banker.cards.append(act.card)
    text = f"{told.dealer} chooses to draw on {before}: {drawn(told.banker.cards)}, {told.banker.words}."
    told.add("D", act.event, text, *told.cites("plays freely"), hand=told.banker, warning=warning)
    told.seal(act.card)


def stands(told: Told, act: Act) -> None:
    """`D stand`: as the banker pleases."""
    warning = "" if may_choose(told) else f"the rules give {told.dealer} no choice on {told.banker.words} here"
    told.stood = True
    told.add("D", act.event, f"{told.dealer} chooses to stand on {told.banker.words}.", *told.cites("plays freely"), warning=warning)


def turn(told: Told, act: Act) -> None:
    """`1 turn`: the card of a double that lay face down."""
    hand = told.hand(act.path)
    warning = "" if hand.face_down else "no card of it lies face down"
    hand.face_down = False
    over = ", which loses" if hand.bust else ""
    text = f"The face-down card of {told.label(act.path)} is turned: {drawn(hand.cards)}, {hand.words}{over}."
    told.add(act.who, act.event, text, *told.cites("face-down double"), hand=hand, warning=warning)


def may_draw(told: Told) -> bool:
    """Whether the banker can have a further card at all: a live hand waits, nothing stops the banker, a card is left."""
    banker, rules = told.banker, told.rules
    limit = rules["hand"]["card_limit"]
    stopped = banker.total >= 21 or told.standing.rank > 0 or bool(limit and len(banker.cards) >= limit)
    return told.waits() and not stopped and told.cards_are_left()


def may_choose(told: Told) -> bool:
    """Whether the banker plays as they please now."""
    points, soft = told.values.total(told.banker.cards)
    rules = told.rules["banker"]
    return may_draw(told) and (rules["play"] == "free" or (points == 17 and soft and rules["soft17"] == "free"))


def must_draw(told: Told) -> bool:
    """Whether the rules oblige the banker to draw now (T6.1, G5)."""
    points, soft = told.values.total(told.banker.cards)
    rules = told.rules["banker"]
    obliged = points < 17 or (points == 17 and soft and rules["soft17"] == "draw")
    return may_draw(told) and rules["play"] == "forced" and obliged


def banker_ends(told: Told) -> None:
    """Not written in the log: why the banker takes no further card; once a round, after the cards have been dealt."""
    if told.bank_told_end or not told.banker.cards:
        return
    told.bank_told_end = True
    told.phase = "bank"
    text, situation = next(reason for reason in _reasons(told) if reason)
    if not text:
        return
    one_card = len(told.banker.cards) == 1 and told.cards_are_left()
    owed = must_draw(told) or (one_card and second_card_is_due(told))
    warning = f"the rules make {told.dealer} draw on {told.banker.words}" if owed else ""
    silent = f"{told.dealer} neither drew nor stood on {told.banker.words}" if may_choose(told) and not told.stood else ""
    told.add("D", "", text, *told.cites(situation), hand=told.banker, warning=objections(warning, silent))


def _reasons(told: Told) -> Iterator[tuple[str, str] | None]:
    """Reasons that apply, the first one first: each in words, with the situation for its clause; no words where the banker has said so."""
    banker, dealer, has = told.banker, told.dealer, told.banker.words
    unseen = told.hole and not told.hands_in_play() and "D show" not in told.log
    limit = told.rules["hand"]["card_limit"]
    full = limit and len(banker.cards) >= limit
    yield (f"Nobody is left in play: {dealer} discards, the hole card unseen.", "all over 21") if unseen else None
    yield (f"{dealer}'s natural ends the round.", "banker's natural") if banker.natural else None
    yield (f"No ordinary hand is alive, so {dealer} draws nothing.", "nobody waits") if not told.waits() else None
    yield (f"{dealer} stands on two aces.", "aces") if told.standing.rank == 2 else None
    yield (f"{dealer} stands on five pictures.", "pictures") if told.standing.rank == 1 else None
    yield (f"{dealer} has {has}: every live hand wins.", "totals") if banker.bust else None
    yield ("", "") if told.stood else None
    yield (f"No card is left: {dealer} stands on {has} as every hand does.", "cards run out") if not told.cards_are_left() else None
    yield (f"{dealer} has {limit} cards and may have no more: {has}.", "five cards at most") if full else None
    yield f"{dealer} stands on {has}.", "draws by rule"
