"""Fixtures for all tests: stacked cards without a ledger, and ledgers."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from tests.support.browser import Browser, browser
from tests.support.ledgers import SignedLedger
from tests.support.memory import in_memory
from tests.support.stacked import Played, play_stacked

SHARING = "tests/cheating/"
LONG = ("tests/docs/", "tests/story/")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell; then no process of ours would hear Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # nothing here multiplies matrices; each process that loads numpy took 60 ms for more


class TogetherScheduling(LoadFileScheduling):  # type: ignore[misc]  # xdist comes without types
    """A module's tests stay together, and so do all of a folder that share a large ledger: what they share is made once."""

    def _split_scope(self, nodeid: str) -> str:
        module: str = super()._split_scope(nodeid)
        return SHARING if module.startswith(SHARING) else module


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> TogetherScheduling:
    """In the order in which they were collected, which has the longest ones early."""
    config.option.loadscopereorder = False
    return TogetherScheduling(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Folders with one long module come first: begun last, it would leave the other worker idle."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


def pytest_collection_finish() -> None:
    """What was collected stays to the end, so the garbage collector need not look through it, nor come by as often."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def nobody_cuts_the_power() -> Iterator[None]:
    """What is written here counts as durable at once. Processes of their own do wait for the disk, and so do children whose calls fail."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _descriptor: None)
        yield


@pytest.fixture(scope="session")
def new_ledger(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., SignedLedger]:
    """Makes an empty ledger with its keys, of 2^`height` lines a file."""
    return lambda height=16: SignedLedger(tmp_path_factory.mktemp("club"), height)


@pytest.fixture(scope="session")
def play() -> Callable[..., Played]:
    """Plays one round: the deal, the answers, and changes to the training rules, or to those of another `profile`."""

    def playing(deal: str, answers: str = "", *, no_others: bool = False, director: bool = False, **changes: Any) -> Played:
        return play_stacked([(deal, answers)], changes, director=director, no_others=no_others)

    return playing


@pytest.fixture(scope="session")
def play_rounds() -> Callable[..., Played]:
    """Plays several rounds, each a deal and its answers; `chain` seeds where it matters how many."""

    def playing(*rounds: tuple[str, str], last_cards: int = 0, chain: int = 0, director: bool = False, **changes: Any) -> Played:
        return play_stacked(rounds, changes, chain=chain, director=director, last_cards=last_cards)

    return playing


@pytest.fixture(scope="session")
def running_chromium() -> Iterator[Browser]:
    """One Chromium for all: to start it takes seconds."""
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def chromium(running_chromium: Browser) -> Iterator[Browser]:
    """A tab in which no other module's tests have been."""
    with running_chromium.company() as own:
        yield own


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Path]:
    """A folder for thousands of small files: in memory, where there is room for it."""
    with in_memory(tmp_path) as folder:
        yield folder
