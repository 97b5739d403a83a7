"""What an audit has to say beside findings: what was not checked, what is not revealed yet, what nothing here can exclude."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from audit.context import Survey
from audit.discretion import told as discretionary
from audit.ledger_dir import LedgerDir
from audit.live import unanswered
from audit.records import Key, Unknown
from audit.report import Finding
from audit.segment import Outcome

MOST_NAMES = 12
_DECIDED = {
    "decisions signed: a rewritten decision is excluded for": True,
    "decisions not signed: a rewritten legal decision is not excluded for": False,
}


def not_checked(found: Survey) -> tuple[str, ...]:
    """Name every part of the ledger that this version does not understand."""
    told: list[str] = []
    reasons: dict[tuple[str, ...], list[int]] = {}
    for number, session in sorted(found.sessions.items()):
        if session.unsupported:
            reasons.setdefault(session.unsupported, []).append(number)
    for why, numbers in reasons.items():
        told.append(f"the play of {_sessions(numbers)}: {'; '.join(why)}")
    kinds = Counter(record.kind for _, record in found.records if isinstance(record, Unknown))
    told += [f"records of the kind `{kind}` ({count})" for kind, count in sorted(kinds.items()) if count]
    return tuple(told)


def not_yet(found: Survey, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """Name what only a later part of the ledger can prove."""
    sealed: Counter[int] = Counter()
    for outcome in outcomes:
        sealed.update(outcome.sealed)
    told = []
    playing = unanswered((line for outcome in outcomes for line in outcome.live), found.sessions)
    for number, session in sorted(found.sessions.items()):
        if session.close is None and sealed[number]:
            told.append(f"not yet verifiable: {_count(sealed[number], 'round')} of session {number}, whose shoe is not revealed yet")
        if session.close is None and session.live:
            told.append(f"not yet verifiable: session {number} is not closed yet")
        if number in playing:
            told.append(
                f"not yet verifiable: round {playing[number].round} of session {number}, begun in line {playing[number].seq}, is in play"
            )
    return tuple(told)


def notices(
    ledger: LedgerDir, found: Survey, outcomes: Sequence[Outcome], told: Sequence[Finding], totals: Mapping[str, int]
) -> tuple[str, ...]:
    """Everything else that a reader should know."""
    result = [_told(finding, totals[finding.code]) for finding in {finding.code: finding for finding in reversed(told)}.values()]
    result += [f"the signing key was changed in line {seq}: from there on {key.vkey}" for seq, key in found.records if isinstance(key, Key)]
    result += discretionary(outcome.discretion for outcome in outcomes)
    result += _unanswered(found, outcomes)
    result += _decided(found)
    result += _got_up(found)
    house = _house_names(found)
    if house:
        result.append(f"grinding: not excluded for {house} (house entropy)")
    surplus = ledger.surplus(sum(span.length for unit in found.units for span in unit.spans))
    if surplus:
        result.append(f"{_count(surplus, 'byte')} beyond the checkpoint ignored: nobody signed them")
    return tuple(result)


def before(remembered: int, size: int) -> list[str]:
    """What was not judged again, having been judged before."""
    if not remembered:
        return []
    return [f"{remembered:,} of {size:,} lines were audited before by this very version, and are the same ones by their hashes"]


def _unanswered(found: Survey, outcomes: Sequence[Outcome]) -> list[str]:
    """Whether somebody answered in time no ledger can show (FORMAT §4, defaults)."""
    total: Counter[tuple[int, int]] = Counter()
    for outcome in outcomes:
        total.update(outcome.timeouts)
    told = [f"{_name(found, *who)} {count:,}" for who, count in sorted(total.items(), key=lambda pair: (-pair[1], pair[0]))]
    more = f" and {len(told) - MOST_NAMES} more" if len(told) > MOST_NAMES else ""
    if not told:
        return []
    return [f"answered by default, for want of an answer: {', '.join(told[:MOST_NAMES])}{more}; not excluded: that they did answer"]


def _decided(found: Survey) -> list[str]:
    """For whom a rewritten decision is excluded, and for whom it is not, in live sessions (FORMAT §15)."""
    live = [session for session in found.sessions.values() if session.live]
    told = []
    for says, signs in _DECIDED.items():
        where: dict[str, list[int]] = {}
        for session in live:
            for seat in session.seats:
                if (seat.key is not None) is signs:
                    where.setdefault(seat.name, []).append(session.number)
        names = [name if len(live) == 1 else f"{name} ({_sessions(numbers)})" for name, numbers in where.items()]
        more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
        told += [f"{says} {', '.join(names[:MOST_NAMES])}{more}"] if names else []
    return told


def _got_up(found: Survey) -> list[str]:
    """Who got up before their session was over: nobody signs that, and a director may have written it (FORMAT §8)."""
    gone: dict[int, list[str]] = {}
    for number, session in found.sessions.items():
        last = session.close.log if session.close else ()
        names = [seat.name for seat in session.seats if seat.seat in session.leaves or f"s{seat.seat} leave" in last]
        if names:
            gone[number] = names
    if not gone:
        return []
    told = [f"{name} (session {number})" for number, names in sorted(gone.items()) for name in names]
    more = f" and {len(told) - MOST_NAMES} more" if len(told) > MOST_NAMES else ""
    ended = [number for number in sorted(gone) if (close := found.sessions[number].close) and close.reason == "players"]
    early = f"; before its last round ended for want of players: {_sessions(ended)}" if ended else ""
    return [f"got up before the end: {', '.join(told[:MOST_NAMES])}{more}; not excluded: that they were taken out{early}"]


def _name(found: Survey, session: int, account: int) -> str:
    """Who has an account, and in which session."""
    names = [seat.name for seat in found.sessions[session].seats if seat.seat == account]
    return f"{names[0] if names else 'the house'} (session {session})"


def _told(finding: Finding, total: int) -> str:
    more = f" ({total} times)" if total > 1 else ""
    return f"line {finding.seq}: {finding.detail} Expected {finding.expected}, recorded {finding.recorded}{more}."


def _house_names(found: Survey) -> str:
    names = list(dict.fromkeys(seat.name for session in found.sessions.values() for seat in session.seats if seat.source == "house"))
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more


def _sessions(numbers: Sequence[int]) -> str:
    return f"session {numbers[0]}" if len(numbers) == 1 else f"{len(numbers)} sessions ({_first(numbers)})"


def _first(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:MOST_NAMES])) + (" …" if len(numbers) > MOST_NAMES else "")


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
