"""A passphrase for the key folder: what it seals, what it refuses, and that no crash on the way to another loses anything."""

from __future__ import annotations

import os
import shutil
from base64 import b64encode
from pathlib import Path

import pytest

from ledger import KeyFolder, SteppingClock, create_ledger, read_passphrase, remove_passphrase, rotate, set_passphrase
from ledger.errors import KeyProblem
from ledger.history import vault
from tests.support.disks import BreakingDisk

NAME = "club.example/tables"
OLD, NEW = "correct horse", "battery staple"
SECRET = bytes(range(32))


@pytest.fixture(autouse=True)
def _cheap(monkeypatch):
    """The least work that a vault may ask for: nobody guesses here."""
    monkeypatch.setattr(vault, "COST", 10)


def folder(path, passphrase=OLD, **more):
    return KeyFolder(path, passphrase=lambda: passphrase, **more)


@pytest.fixture
def keys(tmp_path):
    made = folder(tmp_path / "keys")
    made.create(NAME, OLD)
    made.store_secret(1, SECRET)
    made.store_secret(2, SECRET[::-1])
    return made


def stored(path):
    """The bytes of everything that could hold a secret."""
    return {file.name: file.read_bytes() for file in path.rglob("*") if file.is_file()}


def opened(keys):
    """All that a folder's passphrase opens."""
    return keys.signer(), keys.secret(1), keys.secret(2)


def test_what_is_sealed_is_read_with_the_passphrase_and_nothing_of_it_lies_open(keys) -> None:
    signer, *secrets = opened(folder(keys.path))
    assert secrets == [SECRET, SECRET[::-1]]
    everything = b"".join(stored(keys.path).values())
    for secret in (SECRET, signer._seed, b64encode(b"\x01" + signer._seed)):
        assert secret not in everything
        assert secret.hex().encode() not in everything
    assert b"PRIVATE" not in everything


def test_another_passphrase_opens_nothing(keys) -> None:
    with pytest.raises(KeyProblem, match=r"^This is not the passphrase of the keys at .*; try again, nothing was written\.$"):
        folder(keys.path, NEW).signer()
    with pytest.raises(KeyProblem, match="sealed with a passphrase, and none was given"):
        KeyFolder(keys.path).signer()


def test_a_passphrase_is_the_same_on_every_keyboard(tmp_path) -> None:
    """Composed or not."""
    folder(tmp_path / "keys").create(NAME, "caf\u00e9 caf\u00e9")
    assert folder(tmp_path / "keys", "cafe\u0301 cafe\u0301").signer().name == NAME


@pytest.mark.parametrize("passphrase", ["", "1234567", "x" * 1025], ids=["none", "short", "long"])
def test_a_passphrase_that_keeps_nobody_out_is_refused(tmp_path, passphrase) -> None:
    with pytest.raises(KeyProblem, match=r"A passphrase has 8 to 1024 characters; choose another\."):
        KeyFolder(tmp_path / "keys").create(NAME, passphrase)
    assert stored(tmp_path) == {}


DAMAGED = {
    "a byte of the key is another": ("signing.key", lambda data: data[:40] + (b"A" if data[40:41] != b"A" else b"B") + data[41:]),
    "the key is cut": ("signing.key", lambda data: data[:30]),
    "the key is of another role": ("signing.key", lambda _: None),
    "the vault is no JSON": ("vault", lambda _: b"hello"),
    "the vault is not UTF-8": ("vault", lambda data: data.replace(b"vault", b"va\xffult")),
    "the vault is nested deeply": ("vault", lambda _: b"[" * 60_000),
    "the vault has a key too many": ("vault", lambda data: data.replace(b"{", b'{"more":1,', 1)),
    "the vault is of another version": ("vault", lambda data: data.replace(b"vault/1", b"vault/2")),
    "the vault asks for years of work": ("vault", lambda data: data.replace(b'"cost":10', b'"cost":60')),
    "the vault asks for other work": ("vault", lambda data: data.replace(b'"cost":10', b'"cost":11')),
    "the vault says that it changes": ("vault", lambda data: data.replace(b"false", b"true")),
    "the vault's salt is none": ("vault", lambda data: data.replace(data[data.index(b'"salt":"') + 8 :][:4], b"????")),
    "the vault is gone": ("vault", lambda _: b""),
}


@pytest.mark.parametrize(("name", "spoil"), DAMAGED.values(), ids=DAMAGED.keys())
def test_a_sealed_file_that_is_damaged_is_refused(keys, name, spoil) -> None:
    path = keys.path / name
    other = (keys.path / "sessions" / "1.secret").read_bytes()
    spoilt = spoil(path.read_bytes())
    path.write_bytes(other if spoilt is None else spoilt)
    if spoilt == b"":
        path.unlink()
    with pytest.raises(KeyProblem, match=r"(is damaged|is damaged or belongs elsewhere|is sealed, and .* missing); restore .* backup\.$"):
        folder(keys.path).signer()


def test_two_secrets_that_changed_places_are_refused(keys) -> None:
    """Each is sealed for its own session."""
    one, two = (keys.path / "sessions" / f"{number}.secret" for number in (1, 2))
    one.write_bytes(two.read_bytes())
    with pytest.raises(KeyProblem, match=r"1\.secret is damaged or belongs elsewhere"):
        folder(keys.path).secrets()


def test_an_unsealed_file_among_sealed_ones_is_refused(keys, tmp_path) -> None:
    other = KeyFolder(tmp_path / "other")
    other.create(NAME)
    shutil.copy(other.path / "signing.key", keys.path)
    with pytest.raises(KeyProblem, match="is not sealed although the folder has a passphrase; seal it with `shoe passphrase`"):
        folder(keys.path).signer()


def test_it_is_set_changed_and_taken_away(tmp_path) -> None:
    plain = KeyFolder(tmp_path / "keys")
    plain.create(NAME)
    for number in (1, 2):
        plain.store_secret(number, SECRET)
    before = opened(plain)
    assert set_passphrase(KeyFolder(plain.path), OLD) == 3
    first = stored(plain.path)
    assert set_passphrase(folder(plain.path), NEW) == 3
    assert all(first[name] != data for name, data in stored(plain.path).items() if name not in {"verifier.vkey", "writer.lock"})
    with pytest.raises(KeyProblem, match="not the passphrase"):
        folder(plain.path).signer()
    assert opened(folder(plain.path, NEW)) == before
    assert remove_passphrase(folder(plain.path, NEW)) == 3
    assert opened(KeyFolder(plain.path)) == before
    assert remove_passphrase(KeyFolder(plain.path)) == 0
    assert sorted(stored(plain.path)) == ["1.secret", "2.secret", "signing.key", "verifier.vkey", "writer.lock"]


def test_what_a_broken_off_write_left_of_a_secret_is_destroyed(keys) -> None:
    """It may hold it unsealed; `shoe fsck` may have put it in quarantine."""
    left = (
        "signing.key.new",
        "next.key.tmp",
        "sessions/1.secret.new.tmp",
        "quarantine/0000-signing.key.new.tmp",
        "quarantine/0001-00000000.jsonl",
    )
    (keys.path / "quarantine").mkdir()
    for name in left:
        (keys.path / name).write_bytes(SECRET)
    set_passphrase(folder(keys.path), NEW)
    assert [name for name in left if (keys.path / name).exists()] == ["quarantine/0001-00000000.jsonl"]


def test_a_copy_of_the_old_vault_opens_nothing_that_was_sealed_since(keys) -> None:
    """The keys within are others too, so that a passphrase that was seen is worth nothing once it is changed."""
    old = (keys.path / "vault").read_bytes()
    set_passphrase(folder(keys.path), NEW)
    (keys.path / "vault").write_bytes(old)
    with pytest.raises(KeyProblem, match="is damaged or belongs elsewhere"):
        folder(keys.path).signer()


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("act", ["set", "change", "remove"])
def test_broken_off_anywhere_every_secret_can_be_read_and_the_next_try_ends_it(tmp_path, act, after) -> None:
    """One passphrase, the old or the new, opens all."""

    def done(where, disk=None, passphrase=OLD):
        given = {"disk": disk} if disk else {}
        return (
            remove_passphrase(folder(where, passphrase, **given))
            if act == "remove"
            else set_passphrase(folder(where, passphrase, **given), NEW)
        )

    first = tmp_path / "first"
    made = folder(first)
    made.create(NAME, None if act == "set" else OLD)
    for number in (1, 2):
        made.store_secret(number, SECRET)
    wanted = opened(made)
    whole = BreakingDisk()
    shutil.copytree(first, tmp_path / "whole")
    done(tmp_path / "whole", whole)
    assert whole.count > 8
    for at in range(1, whole.count + 1):
        path = tmp_path / str(at)
        shutil.copytree(first, path)
        with pytest.raises(OSError, match="Input/output error"):
            done(path, BreakingDisk(at, after=after))
        opens = [passphrase for passphrase in (OLD, NEW) if _opens(path, passphrase, wanted)]
        assert opens, at
        done(path, passphrase=opens[-1])
        assert opened(folder(path, NEW)) == wanted
        assert (path / "vault").exists() == (act != "remove")
        assert not folder(path, NEW).vault.is_changing


def _opens(path, passphrase, wanted):
    try:
        return opened(folder(path, passphrase)) == wanted
    except KeyProblem:
        return False


def test_a_key_that_could_not_be_written_leaves_no_vault(tmp_path, monkeypatch) -> None:
    keys = KeyFolder(tmp_path / "keys")
    with monkeypatch.context() as patch:
        right = keys.disk.replace
        full = lambda path, *rest: right(path, *rest) if path.name != "signing.key" else (_ for _ in ()).throw(OSError(28, os.strerror(28)))  # noqa: E731
        patch.setattr(keys.disk, "replace", full)
        with pytest.raises(KeyProblem, match="No space left on device"):
            keys.create(NAME, OLD)
    assert keys.create(NAME, OLD) == folder(keys.path).signer().vkey


def test_a_sealed_key_is_changed_and_stays_sealed(tmp_path) -> None:
    keys, clock = folder(tmp_path / "keys"), SteppingClock("2026-01-01T20:00:00Z")
    keys.create(NAME, OLD)
    create_ledger(tmp_path / "ledger", NAME, keys, clock)
    assert rotate(tmp_path / "ledger", folder(keys.path), clock).vkey == folder(keys.path).signer().vkey
    assert b"PRIVATE" not in (keys.path / "signing.key").read_bytes()


@pytest.mark.parametrize("name", ["signing.key", "sessions/1.secret", "vault", "."])
def test_what_others_may_read_is_refused_with_what_to_run(keys, name) -> None:
    path = keys.path / name
    mode = "755" if path.is_dir() else "640"
    path.chmod(int(mode, 8))
    closed = "700" if path.is_dir() else "600"
    with pytest.raises(KeyProblem, match=rf"is open to others \(mode {mode}\); close it with `chmod {closed} {path}`, and change whatever"):
        opened(folder(keys.path))
    path.chmod(int(closed, 8))
    assert opened(folder(keys.path))


def test_a_link_is_as_good_as_what_it_leads_to(keys, tmp_path) -> None:
    """A key on a stick may be linked to; the file there must be its owner's alone all the same."""
    path, stick = keys.path / "signing.key", tmp_path / "stick"
    path.rename(stick)
    path.symlink_to(stick)
    assert folder(keys.path).signer().name == NAME
    stick.chmod(0o644)
    with pytest.raises(KeyProblem, match="is open to others"):
        folder(keys.path).signer()


def test_a_key_of_another_user_is_refused(keys, monkeypatch) -> None:
    """They could change it."""
    path = keys.path / "signing.key"
    if os.geteuid() == 0:
        os.chown(path, 4711, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    with pytest.raises(KeyProblem, match=r"belongs to another user \(number \d+\), who can change it; use one of your own"):
        folder(keys.path).signer()


PASSPHRASE_FILES = {
    "two lines": (b"correct horse\nbattery\n", "does not hold one line"),
    "nothing": (b"", "does not hold one line"),
    "an empty line": (b"\n", "does not hold one line"),
    "no text": (b"\xff\xfe" * 8, "is not text in UTF-8"),
}


@pytest.mark.parametrize(("data", "says"), PASSPHRASE_FILES.values(), ids=PASSPHRASE_FILES.keys())
def test_a_passphrase_file_holds_the_passphrase_and_nothing_else(tmp_path, data, says) -> None:
    path = tmp_path / "passphrase"
    path.write_bytes(data)
    path.chmod(0o600)
    with pytest.raises(KeyProblem, match=says):
        read_passphrase(path)


def test_a_passphrase_comes_from_a_file_of_ones_own_or_a_pipe(tmp_path) -> None:
    path = tmp_path / "passphrase"
    path.write_bytes(b"correct horse\r\n")
    path.chmod(0o644)
    with pytest.raises(KeyProblem, match=r"The passphrase file at .* is open to others"):
        read_passphrase(path)
    path.chmod(0o600)
    assert read_passphrase(path) == OLD
    reading, writing = os.pipe()
    os.write(writing, b"correct horse\n")
    os.close(writing)
    assert read_passphrase(Path(f"/dev/fd/{reading}")) == OLD
    with pytest.raises(KeyProblem, match="is a folder"):
        read_passphrase(tmp_path)
    with pytest.raises(KeyProblem, match=r"There is no passphrase file at .*; write the passphrase into it"):
        read_passphrase(tmp_path / "none")
