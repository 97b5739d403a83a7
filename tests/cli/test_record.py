"""`keygen`, `init` and `record`: what they write, and what they refuse."""

from __future__ import annotations

import json
import re
import shutil
import stat

import pytest

CLOCK = "2026-01-01T20:00:00Z"


def recorded(shoe, club, *more, **typed):
    """Record a further session with the options given."""
    return shoe("record", club.ledger, "--keys", club.keys, "--clock", CLOCK, *more, **typed)


def test_the_verifier_key_is_printed_alone_on_stdout(shoe, tmp_path) -> None:
    outcome = shoe("keygen", "club.example/t", "--keys", tmp_path / "keys")
    assert outcome.status == 0
    assert outcome.out.startswith("club.example/t+")
    assert outcome.out == (tmp_path / "keys" / "verifier.vkey").read_text(encoding="ascii")


def test_the_signing_key_is_for_its_owner_alone(shoe, tmp_path) -> None:
    shoe("keygen", "club.example/t", "--keys", tmp_path / "keys")
    assert stat.S_IMODE((tmp_path / "keys" / "signing.key").stat().st_mode) == 0o600


def test_a_key_is_never_overwritten(shoe, club) -> None:
    before = (club.keys / "signing.key").read_bytes()
    outcome = shoe("keygen", "club.example/t", "--keys", club.keys)
    assert outcome.status == 2
    assert (club.keys / "signing.key").read_bytes() == before


def test_the_same_key_seed_file_and_clock_give_the_same_bytes(shoe, tmp_path, club) -> None:
    keys, again = tmp_path / "same keys", tmp_path / "again"
    keys.mkdir(mode=0o700)
    for name in ("signing.key", "verifier.vkey"):
        shutil.copy(club.keys / name, keys)
    assert shoe("init", again, "--name", "club.example/t", "--keys", keys, "--clock", CLOCK).status == 0
    players = ("--players", "Ann,Bo,Cy", "--bot", "s17", "--bot", "Cy=random", "--seed-file", club.seed, "--clock", CLOCK)
    assert shoe("record", again, "--rules", "training", "--keys", keys, *players).status == 0
    for name in ("history/00000000.jsonl", "checkpoint"):
        assert (again / name).read_bytes() == (club.ledger / name).read_bytes(), name


def test_a_further_session_is_numbered_on(shoe, club) -> None:
    outcome = recorded(shoe, club, "--rules", "training", "--players", "Di", "--bot", "seed", "--format", "json")
    assert outcome.status == 0, outcome.err
    assert json.loads(outcome.out)["session"] == 2


def test_rounds_and_stack_override_the_rule_set_and_are_recorded_in_it(shoe, club) -> None:
    assert recorded(shoe, club, "--rules", "training", "--players", "Di", "--bot", "stand", "--rounds", 3, "--stack", 50).status == 0
    opening = next(json.loads(line) for line in club.history().splitlines() if b'"open"' in line and b'"session":2' in line)
    assert opening["rules"]["session"] == {"rounds": 3, "stack": 50}


def test_a_script_decides_and_a_bot_plays_beside_it(shoe, club, tmp_path) -> None:
    script = tmp_path / "decisions.jsonl"
    script.write_text('{"round": 1, "answer": "s1 leave"}\n', encoding="utf-8")
    outcome = recorded(shoe, club, "--rules", "training", "--players", "Di,Ed", "--script", script, "--bot", "Ed=seed")
    assert outcome.status == 0, outcome.err


def test_a_person_plays_at_the_terminal(shoe, club) -> None:
    outcome = recorded(shoe, club, "--rules", "training", "--players", "Di", "--interactive", "--rounds", 6, typed="s\nn\n" * 20)
    assert outcome.status == 0, outcome.err
    # Naturals leave nothing to ask, but hardly six times on end.
    assert re.search("Round [1-6], Di", outcome.err)


BAD = {
    "an unknown profile": ("--rules", "trainning", "--players", "Di", "--bot", "s17"),
    "a rule set that is not there": ("--rules", "./none.toml", "--players", "Di", "--bot", "s17"),
    "a name with a control character": ("--rules", "training", "--players", "D\x07i", "--bot", "s17"),
    "a name that is too long": ("--rules", "training", "--players", "D" * 33, "--bot", "s17"),
    "an empty name": ("--rules", "training", "--players", "Di,", "--bot", "s17"),
    "two players of one name": ("--rules", "training", "--players", "Di,Di", "--bot", "s17"),
    "two players who look alike": ("--rules", "training", "--players", "Di,di", "--bot", "s17"),
    "too many players": ("--rules", "training", "--players", "A,B,C,D,E,F,G", "--bot", "s17"),
    "an unknown bot": ("--rules", "training", "--players", "Di", "--bot", "s18"),
    "a bot for somebody else": ("--rules", "training", "--players", "Di", "--bot", "Ed=s17", "--bot", "s17"),
    "nobody who answers": ("--rules", "training", "--players", "Di"),
    "two who answer for the rest": ("--rules", "training", "--players", "Di", "--bot", "s17", "--interactive"),
    "a script that is not there": ("--rules", "training", "--players", "Di", "--script", "none.jsonl"),
    "no rounds": ("--rules", "training", "--players", "Di", "--bot", "s17", "--rounds", "0"),
    "a stack that covers no stake": ("--rules", "training", "--players", "Di", "--bot", "s17", "--stack", "1"),
    "two bots for one player": ("--rules", "training", "--players", "Di", "--bot", "Di=s17", "--bot", "Di=seed"),
    "a time at the end of the calendar": (
        "--rules",
        "training",
        "--players",
        "Di",
        "--bot",
        "s17",
        "--clock",
        "9999-12-31T23:59:55Z",
    ),
    "a time that is none": ("--rules", "training", "--players", "Di", "--bot", "s17", "--clock", "noon"),
    "a table's name in two lines": ("--rules", "training", "--players", "Di", "--bot", "s17", "--table", "a\nb"),
}


@pytest.mark.parametrize("options", BAD.values(), ids=BAD.keys())
def test_it_refuses_in_one_sentence_and_writes_nothing(shoe, club, options) -> None:
    before, note = club.history(), (club.ledger / "checkpoint").read_bytes()
    outcome = shoe("record", club.ledger, "--keys", club.keys, *options)
    assert (outcome.status, outcome.out) == (2, "")
    assert one_sentence(outcome.err)
    assert (club.history(), (club.ledger / "checkpoint").read_bytes()) == (before, note)


def test_the_first_stranger_with_a_bot_is_named(shoe, club) -> None:
    for strangers in (("Xi", "Yo", "Zoe"), ("Zoe", "Yo", "Xi")):
        bots = [part for name in strangers for part in ("--bot", f"{name}=s17")]
        outcome = recorded(shoe, club, "--rules", "training", "--players", "Di", *bots)
        assert f"“{strangers[0]}” is not one of --players" in outcome.err


def test_a_byte_that_is_no_text_is_an_answer_that_nobody_understands(shoe, club, tmp_path) -> None:
    """Asked again, as after any other mistake."""
    rules = tmp_path / "uninsured.toml"
    rules.write_text('base = "training"\n[insurance]\noffered = false\n', encoding="utf-8")
    outcome = recorded(shoe, club, "--rules", rules, "--players", "Di", "--interactive", typed=b"\xff\xfe\n\xc3\n" + b"s\n" * 20)
    assert outcome.status == 0, outcome.err
    assert outcome.err.count("That is not possible here") == 2


@pytest.mark.parametrize("file", ["signing.key", "last.note"])
@pytest.mark.parametrize("odd", ["é", "=", "AB"])
def test_a_key_file_that_is_damaged_is_refused(shoe, club, file, odd) -> None:
    """One character is another: where it is A already, B."""
    path = club.keys / file
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text[:-9]}{odd.replace(text[-9], '')[0]}{text[-8:]}", encoding="utf-8")
    outcome = recorded(shoe, club, "--rules", "training", "--players", "Di", "--bot", "s17")
    assert outcome.status == 2
    assert one_sentence(outcome.err)


SCRIPTS = {
    "ends early": ("", "ends too early"),
    "asks for an illegal action": ('{"round": 1, "answer": "1 bet 2"}\n{"round": 1, "answer": "1 split"}\n', ""),
    "asks for what nobody can do": ('{"round": 1, "answer": "1 fly"}\n', ""),
    "is not JSON": ("stand\n", "line 1"),
    "has a field too many": ('{"round": 1, "answer": "1 stand", "why": "so"}\n', "line 1"),
}


@pytest.mark.parametrize(("text", "says"), SCRIPTS.values(), ids=SCRIPTS.keys())
def test_a_bad_script_is_refused_and_leaves_no_trace(shoe, club, tmp_path, text, says) -> None:
    script = tmp_path / "decisions.jsonl"
    script.write_text(text, encoding="utf-8")
    before = club.history()
    outcome = recorded(shoe, club, "--rules", "training", "--players", "Di", "--script", script, "--seed-file", club.seed)
    assert outcome.status == 2
    assert one_sentence(outcome.err)
    assert says in outcome.err
    assert club.history() == before


@pytest.mark.parametrize("text", ["", "12", "g" * 64, "ab" * 33], ids=["nothing", "too short", "not hex", "too long"])
def test_a_bad_seed_file_is_refused(shoe, club, tmp_path, text) -> None:
    seed = tmp_path / "bad.txt"
    seed.write_text(text, encoding="ascii")
    outcome = recorded(shoe, club, "--rules", "training", "--players", "Di", "--bot", "s17", "--seed-file", seed)
    assert outcome.status == 2
    assert one_sentence(outcome.err)


def test_keys_of_another_ledger_are_refused(shoe, club, tmp_path) -> None:
    shoe("keygen", "club.example/t", "--keys", tmp_path / "other")
    outcome = shoe("record", club.ledger, "--keys", tmp_path / "other", "--rules", "training", "--players", "Di", "--bot", "s17")
    assert outcome.status == 2
    assert one_sentence(outcome.err)


@pytest.mark.parametrize("name", ["two words", "plus+plus", "", "x" * 65, "tab\tbed"])
def test_a_ledger_name_that_no_key_can_have_is_refused(shoe, tmp_path, name) -> None:
    outcome = shoe("keygen", name, "--keys", tmp_path / "keys")
    assert outcome.status == 2
    assert one_sentence(outcome.err)
    assert not (tmp_path / "keys" / "signing.key").exists()


def test_a_ledger_is_not_started_twice(shoe, club) -> None:
    before = club.history()
    outcome = shoe("init", club.ledger, "--name", "club.example/t", "--keys", club.keys)
    assert outcome.status == 2
    assert one_sentence(outcome.err)
    assert club.history() == before


def test_a_session_needs_a_ledger(shoe, club, tmp_path) -> None:
    outcome = shoe("record", tmp_path / "none", "--keys", club.keys, "--rules", "training", "--players", "Di", "--bot", "s17")
    assert outcome.status == 2
    assert one_sentence(outcome.err)


@pytest.mark.parametrize("command", ["keygen", "init", "record"])
def test_a_folder_without_write_permission_is_refused(shoe, club, tmp_path, without_rights, command) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    before = club.history()
    options = {
        "keygen": ("club.example/t", "--keys", closed / "keys"),
        "init": (closed / "ledger", "--name", "club.example/t", "--keys", club.keys),
        "record": (club.ledger, "--keys", club.keys, "--rules", "training", "--players", "Di", "--bot", "s17"),
    }
    for path in (club.ledger / "history", club.ledger, club.keys):
        path.chmod(0o555)
    with without_rights():
        outcome = shoe(command, *options[command])
    assert outcome.status == 2
    assert one_sentence(outcome.err)
    assert club.history() == before
    assert list(closed.iterdir()) == []
    for path in (club.ledger / "history", club.ledger, club.keys):
        path.chmod(0o755)


def one_sentence(text: str) -> bool:
    """Whether a message is one line that ends like a sentence and is no traceback."""
    return text.startswith("shoe: ") and text.count("\n") == 1 and text.endswith(".\n") and "Traceback" not in text


def test_boxes_are_given_by_player(shoe, club, tmp_path) -> None:
    """P1.4: several, one, none."""
    rules = tmp_path / "own.toml"
    rules.write_text('base = "training"\n[table]\nonlookers = true\n')
    players = ("--rules", rules, "--players", "Ann,Bo,Cy", "--bot", "stand", "--rounds", 1)
    outcome = recorded(shoe, club, *players, "--boxes", "Ann=1,Cy=")
    assert (outcome.status, outcome.err.count("Next: ")) == (0, 1)


@pytest.mark.parametrize(
    ("boxes", "says"),
    [
        ("Ann", "“Ann” is not PLAYER=BOX+BOX, such as Ann=1+2"),
        ("Ann=1;2", "“Ann=1;2” is not PLAYER=BOX+BOX"),
        ("Ann=0", "is not PLAYER=BOX+BOX"),
        ("Ann=1+", "is not PLAYER=BOX+BOX"),
        ("=1", "is not PLAYER=BOX+BOX"),
        ("Ann=1,Ann=2", "“Ann” stands there twice"),
        ("Di=1", "“Di” has boxes but is not one of the players"),
        ("Ann=7", "Ann would have box 7, and this table has boxes 1 to 6"),
        ("Ann=1+2", "Ann would have 2 boxes, and one person may have 1"),
        ("Ann=", "Ann would have no box, and nobody may bet on others' boxes at this table"),
    ],
)
def test_boxes_that_cannot_be_are_refused_in_one_sentence(shoe, club, boxes, says) -> None:
    before = club.history()
    outcome = recorded(shoe, club, "--rules", "training", "--players", "Ann,Bo", "--bot", "stand", "--boxes", boxes)
    assert outcome.status == 2
    assert says in " ".join(outcome.err.split())
    assert club.history() == before
