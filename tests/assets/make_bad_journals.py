"""Makes the journal of a live session that was left open, spoilt in one way after another, for `bad`; the session is made by who needs it.

    PYTHONPATH=. python tests/assets/make_bad_journals.py

Key, secret and clock are fixed. To be run again whenever the engine, a rule set or the journal's form changes.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from ledger import Answering, KeyFolder, Plan, SteppingClock, create_ledger, load_rules
from ledger.history.opening import open_ledger
from ledger.live.opening import sit_down_live
from ledger.live.questions import Question
from ledger.live.session import LiveSession
from ledger.proof.notes import Signer
from ledger.recording import Recorder
from ledger.rules.ruleset import altered
from ledger.table.ask import default_of
from ledger.table.session import Due

HERE = Path(__file__).parent
NAME, TIME = "club.example/live", "2026-01-01T20:00:00Z"
Lines = list[bytes]


def leave_open(folder: Path) -> None:
    """Make a ledger and its keys below a folder, and two people at the training table; in the third round nobody answers any more."""
    keys = KeyFolder(folder / "keys")
    keys.create(NAME)
    signer = Signer(NAME, b"\x05" * 32)
    (folder / "keys" / "signing.key").write_text(signer.to_text(), encoding="ascii")
    (folder / "keys" / "verifier.vkey").write_text(f"{signer.vkey}\n", encoding="ascii")
    create_ledger(folder / "ledger", NAME, keys, SteppingClock(TIME))
    rules = altered(load_rules("training"), {"session.rounds": 4, "insurance.offered": False})
    plan = Plan(rules, ("Ann", "Bo"), {}, answers={"Ann": "terminal", "Bo": "terminal"}, chain=96)
    plan = Answering(terminal=lambda *_: NOBODY).give(plan)
    with open_ledger(folder / "ledger", keys) as writer:
        answer_until(sit_down_live(Recorder.of(writer, keys, SteppingClock(TIME)), plan, SteppingClock(TIME), b"\x06" * 32), 3)


def journal_of(folder: Path) -> Path:
    """Where its journal lies."""
    return folder / "ledger" / "journal" / "1.jsonl"


class Nobody:
    """Is never asked: the session is driven by hand."""

    def answer(self, _ask: object) -> str:
        raise RuntimeError

    def leaves(self, _round: int, _seat: int) -> bool:
        return False


NOBODY = Nobody()


def answer_until(session: LiveSession, last: int) -> None:
    """Every question takes its default as an answer, but those of the round `last`."""
    while not (isinstance(session.question, Question) and session.question.ask.round == last):
        if isinstance(session.question, Due):
            session.go_on()
        elif isinstance(session.question, Question):
            session.answer(session.question.number, default_of(session.question.ask))


def changed(at: int, old: bytes, new: bytes) -> Callable[[Lines], Lines]:
    """A line, counted from 1, with some bytes changed."""

    def spoil(lines: Lines) -> Lines:
        assert old in lines[at - 1], lines[at - 1]
        return [*lines[: at - 1], lines[at - 1].replace(old, new, 1), *lines[at:]]

    return spoil


def answers(lines: Lines) -> list[int]:
    """Where answers stand, counted from 0."""
    return [at for at, line in enumerate(lines) if b'"entry":"answer"' in line]


def with_answers(spoil: Callable[[Lines, list[int]], Lines]) -> Callable[[Lines], Lines]:
    return lambda lines: spoil(list(lines), answers(lines))


def swapped(lines: Lines, at: list[int]) -> Lines:
    lines[at[0]], lines[at[1]] = lines[at[1]], lines[at[0]]
    return lines


SPOILT: dict[str, Callable[[Lines], Lines]] = {
    "journal-with-a-float": changed(6, b'"round":1', b'"round":1.0'),
    "journal-with-a-key-too-many": changed(6, b"{", b'{"and":1,'),
    "journal-with-a-key-missing": changed(6, b',"round":1', b""),
    "journal-with-a-key-twice": changed(2, b"{", b'{"entry":"clock",'),
    "journal-with-a-huge-number": changed(6, b'"round":1', b'"round":' + b"9" * 400),
    "journal-with-spaces": changed(6, b'"round":1', b'"round": 1'),
    "journal-nested-too-deeply": changed(6, b'"round":1', b'"round":' + b"[" * 5000 + b"]" * 5000),
    "journal-not-utf8": changed(1, b'"Ann"', b'"A\xffn"'),
    "journal-with-a-line-that-is-none": changed(6, b'{"entry":"round","round":1}', b"deal"),
    "journal-with-an-entry-of-no-kind": changed(6, b'"entry":"round"', b'"entry":"shuffle"'),
    "journal-with-a-decision-of-no-kind": lambda lines: [*lines, b'{"entry":"broken","how":"burn","words":"x"}'],
    "journal-that-is-empty": lambda _: [],
    "journal-without-its-first-line": lambda lines: lines[1:],
    "journal-that-begins-twice": lambda lines: [*lines[:3], lines[0], *lines[3:]],
    "journal-of-a-later-form": changed(1, b'"journal":2', b'"journal":3'),
    "journal-of-another-engine": changed(1, b'"engine":1', b'"engine":9'),
    "journal-of-another-ledger": changed(1, b'"ledger":"club', b'"ledger":"pub'),
    "journal-of-another-session": changed(1, b'"session":1', b'"session":2'),
    "journal-of-other-cards": changed(1, b'"chain":96', b'"chain":97'),
    "journal-with-rules-that-make-no-sense": changed(1, b'"decks":6', b'"decks":0'),
    "journal-with-one-who-answers-for-two": changed(1, b'"answers":["terminal","terminal"]', b'"answers":["terminal"]'),
    "journal-with-another-player": changed(1, b'"Bo"', b'"Cy"'),
    "journal-with-a-time-that-is-none": changed(3, b"T20:", b"T99:"),
    "journal-with-a-hash-cut-off": lambda lines: changed(answers(lines)[0] + 1, b'"question":"6', b'"question":"')(lines),
    "journal-with-another-time": changed(3, b"T20:", b"T21:"),
    "journal-with-a-time-too-many": lambda lines: [*lines[:12], lines[2], *lines[12:]],
    "journal-without-an-answer": with_answers(lambda lines, at: lines[: at[1]] + lines[at[1] + 1 :]),
    "journal-with-an-answer-twice": with_answers(lambda lines, at: [*lines[: at[0]], lines[at[0]], *lines[at[0] :]]),
    "journal-with-answers-swapped": with_answers(swapped),
    "journal-with-an-answer-that-is-not-allowed": lambda lines: changed(answers(lines)[2] + 1, b'"answer":"', b'"answer":"4')(lines),
    "journal-with-the-hash-of-another-question": lambda lines: changed(answers(lines)[2] + 1, b'"question":"0', b'"question":"4')(lines),
    "journal-with-a-void-of-nothing": lambda lines: [*lines[:5], b'{"entry":"broken","how":"void","words":"x"}', *lines[5:]],
    "journal-with-somebody-who-is-not-there": lambda lines: [*lines[:6], b'{"entry":"leaves","seat":9}', *lines[6:]],
    "journal-that-ends-too-early": lambda lines: lines[:-6],
}


def main() -> None:
    """Make all of them."""
    with TemporaryDirectory() as folder:
        leave_open(Path(folder))
        lines = journal_of(Path(folder)).read_bytes().splitlines()
    for name, spoil in SPOILT.items():
        (HERE / "bad" / name).write_bytes(b"".join(line + b"\n" for line in spoil(list(lines))))


if __name__ == "__main__":
    main()
