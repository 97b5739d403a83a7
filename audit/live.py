"""Live sessions (FORMAT §4): each `begin` held against the round or void that answers it, and answers given for want of any (`timeout`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from audit.context import Session
from audit.facts.columns import Columns
from audit.facts.grammar import BANKER, UNSEEN, VERB, VERBS, Parsed, parse
from audit.facts.rounds import Rounds
from audit.facts.tables import Tables
from audit.judge import table_of
from audit.records import Begin, Record, ShoeUse, Unknown
from audit.standings import paid

BEGIN, ROUND, VOID, CLOSE = "begin", "round", "void", "close"
NOTHING = "nothing"
_TAKING = frozenset(
    VERB[name]
    for name in ("lot card", "burn", "deal", "down", "hole", "hit", "double", "triple", "draw", "late", "extra", "exposed", "unasked")
)
_MAKING = (VERB["shuffle"], VERB["reshuffle"])
Shoes = tuple[tuple[int, int, str], ...]


class Line(NamedTuple):
    """A line of a round of a live session or its close, or a `begin` wherever it stands.

    `log` and `shoes` (first, index, seed or nothing) are those before the round's first card that stands other than as `xx`; of a `begin`
    its own. `balances` are those before the round, `after` those after it; `is_dealt` says whether such a card came.
    """

    seq: int
    session: int
    round: int
    kind: str
    banker: int
    balances: tuple[int, ...]
    log: tuple[str, ...]
    shoes: Shoes
    after: tuple[int, ...] = ()
    is_dealt: bool = False


def lines_of(others: Iterable[tuple[int, Record | Unknown]], played: Sequence[Rounds], sessions: Mapping[int, Session]) -> list[Line]:
    """Lines of a unit by their place; `played` are its rounds, and those that were broken off."""
    begun = [_begun(seq, record) for seq, record in others if isinstance(record, Begin)]
    live = {number for number, session in sessions.items() if session.live}
    answered = [line for rounds in played for line in _answers(rounds, live)] if live else []
    return sorted([*begun, *answered])


def _begun(seq: int, record: Begin) -> Line:
    about = seq, record.session, record.round, BEGIN, record.banker
    return Line(*about, tuple(record.balances), tuple(record.log), _listed(record.shoes))


def _listed(shoes: Iterable[ShoeUse]) -> Shoes:
    return tuple((use.first, use.index, use.seed or "") for use in shoes)


def _answers(rounds: Rounds, live: set[int]) -> Iterator[Line]:
    """Rounds of live sessions as far as their first card."""
    ends = np.cumsum(rounds.lengths)
    for at, record in enumerate(rounds.records):
        if record.session not in live:
            continue
        log = rounds.codes[ends[at] - rounds.lengths[at] : ends[at]].tolist()
        parsed = [Parsed(*row) for row in rounds.parsed[log].tolist()]
        first = _first_card(parsed)
        made = [event.verb in _MAKING for event in parsed]
        listed = max(len(record.shoes) - sum(made), 0) + sum(made[:first])
        about = rounds.seq[at], record.session, record.round, VOID if rounds.are_void else ROUND, record.banker
        told = tuple(rounds.texts[code] for code in log[:first])
        shoes = _as_they_stand(record.shoes[:listed])
        before, after = record.balances()
        yield Line(*about, before, told, shoes, after, first < len(log))


def _first_card(events: Sequence[Parsed]) -> int:
    """Place of the first card that stands in a log other than as `xx`; its length where there is none."""
    return next((at for at, event in enumerate(events) if event.verb in _TAKING and event.card != UNSEEN), len(events))


def _as_they_stand(shoes: Sequence[ShoeUse]) -> Shoes:
    """Shoes of a round before its first card: the last one is in use, whenever it ends."""
    listed = _listed(shoes)
    return (*listed[:-1], (*listed[-1][:2], "")) if listed else ()


_PAIR = {
    "session": int,
    "seq": int,
    "round": int,
    "kind": str,
    "live": bool,
    "before": str,
    "after": str,
    "after_round": int,
    "is_answered": bool,
    "is_over": bool,
    "step": int,
    "due_event": str,
    "event": str,
    "due_shoes": str,
    "shoes": str,
    "due_balances": str,
    "balances": str,
    "due_banker": int,
    "banker": int,
}
"""Columns of the table `begins`; `before` and `after` are the kinds of the lines next to it, '' for none."""


def begin_table(lines: Iterable[Line], sessions: Mapping[int, Session]) -> Columns:
    """Table `begins`: every `begin`, round and void of live sessions, and beside a `begin` what its answer makes due.

    `step` is the first event in which the logs differ, −1 for none; `is_over` says whether the session is closed.
    """
    by_session: dict[int, list[Line]] = {}
    for line in sorted(lines):
        by_session.setdefault(line.session, []).append(line)
    for number in by_session.keys() & sessions.keys():
        by_session[number] += _close(sessions[number])
    return table_of([row for number, told in sorted(by_session.items()) for row in _rows(told, sessions.get(number))], _PAIR)


def _close(session: Session) -> list[Line]:
    """A live session's close: it answers a bank's draw after which no round comes, so that its log has a card then."""
    close = session.close
    if close is None or not session.live:
        return []
    first = _first_card([parse(event) for event in close.log])
    return [Line(close.seq, session.number, 0, CLOSE, 0, (), tuple(close.log[:first]), (), (), first < len(close.log))]


def _rows(told: Sequence[Line], session: Session | None) -> Iterator[dict[str, object]]:
    banker, balances = 0, (0, *(seat.stack for seat in session.seats)) if session else ()
    for at, line in enumerate(told):
        before = told[at - 1].kind if at else ""
        after = told[at + 1] if at + 1 < len(told) else None
        if line.kind in (ROUND, VOID):
            banker, balances = line.banker, line.after
        is_answered = line.kind == BEGIN and after is not None and (after.kind in (ROUND, VOID) or after.is_dealt)
        yield {
            "session": line.session,
            "seq": line.seq,
            "round": line.round,
            "kind": line.kind,
            "live": session is not None and session.live,
            "before": before,
            "after": after.kind if after else "",
            "after_round": after.round if after else 0,
            "is_over": session is not None and session.close is not None,
            "is_answered": is_answered,
            **_compared(line, after if is_answered and after else line, banker, balances),
        }


def _compared(line: Line, answer: Line, banker: int, before: tuple[int, ...]) -> dict[str, object]:
    """What a `begin` says, beside what its answer makes due; the same twice where there is nothing to compare."""
    is_other = answer is not line
    longest = max(len(line.log), len(answer.log))
    step = next((i for i in range(longest) if line.log[i : i + 1] != answer.log[i : i + 1]), -1)
    banks = [int(event[1 : -len(" bank")]) for event in answer.log if VERBS[parse(event).verb] == "bank"]
    balances = tuple(paid(before if answer.kind == CLOSE else answer.balances, banker, answer.log)) if is_other else line.balances
    return {
        "step": step,
        "due_event": _event(answer.log, step),
        "event": _event(line.log, step),
        "due_shoes": _in_words(answer.shoes if answer.kind != CLOSE else _as_they_stand([ShoeUse(*use) for use in line.shoes])),
        "shoes": _in_words(line.shoes),
        "due_balances": str(list(balances)),
        "balances": str(list(line.balances)),
        "due_banker": (banks[-1] if banks else banker) if is_other else line.banker,
        "banker": line.banker,
    }


def _event(log: Sequence[str], step: int) -> str:
    return log[step] if 0 <= step < len(log) else NOTHING


def _in_words(shoes: Shoes) -> str:
    """Shoes for people, each as told: `shoe 3 from position 0, its seed sealed`."""
    told = [f"shoe {index} from position {first}, its seed {seed or 'sealed'}" for first, index, seed in shoes]
    return "; ".join(told) or "no shoe"


def unanswered(lines: Iterable[Line], sessions: Mapping[int, Session]) -> dict[int, Line]:
    """Rounds that were in play when the ledger was read, by session: the last line of an open live session is their `begin`."""
    last = {line.session: line for line in sorted(lines)}
    open_ones = {number for number, session in sessions.items() if session.live and session.close is None}
    return {number: line for number, line in last.items() if line.kind == BEGIN and number in open_ones}


def timeouts(tables: Tables) -> Counter[tuple[int, int]]:
    """How many answers were given for want of any, by session and account."""
    texts = tables["texts"]
    if not texts["timeout"].any():
        return Counter()
    events, boxes, number = tables["events"], tables["boxes"], tables["rounds"]["session"]
    owner = dict(zip(zip(boxes["rnd"].tolist(), boxes["box"].tolist(), strict=True), boxes["seat"].tolist(), strict=True))
    banker = tables["rounds"]["banker"]
    result: Counter[tuple[int, int]] = Counter()
    for at in np.flatnonzero(texts["timeout"][events["code"]]).tolist():
        rnd, hand = int(events["rnd"][at]), int(events["hand"][at])
        person = int(events["seat"][at]) or int(events["bettor"][at])
        account = int(banker[rnd]) if hand == BANKER else person or owner.get((rnd, hand >> 10), 0)
        result[int(number[rnd]), account] += 1
    return result
