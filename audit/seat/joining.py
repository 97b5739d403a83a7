"""Sitting down: what an invitation proves, and the hash of an entropy that nobody else has seen (FORMAT §12)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import attrs

from audit.context import rules_hash
from audit.errors import SeatFileError, SeatSecretError
from audit.notes import parse_vkey
from audit.records import Open
from audit.seat import secret as secrets
from audit.seat.answering import public_key
from audit.seat.files import Invitation, SeatHash, Secret, encode, read
from audit.seat.proven import Signed
from audit.seat.told import told_table
from audit.seeds import SEED_BYTES, entropy_hash
from audit.tree import leaf_hash


@attrs.frozen
class Invited:
    """What a verified invitation says: the ledger, the player's name, the session and its leaf hash."""

    ledger: str
    name: str
    opened: Open
    open_leaf: bytes
    note: str

    def told(self) -> list[str]:
        """What the player sits down to, in a few lines."""
        return told_table(self.ledger, self.opened, self.name)


@attrs.frozen
class Joined:
    """What a player gives the operator, and what they sit down to."""

    invited: Invited
    hash_file: bytes


def verified(path: Path, vkey: str) -> Invited:
    """Verify an invitation with the key that the player holds; raises an AuditError that says what is not proven."""
    invitation = read(path, Invitation)
    signed = Signed.of(str(path), invitation.checkpoint, parse_vkey(vkey.strip()))
    first = signed.ledger(invitation.zero)
    opened = signed.line(invitation.open, Open, "the session's `open` line")
    if rules_hash(opened) != opened.rules_hash:
        raise SeatFileError(f"{path}: the rules in the `open` line are not those that its hash names: do not sit down.")
    return Invited(first.name, invitation.name, opened, leaf_hash(invitation.open.line.encode()), invitation.checkpoint)


def join(path: Path, vkey: str, secret: Path, random: Callable[[int], bytes] = os.urandom, *, signs: bool = False) -> Joined:
    """Make a player's entropy, keep it, and give its hash; given again for the same invitation, the hash of what was kept.

    Who `signs` their answers has a key made and kept with it, whose public half is given. Raises an AuditError where the invitation proves
    too little, SeatSecretError where the secret cannot be kept.
    """
    invited = verified(path, vkey)
    if secret.exists():
        kept = secrets.read(secret)
        if (kept.name, kept.open) != (invited.name, invited.open_leaf.hex()):
            raise SeatSecretError(f"{secret} holds the secret for another seat, of {kept.name}; give another file for this one.")
        if (kept.key is not None) != signs:
            raise SeatSecretError(f"{secret} was made {'without' if signs else 'with'} --sign; do so again, or give another file.")
    else:
        entropy, key = random(SEED_BYTES).hex(), random(SEED_BYTES).hex() if signs else None
        kept = Secret(checkpoint=invited.note, entropy=entropy, key=key, name=invited.name, open=invited.open_leaf.hex())
        secrets.write(secret, kept)
    hashed = entropy_hash(invited.open_leaf, kept.name, bytes.fromhex(kept.entropy))
    return Joined(invited, encode(SeatHash(entropy_hash=hashed.hex(), key=public_key(kept), name=kept.name, open=kept.open)))
