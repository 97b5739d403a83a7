"""Pass 0 and pass 1 of an audit: the history looked through, then judged unit by unit, by whoever is there to share the work.

What a unit came to when the same auditor judged it before is remembered, if wished (ADR 18), and all the same whoever finds it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import attrs

from audit import landmarks, units
from audit.context import Survey, survey
from audit.database import Building, Part
from audit.errors import TruncatedError
from audit.ledger_dir import LedgerDir
from audit.remembered import Memory, key_of
from audit.segment import Outcome, Work, work
from audit.spread import Spread, prepare, processes
from audit.units import Unit
from audit.walks import Walked, walked, walks

LONG_CHAIN = 200_000
"""Steps down the seed chains from which on it pays to share them among the processes."""
Progress = Callable[[int, int], None]
"""Is told how many lines were judged, of how many."""


def unseen(done: int, size: int) -> None:
    """Progress that nobody looks at."""


@attrs.frozen
class Wishes:
    """How an audit is to be run.

    `jobs`: processes, one for each core unless said; `memory_limit`: DuckDB's, of each process, as in "2GB"; `progress`: is told of every
    part that was judged; `making`: the database that is to have the facts; `remember`: a folder of the auditor's own, in which is kept what
    each part of a ledger came to, so that the same auditor need not judge it again; `cluster`: address of a Dask scheduler whose workers
    judge, or "local" for one made here with so many processes.
    """

    jobs: int | None = None
    memory_limit: str | None = None
    remember: Path | None = None
    progress: Progress = unseen
    making: Building | None = None
    cluster: str | None = None

    @contextmanager
    def spread(self, tasks: int) -> Iterator[Spread]:
        """A `map` over whoever is to do the work; raises ClusterError."""
        if self.cluster is None or not tasks:
            with processes(self.jobs, tasks) as spread:
                yield spread
        else:
            from audit.cluster import workers

            with workers(self.cluster, self.jobs) as spread:
                yield spread


AS_USUAL = Wishes()


@attrs.frozen
class Looked:
    """What pass 0 found; where it is to be remembered, the memory and the SHA-256 of each unit."""

    found: Survey
    memory: Memory | None = None
    digests: Sequence[bytes | None] = ()


@attrs.frozen
class Passed:
    """What came of each unit, and where each seed chain ended; `parts` names the units, `recalled` those that were known from before."""

    outcomes: list[Outcome]
    ends: list[Walked]
    parts: list[Part]
    recalled: list[Part]

    @property
    def remembered(self) -> int:
        """How many lines were known from before."""
        return sum(part.lines for part in self.recalled)


@attrs.define
class _Came:
    """Outcomes by unit as they come, remembered if wished."""

    memory: Memory | None
    progress: Progress
    parts: list[Part]
    outcomes: dict[int, Outcome] = attrs.Factory(dict)
    recalled: list[Part] = attrs.Factory(list)
    done: int = 0

    @classmethod
    def of(cls, tasks: Sequence[Work], memory: Memory | None, wishes: Wishes) -> _Came:
        """Begin with what is known from before, and forget what no unit of this ledger came to."""
        keys = [key_of(task) if memory is not None else "" for task in tasks]
        result = cls(memory, wishes.progress, [Part(task.unit.first, task.unit.count, key) for task, key in zip(tasks, keys, strict=True)])
        if memory is not None:
            memory.forget_others(keys)
            for task, part in zip(tasks, result.parts, strict=True):
                outcome = memory.outcome(part.key) if wishes.making is None or part in wishes.making.has else None
                if outcome is not None:
                    result.outcomes[task.unit.number] = outcome
                    result.recalled.append(part)
        result.done = sum(part.lines for part in result.recalled)
        return result

    def tell(self) -> None:
        """Say how far it is."""
        self.progress(self.done, sum(part.lines for part in self.parts))

    def take_in(self, task: Work, outcome: Outcome, *, lasting: bool = True) -> None:
        """Take in what came of a unit; `lasting`: it is remembered if anything is."""
        self.outcomes[task.unit.number] = outcome
        self.done += task.unit.count
        self.tell()
        if self.memory is not None and lasting:
            self.memory.keep(self.parts[task.unit.number].key, outcome)


def look(ledger: LedgerDir, wishes: Wishes) -> Looked:
    """Look through the history; raises LineError, TruncatedError or RememberedError."""
    if wishes.remember is None:
        if wishes.cluster is None and ledger.size > units.UNIT_LINES:  # else there is one unit, and nothing to share
            prepare(wishes.jobs)
        found = survey(ledger)
        return Looked(found, None, [None] * len(found.units))
    memory = Memory.opened(wishes.remember, ledger, wishes.jobs or os.cpu_count() or 1)
    surveying, digests = memory.survey(ledger)
    return Looked(surveying.end(), memory, digests)


def judge(looked: Looked, wishes: Wishes) -> Passed:
    """Judge every unit that is not known from before; raises LineError, TruncatedError, LimitError or RememberedError."""
    found = looked.found
    facts = wishes.making.folder if wishes.making is not None else None
    every = zip(found.units, found.seen, looked.digests, strict=True)
    tasks = [Work(unit, found.active(unit), seen.whole, facts, wishes.memory_limit, digest) for unit, seen, digest in every]
    came = _Came.of(tasks, looked.memory, wishes)
    came.tell()
    to_do = [task for task in tasks if task.unit.number not in came.outcomes]
    known = landmarks.recalled(looked.memory, found) if looked.memory is not None else {}
    walking = walks(found, known, noting=looked.memory is not None)
    with wishes.spread(len(to_do)) as spread:
        far = sum(group.steps for group in walking) > LONG_CHAIN
        ended = spread(walked, walking) if far else map(walked, walking)
        for task, outcome in zip(to_do, spread(work, to_do), strict=True):
            told = found.those(task.unit, outcome.strangers)
            whole = work(attrs.evolve(task, sessions={**task.sessions, **told})) if told else outcome
            came.take_in(task, whole, lasting=not outcome.strangers)
        ends = known | {end.session: end for group in ended for end in group}
    if looked.memory is not None:
        landmarks.keep(looked.memory, found, ends)
    outcomes = [came.outcomes[unit.number] for unit in found.units]
    for unit, seen, outcome in zip(found.units, found.seen, outcomes, strict=True):
        if outcome.seen != seen.digest:
            raise _forgotten(looked.memory, unit)
    return Passed(outcomes, [ends[number] for number in sorted(ends)], came.parts, came.recalled)


def _forgotten(memory: Memory | None, unit: Unit) -> TruncatedError:
    """The error for a unit that was another one when pass 0 looked at it; nothing of that is remembered."""
    if memory is not None:
        memory.forget()
    return unit.spans[0].changed()
