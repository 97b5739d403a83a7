"""Rounds that were broken off: told one by one, each with its price, and what they come to together (FORMAT §4, "The price of a void")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from audit.context import Session, Survey
from audit.records import Void
from audit.report import Price

MOST_TOLD = 12
NOT_UNDERSTOOD = "its rules are not understood"
NO_MONEY = "nobody would have won or lost anything"


def voids(found: Survey) -> list[Void]:
    """Rounds that were broken off, of sessions that were opened."""
    return [record for _, record in found.records if isinstance(record, Void) and record.session in found.sessions]


def prices(found: Survey, told: Iterable[Price]) -> tuple[Price, ...]:
    """What each of them would have come to, in order of their lines; `told` are those that could be judged."""
    known = {price.seq: price for price in told}
    lines = [(seq, record) for seq, record in found.records if isinstance(record, Void) and record.session in found.sessions]
    return tuple(known.get(seq) or Price(seq, record.session, record.round, None, NOT_UNDERSTOOD) for seq, record in lines)


def notices(found: Survey, priced: Sequence[Price]) -> list[str]:
    """DESIGN §4: a void is never passed over in silence, and never free."""
    broken = voids(found)
    if not broken:
        return []
    told = [f"round {void.round} of session {void.session} (“{void.reason}”)" for void in broken]
    result = [f"broken off, all stakes returned: {', '.join(told[:MOST_TOLD])}{_more(len(told))}"]
    result += [
        f"price of that, round {price.round} of session {price.session}: {in_words(price, found.sessions[price.session])}"
        for price in priced[:MOST_TOLD]
    ]
    return result + [_together(number, session, priced) for number, session in sorted(found.sessions.items()) if _several(number, priced)]


def in_words(price: Price, session: Session) -> str:
    """Who would have won or lost what."""
    return f"none, since {price.why}" if price.amounts is None else _amounts(price.amounts, names(session))


def names(session: Session) -> dict[int, str]:
    """Who has each account."""
    return {0: "the house"} | {seat.seat: seat.name for seat in session.seats}


def _amounts(amounts: Sequence[int], who: Mapping[int, str]) -> str:
    """Players first, then the house."""
    order = [*range(1, len(amounts)), 0]
    moved = [f"{who.get(account, f'seat {account}')} {amounts[account]:+,}" for account in order if amounts[account]]
    return ", ".join(moved).replace("-", "−") or NO_MONEY


def _several(number: int, priced: Sequence[Price]) -> bool:
    return sum(price.session == number and price.amounts is not None for price in priced) > 1


def _together(number: int, session: Session, priced: Sequence[Price]) -> str:
    """All voids of a session added up: one may be an accident."""
    mine = [price.amounts for price in priced if price.session == number and price.amounts is not None]
    total = [sum(column) for column in zip(*mine, strict=True)]
    return f"price of all {len(mine)} of session {number} together: {_amounts(total, names(session))}"


def _more(count: int) -> str:
    return f" and {count - MOST_TOLD} more" if count > MOST_TOLD else ""
