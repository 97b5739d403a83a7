"""`shoe witness`, and `shoe audit --policy` of what it brought."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.witness import LoopbackWitness, serving

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
THIRD = LoopbackWitness("other.example/w", b"\x33" * 32)


@pytest.fixture
def other(club) -> LoopbackWitness:
    """A witness that has taken the club's ledger on."""
    made = LoopbackWitness()
    made.trust(club.vkey)
    return made


def checkpoint(club) -> str:
    text: str = (club.ledger / "checkpoint").read_text(encoding="utf-8")
    return text


def always(answer: tuple[int, bytes]) -> Callable[[bytes], tuple[int, bytes]]:
    """The same answer to everything."""
    return lambda _: answer


def test_a_cosigned_checkpoint_is_published_and_audited(shoe, club, other, tmp_path) -> None:
    """The way of a cosignature: asked for, kept, published, demanded by a reader's policy."""
    (tmp_path / "w.vkey").write_text(other.vkey + "\n", encoding="utf-8")
    with serving(other.answer) as url:
        asked = shoe("witness", club.ledger, url, "--witness", tmp_path / "w.vkey", "--keys", club.keys)
    assert (asked.status, asked.err) == (0, "")
    assert asked.out.startswith("witness.example/w1 cosigned at 20")
    assert shoe("publish", club.ledger, tmp_path / "public").status == 0
    (tmp_path / "policy").write_text(f"log {club.vkey}\nwitness w {other.vkey}\nquorum w\n", encoding="utf-8")
    audited = shoe("audit", tmp_path / "public", "--vkey", club.vkey, "--policy", tmp_path / "policy")
    assert audited.status == 0
    assert "cosigned by w (witness.example/w1) at 20" in audited.out
    more = ["record", club.ledger, "--rules", "training", "--players", "Di", "--bot", "stand", "--rounds", "1", "--keys", club.keys]
    assert shoe(*more).status == 0
    assert "—" not in checkpoint(club).partition("\n\n")[2].partition("\n")[2], "a new checkpoint waits for its own"
    audited = shoe("audit", club.ledger, "--vkey", club.vkey, "--policy", tmp_path / "policy")
    assert audited.status == 1
    assert "missing: w (witness.example/w1)" in audited.out


def test_the_way_that_the_readme_shows_is_the_way(shoe, club, other, tmp_path, monkeypatch) -> None:
    """Its commands and its policy, with addresses and keys that exist."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-ledger").symlink_to(club.ledger)  # the keys are at `keys` already
    (policy,) = re.findall(r"```\n(log [^`]*)```", README)
    commands = re.findall(r"^shoe (witness .*|audit public .*--policy.*)$", README, re.MULTILINE)
    assert len(commands) == 3
    second = LoopbackWitness("witness.example/w2", b"\x22" * 32)
    second.trust(club.vkey)
    assert shoe("publish", "my-ledger", "public").status == 0
    with serving(other.answer) as url, serving(second.answer) as its:
        real = {"https://witness.example/w1": url, "https://witness.example/w2": its, "https://other.example/w": "http://127.0.0.1:1/"}
        keys = {"club.example/tables": club.vkey, other.name: other.vkey, second.name: second.vkey, "other.example/w": THIRD.vkey}

        def made_real(text: str) -> str:
            text = re.sub(r"(\S+)\+[0-9a-f]{8}\+\w+…", lambda found: keys[found[1]], text)
            return re.sub(r"https://\S+", lambda found: real[found[0]], text)

        (tmp_path / "policy.txt").write_text(made_real(policy), encoding="utf-8")
        one, several, audited = (made_real(command).split() for command in commands)
        for command in (one, several):
            assert shoe(*command).status == 0, command
    assert shoe("publish", "my-ledger", "public").status == 0
    outcome = shoe(*audited)
    assert outcome.status == 0
    assert "cosigned by w1 (witness.example/w1) at" in outcome.out


def test_what_is_verified_offline_may_need_witnesses_too(shoe, club, other, tmp_path) -> None:
    """A checkpoint, a consistency file, a hand and a line, first of a checkpoint that nobody cosigned."""
    (tmp_path / "policy").write_text(f"witness w {other.vkey}\nquorum w\n", encoding="utf-8")

    def given(name: str) -> list[Path]:
        (tmp_path / name).mkdir()
        made = {"note": ["checkpoint"], "grown": ["checkpoint", "--extends", club.ledger / "checkpoint"], "hand": ["prove", "1/2/1"]}
        made["line"] = ["prove", "1/2", "--format", "tlog-proof"]
        for file, (command, *more) in made.items():
            assert shoe(command, club.ledger, *more, "-o", tmp_path / name / file).status == 0
        return [tmp_path / name / file for file in made]

    words = ("--vkey", club.vkey, "--policy", tmp_path / "policy")
    for file in given("before"):
        if file.name != "grown":
            assert shoe("verify", file, "--vkey", club.vkey).status == 0
        outcome = shoe("verify", file, *words)
        assert outcome.status == 3
        assert "there is nothing of w (witness.example/w1)" in " ".join(outcome.out.split())
    with serving(other.answer) as url:
        assert shoe("witness", club.ledger, url, "--witness", other.vkey, "--keys", club.keys).status == 0
    for file in given("after"):
        outcome = shoe("verify", file, *words)
        assert outcome.status == (3 if file.name == "grown" else 0), "that it extends what was kept is another matter"
        assert "Its checkpoint is cosigned by w (witness.example/w1) at 20" in " ".join(outcome.out.split())


def test_a_known_witness_whose_line_is_wrong_refuses_the_ledger(shoe, club, other, tmp_path) -> None:
    with serving(other.answer) as url:
        shoe("witness", club.ledger, url, "--witness", other.vkey, "--keys", club.keys)
    (tmp_path / "policy").write_text(f"witness w {other.vkey}\nquorum none\n", encoding="utf-8")
    (club.ledger / "checkpoint").write_text(checkpoint(club) + other.cosign("another text\n"), encoding="utf-8")
    refused = shoe("audit", club.ledger, "--vkey", club.vkey, "--policy", tmp_path / "policy")
    assert (refused.status, refused.out, refused.err.count("\n")) == (3, "", 1)
    assert "The cosignature of witness.example/w1 on the checkpoint is wrong" in refused.err


def test_a_policy_names_whom_to_ask_and_when_it_is_enough(shoe, club, other, tmp_path) -> None:
    """Two of three, of whom one is away and one is offline."""
    second, third = LoopbackWitness("w2.example", b"\x22" * 32), LoopbackWitness("w3.example", b"\x33" * 32)
    second.trust(club.vkey)
    with serving(other.answer) as url, serving(second.answer) as its, serving(lambda _: (503, b"")) as broken:
        witnesses = f"witness a {other.vkey} {url}\nwitness b {second.vkey} {its}\nwitness c {third.vkey} {broken}\n"
        for quorum, status in (("group g 2 a b c\nquorum g\n", 0), ("quorum c\n", 2)):
            (tmp_path / "policy").write_text(witnesses + quorum, encoding="utf-8")
            asked = shoe("witness", club.ledger, "--policy", tmp_path / "policy", "--keys", club.keys)
            assert asked.status == status
            assert [line.split()[0] for line in asked.out.splitlines()] == [other.name, second.name]
            assert "The witness w3.example cannot answer now (503); try again later." in asked.err
    assert "The policy's quorum (c) is not met; missing: c (w3.example)." in asked.err


def test_what_it_says_to_programs(shoe, club, other) -> None:
    with serving(other.answer) as url:
        (one,) = json.loads(shoe("witness", club.ledger, url, "--witness", other.vkey, "--keys", club.keys, "--format", "json").out)
    assert one["name"] == other.name
    assert one["fault"] is None
    assert checkpoint(club).endswith(one["line"])


def test_refused_and_disbelieved_have_exit_statuses_of_their_own(shoe, club, other) -> None:
    before = checkpoint(club)
    for answer, status in (((404, b""), 2), ((500, b""), 2), ((422, b""), 3), ((200, b"thanks\n"), 3), ((409, b"900\n"), 3)):
        with serving(always(answer)) as url:
            asked = shoe("witness", club.ledger, url, "--witness", other.vkey, "--keys", club.keys)
        assert (asked.status, asked.out, asked.err.count("\n")) == (status, "", 1), answer
        assert asked.err.startswith("shoe: The witness witness.example/w1 ")
    assert checkpoint(club) == before


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["http://127.0.0.1:9/"],
        ["--witness", LoopbackWitness().vkey],
        ["http://127.0.0.1:9/", "--witness", LoopbackWitness().vkey, "--policy", "policy"],
        ["http://127.0.0.1:9/", "--witness", "nothing"],
        ["http://127.0.0.1:9/", "--witness", "a+00000000+AAAA"],
        ["--policy", "policy"],
    ],
    ids=str,
)
def test_it_must_be_said_whom_to_ask(shoe, shared_club, tmp_path, monkeypatch, words) -> None:
    """And a policy must say where."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "policy").write_text(f"witness w {LoopbackWitness().vkey}\nquorum w\n", encoding="utf-8")
    refused = shoe("witness", shared_club.ledger, *words, "--keys", shared_club.keys)
    assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)


def test_a_bad_policy_is_one_sentence(shoe, shared_club, tmp_path) -> None:
    (tmp_path / "policy").write_text("quorum nobody\n", encoding="utf-8")
    refused = shoe("audit", shared_club.ledger, "--vkey", shared_club.vkey, "--policy", tmp_path / "policy")
    assert (refused.status, refused.out, refused.err.count("\n")) == (3, "", 1)
    assert "line 1 has a quorum of “nobody”, which no line before it defines" in refused.err
