"""One round, or one hand of it, told step by step from the recorded log by the auditor's own reading.

story = explain(Path("my-ledger"), 3, 17, hand="2.1")
print(as_text(story))
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from audit.errors import AuditError, RecordMissingError
from audit.ledger_dir import open_ledger
from audit.records import Begin, Event, Open, Round, Ruling, Void
from audit.report_text import at_the_table
from audit.rules import not_understood
from audit.story.company import HOUSE, Company
from audit.story.evening import retold
from audit.story.session import Readable, SessionRecords, records_of
from audit.story.signed import with_signatures
from audit.story.step import Step, Story
from audit.story.table import final_table
from audit.story.text import as_text
from audit.story.told import Told, net
from audit.tabular.cells import moment

__all__ = ["Story", "as_text", "explain"]

if TYPE_CHECKING:
    from audit.report import Finding


class RulesNotToldError(AuditError):
    """A rule set has a parameter that this version does not understand, so its rounds cannot be told."""


def explain(path: Path, session: int, round_: int, hand: str | None = None, vkey: str | None = None) -> Story:
    """The story of a round; with `hand` only what concerns that hand.

    With `vkey` the whole ledger is audited too, and the findings about this round stand in the story; without it nothing but the
    round itself is looked at. Raises RecordMissingError for a session, round or hand that the ledger does not hold, and other
    AuditErrors for a ledger that cannot be read or whose rules this version does not understand.
    """
    story = tell(open_ledger(path), session, round_, hand)
    return story if vkey is None else attrs.evolve(story, findings=_findings(path, vkey, story))


def tell(ledger: Readable, session: int, round_: int, hand: str | None) -> Story:
    """The story of a round, or what concerns one hand of it, from a ledger's lines."""
    records = records_of(ledger, session, round_)
    played = _played(records, session, round_)
    opening = records.all(Open)[0]
    if strange := not_understood(opening.rules):
        raise RulesNotToldError(f"The rules of session {session} are not all understood by this version, so it is not told: {strange[0]}.")
    told = retold(ledger, records, opening, played)
    if hand is not None and hand not in told.hands:
        dealt = ", ".join(told.hands)
        raise RecordMissingError(f"Round {session}/{round_} has no hand {hand}; it has {dealt or 'no hand at all'}.")
    steps = [*with_signatures(told.steps, records, played), *_balances(told, played)]
    return Story(
        session=session,
        round=round_,
        hand=hand,
        title=f"Session {session}, round {round_}" + (f", hand {hand}" if hand else ""),
        heading=(*_heading(records, opening, played), *_price(ledger, played)),
        banker=told.dealer,
        steps=tuple(step for step in steps if hand is None or _concerns(step, hand, told.company)),
        table=final_table(told, hand),
    )


def _played(records: SessionRecords, session: int, round_: int) -> Round | Void:
    rounds = [record for record in records.rounds() if record.round == round_]
    begun = next((record for record in records.all(Begin) if record.round == round_), None)
    if not rounds and begun is not None:
        raise RecordMissingError(
            f"Round {session}/{round_} is not told yet: it was begun in line {begun.seq}, and nothing that follows says what came of it."
        )
    if not rounds:
        raise RecordMissingError(f"Session {session} has no round {round_}; rounds are numbered from 1.")
    return rounds[0]


def _heading(records: SessionRecords, opening: Open, played: Round | Void) -> tuple[str, ...]:
    profile = opening.rules["profile"]
    lines = [
        f"Ledger {records.ledger}, line {played.seq}, {moment(played.time)}",
        f"Table “{opening.table}”, rules “{profile['name']}”: {profile['title']}",
    ]
    lines += [_begun(records, played)] if opening.mode == "live" else []
    lines += [f"The session counts in the tournament “{event.name}”, ranked in line {event.seq}." for event in records.all(Event)]
    lines += [
        f"The supervisor ruled on this round afterwards: “{ruling.text}” (line {ruling.seq})."
        for ruling in records.all(Ruling)
        if ruling.about == played.round and f"D ruling {ruling.seq}" not in played.log
    ]
    if isinstance(played, Void):
        lines.append(f"This round was broken off and does not count: {played.reason.rstrip('.')}. Every stake went back.")
    return tuple(lines)


def _begun(records: SessionRecords, played: Round | Void) -> str:
    """Where a live round was signed before its first card (FORMAT.md §4)."""
    begun = [record for record in records.all(Begin) if record.round == played.round and record.seq < played.seq]
    if not begun:
        return "A live session, and still no line shows that this round was signed before its first card."
    return f"A live session: the round was signed before its first card, in line {begun[-1].seq}, {begun[-1].time}."


def _price(ledger: Readable, played: Round | Void) -> list[str]:
    """What a round that was broken off would have come to (FORMAT.md §4)."""
    if not isinstance(played, Void):
        return []
    from audit.pricing.price import price_of
    from audit.voids import in_words

    price, session = price_of(ledger, played)
    return [f"Its price, what it would have come to by defaults and the cards of its shoe: {in_words(price, session)}."]


def _balances(told: Told, played: Round | Void) -> Iterator[Step]:
    """What everyone has after the round, by the record and by this reading; the house only where it banks."""
    company = told.company
    for account in (*(seat.seat for seat in company.seats), HOUSE):
        if account >= min(len(played.before), len(played.after)):
            continue
        before, after = played.before[account], played.after[account]
        mine = before + told.sold[account] if isinstance(played, Void) else told.balances[account]
        if account == HOUSE and company.private and before == after == mine:
            continue
        warning = "" if mine == after else f"by this reading it is {mine}"
        yield Step("balances", *_balance(told, account, before, after), warning=warning)


def _balance(told: Told, account: int, before: int, after: int) -> tuple[str, str, str, tuple[str, ...]]:
    """Who, no event, the sentence and its clauses."""
    name = "The house" if account == HOUSE else told.company.name(account)
    banks = ", who banked" if account and account == told.company.banker else ""
    owes = f"; a debt of {-after} is recorded" if after < 0 and account else ""
    clauses = (told.cites("ranking") if account else ()) + (told.cites("debt") if owes else ())
    return f"s{account}" if account else "D", "", f"{name}{banks}: {before} → {after}, {net(after - before)}{owes}.", clauses


def _concerns(step: Step, hand: str, company: Company) -> bool:
    """The hand, other people's stakes on it, those it was split from and into, its owner, and everything of the banker's."""
    owner = company.owner(int(hand.partition(".")[0]))
    who = step.who.partition("/")[0]
    mine = ("", "D", f"s{owner.seat}" if owner else "", hand)
    return who in mine or hand.startswith(f"{who}.") or who.startswith(f"{hand}.")


def _findings(path: Path, vkey: str, story: Story) -> tuple[str, ...]:
    from audit.run import audit_ledger

    report = audit_ledger(path, vkey)
    told = [finding for finding in report.findings if finding.session in (None, story.session) and finding.round in (None, story.round)]
    elsewhere = sum(report.totals.values()) - len(told)
    more = [f"{elsewhere:,} more about other rounds; `shoe audit` tells them."] if elsewhere else []
    unchecked = [f"Not checked: {what}." for what in report.not_checked]
    return (*(in_words(finding, story.sections) for finding in told), *more, *unchecked)


def in_words(finding: Finding, sections: str = "") -> str:
    """A finding in one paragraph: what it is about, the rule, its clauses at the table, what was expected and what stands there."""
    about = finding.who if finding.round else "the session" if finding.session else "the ledger"
    what = f"{about}: against the rule “{finding.title}” [{finding.code}; {' '.join(at_the_table(finding.clauses, sections))}]"
    return f"{what}: expected {finding.expected}, recorded {finding.recorded}. {finding.detail}".rstrip()
