"""Statements, their clauses, and the words that several sentence-makers share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs

from ledger.rules.tables import RuleSet


@attrs.frozen
class Line:
    """One statement and the rulebook's clauses that make it; `only_own`: it holds as well where a section is silent."""

    text: str
    clauses: tuple[str, ...] = ()
    only_own: bool = False


@attrs.frozen
class Part:
    """What is said about one thing."""

    title: str
    lines: tuple[Line, ...]


Teller = Callable[[RuleSet], Iterator[Line]]


def says(text: str, clauses: str = "") -> Line:
    """A statement; `clauses` are all that make it, in whatever section, apart by spaces."""
    return Line(text, tuple(clauses.split()))


def usual(text: str, clauses: str = "") -> Line:
    """A statement that holds as well where the rulebook is silent (“there is no surrender”): only the rule set's own sections are named."""
    return Line(text, tuple(clauses.split()), only_own=True)


def part(title: str, maker: Teller, rules: RuleSet) -> Part:
    """A maker's statements, each with the clauses of the rule set's own sections."""
    return Part(title, tuple(attrs.evolve(line, clauses=_named(line, rules.profile.clauses)) for line in maker(rules)))


def _named(line: Line, sections: Sequence[str]) -> tuple[str, ...]:
    """The clauses of the first of the rule set's sections that makes the statement; all, if it comes from elsewhere in the rulebook."""
    for section in sections:
        if mine := tuple(clause for clause in line.clauses if clause.startswith(section)):
            return mine
    return () if line.only_own else line.clauses


def banker(rules: RuleSet) -> str:
    """What the person is called who deals and pays."""
    return "dealer" if rules.bank.holder == "house" else "banker"


def ten(rules: RuleSet) -> str:
    """The cards that make a natural with an ace (C4.1)."""
    return "a ten" if rules.pack.pictures == "low" else "a ten-value card"


def has_naturals(rules: RuleSet) -> bool:
    """Whether an ace and a ten make 21 (C1.2)."""
    return rules.pack.ace != "1"


def has_peek(rules: RuleSet) -> bool:
    """Whether the banker looks at the hole card before anyone plays."""
    return rules.peek.when == "ten-or-ace" and has_naturals(rules)


def hides_cards(rules: RuleSet) -> bool:
    """Whether a card of a player's lies face down while they play (G8, G11)."""
    return rules.deal.pattern in "abefg"


def counted(number: int, thing: str) -> str:
    """`1 card`, `3 cards`; boxes too."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}{'es' if thing.endswith('x') else 's'}"


def listed(things: Sequence[object], last: str = "or") -> str:
    """`9`, `9 or 10`, `9, 10 or 11`."""
    *first, final = map(str, things)
    return f"{', '.join(first)} {last} {final}" if first else final
