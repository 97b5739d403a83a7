"""Journals that share an fsync: what a crash leaves of the shared files is what was added, in its place."""

from __future__ import annotations

import pytest

from ledger.history.disk import Disk
from ledger.history.journals import journal_path
from ledger.history.shared_journal import AT_ONCE, Piece, SharedJournal, settle


@pytest.mark.parametrize("closed", [2, AT_ONCE + 1])
def test_a_shared_file_goes_even_where_its_last_sessions_were_closed_before_they_were_written(tmp_path, monkeypatch, closed) -> None:
    monkeypatch.setattr("ledger.history.shared_journal.LONGEST", 10)
    disk, sessions = Disk(), range(1, AT_ONCE + 3)
    shared = SharedJournal(tmp_path, disk)
    held = dict.fromkeys(sessions, b"head\n")
    for session in sessions:
        disk.append(journal_path(tmp_path, session), b"head\n")

    def add(*added: int) -> None:
        lines = [(session, b"%d, after %d bytes\n" % (session, len(held[session]))) for session in added]
        shared.append(lines)
        held.update({session: held[session] + line for session, line in lines})

    add(*sessions)
    shared.tidy()
    shared.tidy()
    going = sessions[: len(sessions) - closed]
    for session in sessions[len(going) :]:
        shared.remove(session)
    for _ in range(3):
        add(1)
        shared.tidy()
        shared.tidy()
    add(1)
    assert len(list((tmp_path / "journal").glob("shared-*.wal"))) <= 2
    lost: list[Piece] = []
    settle(tmp_path, disk, lost.append)
    assert {piece.session for piece in lost}.isdisjoint(going)
    assert [journal_path(tmp_path, session).read_bytes() for session in going] == [held[session] for session in going]
    assert not list((tmp_path / "journal").glob("shared-*.wal"))


def test_a_shared_file_is_as_private_as_a_journal(tmp_path) -> None:
    SharedJournal(tmp_path, Disk()).append([(1, b"an answer")])
    (path,) = (tmp_path / "journal").iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
