"""`publish`: a static tree of tiles, whole file by whole file, the checkpoint last (C2SP tlog-tiles; FORMAT §13)."""

from __future__ import annotations

import os
import re
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from audit.published_tree import PublishedTree
from ledger import publish
from ledger.errors import LedgerProblem
from ledger.history.disk import Disk
from ledger.proof.notes import Checkpoint
from ledger.proof.tiles import path_of, tree_files
from ledger.proof.tree import Frontier, leaf_hash
from tests.support.ledgers import SignedLedger
from tests.support.simulated_disk import QuickCalls, RecordingCalls, Replay, lay_out


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Watched(Disk):
    """The real disk, which notes the files that it puts in place; with `fails` it cannot write that one."""

    def __init__(self, fails: str = "") -> None:
        super().__init__()
        self.put: list[str] = []
        self._fails = fails

    def replace(self, path: Path, data: bytes, mode: int = 0o644) -> None:
        if self._fails and str(path).endswith(self._fails):
            raise OSError(28, os.strerror(28))
        super().replace(path, data, mode)
        self.put.append(path.name)


@pytest.fixture
def ledger(new_ledger) -> SignedLedger:
    made: SignedLedger = new_ledger(height=6)
    made.grow(300)
    return made


@pytest.fixture
def tree(ledger, tmp_path) -> Path:
    """The ledger of 300 lines, published."""
    folder: Path = tmp_path / "public" / "tree"
    publish(ledger.path, folder)
    return folder


def test_a_tile_is_found_under_the_path_that_the_specification_gives() -> None:
    assert path_of(0, 1234067, 256) == "tile/0/x001/x234/067"
    assert path_of("entries", 5, 17) == "tile/entries/005.p/17"
    assert path_of(3, 1000, 256) == "tile/3/x001/000"


def test_a_tree_of_seventy_thousand_lines_has_the_tiles_that_the_specification_names() -> None:
    """273 full tiles and one of 112 at level 0; one full one and one of 17 at level 1; one of width 1 at level 2."""
    lines = [b"%d" % number for number in range(70_000)]
    made = dict(tree_files(lines))
    widths = {level: sorted(len(data) // 32 for name, data in made.items() if name.startswith(f"tile/{level}/")) for level in range(4)}
    assert widths == {0: [112, *[256] * 273], 1: [17, 256], 2: [1], 3: []}
    first = Frontier()
    for line in lines[: 256**2]:
        first.append(leaf_hash(line))
    assert made["tile/2/000.p/1"] == first.root()
    assert sum(name.startswith("tile/entries/") for name in made) == 274


def test_bundles_hold_the_lines_and_tiles_their_hashes(ledger, tree) -> None:
    lines = ledger.history().splitlines()
    bundled = b"".join(len(line).to_bytes(2, "big") + line for line in lines[:256])
    published = files(tree)
    assert published["tile/entries/000"] == bundled
    assert published["tile/0/001.p/44"] == b"".join(sha256(b"\0" + line).digest() for line in lines[256:])
    assert published["checkpoint"] == (ledger.path / "checkpoint").read_bytes()
    assert sorted(published) == [
        "checkpoint",
        "tile/0/000",
        "tile/0/001.p/44",
        "tile/1/000.p/1",
        "tile/entries/000",
        "tile/entries/001.p/44",
    ]


def test_nothing_of_the_operators_own_is_published(ledger, tmp_path) -> None:
    """The journal, strange files, notes that are none."""
    for name in ("journal", "rotations"):
        (ledger.path / name).mkdir()
    (ledger.path / "journal" / "1.jsonl").write_text("secret")
    (ledger.path / "rotations" / "00000007.note").write_text("a note")
    (ledger.path / "rotations" / "00000900.note").write_text("of a line that is not signed yet")
    (ledger.path / "rotations" / "notes.txt").write_text("secret")
    publish(ledger.path, tmp_path / "tree")
    assert [name for name in files(tmp_path / "tree") if not name.startswith("tile/")] == ["checkpoint", "rotations/00000007.note"]


def test_a_second_publication_writes_only_what_is_new_and_the_checkpoint_last(ledger, tree) -> None:
    before = files(tree)
    assert publish(ledger.path, tree).written == 0
    ledger.grow(310)
    disk = Watched()
    assert publish(ledger.path, tree, disk=disk).removed == 0
    assert disk.put == ["54", "54", "checkpoint"]
    assert before.items() - files(tree).items() == {("checkpoint", before["checkpoint"])}, "tiles of older checkpoints stay"


def test_partial_tiles_go_once_full_ones_stand(ledger, tree) -> None:
    """And what an interrupted publication left of a file."""
    (tree / "tile" / "0" / "001.p" / "44.tmp").write_bytes(b"half")
    ledger.grow(513)
    assert publish(ledger.path, tree).removed == 3
    assert {name for name in files(tree) if ".p/" in name} == {"tile/0/002.p/1", "tile/entries/002.p/1", "tile/1/000.p/1", "tile/1/000.p/2"}
    assert not list(tree.rglob("001.p"))


def test_everyone_may_read_it_whatever_the_umask(ledger, tmp_path) -> None:
    before = os.umask(0o077)
    try:
        publish(ledger.path, tmp_path / "tree")
    finally:
        os.umask(before)
    modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "tree").rglob("*")}
    assert modes == {0o644, 0o755}
    assert (tmp_path / "tree").stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("fails", ["tile/0/002.p/8", "tile/1/000.p/2", "checkpoint"])
def test_one_that_is_interrupted_leaves_what_stood_and_is_gone_on_with(ledger, tree, fails) -> None:
    before = files(tree)
    ledger.grow(520)
    with pytest.raises(LedgerProblem, match=r"No space left on device.*publish again"):
        publish(ledger.path, tree, disk=Watched(fails))
    assert before.items() <= files(tree).items()
    publish(ledger.path, tree)
    fresh = tree.parent / "fresh"
    publish(ledger.path, fresh)
    assert files(fresh).items() <= files(tree).items()


def test_a_power_cut_leaves_no_checkpoint_without_its_tiles(ledger, tmp_path) -> None:
    """At every call of two publications, whatever it may legally leave: the checkpoint's tree is whole, and the next run finishes it."""
    root, left = tmp_path / "disk", tmp_path / "left"
    root.mkdir()
    sizes = []
    for size in (300, 513):
        ledger.grow(size)
        calls = RecordingCalls(root)
        publish(ledger.path, root / "tree", disk=Disk(calls))
        whole, lines = files(root / "tree"), ledger.history().splitlines()
        stops = list(Replay(calls).stops())
        states = list({tuple(state.items()): state for stop in stops for state in stop}.values())
        for state in states:
            lay_out(state, left)
            if "tree/checkpoint" in state:
                shown = Checkpoint.read((left / "tree" / "checkpoint").read_text(encoding="utf-8"))
                assert shown is not None
                tree = PublishedTree(left / "tree", b"", shown.size)
                assert [line for _, line in tree.lines()] == lines[: shown.size]
                assert tree.wrong_tiles() == []
                sizes.append(shown.size)
        assert all(b"\n%d\n" % size in (state["tree/checkpoint"] or b"") for state in stops[-1]), "what publish has returned for stays"
        for state in states[:: len(states) // 10]:
            lay_out(state, left)
            publish(ledger.path, left / "tree", disk=Disk(QuickCalls()))
            assert whole.items() <= files(left / "tree").items()
    assert set(sizes) == {300, 513}
    assert len(sizes) > 40


def test_one_that_was_interrupted_the_first_time_is_gone_on_with(ledger, tmp_path) -> None:
    with pytest.raises(LedgerProblem, match="publish again"):
        publish(ledger.path, tmp_path / "tree", disk=Watched("checkpoint"))
    assert not (tmp_path / "tree" / "checkpoint").exists()
    assert publish(ledger.path, tmp_path / "tree").written == 1


def test_a_damaged_tile_is_put_right(ledger, tree) -> None:
    right = files(tree)
    (tree / "tile" / "0" / "000").write_bytes(bytes(8192))
    assert publish(ledger.path, tree).written == 1
    assert files(tree) == right


def test_a_history_that_was_not_signed_is_not_published(ledger, tree) -> None:
    before = files(tree)
    file = ledger.path / "history" / "00000001.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"text":"x', b'"text":"y', 1))
    with pytest.raises(LedgerProblem, match="not the history that was signed"):
        publish(ledger.path, tree)
    file.unlink()
    with pytest.raises(LedgerProblem, match=r"00000001.jsonl cannot be read \(No such file or directory\); get the ledger whole"):
        publish(ledger.path, tree)
    assert files(tree) == before


def test_an_older_ledger_does_not_take_the_place_of_a_newer_one(ledger, tmp_path) -> None:
    yesterday = ledger.copied(tmp_path / "yesterday")
    ledger.grow(301)
    publish(ledger.path, tmp_path / "tree")
    with pytest.raises(LedgerProblem, match="older than what was published"):
        publish(yesterday.path, tmp_path / "tree")


def test_another_history_of_the_same_name_does_not_go_over_it(tree, new_ledger) -> None:
    other = new_ledger(height=6)
    other.grow(301)
    with pytest.raises(LedgerProblem, match=r"another history of .* keep it as evidence"):
        publish(other.path, tree)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda tree: (tree / "index.html").touch(), "holds something else than a published ledger \\(index.html\\)"),
        (lambda tree: (tree / "checkpoint").write_bytes(b"hello\n"), "checkpoint is not a checkpoint: "),
        (lambda tree: (tree / "checkpoint").write_bytes(b"\xff"), "checkpoint is not a checkpoint: "),
        (
            lambda tree: (tree / "checkpoint").write_bytes(b"another" + (tree / "checkpoint").read_bytes()),
            "holds another ledger, anotherclub",
        ),
    ],
)
def test_a_folder_that_holds_something_else_is_left_alone(ledger, tree, spoil, says) -> None:
    spoil(tree)
    before = files(tree)
    ledger.grow(301)
    with pytest.raises(LedgerProblem, match=says):
        publish(ledger.path, tree)
    assert files(tree) == before


def test_it_is_never_published_into_itself(ledger, tmp_path) -> None:
    (tmp_path / "link").symlink_to(ledger.path)
    for place in (ledger.path, ledger.path / "public", ledger.path.parent, tmp_path / "link"):
        with pytest.raises(LedgerProblem, match="lie in one another"):
            publish(ledger.path, place)
    (tmp_path / "file").touch()
    with pytest.raises(LedgerProblem, match="is no folder"):
        publish(ledger.path, tmp_path / "file")


def piped(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def of_height(path: Path, height: int) -> None:
    first = path / "history" / "00000000.jsonl"
    first.write_bytes(re.sub(rb'"height":[0-9]+', b'"height":%d' % height, first.read_bytes()))


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda path: shutil.rmtree(path / "history"), "no ledger at"),
        (lambda path: (path / "checkpoint").unlink(), "checkpoint cannot be read"),
        (lambda path: (path / "checkpoint").write_bytes(b"hello\n"), "is not a checkpoint: "),
        (lambda path: (path / "history" / "00000000.jsonl").unlink(), "no ledger at"),
        (lambda path: (path / "history" / "00000000.jsonl").write_bytes(b"hello\n"), "not a record"),
        (lambda path: of_height(path, 9_007_199_254_740_991), "has the height 9007199254740991, which is not from 4 to 24; get"),
        (lambda path: of_height(path, -1), "has the height -1"),
        (lambda path: piped(path / "checkpoint"), "checkpoint is no plain file"),
    ],
)
def test_what_is_no_ledger_is_not_published(ledger, tmp_path, spoil, says) -> None:
    spoil(ledger.path)
    with pytest.raises(LedgerProblem, match=says):
        publish(ledger.path, tmp_path / "tree")
    assert not (tmp_path / "tree").exists()
