"""Asking witnesses to cosign a ledger's checkpoint, and keeping what they give (C2SP tlog-witness `add-checkpoint`).

A witness is told the size that it last saw and proven that the ledger has only grown since. It is asked without the writer's lock, so
that a slow one holds up nobody's table; with the lock the lines are added to the checkpoint, if that is still the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path

import attrs

from ledger.clock import Clock
from ledger.errors import DiskFailed, LedgerProblem, WitnessNotBelieved, WitnessRefused
from ledger.history.keys import KeyFolder
from ledger.history.opening import open_ledger
from ledger.proof.cosignatures import MOST_SIGNATURES, Cosignature, WitnessKey, signature_lines
from ledger.proof.merkle import consistency_parts, proof_lines, roots_of
from ledger.proof.published import Published, open_published
from ledger.proof.tree import leaf_hash
from ledger.witnesses.post import DEADLINE, Answer, post

_AHEAD, _BEHIND = timedelta(minutes=5), timedelta(days=1)
"""How far a cosignature's time may be from our own clock: clocks differ, and a witness may repeat an answer."""
MOST_AT_ONCE = 16
"""Witnesses that are asked side by side: one that does not answer holds up no other."""
_SIZE = re.compile(rb"(0|[1-9][0-9]{0,15})\n")
_REFUSALS = {
    400: "finds the request malformed (400); check that the address is the submission prefix of a C2SP witness",
    403: "trusts none of the keys that signed the checkpoint (403); give its operator the verifier key in force",
    404: "does not know the ledger (404); ask its operator to take it on, with its name and verifier key",
    408: "cannot answer now (408); try again later",
    429: "has been asked too often (429); try again later",
}


@attrs.frozen
class Witness:
    """A witness: the prefix to submit to, and the key that it must answer with."""

    url: str
    key: WitnessKey


@attrs.frozen
class Asked:
    """What came of asking a witness: a cosignature, or one sentence on why there is none.

    `is_disputed`: what it said does not verify, or it holds another history.
    """

    name: str
    cosignature: Cosignature | None = None
    fault: str = ""
    is_disputed: bool = False


def _to_nobody(_warning: str) -> None:
    """Nobody listens."""


def witness(
    folder: Path,
    keys: KeyFolder,
    witnesses: Sequence[Witness],
    clock: Clock,
    deadline: float = DEADLINE,
    *,
    tell: Callable[[str], object] = _to_nobody,
) -> list[Asked]:
    """Have the checkpoint of the ledger at `folder` cosigned, and keep the cosignatures in it, in place of older ones of the same keys.

    `deadline`: seconds for each request; `tell` is given what an opening mended. Raises a LedgerError where the ledger itself is at
    fault, or nothing could be kept.
    """
    with open_ledger(folder, keys) as writer:
        for warning in writer.warnings:
            tell(warning)
        signed = open_published(folder)
    with ThreadPoolExecutor(MOST_AT_ONCE) as pool:
        asked = list(pool.map(lambda each: _asked(signed, each, clock, deadline), witnesses))
    given = {each.key: one.cosignature for each, one in zip(witnesses, asked, strict=True) if one.cosignature is not None}
    if given:
        with open_ledger(folder, keys) as writer:
            note = _added(open_published(folder), signed, given)
            try:
                writer.disk.replace(folder / "checkpoint", note.encode())
            except OSError as error:
                raise DiskFailed(f"The cosignatures could not be written ({error.strerror}); mend the disk and ask again.") from error
    return asked


def _added(now: Published, then: Published, given: dict[WitnessKey, Cosignature]) -> str:
    """The checkpoint with these cosignatures, instead of any that it has of the same keys."""
    if now.checkpoint != then.checkpoint:
        raise LedgerProblem(
            f"{now.folder} has grown since the witnesses were asked, and what they signed is no longer its checkpoint; ask again."
        )
    text, _, _ = now.note.rpartition("\n\n")
    lines = [line for line in signature_lines(now.note) if not any(key.made(line) for key in given)]
    lines += [cosignature.line for cosignature in given.values()]
    if len(lines) > MOST_SIGNATURES:
        raise LedgerProblem(f"The checkpoint of {now.folder} would bear more than {MOST_SIGNATURES} signatures; ask fewer witnesses.")
    return f"{text}\n\n{''.join(lines)}"


def _asked(signed: Published, witness: Witness, clock: Clock, deadline: float) -> Asked:
    name = witness.key.name
    try:
        return Asked(name, _cosignature(signed, witness, clock, deadline))
    except WitnessRefused as error:
        return Asked(name, None, f"The witness {name} {error}.")
    except WitnessNotBelieved as error:
        return Asked(name, None, f"The witness {name} {error}.", is_disputed=True)


def _cosignature(signed: Published, witness: Witness, clock: Clock, deadline: float) -> Cosignature:
    """A witness's cosignature; WitnessRefused or WitnessNotBelieved if there is none."""
    url, size, note = f"{witness.url.rstrip('/')}/add-checkpoint", signed.checkpoint.size, signed.note
    old = size if any(witness.key.made(line) for line in signature_lines(note)) else 0
    answer = post(url, _request(signed, old), deadline)
    if answer.status == 409 and (known := _known_size(answer, old, size)) != old:
        if known > size:
            raise WitnessNotBelieved(
                f"has cosigned {known} lines of the ledger already, and this one has {size}: it is an older copy, or another history; "
                "keep it as evidence and find out which"
            )
        old = known
        answer = post(url, _request(signed, old), deadline)
    if answer.status != 200:
        raise _refusal(answer, old, size)
    return _checked(answer, signed, witness.key, clock)


def _request(signed: Published, old: int) -> bytes:
    """The body of `add-checkpoint`: the size that the witness has, the proof from it, our own signatures of the checkpoint."""
    parts = consistency_parts(old, signed.checkpoint.size)
    proof = proof_lines(roots_of((leaf_hash(line) for _, line in signed.lines()), parts).proof(parts)) if parts else []
    ours = [line for line in signature_lines(signed.note) if line.startswith(f"— {signed.checkpoint.name} ")]
    head = "\n".join([f"old {old}", *proof, "", signed.checkpoint.to_text()])
    return "".join([head, "\n", *ours]).encode()


def _known_size(answer: Answer, old: int, size: int) -> int:
    """The size that a witness says it has; it need not say one where it has this size and another root."""
    found = _SIZE.fullmatch(answer.body)
    if found is None and old == size:
        return size
    if found is None:
        raise WitnessNotBelieved("says that it has another size, and not which (409); ask its operator")
    return int(found[1])


def _refusal(answer: Answer, old: int, size: int) -> WitnessRefused | WitnessNotBelieved:
    status = answer.status
    if status == 422 or (status == 409 and old == size):
        return WitnessNotBelieved(
            f"holds another history ({status}): what it cosigned over {old} lines is not the beginning of this ledger; "
            "keep both checkpoints, for together they prove that two histories were signed"
        )
    if status == 409:
        return WitnessRefused("was asked by somebody else meanwhile (409); ask again")
    if 300 <= status < 400:
        return WitnessRefused(f"sends us on to another address ({status}), which is not followed; give the address itself")
    if 500 <= status < 600:
        return WitnessRefused(f"cannot answer now ({status}); try again later")
    return WitnessRefused(_REFUSALS.get(status, f"gave the answer {status}, which is none of a witness's; check the address"))


def _checked(answer: Answer, signed: Published, key: WitnessKey, clock: Clock) -> Cosignature:
    """The latest of the cosignatures in an answer, each verified."""
    try:
        lines = answer.body.decode()
    except UnicodeDecodeError as error:
        raise WitnessNotBelieved("gave an answer that is not text; nothing of it is kept") from error
    text = signed.checkpoint.to_text()
    found = key.cosignatures(lines, text)
    if not found:
        raise WitnessNotBelieved("answered without a signature of the key given; check the address and the key")
    latest = max(found, key=lambda cosignature: cosignature.time)
    now = datetime.fromisoformat(clock.read())
    if not (now - _BEHIND).timestamp() <= latest.time <= (now + _AHEAD).timestamp():
        raise WitnessNotBelieved(
            f"gave a cosignature of another time (second {latest.time}; it is {now:%Y-%m-%d %H:%M} UTC); compare the clocks"
        )
    return latest
