"""Every field of every record, changed to another value that the format allows, hashed and signed again with the true key.

What no replay of a batch session can see is listed here with the reason, and is held to be just that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from audit.errors import AuditError
from ledger.cheating.history import Change, History, Line
from ledger.cheating.picking import Cheat
from tests.support.cheating import Club, Kind, Trial, first_finding, tried

TRIES = 2
KINDS = ("open", "seat", "start", "ruling", "round", "close", "event")
# The fields by which lines find each other; and leaf 0, of which there is one. Each has a ledger of its own.
OF_THE_LOG = ("seq", "prev", "session", "record", "round")
# A tournament that counts another session is told of that session: tests/audit/test_tournaments.py.
ANOTHER_SESSION = ("sessions", -1)
INVISIBLE = {
    "event.name": "what a tournament is called stands nowhere else; whoever was there knows, and a saved checkpoint tells",
    "ruling.text": "the supervisor's words stand nowhere else; whoever was there knows, and a saved checkpoint tells",
    "seat.source": "whose entropy it was, only the player knows: a receipt of the hash they gave tells",
    "ledger.height": "one history file looks the same whatever its largest size; a saved checkpoint tells",
    "*.time": "the clock is the recorder's own; a witness or a saved checkpoint bounds it",
}

Path_ = tuple[str | int, ...]
Field = tuple[str, Path_]


def leaves(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The paths of every scalar and every list in a record."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        yield path
        if value:
            yield from leaves(value[-1], (*path, -1))
    else:
        yield path


WORDS = {"batch": "live", "house": "own", "rounds": "stopped", "training": "practice", "none": "stream", "T": "E"}


def other_value(path: Path_, value: Any) -> Any:
    """Another value of the same kind, allowed by the format."""
    key = next(part for part in reversed(path) if isinstance(part, str))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [*value, value[-1]] if value else [12] if key == "totals" else ["s1 out"]
    if value is None:
        return "11" * 32 if key == "seed" else "A" * 43 + "="
    return other_text(path, value)


def other_text(path: Path_, value: str) -> str:
    if path[-1] == "time":
        return value[:-3] + f"{(int(value[-3:-1]) + 1) % 60:02}Z"
    if len(value) == 64 and set(value) <= set("0123456789abcdef"):
        return ("1" if value[0] == "0" else "0") + value[1:]
    plain = f"{value} bis" if " " in value else f"{value}x"
    return WORDS.get(value) or RULE_VALUES.get(".".join(map(str, path[1:])), plain)


RULE_VALUES = {
    "bank.change": "auction",
    "bank.first": "lot",
    "bank.holder": "player",
    "banker.play": "free",
    "banker.soft17": "draw",
    "deal.pattern": "b",
    "double.commission": "1:10",
    "double.offered": "off",
    "insurance.amount": "half",
    "insurance.pays": "3:1",
    "natural.even_money": "ace",
    "natural.paid": "at-once",
    "natural.pays": "6:5",
    "natural.suited_pays": "2:1",
    "natural.suited_rank": "ten-value",
    "pack.ace": "1",
    "pack.pictures": "low",
    "peek.natural_takes": "original",
    "peek.when": "after-play",
    "premiums.five_cards": "2:1",
    "premiums.longer": "doubling",
    "premiums.sevens": "3:1",
    "premiums.six_cards": "3:1",
    "premiums.six_seven_eight": "2:1",
    "settlement.banker_natural": "double",
    "settlement.natural_ties": "banker",
    "settlement.ties": "banker",
    "shoe.reshuffle": "discards",
    "split.aces_play": "hit",
    "split.pairs": "rank",
    "split.second_card": "at-once",
    "stakes.banker_raise": "free",
    "stakes.breakage": "floor",
    "stakes.limits_by": "banker",
    "stakes.redouble": "free",
    "stakes.when": "after-first-card",
    "surrender.offered": "late",
    "premiums.sevens_gift": "a cake",
}


def change_at(record: Line, path: Path_) -> Change:
    """Put another value at a path of a record."""
    inner: Any = record
    for part in path[:-1]:
        inner = inner[part]
    before = inner[path[-1]]
    inner[path[-1]] = other_value(path, before)
    name = name_of(record, path)
    return Change(name, "a field is changed", name, str(before), str(inner[path[-1]]))


def name_of(record: Line, path: Path_) -> str:
    return ".".join([record["record"], *(str(part) for part in path if isinstance(part, str))])


def field_name(field: Kind) -> str:
    assert isinstance(field, tuple)
    return name_of({"record": field[0]}, field[1])


def fields_of(history: History) -> list[Field]:
    """(kind of record, path) of every field of any session of this history, rules included."""
    fields = {(kind, path): None for kind in KINDS for line in history.of(kind) for path in leaves(line)}
    return [field for field in fields if field[1][0] not in OF_THE_LOG and field[1] not in (("rules", "pack", "size"), ANOTHER_SESSION)]


def is_invisible(name: str) -> bool:
    return name in INVISIBLE or name.endswith(".time")


def test_a_changed_field_is_found_or_is_named_as_invisible(small_club: Club, tmp_path: Path) -> None:
    def change(history: History, kind: Kind, number: int) -> Change:
        assert isinstance(kind, tuple)
        record, path = kind
        cheat = Cheat.at_work(record, history, number)
        return change_at(cheat.one_of([line for line in history.of(record) if can_be_changed(line, path)]), path)

    trials: list[Trial] = [
        (field, number) for number in range(TRIES) for field in fields_of(small_club.history()) if not number or field[0] != "open"
    ]
    answers = tried(small_club, trials, change, tmp_path)
    names: dict[Kind, str] = {kind: field_name(kind) for kind, _ in answers}
    assert len(names) > 130
    found = sum(answer.code is not None for answer in answers.values())
    print(f"\n{len(names)} fields changed in {len(answers)} tries, {found} found")
    missed = [answer for (kind, _), answer in answers.items() if answer.code is None and not is_invisible(names[kind])]
    assert not missed
    seen = [answer for (kind, _), answer in answers.items() if answer.code is not None and names[kind] in INVISIBLE]
    assert not seen, "the list of what is invisible is out of date"


def can_be_changed(record: Line, path: Path_) -> bool:
    """Whether a record has something there, and not the value already that it would be given."""
    inner: Any = record
    for part in path:
        if isinstance(part, int) and not inner:
            return False
        inner = inner[part]
    return bool(other_value(path, inner) != inner)


def test_the_fields_that_hold_the_log_together_are_found_or_refused(one_session: Callable[[str], Club], tmp_path: Path) -> None:
    club = one_session("training")
    for kind in KINDS:
        for field in OF_THE_LOG:
            history = club.history()
            for record in history.of(kind)[-1:]:
                if field in record:
                    record[field] = "void" if field == "record" else record[field] + 1
                    assert refused_or_found(club, history, tmp_path / f"{kind}-{field}"), (kind, field)


def test_leaf_0_is_held_against_the_checkpoint_and_the_key(one_session: Callable[[str], Club], tmp_path: Path) -> None:
    club = one_session("training")
    other_key = Club.opened(tmp_path / "other", ()).vkey
    for field, value in {"format": 2, "name": "cheats.example/other", "vkey": other_key, "record": "event", "seq": 1, "height": 5}.items():
        history = club.history()
        history.lines[0][field] = value
        found = refused_or_found(club, history, tmp_path / f"ledger-{field}")
        assert found is (f"ledger.{field}" not in INVISIBLE), field


def refused_or_found(club: Club, history: History, where: Path) -> bool:
    try:
        report = club.judge(history, where)
    except AuditError:
        return True
    return first_finding(report, 1) is not None or bool(report.findings)
