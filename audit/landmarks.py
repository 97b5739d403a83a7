"""Seed chains that were walked before (ADR 18): where each ended is remembered, with landmarks to tell whether a new session shares a seed.

A landmark is a seed below LANDMARK. Who goes down from a seed that a chain has comes by the chain's landmarks, so the next one below a new
commitment shows whether that is a seed of a chain walked before, without walking that chain again.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

import attrs

from audit.context import Session, Survey
from audit.itself import fingerprint
from audit.remembered import CHAINS, Memory
from audit.seeds import parent
from audit.walks import LANDMARK, NOWHERE, Walked

FARTHEST = 1 << 17
"""Steps after which the lack of landmarks is no chance: one seed in 1,024 is one."""


@attrs.frozen
class Chains:
    """Chains that met no other session's commitment, by what names each, and every commitment that was looked out for."""

    auditor: str
    seen: list[bytes]
    ends: dict[str, Walked]


def recalled(memory: Memory, found: Survey) -> dict[int, Walked]:
    """Where chains that were walked before ended; of none where a new session may share a seed with one of them."""
    chains = memory.read(CHAINS, Chains)
    if chains is None or chains.auditor != fingerprint():
        return {}
    marks = {mark for walked in chains.ends.values() for mark in (*walked.landmarks, bytes.fromhex(walked.end))}
    if any(_meets(commitment, marks) for commitment in _commitments(found) - set(chains.seen)):
        return {}
    names = {number: _name(session) for number, session in found.sessions.items() if session.close is not None}
    return {number: attrs.evolve(chains.ends[name], session=number) for number, name in names.items() if name in chains.ends}


def keep(memory: Memory, found: Survey, ends: Mapping[int, Walked]) -> None:
    """Remember where these chains ended."""
    clean = {_name(found.sessions[number]): walked for number, walked in ends.items() if walked.index == NOWHERE}
    memory.write(CHAINS, Chains(fingerprint(), sorted(_commitments(found)), clean))


def _meets(seed: bytes, marks: set[bytes]) -> bool:
    """Whether one goes down from a seed to one of these: to the first landmark at most."""
    for _ in range(FARTHEST):
        if seed in marks or seed < LANDMARK:
            return seed in marks
        seed = parent(seed)
    return True


def _commitments(found: Survey) -> set[bytes]:
    return {bytes.fromhex(session.opened.commitment) for session in found.sessions.values()}


def _name(session: Session) -> str:
    """What a walk depends on, hashed (hex): the last seed, and how far down the commitment is said to be."""
    last = session.close.seed if session.close is not None else ""
    return sha256(f"{last} {session.opened.chain} {session.opened.commitment}".encode()).hexdigest()
