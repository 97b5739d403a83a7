"""A careful cheat in several steps: every card after it comes true from the shoe, outcomes and balances follow from what was changed.

Nothing contradicts a rewritten log then but the rule that it breaks. The same for a recorder that is crooked from the start
and seals, signs and balances all it does. Which check must answer is written beside each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

import attrs
import msgspec
import pytest

from audit.report import Report
from ledger import make_bot
from ledger.cards import CARD_NAMES, packs_in_order
from ledger.cheating.history import History, Line
from ledger.history.records import canonical
from ledger.plan import Plan, SourceMaker
from ledger.players.source import Source
from ledger.proof.tree import leaf_hash
from ledger.rules.ruleset import altered, load_profile, to_object
from ledger.rules.tables import RuleSet
from ledger.shoe.chain import entropy_root
from ledger.shoe.hashing import CARDS, Stream, u64
from ledger.shoe.rack import Rack, ShoeUse
from ledger.shoe.shuffle import Shoe
from ledger.table.company import Seat
from tests.support.cheating import Club
from tests.support.ledgers import SignedLedger

ONE_ROUND = altered(load_profile("training"), {"session.rounds": 1, "session.stack": 8})
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
SESSIONS = 200
DEALT = ("deal", "hole", "hit", "double", "draw")
OUTCOMES = ("bust", "lose", "push", "win", "natural", "insurance")

Log = list[str]
Edit = Callable[[Log], Log | None]
"""A log rewritten, or None where it holds nothing for this attack."""


def verb(event: str) -> str:
    return event.split(" ")[1]


def who(event: str) -> str:
    return event.partition(" ")[0]


def box(event: str) -> str:
    return who(event).partition(".")[0]


def is_turn(event: str) -> bool:
    return who(event) != "D" and verb(event) in ("hit", "stand", "double", "split", "draw", "bust")


def total(cards: Sequence[str]) -> int:
    hard = sum(10 if card[0] in "TJQK" else "A23456789".index(card[0]) + 1 for card in cards)
    return hard + 10 if hard <= 11 and any(card[0] == "A" for card in cards) else hard


# Rewriting: where an attack finds its hold, and what it makes of it.


def after(found: Callable[[str], bool], event: Callable[[str], str]) -> Edit:
    """Write one more event behind the last one that is found."""

    def edit(log: Log) -> Log | None:
        at = max((at for at, each in enumerate(log) if found(each)), default=None)
        return None if at is None else [*log[: at + 1], event(log[at]), *log[at + 1 :]]

    return edit


def instead(found: Callable[[str], bool], event: Callable[[str], str]) -> Edit:
    """Write another event in place of the last one that is found."""

    def edit(log: Log) -> Log | None:
        at = max((at for at, each in enumerate(log) if found(each)), default=None)
        return None if at is None else [*log[:at], event(log[at]), *log[at + 1 :]]

    return edit


def without(found: Callable[[str], bool]) -> Edit:
    """Leave out every event that is found."""
    return lambda log: [event for event in log if not found(event)] if any(map(found, log)) else None


def without_last(found: Callable[[str], bool]) -> Edit:
    """Leave out the last event that is found."""

    def edit(log: Log) -> Log | None:
        at = max((at for at, each in enumerate(log) if found(each)), default=None)
        return None if at is None else [*log[:at], *log[at + 1 :]]

    return edit


def act(name: str, *, split: bool | None = None) -> Callable[[str], bool]:
    """Events of a player's hand with this verb; `split`: of split hands only, or of no split hand."""
    return lambda event: verb(event) == name and who(event) != "D" and split in (None, "." in who(event))


def does(words: str) -> Callable[[str], str]:
    """The same hand does something else."""
    return lambda event: f"{who(event)} {words}"


def said(event: str) -> Callable[[str], bool]:
    return lambda each: each.startswith(event)


def dealt_in_another_order(log: Log) -> Log:
    at = next(at for at, event in enumerate(log) if verb(event) == "deal")
    return [*log[:at], log[at + 1], log[at], *log[at + 2 :]]


def dealt_box_by_box(log: Log) -> Log:
    deals = [event for event in log if verb(event) in ("deal", "hole")]
    at = log.index(deals[0])
    return [*log[:at], *sorted(deals, key=lambda event: 99 if who(event) == "D" else int(box(event))), *log[at + len(deals) :]]


def dealer_dealt_first(log: Log) -> Log:
    up = next(event for event in log if event.startswith("D deal "))
    rest = [event for event in log if event != up]
    at = next(at for at, event in enumerate(rest) if verb(event) == "deal")
    return [*rest[:at], up, *rest[at:]]


def hole_card_dealt_last(log: Log) -> Log:
    hole = next(event for event in log if verb(event) == "hole")
    rest = [event for event in log if event != hole]
    return [*rest[: rest.index("D show")], hole, *rest[rest.index("D show") :]] if any(map(is_turn, rest)) else log


def turns_from_the_last_box(log: Log) -> Log | None:
    turns = [event for event in log if is_turn(event)]
    boxes = sorted({int(box(event)) for event in turns}, reverse=True)
    if len(boxes) < 2:
        return None
    at = log.index(turns[0])
    return [*log[:at], *(event for number in boxes for event in turns if box(event) == str(number)), *log[at + len(turns) :]]


def insured_without_an_ace(log: Log) -> Log | None:
    at = next(at for at, event in enumerate(log) if verb(event) == "hole")
    return None if any(verb(event) in ("insure", "decline") for event in log) else [*log[: at + 1], "1 insure 1", *log[at + 1 :]]


def played_before_a_natural_is_shown(log: Log) -> Log | None:
    at = log.index("D show")
    return [*log[:at], "1 hit AC", *log[at:]] if "D peek natural" in log else None


def insured_for_the_whole_stake(log: Log) -> Log | None:
    return instead(act("decline"), does("insure 2"))(log)


REWRITTEN: dict[str, tuple[Edit, str]] = {
    "a player is sat out, silently": (without(lambda event: box(event) == "2"), "stake-players"),
    "a player's stake is taken and no card is dealt": (without(lambda event: box(event) == "2" and verb(event) != "bet"), "deal-boxes"),
    "a player gets up in the middle of the round": (after(act("deal"), lambda event: f"s{box(event)} leave"), "event-order"),
    "the boxes are dealt in another order": (dealt_in_another_order, "event-order"),
    "each box is dealt both cards at once": (dealt_box_by_box, "event-order"),
    "the dealer is dealt first": (dealer_dealt_first, "event-order"),
    "the hole card is dealt when the turns are over": (hole_card_dealt_last, "event-order"),
    "a box is dealt a third card": (after(act("deal"), does("deal AC")), "deal-boxes"),
    "a box bets twice": (after(act("bet"), does("bet 2")), "stake-players"),
    "a box bets half": (instead(act("bet"), does("bet 1")), "stake-amount"),
    "a box doubles for less": (after(act("double", split=False), does("bet 1")), "event-order"),
    "a card is hit after a double": (after(act("double"), does("hit AC")), "turn-over"),
    "a hand doubles after a hit": (after(act("hit"), does("double AC")), "double"),
    "a hand doubles twice": (after(act("double"), does("double AC")), "turn-over"),
    "a hand that stood is hit": (after(act("stand"), does("hit AC")), "turn-over"),
    "a hand that stood is split": (after(act("stand"), does("split AC AC")), "split"),
    "a hand surrenders at a table without surrender": (instead(act("stand", split=False), does("surrender 1")), "surrender"),
    "a split hand surrenders": (instead(act("stand", split=True), does("surrender 1")), "surrender"),
    "a hand surrenders after a hit": (after(act("hit"), does("surrender 1")), "surrender"),
    "a split hand gets two cards at once": (after(act("draw"), does("draw AC")), "split-second-card"),
    "a split hand hits without its second card": (instead(act("draw"), does("hit AC")), "split-second-card"),
    "a first hand is given a card": (instead(act("hit", split=False), does("draw AC")), "split-second-card"),
    "the boxes play from the last to the first": (turns_from_the_last_box, "event-order"),
    "the dealer stops one card early": (without_last(said("D draw ")), "dealer-stands"),
    "the dealer does not draw at all": (without(said("D draw ")), "dealer-stands"),
    "the dealer draws once more": (after(said("D draw "), does("draw AC")), "dealer-draws"),
    "the dealer never turns the hole card": (without(said("D show")), "dealer-shows"),
    "the dealer does not peek": (without(said("D peek ")), "peek"),
    "nobody is offered insurance": (without(lambda event: verb(event) in ("insure", "decline")), "insurance-offer"),
    "one box is not offered insurance": (without_last(lambda event: verb(event) in ("insure", "decline")), "insurance-offer"),
    "an insurance is for the whole stake": (insured_for_the_whole_stake, "insurance-amount"),
    "an insurance is sold without an ace": (insured_without_an_ace, "insurance-offer"),
    "an insurance is for nothing": (instead(act("decline"), does("insure 0")), "insurance-amount"),
    "somebody plays before a natural is shown": (played_before_a_natural_is_shown, "natural-ends-round"),
    "the next shoe is shuffled before the round is over": (lambda log: [*log, "D shuffle 2"], "reshuffle"),
    "a card is burnt": (after(said("D shuffle "), lambda _: "D burn xx"), "event-foreign"),
    "a player's time runs out in a session without clocks": (instead(act("stand"), does("timeout stand")), "event-foreign"),
}


def true_cards(history: History, record: Line) -> list[str]:
    """The sealed shoe of a round, from its seed on."""
    opened, start = history.session_of(record, "open")[0], history.session_of(record, "start")[0]
    names = [seat["name"] for seat in history.session_of(record, "seat")]
    root = entropy_root(zip(names, map(bytes.fromhex, start["entropy"]), strict=True))
    use = record["shoes"][0]
    stream = Stream(CARDS, bytes.fromhex(use["seed"]), leaf_hash(canonical(opened)), u64(use["index"]), root)
    shoe = Shoe(use["index"], packs_in_order(ONE_ROUND.pack), stream)
    return [CARD_NAMES[shoe.next_card()] for _ in range(shoe.size)]


def dealt_truly(log: Log, shoe: Sequence[str]) -> Log:
    """The log with the shoe's cards in order, whatever cards were written; a split repeats those of its hand."""
    cards, hands, result = iter(shoe), dict[str, list[str]](), Log()
    for event in log:
        if verb(event) in DEALT:
            hands.setdefault(who(event), []).append(next(cards))
            result.append(f"{who(event)} {verb(event)} {hands[who(event)][-1]}")
        elif verb(event) == "split":
            one, other = [*hands.pop(who(event), []), "AC", "AC"][:2]
            hands |= {f"{who(event)}.1": [one], f"{who(event)}.2": [other]}
            result.append(f"{who(event)} split {one} {other}")
        else:
            if verb(event) == "burn":
                next(cards)
            result.append(event)
    return result


def settled(log: Log) -> Log:
    """The log with every outcome written anew from the cards and stakes that it has now."""
    told = [event for event in log if verb(event) not in OUTCOMES]
    hands, result, over = dict[str, list[str]](), Log(), set[str]()
    for event in told:
        result.append(event)
        if verb(event) in DEALT:
            hands.setdefault(who(event), []).append(event[-2:])
            if who(event) != "D" and total(hands[who(event)]) > 21:
                result.append(f"{who(event)} bust 0")
                over.add(who(event))
        elif verb(event) == "split":
            hands.pop(who(event), None)
            hands |= {f"{who(event)}.{side}": [card] for side, card in enumerate(event.split(" ")[2:], 1)}
        elif verb(event) == "surrender":
            over.add(who(event))
    dealer = hands.pop("D", [])
    early, late = outcomes(told, {hand: hands[hand] for hand in sorted(hands) if hand not in over}, dealer)
    at = 1 + max(at for at, event in enumerate(result) if verb(event) in ("deal", "hole", "insure", "decline", "peek"))
    return [*result[:at], *early, *result[at:], *late]


def outcomes(told: Log, hands: Mapping[str, list[str]], dealer: list[str]) -> tuple[Log, Log]:
    """Insurances and naturals; all other outcomes."""
    natural = total(dealer[:2]) == 21
    bets = {who(event): int(event.split(" ")[2]) for event in told if verb(event) == "bet"}
    insured = {who(event): int(event.split(" ")[2]) for event in told if verb(event) == "insure"}
    early = [f"{hand} insurance {3 * amount if natural else 0}" for hand, amount in insured.items()]
    late = Log()
    for hand, cards in hands.items():
        whole = bets.get(box(f"{hand} "), 0) * (2 if any(event.startswith(f"{hand} double ") for event in told) else 1)
        own, other = total(cards), total(dealer)
        if own == 21 and len(cards) == 2 and "." not in hand:
            (late if natural else early).append(f"{hand} push {whole}" if natural else f"{hand} natural {whole * 5 // 2}")
        elif natural or own < other <= 21:
            late.append(f"{hand} lose 0")
        else:
            late.append(f"{hand} push {whole}" if own == other else f"{hand} win {2 * whole}")
    return early, late


def codes_of(report: Report, session: int) -> set[str]:
    return {finding.code for finding in report.findings if finding.session == session}


@pytest.fixture(scope="module")
def rewritten(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Log, set[str]]]:
    """The changed log of each attack and what the audit found in its session; every other session must be clean."""
    makers: dict[str, SourceMaker] = {name: lambda _seat, seed: make_bot("random", ONE_ROUND, seed) for name in NAMES}
    club = Club.opened(tmp_path_factory.mktemp("rewritten"), [("training", Plan(ONE_ROUND, NAMES, makers, chain=72))] * SESSIONS)
    history = club.history()
    free, sessions = history.of("round"), dict[str, Line]()
    for says, (edit, _) in REWRITTEN.items():
        for record in free:
            before = record["log"]
            if (log := edit(list(before))) is not None and log != before:
                history.put(record, settled(dealt_truly(log, true_cards(history, record))))
                sessions[says] = record
                free.remove(record)
                break
    report = club.judge(history, club.folder / "rewritten")
    assert not {finding.session for finding in report.findings} & {record["session"] for record in free}
    return {says: (record["log"], codes_of(report, record["session"])) for says, record in sessions.items()}


@pytest.mark.parametrize("says", REWRITTEN)
def test_a_log_rewritten_with_true_cards_is_found(rewritten, says) -> None:
    log, codes = rewritten[says]
    assert REWRITTEN[says][1] in codes, log
    assert codes.isdisjoint({"card", "balance-after", "balance-before", "close-balances", "conservation"}), "the cheat was not careful"


# Recorders that are crooked from the start: what they patch, under which rules.

CUT_CARD = {"shoe.reshuffle": "cut-card", "shoe.penetration_left": 260, "session.rounds": 12}
Crook = Callable[[pytest.MonkeyPatch], None]


@attrs.frozen
class Crooked:
    """A recorder's crooked part, and the check that must answer."""

    make: Crook
    code: str
    changes: Mapping[str, Any] = attrs.Factory(dict)


def indicator_moved(by: int) -> Crook:
    """The shoe ends earlier or later than the indicator says."""
    honest = Rack.__init__

    def made(rack: Rack, *context: Any) -> None:
        honest(rack, *context)
        rack._left_at_end += by

    return lambda patch: patch.setattr(Rack, "__init__", made)


def shoe_skipped(patch: pytest.MonkeyPatch) -> None:
    """The second shoe is not to the operator's liking."""
    honest = Rack._take_shoe

    def take(rack: Rack, pack: Sequence[int]) -> None:
        rack._index += rack._index == 1
        honest(rack, pack)

    patch.setattr(Rack, "_take_shoe", take)


def card_skipped(*, said_so: bool) -> Crook:
    """The first card of each shoe vanishes; `said_so`: the record says that the round began behind it."""
    honest = Rack._take_shoe

    def take(rack: Rack, pack: Sequence[int]) -> None:
        honest(rack, pack)
        rack.shoe.next_card()
        if said_so:
            rack._uses[-1] = (rack.shoe, 1)

    return lambda patch: patch.setattr(Rack, "_take_shoe", take)


def card_vanishes_between_rounds(patch: pytest.MonkeyPatch) -> None:
    """A card that nobody sees leaves a shoe that goes on."""
    honest = Rack.begin_round

    def begin(rack: Rack) -> int | None:
        index = honest(rack)
        if index is None:
            rack.shoe.next_card()
            rack._uses[-1] = (rack.shoe, rack.shoe.dealt)
        return index

    patch.setattr(Rack, "begin_round", begin)


def seeds_told(tell: Callable[[Rack, ShoeUse], bytes | None]) -> Crook:
    """Other seeds stand in the records than those of shoes that have ended."""
    honest = Rack.end_round

    def end(rack: Rack, *, broken_off: bool = False) -> tuple[ShoeUse, ...]:
        return tuple(msgspec.structs.replace(use, seed=tell(rack, use)) for use in honest(rack, broken_off=broken_off))

    return lambda patch: patch.setattr(Rack, "end_round", end)


def rule_said(table: str, parameter: str, value: object) -> Crook:
    """The rules of the `open` line differ from those that are played."""

    def told(rules: RuleSet) -> dict[str, dict[str, Any]]:
        whole = to_object(rules)
        whole[table][parameter] = value
        return whole

    return lambda patch: patch.setattr("ledger.sheet.to_object", told)


def seated(boxes: Callable[[int], tuple[int, ...]], more_for_the_second: int = 0) -> Crook:
    """Seats with other boxes, or another stack."""

    def seat(number: int, name: str, _boxes: tuple[int, ...], stack: int) -> Seat:
        return Seat(number, name, boxes(number), stack + (number == 2) * more_for_the_second)

    return lambda patch: patch.setattr("ledger.plan.Seat", seat)


CROOKED = {
    "the shoe ends before the indicator": Crooked(indicator_moved(20), "shoe-end", CUT_CARD),
    "the shoe is dealt on behind the indicator": Crooked(indicator_moved(-20), "shoe-end", CUT_CARD),
    "an unwanted shoe is skipped": Crooked(shoe_skipped, "shoe-sequence"),
    "an unwanted shoe is skipped at a cut-card table": Crooked(shoe_skipped, "shoe-sequence", CUT_CARD),
    "the first card of each shoe vanishes": Crooked(card_skipped(said_so=False), "card"),
    "the first card of each shoe vanishes, and the round says where it began": Crooked(card_skipped(said_so=True), "shoe-list"),
    "a card vanishes between two rounds": Crooked(card_vanishes_between_rounds, "shoe-sequence", CUT_CARD),
    "every seed is told with the first round of its shoe": Crooked(
        seeds_told(lambda rack, use: rack._chain.seeds[use.index]), "shoe-end", CUT_CARD
    ),
    "no seed is told": Crooked(seeds_told(lambda _rack, _use: None), "shoe-end"),
    "fewer rounds stand in the rules than were played": Crooked(rule_said("session", "rounds", 8), "rounds-played"),
    "more rounds stand in the rules than were played": Crooked(rule_said("session", "rounds", 12), "rounds-played"),
    "another stack stands in the rules": Crooked(rule_said("session", "stack", 99), "seats"),
    "more players are needed than sit there": Crooked(rule_said("table", "players_min", 3), "players"),
    "the table has fewer boxes than are played": Crooked(rule_said("table", "boxes", 1), "seats"),
    "a player has no box": Crooked(seated(lambda number: (number,) if number == 1 else ()), "seats"),
    "every player has two boxes": Crooked(seated(lambda number: (number, number + 2)), "seats"),
    "two players have one box": Crooked(seated(lambda _number: (1,)), "seats"),
    "a friend has a larger stack": Crooked(seated(lambda number: (number,), 50), "seats"),
}


@pytest.fixture(scope="module")
def crooked(new_ledger) -> dict[str, set[str]]:
    """What the audit found of each crooked recorder; an honest session between them must be clean."""
    ledger: SignedLedger = new_ledger()
    rules = load_profile("training")
    numbers = count(1)

    def bot(_seat: Seat, seed: bytes) -> Source:
        return make_bot("s17", rules, seed)

    sessions = dict[str, int]()
    for says, crook in CROOKED.items():
        with pytest.MonkeyPatch.context() as patch:
            crook.make(patch)
            sessions[says] = ledger.record(altered(rules, crook.changes), {"Ann": bot, "Bo": bot}, secret=next(numbers)).session
    honest = ledger.record(rules, {"Ann": bot, "Bo": bot}, secret=next(numbers)).session
    report = ledger.audit()
    assert not codes_of(report, honest)
    return {says: codes_of(report, session) for says, session in sessions.items()}


@pytest.mark.parametrize("says", CROOKED)
def test_a_crooked_recorder_is_found(crooked, says) -> None:
    assert CROOKED[says].code in crooked[says]
