"""A page taken apart by Python's own parser: its tags, headings, tables, and what a reader of the source could trip over."""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import pairwise

import attrs

VOID_TAGS = frozenset(("meta", "wbr", "link", "br", "hr", "img", "path", "rect", "line", "circle", "polyline"))
LANDMARKS = ("header", "main", "footer")


@attrs.define
class Tag:
    """A tag with its attributes, and the text within it."""

    name: str
    attributes: dict[str, str]
    text: str = ""


class Markup(HTMLParser):
    """The tags of a page in order; reading it fails where a tag is closed that was not open."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[Tag] = []
        self._open: list[Tag] = []
        self.feed(page)
        self.close()
        assert self._open == [], f"never closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = Tag(tag, {name: value or "" for name, value in attrs})
        assert len(found.attributes) == len(attrs), f"an attribute twice: {attrs}"
        self.tags.append(found)
        if tag not in VOID_TAGS:
            self._open.append(found)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(Tag(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        assert self._open[-1].name == tag, f"</{tag}> closes <{self._open[-1].name}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for tag in self._open:
            tag.text += data

    def named(self, *names: str) -> list[Tag]:
        """The tags of these names."""
        return [tag for tag in self.tags if tag.name in names]

    def classed(self, name: str) -> list[Tag]:
        """The tags of this class."""
        return [tag for tag in self.tags if name in tag.attributes.get("class", "").split()]

    def labels(self) -> list[str]:
        """What is told of pictures and cards to somebody who listens."""
        return [tag.attributes["aria-label"] for tag in self.tags if "aria-label" in tag.attributes]

    def is_in_order(self) -> None:
        """One h1, no level of headings left out, landmarks, a language, every link and every label leading somewhere."""
        levels = [int(tag.name[1]) for tag in self.named("h1", "h2", "h3", "h4", "h5", "h6")]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels)), levels
        assert [len(self.named(name)) for name in LANDMARKS] == [1, 1, 1]
        assert self.named("html")[0].attributes["lang"] == "en"
        assert self.named("title")[0].text
        ids = [tag.attributes["id"] for tag in self.tags if "id" in tag.attributes]
        assert len(ids) == len(set(ids))
        wanted = [tag.attributes["href"][1:] for tag in self.named("a")] + [
            name for tag in self.tags for name in tag.attributes.get("aria-labelledby", "").split()
        ]
        assert [name for name in wanted if name not in ids] == []

    def has_telling_tables(self) -> None:
        """Every table has a caption, and every heading cell says what it is the heading of."""
        assert len(self.named("caption")) == len(self.named("table"))
        assert [tag for tag in self.named("th") if tag.attributes.get("scope") not in ("col", "row")] == []

    def asks_for_nothing(self) -> None:
        """Nothing in it could be fetched or run: only its own style, an icon within it, and links within itself."""
        assert self.named("script", "img", "iframe", "object", "embed", "form", "base", "audio", "video") == []
        assert [tag.attributes["rel"] for tag in self.named("link")] == ["icon"]
        assert self.named("link")[0].attributes["href"].startswith("data:")
        for tag in self.tags:
            assert not [name for name in tag.attributes if name.startswith("on") or name in ("src", "style")]
            assert tag.name != "a" or tag.attributes["href"].startswith("#")
        (policy,) = (tag for tag in self.named("meta") if tag.attributes.get("http-equiv") == "Content-Security-Policy")
        assert policy.attributes["content"].startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:")
