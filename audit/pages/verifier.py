"""The page that checks a hand bundle in a browser, as it was built from `audit/web` (FORMAT §11)."""

from __future__ import annotations

from importlib import resources


def verifier_page() -> str:
    """The whole page, the same at any time."""
    return resources.files("audit").joinpath("web", "built", "verify.html").read_text("utf-8")
