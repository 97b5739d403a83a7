"""One round, or one hand of it, told step by step from the recorded log by the auditor's own reading.

story = explain(Path("my-ledger"), 3, 17, hand="2.1")
print(as_text(story))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import attrs

from audit.errors import AuditError, RecordMissingError
from audit.ledger_dir import LedgerDir, open_ledger
from audit.lines import ROUND_MARK, decode_line
from audit.records import Close, Open, Record, Round, Seat, ShoeUse, Start, Unknown, Void
from audit.rules import not_understood
from audit.seeds import LABEL_CARDS, descend, entropy_root, stream
from audit.story.events import narrate
from audit.story.reckoning import net
from audit.story.step import Seat as Player
from audit.story.step import Shoe, Step, Story
from audit.story.text import as_text
from audit.story.told import Told
from audit.tree import leaf_hash

__all__ = ["Story", "as_text", "explain"]

if TYPE_CHECKING:
    from audit.report import Finding

R = TypeVar("R")


class RulesNotToldError(AuditError):
    """A rule set has a parameter that this version does not understand, so its rounds cannot be told."""


@attrs.frozen
class _Session:
    """The records of a session that one round's story needs, with the leaf that every shoe is bound to."""

    ledger: str
    records: list[Record | Unknown]
    open_leaf: bytes

    def all(self, kind: type[R]) -> list[R]:
        """Those of one kind, in order."""
        return [record for record in self.records if isinstance(record, kind)]

    def rounds(self) -> list[Round | Void]:
        """The rounds that were decoded, those that count first."""
        return [*self.all(Round), *self.all(Void)]


def explain(path: Path, session: int, round_: int, hand: str | None = None, vkey: str | None = None) -> Story:
    """The story of a round; with `hand` only what concerns that hand.

    With `vkey` the whole ledger is audited first, and the findings about this round stand in the story; without it nothing but the
    round itself is looked at. Raises RecordMissingError for a session, round or hand that the ledger does not hold, and other
    AuditErrors for a ledger that cannot be read or whose rules this version does not understand.
    """
    records = _records_of(open_ledger(path), session, round_)
    played = _played(records, session, round_)
    opening = records.all(Open)[0]
    if strange := not_understood(opening.rules):
        raise RulesNotToldError(f"The rules of session {session} are not all understood by this version, so it is not told: {strange[0]}.")
    seats = [Player(seat.seat, seat.name, tuple(seat.boxes)) for seat in records.all(Seat)]
    shoes = {use.index: _shoe(records, opening, use) for use in played.shoes}
    told = Told(opening.rules, seats, list(played.before), shoes)
    narrate(told, played.log)
    if hand is not None and hand not in told.hands:
        dealt = ", ".join(told.hands)
        raise RecordMissingError(f"Round {session}/{round_} has no hand {hand}; it has {dealt or 'no hand at all'}.")
    steps = [*told.steps, *_balances(told, seats, played)]
    return Story(
        session=session,
        round=round_,
        hand=hand,
        title=f"Session {session}, round {round_}" + (f", hand {hand}" if hand else ""),
        heading=_heading(records, opening, played),
        steps=tuple(step for step in steps if hand is None or _concerns(step, hand, seats)),
        findings=_findings(path, vkey, session, round_),
    )


def _records_of(ledger: LedgerDir, session: int, round_: int) -> _Session:
    """The session's records except the rounds that do not matter here: those are told apart by their bytes and not decoded."""
    mark, wanted = f'"session":{session},'.encode(), f'"round":{round_},'.encode()
    records: list[Record | Unknown] = []
    open_leaf, shoes = b"", set[bytes]()
    for seq, raw in ledger.lines():
        if mark not in raw:
            continue
        is_round = ROUND_MARK in raw
        if is_round and wanted not in raw and not any(shoe in raw for shoe in shoes):
            continue
        record = decode_line(raw, seq)
        records.append(record)
        if isinstance(record, Open):
            open_leaf = leaf_hash(raw)
        if isinstance(record, Round | Void) and record.round == round_:
            # The seed of a shoe that goes on is revealed in a later line.
            shoes = {f'"index":{use.index},'.encode() for use in record.shoes if use.seed is None}
    if not open_leaf:
        raise RecordMissingError(f"The ledger holds no session {session}; `shoe standings {ledger.path}` lists its sessions.")
    return _Session(_name(ledger), records, open_leaf)


def _name(ledger: LedgerDir) -> str:
    from audit.notes import checkpoint_of

    return checkpoint_of(ledger.note).name


def _played(records: _Session, session: int, round_: int) -> Round | Void:
    rounds = [record for record in records.rounds() if record.round == round_]
    if not rounds:
        raise RecordMissingError(f"Session {session} has no round {round_}; rounds are numbered from 1.")
    return rounds[0]


def _shoe(records: _Session, opening: Open, use: ShoeUse) -> Shoe:
    """How the seal of a shoe stands, and its cards if its seed is revealed by now."""
    seed, where = _seed(records, opening, use)
    if seed is None:
        return Shoe(use.index, use.first, "Its seed is not revealed yet, so its cards cannot be checked.")
    if descend(seed, use.index).hex() != opening.commitment:
        return Shoe(
            use.index, use.first, f"Its seed stands in {where}.", broken="this seed is not the one committed to when the session opened"
        )
    seal = f"Its seed stands in {where} and leads back to the commitment of line {opening.seq}, written before anyone staked"
    starts = records.all(Start)
    if not starts or _reshuffled(records, use):
        return Shoe(use.index, use.first, f"{seal}.")
    entropies = zip((seat.name for seat in records.all(Seat)), map(bytes.fromhex, starts[0].entropy), strict=False)
    cards = _cards(use.index, seed, records.open_leaf, entropy_root(entropies), opening)
    return Shoe(use.index, use.first, f"{seal}; every card told here was compared with the shoe that it gives.", cards)


def _cards(index: int, seed: bytes, open_leaf: bytes, root: bytes, opening: Open) -> list[str]:
    """The whole shoe in dealing order."""
    from audit.shoes import NAMES, pack, shuffled

    full = pack(int(str(opening.rules["pack"]["decks"])))
    order = shuffled(full, lambda length: stream(LABEL_CARDS, seed, open_leaf, index, root, length), len(full))
    return [NAMES[number] for number in order.tolist()]


def _seed(records: _Session, opening: Open, use: ShoeUse) -> tuple[bytes | None, str]:
    """s_k, from the line that reveals it or from the last seed of a session that is over."""
    if use.seed is not None:
        return bytes.fromhex(use.seed), "this line"
    for record in records.rounds():
        for other in record.shoes:
            if other.index == use.index and other.seed is not None:
                return bytes.fromhex(other.seed), f"line {record.seq}"
    for close in records.all(Close):
        if use.index <= opening.chain:
            return descend(bytes.fromhex(close.seed), opening.chain - use.index), f"line {close.seq}, where the session ends,"
    return None, ""


def _reshuffled(records: _Session, use: ShoeUse) -> bool:
    """Whether the shoe is made of discards, so that its pack depends on the cards on the table (G6)."""
    event = f"D reshuffle {use.index}"
    return any(event in record.log for record in records.rounds())


def _heading(records: _Session, opening: Open, played: Round | Void) -> tuple[str, ...]:
    profile = opening.rules["profile"]
    lines = [
        f"Ledger {records.ledger}, line {played.seq}, {played.time}",
        f"Table “{opening.table}”, rules “{profile['name']}”: {profile['title']}",
    ]
    if isinstance(played, Void):
        lines.append(f"This round was broken off and does not count: {played.reason.rstrip('.')}. Every stake went back.")
    return tuple(lines)


def _balances(told: Told, seats: Iterable[Player], played: Round | Void) -> Iterator[Step]:
    """What everyone has after the round, by the record and by this reading."""
    for account, name in [*((seat.seat, seat.name) for seat in seats), (0, "The house")]:
        if account >= min(len(played.before), len(played.after)):
            continue
        before, after = played.before[account], played.after[account]
        mine = before if isinstance(played, Void) else told.balances[account]
        warning = "" if mine == after else f"by this reading it is {mine}"
        who = f"s{account}" if account else "D"
        yield Step(
            "balances", who, "", f"{name}: {before} → {after}, {net(after - before)}.", ("T7.1",) if account else (), warning=warning
        )


def _concerns(step: Step, hand: str, seats: Iterable[Player]) -> bool:
    """The hand, those it was split from and into, its owner, its box's stake and insurance, and everything of the dealer's."""
    box = int(hand.partition(".")[0])
    owner = next((f"s{seat.seat}" for seat in seats if box in seat.boxes), "")
    return step.who in ("", "D", owner, hand) or hand.startswith(f"{step.who}.") or step.who.startswith(f"{hand}.")


def _findings(path: Path, vkey: str | None, session: int, round_: int) -> tuple[str, ...] | None:
    if vkey is None:
        return None
    from audit.run import audit_ledger

    report = audit_ledger(path, vkey)
    return tuple(_in_words(finding) for finding in report.findings if (finding.session, finding.round) == (session, round_))


def _in_words(finding: Finding) -> str:
    what = f"{finding.who}: {finding.title} [{finding.code}; {' '.join(finding.clauses)}]"
    return f"{what}: expected {finding.expected}, recorded {finding.recorded}. {finding.detail}".rstrip()
