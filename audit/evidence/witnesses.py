"""A verified file under a reader's policy: who cosigned its checkpoint, and whether that is enough (FORMAT §3, C2SP tlog-policy)."""

from __future__ import annotations

import attrs

from audit.evidence.result import PROVEN, UNPROVEN, Verified
from audit.policy import Policy


def under(policy: Policy | None, note: bytes, verified: Verified) -> Verified:
    """Add what witnesses cosigned; a quorum that is not met leaves the file not verified as asked. Raises NoteError or SignatureError."""
    if policy is None:
        return verified
    judged = policy.judge(note)
    whom = ", ".join(f"{witness.told} at {one.when}" for witness, one in judged.cosigned)
    seen = f"Its checkpoint is cosigned by {whom}: as far as each is trusted, it saw no other history of those lines."
    proven = (*verified.proven, *([seen] if whom else []))
    if judged.met:
        return attrs.evolve(verified, proven=proven)
    lacks = f"That enough witnesses saw it: the policy asks for {judged.wanted}, and there is nothing of {', '.join(judged.missing)}."
    verdict = "NOT VERIFIED AS ASKED: too few of the policy's witnesses have cosigned the checkpoint."
    return attrs.evolve(
        verified,
        proven=proven,
        not_proven=(lacks, *verified.not_proven),
        verdict=verdict if verified.status == PROVEN else verified.verdict,
        status=UNPROVEN if verified.status == PROVEN else verified.status,
    )
