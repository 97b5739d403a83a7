"""`shoe fsck` as a director types it."""

from __future__ import annotations

import json
from pathlib import Path

TORN = b'{"after":[40'


def test_it_says_what_it_found_and_mends_it_only_when_asked(shoe, club) -> None:
    whole = shoe("fsck", club.ledger, "--keys", club.keys)
    assert (whole.status, whole.err) == (0, "")
    assert whole.out.endswith("lines are signed, and everything is in order.\n")
    before = club.history()
    last = max((club.ledger / "history").iterdir())
    last.write_bytes(last.read_bytes() + TORN)
    found = shoe("fsck", club.ledger, "--keys", club.keys)
    assert found.status == 1
    assert f"– {len(TORN)} bytes of {last} were never signed; they go to quarantine.\n" in found.out
    assert found.err == "Nothing was changed. With --repair this is mended: nothing that was signed is touched.\n"
    mended = shoe("fsck", club.ledger, "--keys", club.keys, "--repair")
    assert (mended.status, mended.err) == (0, "Mended: nothing that was signed was touched.\n")
    assert mended.out.endswith(f"kept at {club.keys}/quarantine/0000-{last.name}.\n")
    assert club.history() == before
    assert shoe("fsck", club.ledger, "--keys", club.keys).status == 0
    assert shoe("audit", club.ledger, "--vkey", club.vkey).status == 0


def test_what_no_repair_can_mend_is_status_3_and_says_what_to_restore(shoe, club) -> None:
    last = max((club.ledger / "history").iterdir())
    last.write_bytes(last.read_bytes()[:-1])
    found = shoe("fsck", club.ledger, "--keys", club.keys, "--repair")
    assert found.status == 3
    assert "is shorter than what was signed" in found.out
    assert "restore it from a backup" in found.out
    assert found.err == "No repair can mend this, and none was tried.\n"
    told = json.loads(shoe("fsck", club.ledger, "--keys", club.keys, "--format", "json").out)
    assert (told["status"], told["mended"], [trouble["kind"] for trouble in told["troubles"]]) == (3, False, ["truncated"])


def test_no_ledger_no_keys_is_refused(shoe, club, tmp_path: Path) -> None:
    assert shoe("fsck", tmp_path, "--keys", club.keys).status == 2
    assert shoe("fsck", club.ledger, "--keys", tmp_path / "none").status == 2
