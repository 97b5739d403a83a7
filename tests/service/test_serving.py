"""A process that serves: how it begins, and how it ends."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from cli.main import run
from ledger.service.running.server import PortRefused, bound
from ledger.service.running.settings import Settings
from ledger.service.running.tokens import OPERATOR
from tests.support.serving import PATIENCE, new_ledger, new_table, pages_in

HOUSE = """
import sys
from pathlib import Path
from ledger import KeyFolder, SystemClock
from ledger.service.running.house import House
from ledger.service.running.settings import Settings
folder = Path(sys.argv[1])
house = House(ledger=folder / "ledger", keys=KeyFolder(folder / "keys"), settings=Settings(port=0), verifier=folder / "verify.html",
              clock=SystemClock(), tell=print, pages=folder)
sys.stdout.reconfigure(line_buffering=True)
sys.exit(0 if house.serve() else 130)
"""


@contextmanager
def process(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process that serves the ledger in a folder, and where."""
    with subprocess.Popen([sys.executable, "-c", HOUSE, str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as one:
        try:
            assert one.stdout
            told = one.stdout.readline()
            (url,) = re.findall(r"at (http://\S+/);", told) or [told]
            yield one, url
        finally:
            one.kill()


def test_it_ends_in_good_order_and_goes_on_where_it_was(tmp_path) -> None:
    new_ledger(tmp_path)
    pages_in(tmp_path)
    with process(tmp_path) as (one, url), httpx.Client(base_url=url, trust_env=False, timeout=PATIENCE) as client:
        token = (tmp_path / "keys" / OPERATOR).read_text().strip()
        assert (tmp_path / "keys" / OPERATOR).stat().st_mode & 0o777 == 0o600
        operator = {"authorization": f"Bearer {token}"}
        table = client.post("v1/tables", json=new_table(), headers=operator).json()["table"]["table"]
        client.post(f"v1/tables/{table}/open", headers=operator)
        with client.stream("GET", f"v1/tables/{table}/events") as stream:
            lines = stream.iter_lines()
            next(lines)
            one.send_signal(signal.SIGTERM)
            assert list(lines)[-1] == "", "the stream ends, and is not torn off"
        assert one.wait(PATIENCE) == 0
        assert one.stderr
        assert all(line.startswith('{"time"') for line in one.stderr)
    with process(tmp_path) as (one, url):
        assert [(short["table"], short["state"]) for short in httpx.get(f"{url}v1/tables", timeout=PATIENCE).json()["tables"]] == [
            (table, "hashes")
        ]
        one.send_signal(signal.SIGINT)
        assert one.wait(PATIENCE) == 0


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_whoever_leaves_the_port_to_the_service_is_told_which_it_took(tmp_path, host) -> None:
    new_ledger(tmp_path)
    command = [sys.executable, "-m", "cli.main", "serve", str(tmp_path / "ledger"), "--keys", str(tmp_path / "keys"), "--port", "0"]
    with subprocess.Popen([*command, "--host", host], stderr=subprocess.PIPE, text=True) as one:
        assert one.stderr
        (url,) = re.findall(r"at (http://\S+[1-9][0-9]*/);", one.stderr.readline())
        assert httpx.get(f"{url}health", timeout=PATIENCE).json() == {"status": "alive"}
        one.terminate()
        assert one.wait(PATIENCE) == 0


def test_a_port_that_another_has_is_told() -> None:
    with bound(Settings(port=0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(PortRefused, match=rf"cannot listen at port {port} of 127\.0\.0\.1 \(Address already in use\); choose another"):
            bound(Settings(port=port))


def test_settings_that_are_wrong_are_told_before_anything_else(tmp_path, capsys) -> None:
    settings = tmp_path / "service.toml"
    settings.write_text("prot = 1\n")
    assert run(["serve", str(tmp_path / "none"), "--keys", str(tmp_path), "--config", str(settings)]) == 2
    assert "there is no setting “prot” (did you mean “port”?)" in capsys.readouterr().err


def test_who_lacks_the_packages_is_told_how_to_get_them(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.delitem(sys.modules, "ledger.service.running.house", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert run(["serve", str(tmp_path), "--keys", str(tmp_path)]) == 2
    assert "`pip install 'sealedshoe[service]'`" in capsys.readouterr().err
