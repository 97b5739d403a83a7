"""Setting, changing and taking away the passphrase of a key folder; broken off anywhere, the old files or the new ones are there."""

from __future__ import annotations

from ledger.history.keys import KeyFolder


def set_passphrase(keys: KeyFolder, passphrase: str) -> int:
    """Seal every secret of a folder under this passphrase, and under no other any more; how many files those are."""
    keys.signer()
    with keys.alone():
        keys.vault.renew(passphrase)
        count = _stored_anew(keys, sealed=True)
        keys.vault.settle(passphrase)
        _destroy_leftovers(keys)
        return count


def remove_passphrase(keys: KeyFolder) -> int:
    """Store every secret of a folder unsealed; how many files those are. Nothing happens where there is no passphrase."""
    keys.signer()
    with keys.alone():
        if not keys.vault.exists:
            return 0
        keys.vault.loosen(keys.vault.passphrase())
        count = _stored_anew(keys, sealed=False)
        keys.vault.remove()
        return count


def _stored_anew(keys: KeyFolder, *, sealed: bool) -> int:
    """Replace each secret's file; what it held before is overwritten as far as the file system lets one."""
    files = list(keys.secret_files())
    for role, path in files:
        secret = keys.vault.unseal(role, keys.read_stored(path), path)
        anew = path.with_name(f"{path.name}.new")
        keys.disk.replace(anew, keys.vault.seal(role, secret) if sealed else secret, 0o600)
        keys.disk.succeed(path, anew)
    return len(files)


def _destroy_leftovers(keys: KeyFolder) -> None:
    """Files that a broken-off write of a secret left behind, in quarantine too: they may hold it unsealed, and nothing needs them."""
    for folder in (keys.path, keys.path / "sessions", keys.path / "quarantine"):
        for path in (path for form in ("*.key.*", "*.secret.*") for path in sorted(folder.glob(form))):
            keys.disk.destroy(path)
