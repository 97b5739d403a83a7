"""The audit on a Dask cluster: the same result, and a lost worker loses nothing (ADR 18)."""

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import duckdb
import pytest
from distributed import Client

from audit.cluster import _require_same_auditor, _run, _spread, check_address, workers
from audit.errors import ClusterError, LimitError
from audit.itself import fingerprint
from audit.passes import Wishes

TABLES = ("rounds", "cards", "decisions", "settlements", "findings")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A scheduler's address, and two worker processes."""
    folder = tmp_path_factory.mktemp("cluster")
    address = folder / "scheduler.json"
    started: list[subprocess.Popen[bytes]] = []

    def start(*command):
        with (folder / f"{len(started)}.log").open("wb") as log:
            started.append(subprocess.Popen([sys.executable, "-m", *command], stdout=log, stderr=log, cwd=folder, env=environment))
        return started[-1]

    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path.cwd()), *sys.path])}
    where = ["--scheduler-file", str(address), "--no-dashboard"]
    start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", *where)
    workers = [
        start("distributed.cli.dask_worker", *where, "--nthreads", "1", "--no-nanny", "--local-directory", str(folder / f"worker{number}"))
        for number in range(2)
    ]
    yield folder, address, workers
    for process in started:
        process.kill()  # a worker that is asked to end waits for its scheduler
        process.wait(60)


def listening(address):
    """The scheduler's address, once it has written it and both workers are there."""
    until = time.monotonic() + 60
    while not (address.exists() and address.read_text().endswith("}")) and time.monotonic() < until:  # or it is still being written
        time.sleep(0.1)
    where = json.loads(address.read_text())["address"]
    with Client(where, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    return where


def rows(database):
    """How many rows each of some tables has, and a sum over one of them."""
    with duckdb.connect(str(database), read_only=True) as con:
        counts = {table: con.table(table).count("*").fetchall()[0][0] for table in TABLES}
        return counts, con.sql("SELECT sum(payout), sum(stake) FROM settlements").fetchall()


def test_a_worker_killed_at_its_work_loses_nothing(book, cluster, tmp_path, monkeypatch):
    monkeypatch.setattr("audit.units.UNIT_LINES", 32)
    for session in (1, 2):
        book.evening(session=session, players=2, rounds=100, shoe__reshuffle="cut-card", shoe__penetration_left=20, pack__decks=1)
    for at in (20, 33, 160):
        book.records[at]["after"][1] += 1
    _, address, (first, second) = cluster
    killed: list[int] = []

    def kill_one(done, size):
        if not killed and done < size:
            os.kill(first.pid, signal.SIGKILL)
            killed.append(first.wait(60))

    there = book.audit(database=tmp_path / "there.duckdb", wishes=Wishes(cluster=listening(address), progress=kill_one))
    assert killed == [-signal.SIGKILL]
    assert second.poll() is None
    here = book.audit(database=tmp_path / "here.duckdb")
    assert here.findings
    assert there == here
    assert rows(tmp_path / "there.duckdb") == rows(tmp_path / "here.duckdb")


def test_an_address_where_nobody_answers_is_one_sentence(book, monkeypatch):
    monkeypatch.setattr("audit.cluster.SECONDS_TO_ANSWER", 0.3)
    book.evening(rounds=2)
    with pytest.raises(ClusterError, match=r"^No scheduler answers at tcp://127\.0\.0\.1:9"):
        book.audit(wishes=Wishes(cluster="tcp://127.0.0.1:9"))


@pytest.mark.parametrize("address", ["", "nonsense", "http://127.0.0.1:8786", "tcp://127.0.0.1", "127.0.0.1:0", "node7:65536", "a b:1"])
def test_what_is_no_address_is_refused_before_anybody_is_called(monkeypatch, address):
    monkeypatch.setattr("distributed.Client", Mock(side_effect=AssertionError("was called")))
    with pytest.raises(ClusterError, match=r"is no scheduler's address such as"), workers(address, 1):
        pass


@pytest.mark.parametrize("address", ["local", "tcp://10.0.0.7:8786", "node7.example:8786", "tls://[fe80::1]:8786", "127.0.0.1:1"])
def test_the_addresses_of_schedulers_are_let_through(address):
    check_address(address)


def test_an_error_in_a_local_cluster_is_told_once(book, capfd):
    """The worker that met it says nothing on its own."""
    book.evening(rounds=2)
    with pytest.raises(LimitError):
        book.audit(jobs=1, wishes=Wishes(cluster="local", memory_limit="nonsense"))
    assert "Traceback" not in "".join(capfd.readouterr())


def test_ctrl_c_does_not_reach_the_workers_of_a_local_cluster():
    """It is the first process that says it was stopped."""
    with workers("local", 1) as spread:
        (held_back,) = spread(partial(signal.pthread_sigmask, signal.SIG_BLOCK), [()])
    assert signal.SIGINT in held_back


class _Answering:
    """A scheduler's client, of which only what is asked first is there."""

    def __init__(self, *answers):
        self.answers = {f"tcp://10.0.0.{number}:1": answer for number, answer in enumerate(answers, 1)}

    def wait_for_workers(self, _count, timeout):
        if not self.answers:
            raise TimeoutError(f"0 workers after {timeout} s")

    def run(self, _function, on_error):
        assert on_error == "return"
        return self.answers


def answering(*answers) -> Any:
    """Such a client: its type is not Dask's."""
    return _Answering(*answers)


def test_a_scheduler_without_workers_is_one_sentence():
    with pytest.raises(ClusterError, match=r"^The scheduler has no worker: start one with"):
        _require_same_auditor(answering())


@pytest.mark.parametrize("other", ["another version", ImportError("No module named 'audit'")])
def test_a_worker_with_another_auditor_or_none_is_named(other):
    with pytest.raises(ClusterError, match=r"^Worker tcp://10\.0\.0\.2:1 does not have this very version"):
        _require_same_auditor(answering(fingerprint(), other))
    _require_same_auditor(answering(fingerprint()))


def test_a_worker_of_another_version_that_comes_later_judges_nothing():
    with pytest.raises(ClusterError, match=r"^A worker that came later has another version"):
        _run("another version", len, ())
    assert _run(fingerprint(), len, ()) == (0, {})


def test_a_worker_without_the_auditor_that_comes_later_is_one_sentence():
    later = SimpleNamespace(result=Mock(side_effect=ModuleNotFoundError("No module named 'audit'")))
    client: Any = SimpleNamespace(nthreads=dict, submit=lambda *_, **__: later)
    with pytest.raises(ClusterError, match=r"^A worker that came later does not have the auditor \(No module named 'audit'\)"):
        list(_spread(client, len, [()]))


def test_what_must_be_installed_is_said(book, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    book.evening(rounds=2)
    with pytest.raises(ClusterError, match=r"pip install 'sealedshoe\[cluster\]'"):
        book.audit(wishes=Wishes(cluster="local"))
