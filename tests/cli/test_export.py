"""`shoe export`: every table as Parquet and CSV, with what each column is; whole or not there."""

from __future__ import annotations

import hashlib
import json
import os
import resource
from pathlib import Path
from typing import Any

import duckdb
import pytest

from audit.asking.query import LAYOUT
from audit.asking.tables import list_tables
from audit.errors import ExportError, QueryRefused
from audit.export import export
from cli.main import run

READ_AS = {"integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN", "datetime": "TIMESTAMP", "string": "VARCHAR"}


@pytest.fixture(scope="module")
def database(shared_club, tmp_path_factory):
    path = tmp_path_factory.mktemp("db") / "audit.duckdb"
    assert run(["audit", str(shared_club.ledger), "--vkey", shared_club.vkey, "--db", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def exported(database, tmp_path_factory):
    folder = tmp_path_factory.mktemp("exported") / "export"
    export(database, folder)
    return folder


@pytest.fixture(scope="module")
def strange(tmp_path_factory):
    """Somebody else's database, which has the marks of one of ours, odd values, and views that look where they should not."""
    folder = tmp_path_factory.mktemp("strange")
    (folder / "secret.csv").write_text("a\n42\n", encoding="ascii")
    with duckdb.connect(str(folder / "strange.duckdb")) as connection:
        connection.execute("CREATE TABLE about (format INTEGER, auditor VARCHAR, ledger VARCHAR, size BIGINT, root VARCHAR)")
        connection.execute("INSERT INTO about VALUES (?, '0.1.0', 'A Club/ö', 20, 'ab')", [LAYOUT])
        connection.execute(
            """CREATE TABLE odd AS SELECT 'a "b", c' AS text, '' AS empty, NULL::VARCHAR AS missing, 'x' || chr(10) || 'y' AS lines, true AS won,
            TIMESTAMP '2026-01-01 20:00:00' AS at, ['AS', NULL] AS cards, {'net': 1} AS told, '\\x00\\xFF'::BLOB AS raw,
            170141183460469231731687303715::HUGEINT AS huge, 1.50::DECIMAL(5, 2) AS rate"""
        )
        connection.execute('CREATE TABLE "../escaped" (a INTEGER)')
        for name, source in LOOKING.items():
            connection.execute(f"CREATE VIEW {name} AS FROM {source.format(folder=folder)}")
    return folder / "strange.duckdb"


LOOKING = {
    "a_text": "read_text('{folder}/secret.csv')",
    "a_csv": "read_csv('{folder}/secret.csv')",
    "a_folder": "glob('{folder}/*')",
    "the_temporary_files": "glob('/tmp/*')",
}


def resources(folder: Path) -> dict[str, dict[str, Any]]:
    """Files of an export by their paths, each with its description."""
    whole: dict[str, Any] = json.loads((folder / "datapackage.json").read_bytes())
    return {one["path"]: one for one in whole["resources"]}


def test_every_table_is_read_back_by_the_schema_as_it_is_in_the_database(database, exported) -> None:
    described = resources(exported)
    assert {*described} == {f"{form}/{table.name}.{form}" for table in list_tables(database) for form in ("parquet", "csv")}
    with duckdb.connect(str(database), read_only=True) as connection:
        for path, one in described.items():
            columns = {field["name"]: READ_AS[field["type"]] for field in one["schema"]["fields"]}
            kind = f"header = true, allow_quoted_nulls = false, auto_detect = false, new_line = '\\r\\n', columns = {columns}"
            read = f"read_csv('{exported / path}', {kind})" if one["format"] == "csv" else f"'{exported / path}'"
            rows = connection.execute(f"FROM main.{Path(path).stem} ORDER BY ALL").fetchall()
            assert connection.execute(f"FROM {read}").fetchall() == rows, path
            assert one["rows"] == len(rows)


def test_the_description_says_what_everything_is_and_of_which_ledger(database, exported, shared_club) -> None:
    whole = json.loads((exported / "datapackage.json").read_bytes())
    checkpoint = (shared_club.ledger / "checkpoint").read_text(encoding="utf-8").splitlines()
    assert (whole["sealedshoe"]["ledger"], str(whole["sealedshoe"]["size"])) == (checkpoint[0], checkpoint[1])
    for table in list_tables(database):
        for form in ("parquet", "csv"):
            one = resources(exported)[f"{form}/{table.name}.{form}"]
            assert one["description"] == table.comment
            assert [(field["name"], field["description"]) for field in one["schema"]["fields"]] == [
                (c.name, c.comment) for c in table.columns
            ]
            data = (exported / one["path"]).read_bytes()
            assert (one["bytes"], one["hash"]) == (len(data), f"sha256:{hashlib.sha256(data).hexdigest()}")


def test_odd_values_are_written_as_the_schema_says(strange, tmp_path) -> None:
    export(strange, tmp_path / "export", names=["odd"])
    head, row = (tmp_path / "export" / "csv" / "odd.csv").read_bytes().decode().split("\r\n", 1)
    assert head == "text,empty,missing,lines,won,at,cards,told,raw,huge,rate"
    assert row == (
        '"a ""b"", c","",,"x\ny",true,2026-01-01T20:00:00Z,"[""AS"",null]","{""net"":1}",AP8=,170141183460469231731687303715,1.50\r\n'
    )
    fields = {field["name"]: field for field in resources(tmp_path / "export")["csv/odd.csv"]["schema"]["fields"]}
    types = {name: field["type"] for name, field in fields.items()}
    assert [types[name] for name in ("cards", "told", "raw", "huge", "rate")] == ["array", "object", "string", "integer", "number"]
    assert fields["raw"]["format"] == "binary"
    assert json.loads((tmp_path / "export" / "datapackage.json").read_bytes())["name"] == "a-club/-"
    with duckdb.connect() as connection:
        back = connection.read_parquet(str(tmp_path / "export" / "parquet" / "odd.parquet")).select("huge", "cards", "raw").fetchall()
    assert back[0] == (170141183460469231731687303715, ["AS", None], b"\x00\xff")


def test_two_exports_of_one_database_are_the_same_byte_for_byte(database, exported, tmp_path) -> None:
    export(database, tmp_path / "again")
    files = [path for path in exported.rglob("*") if path.is_file()]
    assert len(files) > 80
    for path in files:
        assert (tmp_path / "again" / path.relative_to(exported)).read_bytes() == path.read_bytes(), path


def test_one_table_in_one_form_is_exported_alone_and_an_earlier_export_replaced_by_it(shoe, database, tmp_path) -> None:
    folder = tmp_path / "export"
    outcome = shoe("export", database, folder, "--table", "rounds", "--table", "about")
    assert (outcome.status, outcome.out) == (0, "")
    assert outcome.err.startswith(f"{folder}: 2 tables, ")
    assert shoe("export", database, folder, "--table", "rounds", "--format", "csv").status == 0
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert found == {"datapackage.json", "csv/rounds.csv"}
    assert list(tmp_path.iterdir()) == [folder]


def test_an_unknown_table_names_the_nearest(shoe, database, tmp_path) -> None:
    outcome = shoe("export", database, tmp_path / "export", "--table", "round")
    assert outcome.status == 2
    assert outcome.err.endswith("did you mean rounds?\n")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_is_filled_and_one_with_anything_else_is_refused(shoe, database, tmp_path) -> None:
    folder = tmp_path / "export"
    folder.mkdir()
    assert shoe("export", database, folder, "--table", "about").status == 0
    (folder / "csv" / "notes.txt").write_text("mine", encoding="ascii")
    before = {path: path.stat().st_ino for path in folder.rglob("*")}
    diary = tmp_path / "diary"
    diary.mkdir()
    (diary / "datapackage.json").write_text('{"resources": [{"path": "csv/a.csv"}]}', encoding="ascii")
    for kept in (folder, diary):
        outcome = shoe("export", database, kept, "--table", "about")
        assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)
        assert "holds something else than an earlier export" in outcome.err
    assert {path: path.stat().st_ino for path in folder.rglob("*")} == before
    assert {*tmp_path.iterdir()} == {folder, diary}


@pytest.mark.parametrize("where", ["a folder that is not there", "a file", "a folder without rights"])
def test_a_place_that_cannot_be_written_is_told(database, tmp_path, without_rights, where) -> None:
    places = {
        "a folder that is not there": tmp_path / "none" / "export",
        "a file": tmp_path / "file",
        "a folder without rights": tmp_path / "e",
    }
    (tmp_path / "file").touch()
    if where == "a folder without rights":
        tmp_path.chmod(0o555)
        with without_rights(), pytest.raises(ExportError, match=r"Cannot write .*: Permission denied; choose"):
            export(database, places[where])
        tmp_path.chmod(0o755)
    else:
        with pytest.raises(ExportError, match="choose"):
            export(database, places[where])
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("view", LOOKING)
def test_a_view_of_a_strangers_database_reads_nothing_else(shoe, strange, tmp_path, view) -> None:
    outcome = shoe("export", strange, tmp_path / "export", "--table", view)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"shoe: The table {view} cannot be exported: Cannot access ")
    assert outcome.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_table_whose_name_leads_elsewhere_is_refused(strange, tmp_path) -> None:
    with pytest.raises(QueryRefused, match=r"The table “\.\./escaped” cannot be exported: its name cannot be a file's"):
        export(strange, tmp_path / "export", names=["../escaped"])
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_database_of_ours_is_refused_and_nothing_left(shoe, tmp_path) -> None:
    (tmp_path / "empty.duckdb").touch()
    outcome = shoe("export", tmp_path / "empty.duckdb", tmp_path / "export")
    assert (outcome.status, outcome.err.count("\n")) == (2, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["empty.duckdb"]


def test_a_truncated_database_is_not_taken_for_a_full_disk(shoe, database, tmp_path) -> None:
    cut = tmp_path / "cut.duckdb"
    cut.write_bytes(database.read_bytes()[: 1 << 20])
    outcome = shoe("export", cut, tmp_path / "export")
    assert (outcome.status, outcome.err.count("\n")) == (2, 1)
    assert "cannot be exported: Could not read" in outcome.err
    assert [path.name for path in tmp_path.iterdir()] == ["cut.duckdb"]


def test_ctrl_c_leaves_what_was_there_and_nothing_else(database, tmp_path) -> None:
    folder = tmp_path / "export"
    export(database, folder, ("csv",), ["about"])

    def pressed(done: int, _all: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(database, folder, moved=pressed)
    assert list(tmp_path.iterdir()) == [folder]
    assert [*resources(folder)] == ["csv/about.csv"]


def test_ctrl_c_while_the_folders_change_places_loses_neither(database, tmp_path, monkeypatch) -> None:
    folder = tmp_path / "export"
    export(database, folder, ("csv",), ["about"])
    rename = Path.rename

    def pressed(path: Path, to: Path) -> Path:
        if path.name == "new":
            raise KeyboardInterrupt
        return rename(path, to)

    monkeypatch.setattr(Path, "rename", pressed)
    with pytest.raises(KeyboardInterrupt):
        export(database, folder, ("csv",), ["rounds"])
    assert list(tmp_path.iterdir()) == [folder]
    assert [*resources(folder)] == ["csv/about.csv"]


def test_a_full_disk_is_told_in_one_sentence_and_nothing_left(shoe, database, tmp_path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        outcome = shoe("export", database, tmp_path / "export")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    told = f"shoe: Cannot write {tmp_path / 'export'}: {os.strerror(27)}; make room on the disk, or choose another place.\n"
    assert (outcome.status, outcome.out, outcome.err) == (2, "", told)
    assert list(tmp_path.iterdir()) == []


def test_how_much_is_done_is_told_file_by_file(database, tmp_path) -> None:
    told: list[tuple[int, int]] = []
    export(database, tmp_path / "export", names=["about", "rounds"], moved=lambda done, of: told.append((done, of)))
    assert told == [(0, 4), (1, 4), (2, 4), (3, 4)]
