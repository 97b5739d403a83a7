"""Every event of the log (FORMAT.md §8), its phase, and who tells it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import attrs

from audit.story import banking, between, dealing, errors_of_dealing, offers, settling, shoe, stakes, turns
from audit.story.act import Act
from audit.story.phases import HERE, SHUFFLES, phase_of
from audit.story.told import Told

PATH = r"(?P<path>[1-9]\d{0,2}(?:\.[12])*)"
HAND = PATH + r"(?:/(?P<bettor>[1-9]\d?))?"
SEAT = r"s(?P<seat>[1-9]\d?)"
CARD = r"(?P<card>[A2-9TJQK][CDHS])"
SECOND = r"(?P<second>[A2-9TJQK][CDHS])"
NUMBER = r"(?P<n>0|[1-9]\d{0,15})"
MORE = r"(?P<more>0|[1-9]\d{0,15})"
OUTCOME = r"bust|lose|push|win|natural|suited|aces|pictures|premium (?:777|678|[1-9]\d?cards)"

Teller = Callable[[Told, Act], None]
EVENTS: tuple[tuple[str, str, Teller], ...] = (
    (rf"{SEAT} (?P<word>leave|out)", "between", between.leave),
    (rf"(?:D|{PATH}) limits {NUMBER} {MORE}", "between", between.limits),
    (rf"{SEAT} lot {NUMBER}", "between", between.lot),
    (rf"{SEAT} lot {CARD}", "between", between.lot_card),
    (r"D auction", "between", between.auction),
    (rf"{SEAT} (?P<word>bid) {NUMBER}", "between", between.bid),
    (rf"{SEAT} (?P<word>pass)", "between", between.bid),
    (rf"{SEAT} pays {NUMBER}", "between", between.pays),
    (r"D (?P<word>keep|yield)", "between", between.keep),
    (rf"{SEAT} (?P<word>accept|decline) bank", "between", between.accept),
    (rf"{SEAT} bank", "between", between.bank),
    (rf"D shuffle {NUMBER}", "shoe", shoe.shuffle),
    (rf"D reshuffle {NUMBER}", "shoe", shoe.reshuffle),
    (rf"{SEAT} cut {NUMBER}", "shoe", shoe.cut),
    (r"D joker", "shoe", shoe.joker),
    (r"D burn (?P<card>[A2-9TJQK][CDHS]|xx)", "shoe", shoe.burn),
    (rf"D announce {NUMBER}", "stakes", stakes.announce),
    (rf"{HAND} bet {NUMBER}", "stakes", stakes.bet),
    (rf"{PATH} withdraw", "stakes", stakes.withdraw),
    (rf"{PATH} sit", HERE, stakes.sit),
    (r"D (?P<word>raise|decline raise)", "stakes", stakes.banker_raises),
    (rf"{HAND} (?P<word>redouble|decline redouble)", "stakes", stakes.redouble),
    (rf"{PATH} (?P<word>deal|down) {CARD}", "deal", dealing.card),
    (rf"D (?P<word>deal|hole) {CARD}", "deal", dealing.banker_card),
    (rf"{PATH} open", HERE, dealing.opened),
    (rf"{PATH} missed", "deal", errors_of_dealing.missed),
    (rf"{PATH} late {CARD}", "deal", errors_of_dealing.late),
    (rf"{PATH} extra {CARD}", "deal", errors_of_dealing.extra),
    (rf"{PATH} toss {CARD}", HERE, errors_of_dealing.toss),
    (rf"{PATH} both", "deal", errors_of_dealing.both),
    (rf"{PATH} exposed {CARD}", HERE, errors_of_dealing.exposed),
    (rf"{PATH} take", HERE, errors_of_dealing.take),
    (rf"{PATH} refuse", HERE, errors_of_dealing.refuse),
    (rf"{PATH} unasked {CARD}", "play", errors_of_dealing.unasked),
    (rf"{PATH} keep", "play", errors_of_dealing.keep),
    (rf"D ruling {NUMBER}", HERE, errors_of_dealing.ruling),
    (rf"{PATH} (?P<word>claim|decline) aces", "offers", offers.aces),
    (rf"{HAND} even {NUMBER}", "offers", offers.even),
    (rf"{HAND} decline even", "offers", offers.decline_even),
    (rf"{HAND} insure {NUMBER}", "offers", offers.insure),
    (rf"{HAND} decline insurance", "offers", offers.decline_insurance),
    (rf"{HAND} surrender {NUMBER}", HERE, offers.surrender),
    (rf"{PATH} decline surrender", "offers", offers.decline_surrender),
    (r"D peek (?P<word>natural|clear)", "offers", offers.peek),
    (rf"{HAND} insurance {NUMBER}", HERE, offers.insurance),
    (rf"{PATH} hit {CARD}", "play", turns.hit),
    (rf"{PATH} stand", "play", turns.stand),
    (rf"{HAND} (?P<word>follow) {NUMBER}", "play", turns.follow),
    (rf"{HAND} (?P<word>stay)", "play", turns.follow),
    (rf"{PATH} double {CARD}", "play", turns.double),
    (rf"{PATH} triple {CARD}", "play", turns.triple),
    (rf"{HAND} commission {NUMBER}", "play", turns.commission),
    (rf"{PATH} split {CARD} {SECOND}", "play", turns.split),
    (rf"{PATH} draw {CARD}", "play", turns.draw),
    (rf"{PATH} gift", HERE, turns.gift),
    (r"D show", "bank", banking.show),
    (rf"D draw {CARD}", "bank", banking.draws),
    (rf"D hit {CARD}", "bank", banking.hits),
    (r"D stand", "bank", banking.stands),
    (rf"{PATH} turn", "bank", banking.turn),
    (rf"{HAND} (?P<word>{OUTCOME}) {NUMBER}", HERE, settling.outcome),
    (rf"{PATH} overstood", "settle", settling.overstood),
    (rf"{HAND} forfeit {NUMBER}", "settle", settling.forfeits),
)
_COMPILED = tuple((re.compile(pattern), phase, teller) for pattern, phase, teller in EVENTS)


def narrate(told: Told, log: Sequence[str], banker: int | None = None) -> None:
    """Tell every event of a round's log, and what the rules imply; `banker` is the account that the record names."""
    told.log = log
    shoes_told = False
    for told.at, event in enumerate(log):
        phase, act, teller = _read(told, event)
        for_a_draw = phase == "between" and event.startswith(SHUFFLES)
        if phase != "between":
            between.banker_told(told, told.company.banker if banker is None else banker)
        if not shoes_told and (phase != "between" or for_a_draw):
            shoes_told, told.phase = True, "between" if for_a_draw else "shoe"
            shoe.shoes_before(told)
        _enter(told, phase, act)
        _tell(told, act, teller)
    if not told.broken_off:
        banking.banker_ends(told)


def _read(told: Told, event: str) -> tuple[str, Act, Teller]:
    """An event's phase, its parts and its teller."""
    plain = event.replace(" timeout ", " ", 1)
    for pattern, phase, teller in _COMPILED:
        found = pattern.fullmatch(plain)
        if found:
            act = Act.of(event, found.groupdict())
            return phase_of(told, act, plain, phase), act, teller
    return told.phase, Act(event, event.partition(" ")[0]), _unknown


def _unknown(told: Told, act: Act) -> None:
    told.add(act.who, act.event, "This version does not tell such an event.", warning="not told")


def _enter(told: Told, phase: str, act: Act) -> None:
    """What a phase implies at its end: the banker's play is over when hands are settled, or a double that lay face down is turned."""
    if phase in ("play", "bank", "settle") and not told.waiting_told:
        settling.who_waits(told)
    if phase == "settle" or act.event.endswith(" turn"):
        banking.banker_ends(told)
    if phase == "deal" and told.phase == "stakes" and told.rules["stakes"]["when"] == "after-first-card":
        stakes.stakes_closed(told)
    told.phase = phase


def _tell(told: Told, act: Act, teller: Teller) -> None:
    teller(told, act)
    if " timeout " in act.event:
        told.steps[-1] = attrs.evolve(told.steps[-1], text=f"{told.steps[-1].text} No answer came: this is the default.")
