"""A live session that is cut off anywhere and gone on with is the one that was not (DESIGN §2, §5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs
import msgspec
import pytest

from ledger.errors import JournalDamaged, JournalMissing, LeftOpen, SessionRefused
from ledger.history.disk import Disk
from ledger.live.driving import drive
from ledger.live.sources import Answering
from ledger.live.tables import close_lost_session
from ledger.plan import Plan
from ledger.players.script import Script
from ledger.rules.ruleset import altered, load_profile, profile_names
from tests.support.live import Again, Killed, LiveTable, Mains, plan_of, profile_plan, slowly, training_plan
from tests.support.tables import _maker


def lines_of(table: LiveTable) -> list[bytes]:
    """The ledger's lines but the first, which has the key in it."""
    return table.ledger.history().splitlines()[1:]


def records_of(table: LiveTable) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in lines_of(table)]


def slow_plan(profile: str, rounds: int) -> Plan:
    """Three at a table of a profile, and a director; all answer in time or not."""
    plan = plan_of(profile_plan(profile, {"session.rounds": rounds}))
    makers = {name: slowly(maker, Counter()) for name, maker in plan.makers.items()}
    return attrs.evolve(plan, makers=makers)


@pytest.mark.parametrize("profile", profile_names())
def test_a_session_that_dies_at_every_entry_of_its_journal_is_whole_in_the_end(new_ledger, profile) -> None:
    """Before an entry is written, torn within it, just after it: never a line lost or another one signed."""
    plan = slow_plan(profile, rounds=3)
    whole = LiveTable(new_ledger(), plan)
    whole.begin(disk := Mains())
    table = LiveTable(new_ledger(), plan)
    with pytest.raises(Killed):
        table.begin(Mains(1))
    deaths = 1
    while table.journal():
        table.set_clock()
        try:
            table.resume(Mains(2, ("before", "within", "after")[deaths % 3]))
        except Killed:
            deaths += 1
    assert lines_of(table) == lines_of(whole)
    assert deaths > disk.entries // 2 > 12
    assert sum("was torn" in warning for warning in table.warnings) >= deaths // 3 - 1


@attrs.define
class Unplugged(Disk):
    """A disk that dies as one of these files is written: that of the note with the keys, or the ledger's checkpoint."""

    name: str = ""
    dies_at: int = 1
    seen: int = 0

    def __attrs_pre_init__(self) -> None:
        super().__init__()

    def replace(self, path, data, mode=0o644) -> None:
        self._count(path)
        super().replace(path, data, mode)

    def append(self, path, data) -> None:
        self._count(path)
        super().append(path, data)

    def _count(self, path) -> None:
        self.seen += path.name == self.name
        if path.name == self.name and self.seen == self.dies_at:
            raise Killed


@pytest.mark.parametrize("name", ["last.note", "checkpoint"])
def test_lines_that_were_written_and_not_signed_are_signed_as_they_are(new_ledger, name) -> None:
    """DESIGN §5: what the journal yields again, byte for byte, is kept; nothing goes to quarantine."""
    plan = training_plan(3)
    whole = LiveTable(new_ledger(), plan)
    whole.begin()
    for at in (1, 2, 4, 7):
        table = LiveTable(new_ledger(), plan)
        disk = Unplugged(name, at)
        keys = table.ledger.keys
        table.ledger.keys = attrs.evolve(keys, disk=disk)
        with pytest.raises(Killed):
            table.begin(disk)
        table.ledger.keys = keys
        table.set_clock()
        table.resume()
        assert lines_of(table) == lines_of(whole), at
        assert not (keys.path / "quarantine").exists()


def left_open(ledger, plan: Plan, entries: int = 15, receipts=None) -> LiveTable:
    """A table whose session died after so many entries."""
    table = LiveTable(ledger, plan, receipts=receipts)
    with pytest.raises(Killed):
        table.begin(Mains(entries, "after"))
    table.set_clock()
    return table


def test_a_round_that_was_left_open_can_be_void_and_the_session_goes_on(new_ledger) -> None:
    """G9."""
    table = left_open(new_ledger(), training_plan(3))
    with table.standing() as session:
        assert session.table.is_in_play
        session.void("The table broke")
        drive(session, session.sheet.sources)
    kinds = [(record["record"], record.get("reason")) for record in records_of(table)]
    assert kinds.count(("void", "The table broke")) == 1
    assert kinds[-1] == ("close", "rounds")


def test_a_session_that_was_left_open_can_be_closed(new_ledger) -> None:
    table = left_open(new_ledger(), training_plan(3))
    with table.standing() as session:
        session.stop("Closing time")
    assert [(record["record"], record.get("reason")) for record in records_of(table)][-2:] == [
        ("void", "Closing time"),
        ("close", "stopped"),
    ]
    assert table.journal() == b""


def test_a_decision_of_the_director_is_not_forgotten(new_ledger) -> None:
    """It stands in the journal before it is signed."""
    table = left_open(new_ledger(), training_plan(3))
    with pytest.raises(Killed), table.standing(Mains(2)) as session:  # the void is written; its line's time is not
        session.void("The table broke")
    table.set_clock()
    table.resume()
    assert [record["reason"] for record in records_of(table) if record["record"] == "void"] == ["The table broke"]


def test_of_several_that_were_left_open_one_must_be_named(new_ledger) -> None:
    """And others can be recorded beside them, in batch too."""
    ledger = new_ledger()
    for secret in (1, 2):
        with pytest.raises(Killed):
            LiveTable(ledger, training_plan(2), secret).begin(Mains(15))
    plan = training_plan(2)
    ledger.record(plan.rules, plan.makers, 7)
    table = LiveTable(ledger, plan)
    with pytest.raises(SessionRefused, match="are open: 1, 2; say which"):
        table.resume()
    for number in (2, 1):
        table.number = number
        table.resume()
    closed = [record["session"] for record in records_of(table) if record["record"] == "close"]
    assert closed == [3, 2, 1]
    table.number = None
    with pytest.raises(SessionRefused, match=r"No session of .* is open"):
        table.resume()
    assert ledger.audit().findings == ()


def test_a_journal_of_a_closed_session_is_removed(new_ledger) -> None:
    """DESIGN §5: a crash between the close and the removal; the session is recorded already."""
    table = left_open(new_ledger(), training_plan(2))
    journal = table.ledger.path / "journal" / "1.jsonl"
    kept = journal.read_bytes()
    table.resume()
    journal.write_bytes(kept)
    with pytest.raises(SessionRefused, match="No session of"):
        table.resume()
    assert not journal.exists()


def test_the_journal_is_the_operators_and_tells_no_seed_and_no_card(new_ledger) -> None:
    """Mode 0600 in a folder of 0700; answers, but of a choice that may name a hidden card only which it was."""
    table = left_open(new_ledger(), slow_plan("changing-bank", 8), 160)
    path = table.ledger.path / "journal" / "1.jsonl"
    assert [entry.stat().st_mode & 0o777 for entry in (path.parent, path)] == [0o700, 0o600]
    with table.standing() as session:
        seeds = {seed.hex() for seed in session.sheet.seeds[1:]}
        answers = [msgspec.json.decode(line).get("answer", "") for line in table.journal().splitlines()]
    assert not any(seed in table.journal().decode() for seed in seeds)
    assert table.ledger.keys.secret(1).hex() not in table.journal().decode()
    assert not any(word[-1] in "CDHS" and len(word) == 2 for answer in answers for word in answer.split(" ")[1:])


def changed(lines, at, old, new):
    assert old in lines[at], lines[at]
    lines[at] = lines[at].replace(old, new)


def flipped(lines, at, key):
    """The first digit of a hash, changed."""
    place = lines[at].index(key) + len(key)
    lines[at] = lines[at][:place] + (b"1" if lines[at][place : place + 1] == b"0" else b"0") + lines[at][place + 1 :]


def last_answer(lines):
    return max(at for at, line in enumerate(lines) if b'"entry":"answer"' in line)


def decided_otherwise(lines):
    """Somebody who may write there, and holds no secret, has a player decide otherwise: all that followed from it is cut off."""
    at = max(at for at, line in enumerate(lines) if b' hit","entry"' in line or b' stand","entry"' in line)
    del lines[at + 1 :]
    old, new = (b" hit", b" stand") if b" hit" in lines[at] else (b" stand", b" hit")
    changed(lines, at, old, new)


DAMAGE = {
    "an answer changed": (lambda lines: lines[-1:] and changed(lines, answer_at(lines), b'"answer":"', b'"answer":"9'), "does not follow"),
    "the hash of a question changed": (lambda lines: flipped(lines, answer_at(lines), b'"question":"'), "another question"),
    "the last answer another one that is allowed": (decided_otherwise, "not as it was answered"),
    "the last answer a default": (lambda lines: changed(lines, last_answer(lines), b'"timeout":false', b'"timeout":true'), "not as it was"),
    "an answer left out": (lambda lines: lines.pop(answer_at(lines)), "line [0-9]+ (answers another|does not)"),
    "an answer twice": (lambda lines: lines.insert(answer_at(lines), lines[answer_at(lines)]), "another question|does not follow"),
    "the time changed": (lambda lines: changed(lines, 3, b"2026-01-01T", b"2026-01-02T"), "leads to another line"),
    "a time too many": (lambda lines: lines.insert(9, lines[3]), "does not follow|leads to"),
    "no time that was read": (lambda lines: lines.pop(3), "leads to another|does not follow"),
    "a line that is no entry": (lambda lines: lines.__setitem__(9, b"hit me"), "line 10 is damaged"),
    "a key too many": (lambda lines: changed(lines, 1, b"{", b'{"and":1,'), "line 2 is damaged"),
    "a line in another form": (lambda lines: changed(lines, 1, b",", b", "), "line 2 is damaged .*canonical"),
    "an empty line": (lambda lines: lines.insert(5, b""), "line 6 is damaged"),
    "no beginning": (lambda lines: lines.pop(0), "line 1 is not the beginning"),
    "two beginnings": (lambda lines: lines.insert(2, lines[0]), "begins twice"),
    "nothing in it": (lambda lines: lines.clear(), "holds no whole line"),
    "another engine": (lambda lines: changed(lines, 0, b'"engine":1', b'"engine":2'), "written by another version"),
    "another session": (lambda lines: changed(lines, 0, b'"session":1,', b'"session":2,'), "is of session 2 of"),
    "another ledger": (lambda lines: changed(lines, 0, b'"ledger":"', b'"ledger":"x'), "of session 1 of x"),
    "another commitment": (lambda lines: flipped(lines, 0, b'"commitment":"'), "are not of one session"),
    "other rules": (lambda lines: changed(lines, 0, b'"even_money":"never"', b'"even_money":"ace"'), "leads to another line"),
    "other players": (lambda lines: changed(lines, 0, b'"Bo"', b'"Di"'), "leads to another line"),
    "the end cut off": (lambda lines: lines.__delitem__(slice(len(lines) - 8, None)), "ends before line"),
    "rules that make no sense": (lambda lines: changed(lines, 0, b'"rounds":4', b'"rounds":0'), "line 1 describes no session"),
    "nobody who answers": (lambda lines: changed(lines, 0, b'"answers":["random","random"]', b'"answers":["random"]'), "line 1 describes"),
    "a decision invented": (
        lambda lines: lines.insert(7, b'{"entry":"broken","how":"void","words":"x"}'),
        "does not follow",
    ),
}  # fmt: skip


def answer_at(lines):
    return next(at for at, line in enumerate(lines) if b'"answer":' in line and at > 0)


@pytest.fixture(scope="module")
def stopped(new_ledger):
    """A table that was left open in its second round, and its journal."""
    table = left_open(new_ledger(), training_plan(4), 30)
    return table, table.journal()


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_journal_is_refused_by_its_line_and_changes_nothing(stopped, name) -> None:
    table, right = stopped
    damage, told = DAMAGE[name]
    lines = right.splitlines()
    damage(lines)
    path = table.ledger.path / "journal" / "1.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    before = table.ledger.history()
    with pytest.raises(JournalDamaged, match=told) as refused:
        table.resume(answering=Answering())
    assert str(path) in str(refused.value) or "of one session" in told or "leads to" in told
    assert table.ledger.history() == before
    path.write_bytes(right)


def test_the_secret_must_be_the_sessions_own(stopped) -> None:
    table, _ = stopped
    keys = table.ledger.keys
    secret = keys.secret(1)
    keys.store_secret(1, bytes(31) + b"\7")
    with pytest.raises(JournalDamaged, match="secret of session 1 are not of one session"):
        table.resume()
    keys.store_secret(1, secret)


@pytest.mark.parametrize("entries", [5, 7, 22, 30])
def test_a_session_whose_journal_is_lost_can_only_be_closed(new_ledger, entries) -> None:
    """Its seeds are told, the round that had begun is void, and the audit has nothing to say but that it ended early."""
    table = left_open(new_ledger(), training_plan(4), entries)
    begun = [record["record"] for record in records_of(table)][-1] == "begin"
    (table.ledger.path / "journal" / "1.jsonl").unlink()
    with pytest.raises(JournalMissing, match="--stop"):
        table.resume()
    done = close_lost_session(table.ledger.path, table.ledger.keys, None, table.ledger.clock, "A cup of tea")
    kinds = [(record["record"], record.get("reason")) for record in records_of(table)]
    assert (("void", "A cup of tea") in kinds) == begun
    assert kinds[-1] == ("close", "stopped")
    assert done.rounds == sum(kind == "round" for kind, _ in kinds)
    assert {finding.code for finding in table.ledger.audit().findings} == {"rounds-played"}


def scripted(new_ledger, tmp_path, lines: str) -> tuple[LiveTable, Again]:
    rules = altered(load_profile("training"), {"session.rounds": 6, "insurance.offered": False})
    path = tmp_path / "script.jsonl"
    path.write_text(lines, encoding="utf-8")
    script = Script.read(path)
    plan = Plan(
        rules, ("Ann", "Bo"), {"Ann": lambda *_: script, "Bo": _maker("random", rules, 0)}, answers={"Ann": "script", "Bo": "random"}
    )
    return LiveTable(new_ledger(), plan), Again(plan=plan)


def test_a_script_is_asked_again_and_must_say_the_same(new_ledger, tmp_path) -> None:
    """What was taken counts; a script that was mended after that goes on."""
    stands = [f'{{"round": {number}, "answer": "1 stand"}}\n' for number in range(1, 7)]
    table, _ = scripted(new_ledger, tmp_path, "")
    with pytest.raises(Exception, match="ends too early"):
        table.begin()
    asked = int(str(msgspec.json.decode(table.journal().splitlines()[-1])).count("round") or 1)
    assert asked >= 1
    first = next(number for number in range(1, 7) if f"round {number}" in _why(table))
    table, again = scripted(new_ledger, tmp_path, "".join(stands[first - 1 : first]) + '{"round": 9, "answer": "1 fly"}\n')
    with pytest.raises(Exception, match="but round"):
        table.begin()
    table, again = _with_script(table, tmp_path, f'{{"round": {first}, "answer": "1 hit"}}\n')
    with pytest.raises(SessionRefused, match=f"says “1 hit” in round {first}, where “1 stand” was taken"):
        table.resume(answering=again)


def _why(table: LiveTable) -> str:
    with table.standing() as session:
        return session.stands


def _with_script(table: LiveTable, tmp_path, lines: str) -> tuple[LiveTable, Again]:
    path = tmp_path / "script.jsonl"
    path.write_text(lines, encoding="utf-8")
    script = Script.read(path)
    plan = attrs.evolve(table.plan, makers={**table.plan.makers, "Ann": lambda *_: script})
    return table, Again(plan=plan)


def test_whoever_is_called_away_leaves_the_session_open(new_ledger) -> None:
    table = LiveTable(new_ledger(), training_plan(3))
    asked = Counter[str]()

    def called() -> bool:
        asked["times"] += 1
        return asked["times"] > 5

    table.drives = lambda session, sources: drive(session, sources, called)
    with pytest.raises(LeftOpen):
        table.begin()
    table.drives = drive
    table.set_clock()
    table.resume()
    whole = LiveTable(new_ledger(), training_plan(3))
    whole.begin()
    assert lines_of(table) == lines_of(whole)
