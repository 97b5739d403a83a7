"""The pages: files that were built beforehand, read once, and served with a policy that lets nothing run but what stands in them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import attrs

from ledger.errors import LedgerError
from ledger.service.refusals import Kind, Refused

MISSING = "missing.html"
OTHER_HOST = "other-host.html"
PAGES = ("index.html", "table.html", "standings.html", MISSING, OTHER_HOST)
BUILT = Path(__file__).parents[1] / "web" / "built"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
}
_HTML = _TYPES[".html"]


class PagesMissing(LedgerError):
    """The pages were not built, or lie elsewhere."""


@attrs.frozen
class Page:
    """One file as it is sent: its bytes, its media type, its entity tag and, of a page, its content security policy."""

    body: bytes
    media: str
    tag: str
    policy: str | None = None

    @classmethod
    def of(cls, path: Path, *, works: bool = False) -> Page:
        """A file of a folder of pages; `works` says that the page has work done by a copy of its own script."""
        body, media = path.read_bytes(), _TYPES[path.suffix]
        return cls(body, media, f'"{sha256(body).hexdigest()[:32]}"', policy(body.decode(), works=works) if media == _HTML else None)

    @property
    def headers(self) -> dict[str, str]:
        """Asked for anew each time, and sent only where it has changed."""
        headers = {"cache-control": "no-cache", "etag": self.tag, "cross-origin-opener-policy": "same-origin"}
        return headers | ({"content-security-policy": self.policy} if self.policy else {})


@attrs.frozen
class Pages:
    """The service's own pages and files by name, and the page that verifies, which is one file."""

    own: Mapping[str, Page]
    verifier: Page

    @classmethod
    def read(cls, own: Path, verifier: Path) -> Pages:
        """The files of the folder `own`, and the file `verifier`; PagesMissing where one that must be there is not."""
        for path in (*(own / name for name in PAGES), verifier):
            if not path.is_file():
                raise PagesMissing(f"The page {path} is not there; build the pages, or install the package anew.")
        files = {path.name: Page.of(path) for path in sorted(own.iterdir()) if path.is_file() and path.suffix in _TYPES}
        return cls(files, Page.of(verifier, works=True))

    def file(self, name: str) -> Page:
        """A page or a file that a page asks for; Refused where there is none of this name."""
        found = self.own.get(name)
        if found is None:
            raise Refused(Kind.NO_SUCH_ADDRESS, "There is no such file; load the page anew.")
        return found


def policy(page: str, *, works: bool = False) -> str:
    """The content security policy of a page: its own scripts and styles by their hashes, files and answers of this service, no more."""
    inline = _Inline()
    inline.feed(page)
    scripts, styles = (" ".join(("'self'", *map(_source, texts))) for texts in (inline.scripts, inline.styles))
    workers = "blob:" if works else "'none'"
    return (
        f"default-src 'none'; script-src {scripts}; style-src {styles}; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
        f"worker-src {workers}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


class _Inline(HTMLParser):
    """Collects the scripts and styles that stand in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self.styles: list[str] = []
        self._into: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script" and "src" not in dict(attrs):
            self._into = self.scripts
        elif tag == "style":
            self._into = self.styles
        if self._into is not None and tag in {"script", "style"}:
            self._into.append("")

    def handle_data(self, data: str) -> None:
        if self._into is not None:
            self._into[-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag in {"script", "style"}:
            self._into = None
