"""What verifying a file comes to: what it proves, what it cannot prove and why, what in it contradicts the rules (FORMAT §11)."""

from __future__ import annotations

import attrs

from audit.report import FOUND, Finding
from audit.story.step import Story

PROVEN = 0
WRONG = FOUND
UNPROVEN = 3


@attrs.frozen
class Verified:
    """The result for one file.

    `kind` is what the file is, `title` what it is about; `proven` and `not_proven` are sentences, `findings` those of the audit's checks
    and `contradictions` what else is wrong, in sentences. `status` is 0 proven and right, 1 wrong, 3 not verified as asked.
    """

    kind: str
    title: str
    verdict: str
    status: int
    proven: tuple[str, ...]
    not_proven: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    contradictions: tuple[str, ...] = ()
    story: Story | None = None
