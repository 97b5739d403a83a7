"""One round read as if no error had happened in it (B5.1 to B5.5, H8)."""

from __future__ import annotations

import attrs

from audit.facts.grammar import BANKER, BOX_SHIFT, SIDES_SHIFT, VERB, VERBS
from audit.facts.incidents import BESIDE, IN_PLAY, Error, Reading

SKIPPED = ("reshuffle", "cut", "joker", "burn", "ruling")
"""What may stand between an error and its choice."""
FIRST, SECOND = 1 << SIDES_SHIFT, 2 << SIDES_SHIFT
_ERROR, _ANSWERED, _CARD, _MORE, _CHOSEN = range(5)
"""What comes first on one hand in a pass: an exposed card, the choice, the card due, one too many, the choice."""


@attrs.define
class _Hand:
    """What a hand has had so far: the events that gave it cards; whether it was missed, and then dealt to late; its last error."""

    is_root: bool
    cards: list[int] = attrs.Factory(list)
    missed: Error | None = None
    late: bool = False
    error: Error | None = None
    erred: bool = False

    @property
    def nth(self) -> int:
        """The pass of its next card, or IN_PLAY."""
        return min(len(self.cards), IN_PLAY) if self.is_root else IN_PLAY


class Mending:
    """Reads a round, event by event."""

    def __init__(self, reading: Reading, *, down: bool) -> None:
        self._reading, self._down = reading, down
        self._hands: dict[int, _Hand] = {}
        self._both: set[int] = set()
        self._last = -1
        self._acts = {
            "deal": self._dealt,
            "down": self._dealt,
            "missed": self._missed,
            "late": self._late,
            "sit": self._sat,
            "exposed": self._exposed,
            "take": self._taken,
            "refuse": self._refused,
            "extra": self._extra,
            "toss": self._tossed,
            "both": self._twice,
            "unasked": self._unasked,
            "keep": self._kept,
        }

    def read(self, begin: int, end: int) -> None:
        """All its events."""
        raw = self._reading.raw
        for event in range(begin, end):
            verb, packed = VERBS[raw["verb"][event]], int(raw["hand"][event])
            if verb == "ruling":
                self._reading.becomes(event, "undone")
            if verb in SKIPPED:
                continue
            if packed == BANKER:
                self._of_banker(event, verb)
            elif packed and not raw["bettor"][event]:
                hand = self._hand(event, packed)
                if verb in self._acts:
                    self._acts[verb](event, hand)
                else:
                    hand.erred = False
            self._last = event

    def _of_banker(self, event: int, verb: str) -> None:
        if verb in ("deal", "hole"):
            banker = self._hands.setdefault(BANKER, _Hand(is_root=True))
            self._reading.in_deal(event, banker.nth, BANKER >> SIDES_SHIFT, _CARD)
            banker.cards.append(event)

    def _hand(self, event: int, packed: int) -> _Hand:
        """The hand that an event is about; whether it is one of two that `both` made."""
        side = packed >> SIDES_SHIFT & 3
        of_both = packed >> BOX_SHIFT in self._both and side > 0
        is_whole = packed & (FIRST - 1) == 0
        self._reading.event["root"][event] = of_both and is_whole
        self._reading.event["side"][event] = of_both and side << SIDES_SHIFT == SECOND
        return self._hands.setdefault(packed, _Hand(is_root=is_whole and (side == 0 or of_both)))

    def _stands(self, event: int, nth: int, first: int, *, after: bool = False) -> None:
        """An event stands in a pass (`after`: behind it, to make up for it), or among those of its hand in play."""
        if nth == IN_PLAY:
            self._reading.in_play(event)
        else:
            self._reading.in_deal(event, nth, (int(self._reading.raw["hand"][event]) >> SIDES_SHIFT) + after * BESIDE, first)

    def _errs(self, event: int, hand: _Hand, nth: int, first: int, **more: int) -> None:
        """An error that is to be answered next."""
        raw = self._reading.raw
        hand.error = Error(event, nth, int(raw["verb"][event]), follows=hand.erred, **more)
        hand.erred = nth == IN_PLAY
        self._reading.errors.append(hand.error)
        self._reading.becomes(event, "undone")
        self._stands(event, nth, first, after=hand.late and nth == 0)

    def _answers(self, event: int, hand: _Hand, *errors: str) -> Error:
        """The error, one of these, that a choice answers directly; an error of no name if there is none."""
        verb, error = int(self._reading.raw["verb"][event]), hand.error
        if error is None or error.choice or error.event != self._last or VERBS[error.error] not in errors:
            error = Error(event, hand.nth, 0)
            self._reading.errors.append(error)
        error.choice, error.choice_event = verb, event
        return error

    def _gets(self, event: int, hand: _Hand, error: Error) -> None:
        """A card that came by error stays with the hand."""
        in_deal = error.nth != IN_PLAY
        self._reading.becomes(event, "deal" if in_deal else "hit", error.card)
        self._reading.event["taken"][event] = in_deal
        hand.cards.append(event)
        hand.erred = False

    def _dealt(self, event: int, hand: _Hand) -> None:
        self._reading.in_deal(event, hand.nth, int(self._reading.raw["hand"][event]) >> SIDES_SHIFT, _CARD)
        hand.cards.append(event)
        hand.erred = False

    def _missed(self, event: int, hand: _Hand) -> None:
        self._errs(event, hand, hand.nth, _CARD)
        hand.missed, hand.error, hand.erred = hand.error, None, False

    def _late(self, event: int, hand: _Hand) -> None:
        error = hand.missed if hand.missed and not hand.missed.choice else None
        if error is None:
            error = Error(event, hand.nth, 0)
            self._reading.errors.append(error)
        error.choice, error.choice_event, hand.late = int(self._reading.raw["verb"][event]), event, True
        self._reading.becomes(event, "down" if self._down else "deal", int(self._reading.raw["card"][event]))
        self._stands(event, 0, _CARD, after=True)
        hand.cards.append(event)

    def _sat(self, event: int, hand: _Hand) -> None:
        """Who was missed, or whose card was exposed (H8.1), may sit the deal out; else it is an answer to the question for a stake."""
        if hand.missed and not hand.missed.choice:
            hand.missed.choice, hand.missed.choice_event = VERB["sit"], event
            self._stands(event, 0, _CARD, after=True)
        elif hand.error and hand.error.event == self._last and VERBS[hand.error.error] == "exposed":
            error = self._answers(event, hand, "exposed")
            self._stands(event, error.nth, _ANSWERED)
        else:
            return
        self._reading.becomes(event, "released")

    def _exposed(self, event: int, hand: _Hand) -> None:
        self._errs(event, hand, hand.nth, _ERROR, card=int(self._reading.raw["card"][event]))

    def _taken(self, event: int, hand: _Hand) -> None:
        error = self._answers(event, hand, "exposed")
        self._gets(event, hand, error)
        self._stands(event, error.nth, _ANSWERED)

    def _refused(self, event: int, hand: _Hand) -> None:
        error = self._answers(event, hand, "exposed")
        self._reading.becomes(event, "undone")
        self._stands(event, error.nth, _ANSWERED)

    def _extra(self, event: int, hand: _Hand) -> None:
        """One card too many, directly after the card due."""
        is_after = bool(hand.cards) and hand.cards[-1] == self._last and len(hand.cards) <= IN_PLAY
        nth = len(hand.cards) - 1 if hand.is_root and is_after else IN_PLAY
        raw, before = self._reading.raw, int(self._reading.event["card"][hand.cards[-1]]) if hand.cards else 0
        self._errs(event, hand, nth, _MORE, card=int(raw["card"][event]), before=before)

    def _tossed(self, event: int, hand: _Hand) -> None:
        """Of a card and one too many the one that is not tossed stays."""
        error = self._answers(event, hand, "extra", "unasked")
        error.tossed = int(self._reading.raw["card"][event])
        if VERBS[error.error] == "extra" and error.tossed == error.before and hand.cards:
            self._reading.event["card"][hand.cards[-1]] = error.card
        self._reading.becomes(event, "undone")
        self._stands(event, error.nth, _CHOSEN, after=hand.late and error.nth == 0)

    def _twice(self, event: int, hand: _Hand) -> None:
        """Two hands of one box, the first with the first card."""
        error = self._answers(event, hand, "extra")
        self._reading.becomes(event, "both", error.before)
        self._reading.event["second"][event] = error.card
        packed = int(self._reading.raw["hand"][event])
        self._both.add(packed >> BOX_SHIFT)
        self._hands |= {packed | side: _Hand(is_root=True, cards=[event]) for side in (FIRST, SECOND)}
        self._stands(event, error.nth, _CHOSEN, after=hand.late and error.nth == 0)

    def _unasked(self, event: int, hand: _Hand) -> None:
        self._errs(event, hand, hand.nth, _ERROR, card=int(self._reading.raw["card"][event]))

    def _kept(self, event: int, hand: _Hand) -> None:
        error = self._answers(event, hand, "unasked")
        self._gets(event, hand, error)
        self._stands(event, error.nth, _ANSWERED)
