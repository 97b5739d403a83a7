"""`shoe page`: the verifier page as a file."""

from __future__ import annotations

from tests.support.page import PAGE


def test_the_page_is_written_as_it_was_built(shoe, tmp_path) -> None:
    path = tmp_path / "verify.html"
    assert (shoe("page", "-o", path).status, path.read_bytes()) == (0, PAGE.read_bytes())
    assert shoe("page").out == PAGE.read_text("utf-8")


def test_it_replaces_an_older_page_and_nothing_else(shoe, tmp_path) -> None:
    path = tmp_path / "verify.html"
    shoe("page", "-o", path)
    assert shoe("page", "-o", path).status == 0
    path.write_text("mine", encoding="utf-8")
    refused = shoe("page", "-o", path)
    assert (refused.status, path.read_text(encoding="utf-8")) == (2, "mine")
    assert refused.err.startswith("shoe: ")
