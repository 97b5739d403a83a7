"""Passphrases and changes of key at the command line, and that no secret is ever told."""

from __future__ import annotations

from base64 import b64encode

import pytest

from ledger import KeyFolder
from ledger.history import vault

OLD, NEW = "correct horse", "battery staple"
PLAYERS = ("--rules", "training", "--players", "Di", "--bot", "stand", "--rounds", 1)


@pytest.fixture(autouse=True)
def _cheap(monkeypatch):
    monkeypatch.setattr(vault, "COST", 10)
    monkeypatch.delenv("SHOE_PASSPHRASE", raising=False)


@pytest.fixture
def file(tmp_path):
    """Makes a file that holds a passphrase."""

    def made(passphrase, name="passphrase"):
        path = tmp_path / name
        path.touch(mode=0o600)
        path.write_text(f"{passphrase}\n", encoding="utf-8")
        return path

    return made


@pytest.fixture
def typing(monkeypatch):
    """Answers what is asked for at a terminal that shows nothing of it."""

    def at(*answers):
        left = iter(answers)
        monkeypatch.setattr("cli.keys.at_a_terminal", lambda: True)
        monkeypatch.setattr("click.termui.hidden_prompt_func", lambda _prompt: next(left))

    return at


def refused(outcome, says):
    assert (outcome.status, outcome.out) == (2, "")
    assert says in outcome.err
    assert outcome.err.startswith("shoe: ")
    assert outcome.err.count("\n") == 1


def test_a_sealed_folder_is_opened_by_a_file_or_a_variable(shoe, tmp_path, file, monkeypatch) -> None:
    keys, ledger, old = tmp_path / "keys", tmp_path / "ledger", file(OLD)
    sealed = ("--keys", keys, "--passphrase-file", old)
    assert shoe("keygen", "club.example/s", *sealed, "--passphrase").status == 0
    assert shoe("init", ledger, "--name", "club.example/s", *sealed).status == 0
    assert b"PRIVATE" not in (keys / "signing.key").read_bytes()
    monkeypatch.setenv("SHOE_PASSPHRASE", OLD)
    outcome = shoe("record", ledger, "--keys", keys, *PLAYERS)
    assert (outcome.status, OLD in outcome.err + outcome.out) == (0, False)
    # What a file says goes before the variable.
    before = (ledger / "history" / "00000000.jsonl").read_bytes()
    for command in (("record", ledger, *PLAYERS), ("rotate", ledger), ("passphrase", "--new-passphrase-file", old)):
        outcome = shoe(*command, "--keys", keys, "--passphrase-file", file("another one", "other"))
        refused(outcome, f"This is not the passphrase of the keys at {keys}; try again, nothing was written.")
    assert (ledger / "history" / "00000000.jsonl").read_bytes() == before


def test_at_a_terminal_it_is_asked_for_unseen(shoe, club, typing) -> None:
    typing(OLD, OLD)
    outcome = shoe("passphrase", "--keys", club.keys)
    assert (outcome.status, outcome.err) == (
        0,
        f"2 files in {club.keys} are now sealed with the passphrase; whoever forgets it cannot continue the ledger.\n",
    )
    typing(OLD)
    assert shoe("rotate", club.ledger, "--keys", club.keys).status == 0
    typing(OLD, NEW, NEW)
    assert shoe("passphrase", "--keys", club.keys).status == 0
    typing(OLD)
    refused(shoe("rotate", club.ledger, "--keys", club.keys), "This is not the passphrase")
    typing(NEW)
    assert shoe("passphrase", "--keys", club.keys, "--remove").err == f"2 files in {club.keys} are now unsealed.\n"
    assert shoe("passphrase", "--keys", club.keys, "--remove").err == f"{club.keys} has no passphrase.\n"
    assert shoe("record", club.ledger, "--keys", club.keys, *PLAYERS).status == 0


def test_where_nobody_types_it_says_how_else_to_give_it(shoe, club, file) -> None:
    says = "A passphrase is needed, and nobody is at a terminal to type it; give --new-passphrase-file"
    refused(shoe("passphrase", "--keys", club.keys), says)
    assert shoe("passphrase", "--keys", club.keys, "--new-passphrase-file", file(OLD)).status == 0
    refused(shoe("rotate", club.ledger, "--keys", club.keys), "give --passphrase-file, or the variable SHOE_PASSPHRASE")


def test_options_that_contradict_each_other_are_refused(shoe, club, file, tmp_path) -> None:
    refused(shoe("passphrase", "--keys", club.keys, "--remove", "--new-passphrase-file", file(OLD)), "leave one of them out")
    refused(shoe("keygen", "a/b", "--keys", tmp_path / "k", "--passphrase-file", file(OLD)), "is of use with --passphrase only")
    refused(shoe("keygen", "a/b", "--keys", tmp_path / "k", "--passphrase-file", file("short"), "--passphrase"), "8 to 1024 characters")
    refused(shoe("passphrase", "--keys", tmp_path / "none", "--new-passphrase-file", file(OLD)), "There is no signing key at")


def test_a_change_of_passphrase_that_was_broken_off_is_told(shoe, club, file) -> None:
    KeyFolder(club.keys, passphrase=lambda: OLD).vault.renew(OLD)
    outcome = shoe("record", club.ledger, "--keys", club.keys, "--passphrase-file", file(OLD), *PLAYERS)
    assert outcome.status == 0
    assert f"was not changed to the end; run `shoe passphrase --keys {club.keys}` again." in outcome.err


def test_the_new_verifier_key_is_printed_alone_and_the_old_one_still_checks(shoe, club) -> None:
    outcome = shoe("rotate", club.ledger, "--keys", club.keys)
    assert outcome.status == 0
    assert outcome.out == (club.keys / "verifier.vkey").read_text(encoding="utf-8")
    assert outcome.out.strip() != club.vkey
    assert "older verifier keys of the ledger stay good for checking it." in outcome.err


def test_no_secret_is_ever_told(shoe, club, file, tmp_path, caplog) -> None:
    """Of every command, and of every one that fails: neither on stdout nor on stderr, in a log or in what is published."""
    keys, told, everything = club.keys, [], dict[str, bytes]()

    def secrets_of(passphrase):
        folder = KeyFolder(keys, passphrase=lambda: passphrase)
        everything.update(
            {
                f"seed {len(everything)}": folder.signer()._seed,
                **{f"secret {len(everything)} {n}": s for n, s in enumerate(folder.secrets())},
            }
        )
        everything.update({f"key {n}": key for n, key in enumerate(folder.vault._keys)})

    def run(*arguments):
        outcome = shoe(*arguments)
        told.append(f"{outcome.out}\n{outcome.err}")

    secrets_of("")
    run("rotate", club.ledger, "--keys", keys)
    secrets_of("")
    run("passphrase", "--keys", keys, "--new-passphrase-file", file(OLD))
    opened = ("--keys", keys, "--passphrase-file", file(OLD))
    secrets_of(OLD)
    run("record", club.ledger, *opened, *PLAYERS)
    run("record", club.ledger, *opened, *PLAYERS, "--seed-file", club.seed)
    run("record", club.ledger, *opened, "--rules", "training", "--players", "Di", "--interactive", "--rounds", 1)
    run("rotate", club.ledger, "--keys", keys, "--passphrase-file", file(NEW, "wrong"))
    run("init", tmp_path / "again", "--name", "club.example/t", *opened)
    run("init", club.ledger, "--name", "club.example/t", *opened)
    run("keygen", "club.example/t", "--keys", keys)
    run("tournament", club.ledger, club.seed, *opened)
    secrets_of(OLD)
    for command in (("audit", club.ledger, "--vkey", club.vkey), ("explain", club.ledger, "1/1"), ("standings", club.ledger)):
        run(*command)
    for name in ("signing.key", "vault", "last.note", "sessions/1.secret"):
        path = keys / name
        kept = path.read_bytes()
        for spoilt in (kept[:-9], b"\xff" + kept, b""):
            path.write_bytes(spoilt)
            run("record", club.ledger, *opened, *PLAYERS)
        path.write_bytes(kept)
    told += [repr(KeyFolder(keys, passphrase=lambda: OLD)), repr(KeyFolder(keys, passphrase=lambda: OLD).signer()), caplog.text]
    said = "\n".join(told).encode() + b"".join(path.read_bytes() for path in club.ledger.rglob("*") if path.is_file())
    assert len(everything) > 5
    for what, secret in everything.items():
        for form in (secret, secret.hex().encode(), b64encode(secret), b64encode(b"\x01" + secret), repr(secret).encode()):
            assert form not in said, what
    for passphrase in (OLD, NEW):
        assert passphrase.encode() not in said
