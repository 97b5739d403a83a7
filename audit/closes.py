"""What closes say, beside what their sessions came to (FORMAT §4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import attrs

from audit.context import Session
from audit.facts.money import ACCOUNTS
from audit.facts.tables import Tables
from audit.judge import table_of
from audit.records import Close
from audit.standings import paid


@attrs.frozen
class Played:
    """What a session came to: how many rounds, their first and last line, the last seed that they told, balances.

    `before` those of the last round, `after` those after it and the payments of the close.
    """

    rounds: int = 0
    first: int = -1
    last: int = -1
    index: int = 0
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()


def close_tables(sessions: Mapping[int, Session], played: Mapping[int, Played]) -> Tables:
    """Accounts, standings and events of the closes."""
    accounts, standings, log = [], [], []
    for number, session in sorted(sessions.items()):
        close = session.close
        if close is None:
            continue
        accounts += _close_accounts(session, close, played.get(number, Played()))
        standings += [
            {"session": number, "nth": nth, "place": row.place, "seat": row.seat, "net": row.net}
            for nth, row in enumerate(close.standings, 1)
        ]
        copies: Counter[str] = Counter()
        for step, event in enumerate(close.log):
            copies[event] += 1
            log.append({"session": number, "step": step, "event": event, "copy": copies[event]})
    money = dict.fromkeys(("session", "account", "due", "recorded", "stack", "before_last"), int) | {
        "left_before": bool,
        "left_table": bool,
        "has_box": bool,
    }
    return {
        "close_accounts": table_of(accounts, money),
        "standings": table_of(standings, {"session": int, "nth": int, "place": int, "seat": int, "net": int}),
        "close_log": table_of(log, {"session": int, "step": int, "event": str, "copy": int}),
    }


def _close_accounts(session: Session, close: Close, one: Played) -> list[dict[str, Any]]:
    stacks = [0, *(seat.stack for seat in session.seats)]
    due = one.after or tuple(paid(stacks, 0, close.log)) + (0,) * ACCOUNTS
    before = one.before or due
    recorded = [*close.balances, *([0] * ACCOUNTS)]
    owners = {seat.seat for seat in session.seats if seat.boxes}
    return [
        {
            "session": session.number,
            "account": account,
            "due": due[account],
            "recorded": recorded[account],
            "stack": stack,
            "before_last": before[account],
            "left_before": account in session.leaves,
            "left_table": account in session.leaves or f"s{account} leave" in close.log,
            "has_box": account in owners,
        }
        for account, stack in enumerate(stacks[:ACCOUNTS])
    ]
