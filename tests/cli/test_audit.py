"""`shoe audit` and `shoe standings`: exit statuses, output for people and programs, and what cannot be verified."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest


def test_a_clean_ledger_is_clean(shoe, shared_club) -> None:
    outcome = shoe("audit", shared_club.ledger, "--vkey", shared_club.vkey)
    assert (outcome.status, outcome.err) == (0, "")
    assert "clean" in outcome.out.lower()


def test_it_says_for_whom_grinding_was_not_excluded_and_that_nobody_kept_a_checkpoint(shoe, shared_club) -> None:
    out = " ".join(shoe("audit", shared_club.ledger, "--vkey", shared_club.vkey).out.split())
    assert "grinding" in out
    assert "checkpoint" in out


def test_it_counts_what_it_checked(shoe, shared_club) -> None:
    report = json.loads(shoe("audit", shared_club.ledger, "--vkey", shared_club.vkey, "--format", "json").out)
    lines = shared_club.history().count(b"\n")
    assert report["size"] == lines
    assert report["counts"]["lines"] == lines
    assert report["counts"]["rounds"] == report["counts"]["shoes"] == 10
    assert min(report["counts"][kind] for kind in ("cards", "decisions", "payouts")) > 0
    assert (report["status"], report["findings"]) == (0, [])


def test_the_verifier_key_may_stand_in_a_file(shoe, shared_club) -> None:
    assert shoe("audit", shared_club.ledger, "--vkey", shared_club.keys / "verifier.vkey").status == 0


def test_a_file_without_a_verifier_key_is_named(shoe, shared_club) -> None:
    note = shared_club.ledger / "checkpoint"
    for file in (note, note.parent / "history" / "00000000.jsonl"):
        outcome = shoe("audit", shared_club.ledger, "--vkey", file)
        assert outcome.status == 2
        assert f"the file {file} " in outcome.err


@pytest.mark.parametrize("vkey", ["none.vkey", "club.example/t+00000000+AAAA", ""], ids=["no file", "no key", "empty"])
def test_what_is_no_verifier_key_is_refused(shoe, shared_club, vkey) -> None:
    outcome = shoe("audit", shared_club.ledger, "--vkey", vkey)
    assert (outcome.status, outcome.out) == (2, "")
    assert one_sentence(outcome.err)


def test_another_key_verifies_nothing(shoe, shared_club, tmp_path) -> None:
    vkey = shoe("keygen", "club.example/t", "--keys", tmp_path / "other").out.strip()
    outcome = shoe("audit", shared_club.ledger, "--vkey", vkey)
    assert (outcome.status, outcome.out) == (3, "")
    assert one_sentence(outcome.err)


def test_a_ledger_that_is_not_there_verifies_nothing(shoe, shared_club, tmp_path) -> None:
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "none", tmp_path / "empty"):
        outcome = shoe("audit", folder, "--vkey", shared_club.vkey)
        assert (outcome.status, outcome.out) == (3, "")
        assert one_sentence(outcome.err)


DAMAGE = {
    "a foreign line": lambda text: text.replace(b"\n", b"\nGET / HTTP/1.1\n", 1),
    "a line lost": lambda text: text[text.index(b"\n") + 1 :],
    "the end cut off": lambda text: text[: len(text) // 2],
    "a line of 70,000 bytes": lambda text: text.replace(b"\n", b"\n" + b"x" * 70_000 + b"\n", 1),
    "nothing left": lambda _text: b"",
    "white space": lambda text: text.replace(b'{"', b'{ "', 1),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_damaged_history_cannot_be_verified(shoe, club, damage) -> None:
    file = club.ledger / "history" / "00000000.jsonl"
    file.write_bytes(damage(file.read_bytes()))
    outcome = shoe("audit", club.ledger, "--vkey", club.vkey)
    assert (outcome.status, outcome.out) == (3, "")
    assert one_sentence(outcome.err)


def test_a_changed_byte_breaks_the_signed_root(shoe, club) -> None:
    file = club.ledger / "history" / "00000000.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"stack":100', b'"stack":101', 1))
    outcome = shoe("audit", club.ledger, "--vkey", club.vkey)
    assert outcome.status == 1
    assert "root" in outcome.out


def test_a_damaged_checkpoint_cannot_be_verified(shoe, club) -> None:
    note = club.ledger / "checkpoint"
    for damaged in (b"", b"hello\n", note.read_bytes().replace(b"club", b"clib", 1), note.read_bytes()[:-9]):
        note.write_bytes(damaged)
        outcome = shoe("audit", club.ledger, "--vkey", club.vkey)
        assert (outcome.status, outcome.out) == (3, "")
        assert one_sentence(outcome.err)


def test_the_database_answers_questions(shoe, shared_club, tmp_path) -> None:
    database = tmp_path / "audit.duckdb"
    assert shoe("audit", shared_club.ledger, "--vkey", shared_club.vkey, "--db", database).status == 0
    (about,) = json.loads(shoe("sql", database, "SELECT ledger, size FROM about", "--format", "json").out)
    assert about == {"ledger": "club.example/t", "size": shared_club.history().count(b"\n")}


def test_every_table_and_column_of_the_database_is_documented(shoe, shared_club, tmp_path) -> None:
    database = tmp_path / "audit.duckdb"
    shoe("audit", shared_club.ledger, "--vkey", shared_club.vkey, "--db", database)
    for table in json.loads(shoe("tables", database, "--format", "json").out):
        assert table["comment"], table["name"]
        assert [column["name"] for column in table["columns"] if not column["comment"]] == [], table["name"]


def test_a_database_that_cannot_be_written_is_refused(shoe, shared_club, tmp_path) -> None:
    outcome = shoe("audit", shared_club.ledger, "--vkey", shared_club.vkey, "--db", tmp_path / "none" / "audit.duckdb")
    assert outcome.status == 2
    assert one_sentence(outcome.err)


def test_a_file_that_is_no_database_of_ours_is_never_overwritten(shoe, shared_club, tmp_path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary\n", encoding="utf-8")
    outcome = shoe("audit", shared_club.ledger, "--vkey", shared_club.vkey, "--db", diary)
    assert outcome.status == 2
    assert one_sentence(outcome.err)
    assert diary.read_text(encoding="utf-8") == "Dear diary\n"


@pytest.mark.parametrize("limit", ["lots", "-1", "2 apples"])
def test_a_memory_limit_that_is_none_is_refused(shoe, shared_club, limit) -> None:
    outcome = shoe("audit", shared_club.ledger, "--vkey", shared_club.vkey, "--memory-limit", limit)
    assert outcome.status == 2
    assert one_sentence(outcome.err)


def test_what_was_audited_before_is_told_and_the_rest_is_as_ever(shoe, shared_club, tmp_path) -> None:
    first, again = (shoe("audit", shared_club.ledger, "--vkey", shared_club.vkey, "--remember", tmp_path / "seen") for _ in range(2))
    (more,) = set(again.out.splitlines()) - set(first.out.splitlines())
    assert "lines were audited before by this very version" in more
    assert set(first.out.splitlines()) < set(again.out.splitlines())
    assert (first.status, again.status) == (0, 0)


def test_a_folder_that_others_may_write_to_is_no_place_to_remember(shoe, shared_club, tmp_path) -> None:
    seen = tmp_path / "seen"
    seen.mkdir()
    seen.chmod(0o777)
    outcome = shoe("audit", shared_club.ledger, "--vkey", shared_club.vkey, "--remember", seen)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == f"shoe: Others may write to {seen}, and could make verdicts up there: choose a folder of your own, mode 0700.\n"


def test_a_cluster_that_does_not_answer_is_said_in_a_sentence(shoe, shared_club, monkeypatch) -> None:
    monkeypatch.setattr("audit.cluster.SECONDS_TO_ANSWER", 0.3)
    outcome = shoe("audit", shared_club.ledger, "--vkey", shared_club.vkey, "--cluster", "tcp://127.0.0.1:9")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("shoe: No scheduler answers at tcp://127.0.0.1:9")
    assert outcome.err.count("\n") == 1


def test_explaining_with_the_key_audits_too(shoe, shared_club) -> None:
    outcome = shoe("explain", shared_club.ledger, "1/1", "--vkey", shared_club.vkey)
    assert outcome.status == 0
    assert "The whole ledger and its signature were audited: nothing was found." in outcome.out


def test_explaining_with_the_key_tells_what_is_wrong_with_the_ledger_too(shoe, shared_club, tmp_path) -> None:
    """A changed time is nothing that the round's own story could show, but the history is not the one that was signed."""
    copy = tmp_path / "copy"
    shutil.copytree(shared_club.ledger, copy)
    history = copy / "history" / "00000000.jsonl"
    whole = history.read_bytes()
    last_digit = whole.rindex(b'Z"}') - 1
    other = b"0" if whole[last_digit : last_digit + 1] != b"0" else b"1"
    history.write_bytes(whole[:last_digit] + other + whole[last_digit + 1 :])
    outcome = shoe("explain", copy, "1/1", "--vkey", shared_club.vkey)
    assert outcome.status == 1
    assert "the ledger: against the rule “The history is the one that was signed” [root" in outcome.out


def test_standings_rank_by_net_and_equal_results_share_the_place(shoe, shared_club) -> None:
    rows = json.loads(shoe("standings", shared_club.ledger, "1", "--format", "json").out)
    nets = [row["net"] for row in rows]
    assert {row["name"] for row in rows} == {"Ann", "Bo", "Cy"}
    assert nets == sorted(nets, reverse=True)
    assert [row["place"] for row in rows] == [1 + sum(other > net for other in nets) for net in nets]
    assert all(row["balance"] - row["stack"] == row["net"] for row in rows)


def test_standings_of_a_session_that_is_not_there_are_refused(shoe, shared_club) -> None:
    outcome = shoe("standings", shared_club.ledger, "9")
    assert (outcome.status, outcome.out) == (2, "")
    assert one_sentence(outcome.err)


def test_standings_of_a_ledger_that_is_not_there_are_refused(shoe, tmp_path) -> None:
    outcome = shoe("standings", tmp_path / "none")
    assert outcome.status == 3
    assert one_sentence(outcome.err)


def one_sentence(text: str) -> bool:
    """Whether a message is one line that ends like a sentence and is no traceback."""
    return text.startswith("shoe: ") and text.count("\n") == 1 and text.endswith(".\n") and "Traceback" not in text


def test_receipts_that_are_none_of_this_ledger_are_refused_by_name(shoe, shared_club, tmp_path) -> None:
    (tmp_path / "mine.receipt").write_text("other.example/x/receipt\n1/1\n1\n\n\n")
    for folder, told in ((tmp_path, "mine.receipt is no receipt"), (tmp_path / "nowhere", "There is no folder")):
        outcome = shoe("audit", shared_club.ledger, "--vkey", shared_club.vkey, "--receipts", folder)
        assert (outcome.status, outcome.out) == (3, "")
        assert told in outcome.err


@pytest.mark.parametrize("option", ["--db", "--remember", "--equivocation"])
@pytest.mark.parametrize("place", ["", "mine", "history/mine", "../link/mine"])
def test_nothing_of_the_readers_is_written_into_the_ledger(shoe, club, option, place) -> None:
    (club.ledger.parent / "link").symlink_to(club.ledger)
    before = sorted(club.ledger.rglob("*"))
    if not place and option != "--remember":
        return  # a folder is no file
    outcome = shoe("audit", club.ledger, "--vkey", club.vkey, option, club.ledger / place)
    assert (outcome.status, outcome.out) == (2, "")
    assert one_sentence(outcome.err)
    assert "lies in the ledger's folder" in outcome.err
    assert sorted(club.ledger.rglob("*")) == before


def test_what_is_no_address_of_a_cluster_is_refused_at_once(shoe, shared_club) -> None:
    outcome = shoe("audit", shared_club.ledger, "--vkey", shared_club.vkey, "--cluster", "nonsense")
    assert (outcome.status, outcome.out) == (2, "")
    assert one_sentence(outcome.err)
    assert "“nonsense” is no scheduler's address" in outcome.err


def test_a_database_that_is_open_elsewhere_is_said_to_be(shoe, shared_club, tmp_path) -> None:
    database = tmp_path / "facts.duckdb"
    audit = ("audit", shared_club.ledger, "--vkey", shared_club.vkey, "--db", database)
    assert shoe(*audit).status == 0
    opens = f"import duckdb, sys; con = duckdb.connect({str(database)!r}); print('open', flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", opens], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        outcomes = [shoe(*audit), shoe("sql", database, "FROM about"), shoe("tables", database)]
        other.communicate()
    said = f"shoe: {database} is open in another program (process {other.pid}); close it there first.\n"
    assert [(outcome.status, outcome.out, outcome.err) for outcome in outcomes] == [(2, "", said)] * 3
    assert shoe(*audit).status == 0
