"""Between two rounds: who goes, how the bank passes on, limits (T7.1, B1, B2.2, C1.1, G9, H1.1, H6.3, P1.3), each event as a sentence."""

from __future__ import annotations

from audit.story.act import Act
from audit.story.cards import ACE, drawn
from audit.story.company import step_of
from audit.story.told import Told, objections

BLACK_JACKS = ("JC", "JS")
DEALS_OF_A_BANK = 5


def leave(told: Told, act: Act) -> None:
    """`s1 leave`, `s1 out`."""
    name = told.company.name(act.seat)
    told.company.leaves(act.seat)
    if act.word == "leave":
        told.add(act.who, act.event, f"{name} leaves of their own will.", *told.cites("leaving"))
        return
    has, step = told.balances[act.seat] if act.seat < len(told.balances) else 0, step_of(told.rules)
    boxes = told.company.boxes_of(act.seat)
    least = min(-(-told.company.bounds(box)[0] // step) * step for box in boxes or [0])
    text = f"{name} has {has}, cannot cover {least} any more and is out."
    told.add(act.who, act.event, text, *told.cites("dropping out"), warning="" if has < least else f"{has} covers {least}")


def limits(told: Told, act: Act) -> None:
    """`D limits 4 20`, `2 limits 4 100`."""
    low, high = told.rules["stakes"]["minimum"], told.rules["stakes"]["maximum"]
    bounds = (act.n, act.more)
    if act.who == "D":
        told.company.limited(None, bounds)
        text = f"{told.dealer} sets the limits: stakes from {act.n} to {act.more}, until they are changed or the bank passes on."
        warning = "" if low <= act.n <= act.more <= high else f"the rules allow limits within {low} and {high}"
        told.add("D", act.event, text, *told.cites("limits"), warning=warning)
        return
    least = told.company.bounds(act.box)[0]
    told.company.limited(act.box, bounds)
    warning = "" if act.n == least and act.more >= high else f"the minimum stays {least}, and the maximum is at least {high}"
    text = f"{told.label(act.path)} asked for a higher maximum: box {act.path} may now stake from {act.n} to {act.more}."
    told.add(act.path, act.event, text, *told.cites("limits of a box"), warning=warning)


def lot(told: Told, act: Act) -> None:
    """`s2 lot 1`: the (n+1)th candidate banks."""
    candidates = sorted(told.company.candidates(told.balances), key=told.company.places.index)
    right = candidates[act.n] if act.n < len(candidates) else None
    number = told.lots(len(candidates)) if told.lots and candidates else None
    names = ", ".join(told.company.name(seat) for seat in candidates)
    seal = "" if number is None else " The number was compared with the session's sealed seeds."
    text = f"Lots are drawn for the bank among {names}, counted from 0: number {act.n}, {told.company.name(act.seat)}.{seal}"
    told.route = "lot"
    told.add(
        act.who,
        act.event,
        text,
        *told.cites("bank by lot"),
        warning=objections(
            "" if right == act.seat else f"number {act.n} is {told.company.name(right)}" if right else f"there are {len(candidates)} lots",
            "" if number in (None, act.n) else f"the sealed seeds give number {number}",
        ),
    )


def lot_card(told: Told, act: Act) -> None:
    """`s2 lot 5C`: cards are dealt round until the right one falls."""
    first_ace = told.rules["bank"]["first"] != "black-jack"
    falls = act.card[0] == ACE if first_ace else act.card in BLACK_JACKS
    name = told.company.name(act.seat)
    told.route = "card" if falls else ""
    what = f"{'an ace' if first_ace else 'a black jack'}, and the bank is {name}'s" if falls else ""
    text = f"{name} is dealt {drawn([act.card])}{f': {what}' if what else ''}."
    told.add(act.who, act.event, text, *(told.cites("bank by card") if falls else ()))
    told.seal(act.card, lies=False)


def auction(told: Told, act: Act) -> None:
    """`D auction`."""
    told.bids.clear()
    always = told.rules["bank"]["change"] == "auction"
    who = told.company.name(told.company.banker)
    text = "The bank is auctioned, as always at this table." if always else f"{who} puts the bank up for auction."
    told.add("D", act.event, f"{text} Everyone bids once, from {who}'s left on.", *told.cites("bank at auction"))


def bid(told: Told, act: Act) -> None:
    """`s3 bid 20`, `s3 pass`."""
    name = told.company.name(act.seat)
    if act.word == "pass":
        told.add(act.who, act.event, f"{name} does not bid.", *told.cites("bank at auction"))
        return
    told.bids.append((act.n, act.seat))
    warning = told.cannot_pay(act.seat, act.n)
    told.add(act.who, act.event, f"{name} bids {act.n}.", *told.cites("bank at auction"), warning=warning)


def pays(told: Told, act: Act) -> None:
    """`s3 pays 20`: the highest bid, the earliest among equals, to the outgoing banker."""
    highest = max((amount for amount, _ in told.bids), default=0)
    winner = next((seat for amount, seat in told.bids if amount == highest), None)
    told.route = "auction"
    name, outgoing = told.company.name(act.seat), told.company.name(told.company.banker)
    equals = sum(amount == highest for amount, _ in told.bids) > 1
    how = f"the highest bid{', the earliest of equals,' if equals else ''}"
    moved = told.moves(act.seat, -act.n)
    told.sold.update({act.seat: -act.n, told.company.banker: act.n})
    has = told.balances[told.company.banker]
    text = f"{name} has made {how} and pays {act.n} to {outgoing} at once; {moved}; {outgoing}'s {has - act.n} → {has}."
    right = winner == act.seat and act.n == highest
    warning = "" if right or winner is None else f"the highest bid is {told.company.name(winner)}'s {highest}"
    told.add(act.who, act.event, text, *told.cites("bank at auction"), warning=warning if winner else "nobody has bid")


def keep(told: Told, act: Act) -> None:
    """`D keep`, `D yield`."""
    name = told.company.name(told.company.banker)
    text = f"{name} keeps the bank." if act.word == "keep" else f"{name} gives the bank up: it is offered, from {name}'s left on."
    told.add("D", act.event, text, *told.cites("bank kept" if act.word == "keep" else "bank offered"))


def accept(told: Told, act: Act) -> None:
    """`s2 accept bank`, `s2 decline bank`."""
    name, entitled = told.company.name(act.seat), act.seat in told.heirs
    why = ", who had a natural in the last round," if entitled else ""
    takes = act.word == "accept"
    told.route = "offer" if takes else ""
    text = f"{name}{why} {'takes' if takes else 'does not want'} the bank."
    told.add(act.who, act.event, text, *told.cites("bank by natural" if entitled else "bank offered"))


_ROUTES = {
    "lot": ("Drawn by lot", "bank by lot"),
    "card": ("So drawn", "bank by card"),
    "auction": ("By the highest bid", "bank at auction"),
    "offer": ("By offer and acceptance", "bank offered"),
}


def bank(told: Told, act: Act) -> None:
    """`s2 bank`: the banker from here on, by any route."""
    how, situation, right = _passed_on(told)
    falls = "stays with" if right == told.company.banker else "falls to"
    told.company.banks(act.seat, told.round)
    told.route = ""
    text = f"{how}, {told.company.name(act.seat)} banks from here on."
    warning = "" if right in (None, act.seat) else f"the bank {falls} {told.company.name(right)}"
    told.add(act.who, act.event, text, *told.cites(situation), warning=warning)


def _passed_on(told: Told) -> tuple[str, str, int | None]:
    """How the bank passes on, the situation for its clause, and to whom where the rules leave no choice."""
    if told.route:
        # The event before names the person.
        before = told.log[told.at - 1].partition(" ")[0] if told.at else ""
        return *_ROUTES[told.route], int(before[1:]) if before[1:].isdecimal() else None
    change, company = told.rules["bank"]["change"], told.company
    heir = next((seat for seat in told.heirs if seat not in company.gone), None)
    if change == "home" and heir is not None:
        return "With a natural in the last round, the nearest to the dealer's left", "bank by natural", heir
    following = next(iter(company.clockwise()), None)
    if change == "every-deal":
        return "Next on the left, as the bank moves every deal", "bank by turn", following
    if change == "five-deals":
        over = told.round - company.since >= DEALS_OF_A_BANK
        return (
            "Next on the left, after five deals of one banker" if over else "Next on the left, the bank being lost",
            "bank by turn",
            following,
        )
    return "By no rule of this table", "bank by turn", company.banker


def banker_told(told: Told, recorded: int) -> None:
    """Not written in the log: who banks this round, and whose the boxes are; once, in a private game."""
    if told.bank_told or not told.company.private:
        return
    told.bank_told = True
    company = told.company
    if company.banker != recorded:
        warning = f"by the log it is {company.name(company.banker)}"
        company.banker = recorded
    else:
        warning = ""
    owners = ((box, company.owner(box)) for box in range(1, len(company.places)))
    boxes = ", ".join(f"{box} {seat.name}" for box, seat in owners if seat and seat.seat not in company.gone)
    text = f"{company.name(recorded)} banks this round. Boxes are counted from the banker's left: {boxes}."
    told.add("D", "", text, *told.cites("boxes from the left"), warning=warning)
