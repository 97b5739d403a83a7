"""The pages that are checked in are what their sources build to. `.ci/run` builds them anew; here it is told by a hash, without npm."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import pytest

from ledger.service.running.pages import BUILT, PAGES, policy
from tests.support.markup import Markup

WEB = BUILT.parent
SCRIPTS = {"index.html": "lobby.js", "table.html": "table.js", "standings.html": "standings.js"}
UNSCRIPTED = {"missing.html", "other-host.html"}


@pytest.fixture(params=PAGES)
def page(request) -> str:
    """A page as it is built."""
    path: Path = BUILT / request.param
    return path.read_text("utf-8")


def test_the_pages_were_built_from_the_sources_as_they_are(page) -> None:
    sources = sorted(f"source/{path.name}" for path in (WEB / "source").iterdir())
    hashed = sha256()
    for name in ("build.mjs", "package-lock.json", *sources):
        hashed.update(f"{name}\n{(WEB / name).read_text('utf-8')}\n".encode())
    (told,) = re.findall(r'<meta name="built-from" content="([0-9a-f]+)">', page)
    assert told == hashed.hexdigest(), "run `npm ci && npm run build` in ledger/service/web"


def test_what_is_built_is_three_pages_with_a_script_each_two_without_and_their_style() -> None:
    assert {path.name for path in BUILT.iterdir()} == {*SCRIPTS, *SCRIPTS.values(), *UNSCRIPTED, "pages.css"}
    assert not [page for page in UNSCRIPTED if "<script" in (BUILT / page).read_text("utf-8")]
    for page, script in SCRIPTS.items():
        assert re.findall(r' (?:src|href)="(/files/[^"]+)"', (BUILT / page).read_text("utf-8")) == ["/files/pages.css", f"/files/{script}"]


def test_no_page_needs_more_than_its_policy_lets_in(page) -> None:
    told = policy(page)
    assert "sha256-" not in told, "nothing stands inline"
    assert "unsafe" not in told
    assert not [tag for tag in Markup(page).tags if any(name == "style" or name.startswith("on") for name in tag.attributes)]
    assert "require-trusted-types-for 'script'; trusted-types 'none'" in page


def test_no_script_makes_markup_or_code_of_text() -> None:
    for script in SCRIPTS.values():
        text = (BUILT / script).read_text("utf-8")
        for dangerous in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "://"):
            assert dangerous not in text, (script, dangerous)
