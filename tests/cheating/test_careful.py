"""The operator is careful: the money that a log moves is reckoned as the recorder reckoned it, at every table."""

from __future__ import annotations

import msgspec
import pytest

from ledger.cheating.accounts import moves
from ledger.cheating.history import History
from ledger.clock import SteppingClock
from ledger.sheet import Sheet
from tests.support.roster import TABLES

SESSIONS = 10


@pytest.mark.parametrize("table", TABLES)
def test_the_money_of_every_log_is_that_of_its_balances(table: str) -> None:
    clock, lines = SteppingClock("2026-01-01T20:00:00Z"), list[bytes]()
    for number in range(1, SESSIONS + 1):
        sheet = Sheet(TABLES[table].plan(), number, number.to_bytes(32, "big"), clock, len(lines))
        lines += [line for group in sheet.groups() for line in group.lines]
    history = History([msgspec.json.decode(line) for line in lines])
    for record in history.of("round"):
        moved = moves(record["log"], history.seating(record))
        balances = zip(record["before"], record["after"], strict=True)
        assert [before + moved.get(account, 0) for account, (before, _) in enumerate(balances)] == record["after"], record["log"]
