"""What an auditor remembers: a ledger that grew is judged as if nothing had been, and only what is new is judged (ADR 18)."""

import attrs
import duckdb
import pytest

from audit.errors import RememberedError
from audit.passes import Wishes
from audit.remembered import Memory
from audit.segment import work
from audit.walks import walked


@pytest.fixture
def mind(tmp_path):
    """A folder to remember in."""
    return tmp_path / "mind"


@pytest.fixture(autouse=True)
def small_units(monkeypatch):
    monkeypatch.setattr("audit.units.UNIT_LINES", 32)


@pytest.fixture
def judged(monkeypatch):
    """First lines of the units that are judged, as they are."""
    seen = []

    def noting(task):
        seen.append(task.unit.first)
        return work(task)

    monkeypatch.setattr("audit.passes.work", noting)
    return seen


def without_the_notice(report):
    told = tuple(notice for notice in report.notices if "were audited before" not in notice)
    return attrs.evolve(report, notices=told)


def both(book, mind):
    """The audit that remembers, which must come to what the other one, of all lines at once, comes to."""
    remembering = book.audit(wishes=Wishes(remember=mind))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("audit.units.UNIT_LINES", 1 << 15)
        assert without_the_notice(remembering) == book.audit()
    return remembering


def test_a_ledger_that_grew_is_judged_as_a_whole_and_only_its_end_anew(shared_book, mind, judged):
    book = shared_book(height=4)
    book.evening(session=1, players=2, rounds=70, shoe__reshuffle="cut-card", shoe__penetration_left=20, pack__decks=1)
    book.records[20]["after"][1] += 1
    assert both(book, mind).findings
    book.evening(session=2, players=3, rounds=40)
    book.records[90]["log"][1] = "1 bet 3"
    judged.clear()
    report = both(book, mind)
    assert {finding.session for finding in report.findings} == {1, 2}
    assert judged[0] == 64, "the first two units are as they were"
    assert "64 of 122 lines were audited before by this very version" in "\n".join(report.notices)


def test_the_end_of_a_ledger_is_cut_so_that_most_of_it_stays(book, mind, judged, monkeypatch):
    monkeypatch.setattr("audit.units.UNIT_LINES", 128)
    monkeypatch.setattr("audit.units.FEWEST_LINES", 16)
    book.evening(session=1, players=1, rounds=45)
    assert both(book, mind).status == 0
    assert judged[:3] == [0, 32, 48], "of 50 lines 32, 16 and two"
    book.evening(session=2, players=1, rounds=8)
    judged.clear()
    assert both(book, mind).status == 0
    assert judged[:-1] == [48]


def test_nothing_is_judged_twice_where_nothing_changed(book, mind, judged):
    book.evening(rounds=40)
    book.audit(wishes=Wishes(remember=mind))
    judged.clear()
    book.audit(wishes=Wishes(remember=mind))
    assert judged == []


def test_sessions_side_by_side_that_close_later_are_judged_again_where_that_matters(book, mind):
    first = book.begin(1, book.rules_with(shoe__reshuffle="cut-card", shoe__penetration_left=0, session__rounds=20), 2)
    second = book.begin(2, book.rules_with(session__rounds=20), 2)
    for _ in range(20):
        first.play()
        second.play()
    assert any("not yet verifiable" in notice for notice in both(book, mind).notices)
    first.close("rounds")
    second.close("rounds")
    assert not any("not yet verifiable" in notice for notice in both(book, mind).notices)


def test_who_got_up_in_a_remembered_part_is_still_gone(book, mind):
    book.evening(players=3, rounds=60)
    close = book.records.pop()
    book.records[12]["log"].insert(0, "s2 leave")
    both(book, mind)
    book.records.append(close)
    assert "stake-players" in {finding.code for finding in both(book, mind).findings}


def test_a_line_that_is_changed_in_what_was_audited_is_judged_anew(book, mind):
    book.evening(rounds=60)
    book.audit(wishes=Wishes(remember=mind))
    book.records[40]["after"][1] += 1
    assert both(book, mind).findings


def test_a_ledger_that_was_cut_back_is_judged_for_what_it_is(book, mind):
    book.evening(rounds=60)
    book.audit(wishes=Wishes(remember=mind))
    del book.records[40:]
    assert {finding.code for finding in both(book, mind).findings} == {"session-close"}


def test_another_auditor_does_not_rely_on_this_one(book, mind, judged, monkeypatch):
    book.evening(rounds=40)
    book.audit(wishes=Wishes(remember=mind))
    judged.clear()
    monkeypatch.setattr("audit.remembered.fingerprint", lambda: "another")
    book.audit(wishes=Wishes(remember=mind))
    assert judged == [0, 32]


def test_what_was_damaged_is_found_out_anew(book, mind, judged):
    book.evening(rounds=40)
    book.audit(wishes=Wishes(remember=mind))
    for file in next(mind.iterdir()).iterdir():
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 1
        file.write_bytes(data)
    judged.clear()
    both(book, mind)
    assert judged[:2] == [0, 32]


def test_only_what_the_ledger_still_has_is_kept(book, mind):
    book.evening(rounds=4)
    book.audit(wishes=Wishes(remember=mind))
    book.evening(session=2, rounds=30)
    book.audit(wishes=Wishes(remember=mind))
    assert len(list(next(mind.iterdir()).iterdir())) == 2 + 2, "pass 0, the chains and two units"


def test_two_ledgers_are_remembered_apart_in_one_folder(book, shared_book, mind, judged):
    other = shared_book(signer=type(book.signer)("club.example/other"))
    for one in (book, other):
        one.evening(rounds=4)
        one.audit(wishes=Wishes(remember=mind))
    judged.clear()
    book.audit(wishes=Wishes(remember=mind))
    assert judged == []


def test_a_folder_that_others_may_write_to_is_refused(book, mind):
    mind.mkdir()
    mind.chmod(0o777)
    book.evening(rounds=2)
    with pytest.raises(RememberedError, match=r"Others may write to .* choose a folder of your own, mode 0700"):
        book.audit(wishes=Wishes(remember=mind))


def test_a_folder_that_cannot_be_made_is_refused_in_a_sentence(book, mind):
    mind.write_text("a file")
    book.evening(rounds=2)
    with pytest.raises(RememberedError, match="Cannot remember in"):
        book.audit(wishes=Wishes(remember=mind))


def test_bytes_that_change_between_looking_and_judging_are_not_remembered(book, mind, monkeypatch):
    book.evening(rounds=20)
    looked = Memory.survey

    def slow(memory, ledger):
        result = looked(memory, ledger)
        file = book.folder / "history" / "00000000.jsonl"
        file.write_bytes(file.read_bytes().replace(b" bet ", b" BET ", 1))
        return result

    monkeypatch.setattr(Memory, "survey", slow)
    with pytest.raises(Exception, match="changed while it was read"):
        book.audit(wishes=Wishes(remember=mind))


@pytest.fixture
def walking(monkeypatch):
    """Sessions whose seed chains are walked, as they are."""
    seen = list[int]()

    def noting(task):
        seen.extend(walk.session for walk in task.walks)
        return walked(task)

    monkeypatch.setattr("audit.passes.walked", noting)
    return seen


def test_a_seed_chain_is_walked_once(book, mind, walking):
    book.evening(session=1, rounds=4)
    book.audit(wishes=Wishes(remember=mind))
    book.evening(session=2, rounds=4)
    walking.clear()
    book.audit(wishes=Wishes(remember=mind))
    assert walking == [2]


@pytest.mark.parametrize("below", [0, 1, 40])
@pytest.mark.parametrize("landmark", [b"\x00\x40", b"\x40"])
def test_a_new_session_on_a_seed_of_one_that_was_audited_is_found(book, mind, monkeypatch, below, landmark):
    for module in ("walks", "landmarks"):
        monkeypatch.setattr(f"audit.{module}.LANDMARK", landmark)
    sitting = book.evening(session=1, rounds=4)
    book.audit(wishes=Wishes(remember=mind))
    again = book.begin(2, sitting.rules, 2, chain=20, last=sitting.seeds[80 - below])
    for _ in range(4):
        again.play()
    again.close("rounds")
    assert "commitment-unique" in {finding.code for finding in both(book, mind).findings}


@pytest.fixture
def rows():
    """Every row of every table of a database, but those that say how it was made."""

    def read(database):
        with duckdb.connect(str(database), read_only=True) as con:
            names = [name for (name,) in con.sql("SHOW TABLES").fetchall() if name not in ("parts", "remarks")]
            return {name: sorted(map(str, con.table(name).fetchall())) for name in names}

    return read


def test_a_database_grows_by_what_is_new_and_then_is_what_it_would_be_anew(book, mind, judged, rows, tmp_path):
    book.evening(session=1, players=2, rounds=70)
    growing, anew = tmp_path / "growing.duckdb", tmp_path / "anew.duckdb"
    book.audit(database=growing, wishes=Wishes(remember=mind))
    book.evening(session=2, players=3, rounds=40)
    judged.clear()
    book.audit(database=growing, wishes=Wishes(remember=mind))
    assert judged == [64, 96]
    book.audit(database=anew)
    assert rows(growing) == rows(anew)


def test_a_database_that_lacks_what_is_remembered_is_made_whole(book, mind, rows, tmp_path):
    book.evening(session=1, players=2, rounds=40)
    late, anew = tmp_path / "late.duckdb", tmp_path / "anew.duckdb"
    book.audit(wishes=Wishes(remember=mind))
    book.audit(database=late, wishes=Wishes(remember=mind))
    book.audit(database=anew)
    assert rows(late) == rows(anew)


def test_a_commitment_midway_in_its_own_chain_is_told_alike_when_others_come(book, mind):
    sitting = book.evening(session=1, rounds=40)
    book.records[1]["commitment"] = sitting.seeds[10].hex()
    assert "seed-chain" in {finding.code for finding in both(book, mind).findings}
    book.evening(session=2, rounds=40)
    assert "seed-chain" in {finding.code for finding in both(book, mind).findings}


def test_a_database_whose_memory_is_lost_gets_nothing_twice(book, mind, rows, tmp_path):
    book.evening(rounds=60)
    kept, anew = tmp_path / "kept.duckdb", tmp_path / "anew.duckdb"
    book.audit(database=kept, wishes=Wishes(remember=mind))
    book.audit(database=kept, wishes=Wishes(remember=tmp_path / "another-mind"))
    book.audit(database=anew)
    assert rows(kept) == rows(anew)


def test_a_round_beyond_its_sessions_close_is_judged_each_time(book, mind, rows, tmp_path):
    """What it is judged by is nothing that its unit was told of, so nothing of it is remembered."""
    book.evening(session=1, rounds=36)
    book.records.insert(20, book.records.pop())
    for seq, record in enumerate(book.records):
        record["seq"] = seq
    kept, anew = tmp_path / "kept.duckdb", tmp_path / "anew.duckdb"
    for _ in range(2):
        both(book, mind)
        book.audit(database=kept, wishes=Wishes(remember=mind))
    book.audit(database=anew)
    assert rows(kept) == rows(anew)


def test_a_database_in_which_a_round_stands_twice_is_made_anew(book, mind, rows, tmp_path):
    book.evening(session=1, players=2, rounds=40)
    book.records[40]["round"] = 10
    growing, anew = tmp_path / "growing.duckdb", tmp_path / "anew.duckdb"
    book.audit(database=growing, wishes=Wishes(remember=mind))
    book.evening(session=2, players=3, rounds=4)
    book.audit(database=growing, wishes=Wishes(remember=mind))
    book.audit(database=anew)
    assert rows(growing) == rows(anew)
