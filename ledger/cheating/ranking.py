"""Changes of a tournament's ranking."""

from __future__ import annotations

from ledger.cheating.history import Change, Line, ranked_anew
from ledger.cheating.picking import Cheat, place_of


def winner(cheat: Cheat) -> Change:
    """The winner of a tournament is another."""
    event = cheat.one_of([event for event in cheat.history.of("event") if len({row["net"] for row in event["standings"]}) > 1])
    rows = event["standings"]
    first, low = rows[0], next(row for row in rows if row["net"] != rows[0]["net"])
    before = f"{first['name']} first, {low['name']} behind"
    for key in ("name", "seat", "session"):
        first[key], low[key] = low[key], first[key]
    return Change(cheat.kind, "the winner of a tournament is another", _place(event), before, f"{first['name']} first")


def result(cheat: Cheat) -> Change:
    """Someone's result in a tournament grows, and the places agree."""
    event = cheat.one_of(cheat.history.of("event"))
    row = cheat.one_of(event["standings"])
    before = row["net"]
    row["net"] += cheat.number(1, 9)
    event["standings"] = ranked_anew(event["standings"])
    return Change(
        cheat.kind, "a result grows, and the places agree", _place(event), f"{row['name']}: {before}", f"{row['name']}: {row['net']}"
    )


def left_out(cheat: Cheat) -> Change:
    """Someone is left out of a tournament's ranking, and the places close up."""
    event = cheat.one_of([event for event in cheat.history.of("event") if len(event["standings"]) > 1])
    row = cheat.one_of(event["standings"])
    event["standings"] = ranked_anew([other for other in event["standings"] if other is not row])
    return Change(cheat.kind, "a player is left out, and the places close up", _place(event), f"{row['name']} ranked", "(nothing)")


def too_early(cheat: Cheat) -> Change:
    """A tournament is ranked before the last round of one of its sessions."""
    event = cheat.one_of(cheat.history.of("event"))
    last = [line for line in cheat.history.of("round") if line["session"] == event["sessions"][-1]][-1]
    lines = [line for line in cheat.history.lines if line is not event]
    lines.insert(next(at for at, line in enumerate(lines) if line is last), event)
    cheat.history.lines = lines
    cheat.history.number_again()
    return Change(cheat.kind, "a tournament is ranked before a session is over", _place(event), "after the close", "before the last round")


def _place(event: Line) -> str:
    return f"{place_of(event)} “{event['name']}”"
