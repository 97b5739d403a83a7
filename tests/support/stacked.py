"""A table where the cards are stacked, for reading the rules' effects hand by hand.

A deal is written `boxes | dealer | further cards`, boxes apart by `/`: `"9C 2D / K K | 9S 8H | KH"` deals box 1 a nine and a
two, box 2 two kings, the dealer a nine with an eight in the hole; the next card is the king of hearts. Cards stand in the order in which
they are dealt: where the hole card comes first, it stands first, and where there is none the dealer has one card. A rank alone takes a
suit that is still free. Cards without any `|` are dealt as they stand (for deals in which errors happen). Every card given must be
dealt, and no other: that the dealer draws nothing needs no further word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import dropwhile, zip_longest
from typing import Any

import attrs
import pytest

from ledger.cards import CARD_NUMBERS, SUITS
from ledger.rules.coherence import incoherent
from ledger.rules.ruleset import altered, load_profile
from ledger.rules.tables import RuleSet
from ledger.seating import seating
from ledger.shoe.chain import SeedChain
from ledger.shoe.rack import Rack
from ledger.shoe.shuffle import Shoe
from ledger.table.ask import ANNOUNCE, CUT, INSURANCE, STAKES, TURN, Ask, split_answer
from ledger.table.company import FinishedRound, Seat
from ledger.table.session import TableSession, Void

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
_DEALT = ("deal", "down", "hole")
_PHASE_OF = {"bet": STAKES, "insure": INSURANCE, "decline": INSURANCE}


def dealing_order(deal: str) -> list[str]:
    """The cards of a written deal as they leave the shoe, those before a `!` (burnt, or drawn for the bank) first; none for no deal."""
    before, _, deal = deal.rpartition("!")
    before = before.replace("!", " ")
    if "|" not in deal:
        return before.split() + deal.split()
    boxes, dealer, *further = (part.split("/") for part in deal.split("|"))
    hands = [hand.split() for hand in (*boxes, *dealer)]
    return (
        before.split()
        + [card for pass_ in zip_longest(*hands) for card in pass_ if card]
        + [card for part in further for card in part[0].split()]
    )


def with_suits(cards: Sequence[str]) -> list[int]:
    """Card numbers; a rank alone takes the suit that it has been given least."""
    used = dict.fromkeys(CARD_NUMBERS, 0)
    for card in cards:
        used[card] = used.get(card, 0) + 1
    numbers = []
    for card in cards:
        name = card if len(card) == 2 else min((card + suit for suit in SUITS), key=used.__getitem__)
        used[name] += len(card) == 1
        numbers.append(CARD_NUMBERS[name])
    return numbers


class StackedShoe(Shoe):
    """A shoe that is dealt as it was stacked, however it is cut."""

    def cut(self, at: int) -> None:
        super().cut(at)
        self._cards = self._cards[-at:] + self._cards[:-at]


class StackedRack(Rack):
    """A rack whose shoes begin with given cards, one shoe going on where the last left off; behind them, the rest of the pack in order.

    `last_cards` makes a first shoe of which so many cards are left, all others being discards;
    `no_others`, a pack that holds the given cards only.
    """

    __slots__ = ("_queue", "_shoes", "_skipped", "last_cards")

    def __init__(self, queue: Sequence[int], *context: Any, last_cards: int = 0, no_others: bool = False) -> None:
        super().__init__(*context)
        if no_others:
            self._full_pack = sorted(queue)
            self.pack_size = len(queue)
        self._queue = tuple(queue)
        self._shoes: list[Shoe] = []
        self._skipped = 0
        self.last_cards = last_cards

    @property
    def dealt(self) -> int:
        """Cards dealt so far, from all shoes."""
        return sum(shoe.dealt for shoe in self._shoes) - self._skipped

    def _take_shoe(self, pack: Sequence[int]) -> None:
        super()._take_shoe(pack)
        self.shoe = shoe = StackedShoe(self.shoe.index, pack, self.shoe._stream)
        self._uses[-1] = (shoe, 0)
        rest, front = list(pack), []
        for card in self._queue[self.dealt :][: self.last_cards or None]:
            if card not in rest:
                break
            rest.remove(card)
            front.append(card)
        shoe._cards = [*rest, *front] if self.last_cards else [*front, *rest]
        shoe._derived = shoe.size
        if self.last_cards:
            shoe.dealt = self._skipped = len(rest)
            self._uses[-1] = (shoe, shoe.dealt)
        self.last_cards = 0
        self._shoes.append(shoe)


@attrs.define
class Answers:
    """Gives the answers written for each round, in order, where the question is theirs; else the least stake, no insurance, stand,
    what stays as it is, and of other questions the last act that is legal (to decline, to pass, to keep).

    `!answer` is given to the next question whatever it is.
    """

    rounds: list[list[str]]
    asks: list[Ask] = attrs.Factory(list)

    @classmethod
    def of(cls, rounds: Sequence[str]) -> Answers:
        """Answers apart by commas, a text for each round."""
        return cls([[answer.strip() for answer in text.split(",") if answer.strip()] for text in rounds])

    def answer(self, ask: Ask) -> str:
        self.asks.append(ask)
        written = self.rounds[ask.round - 1]
        if written and written[0].startswith("!"):
            return written.pop(0)[1:]
        if written:
            who, act = split_answer(written[0])
            verb = act.split(" ")[0]
            if who in ask.hands and (_PHASE_OF.get(verb, TURN) == ask.phase or act in ask.legal or verb in _verbs(ask)):
                return written.pop(0)
        plain = {STAKES: f"bet {ask.least}", INSURANCE: "decline insurance", TURN: "stand", ANNOUNCE: "announce 1", CUT: "cut 0"}
        answer = f"{ask.who} {ask.default or plain.get(ask.phase) or ask.legal[-1]}"
        assert not ask.refused.startswith(f"“{answer}”"), ask.refused
        return answer

    def leaves(self, round_number: int, seat: int) -> bool:
        written = self.rounds[round_number - 1]
        return bool(written) and written[0] == f"s{seat} leave" and bool(written.pop(0))


def _verbs(ask: Ask) -> set[str]:
    """What an answer may begin with that goes on in its own words."""
    return {*ask.legal, *(act.split(" ")[0] for act in ask.legal if act.startswith(("limits ", "ruling ")))}


@attrs.frozen(repr=False)
class Played:
    """What came of stacked rounds."""

    rules: RuleSet
    rounds: tuple[FinishedRound, ...]
    asks: tuple[Ask, ...]
    balances: tuple[int, ...]
    reason: str
    news: tuple[str, ...]
    amiss: str

    def __repr__(self) -> str:
        return "\n".join(f"round {each.number}: {', '.join(each.log)}" for each in self.rounds)

    @property
    def log(self) -> tuple[str, ...]:
        """All events of the last round."""
        return self.rounds[-1].log

    @property
    def told(self) -> str:
        """What followed the deal in the last round, its hands being open where all are opened at once (C2.1)."""
        at = max(number for number, event in enumerate(self.log) if event.split(" ")[1] in _DEALT)
        events = self.log[at + 1 :]
        return ", ".join(dropwhile(lambda event: event.endswith(" open"), events) if self.rules.deal.pattern == "h" else events)

    @property
    def done(self) -> str:
        """The same without what was offered and declined."""
        return ", ".join(event for event in self.told.split(", ") if " decline " not in event)

    @property
    def whole(self) -> str:
        """All of the last round."""
        return ", ".join(self.log)

    @property
    def net(self) -> tuple[int, ...]:
        """What each seat won over all rounds."""
        return tuple(balance - self.rules.session.stack for balance in self.balances[1:])

    @property
    def refusals(self) -> list[str]:
        """Why answers were refused."""
        return [ask.refused for ask in self.asks if ask.refused]

    def asked(self, who: str, phase: str = TURN) -> list[Ask]:
        """The questions put to one hand."""
        return [ask for ask in self.asks if ask.phase == phase and who in ask.hands]

    def legal(self, who: str) -> tuple[str, ...]:
        """What a hand might do when it was first asked."""
        return self.asked(who)[0].legal


def training(changes: Mapping[str, Any]) -> RuleSet:
    """The training table with some parameters changed, `split__hands` for `split.hands`."""
    return profile("training", changes)


def profile(name: str, changes: Mapping[str, Any]) -> RuleSet:
    """Any profile with some parameters changed."""
    return altered(load_profile(name), {path.replace("__", "."): value for path, value in changes.items()})


@attrs.frozen
class Stacked:
    """Rounds to be played: deals, answers, and the rules that they are played by."""

    rounds: tuple[tuple[str, str], ...]
    rules: RuleSet
    queue: tuple[int, ...]
    players: tuple[str, ...]
    boxes: tuple[tuple[int, ...], ...] | None
    answers: Answers

    @classmethod
    def of(cls, rounds: Sequence[tuple[str, str]], changes: Mapping[str, Any]) -> Stacked:
        """As many rounds as there are deals, and as many players as the first deal has boxes, one more where players bank.

        Among the `changes` to the training rules, `profile` names others to start from, and `boxes` each player's boxes.
        """
        given = dict(changes)
        base, boxes = given.pop("profile", "training"), given.pop("boxes", None)
        rules = profile(base, {"session.rounds": len(rounds), **given})
        queue = with_suits([card for deal, _ in rounds for card in dealing_order(deal)])
        players = len(boxes) if boxes else rounds[0][0].partition("|")[0].count("/") + 1 + (rules.bank.holder == "player")
        return cls(tuple(rounds), rules, tuple(queue), NAMES[:players], boxes, Answers.of([text for _, text in rounds]))

    @property
    def seats(self) -> list[Seat]:
        """Everyone at the table."""
        people = zip(self.players, seating(self.rules, self.players, self.wishes), strict=True)
        return [Seat(number, name, boxes, self.rules.session.stack) for number, (name, boxes) in enumerate(people, 1)]

    @property
    def wishes(self) -> dict[str, tuple[int, ...]] | None:
        """The boxes by player, where they are said; round a private table only who has none."""
        wishes = dict(zip(self.players, self.boxes or (), strict=False))
        in_private = self.rules.bank.holder == "player"
        return {name: boxes for name, boxes in wishes.items() if not (in_private and boxes)} or None

    def played(
        self, rounds: Sequence[FinishedRound], balances: tuple[int, ...], reason: str, news: Sequence[str], rack: StackedRack
    ) -> Played:
        """What came of it; `amiss` where something written was not asked for, or other cards were dealt than those given."""
        amiss = f"never asked for: {self.answers.rounds}" if any(self.answers.rounds) else ""
        if rack.dealt != len(self.queue):
            amiss += f"{rack.dealt} cards were dealt of {len(self.queue)} stacked"
        return Played(self.rules, tuple(rounds), tuple(self.answers.asks), balances, reason, tuple(news), amiss)


def play_stacked(
    rounds: Sequence[tuple[str, str]], changes: Mapping[str, Any], *, chain: int = 0, director: bool = False, **pack: Any
) -> Played:
    """Play deals with their answers, without a ledger; with a seed chain of a length that suffices, or of `chain` seeds.

    The answers are a `director`'s too, where there is one.
    """
    given = Stacked.of(rounds, changes)
    assert incoherent(given.rules) == [], changes
    seats = given.seats
    seeds = SeedChain.ending_in(bytes(32), chain or 2 + 2 * len(rounds))
    rack = StackedRack(given.queue, given.rules, seeds, bytes(32), bytes(32), **pack)
    table = TableSession.seated(given.rules, seats, rack)
    asked = [*(seat.number for seat in seats), *([0] if director else [])]
    finished = [round_of(played) for played in table.play(dict.fromkeys(asked, given.answers))]
    played = given.played(finished, table.balances, table.reason, table.news, rack)
    if played.amiss:
        pytest.fail(f"{played.amiss}\n{played!r}")
    return played


def round_of(played: FinishedRound | Void) -> FinishedRound:
    """The round itself, broken off or not."""
    return played.round if isinstance(played, Void) else played
