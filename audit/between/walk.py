"""The walk over a session: what the rules asked for between its rounds beside what stands there (FORMAT §9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from audit.between.phase import between
from audit.between.questions import (
    ASKED,
    AUCTION,
    CLOSING,
    DRAWN,
    LEAVING,
    LIMITS,
    PASSES,
    PLAYERS,
    ROUND,
    SEEDS,
    WILL,
    Asking,
    going,
)
from audit.between.table import Table
from audit.carried import limits_after
from audit.context import Session
from audit.facts.between import Phase

NO_STEP = -1
TIMEOUT = " timeout "
DEFAULTS = ("pass", "decline bank", "keep")
"""What questions between rounds come to that nobody answers."""


@attrs.frozen
class Step:
    """A question that was not answered rightly, or an event that nothing asked for; `step` is its place in the log (−1: nothing there)."""

    session: int
    seq: int
    round: int
    step: int
    about: str
    expected: str
    recorded: str
    at_close: bool = False


BankerDue = tuple[int, int, int, int, int]
"""Session, line and round; the account that holds the bank in it by the events before it, and the one that is recorded."""


@attrs.define
class Walk:
    """What the walks over all sessions found; `ends`: why each had to close by what stands there, "" where it had not."""

    steps: list[Step] = attrs.Factory(list)
    bankers: list[BankerDue] = attrs.Factory(list)
    ends: dict[int, str] = attrs.Factory(dict)


def walk(sessions: Mapping[int, Session], phases: Iterable[Phase], steps: Mapping[int, int]) -> Walk:
    """Walk over all sessions whose bank or limits change; `steps`: what every stake is a multiple of, by session."""
    by_session: dict[int, list[Phase]] = {number: [] for number, session in sessions.items() if session.changes}
    for phase in phases:
        by_session.setdefault(phase.session, []).append(phase)
    result = Walk()
    for number, rounds in sorted(by_session.items()):
        _one(sessions[number], rounds, steps[number], result)
    return result


def walk_on(session: Session, earlier: Sequence[Phase], rounds: Sequence[Phase], step: int) -> Walk | None:
    """Walk over consecutive rounds of a session of which only those `earlier` ones are known that changed what counts, and the last.

    None where a lot was drawn before from a stream that one of these rounds draws from, too: how far it had been read is not known.
    """
    table, result = Table.of(session, step), Walk()
    drawn = {phase.shoe for phase in earlier if _draws(phase)}
    if any(_draws(phase) and (phase.shoe in drawn or phase.shoe - 1 in drawn) for phase in rounds):
        return None
    for phase in (*earlier, *rounds):
        for index, seed in phase.told:
            table.lots.tell(index, bytes.fromhex(seed))
    for phase in sorted(earlier, key=lambda phase: phase.seq):
        _gone(table, phase.events)
        table.limits = limits_after(table.limits, b",".join(b'"%s"' % event.encode() for event in phase.events))
        table.played(phase)
    for phase in sorted(rounds, key=lambda phase: phase.seq):
        if table.is_private and not table.boxes.get(phase.banker):
            return result
        _round(table, phase, result)
    return result


def _draws(phase: Phase) -> bool:
    return any(" lot " in event for event in phase.events)


def _one(session: Session, rounds: Sequence[Phase], step: int, result: Walk) -> None:
    table = Table.of(session, step)
    rounds = sorted(rounds, key=lambda phase: phase.seq)
    for phase in rounds:
        for index, seed in phase.told:
            table.lots.tell(index, bytes.fromhex(seed))
    for phase in rounds:
        if table.is_private and not table.boxes.get(phase.banker):
            result.ends[session.number] = session.close.reason if session.close else ""
            return  # nobody knows who sits on whose left any more; another check says so
        _round(table, phase, result)
    if session.close is not None:
        _close(table, session, rounds, result)


@attrs.define
class _Log:
    """The events of one log, as they are asked for."""

    session: int
    seq: int
    round: int
    steps: list[Step]
    whole: bool = True
    at_close: bool = False

    def add(self, step: int, about: str, expected: str, recorded: str) -> None:
        self.steps.append(Step(self.session, self.seq, self.round, step, about, expected, recorded, self.at_close))

    def ask(self, table: Table, asking: Asking, events: Sequence[str]) -> str | None:
        """Let the questions be answered by the events: what comes of it, None where an answer was wrong or one is missing."""
        at, count = 0, len(events)
        answer: str | None = None
        try:
            while True:
                is_there = at < count
                table.coming = events[at] if is_there else ""
                due = asking.send(answer)
                if is_there and due.takes(table.coming):
                    answer, at = table.coming, at + 1
                elif due.may:
                    answer = None
                else:
                    if is_there or self.whole:
                        self.add(at if is_there else NO_STEP, due.about, due.told, table.coming if is_there else "none")
                    return None
        except StopIteration as end:
            if at < count:
                self.add(at, _about(events[at]), "no such event", events[at])
                return None
            return str(end.value)


_ABOUT = {
    **dict.fromkeys(("leave", "out"), LEAVING),
    "bank": PASSES,
    **dict.fromkeys(("lot", "shuffle"), DRAWN),
    **dict.fromkeys(("accept", "decline"), ASKED),
    **dict.fromkeys(("auction", "bid", "pass", "pays"), AUCTION),
    **dict.fromkeys(("keep", "yield"), WILL),
    "limits": LIMITS,
}


def _about(event: str) -> str:
    """What an event is about that nothing asked for."""
    words = event.split(" ")
    return _ABOUT.get(words[1], CLOSING) if len(words) > 1 else CLOSING


def answers(events: Sequence[str], *, live: bool) -> Sequence[str]:
    """The events as they would stand had their defaults been answered; those that may not be taken so stay as they are (FORMAT §4)."""
    late = [event.replace(TIMEOUT, " ", 1) for event in events] if live else events
    return [plain if plain.partition(" ")[2] in DEFAULTS else event for plain, event in zip(late, events, strict=True)]


def _round(table: Table, phase: Phase, result: Walk) -> None:
    table.hold(phase.before)
    log = _Log(phase.session, phase.seq, phase.round, result.steps, whole=phase.is_whole)
    end = log.ask(table, between(table), answers(phase.events, live=table.live))
    if end == PLAYERS or (end == SEEDS and table.has_seeds()):  # that no seeds were left for any round another check says
        result.steps.append(Step(phase.session, phase.seq, phase.round, NO_STEP, CLOSING, f"a close ({end})", "a round"))
    if end is not None and table.is_private:
        result.bankers.append((phase.session, phase.seq, phase.round, table.banker, phase.banker))
    _gone(table, phase.events)
    table.played(phase)


def _gone(table: Table, events: Sequence[str]) -> None:
    """Whoever is said to be gone is gone, though something was wrong before."""
    for event in events:
        table.there.discard(going(event, "leave", "out"))


def _close(table: Table, session: Session, rounds: Sequence[Phase], result: Walk) -> None:
    """Judge the log of a close, and why the session ended."""
    close = session.close
    if close is None:
        return
    table.closing = True
    log = _Log(session.number, close.seq, 0, result.steps, whole=close.reason != "stopped", at_close=True)
    is_over = close.reason == "rounds" and sum(not phase.is_void for phase in rounds) >= table.rules["session_rounds"]
    is_broken = bool(rounds) and rounds[-1].is_void
    is_quiet = is_over or (is_broken and not (session.live and close.log))
    end = log.ask(table, _nothing() if is_quiet else between(table), answers(close.log, live=session.live))
    if is_broken and end == ROUND and not table.has_seeds():
        end = SEEDS
    result.ends[session.number] = close.reason if end is None else "" if end == ROUND else end


def _nothing() -> Asking:
    """After the last round nothing stands, nor after one with which the session was broken off."""
    yield from ()
    return ROUND
