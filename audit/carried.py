"""What one unit of lines must know of those before it: seeds of shoes that went on, the shoe in use, limits in force, who had gone.

Pass 0 finds it with a glance at each round's line, without decoding any.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import attrs

from audit import seeds
from audit.lines import ROUND_MARK, VOID_MARK
from audit.text import LEAVES, OUT, Text

if TYPE_CHECKING:
    from audit.context import Session

_SESSION, _SHOES = b'"session":', b',"shoes":['
_USE = re.compile(rb'"first":[0-9]+,"index":([0-9]{1,16}),"seed":(?:"([0-9a-f]{64})"|null)')
_MADE = re.compile(rb'huffle ([0-9]{1,15})"')
"""A log may name a shoe that the list of its shoes does not."""
_GONE = re.compile(rb'"s([0-9]{1,2}) (?:leave|out)"')
_LEAVE = re.compile(rb'"s([0-9]{1,2}) leave"')
_LIMITS = re.compile(rb'"(?:D|([0-9]{1,2})) limits ([0-9]{1,13}) ([0-9]{1,13})"|"s[0-9]{1,2} bank"')

LONGEST_NUMBER = 16
"""Digits of the largest number in a record; a stranger's line may have more until it is decoded, and refused."""
OF_A_VOID = -1
"""A round that was broken off is a unit of its own."""
ANY_LATER = 1 << 62
"""Shoe number beyond every one: a void is priced with the shoes that would have followed (FORMAT §4)."""

MOST_MADE = 16
"""Shoes whose making is carried."""

Limits = dict[int, tuple[int, int]]
"""Minimum and maximum in force by box, that of all boxes at 0; what is not there the rules say."""


@attrs.frozen
class Carried:
    """What a session's first round in a unit builds upon.

    So has a round that was broken off. `before` is the line of the session's round before; `making` has, by shoe, that of the round
    that last shuffled it; `limits` are then in force.
    """

    before: bytes
    making: dict[int, bytes]
    limits: Limits

    def of_shoes(self, low: int, high: int) -> Carried:
        """The same with the making of these shoes only."""
        return attrs.evolve(self, making={shoe: line for shoe, line in self.making.items() if low <= shoe <= high})


@attrs.define
class Trace:
    """A session as far as it has been read."""

    unit: int = OF_A_VOID
    line: bytes = b""
    making: dict[int, bytes] = attrs.Factory(dict)
    limits: Limits = attrs.Factory(dict)

    def shuffles(self, shoes: Iterable[int], line: bytes) -> None:
        """A line shuffles these shoes; the last MOST_MADE of all are kept. One is in use at a time, but a log may say anything."""
        for shoe in shoes:
            self.making.pop(shoe, None)
            self.making[shoe] = line
        for shoe in list(self.making)[:-MOST_MADE]:
            del self.making[shoe]


def limits_after(limits: Limits, log: bytes) -> Limits:
    """Limits in force after those events of a log that change them; a new banker's are the rules' (B2.2, P1.3)."""
    result = dict(limits)
    for box, low, high in _LIMITS.findall(log):
        if not low:
            result = {}
        elif box:
            result[int(box)] = int(low), int(high)
        else:
            result = {0: (int(low), int(high))}
    return result


def looks_at_all(sessions: Mapping[int, Session]) -> bool:
    """Whether a round of any of these sessions builds upon another in more than its balances."""
    return any(_spans(session) for session in sessions.values())


class Glance:
    """Looks at the rounds as they are read, unit by unit."""

    def __init__(self, traces: Mapping[int, Trace] | None = None) -> None:
        self.traces = dict(traces or {})

    def look(self, sessions: dict[int, Session], unit: int, first: int, lines: Text) -> None:
        """Look at lines from `first` on, all of one unit; where no round builds upon another, at those with which somebody goes."""
        if looks_at_all(sessions):
            for seq, line in enumerate(lines, first):
                self.look_at(sessions, unit, seq, line)
        else:
            for at in lines.having(LEAVES, OUT).tolist():
                self.look_at(sessions, unit, first + at, lines[at])

    def look_at(self, sessions: dict[int, Session], unit: int, seq: int, line: bytes) -> None:
        """Look at one line of a unit."""
        if ROUND_MARK not in line and VOID_MARK not in line:
            return
        self._uses(sessions, seq, line, unit)
        if LEAVES.text in line or OUT.text in line:
            _left(sessions, seq, line)

    def _uses(self, sessions: dict[int, Session], seq: int, line: bytes, unit: int) -> None:
        number, shoes = _session(line)
        session = sessions.get(number)
        if session is None or not _spans(session):
            return
        is_void = VOID_MARK in line
        made = [int(index) for index in _MADE.findall(line)]
        _asks(session, unit, made, later=is_void)
        for index, seed in _USE.findall(line, shoes):
            shoe = int(index)
            session.last_shoe = max(session.last_shoe, shoe)
            _asks(session, unit, [shoe], later=is_void)
            if seed:
                session.seeds[shoe] = bytes.fromhex(seed.decode())
        self._carry(session, seq, line, OF_A_VOID if is_void else unit)
        if not is_void:  # its shoes end with it
            self.traces[number].shuffles(made, line)

    def _carry(self, session: Session, seq: int, line: bytes, unit: int) -> None:
        """What the line builds upon, where it begins another unit; a round that was broken off is a unit of its own."""
        trace = self.traces.get(session.number)
        if trace is None:
            trace = self.traces[session.number] = Trace()
        if trace.line and (unit != trace.unit or unit == OF_A_VOID):
            session.carried[seq] = Carried(trace.line, dict(trace.making), trace.limits)
        trace.unit, trace.line = unit, line
        if b" limits " in line or (trace.limits and b' bank"' in line):
            trace.limits = limits_after(trace.limits, line)


def _asks(session: Session, unit: int, shoes: Iterable[int], *, later: bool) -> None:
    """The unit may ask for the seeds of these shoes, and of any `later` one."""
    for shoe in shoes:
        low, high = session.uses.get(unit, (shoe, shoe))
        session.uses[unit] = min(low, shoe), ANY_LATER if later else max(high, shoe)


def _spans(session: Session) -> bool:
    """Whether a round builds upon the one before it in more than its balances."""
    params = session.params
    if params is None:
        return True
    return session.changes or params["shoe_reshuffle"] != "every-round"


def _session(line: bytes) -> tuple[int, int]:
    """Number of a round's session (0 for what is no such line), and where the list of its shoes begins: both stand near the end."""
    shoes = line.rfind(_SHOES)
    number = line[line.rfind(_SESSION, 0, max(shoes, 0)) + len(_SESSION) : max(shoes, 0)]
    return (int(number), shoes) if number.isdigit() and len(number) <= LONGEST_NUMBER else (0, shoes)


def _left(sessions: dict[int, Session], seq: int, line: bytes) -> None:
    session = sessions.get(_session(line)[0])
    if session is None:
        return
    for seat in _GONE.findall(line):
        session.gone.setdefault(int(seat), seq)
    for seat in _LEAVE.findall(line):
        session.leaves.setdefault(int(seat), seq)


def reveal(sessions: dict[int, Session]) -> None:
    """Derive the seed of the shoe that was in use at the close from the last seed of the chain."""
    for session in sessions.values():
        close, k = session.close, session.last_shoe
        if close and session.judged and 0 < k <= session.opened.chain and k not in session.seeds:
            session.seeds[k] = seeds.descend(bytes.fromhex(close.seed), session.opened.chain - k)
