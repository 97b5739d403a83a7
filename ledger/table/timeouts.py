"""Questions that were not answered in time: their defaults, and the mark that their events bear (FORMAT.md §4, §8)."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ledger.table.ask import OVER, Ask, default_of, split_answer

_MARK = "timeout"


@attrs.define
class Timeouts:
    """The defaults that were taken in one round: where its log stood then, and what was answered.

    A round's log may be whole before anyone can look at it again, so that the marks are set where it is read.
    """

    _taken: list[tuple[int, str]] = attrs.Factory(list)

    def clear(self) -> None:
        """A new round."""
        self._taken = []

    def take(self, ask: Ask, at: int) -> str:
        """The default of a question that is asked when `at` events stand in the log."""
        answer = default_of(ask)
        # That a hand is bust happens to it; what its owner could have done is to be silent (B5.6).
        if ask.phase != OVER:
            self._taken.append((at, answer))
        return answer

    def marked(self, log: Sequence[str]) -> tuple[str, ...]:
        """The log with the events marked that a default wrote: the first from where it was taken that says so, if it left one."""
        if not self._taken:
            return log if isinstance(log, tuple) else tuple(log)
        events = list(log)
        for at, answer in self._taken:
            for place in range(at, len(events)):
                if events[place] == answer or events[place].startswith(f"{answer} "):
                    who, act = split_answer(events[place])
                    events[place] = f"{who} {_MARK} {act}"
                    break
        return tuple(events)
