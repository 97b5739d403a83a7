"""An evening in the pages, in headless Chromium: two players and a director play a session to its standings.

Three rounds, or as many as ROUNDS in the environment says.
"""

from __future__ import annotations

import io
import os
import re
import tarfile
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from audit.run import audit_ledger
from tests.support.browser import WIDTHS
from tests.support.serving import Served, served, true_pages
from tests.support.visitors import Visitor

ROUNDS = int(os.environ.get("ROUNDS", "3"))
STRANGE = "Бо <b>&amp;</b>"


@attrs.frozen
class Evening:
    """A session that was played in the pages, and where its ledger lies; Ann signs, Bo does not."""

    service: Served
    folder: Path
    director: Visitor
    ann: Visitor
    bo: Visitor
    link: str

    @property
    def everybody(self) -> tuple[Visitor, ...]:
        return self.director, self.ann, self.bo


@pytest.fixture(scope="module")
def evening(chromium, tmp_path_factory) -> Iterator[Evening]:
    folder = tmp_path_factory.mktemp("evening")
    with served(folder, pages=true_pages()) as service:
        director, ann, bo = (Visitor(chromium.person(), service) for _ in range(3))
        link = (
            director.look("/")
            .direct()
            .make_table(table_name="Friday’s table", rounds=str(ROUNDS), player_1="Ann", places="1", pause_seconds="0")
        )
        ann.look(link).reads("You sit here as Ann")
        bo.look("/").tab.click("a", "Take a seat")
        bo.tab.fill("#your-name", STRANGE)
        bo.tab.click("button", "Take a seat")
        bo.reads("You sit here as")
        director.tab.click("a", "Friday’s table")
        director.tab.click("button", "Open the table")
        ann.give_hash(signs=True)
        ann.reads("Save it, in case that you have to come back").tab.wait("document.querySelector('[data-act=secret]')")
        bo.give_hash(signs=False)
        ann.play(bo)
        for one in (director, ann, bo):
            one.reads("All rounds are played.")
        yield Evening(service, folder, director, ann, bo, link)


def test_the_standings_are_those_of_the_ledger(evening) -> None:
    with evening.service.client() as client:
        (session,) = client.get("/v1/standings").json()["sessions"]
    told = [(str(place["place"]), place["name"], place["net"]) for place in session["standings"]]
    rows = "[...document.querySelectorAll('.places tbody tr')].map(row => [...row.cells].map(cell => cell.textContent))"
    for page in (evening.director.tab.run(rows), evening.bo.look("/standings").reads("Friday’s table").tab.run(rows)):
        shown = [(place, name.removesuffix(" (you)"), int(net.replace("−", "-"))) for place, name, net in page]
        assert shown == told


def test_the_ledger_is_audited_clean_and_bears_out_the_receipts(evening, tmp_path) -> None:
    saved = "URL.createObjectURL = blob => (blob.arrayBuffer().then(b => window.saved = btoa(String.fromCharCode(...new Uint8Array(b)))), 'blob:x')"
    evening.ann.tab.run(f"{saved}, HTMLAnchorElement.prototype.click = () => 0, 0")
    evening.ann.tab.click("button", "receipts")
    evening.ann.tab.wait("window.saved")
    with tarfile.open(fileobj=io.BytesIO(b64decode(evening.ann.tab.run("window.saved")))) as archive:
        archive.extractall(tmp_path, filter="data")
    assert len(list((tmp_path / "receipts").glob("*.receipt"))) >= ROUNDS
    vkey = (evening.folder / "keys" / "verifier.vkey").read_text().strip()
    report = audit_ledger(evening.folder / "ledger", vkey, receipts=tmp_path / "receipts", jobs=1)
    assert report.findings == ()


def test_the_page_holds_every_receipt_against_what_it_saw(evening) -> None:
    held = evening.ann.tab.run("[...document.querySelectorAll('.receipts li')].map(one => one.textContent)")
    assert held
    assert all(one.endswith("signed, and for just what you saw") for one in held)


def test_the_answers_of_who_signs_are_signed_and_no_others(evening) -> None:
    with evening.service.client() as client:
        size = client.get("/v1/ledger").json()["size"]
        lines = [line for line in client.get(f"/v1/lines?from=0&to={size}").text.splitlines() if '"record":"signed"' in line]
    assert len(lines) == ROUNDS
    assert {seat for line in lines for seat in re.findall(r'"seat":(\d)', line)} == {"1"}


def test_the_last_hand_is_checked_in_the_browser(evening, chromium) -> None:
    guest = Visitor(chromium.person(), evening.service)
    link = evening.ann.tab.run("document.querySelector('.check a').href")
    guest.look(link).tab.wait("!document.getElementById('result').hidden")
    assert guest.tab.run("document.getElementById('word').textContent") == "Sealed, if the key is the ledger’s"


def test_the_pages_say_nothing_and_ask_only_their_own_server(evening) -> None:
    for one in evening.everybody:
        seen = one.tab.seen("")
        assert seen.messages == ()
        assert {url.split("/")[2] for url in seen.requests} <= {evening.service.url.split("/")[2]}


def test_who_comes_once_all_is_over_reads_the_rules_and_what_the_hands_came_to(evening, chromium) -> None:
    guest = Visitor(chromium.person(), evening.service).look("/tables/1").reads("All rounds are played.")
    guest.reads("The rules: ").tab.click("summary", "The rules: ")
    guest.reads("The dealer’s play").reads("Each round begins at once after the one before.")
    assert guest.tab.run("document.querySelector('#rules p.refused')") is None
    dealer = "document.querySelector('.results li').textContent"
    guest.tab.wait(f"/ (soft )?[0-9]+$|over 21|natural/.test({dealer})")


def test_a_token_stands_in_no_address(evening) -> None:
    token = evening.link.partition("#token=")[2].partition("&")[0]
    assert len(token) == 43
    assert evening.ann.tab.run("location.href").endswith("/tables/1")
    assert not [url for one in evening.everybody for url in one.tab.seen("").requests if token in url]
    assert token not in evening.service.log.getvalue().decode()


def test_a_strangers_name_is_a_text_and_nothing_else(evening) -> None:
    assert STRANGE in evening.ann.text
    assert evening.ann.tab.run("document.querySelectorAll('main b b, bdi b').length") == 0


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
def test_nobody_scrolls_sideways_by_day_or_night(evening, width, dark) -> None:
    evening.bo.look("/standings").reads("Friday’s table")
    for one in evening.everybody:
        one.tab.resize(width, dark=dark)
        seen = one.tab.seen("")
        assert (seen.scroll, seen.wide) == (width, ())
        assert (int(seen.paper.split("(")[1].split(",")[0]) < 64) == dark


def test_on_paper_stands_what_was_played_and_nothing_that_can_only_be_pressed(evening, chromium) -> None:
    guest = Visitor(chromium.person(), evening.service).look("/tables/1").reads("All rounds are played.")
    guest.tab.emulate_print()
    shown = "[...document.querySelectorAll('nav, button, form, summary, .check')].filter(one => one.getClientRects().length).length"
    cut = "(told => told.scrollHeight - told.clientHeight)(document.getElementById('told'))"
    felt = "(felt => [felt.color, felt.backgroundColor])(getComputedStyle(document.getElementById('felt')))"
    assert [guest.tab.run(script) for script in (shown, cut)] == [0, 0]
    assert guest.tab.run(felt) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    assert "What happened" in guest.text


def test_a_screen_reader_hears_cards_headings_and_what_happened(evening) -> None:
    roles = set(evening.ann.tab.roles())
    assert {("heading", "Friday’s table"), ("heading", "The table is closed"), ("log", "What happened")} <= roles
    assert ("heading", "Ann box 1 you") in roles
    assert any(role == "image" and " of " in name for role, name in roles)
    assert {"banner", "main", "contentinfo", "navigation", "table"} <= {role for role, _ in roles}
