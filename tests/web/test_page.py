"""The page in headless Chromium: from disk, from a static server, by keyboard; what it shows, asks for and refuses."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.support.browser import WIDTHS, Browser
from tests.support.bundles import as_bytes
from tests.support.damage.cards import card
from tests.support.damage.case import Case
from tests.support.page import PAGE

DONE = "!document.getElementById('result').hidden"


class Silent(SimpleHTTPRequestHandler):
    """Serves files and says nothing; below /strict it lets a page start no worker."""

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix("/strict"))

    def end_headers(self) -> None:
        if self.path.startswith("/strict"):
            self.send_header("Content-Security-Policy", "worker-src 'none'")
        super().end_headers()

    def log_message(self, *_args: object) -> None:
        """Not on the tests' own output."""


@pytest.fixture(scope="module")
def case(cases: list[Case]) -> Case:
    """A round with a split, at the training table."""
    return next(one for one in reversed(cases) if any(" split " in event for event in one.target["log"]))


@pytest.fixture(scope="module")
def bundle(case: Case, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """It as a file."""
    path = tmp_path_factory.mktemp("given") / "hand.json"
    path.write_bytes(as_bytes(case.bundle))
    return path


@pytest.fixture(scope="module")
def site(bundle: Path) -> Iterator[str]:
    """The page and the bundle on a plain web server."""
    folder = bundle.parent / "site"
    folder.mkdir()
    (folder / "verify.html").write_bytes(PAGE.read_bytes())
    (folder / "hand.json").write_bytes(bundle.read_bytes())
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/verify.html"
        server.shutdown()


def word(chromium: Browser) -> str:
    """The verdict's word, once there is one."""
    chromium.wait(DONE)
    return str(chromium.run("document.getElementById('word').textContent"))


def give_key(chromium: Browser, vkey: str) -> None:
    """Paste the verifier key."""
    chromium.run("document.getElementById('vkey').focus()")
    chromium.write(vkey)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
def test_from_disk_it_verifies_a_bundle_quietly_and_nobody_scrolls_sideways(chromium, bundle, book, width, dark) -> None:
    chromium.look(PAGE, width=width, dark=dark)
    give_key(chromium, book.signer.vkey)
    chromium.choose("#file", bundle)
    assert word(chromium) == "Sealed"
    seen = chromium.seen(PAGE.as_uri())
    seen.is_quiet(scripts=1)
    assert "are those that the sealed shoe deals, each at its place" in seen.text
    assert "shoe verify checks that of this same file" in seen.text
    assert (int(seen.paper.split("(")[1].split(",")[0]) < 64) == dark


def test_a_bundle_dropped_without_a_key_proves_nothing_about_who_signed(chromium, bundle) -> None:
    chromium.look(PAGE)
    chromium.drop(bundle)
    assert word(chromium) == "Signed by nobody known"
    assert "this proves nothing about who signed it" in chromium.seen(PAGE.as_uri()).text


def test_the_key_of_another_ledger_is_refused(chromium, bundle, new_ledger) -> None:
    chromium.look(PAGE)
    give_key(chromium, new_ledger().vkey)
    chromium.choose("#file", bundle)
    assert word(chromium) == "Refused"
    assert "none of this ledger’s keys" in chromium.seen(PAGE.as_uri()).text


def test_a_damaged_bundle_is_refused_and_the_one_before_it_is_gone(chromium, case, book, bundle, tmp_path) -> None:
    damaged = card(case)
    assert damaged
    (tmp_path / "bad.json").write_bytes(damaged)
    chromium.look(PAGE)
    give_key(chromium, book.signer.vkey)
    chromium.choose("#file", bundle)
    assert word(chromium) == "Sealed"
    chromium.choose("#file", tmp_path / "bad.json")
    chromium.wait("document.getElementById('word').textContent === 'Refused'")
    text = chromium.seen(PAGE.as_uri()).text
    assert "of the sealed shoe" in text
    assert "Step by step" not in text


def test_a_link_on_a_static_server_checks_at_once_and_says_where_the_key_came_from(chromium, site, book) -> None:
    chromium.look(f"{site}#vkey={book.signer.vkey}&bundle=hand.json")
    assert word(chromium) == "Sealed, if the key is the ledger’s"
    seen = chromium.seen(site)
    assert seen.messages == ()
    assert [url.rpartition("/")[2] for url in seen.requests] == ["hand.json"]
    assert "The verifier key came with the link" in seen.text


def test_on_a_static_server_it_can_be_saved_and_no_lobby_is_named(chromium, site) -> None:
    chromium.look(site)
    links = "[...document.querySelectorAll('a')].map(a => [a.textContent, a.href, a.download])"
    assert chromium.run(links) == [["Save this page", site, "verify.html"]]


@pytest.mark.parametrize(
    ("link", "why"),
    [("none.json", "it answered 404"), ("https://elsewhere.example/hand.json", "only from its own"), ("verify.html", "no hand bundle")],
)
def test_a_link_to_no_bundle_says_so(chromium, site, link, why) -> None:
    chromium.look(f"{site}#bundle={link}")
    assert word(chromium) == "Refused"
    assert why in chromium.seen(site).text


def test_a_server_that_lets_it_start_nothing_is_told_of(chromium, site) -> None:
    strict = site.replace("/verify.html", "/strict/verify.html")
    chromium.look(f"{strict}#bundle=hand.json")
    assert word(chromium) == "Refused"
    assert "save the page, and open it from disk" in chromium.seen(strict).text


def test_a_link_from_disk_asks_for_the_file(chromium) -> None:
    seen = chromium.look(f"{PAGE.as_uri()}#bundle=hand.json")
    assert word(chromium) == "Refused"
    assert "opened from disk fetches nothing" in chromium.seen(PAGE.as_uri()).text
    assert seen.requests == ()


def test_the_keyboard_walks_the_table_forth_and_back(chromium, bundle, case) -> None:
    chromium.look(PAGE)
    chromium.choose("#file", bundle)
    word(chromium)
    total, said = len(case.target["log"]), "document.getElementById('said').textContent"
    assert chromium.run(said).startswith(f"Step {total} of {total}.")
    cards = "document.querySelectorAll('#felt .card').length"
    chromium.run("document.getElementById('first').focus()")
    chromium.press("Enter")
    assert (chromium.run(said), chromium.run(cards)) == (f"Before the first of {total} steps.", 0)
    chromium.press("Tab", "Tab", " ")
    assert chromium.run(said).startswith(f"Step 1 of {total}.")
    dealt = next(at for at, event in enumerate(case.target["log"]) if event.split()[1] in {"deal", "down"})
    chromium.run(f"document.querySelectorAll('.event button')[{dealt}].focus()")
    chromium.press("Enter")
    assert chromium.run(cards) == 1
    assert chromium.run("document.activeElement.getAttribute('aria-current')") == "step"


def test_a_screen_reader_hears_headings_fields_cards_and_the_verdict(chromium, bundle) -> None:
    chromium.look(PAGE, width=360)
    chromium.choose("#file", bundle)
    word(chromium)
    roles = chromium.roles()
    assert {("heading", "Check a hand"), ("heading", "Signed by nobody known"), ("textbox", "The ledger’s verifier key")} <= set(roles)
    assert sum(role == "image" and " of " in name for role, name in roles) > 10
    assert {"banner", "main", "contentinfo", "button"} <= {role for role, _ in roles}


def test_printed_it_is_the_hand_and_not_the_form(chromium, bundle) -> None:
    chromium.look(PAGE, dark=True)
    chromium.choose("#file", bundle)
    word(chromium)
    chromium.emulate_print()
    seen = chromium.seen(PAGE.as_uri())
    assert "The ledger’s verifier key" not in seen.text
    assert "Step by step" in seen.text
