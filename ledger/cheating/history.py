"""A ledger's history laid open for changing, and written back as if it had always been so."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs
import msgspec

from ledger.cheating.accounts import Seating, moves
from ledger.errors import LedgerProblem
from ledger.field import Player, ranked
from ledger.history.records import canonical
from ledger.proof.notes import Checkpoint, Signer
from ledger.proof.tree import Frontier, leaf_hash
from ledger.table.session import standings

Line = dict[str, Any]


@attrs.frozen
class Change:
    """What the operator did: where, and the words before and after."""

    kind: str
    what: str
    where: str
    before: str
    after: str


@attrs.define
class History:
    """Every line of a ledger as a plain object that can be changed; with `session`, `of` gives that session's only."""

    lines: list[Line]
    session: int | None = None
    _by_session: dict[int, list[Line]] = attrs.Factory(dict)
    _indexed: list[Line] | None = None

    @classmethod
    def read(cls, folder: Path) -> History:
        """Read a whole history; LedgerProblem if there is none."""
        files = sorted((folder / "history").glob("*.jsonl"))
        lines = [msgspec.json.decode(line) for file in files for line in file.read_bytes().splitlines()]
        if not lines:
            raise LedgerProblem(f"There is no ledger at {folder}; make one with `shoe init`.")
        return cls(lines)

    def write(self, folder: Path, signer: Signer) -> None:
        """Write the history in place of the one there, and sign it with the true key."""
        shutil.rmtree(folder / "history")
        (folder / "history").mkdir()
        per_file = 1 << int(self.lines[0]["height"])
        tree = Frontier()
        encoded = [canonical(line) for line in self.lines]
        for start in range(0, len(encoded), per_file):
            batch = encoded[start : start + per_file]
            (folder / "history" / f"{start // per_file:08}.jsonl").write_bytes(b"".join(line + b"\n" for line in batch))
        for line in encoded:
            tree.append(leaf_hash(line))
        (folder / "checkpoint").write_bytes(signer.sign(Checkpoint(signer.name, tree.size, tree.root()).to_text()).encode())

    def of(self, *kinds: str) -> list[Line]:
        """The lines of these kinds, in order."""
        lines = self.lines if self.session is None else self._lines_of(self.session)
        return [line for line in lines if line["record"] in kinds]

    def session_of(self, line: Line, *kinds: str) -> list[Line]:
        """The lines of these kinds in the same session."""
        return [other for other in self._lines_of(line["session"]) if other["record"] in kinds]

    def _lines_of(self, session: int) -> list[Line]:
        """The lines that are about a session; `lines` is never changed in place, so that an index of it stays true."""
        if self._indexed is not self.lines:
            self._by_session, self._indexed = {}, self.lines
            for line in self.lines:
                for number in _sessions(line):
                    self._by_session.setdefault(number, []).append(line)
        return self._by_session.get(session, [])

    def move_money(self, record: Line, seat: int, amount: int) -> None:
        """Give a seat money out of the banker's account in this round, and in everything that follows from it."""
        self.move(record, {seat: amount, record["banker"]: -amount})

    def move(self, record: Line, amounts: Mapping[int, int]) -> None:
        """Change accounts at the end of a round, and in everything that follows from it; the standings too."""
        if not any(amounts.values()):
            return
        for later in self.session_of(record, "round", "void"):
            if later["round"] > record["round"]:
                _shift(later["before"], amounts)
            if later["round"] >= record["round"]:
                _shift(later["after"], amounts)
        for close in self.session_of(record, "close"):
            _shift(close["balances"], amounts)
            self.rank_again(close)

    def put(self, record: Line, log: list[str]) -> None:
        """Give a round another log, and move the money as it now says."""
        seating = self.seating(record)
        before, after = moves(record["log"], seating), moves(log, seating)
        record["log"] = log
        self.move(record, {account: after.get(account, 0) - before.get(account, 0) for account in before | after})

    def seating(self, record: Line) -> Seating:
        """Who sits where in a round: in boxes of a house's table, or on the places from the banker's left (FORMAT.md §8)."""
        placed = {seat["seat"]: seat["boxes"] for seat in self.session_of(record, "seat") if seat["boxes"]}
        banker = record["banker"]
        before = [line["banker"] for line in self.session_of(record, "round", "void") if line["round"] < record["round"]]
        if banker in placed:
            here = placed[banker][0]
            owners = {str((boxes[0] - here) % len(placed)): seat for seat, boxes in placed.items() if seat != banker}
        else:
            owners = {str(box): seat for seat, boxes in placed.items() for box in boxes}
        return Seating(owners, banker, before[-1] if before else banker)

    def rank_again(self, close: Line) -> None:
        """Make a close's standings, and those of the tournaments that count its session, agree with its balances."""
        stacks = [seat["stack"] for seat in self.session_of(close, "seat")]
        close["standings"] = [{"net": net, "place": place, "seat": seat} for place, seat, net in standings(stacks, close["balances"])]
        for event in self.session_of(close, "event"):
            for row in event["standings"]:
                if row["session"] == close["session"]:
                    row["net"] = close["balances"][row["seat"]] - stacks[row["seat"] - 1]
            event["standings"] = ranked_anew(event["standings"])

    def number_again(self) -> None:
        """Give every line its place and every session an unbroken chain of lines and rounds."""
        last: dict[int, int] = {}
        rounds: dict[int, int] = {}
        for seq, line in enumerate(self.lines):
            line["seq"] = seq
            session = line.get("session")
            if session is None:
                continue
            line["prev"] = last.get(session, 0)
            last[session] = seq
            if line["record"] in ("round", "void"):
                rounds[session] = rounds.get(session, 0) + 1
                line["round"] = rounds[session]


def ranked_anew(rows: list[Line]) -> list[Line]:
    """A tournament's standings in their order, each with its place."""
    players = [Player(row["session"], row["seat"], row["name"], row["net"]) for row in rows]
    return [msgspec.to_builtins(row) for row in ranked(players)]


def _sessions(line: Line) -> list[int]:
    """The sessions that a line is about: its own, or those that a tournament counts."""
    if line["record"] == "event":
        return list(line["sessions"])
    return [line["session"]] if "session" in line else []


def _shift(balances: list[int], amounts: Mapping[int, int]) -> None:
    for account, amount in amounts.items():
        balances[account] += amount
