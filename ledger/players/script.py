"""A script of decisions: JSON Lines, `{"round": 3, "answer": "2.1 double"}`, in the order in which they are asked.

A stake that leaves no choice needs no line, nor does what stays as it is unless somebody wants otherwise (limits, the dealer's own
shuffle). `{"round": 4, "answer": "s2 leave"}` lets a player get up before round 4.
"""

from __future__ import annotations

from pathlib import Path

import attrs
import msgspec

from ledger.errors import ScriptError
from ledger.table.ask import STAKES, WITH_AMOUNT, Ask, split_answer


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    round: int
    answer: str


@attrs.define
class Script:
    """Answers for every seat that follows it, read once from a file."""

    source: str
    _lines: list[tuple[int, _Line]] = attrs.field(repr=False)
    _at: int = 0

    @classmethod
    def read(cls, path: Path) -> Script:
        """Read a whole script; ScriptError names the line that is not one."""
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise ScriptError(f"The script {path} cannot be read ({error.strerror}); give a readable JSON Lines file.") from error
        except UnicodeDecodeError as error:
            raise ScriptError(f"The script {path} is not UTF-8 text; save it as UTF-8.") from error
        lines = []
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                try:
                    lines.append((number, msgspec.json.decode(line, type=_Line)))
                except (msgspec.DecodeError, RecursionError) as error:
                    raise ScriptError(
                        f'{path}, line {number} is not a decision ({error}); write {{"round": 1, "answer": "1 stand"}}.'
                    ) from error
        return cls(str(path), lines)

    def answer(self, ask: Ask) -> str:
        """The next line's answer; ScriptError if it is for another question, illegal, or there is none."""
        if ask.refused:
            number, _ = self._lines[self._at - 1]
            raise ScriptError(f"{self.source}, line {number}, round {ask.round}: {ask.refused}; mend the line.")
        line = self._peek()
        plain = f"bet {ask.least}" if ask.phase == STAKES and ask.least == ask.most else ask.default
        if plain and not (line and _answers(line[1], ask)):
            return f"{ask.who} {plain}"
        if line is None:
            raise ScriptError(
                f"{self.source} ends too early: round {ask.round} asks {_question(ask)}; add a line, or record fewer --rounds."
            )
        number, decision = line
        if decision.round != ask.round or split_answer(decision.answer)[0] not in ask.hands:
            raise ScriptError(
                f"{self.source}, line {number} is for “{decision.answer}” in round {decision.round}, "
                f"but round {ask.round} asks {_question(ask)}; mend the line."
            )
        self._at += 1
        return decision.answer

    def leaves(self, round_number: int, seat: int) -> bool:
        """Whether the next line is this seat's leaving before this round."""
        line = self._peek()
        if line is None or line[1].round != round_number or line[1].answer != f"s{seat} leave":
            return False
        self._at += 1
        return True

    def finish(self) -> None:
        """ScriptError if lines are left that nobody asked for."""
        line = self._peek()
        if line is not None:
            raise ScriptError(
                f"{self.source}, line {line[0]} (“{line[1].answer}”) was never asked for; remove it, or record more --rounds."
            )

    def _peek(self) -> tuple[int, _Line] | None:
        return self._lines[self._at] if self._at < len(self._lines) else None


def _answers(line: _Line, ask: Ask) -> bool:
    """Whether a line is an answer to a question that needs none."""
    who, act = split_answer(line.answer)
    verbs = {legal.partition(" ")[0] for legal in ask.legal} & (WITH_AMOUNT | {"ruling"})
    return line.round == ask.round and who in ask.hands and (act in ask.legal or act.partition(" ")[0] in verbs)


def _question(ask: Ask) -> str:
    if ask.phase == STAKES:
        return f"box {ask.who} for its stake of {ask.least} to {ask.most}"
    hand = f"hand {ask.who} (total {ask.total})" if ask.cards else ask.who
    return f"{hand} to {', '.join(ask.legal)}"
