"""The page that is checked in is what its sources build to. `.ci/run` builds it anew; here it is told by its sources' hash, without npm."""

from __future__ import annotations

import re
from hashlib import sha256

from tests.support.page import PAGE, WEB

BUILD = "run `npm ci && npm run build` in audit/web"


def test_the_page_was_built_from_the_sources_as_they_are() -> None:
    sources = sorted(f"source/{path.name}" for path in (WEB / "source").iterdir())
    hashed = sha256()
    for name in ("../pages/style.css", "build.mjs", "package-lock.json", *sources):
        hashed.update(f"{name}\n{(WEB / name).read_text('utf-8')}\n".encode())
    (told,) = re.findall(r'<meta name="built-from" content="([0-9a-f]+)">', PAGE.read_text("utf-8"))
    assert told == hashed.hexdigest(), BUILD


def test_the_page_lets_nothing_in() -> None:
    page = PAGE.read_text("utf-8")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', page)
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert not re.findall(r"""(?:src|href|action)\s*=\s*["']?(?!data:)\w""", page.partition("<style>")[0])
    for dangerous in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
        assert dangerous not in page, dangerous
