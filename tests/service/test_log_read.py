"""The log over HTTP: what bots have played is read, proven, ranked and verified by anybody."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import attrs
import pytest

from audit import verify
from ledger import publish
from tests.support.page import PAGE
from tests.support.serving import Served, new_table, served, true_pages


@attrs.frozen
class Played:
    """A service at which bots have played two sessions, and the folder in which its ledger lies."""

    service: Served
    folder: Path


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Iterator[Played]:
    folder: Path = tmp_path_factory.mktemp("played")
    with served(folder, pages=true_pages()) as service, service.client(service.operator) as operator:
        for names in ("Ann", "Bo"), ("Cy", "Di"):
            bots = [{"name": name, "boxes": None, "plays": "s17"} for name in names]
            table = operator.post("/v1/tables", json=new_table(players=bots, places=0)).json()["table"]["table"]
            operator.post(f"/v1/tables/{table}/open")
            until = time.monotonic() + 60
            while operator.get(f"/v1/tables/{table}").json()["state"] != "closed":
                assert time.monotonic() < until, "bots play by themselves"
        assert operator.post("/v1/tournaments", json={"name": "Spring Open", "sessions": [1, 2]}).status_code == 201
        yield Played(service, folder)


def test_the_log_is_what_would_be_published(played, tmp_path) -> None:
    publish(played.folder / "ledger", tmp_path / "tree")
    files = [path for path in (tmp_path / "tree").rglob("*") if path.is_file()]
    assert len(files) >= 3
    with played.service.client() as client:
        for path in files:
            answered = client.get(f"/log/{path.relative_to(tmp_path / 'tree').as_posix()}")
            assert (answered.status_code, answered.content) == (200, path.read_bytes()), path
            assert ("immutable" in answered.headers["cache-control"]) == ("tile" in str(answered.url))


def test_lines_are_those_of_the_ledger(played) -> None:
    (history,) = (played.folder / "ledger" / "history").iterdir()
    with played.service.client() as client:
        size = client.get("/v1/ledger").json()["size"]
        lines = client.get("/v1/lines", params={"from": 0, "to": size})
        some = client.get("/v1/lines", params={"from": 1, "to": 3})
        beyond = client.get("/v1/lines", params={"from": size + 1, "to": size + 2})
    assert lines.content == history.read_bytes()
    assert lines.headers["content-type"] == "application/jsonl"
    assert some.content == b"".join(history.read_bytes().splitlines(keepends=True)[1:3])
    assert beyond.json()["type"] == "/problems/no-such-lines"


def test_a_tables_rules_are_those_that_were_signed_and_told_in_sentences(played) -> None:
    with played.service.client() as client:
        told = client.get("/v1/tables/1/rules").json()
        size = client.get("/v1/ledger").json()["size"]
        opened = next(json.loads(line) for line in client.get(f"/v1/lines?from=0&to={size}").text.splitlines() if '"record":"open"' in line)
    assert told["rules"] == opened["rules"]
    assert told["title"] == opened["rules"]["profile"]["title"]
    (stakes,) = [part for part in told["parts"] if part["title"] == "Stakes"]
    limits = opened["rules"]["stakes"]
    assert any(
        f"{limits['minimum']}" in line["text"] and f"{limits['maximum']}" in line["text"] and line["clauses"] for line in stakes["lines"]
    )


def test_a_bundle_is_right(played, tmp_path) -> None:
    with played.service.client() as client:
        ledger = client.get("/v1/ledger").json()
        (tmp_path / "hand.json").write_bytes(client.get("/v1/rounds/2/3/bundle").content)
        missing = [client.get(path).json()["type"] for path in ("/v1/rounds/2/4/bundle", "/v1/rounds/3/1/bundle")]
    assert ledger["vkey"] == ledger["first_vkey"]
    assert verify(tmp_path / "hand.json", ledger["vkey"]).status == 0
    assert missing == ["/problems/no-such-round", "/problems/no-such-session"]


def test_sessions_and_tournaments_are_ranked(played) -> None:
    with played.service.client() as client:
        standings = client.get("/v1/standings").json()
    assert [one["session"] for one in standings["sessions"]] == [2, 1]
    (event,) = standings["tournaments"]
    assert (event["name"], event["sessions"]) == ("Spring Open", [1, 2])


def test_the_page_verifies_a_hand_in_a_browser_under_the_services_policy(played, chromium) -> None:
    site = f"{played.service.url}/verify"
    with played.service.client() as client:
        vkey = quote(client.get("/v1/ledger").json()["vkey"])
        chromium.look(f"{site}#vkey={vkey}&bundle=/v1/rounds/1/1/bundle")
        chromium.wait("document.getElementById('word').textContent !== ''")
        seen = chromium.seen(site)
    assert "Sealed, if the key is the ledger’s" in seen.text
    assert seen.messages == (), "nothing that it does is against the policy"
    assert seen.requests == (f"{played.service.url}/v1/rounds/1/1/bundle",)


def test_the_page_that_verifies_leads_back_to_the_lobby_and_can_be_saved_to_work_from_disk(played, chromium, tmp_path) -> None:
    chromium.save_into(tmp_path)
    chromium.look(f"{played.service.url}/verify")
    chromium.click(".masthead a", "Save this page")
    saved, until = tmp_path / "verify.html", time.monotonic() + 60
    while not saved.exists() or saved.stat().st_size < PAGE.stat().st_size:
        assert time.monotonic() < until, "nothing is saved"
        time.sleep(0.01)
    assert saved.read_bytes() == PAGE.read_bytes()
    chromium.click(".masthead a", "Lobby")
    chromium.wait("location.pathname === '/' && document.readyState === 'complete'")
    assert chromium.run("document.querySelector('h1').textContent") == "Lobby"
    assert "Save this page" not in chromium.look(saved).text
    assert chromium.run("document.querySelectorAll('a').length") == 0
