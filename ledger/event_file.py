"""A tournament's file, EVENT.toml: its name, its rules, its tables, and who answers for whom at each.

    name = "Spring Open"
    rules = "training"            # a profile, or a rule set's file
    rounds = 20                   # instead of the rule set's; so with stack
    bot = "s17"                   # for everyone without a bot or a script
    bots = { Cy = "random" }      # for one player each

    [[table]]
    name = "One"
    players = ["Ann", "Bo", "Cy"]

    [[table]]
    players = ["Di", "Ed"]
    boxes = { Di = [1, 2] }       # instead of one each, in order
    script = "second.jsonl"       # for everyone at this table without a bot of their own, and for the table itself

`sessions = [4, 5]` ranks sessions that the ledger already has, beside the tables or in their place. Files are
looked for beside the tournament's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ledger.errors import EventError, SessionRefused
from ledger.plan import Plan, SourceMaker
from ledger.players.bots import make_bot
from ledger.players.script import Script
from ledger.rules.ruleset import altered, load
from ledger.rules.tables import RuleSet
from ledger.toml_text import cut, nearest, read_toml, shown
from ledger.tournament import Tournament

# What a setting must be, and how to say so.
_Kind = tuple[Callable[[object], bool], str]
_TEXT: _Kind = (lambda value: isinstance(value, str), "text in quotation marks")
_FILE: _Kind = (lambda value: isinstance(value, str) and "\0" not in value, "the name of a file, in quotation marks")
_NUMBER: _Kind = (lambda value: type(value) is int, "a whole number")
_BOTS: _Kind = (
    lambda value: isinstance(value, dict) and all(isinstance(bot, str) for bot in value.values()),
    'bots by player, such as { Ann = "s17" }',
)
_BOXES: _Kind = (
    lambda value: (
        isinstance(value, dict) and all(isinstance(boxes, list) and all(type(box) is int for box in boxes) for boxes in value.values())
    ),
    "lists of boxes by player, such as { Ann = [1, 2] }",
)
_PLAYERS: _Kind = (
    lambda value: isinstance(value, list) and bool(value) and all(isinstance(name, str) for name in value),
    'a list of names, such as ["Ann", "Bo"]',
)
_SESSIONS: _Kind = (
    lambda value: isinstance(value, list) and bool(value) and all(type(number) is int and number > 0 for number in value),
    "a list of session numbers, such as [4, 5]",
)
_TABLES: _Kind = (
    lambda value: isinstance(value, list) and bool(value) and all(isinstance(table, dict) for table in value),
    "one [[table]] or more",
)
_OF_EVENT = {
    "name": _TEXT,
    "rules": _FILE,
    "rounds": _NUMBER,
    "stack": _NUMBER,
    "bot": _TEXT,
    "bots": _BOTS,
    "sessions": _SESSIONS,
    "table": _TABLES,
}
_OF_TABLE = {"name": _TEXT, "players": _PLAYERS, "boxes": _BOXES, "bot": _TEXT, "bots": _BOTS, "script": _FILE}
# These say how tables are played: without a table they would say nothing.
_FOR_TABLES = ("rules", "rounds", "stack", "bot", "bots")


def read_event(path: Path) -> Tournament:
    """The tournament that a file describes; EventError, RuleError or ScriptError with the place of what is wrong."""
    event = read_toml(path, "The tournament", EventError)
    source = str(path)
    _check(event, _OF_EVENT, source, "a tournament")
    if "name" not in event:
        raise EventError(f'{source} does not name the tournament; begin it with a line such as name = "Spring Open".')
    if "table" not in event:
        return _of_sessions(event, source)
    if "rules" not in event:
        raise EventError(f'{source} does not say by which rules the tables play; add a line such as rules = "training".')
    rules = _rules(event, path)
    plans = [_Table(event, table, nth, rules, path).plan() for nth, table in enumerate(event["table"], 1)]
    _check_bots(event, plans, source)
    scripted = [nth for nth, table in enumerate(event["table"], 1) if "script" in table]
    return Tournament(event["name"], tuple(plans), tuple(event.get("sessions", ())), rehearsed=max(scripted, default=0))


def _of_sessions(event: Mapping[str, Any], source: str) -> Tournament:
    if "sessions" not in event:
        raise EventError(f"{source} has neither a [[table]] nor sessions; add the tables to be played, or list sessions of the ledger.")
    if idle := [key for key in _FOR_TABLES if key in event]:
        raise EventError(f"{source}: {idle[0]} is for tables to be played, and there is none; leave it out, or add a [[table]].")
    return Tournament(event["name"], sessions=tuple(event["sessions"]))


def _rules(event: Mapping[str, Any], path: Path) -> RuleSet:
    name = event["rules"]
    rules = load(str(path.parent / name) if "/" in name or "." in name else name)
    changes = {f"session.{key}": event[key] for key in ("rounds", "stack") if key in event}
    return altered(rules, changes, str(path)) if changes else rules


class _Table:
    """One [[table]] of the file."""

    def __init__(self, event: Mapping[str, Any], table: Mapping[str, Any], nth: int, rules: RuleSet, path: Path) -> None:
        self._event, self._table, self._rules, self._path = event, table, rules, path
        self._source = f"{path}, table {nth}"

    def plan(self) -> Plan:
        """Who sits there, and who answers for them."""
        table = self._table
        _check(table, _OF_TABLE, self._source, "a table")
        if "players" not in table:
            raise EventError(f'{self._source} has no players; add a line such as players = ["Ann", "Bo"].')
        script = self._script() if "script" in table else None
        return Plan(
            self._rules,
            tuple(table["players"]),
            self._makers(script),
            boxes={name: tuple(boxes) for name, boxes in table.get("boxes", {}).items()},
            director=script,
            table=table.get("name"),
        )

    def _makers(self, script: SourceMaker | None) -> dict[str, SourceMaker]:
        table, players = self._table, self._table["players"]
        bots = {name: bot for name, bot in self._event.get("bots", {}).items() if name in players}
        for name, bot in table.get("bots", {}).items():
            if name not in players:
                raise EventError(f"{self._source}: “{cut(name)}” has a bot but no seat here{nearest(name, players)}; mend the name.")
            if name in bots:
                raise EventError(f"{self._source}: “{name}” has a bot here and in the tournament's own bots; leave one out.")
            bots[name] = bot
        makers = {name: self._bot(bot) for name, bot in bots.items()}
        without = [name for name in players if name not in makers]
        if script is not None:
            return makers | dict.fromkeys(without, script)
        bot = table.get("bot", self._event.get("bot"))
        if without and bot is None:
            raise EventError(f'{self._source}: nobody answers for {without[0]}; add bot = "s17", or a script, to the table.')
        return makers | {name: self._bot(bot) for name in without}

    def _bot(self, bot: str) -> SourceMaker:
        rules = self._rules
        try:
            make_bot(bot, rules, bytes(32))
        except SessionRefused as error:
            raise EventError(f"{self._source}: {error}") from error
        return lambda _seat, seed: make_bot(bot, rules, seed)

    def _script(self) -> SourceMaker:
        if "bot" in self._table:
            raise EventError(f"{self._source} has both a bot and a script for its players; leave one out.")
        script = Script.read(self._path.parent / self._table["script"])
        return lambda _seat, _seed: script


def _check_bots(event: Mapping[str, Any], plans: list[Plan], source: str) -> None:
    names = [name for plan in plans for name in plan.players]
    for name in event.get("bots", {}):
        if name not in names:
            raise EventError(f"{source}: “{cut(name)}” has a bot but sits at no table{nearest(name, names)}; mend the name.")


def _check(given: Mapping[str, Any], known: Mapping[str, _Kind], source: str, of_what: str) -> None:
    """EventError for a setting that there is not, naming the nearest right one, or one that is no value of its kind."""
    for key, value in given.items():
        if key not in known:
            raise EventError(f"{source}: “{cut(key)}” is no setting of {of_what}{nearest(key, known)}; there are {', '.join(known)}.")
        fits, words = known[key]
        if not fits(value):
            raise EventError(f"{source}: {key} must be {words}, not {shown(value)}.")
