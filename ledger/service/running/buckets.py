"""How often somebody may ask: the generic cell rate algorithm (ITU-T I.371), a token bucket that remembers one time for each."""

from __future__ import annotations

from collections.abc import Callable

import attrs

MOST = 100_000
"""How many are remembered at most, some 10 MB."""


@attrs.define
class Buckets:
    """At most `rate` a second for each key in the long run, and `burst` at once. Not safe for several threads."""

    rate: int
    burst: int
    now: Callable[[], float]
    most: int = MOST
    _full_at: dict[str | bytes, float] = attrs.field(factory=dict, init=False)

    def take(self, key: str | bytes) -> float:
        """0 where the key may go on; otherwise nothing is taken, and it may after so many seconds."""
        now = self.now()
        at = max(self._full_at.get(key, 0.0), now)
        wait = at - now - (self.burst - 1) / self.rate
        if wait > 0:
            return wait
        if len(self._full_at) >= self.most and key not in self._full_at:
            self._forget(now)
        self._full_at[key] = at + 1 / self.rate
        return 0.0

    def _forget(self, now: float) -> None:
        """Whose bucket is full again is like one who never came; if that is nobody, the half that came first is let off."""
        self._full_at = {key: at for key, at in self._full_at.items() if at > now}
        if len(self._full_at) >= self.most:
            for key in list(self._full_at)[: self.most // 2]:
                del self._full_at[key]
