"""Seed chains walked down from the seeds that closes tell (FORMAT §6): where each ends, and whether it meets another session's commitment.

Two chains that share a seed share all below it, so one of them holds the other's commitment: to look out for those is enough.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import attrs

from audit.context import Survey
from audit.seeds import descend, descend_watching, parent

GROUP_STEPS = 100_000
"""Steps after which a group has walks enough: each group carries every commitment of the ledger to its process."""
NOWHERE = -1
LANDMARK = b"\x00\x40"
"""One seed in 1,024 is below it."""


@attrs.frozen
class Walk:
    """From the last seed of a session, so many steps down, where its own commitment should be."""

    session: int
    seed: bytes
    steps: int
    commitment: bytes


@attrs.frozen
class Walks:
    """Walks made together, the commitments to look out for on the way, and whether landmarks are to be noted."""

    walks: tuple[Walk, ...]
    commitments: frozenset[bytes]
    noting: bool = False

    @property
    def steps(self) -> int:
        """Steps in all."""
        return sum(walk.steps for walk in self.walks)


@attrs.frozen
class Walked:
    """Where a walk ended (hex), and the first foreign commitment that it met (hex) as seed number `index`, NOWHERE if it met none.

    `landmarks`: seeds below LANDMARK on the way, where they were to be noted.
    """

    session: int
    end: str
    index: int = NOWHERE
    commitment: str = ""
    landmarks: tuple[bytes, ...] = ()


def walks(found: Survey, known: Collection[int] = (), *, noting: bool = False) -> list[Walks]:
    """Walks of all closed sessions but those whose end is known, in groups."""
    commitments = frozenset(bytes.fromhex(session.opened.commitment) for session in found.sessions.values())
    return [Walks(group, commitments, noting) for group in _groups(found, known)]


def _groups(found: Survey, known: Collection[int]) -> Iterator[tuple[Walk, ...]]:
    group: list[Walk] = []
    steps = 0
    for number, session in sorted(found.sessions.items()):
        if session.close is None or number in known:
            continue
        opened = session.opened
        group.append(Walk(number, bytes.fromhex(session.close.seed), opened.chain, bytes.fromhex(opened.commitment)))
        steps += session.opened.chain
        if steps >= GROUP_STEPS:
            yield tuple(group)
            group, steps = [], 0
    if group:
        yield tuple(group)


def walked(task: Walks) -> list[Walked]:
    """Walk down the chains of a group."""
    return [_noted(walk, task.commitments) if task.noting else _walked(walk, task.commitments) for walk in task.walks]


def _walked(walk: Walk, commitments: frozenset[bytes]) -> Walked:
    if len(commitments) == 1:
        return Walked(walk.session, descend(walk.seed, walk.steps).hex())
    index, met = descend_watching(walk.seed, walk.steps, commitments)
    while index and met == walk.commitment:  # not at its end: of that another check tells
        index, met = descend_watching(parent(met), index - 1, commitments)
    if index == 0:
        return Walked(walk.session, met.hex())
    return Walked(walk.session, descend(met, index).hex(), index, met.hex())


def _noted(walk: Walk, commitments: frozenset[bytes]) -> Walked:
    """The same, with the landmarks on the way."""
    seed, landmarks = walk.seed, list[bytes]()
    for _ in range(walk.steps):
        if seed in commitments and seed != walk.commitment:
            return _walked(walk, commitments)
        if seed < LANDMARK:
            landmarks.append(seed)
        seed = parent(seed)
    return Walked(walk.session, seed.hex(), landmarks=tuple(landmarks))
