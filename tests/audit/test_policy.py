"""Policies of witnesses, and the cosignatures that they count (FORMAT §3; C2SP tlog-policy, tlog-cosignature)."""

from __future__ import annotations

import re
from base64 import b64encode

import pytest

from audit import audit_ledger
from audit.cosignatures import Cosignature
from audit.errors import NoteError, PolicyError, SignatureError
from audit.notes import key_in, parse_vkey
from audit.policy import Policy, read_policy
from tests.support.witness import LoopbackWitness

WITNESSES = [LoopbackWitness(f"witness.example/w{number}", bytes([number]) * 32) for number in range(1, 7)]
ONE, TWO, THREE = WITNESSES[:3]
NOW = 1_750_000_000
EXAMPLE = "\n".join(
    [
        *(f"witness {name} {witness.vkey}" for name, witness in zip(("X1", "X2", "X3", "Y1", "Y2", "Y3"), WITNESSES, strict=True)),
        "group X-witnesses 2 X1 X2 X3",
        "group Y-witnesses any Y1 Y2 Y3",
        "group X-and-Y all X-witnesses Y-witnesses",
        "quorum X-and-Y",
        "",
    ]
)
"""The specification's own example."""


@pytest.fixture
def policy(tmp_path):
    """Reads a policy of this text."""

    def read(text: str | bytes) -> Policy:
        file = tmp_path / "policy"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_policy(file)

    return read


@pytest.fixture
def note(signer):
    """A checkpoint, cosigned by these."""

    def cosigned(*witnesses: LoopbackWitness) -> bytes:
        text = f"club.example/test\n7\n{b64encode(bytes(32)).decode()}\n"
        made: bytes = signer().note(text)
        return made + "".join(witness.cosign(text, NOW) for witness in witnesses).encode()

    return cosigned


def test_the_example_of_the_specification_is_counted_as_it_says(policy, note) -> None:
    """Two of the X and one of the Y."""
    rules = policy(EXAMPLE)
    x1, x2, x3, y1, y2, _ = WITNESSES
    for cosigners, met in (((x1, x3, y2), True), (WITNESSES, True), ((x1, x2, x3), False), ((x2, y1, y2), False), ((), False)):
        assert rules.judge(note(*cosigners)).met is met


def test_it_says_who_cosigned_and_when_and_who_is_missing(policy, note) -> None:
    judged = policy(EXAMPLE).judge(note(WITNESSES[4], ONE))
    assert [(witness.name, one.when) for witness, one in judged.cosigned] == [
        ("X1", "2025-06-15T15:06:40Z"),
        ("Y2", "2025-06-15T15:06:40Z"),
    ]
    assert judged.wanted == "2 of X-witnesses, Y-witnesses"
    assert judged.missing == ("X2 (witness.example/w2)", "X3 (witness.example/w3)", "Y1 (witness.example/w4)", "Y3 (witness.example/w6)")


def test_a_quorum_may_be_one_witness_or_none(policy, note) -> None:
    alone = f"witness {ONE.name} {ONE.vkey} https://witness.example/w1/\nquorum {ONE.name}\n"
    assert policy(alone).judge(note(ONE)).met
    assert policy(alone).judge(note(TWO)).missing == (ONE.name,)
    assert policy(alone).witnesses[ONE.name].url == "https://witness.example/w1/"
    assert policy("quorum none\n").judge(note()).met


def test_spaces_comments_and_foreign_octets_are_no_matter(policy, note) -> None:
    """Names are octets: the Kelvin sign is no K, and Latin-1 is as good as UTF-8."""
    text = (
        f"\n \t \n  # a comment: \xfe\n\twitness  K\xc3\xbc  {ONE.vkey} \t\nwitness \u212a {TWO.vkey}\ngroup K all K\xc3\xbc\n quorum K\n"
    )
    rules = policy(text.encode("utf-8").replace("K\xc3\xbc".encode(), b"K\xfc").replace("\xfe".encode(), b"\xfe"))
    assert rules.judge(note(ONE)).met
    assert not rules.judge(note(TWO)).met


def test_thirty_two_of_everything_are_no_trouble(policy, signer) -> None:
    many = [LoopbackWitness(f"w{number}", bytes([number]) * 32) for number in range(1, 65)]
    logs = [signer(f"log{number}", bytes([number]) * 32).vkey for number in range(1, 65)]
    text = "".join([f"log {vkey} https://log.example/\n" for vkey in logs] + [f"witness w{n} {w.vkey}\n" for n, w in enumerate(many, 1)])
    text += "group g1 any w1\n" + "".join(f"group g{n} all g{n - 1} w{n}\n" for n in range(2, 65)) + "quorum g64\n"
    rules = policy(text)
    assert (len(rules.logs), len(rules.witnesses), len(rules.groups)) == (64, 64, 64)
    assert rules.accepts(parse_vkey(logs[40]))


def test_groups_nested_ten_thousand_deep_are_counted(policy, note) -> None:
    text = f"witness w {ONE.vkey}\ngroup g0 all w\n" + "".join(f"group g{n} any g{n - 1}\n" for n in range(1, 10_000)) + "quorum g9999\n"
    rules = policy(text)
    assert rules.judge(note(ONE)).met
    assert rules.judge(note()).missing == ("w (witness.example/w1)",)


W1, W2 = f"witness a {ONE.vkey}\n", f"witness b {TWO.vkey}\n"
LEDGER = "club.example/test+0b8d3a24+AQ=="
FAULTS = {
    "nothing": ("", "is a policy without a `quorum` line"),
    "no quorum": (W1, "is a policy without a `quorum` line"),
    "no newline at the end": (W1 + "quorum a", "is cut: line 2, the last one, has no newline"),
    "a return": (W1 + "quorum a\r\n", "line 2 holds the control character 0x0d"),
    "a null": (b"quorum none\n\0\n", "line 2 holds the control character 0x00"),
    "a delete": (b"# \x7f\nquorum none\n", "line 1 holds the control character 0x7f"),
    "another word": ("Quorum none\n", "begins with “Quorum”"),
    "another policy's words": ("threshold 2\n", "begins with “threshold”"),
    "a no-break space": ("quorum\u00a0none\n", "begins with “quorum"),
    "a log alone": ("log\n", "has 0 items after `log`"),
    "a log with three": (f"log {LEDGER} x y\n", "has 3 items after `log`"),
    "a log with another key": (f"log {ONE.vkey}\n", "does not hold an Ed25519 key"),
    "a log with a cut key": (f"log {LEDGER}\n", "line 1 has a verifier key that does not hold an Ed25519 key in base64"),
    "a witness without a key": ("witness a\n", "has 1 items after `witness`"),
    "a witness with four": (f"witness a {ONE.vkey} x y\n", "has 4 items after `witness`"),
    "a witness with a cut key": (W1[:-2] + "\n", "has a verifier key that does not hold"),
    "a witness with another id": (f"witness a x{ONE.vkey}\n", "has an id that does not belong to its name and key"),
    "a witness with no id": ("witness a witness.example\n", "does not have three parts"),
    "a witness with a log's key": ("witness a {log}\n", "of the kind 4, a witness's"),
    "a witness with a post-quantum key": (f"witness a pq+00000000+{b64encode(b'6' * 1313).decode()}\n", "of the kind 4, a witness's"),
    "a witness called none": (f"witness none {ONE.vkey}\n", "gives the name “none”, which is taken"),
    "two witnesses of a name": (W1 + f"witness a {TWO.vkey}\n", "line 2 gives the name “a”, which is taken"),
    "a witness twice": (W1 + f"witness b {ONE.vkey}\n", "line 2 has the public key of a"),
    "a key under two names": (
        W1 + f"witness b {LoopbackWitness('other', bytes([1]) * 32).vkey}\n",
        "line 2 has the public key of a",
    ),
    "a log twice": ("log {log}\nlog {log}\n", "line 2 has the public key of a"),
    "a group alone": (W1 + "group g all\n", "has 2 items after `group`"),
    "a group of strangers": (W1 + "group g any a b\n" + W2, "line 2 has the member “b”, which no line before it defines"),
    "a group of itself": (W1 + "group g any g\n", "has the member “g”, which no line before it defines"),
    "a group of none": (W1 + "group g any none\n", "has the member “none”"),
    "a group of one twice": (W1 + "group g 2 a a\n", "has the member “a” twice"),
    "a member of two groups": (W1 + "group g any a\ngroup h any a\n", "line 3 has the member “a” twice, and it may count only once"),
    "a group named as a witness": (W1 + "group a any a\n", "gives the name “a”, which is taken"),
    "zero of one": (W1 + "group g 0 a\n", "asks for “0” of 1 members"),
    "two of one": (W1 + "group g 2 a\n", "asks for “2” of 1 members"),
    "most of one": (W1 + "group g most a\n", "asks for “most” of 1 members"),
    "one with a zero before": (W1 + "group g 01 a\n", "asks for “01” of 1 members"),
    "minus one": (W1 + "group g -1 a\n", "asks for “-1” of 1 members"),
    "another script's one": (W1 + "group g \u0661 a\n", "of 1 members"),
    "a huge number": (W1 + f"group g {'9' * 5000} a\n", "of 1 members"),
    "a quorum alone": ("quorum\n", "has 0 items after `quorum`"),
    "a quorum of two": (W1 + W2 + "quorum a b\n", "has 2 items after `quorum`"),
    "a quorum of a stranger": (W1 + "quorum b\n", "has a quorum of “b”, which no line before it defines"),
    "a quorum before its witness": ("quorum a\n" + W1, "line 1 has a quorum of “a”, which no line before it defines"),
    "two quorums": (W1 + "quorum a\nquorum a\n", "line 3 is a second `quorum` line"),
    "a novel": ("# x\n" * 300_000 + "quorum none\n", "is longer than 1048576 bytes"),
}


@pytest.mark.parametrize(("text", "says"), FAULTS.values(), ids=FAULTS)
def test_every_fault_has_a_sentence_that_names_the_line(policy, signer, text, says) -> None:
    with pytest.raises(PolicyError) as raised:
        policy(text.replace("{log}", signer().vkey) if isinstance(text, str) else text)
    assert says in str(raised.value)
    assert str(raised.value).count(". ") == 0, "one sentence"


def test_what_cannot_be_read_is_told(tmp_path) -> None:
    for path in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(PolicyError, match="cannot be read"):
            read_policy(path)


def line(witness: LoopbackWitness, blob: bytes) -> bytes:
    return f"— {witness.name} {b64encode(witness.key_id + blob).decode()}\n".encode()


BAD_LINES = {
    "of another text": (
        ONE.cosign("club.example/test\n8\nAAAA\n", NOW).encode(),
        SignatureError,
        "The cosignature of witness.example/w1 on the",
    ),
    "too short": (line(ONE, bytes(71)), SignatureError, "has 71 bytes and not 72"),
    "too long": (line(ONE, bytes(73)), SignatureError, "has 73 bytes and not 72"),
    "without a signature": (line(ONE, bytes(8)), SignatureError, "has 8 bytes and not 72"),
    "a time beyond 2^63": (line(ONE, b"\x80" + bytes(71)), SignatureError, "has a time beyond 2^63 seconds"),
    "zeros": (line(ONE, bytes(72)), SignatureError, "is wrong: it, or the checkpoint, was altered"),
    "no signature line": (b"hello\n", NoteError, "a line among its signatures that is none"),
    "base64 that is not canonical": (f"— {ONE.name} AAAAAAB=\n".encode(), NoteError, "a line among its signatures that is none"),
}


@pytest.mark.parametrize(("more", "kind", "says"), BAD_LINES.values(), ids=BAD_LINES)
def test_a_wrong_line_of_a_known_witness_refuses_the_note(policy, note, more, kind, says) -> None:
    """Even beside a right one; of a stranger's lines only the form is looked at."""
    rules = policy(W1 + "quorum a\n")
    with pytest.raises(kind, match=re.escape(says)):
        rules.judge(note(ONE) + more)
    if kind is SignatureError:
        assert policy(W2 + "quorum none\n").judge(note(ONE) + more).met


def test_every_bit_of_a_cosignature_counts(policy, note) -> None:
    """None of its changes passes for a cosignature: they are refused, or are a stranger's."""
    rules = policy(W1 + "quorum a\n")
    whole = note(ONE)
    begin = whole.rindex(b" ") + 1
    for at in range(begin, len(whole) - 1):
        changed = bytearray(whole)
        changed[at] ^= 1
        try:
            assert not rules.judge(bytes(changed)).met
        except (SignatureError, NoteError):
            continue


def test_of_two_cosignatures_of_one_witness_the_later_counts_once(policy, note) -> None:
    text = note().decode().partition("\n\n")[0] + "\n"
    judged = policy(W1 + W2 + "group g 2 a b\nquorum g\n").judge(note(ONE) + ONE.cosign(text, NOW + 60).encode())
    assert not judged.met
    assert [one.time for _, one in judged.cosigned] == [NOW + 60]


def test_a_time_that_no_calendar_has_is_told_all_the_same() -> None:
    assert Cosignature(key_in(ONE.vkey), 2**62).when == f"second {2**62}"


@pytest.fixture
def cosigned(book, tmp_path):
    """Audits an evening whose checkpoint these cosigned, by a policy of this text."""
    book.evening()
    folder = book.write()
    checkpoint = folder / "checkpoint"
    text = checkpoint.read_text(encoding="utf-8").partition("\n\n")[0] + "\n"
    alone = checkpoint.read_bytes()

    def audited(*witnesses: LoopbackWitness, policy: str | None = None):
        checkpoint.write_bytes(alone + "".join(witness.cosign(text, NOW) for witness in witnesses).encode())
        (tmp_path / "policy").write_text(policy or "", encoding="utf-8")
        return audit_ledger(folder, book.signer.vkey, policy=tmp_path / "policy" if policy else None, jobs=1)

    return audited


TWO_OF_THREE = f"{W1}{W2}witness c {THREE.vkey}\ngroup g 2 a b c\nquorum g\n"


def test_an_audit_tells_who_cosigned_and_what_that_excludes(cosigned) -> None:
    report = cosigned(ONE, THREE, policy=TWO_OF_THREE)
    assert report.status == 0
    assert (
        report.notices[-2] == "cosigned by a (witness.example/w1) at 2025-06-15T15:06:40Z, c (witness.example/w3) at 2025-06-15T15:06:40Z"
    )
    assert report.notices[-1].startswith("rollback or a second history: excluded as far as the witnesses are trusted")
    assert report.notices[-1].endswith("is not excluded since 2025-06-15T15:06:40Z, the latest cosignature")


def test_a_quorum_that_is_not_met_is_a_finding_that_names_who_is_missing(cosigned) -> None:
    report = cosigned(TWO, policy=TWO_OF_THREE)
    assert report.status == 1
    (finding,) = report.findings
    assert (finding.code, finding.expected, finding.recorded) == ("quorum", "2 of a, b, c", "b (witness.example/w2)")
    assert finding.detail == "The policy's quorum is not met; missing: a (witness.example/w1), c (witness.example/w3)."
    assert report.notices[-1] == "rollback or a second history: not excluded (the policy's quorum is not met)"
    assert cosigned(policy=TWO_OF_THREE).findings[0].recorded == "nobody"


def test_without_a_policy_it_names_who_else_signed(cosigned) -> None:
    report = cosigned(ONE, TWO)
    assert report.status == 0
    assert "also signed, it says, by witness.example/w1, witness.example/w2: not looked at (no policy was given)" in report.notices
    assert not any("signed" in notice for notice in cosigned().notices)


def test_a_policy_for_other_logs_is_refused(cosigned, book, signer) -> None:
    mine, other = f"log {book.signer.vkey}\n", f"log {signer('other.example', bytes(32)).vkey}\n"
    assert cosigned(policy=f"{other}{mine}quorum none\n").status == 0
    with pytest.raises(PolicyError, match=r"is a policy for other logs than that of the verifier key given \(club.example/test\)"):
        cosigned(policy=f"{other}quorum none\n")
