"""A published tree is audited, told and ranked like the ledger itself, whatever its size (FORMAT §13)."""

from __future__ import annotations

import os
import pickle
import shutil
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.request import urlopen

import pytest

from audit import Report, audit_ledger
from audit.context import survey
from audit.errors import AuditError, LineError, TileError, TruncatedError
from audit.explain import explain
from audit.ledger_dir import open_ledger, read_ledger
from audit.passes import Wishes
from audit.published_tree import PublishedTree
from audit.standings import standings
from audit.tiles import hash_tiles
from ledger import make_bot, publish, rotate
from ledger.proof.bundle import checkpoint_note, hand_bundle
from ledger.proof.tiles import tree_files
from tests.support.stacked import training

LARGEST = 600
FULL = 256


@pytest.fixture(scope="module")
def ledger(new_ledger):
    """A ledger of more than two tiles."""
    made = new_ledger(height=7)
    rules = training({"session.rounds": 275})
    for _ in range(2):
        made.record(rules, dict.fromkeys(("Ann", "Bo"), lambda _seat, seed: make_bot("s17", rules, seed)), chain=300)
    return made


@pytest.fixture(scope="module")
def published(ledger, tmp_path_factory) -> Path:
    """Its tree."""
    folder: Path = tmp_path_factory.mktemp("public") / "tree"
    publish(ledger.path, folder)
    return folder


@pytest.fixture(scope="module")
def expected(ledger) -> Report:
    """What the audit says of the ledger itself."""
    report: Report = ledger.audit()
    return report


@pytest.fixture
def tree(published, tmp_path) -> Path:
    """A tree to be spoiled."""
    return Path(shutil.copytree(published, tmp_path / "tree"))


def test_the_report_is_the_one_of_the_ledger_itself(ledger, published, expected) -> None:
    assert 2 * FULL < len(ledger.history().splitlines()) < LARGEST
    assert audit_ledger(published, ledger.vkey, jobs=1) == expected
    assert expected.status == 0


def test_units_may_begin_within_a_bundle_and_go_to_other_processes(ledger, published, expected, monkeypatch) -> None:
    monkeypatch.setattr("audit.units.UNIT_LINES", 240)
    units = survey(open_ledger(published)).units
    assert [unit.first for unit in units] == [0, 240, 480]
    lines = ledger.history().splitlines()
    for unit in units:
        assert list(pickle.loads(pickle.dumps(unit)).lines()) == lines[unit.first :][: unit.count]  # noqa: S301 - our own bytes
    assert audit_ledger(published, ledger.vkey, jobs=1) == expected


@pytest.fixture
def mind(tmp_path, monkeypatch) -> Wishes:
    """An auditor who remembers, unit by small unit."""
    monkeypatch.setattr("audit.units.UNIT_LINES", 128)
    monkeypatch.setattr("audit.units.FEWEST_LINES", 128)
    return Wishes(remember=tmp_path / "mind")


def test_who_remembers_the_tree_does_not_take_a_history_beside_it_for_the_same(ledger, tree, mind) -> None:
    """A folder that has both forms is read as the ledger that it then is (ADR 18)."""
    assert audit_ledger(tree, ledger.vkey, jobs=1, wishes=mind).status == 0
    shutil.copytree(ledger.path / "history", tree / "history")
    file = tree / "history" / "00000000.jsonl"
    file.write_bytes(file.read_bytes().replace(b" bet 2", b" bet 4", 1))
    plain = audit_ledger(tree, ledger.vkey, jobs=1)
    assert plain.findings
    assert audit_ledger(tree, ledger.vkey, jobs=1, wishes=mind).findings == plain.findings


def test_who_remembers_a_tree_reads_the_bundle_that_took_the_place_of_another(ledger, tree, mind, tmp_path) -> None:
    """A partial bundle may stay where a fuller one came."""
    part = next((tree / "tile" / "entries").rglob("*.p")) / str(open_ledger(tree).size % FULL)
    assert audit_ledger(tree, ledger.vkey, jobs=1, wishes=mind).status == 0
    away = part.rename(tmp_path / "away")
    part.parent.with_name(part.parent.name.removesuffix(".p")).write_bytes(away.read_bytes().replace(b" bet 2", b" bet 4", 1))
    plain = audit_ledger(tree, ledger.vkey, jobs=1)
    assert plain.findings
    assert audit_ledger(tree, ledger.vkey, jobs=1, wishes=mind).findings == plain.findings


def test_it_is_told_and_ranked_like_the_ledger_itself(ledger, published) -> None:
    assert explain(published, 2, 17) == explain(ledger.path, 2, 17)
    assert standings(published) == standings(ledger.path)
    assert list(read_ledger(published)) == list(read_ledger(ledger.path))


def test_what_it_proves_is_what_the_ledger_proves(ledger, published) -> None:
    """A bundle of a hand, the checkpoint; and a tree can be published anew from a tree."""
    assert hand_bundle(published, 2, 17) == hand_bundle(ledger.path, 2, 17)
    assert checkpoint_note(published) == checkpoint_note(ledger.path)
    publish(published, published.parent / "mirror")
    assert contents(published.parent / "mirror") == contents(published)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_changes_of_key_are_followed_through_a_tree(new_ledger, tmp_path) -> None:
    """By the first key, whose note of rotation is published too, and by the second."""
    changed = new_ledger(height=4)
    first = changed.vkey
    second = rotate(changed.path, changed.keys, changed.clock).vkey
    changed.record(training({"session.rounds": 2}), {"Ann": lambda _seat, seed: make_bot("random", training({}), seed)})
    publish(changed.path, tmp_path / "tree")
    for key in (first, second):
        report = audit_ledger(tmp_path / "tree", key, jobs=1)
        assert report == audit_ledger(changed.path, key, jobs=1)
        assert report.status == 0
    (tmp_path / "tree" / "rotations" / "00000001.note").unlink()
    with pytest.raises(AuditError, match="which leads from the older key"):
        audit_ledger(tmp_path / "tree", first, jobs=1)


def test_trees_of_every_size_are_read_whole(tmp_path) -> None:
    """1 to 600 lines, each published over the one before, so that tiles of older checkpoints lie about."""
    lines = [b"line %d" % number * (number % 3 + 1) for number in range(LARGEST)]
    for size in range(1, LARGEST + 1):
        for name, data in tree_files(lines[:size]):
            path = tmp_path / name
            if not path.is_file():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
        tree = PublishedTree(tmp_path, b"", size)
        assert [line for _, line in tree.lines()] == lines[:size]
        if size % FULL in {0, 1, FULL - 1}:
            assert [line for span, _ in tree.spans() for line in span.lines_in(span.bytes())] == lines[:size]
        assert tree.wrong_tiles() == [], size


def test_both_minds_name_the_same_tiles() -> None:
    """From a leaf to more than two levels."""
    for size in (1, 255, 256, 257, 65_535, 65_536, 65_537, 70_000):
        made = {name for name, _ in tree_files([b""] * size)}
        assert {tile.name for tile in hash_tiles(size)} == {name for name in made if "entries" not in name}
    large = [tile.name for tile in hash_tiles(300 * FULL * FULL + 7)]
    assert (len(large), large[76_800]) == (76_800 + 1 + 300 + 2 + 1, "tile/0/x076/800.p/7")
    assert large[-4:] == ["tile/1/299", "tile/2/000", "tile/2/001.p/44", "tile/3/000.p/1"]


def test_a_full_tile_may_stand_for_a_partial_one(tree) -> None:
    """A mirror may have dropped the partial ones that an older checkpoint needs (C2SP tlog-tiles)."""
    lines = [line for _, line in open_ledger(tree).lines()]
    for kind in ("entries", "0"):
        (tree / "tile" / kind / "001").rename(tree / "tile" / kind / "kept")
        (tree / "tile" / kind / "kept").rename(tree / "tile" / kind / "001")
    (tree / "tile" / "1" / "000.p" / "1").write_bytes((tree / "tile" / "1" / "000.p" / "2").read_bytes()[:32])
    older = PublishedTree(tree, b"", 300)
    assert [line for _, line in older.lines()] == lines[:300]
    assert older.wrong_tiles() == []


@pytest.mark.parametrize("which", ["tile/0/000", "tile/0/002.p/*", "tile/1/000.p/*"])
def test_a_hash_that_is_not_the_lines_is_a_finding_that_names_the_tile(ledger, tree, which) -> None:
    (path,) = tree.glob(which)
    data = bytearray(path.read_bytes())
    data[40] ^= 1
    path.write_bytes(data)
    report = audit_ledger(tree, ledger.vkey, jobs=1)
    assert report.status == 1
    assert [(finding.code, finding.recorded) for finding in report.findings] == [("tiles", str(path.relative_to(tree)))]


def first_entry(data: bytes) -> int:
    return 2 + int.from_bytes(data[:2], "big")


def changed(name, change):
    def spoil(tree: Path) -> None:
        (path,) = [path for path in tree.glob(name) if path.is_file()]
        path.write_bytes(change(path.read_bytes()))

    return spoil


def gone(name):
    def spoil(tree: Path) -> None:
        (path,) = [path for path in tree.glob(name) if path.is_file()]
        path.unlink()

    return spoil


def a_pipe(tree: Path) -> None:
    (tree / "tile" / "0" / "000").unlink()
    os.mkfifo(tree / "tile" / "0" / "000")


BAD = {
    "a pipe": (a_pipe, TileError, "tile/0/000 is missing"),
    "a missing bundle": (gone("tile/entries/001"), TileError, "tile/entries/001 is missing, and a checkpoint of"),
    "the last bundle missing": (gone("tile/entries/002.p/*"), TileError, r"tile/entries/002.p/\d+ is missing"),
    "a missing tile": (gone("tile/0/000"), TileError, "tile/0/000 is missing, and a checkpoint of"),
    "a tile cut short": (changed("tile/0/001", lambda data: data[:-1]), TileError, "tile/0/001 does not have the 8192 bytes"),
    "a tile too long": (changed("tile/0/001", lambda data: data + b"x"), TileError, "does not have the 8192 bytes"),
    "an empty tile": (changed("tile/1/*/*", lambda _: b""), TileError, "does not have the 64 bytes"),
    "a bundle cut short": (changed("tile/entries/000", lambda data: data[:-1]), TruncatedError, "ends before line 255 does"),
    "a bundle cut at an entry": (
        changed("tile/entries/002.p/*", lambda data: data[: first_entry(data)]),
        TruncatedError,
        "before line 513",
    ),
    "a bundle cut in a length": (
        changed("tile/entries/000", lambda data: data[: first_entry(data) + 1]),
        TruncatedError,
        "before line 1 does",
    ),
    "an empty bundle": (changed("tile/entries/000", lambda _: b""), TruncatedError, "tile/entries/000 ends before line 0 does"),
    "a bundle too long": (changed("tile/entries/001", lambda data: data + b"\0\0"), TileError, "is longer than its 256 lines"),
    "a byte after the last entry": (changed("tile/entries/002.p/*", lambda data: data + b"\0"), TileError, "is longer than its"),
    "a huge bundle": (changed("tile/entries/001", lambda data: data + bytes(20_000_000)), TileError, "is longer than its 256 lines"),
    "a length that takes in the next entry": (
        changed("tile/entries/000", lambda data: (int.from_bytes(data[:2], "big") + 1).to_bytes(2, "big") + data[2:]),
        TruncatedError,
        "tile/entries/000 ends before line",
    ),
    "an entry with its newline": (
        changed(
            "tile/entries/000",
            lambda data: (first_entry(data) - 1).to_bytes(2, "big") + data[2 : first_entry(data)] + b"\n" + data[first_entry(data) :],
        ),
        LineError,
        "Line 0 of the ledger",
    ),
    "an empty entry": (changed("tile/entries/000", lambda data: b"\0\0" + data[first_entry(data) :]), LineError, "Line 0 of the ledger"),
}


@pytest.mark.parametrize(("spoil", "kind", "says"), BAD.values(), ids=BAD)
def test_a_tree_that_is_not_whole_is_refused_in_a_sentence_of_its_own(tree, spoil, kind, says) -> None:
    spoil(tree)
    with pytest.raises(kind, match=says) as raised:
        open_ledger(tree).wrong_tiles()
    assert str(raised.value).count(". ") == 0, "one sentence"


def test_another_line_is_found_by_the_root_and_by_its_tile(ledger, tree) -> None:
    changed("tile/entries/001", lambda data: data.replace(b"win 4", b"win 5", 1))(tree)
    codes = {finding.code for finding in audit_ledger(tree, ledger.vkey, jobs=1).findings}
    assert codes >= {"root", "tiles", "payout"}


def test_a_folder_with_tiles_alone_is_not_signed(ledger, tree) -> None:
    (tree / "checkpoint").unlink()
    with pytest.raises(AuditError, match="nothing in it is signed"):
        audit_ledger(tree, ledger.vkey, jobs=1)


def get(url: str) -> bytes:
    with urlopen(url, timeout=10) as answer:  # noqa: S310 - our own server
        data: bytes = answer.read()
    return data


def test_any_web_server_can_serve_it(published) -> None:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(published))) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            prefix = f"http://127.0.0.1:{server.server_port}"
            fetched = {name: get(f"{prefix}/{name}") for name in ("checkpoint", "tile/0/001", "tile/entries/001")}
        finally:
            server.shutdown()
    assert fetched["checkpoint"] == (published / "checkpoint").read_bytes()
    bundle, hashes = fetched["tile/entries/001"], []
    while bundle:
        length = int.from_bytes(bundle[:2], "big")
        hashes.append(sha256(b"\0" + bundle[2 : 2 + length]).digest())
        bundle = bundle[2 + length :]
    assert b"".join(hashes) == fetched["tile/0/001"]
