"""Under which names the service answers, and what it says of them when it begins."""

from __future__ import annotations

import re
import signal
import subprocess
import sys

import httpx
import pytest

from ledger.service.running.names import are_for_others, names, urls
from ledger.service.running.settings import Settings, SettingsRefused, with_names
from tests.support.serving import PATIENCE, new_ledger, served

EVERY = "0.0.0.0"  # noqa: S104 - it is what is tested
OWN = {"localhost", "127.0.0.1", "::1"}


@pytest.mark.parametrize(
    ("host", "found"),
    [
        ("127.0.0.1", OWN),
        ("192.168.1.20", OWN | {"192.168.1.20"}),
        ("Tables.Local", OWN | {"tables.local"}),
        ("fd00::20", OWN | {"fd00::20"}),
        (EVERY, OWN),
        ("0", OWN),
        ("::", OWN),
        ("0:0:0:0:0:0:0:0", OWN),
    ],
)
def test_one_address_to_listen_at_is_a_name_and_every_address_is_none(host, found) -> None:
    assert names(Settings(host=host)) == found


@pytest.mark.parametrize(
    ("host", "added", "found"),
    [
        ("127.0.0.1", (), ["http://127.0.0.1:8420/"]),
        ("::1", (), ["http://[::1]:8420/"]),
        ("192.168.1.20", ("tables.local",), ["http://192.168.1.20:8420/"]),
        (EVERY, (), ["http://localhost:8420/"]),
        (EVERY, ("192.168.1.20", "fd00::20"), ["http://localhost:8420/", "http://192.168.1.20:8420/"]),
        ("::", ("192.168.1.20", "fd00::20"), ["http://localhost:8420/", "http://[fd00::20]:8420/"]),
        (EVERY, ("Tables.Local", "tables.local"), ["http://localhost:8420/", "http://tables.local:8420/"]),
    ],
)
def test_the_addresses_that_are_told_are_those_that_can_be_handed_out(host, added, found) -> None:
    assert urls(with_names(Settings(host=host), added), 8420) == found


@pytest.mark.parametrize(("host", "added", "are"), [(EVERY, (), False), (EVERY, ("tables.local",), True), ("192.168.1.20", (), True)])
def test_where_it_listens_everywhere_others_need_a_name(host, added, are) -> None:
    assert are_for_others(with_names(Settings(host=host), added)) is are


@pytest.mark.parametrize("name", ["192.168.1.20:8420", "http://tables.local", "[fd00::20]", "a b", "", "*"])
def test_a_name_that_is_none_is_told(name) -> None:
    with pytest.raises(SettingsRefused, match="--name must be a host's name or address, without port or brackets"):
        with_names(Settings(), (name,))


def test_the_address_at_which_it_listens_is_answered_under_and_no_other(tmp_path) -> None:
    with served(tmp_path, host="127.0.0.2") as service, service.client() as client:
        assert client.get("/health").status_code == 200
        assert client.get("/health", headers={"host": "127.0.0.3"}).status_code == 421


@pytest.mark.parametrize("added", [[], ["--name", "127.0.0.2", "--name", "Tables.Local"]])
def test_a_service_for_a_network_says_where_it_is_found_and_answers_there(tmp_path, added) -> None:
    new_ledger(tmp_path)
    command = [sys.executable, "-m", "cli.main", "serve", str(tmp_path / "ledger"), "--keys", str(tmp_path / "keys")]
    with subprocess.Popen([*command, "--host", EVERY, "--port", "0", *added], stderr=subprocess.PIPE, text=True) as one:
        try:
            assert one.stderr
            told = one.stderr.readline()
            port = int(re.findall(r":([0-9]+)/", told)[0])
            if added:
                assert f"at http://localhost:{port}/ and http://tables.local:{port}/; the operator's token" in told
            else:
                assert f"at http://localhost:{port}/; the operator's token" in told
                assert "give the name or address by which they reach this machine as --name" in one.stderr.readline()
            asked = httpx.get(
                f"http://127.0.0.1:{port}/health", headers={"host": f"tables.local:{port}"}, timeout=PATIENCE, trust_env=False
            )
            assert asked.status_code == (200 if added else 421)
        finally:
            one.send_signal(signal.SIGINT)
            one.wait(PATIENCE)
