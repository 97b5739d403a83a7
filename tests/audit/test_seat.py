"""A player's own entropy (FORMAT §12): what they verify before they give its hash, and before they tell it."""

from __future__ import annotations

import json
import os
import stat
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from audit import audit_ledger
from audit.errors import AuditError, SeatFileError, SeatSecretError
from audit.seat import secret
from audit.seat.joining import join
from audit.seat.revealing import reveal
from ledger.history.records import canonical
from ledger.proof.tree import leaf_hash
from ledger.shoe.chain import entropy_hash
from tests.support.operators import Operator

HOUSE = "cd" * 32


class Table:
    """A session that Ann and Bo sit down to, as far as Ann has come."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.operator = folder, Operator()
        self.operator.open()
        self.secret, self.vkey = folder / "ann.secret", self.operator.signer.vkey
        self.hashed = json.loads(join(self.put("invitation", self.operator.invitation("Ann")), self.vkey, self.secret).hash_file)[
            "entropy_hash"
        ]

    def put(self, name: str, value) -> Path:
        path = self.folder / f"{name}.json"
        path.write_bytes(value if isinstance(value, bytes) else canonical(value) + b"\n")
        return path

    def seated(self) -> Operator:
        """An honest operator's log, up to the last seat."""
        self.operator.seat(1, "Ann", self.hashed)
        self.operator.seat(2, "Bo", HOUSE, "house")
        return self.operator

    def reveal(self, seats):
        return reveal(self.put("seats", seats), self.vkey, self.secret)


@pytest.fixture
def table(tmp_path) -> Table:
    return Table(tmp_path)


def test_a_player_gives_a_hash_and_then_what_it_is_of(table) -> None:
    operator = table.seated()
    done = table.reveal(operator.seats([1, 2, 3]))
    told = json.loads(done.reveal_file)
    leaf = leaf_hash(operator.lines[1])
    assert entropy_hash(leaf, "Ann", bytes.fromhex(told["entropy"])).hex() == table.hashed
    assert (told["name"], told["open"]) == ("Ann", leaf.hex())
    assert done.checkpoint == operator.note()
    assert done.told() == ["seat 1      Ann, with 100, box 1, own entropy", "seat 2      Bo, with 100, box 2, the house's entropy"]


def test_a_player_is_told_what_they_sit_down_to(table) -> None:
    told = join(table.folder / "invitation.json", table.vkey, table.secret).invited.told()
    assert [line.split()[0] for line in told] == ["session", "you", "rules", "play", "cards", "table", "rules"]
    assert "1 of club.example/own, “Table 1”, live, opened 2026-01-01T20:00:00Z" in told[0]
    assert "10 rounds, 100 to begin with; stakes 2" in told[3]
    assert "6 packs of 52 cards, shuffled before each round" in told[4]
    assert "the house banks, and stands on every 17; a natural pays 3:2" in told[5]
    assert told[-1].split()[-1] == json.loads(table.operator.lines[1])["rules_hash"]


def test_the_secret_is_the_players_alone_and_the_same_when_asked_again(table) -> None:
    assert table.secret.stat().st_mode & 0o777 == 0o600
    again = join(table.folder / "invitation.json", table.vkey, table.secret)
    assert json.loads(again.hash_file)["entropy_hash"] == table.hashed
    table.secret.chmod(0o644)
    with pytest.raises(SeatSecretError, match=r"is open to others \(mode 644\); close it with `chmod 600"):
        join(table.folder / "invitation.json", table.vkey, table.secret)


def test_a_secret_serves_one_seat_only(table) -> None:
    table.operator.open(session=2)
    for invitation in (table.operator.invitation("Ann", at=2), table.operator.invitation("Bo")):
        with pytest.raises(SeatSecretError, match="holds the secret for another seat, of Ann; give another file"):
            join(table.put("other", invitation), table.vkey, table.secret)


def test_two_players_never_have_the_same_entropy(table) -> None:
    other = join(table.folder / "invitation.json", table.vkey, table.folder / "other.secret")
    assert json.loads(other.hash_file)["entropy_hash"] != table.hashed


def changed(operator: Operator, seq: int, **fields) -> Operator:
    """The log with one line altered, as an operator signs it anew."""
    operator.lines[seq] = canonical({**json.loads(operator.lines[seq]), **fields})
    return operator


def after_an_entropy(table: Table):
    """Bo's seat is signed after the seats were shown without it."""
    table.operator.seat(1, "Ann", table.hashed)
    table.operator.start("00" * 32)
    table.operator.seat(2, "Bo", HOUSE, "house", prev=2)
    return table.operator.seats([1, 2, 4])


def a_start_beside(table: Table):
    table.seated().start("00" * 32, "11" * 32)
    return table.operator.seats([1, 2, 3])


def a_seat_left_out(table: Table):
    operator = table.operator
    operator.seat(1, "Ann", table.hashed)
    operator.seat(2, "Cy", "ef" * 32, "house")
    operator.seat(3, "Bo", HOUSE, "house")
    return operator.seats([1, 2, 4])


def without_me(table: Table):
    table.operator.seat(1, "Bo", HOUSE, "house")
    return table.operator.seats([1, 2])


def another_hash(table: Table):
    table.operator.seat(1, "Ann", HOUSE)
    return table.operator.seats([1, 2])


def a_key_of_the_operators(table: Table):
    """Ann does not sign; whoever has this key would, in her place."""
    table.operator.seat(1, "Ann", table.hashed, key=b64encode(bytes(32)).decode())
    return table.operator.seats([1, 2])


def as_the_houses(table: Table):
    table.operator.seat(1, "Ann", table.hashed, "house")
    return table.operator.seats([1, 2])


def another_open(table: Table):
    return changed(table.seated(), 1, commitment="12" * 32).seats([1, 2, 3])


def the_session_before(table: Table):
    """An old session's seats, replayed."""
    table.operator.open(session=2)
    table.operator.seat(1, "Ann", table.hashed, session=2)
    return table.operator.seats([2, 3])


def an_older_checkpoint(table: Table):
    """It does not cover the last seat."""
    file = table.seated().seats([1, 2, 3])
    return {**file, "checkpoint": table.operator.note(3)}


def a_shorter_log(table: Table):
    """True proofs, but for a log without the last seat."""
    return {**table.seated().seats([1, 2], 3), "lines": [*table.operator.seats([1, 2], 3)["lines"], table.operator.proven(3)]}


def strangers_key(table: Table):
    table.seated()
    table.operator.signer = Operator(b"\x01" * 32).signer
    return table.operator.seats([1, 2, 3])


def a_changed_line(table: Table):
    file = table.seated().seats([1, 2, 3])
    file["lines"][3]["line"] = file["lines"][3]["line"].replace('"stack":100', '"stack":900')
    return file


def other_places(table: Table):
    file = table.seated().seats([1, 2, 3])
    file["lines"][2:] = reversed(file["lines"][2:])
    return file


ATTACKS = {
    "a seat is signed after an entropy was seen": (
        after_an_entropy,
        "is not seat 2 of session 1, directly after the line before: something was left out",
    ),
    "a start is signed beside the seats": (
        a_start_beside,
        "has 5 lines, and the last seat is line 3: more was signed after the seats, perhaps a start",
    ),
    "a seat is left out": (a_seat_left_out, "is not seat 2 of session 1, directly after the line before: something was left out"),
    "the player has no seat": (without_me, "has no seat for Ann: you would not be at the table"),
    "the player's hash is another": (another_hash, "the seat of Ann has another hash than yours"),
    "the player's key is another": (a_key_of_the_operators, "the seat of Ann does not have your key"),
    "the player's entropy is called the house's": (as_the_houses, "says that the house made the entropy, although the hash is yours"),
    "the open line was changed": (another_open, "is not the one that your hash was given for, or its `open` line was changed since"),
    "the seats are of another session": (the_session_before, "its session 2 is not the one that your hash was given for"),
    "the checkpoint covers a seat too few": (
        an_older_checkpoint,
        r"line 0, the ledger's first line, is not proven to stand in the log of 3 lines",
    ),
    "the proofs are for a seat too few": (a_shorter_log, "line 3, seat 2, is not proven to stand in the log of 3 lines that was signed"),
    "a stranger signed it": (strangers_key, r"is signed by club.example/own.* and not by the key given"),
    "a line was changed": (a_changed_line, "line 3, seat 2, is not proven to stand in the log"),
    "the seats changed places": (other_places, "is not seat 1 of session 1"),
}


@pytest.mark.parametrize(("attack", "says"), ATTACKS.values(), ids=ATTACKS.keys())
def test_an_operator_who_cheats_is_told_nothing(table, attack, says) -> None:
    with pytest.raises(AuditError, match=says) as refused:
        table.reveal(attack(table))
    assert not isinstance(refused.value, SeatSecretError)
    assert json.loads(table.secret.read_text())["entropy"] not in str(refused.value)


BAD_INVITATIONS = {
    "another rule set than its hash": (
        lambda o: changed(o, 1, rules_hash="00" * 32).invitation("Ann"),
        "are not those that its hash names",
    ),
    "no open line": (lambda o: {**o.invitation("Ann"), "open": o.proven(0)}, "has another line in place of the session's `open` line"),
    "another first line": (lambda o: {**o.invitation("Ann"), "zero": o.proven(1)}, "has another line in place of the ledger's first line"),
    "a ledger of another name": (
        lambda o: changed(o, 0, name="other.example/x").invitation("Ann"),
        "is not that of the ledger club.example/own",
    ),
    "a proof cut short": (
        lambda o: {**o.invitation("Ann"), "open": {**o.proven(1), "proof": []}},
        "line 1, the session's `open` line, is not proven",
    ),
    "a proof of odd hashes": (
        lambda o: {**o.invitation("Ann"), "open": {**o.proven(1), "proof": ["AA=="]}},
        "something else than hashes of 32 bytes",
    ),
    "a hash written otherwise": (
        lambda o: {**o.invitation("Ann"), "open": {**o.proven(1), "proof": ["A" * 43 + "B"]}},
        "something else than hashes",
    ),
    "a name in two lines": (lambda o: o.invitation("A\nnn"), "its `name` holds the unprintable"),
    "another format": (lambda o: {**o.invitation("Ann"), "format": "sealedshoe/invitation/2"}, "is not the invitation"),
    "a key too many": (lambda o: {**o.invitation("Ann"), "more": 1}, "is not the invitation: Object contains unknown field"),
    "a key too few": (lambda _: {"name": "Ann"}, "is not the invitation: Object missing required field"),
    "nesting": (lambda _: b"[" * 100_000, "is not the invitation"),
    "white space": (lambda o: json.dumps(o.invitation("Ann")).encode(), "it is not in canonical form"),
    "no end of line": (lambda o: canonical(o.invitation("Ann")), "it is not in canonical form"),
    "a repeated key": (
        lambda o: canonical(o.invitation("Ann")).replace(b'{"checkpoint"', b'{"name":"Ann","checkpoint"') + b"\n",
        "not in canonical form",
    ),
    "bytes that are no text": (lambda _: b"\xff\xfe", "is not the invitation"),
    "far too much": (lambda _: b"x" * (1 << 22) + b"y", r"it has more than 4,194,304 bytes"),
    "a checkpoint that is none": (lambda o: {**o.invitation("Ann"), "checkpoint": "hello"}, "The checkpoint bears no signature"),
}


@pytest.mark.parametrize(("make", "says"), BAD_INVITATIONS.values(), ids=BAD_INVITATIONS.keys())
def test_an_invitation_that_proves_too_little_makes_no_entropy(tmp_path, make, says) -> None:
    operator, path = Operator(), tmp_path / "invitation.json"
    operator.open()
    value = make(operator)
    path.write_bytes(value if isinstance(value, bytes) else canonical(value) + b"\n")
    with pytest.raises(AuditError, match=says) as refused:
        join(path, operator.signer.vkey, tmp_path / "secret")
    assert str(refused.value).startswith(f"{path}")
    assert not (tmp_path / "secret").exists()


def test_a_checkpoint_of_another_ledger_by_this_key_is_refused(tmp_path) -> None:
    """A key's name is its ledger's."""
    operator, path = Operator(), tmp_path / "invitation.json"
    operator.open()
    text, _, signatures = operator.note().partition("\n\n")
    other = text.replace("club.example/own", "club.example/oth")
    note = operator.signer.sign(f"{other}\n")
    path.write_bytes(canonical({**operator.invitation("Ann"), "checkpoint": note}) + b"\n")
    assert signatures
    with pytest.raises(SeatFileError, match=r"is of the ledger club.example/oth and not of club.example/own, whose key was given"):
        join(path, operator.signer.vkey, tmp_path / "secret")


def test_rules_that_this_version_does_not_know_are_named_and_not_told(tmp_path) -> None:
    operator, path = Operator(), tmp_path / "invitation.json"
    operator.open()
    rules = json.loads(operator.lines[1])["rules"]
    rules["natural"]["pays"] = "7:0"
    changed(operator, 1, rules=rules, rules_hash=sha256(canonical(rules)).hexdigest())
    path.write_bytes(canonical(operator.invitation("Ann")) + b"\n")
    told = join(path, operator.signer.vkey, tmp_path / "secret").invited.told()
    assert "not all of them are understood by this version" in told[2]


@pytest.mark.parametrize(
    "spoil",
    [lambda data: data[:-9], lambda _: b"hello", lambda data: data.replace(b'"entropy":"', b'"entropy":"0')],
    ids=["cut", "none", "long"],
)
def test_a_secret_that_is_damaged_is_refused_and_not_quoted(table, spoil) -> None:
    entropy = json.loads(table.secret.read_text())["entropy"]
    table.secret.write_bytes(spoil(table.secret.read_bytes()))
    with pytest.raises(SeatSecretError, match="is not the secret that `shoe seat join` wrote, or is damaged") as refused:
        table.reveal(table.seated().seats([1, 2, 3]))
    assert entropy[:16] not in str(refused.value)


def test_a_secret_is_durable_with_its_name_before_its_hash_is_given(table, monkeypatch) -> None:
    """A disk that fails at either leaves nothing that would be taken for the secret."""
    synced: list[bool] = []
    real = os.fsync

    def failing(at: int):
        def fsync(descriptor: int) -> None:
            if len(synced) == at:
                raise OSError(28, os.strerror(28))
            synced.append(stat.S_ISDIR(os.fstat(descriptor).st_mode))
            real(descriptor)

        return fsync

    path = table.folder / "another.secret"
    for at, before in enumerate(([], [False])):
        monkeypatch.setattr(os, "fsync", failing(at))
        with pytest.raises(SeatSecretError, match="No space left on device"):
            join(table.folder / "invitation.json", table.vkey, path)
        assert (synced, path.exists()) == (before, False)
        synced.clear()
    monkeypatch.setattr(os, "fsync", failing(2))
    join(table.folder / "invitation.json", table.vkey, path)
    assert synced == [False, True]


def test_a_secret_is_not_written_where_something_is_or_nobody_can(table) -> None:
    table.secret.unlink()
    table.secret.symlink_to(table.folder / "elsewhere")
    with pytest.raises(SeatSecretError, match="There is something at"):
        join(table.folder / "invitation.json", table.vkey, table.secret)
    with pytest.raises(SeatSecretError, match=r"The secret cannot be kept at .* \(No such file or directory\); give another place"):
        join(table.folder / "invitation.json", table.vkey, table.folder / "none" / "secret")
    with pytest.raises(SeatSecretError, match="cannot be read"):
        reveal(table.folder / "invitation.json", table.vkey, table.folder / "none" / "secret")


def test_no_entropy_is_in_what_a_program_might_print(table) -> None:
    kept = secret.read(table.secret)
    assert kept.entropy not in repr(kept)
    assert b64encode(bytes.fromhex(kept.entropy)).decode() not in repr(kept)


def test_a_seat_that_was_added_after_an_entropy_was_told_is_shown_by_the_checkpoint_that_its_player_kept(book, tmp_path) -> None:
    """Nothing else could tell: the ledger alone is clean."""
    book.evening(1, rounds=2)
    kept = tmp_path / "kept"
    kept.write_bytes(book.signer.checkpoint(book.lines()[:4]))
    assert book.audit().status == 0
    report = book.audit(known=[kept])
    assert [(finding.code, finding.who, finding.recorded) for finding in report.findings] == [("seat-late", "s3", "this one after it")]
    for size in (2, 5):
        kept.write_bytes(book.signer.checkpoint(book.lines()[:size]))
        assert book.audit(known=[kept]).status == 0


def test_something_between_the_seats_is_a_finding(tmp_path) -> None:
    operator = Operator()
    operator.open()
    operator.seat(1, "Ann", HOUSE, "house")
    operator.open(session=2, commitment="12" * 32)
    operator.seat(2, "Bo", HOUSE, "house", prev=2)
    (tmp_path / "history").mkdir()
    (tmp_path / "history" / "00000000.jsonl").write_bytes(b"".join(line + b"\n" for line in operator.lines))
    (tmp_path / "checkpoint").write_text(operator.note())
    late = [finding for finding in audit_ledger(tmp_path, operator.signer.vkey, jobs=1).findings if finding.code == "seat-late"]
    assert [(finding.seq, finding.expected, finding.recorded) for finding in late] == [(4, "line 3", "line 4")]
