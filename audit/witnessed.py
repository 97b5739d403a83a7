"""What witnesses' cosignatures come to in an audit: the row about a quorum that is not met, and what its notices say."""

from __future__ import annotations

from collections.abc import Iterator

from audit.cosignatures import others
from audit.facts.columns import Columns
from audit.judge import table_of
from audit.policy import Witnessed

MOST_NAMES = 12


def quorum_table(witnessed: Witnessed | None) -> Columns:
    """The row about a quorum that is not met: what is wanted, who cosigned, who is missing; none where it is met, or none was asked for."""
    unmet = [] if witnessed is None or witnessed.met else [witnessed]
    rows = [
        {"wanted": one.wanted, "cosigned": ", ".join(witness.told for witness, _ in one.cosigned), "missing": ", ".join(one.missing)}
        for one in unmet
    ]
    return table_of(rows, {"wanted": str, "cosigned": str, "missing": str})


def told(witnessed: Witnessed | None, note: bytes, name: str) -> Iterator[str]:
    """Notices about who signed the checkpoint of the ledger `name` beside its own key."""
    if witnessed is None:
        if also := others(note, name):
            more = f" and {len(also) - MOST_NAMES} more" if len(also) > MOST_NAMES else ""
            yield f"also signed, it says, by {', '.join(also[:MOST_NAMES])}{more}: not looked at (no policy was given)"
        return
    if witnessed.cosigned:
        yield f"cosigned by {', '.join(f'{witness.told} at {one.when}' for witness, one in witnessed.cosigned)}"


def remembered(witnessed: Witnessed | None, size: int) -> str:
    """What cosignatures exclude, where no saved checkpoint was given."""
    if witnessed is None or not witnessed.cosigned:
        return "rollback or a second history: not excluded (no saved checkpoint was given)"
    if not witnessed.met:
        return "rollback or a second history: not excluded (the policy's quorum is not met)"
    latest = max((one for _, one in witnessed.cosigned), key=lambda one: one.time).when
    return (
        f"rollback or a second history: excluded as far as the witnesses are trusted, who saw no other history of these {size} lines; "
        f"that later lines were withdrawn is not excluded since {latest}, the latest cosignature"
    )
