"""The values that a rule parameter may take, each able to say what it allows.

A domain turns a value read from TOML or JSON into the value that the engine works with (`read`),
back into plain JSON (`plain`), and describes itself in a person's words (`words`).
"""

from __future__ import annotations

from math import gcd
from typing import Any, Protocol

import attrs

from ledger.errors import RuleError
from ledger.names import name_fault

LARGEST_RATIO = 100
_LONGEST_RATIO = len("100:100")


@attrs.frozen(order=False)
class Ratio:
    """`over` to `under`: a payment for a stake, or a share of it (FORMAT.md §5)."""

    over: int
    under: int

    def of(self, amount: int) -> int:
        """The share of `amount`, rounded down to the smallest unit."""
        return amount * self.over // self.under

    def leaves_fraction(self, amount: int) -> bool:
        """Whether the share of `amount` is not a whole number of units."""
        return amount * self.over % self.under != 0

    def __str__(self) -> str:
        return f"{self.over}:{self.under}"


class Domain(Protocol):
    """The values of one parameter."""

    def read(self, value: object) -> Any:
        """The parsed value; raises RuleError in words that complete “PARAMETER must be …”."""

    def plain(self, value: Any) -> Any:
        """The value as it stands in a rule set's JSON."""

    def words(self) -> str:
        """What is allowed, for documents and error messages."""


@attrs.frozen
class Flag:
    """True or false."""

    def read(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise RuleError(self.words())
        return value

    def plain(self, value: bool) -> bool:
        return value

    def words(self) -> str:
        return "true or false"


@attrs.frozen
class Whole:
    """An integer within bounds, or one of a few."""

    low: int
    high: int
    only: tuple[int, ...] = ()

    def read(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise RuleError(self.words())
        if self.only and value not in self.only:
            raise RuleError(self.words())
        return value

    def plain(self, value: int) -> int:
        return value

    def words(self) -> str:
        if self.only:
            return "one of " + ", ".join(map(str, self.only))
        return f"a whole number from {self.low} to {self.high}"


@attrs.frozen
class Choice:
    """One of a few words."""

    options: tuple[str, ...]

    def read(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.options:
            raise RuleError(self.words())
        return value

    def plain(self, value: str) -> str:
        return value

    def words(self) -> str:
        return "one of " + ", ".join(f'"{option}"' for option in self.options)


@attrs.frozen
class Payment:
    """A ratio such as "3:2"; where `may_be_off`, also "off" (read as None)."""

    may_be_off: bool = False
    may_be_nothing: bool = False

    def read(self, value: object) -> Ratio | None:
        if self.may_be_off and value == "off":
            return None
        if not isinstance(value, str):
            raise RuleError(self.words())
        over, colon, under = value.partition(":")
        if not (len(value) <= _LONGEST_RATIO and colon and over.isdecimal() and under.isdecimal() and value.isascii()):
            raise RuleError(self.words())
        ratio = Ratio(int(over), int(under))
        if str(ratio) != value or not 1 <= ratio.under <= LARGEST_RATIO or ratio.over > LARGEST_RATIO:
            raise RuleError(self.words())
        if gcd(ratio.over, ratio.under) != 1 or (ratio.over == 0 and not self.may_be_nothing):
            raise RuleError(self.words())
        return ratio

    def plain(self, value: Ratio | None) -> str:
        return "off" if value is None else str(value)

    def words(self) -> str:
        nothing = ' ("0:1" for nothing)' if self.may_be_nothing else " above 0"
        off = ', or "off"' if self.may_be_off else ""
        return f'a ratio in lowest terms like "3:2"{nothing}, no number over {LARGEST_RATIO}{off}'


@attrs.frozen
class Totals:
    """Card totals, rising, each once."""

    low: int
    high: int

    def read(self, value: object) -> tuple[int, ...]:
        if not isinstance(value, list | tuple) or any(type(total) is not int or not self.low <= total <= self.high for total in value):
            raise RuleError(self.words())
        if list(value) != sorted(set(value)):
            raise RuleError(self.words())
        return tuple(value)

    def plain(self, value: tuple[int, ...]) -> list[int]:
        return list(value)

    def words(self) -> str:
        return f"a rising list of totals from {self.low} to {self.high}"


@attrs.frozen
class Words:
    """Text for people, under the rule for names (FORMAT.md §2) but for its length in code points; may be empty where `may_be_empty`."""

    longest: int
    may_be_empty: bool = False

    def read(self, value: object) -> str:
        if not isinstance(value, str) or (name_fault(value, self.longest) and not (self.may_be_empty and not value)):
            raise RuleError(self.words())
        return value

    def plain(self, value: str) -> str:
        return value

    def words(self) -> str:
        empty = ", or empty" if self.may_be_empty else ""
        return f"text like a name (FORMAT.md §2), but of 1 to {self.longest} characters{empty}"


@attrs.frozen
class Sections:
    """Sections of the rulebook, by letter; at least one."""

    letters: str = "GTECBPH"

    def read(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or not value:
            raise RuleError(self.words())
        if any(not isinstance(letter, str) or len(letter) != 1 or letter not in self.letters for letter in value):
            raise RuleError(self.words())
        return tuple(value)

    def plain(self, value: tuple[str, ...]) -> list[str]:
        return list(value)

    def words(self) -> str:
        return f"a list of one or more rulebook sections ({', '.join(self.letters)})"
