"""The verifier page in node: what its script says of many bundles, in one process."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import attrs
import pytest

WEB = Path(__file__).parents[2] / "audit" / "web"
PAGE = WEB / "built" / "verify.html"
NODE = shutil.which("node")
_RUNNER = Path(__file__).parents[1] / "web" / "in_node.mjs"


@attrs.frozen
class Said:
    """What the page says of a bundle: why it refuses it (empty where it does not), what it tells, and how long it took (seconds)."""

    refused: str
    told: dict[str, Any]
    seconds: float


def said_of(questions: Iterable[tuple[bytes, str]]) -> list[Said]:
    """The page's answers to bundles, each with a verifier key, or "" for the one that it names itself."""
    if NODE is None:
        pytest.skip("no node on the path (Debian: apt-get install nodejs)")
    asked = "".join(json.dumps({"bundle": b64encode(bundle).decode(), "vkey": vkey}) + "\n" for bundle, vkey in questions)
    done = subprocess.run([NODE, str(_RUNNER), str(PAGE)], input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [_said(json.loads(line)) for line in done.stdout.splitlines()]


def _said(answer: dict[str, Any]) -> Said:
    return Said(answer.get("why", ""), answer.get("verified", {}), answer["seconds"])
