"""Tests of two halves: what one writes goes into a ledger with what the others write, and is audited with it.

An audit costs hardly more for a hundred small sessions than for one. A packed test is a generator: it writes one part of a ledger, yields
what it takes for granted, and is given the codes of what else was found in its part:

    @packed
    def test_a_wrong_banker_is_found(book):
        book.evening()
        book.records[-2]["banker"] = 1
        assert (yield) == {"banker"}

`book` is as the fixture of that name; a parameter `lines` says how many lines a unit of the audit has.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Generator
from typing import Any, Protocol, TypeGuard

import attrs
import pytest

from audit import Finding, Report

Half = Generator[Collection[str] | None, "Found", None]
HAND_WRITTEN = frozenset({"card"})
"""What is found in every session of hand-written logs: that its cards are not the shoe's."""


class Found(frozenset[str]):
    """Codes of what was found in one part of a ledger, beyond what was taken for granted; and all of it in full."""

    findings: tuple[Finding, ...] = ()

    @classmethod
    def of(cls, findings: tuple[Finding, ...], granted: Collection[str]) -> Found:
        """What these come to."""
        found = cls({finding.code for finding in findings} - set(granted))
        found.findings = findings
        return found


class Book(Protocol):
    """A ledger in the making, or a part of one that looks like one of its own."""

    @property
    def seqs(self) -> range:
        """Numbers that its lines have in the whole ledger."""

    @property
    def sessions(self) -> range:
        """Numbers that its sessions have there."""

    def part(self) -> Any:
        """The part that comes next: its sessions are 1, 2, … to who writes it."""

    def join(self, part: Any) -> None:
        """Take in a part that is written."""

    def audit(self, **options: Any) -> Report:
        """Write, then audit."""


def packed(scenario: Callable[..., Half]) -> Callable[..., None]:
    """A test of two halves, apart at its `yield`."""

    @functools.wraps(scenario)
    def test(*_self: object, packs: Packs, request: pytest.FixtureRequest, **_parameters: object) -> None:
        __tracebackhide__ = True
        packs.judge(request.node)

    named = [one for one in inspect.signature(scenario).parameters.values() if one.name != "book"]
    fixtures = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in ("packs", "request")]
    test.__signature__ = inspect.Signature([*named, *fixtures])  # type: ignore[attr-defined]  # what pytest asks a function for
    test.scenario = scenario  # type: ignore[attr-defined]  # a function may have attributes
    return test


@attrs.define
class _Written:
    """A test whose first half is done: its lines and sessions in the ledger, or what went wrong."""

    half: Half
    seqs: range = range(0)
    sessions: range = range(0)
    granted: Collection[str] = ()
    problem: Exception | None = None


def _is_of(written: _Written, finding: Finding) -> bool:
    """Whether a finding is about a part: it names a line, or else a session."""
    return finding.seq in written.seqs if finding.seq else finding.session in written.sessions


@attrs.frozen(slots=False)
class _Pack:
    """A ledger that is written and audited: what is found, and whose is what."""

    report: Report
    written: dict[str, _Written]

    def of(self, written: _Written) -> Found:
        """What was found in the part of one test."""
        return Found.of(tuple(one for one in self.report.findings if _is_of(written, one)), written.granted)

    @functools.cached_property
    def is_whole(self) -> bool:
        """Whether every finding is told, and is about one part or another."""
        assert self.report.not_checked == ()
        assert not [notice for notice in self.report.notices if "not yet verifiable" in notice]
        assert sum(self.report.totals.values()) == len(self.report.findings)
        return all(any(_is_of(written, one) for written in self.written.values()) for one in self.report.findings)


class Packs:
    """The packed tests of a module: a ledger for each number of lines that a unit may have."""

    def __init__(self, items: list[pytest.Function], new_book: Callable[[], Book]) -> None:
        self.items, self.new_book = items, new_book
        self.ready: dict[int | None, _Pack] = {}

    def judge(self, item: pytest.Function) -> None:
        """The second half of a test."""
        __tracebackhide__ = True
        lines = _lines(item)
        if lines not in self.ready:
            self.ready[lines] = self._audited(lines)
        pack = self.ready[lines]
        written = pack.written[item.nodeid]
        if written.problem:
            raise written.problem
        assert pack.is_whole, "what is found about the whole ledger needs a ledger of its own"
        with pytest.raises(StopIteration):
            written.half.send(pack.of(written))

    def _audited(self, lines: int | None) -> _Pack:
        book = self.new_book()
        written = {item.nodeid: self._write(item, book) for item in self.items if _lines(item) == lines}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("audit.judge.MOST_TOLD", 1 << 20)
            if lines is not None:
                patch.setattr("audit.units.UNIT_LINES", lines)
            return _Pack(book.audit(), written)

    def _write(self, item: pytest.Function, book: Book) -> _Written:
        """Up to the `yield`; a problem is told by the test itself."""
        scenario = item.function.scenario
        part = book.part()
        itself = (item.instance,) if item.cls else ()
        written = _Written(scenario(*itself, book=part, **_parameters(item)))
        try:
            granted = next(written.half)
        except Exception as problem:  # noqa: BLE001 -- raised again where that test is run
            written.problem = problem
        else:
            written.granted = granted or ()
            book.join(part)
            written.seqs, written.sessions = part.seqs, part.sessions
        return written


def is_packed(item: pytest.Item) -> TypeGuard[pytest.Function]:
    """Whether a test has two halves."""
    return isinstance(item, pytest.Function) and hasattr(item.function, "scenario")


def _parameters(item: pytest.Function) -> dict[str, Any]:
    return item.callspec.params if hasattr(item, "callspec") else {}


def _lines(item: pytest.Function) -> int | None:
    lines: int | None = _parameters(item).get("lines")
    return lines
