"""Policies: which witnesses must have cosigned a checkpoint for a reader to accept it (C2SP tlog-policy).

    policy = read_policy(Path("policy.txt"))
    policy.judge(note).met

A policy's names are octets to it; here they are text in which an octet that is not UTF-8 stands for itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs

from audit.bounded import read_bounded
from audit.cosignatures import Cosignature, cosignatures
from audit.errors import PolicyError
from audit.notes import COSIGNATURE, ED25519, VerifierKey, key_in, vkey_fault

LONGEST = 1 << 20
"""Bytes of a policy file that are read."""
NONE = "none"
_FOREIGN = re.compile(rb"[^\t\x20-\x7e\x80-\xff]")
_SPACE = re.compile(r"[ \t]+")


@attrs.frozen
class Witness:
    """A witness by its name in the policy, with its key and, if the policy says so, where it is asked."""

    name: str
    key: VerifierKey
    vkey: str
    url: str

    @property
    def told(self) -> str:
        """What people call it."""
        return self.key.name if self.key.name == self.name else f"{self.name} ({self.key.name})"


@attrs.frozen
class Group:
    """So many of these, witnesses or groups, must have cosigned."""

    wanted: int
    members: tuple[str, ...]


@attrs.frozen
class Witnessed:
    """What a policy makes of a checkpoint: the cosignatures, whether they are a quorum, and who of the quorum's witnesses is missing."""

    cosigned: tuple[tuple[Witness, Cosignature], ...]
    met: bool
    wanted: str
    missing: tuple[str, ...]


@attrs.define
class Policy:
    """Logs, witnesses and groups by name, and the name of the quorum."""

    logs: list[VerifierKey] = attrs.Factory(list)
    witnesses: dict[str, Witness] = attrs.Factory(dict)
    groups: dict[str, Group] = attrs.Factory(dict)
    quorum: str = ""

    def accepts(self, key: VerifierKey) -> bool:
        """Whether it is a policy for the ledger of this key; one without logs is for any."""
        return not self.logs or key in self.logs

    def judge(self, note: bytes) -> Witnessed:
        """Verify the cosignatures of a note, and count them; raises NoteError, or SignatureError where a known witness's line fails."""
        given = {one.key: one for one in cosignatures(note, [witness.key for witness in self.witnesses.values()])}
        cosigned = [(witness, given[witness.key]) for witness in self.witnesses.values() if witness.key in given]
        holds = {NONE: True} | {name: witness.key in given for name, witness in self.witnesses.items()}
        for name, group in self.groups.items():  # members come before their group
            holds[name] = sum(holds[member] for member in group.members) >= group.wanted
        missing = tuple(witness.told for witness in self._asked() if witness.key not in given)
        return Witnessed(tuple(cosigned), holds[self.quorum], self._wanted(), missing)

    def _asked(self) -> Iterator[Witness]:
        """The witnesses that count towards the quorum."""
        names = [self.quorum]
        for name in names:
            names += self.groups[name].members if name in self.groups else ()
            if name in self.witnesses:
                yield self.witnesses[name]

    def _wanted(self) -> str:
        """The quorum in words."""
        if self.quorum not in self.groups:
            return self.quorum
        group = self.groups[self.quorum]
        return f"{group.wanted} of {', '.join(group.members)}"


def read_policy(path: Path) -> Policy:
    """Read a policy file; raises PolicyError, which names the line."""
    data = read_bounded(path, LONGEST, PolicyError, "give the file of a policy")
    if len(data) > LONGEST:
        raise PolicyError(f"{path} is longer than {LONGEST} bytes, far too long to be a policy; give the file of one.")
    reader = _Reader(Policy())
    lines = data.split(b"\n")
    for number, line in enumerate(lines[:-1], 1):
        if fault := reader.fault(line):
            raise PolicyError(f"{path} is not a policy as c2sp.org/tlog-policy describes it: line {number} {fault}.")
    if lines[-1]:
        raise PolicyError(f"{path} is cut: line {len(lines)}, the last one, has no newline; get the policy whole.")
    if not reader.policy.quorum:
        raise PolicyError(f"{path} is a policy without a `quorum` line; write `quorum none` to ask for no witness.")
    return reader.policy


def policy_for(path: Path, key: VerifierKey) -> Policy:
    """Read the policy by which the ledger of this key is to be judged; raises PolicyError if it is for other logs."""
    policy = read_policy(path)
    if not policy.accepts(key):
        raise PolicyError(f"{path} is a policy for other logs than that of the verifier key given ({key.name}); give the one for this.")
    return policy


class _Reader:
    """Takes in a policy line by line; each kind of line gives half a sentence on what is wrong with it, or nothing."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._keys: set[tuple[bytes, bytes]] = set()
        self._members: set[str] = set()
        self._kinds: dict[str, tuple[Callable[[list[str]], str | None], range]] = {
            "log": (self._log, range(1, 3)),
            "witness": (self._witness, range(2, 4)),
            "group": (self._group, range(3, LONGEST)),
            "quorum": (self._quorum, range(1, 2)),
        }

    def fault(self, line: bytes) -> str | None:
        """Take in a line."""
        if foreign := _FOREIGN.search(line):
            return f"holds the control character {foreign[0][0]:#04x}"
        words = [word for word in _SPACE.split(line.decode("utf-8", "surrogateescape")) if word]
        if not words or words[0].startswith("#"):
            return None
        take, counts = self._kinds.get(words[0], (None, range(0)))
        if take is None:
            return f"begins with “{words[0][:40]}”: only `log`, `witness`, `group` and `quorum` do"
        if len(words) - 1 not in counts:
            return f"has {len(words) - 1} items after `{words[0]}`, which is not how it is written"
        return take(words[1:])

    def _key(self, kind: bytes, vkey: str) -> str | None:
        if fault := vkey_fault(vkey, kind):
            return f"has a verifier key that {fault}"
        public = kind, key_in(vkey).public
        if public in self._keys:
            return f"has the public key of a {'log' if kind == ED25519 else 'witness'} for the second time"
        self._keys.add(public)
        return None

    def _log(self, words: list[str]) -> str | None:
        if fault := self._key(ED25519, words[0]):
            return fault
        self.policy.logs.append(key_in(words[0]))
        return None

    def _witness(self, words: list[str]) -> str | None:
        name, vkey, *url = words
        if fault := self._name(name) or self._key(COSIGNATURE, vkey):
            return fault
        self.policy.witnesses[name] = Witness(name, key_in(vkey), vkey, *url or [""])
        return None

    def _group(self, words: list[str]) -> str | None:
        name, wanted, *members = words
        if fault := self._name(name) or next(filter(None, map(self._member, members)), None):
            return fault
        count = {"all": str(len(members)), "any": "1"}.get(wanted, wanted)
        if not re.fullmatch(r"[1-9][0-9]{0,6}", count) or int(count) > len(members):
            return f"asks for “{wanted[:40]}” of {len(members)} members; write `all`, `any` or a number of them"
        self.policy.groups[name] = Group(int(count), tuple(members))
        return None

    def _quorum(self, words: list[str]) -> str | None:
        if self.policy.quorum:
            return "is a second `quorum` line"
        if words[0] != NONE and not self._defined(words[0]):
            return f"has a quorum of “{words[0][:40]}”, which no line before it defines"
        self.policy.quorum = words[0]
        return None

    def _name(self, name: str) -> str | None:
        if name == NONE or self._defined(name):
            return f"gives the name “{name[:40]}”, which is taken"
        return None

    def _member(self, name: str) -> str | None:
        if not self._defined(name):
            return f"has the member “{name[:40]}”, which no line before it defines"
        if name in self._members:
            return f"has the member “{name[:40]}” twice, and it may count only once"
        self._members.add(name)
        return None

    def _defined(self, name: str) -> bool:
        return name in self.policy.witnesses or name in self.policy.groups
