"""Slots for connections: so many in all, and so many for each client."""

from __future__ import annotations

from collections import Counter

import attrs


@attrs.define
class Slots:
    """Those that there are, and who holds them. Nobody's share is counted where a client is None: that one is many."""

    total: int
    share: int
    _held: Counter[str | None] = attrs.Factory(Counter)
    _taken: int = 0

    def take(self, client: str | None) -> bool:
        """Whether there was one, which is theirs from now on."""
        if self._taken >= self.total or self.has_share(client):
            return False
        self._held[client] += 1
        self._taken += 1
        return True

    def give_back(self, client: str | None) -> None:
        """One that they took."""
        self._taken -= 1
        self._held[client] -= 1
        if not self._held[client]:
            del self._held[client]

    def has_share(self, client: str | None) -> bool:
        """Whether a client has as many as one may."""
        return client is not None and self._held[client] >= self.share
