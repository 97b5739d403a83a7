"""EVENT.toml: what a tournament's file may say, and how a mistake in it is told."""

from __future__ import annotations

import pytest

from ledger import read_event
from ledger.errors import EventError, LedgerError, RuleError, ScriptError
from ledger.players.bots import RandomBot
from ledger.players.script import Script
from ledger.table.company import Seat

HEAD = 'name = "Spring Open"\nrules = "training"\n'
BOTS = HEAD + 'bot = "s17"\n'
ONE = '[[table]]\nname = "One"\nplayers = ["Ann", "Bo"]\n'


@pytest.fixture
def event(tmp_path):
    """Read a tournament from a file with this text."""

    def read(text):
        path = tmp_path / "event.toml"
        path.write_text(text, encoding="utf-8")
        return read_event(path)

    return read


def source(plan, player):
    """Who answers for a player."""
    return plan.makers[player](Seat(1, player, (1,), 100), bytes(32))


def test_a_whole_file_is_read(event, tmp_path) -> None:
    (tmp_path / "two.jsonl").write_text("", encoding="utf-8")
    wanted = event(
        BOTS + 'rounds = 20\nstack = 300\nbots = { Bo = "random", Di = "random" }\nsessions = [4, 2]\n' + ONE
        + '[[table]]\nplayers = ["Cy", "Di"]\nscript = "two.jsonl"\n[[table]]\nname = "Three"\nplayers = ["Ed", "Flo"]\nbots = { Ed = "random" }\n'
    )  # fmt: skip
    assert (wanted.name, wanted.sessions, wanted.rehearsed) == ("Spring Open", (4, 2), 2)
    assert [(plan.table, plan.players) for plan in wanted.tables] == [
        ("One", ("Ann", "Bo")),
        (None, ("Cy", "Di")),
        ("Three", ("Ed", "Flo")),
    ]
    assert {(plan.rules.session.rounds, plan.rules.session.stack) for plan in wanted.tables} == {(20, 300)}
    answering = {name: type(source(plan, name)) for plan in wanted.tables for name in plan.players}
    assert {name for name, kind in answering.items() if kind is RandomBot} == {"Bo", "Di", "Ed"}
    assert answering["Cy"] is Script


def test_players_of_a_table_share_its_script(event, tmp_path) -> None:
    (tmp_path / "one.jsonl").write_text("", encoding="utf-8")
    (plan,) = event(HEAD + ONE + 'script = "one.jsonl"\n').tables
    assert source(plan, "Ann") is source(plan, "Bo")


def test_boxes_are_given_by_player(event) -> None:
    (plan,) = event(BOTS + ONE + "boxes = { Bo = [5], Ann = [1, 2] }\n").tables
    assert plan.boxes == {"Bo": (5,), "Ann": (1, 2)}


def test_a_script_answers_for_the_table_itself_too(event, tmp_path) -> None:
    (tmp_path / "one.jsonl").write_text("", encoding="utf-8")
    (plan,) = event(BOTS + 'bots = { Ann = "seed", Bo = "seed" }\n' + ONE + 'script = "one.jsonl"\n').tables
    assert plan.director is not None
    assert isinstance(plan.director(Seat(0, "", (), 0), bytes(32)), Script)


def test_files_are_looked_for_beside_the_tournaments(event, tmp_path) -> None:
    (tmp_path / "mine.toml").write_text('base = "training"\n[natural]\npays = "6:5"\n', encoding="utf-8")
    (plan,) = event(BOTS.replace("training", "mine.toml") + ONE).tables
    assert str(plan.rules.natural.pays) == "6:5"


def test_a_file_may_list_sessions_only(event) -> None:
    wanted = event('name = "Evening"\nsessions = [3, 1]\n')
    assert (wanted.name, wanted.tables, wanted.sessions) == ("Evening", (), (3, 1))


BAD: dict[str, tuple[str, type[LedgerError], str]] = {
    "not TOML": ("name = \n", EventError, r"event\.toml is not valid TOML"),
    "a number of thousands of digits": (f"{BOTS}rounds = {'9' * 5000}\n{ONE}", EventError, "thousands of digits"),
    "nested without end": (f"name = {'[' * 5000}", EventError, "nested too deeply"),
    "an unknown key": (
        'nam = "Open"\n',
        EventError,
        "“nam” is no setting of a tournament \\(did you mean “name”\\?\\); there are name, rules",
    ),
    "an unknown key of a table": (
        BOTS + ONE + 'player = ["Cy"]\n',
        EventError,
        "table 1: “player” is no setting of a table \\(did you mean “players”\\?\\)",
    ),
    "a long key": (f'"{"x" * 500}\\u0007" = 1\n', EventError, "“x{57}…” is no setting"),
    "no name": ('rules = "training"\n', EventError, "does not name the tournament"),
    "no rules": ('name = "Open"\n' + ONE, EventError, "does not say by which rules"),
    "no table": (BOTS, EventError, "neither a \\[\\[table\\]\\] nor sessions"),
    "rules for no table": (HEAD + "sessions = [1]\n", EventError, "rules is for tables to be played, and there is none"),
    "an unknown profile": (BOTS.replace("training", "trainning") + ONE, RuleError, "did you mean “training”"),
    "rules that are not there": (BOTS.replace("training", "none.toml") + ONE, RuleError, "cannot be read"),
    "a file with a null in its name": (BOTS.replace("training", "a\\u0000.toml") + ONE, EventError, "rules must be the name of a file"),
    "no rounds": (BOTS + "rounds = 0\n" + ONE, RuleError, "session.rounds must be"),
    "half a round": (BOTS + "rounds = 1.5\n" + ONE, EventError, "rounds must be a whole number, not 1.5"),
    "rounds in words": (BOTS + 'rounds = "10"\n' + ONE, EventError, 'rounds must be a whole number, not "10"'),
    "true as a stack": (BOTS + "stack = true\n" + ONE, EventError, "stack must be a whole number, not true"),
    "no players": (BOTS + "[[table]]\n", EventError, "table 1 has no players"),
    "an empty list of players": (BOTS + "[[table]]\nplayers = []\n", EventError, "players must be a list of names"),
    "one player, not a list": (BOTS + '[[table]]\nplayers = "Ann"\n', EventError, 'players must be a list of names, .*, not "Ann"'),
    "a table that is none": (BOTS + "table = 3\n", EventError, "table must be one \\[\\[table\\]\\] or more, not 3"),
    "one table, not a list": (BOTS + '[table]\nplayers = ["Ann"]\n', EventError, "table must be one \\[\\[table\\]\\] or more"),
    "sessions that are none": ('name = "Open"\nsessions = [0]\n', EventError, "sessions must be a list of session numbers"),
    "no session": ('name = "Open"\nsessions = []\n', EventError, "sessions must be a list of session numbers"),
    "an unknown bot": (BOTS.replace("s17", "s18") + ONE, EventError, "table 1: There is no bot “s18”; choose one of"),
    "a bot for nobody": (
        BOTS + 'bots = { Anne = "seed" }\n' + ONE,
        EventError,
        "“Anne” has a bot but sits at no table \\(did you mean “Ann”",
    ),
    "a bot for nobody at the table": (BOTS + ONE + 'bots = { Cy = "seed" }\n', EventError, "“Cy” has a bot but no seat here"),
    "two bots for one player": (
        BOTS + 'bots = { Ann = "seed" }\n' + ONE + 'bots = { Ann = "s17" }\n',
        EventError,
        "“Ann” has a bot here and in the tournament's own",
    ),
    "a bot that is a number": (BOTS + "bots = { Ann = 3 }\n" + ONE, EventError, "bots must be bots by player"),
    "nobody who answers": (HEAD + ONE, EventError, "table 1: nobody answers for Ann"),
    "a bot and a script": (HEAD + ONE + 'bot = "s17"\nscript = "one.jsonl"\n', EventError, "both a bot and a script"),
    "a script that is not there": (HEAD + ONE + 'script = "one.jsonl"\n', ScriptError, "one.jsonl cannot be read"),
    "boxes that are none": (BOTS + ONE + "boxes = { Ann = 1 }\n", EventError, "boxes must be lists of boxes by player"),
}


@pytest.mark.parametrize(("text", "error", "says"), BAD.values(), ids=BAD)
def test_a_mistake_is_told_in_one_sentence(event, text, error, says) -> None:
    with pytest.raises(error, match=says) as caught:
        event(text)
    message = str(caught.value)
    assert message.isprintable()
    assert message.endswith(".")
    assert len(message) < 500


def test_a_file_that_cannot_be_read_is_refused(tmp_path) -> None:
    with pytest.raises(EventError, match=r"The tournament .* cannot be read \(No such file"):
        read_event(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b'name = "Fr\xfchling"\n')
    with pytest.raises(EventError, match="is not UTF-8 text; save it as UTF-8"):
        read_event(tmp_path / "latin.toml")
