"""What of a round in play each may see (G8): a card that lies face down is `xx` until an event turns it up.

How a card lies follows from the events alone (G11, FORMAT.md §8 and §10). Face down are dealt `hole`, `down` and `unasked`, `late` in a
pass that is, `extra` on a card that is, and `double` where the rules say so; at that one not even its owner may look (B4.1). `open`,
`show`, `turn` and, in a hand that lies open, `keep` turn cards up; a tossed card stays as it lay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from ledger.rules.tables import RuleSet
from ledger.table.ask import Ask
from ledger.table.deal import PATTERNS

HIDDEN = "xx"
BANKER = "D"
NOBODYS = ""
"""Where a card lies that nobody may look at."""
_CARDS = frozenset(("deal", "down", "hole", "hit", "double", "triple", "draw", "late", "extra", "exposed", "unasked"))
_ERRORS = frozenset(("missed", "extra", "exposed", "unasked"))
_DEALING = frozenset(("deal", "down", "hole")) | _ERRORS
"""What the table does with a hand: its owner has not been asked about it yet."""


@attrs.define(eq=False)
class _Card:
    """A card on the table: the box whose owner may look at it while it lies face down, `D` for the banker's."""

    name: str
    box: str
    is_open: bool


class Sight:
    """A round in play as it lies on the table; `upcard` is the banker's, once it is dealt."""

    def __init__(self, rules: RuleSet, owners: Mapping[int, int], banker: int, log: Iterable[str], asked: Ask | None) -> None:
        """`owners` by box, `banker` the banker's account, `asked` the question that is open."""
        self.upcard: str | None = None
        self.banker = banker
        self._rules = rules
        self._owners = {str(box): seat for box, seat in owners.items()} | {BANKER: banker}
        self._hands: dict[str, list[_Card]] = {}
        self._events: list[tuple[str, tuple[_Card, ...]]] = []
        self._looked_at: set[str] = set()
        for event in log:
            self._read(event)
        for path, seat in zip(asked.hands, asked.seats, strict=True) if asked else ():
            self._asked_about(path, seat)
        self._look_at_first_hands()

    def log_for(self, seat: int) -> tuple[str, ...]:
        """The events as a seat may see them; as everybody may for seat 0."""
        return tuple([" ".join((text, *self._names(cards, seat))) if cards else text for text, cards in self._events])

    def cards_for(self, seat: int, path: str) -> tuple[str, ...]:
        """A hand's cards as a seat may see them; those of all the hands of a box that was parted."""
        return self._names(self._cards_of(path), seat)

    def is_hidden(self, path: str) -> bool:
        """Whether something in a hand lies face down that its owner may know."""
        return any(not card.is_open and card.box != NOBODYS for card in self._cards_of(path))

    def _cards_of(self, path: str) -> list[_Card]:
        hand = path.partition("/")[0]
        return [card for held, cards in self._hands.items() if held == hand or held.startswith(f"{hand}.") for card in cards]

    def _names(self, cards: Iterable[_Card], seat: int) -> tuple[str, ...]:
        return tuple([card.name if card.is_open or self._may_look(card, seat) else HIDDEN for card in cards])

    def _may_look(self, card: _Card, seat: int) -> bool:
        return seat > 0 and card.box in self._looked_at and self._owners.get(card.box) == seat

    def _read(self, event: str) -> None:
        """One event: what it does to the cards on the table, and which of them it names."""
        who, *words = event.split(" ")
        act = words[1:] if words[0] == "timeout" else words
        verb, path = act[0], who.partition("/")[0]
        named: tuple[_Card, ...] = ()
        if verb in _CARDS:
            named = (self._deal(path, verb, act[1]),)
        elif verb == "toss":
            named = (self._give_back(path, act[1]),)
        elif verb in ("split", "both"):
            parted = self._part(path)
            named = parted if verb == "split" else ()
        else:
            self._turn(path, verb)
        self._events.append((event.rsplit(" ", len(named))[0] if named else event, named))
        if verb not in _DEALING and path != BANKER and "/" not in who:
            self._asked_about(who, self._owners.get(_box(who), 0))

    def _deal(self, path: str, verb: str, name: str) -> _Card:
        hand = self._hands.setdefault(path, [])
        face_down = verb == "double" and self._rules.double.face_down
        covered = verb in ("hole", "down", "unasked") or face_down
        if verb == "late":
            covered = PATTERNS[self._rules.deal.pattern][0][0] == "down"
        elif verb == "extra":
            covered = not hand[-1].is_open
        card = _Card(name, NOBODYS if face_down else _box(path), not covered)
        hand.append(card)
        if path == BANKER and verb == "deal":
            self.upcard = name
        return card

    def _give_back(self, path: str, name: str) -> _Card:
        """A card leaves the hand; of two alike the later one, as the table does it."""
        hand = self._hands[path]
        at = max(place for place, card in enumerate(hand) if card.name == name)
        return hand.pop(at)

    def _part(self, path: str) -> tuple[_Card, ...]:
        first, second = self._hands.pop(path)
        self._hands |= {f"{path}.1": [first], f"{path}.2": [second]}
        return first, second

    def _turn(self, path: str, verb: str) -> None:
        """What turns cards up, or takes them away."""
        hand = self._hands.get(path, [])
        if verb in ("open", "show", "turn"):
            for card in hand:
                card.is_open = card.is_open or verb == "turn" or card.box != NOBODYS
        elif verb == "keep" and hand and all(card.is_open for card in hand[:-1]):
            hand[-1].is_open = True
        elif verb == "refuse":
            hand.pop()
        elif verb == "sit":
            self._hands.pop(path, None)
        elif verb == "peek":
            self._looked_at.add(BANKER)

    def _asked_about(self, path: str, seat: int) -> None:
        """Whoever is asked about their hand looks at it: one with several boxes at each when its time comes (P3.2)."""
        box = _box(path)
        if box in self._owners and box != BANKER and self._owners[box] == seat and self._cards_of(box):
            self._looked_at.add(box)

    def _look_at_first_hands(self) -> None:
        """Everybody looks at their lowest box; the banker at a first card that stakes follow (H2.3)."""
        lowest: dict[int, str] = {}
        for box in sorted({_box(path) for path in self._hands} - {BANKER}, key=int):
            lowest.setdefault(self._owners.get(box, 0), box)
        self._looked_at.update(lowest.values())
        rules = self._rules
        if rules.stakes.when == "after-first-card" and PATTERNS[rules.deal.pattern][1][0] == "hole":
            self._looked_at.add(BANKER)


def _box(path: str) -> str:
    """The box of a hand."""
    return path.partition("/")[0].partition(".")[0]
