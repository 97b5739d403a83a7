"""Hand bundles as the audit judges them: what the lines that they have suffice for, and what they do not (FORMAT §11)."""

import json
from base64 import b64encode
from pathlib import Path

import pytest

from audit.errors import AuditError, EvidenceError
from audit.evidence.memory import Step, beside
from audit.evidence.reader import Reader
from audit.evidence.verify import _verify, verify
from audit.explain import explain
from audit.notes import Checkpoint, parse_vkey
from audit.proofs import Tree
from audit.tree import leaf_hashes, root
from ledger.errors import NotYetRevealed
from ledger.proof.bundle import hand_bundle

ON = {"shoe__reshuffle": "cut-card", "shoe__penetration_left": 200}


@pytest.fixture
def verified(book, tmp_path):
    """Writes the book, makes the bundle of a round of it and verifies that; `spoil` changes the bundle before."""

    def verify_round(number, session=1, *, spoil=None, vkey=None, **options):
        bundle = hand_bundle(book.write(), session, number)
        if spoil:
            value = json.loads(bundle)
            spoil(value)
            bundle = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
        path = tmp_path / "hand.json"
        path.write_bytes(bundle)
        return verify(path, vkey or book.signer.vkey, **options)

    return verify_round


@pytest.mark.parametrize(
    ("mode", "rules"),
    [
        ({}, {"shoe__reshuffle": "discards"}),
        ({"mode": "live"}, {}),
        ({"mode": "live"}, ON | {"shoe__cut": "stream", "shoe__burn": 2}),
    ],
)
def test_a_round_on_any_shoe_of_any_session_is_right(book, verified, rules, mode):
    book.evening(rounds=9, **mode, **rules)
    result = verified(7)
    assert (result.status, result.findings, result.contradictions) == (0, (), ())


def test_a_round_before_it_on_the_same_shoe_is_judged_too(book, verified):
    book.evening(rounds=9, **ON)
    rounds = [record for record in book.records if record["record"] == "round"]
    at = next(at for at, event in enumerate(rounds[2]["log"]) if event.startswith("1 deal "))
    rounds[2]["log"][at] = "1 deal 2C" if rounds[2]["log"][at] != "1 deal 2C" else "1 deal 3C"
    result = verified(5)
    assert {(finding.code, finding.round) for finding in result.findings} >= {("card", 3)}
    assert (result.status, result.verdict.partition(":")[0]) == (1, "WRONG")


def test_what_a_begin_says_is_held_against_its_round(book, verified):
    book.evening(rounds=4, mode="live")
    begin = [record for record in book.records if record["record"] == "begin"][2]
    begin["log"][1] = "1 bet 3"
    assert {finding.code for finding in verified(3).findings} == {"begin-log"}


def test_a_line_that_passes_over_one_that_is_there_contradicts_it(book, verified):
    """§4: `prev` is the session's line before; of lines that the round does not depend on too."""
    book.evening(rounds=9, **ON)
    later = [record for record in book.records if record["record"] == "round"][-1]
    later["prev"] -= 1
    with pytest.raises(EvidenceError, match=f"has line {later['seq']}, which names line {later['prev']} as the session's line before it"):
        verified(1)


def test_a_round_in_play_has_no_proof_yet(book):
    book.evening(rounds=2, mode="live")
    begun = max(at for at, record in enumerate(book.records) if record["record"] == "begin")
    del book.records[begun + 1 :]
    with pytest.raises(NotYetRevealed, match="still in play; it can be proven once it is over"):
        hand_bundle(book.write(), 1, 2)


def test_lines_just_before_the_round_cannot_be_left_out(book, rules_with, verified):
    """In them stands what the round is held against: its `begin`, and the shoe and the balances that the round before it left."""
    book.evening(1, rounds=4, mode="live")
    sitting = book.begin(2, rules_with(session__rounds=3), 3)
    for skipped in (0, 0, 1):
        sitting.shoe += skipped
        sitting.play()
    sitting.close("rounds")
    next(record for record in book.records if record["record"] == "begin" and record["round"] == 3)["log"][1] = "1 bet 3"

    def without(kind, number):
        def spoil(value):
            value["lines"] = [
                one for one in value["lines"] if not (f'"record":"{kind}"' in one["line"] and f'"round":{number},' in one["line"])
            ]

        return spoil

    for session, code, kind, number in ((1, "begin-log", "begin", 3), (2, "shoe-sequence", "round", 2)):
        assert {finding.code for finding in verified(3, session).findings} == {code}
        with pytest.raises(EvidenceError, match="lacks lines of the session between lines"):
            verified(3, session, spoil=without(kind, number))


def test_rounds_of_which_only_the_end_is_here_are_not_judged(book, verified):
    """The round before the shoe was taken up stands there for its balances; its own shoe was taken up elsewhere."""
    book.evening(rounds=12, **ON | {"shoe__penetration_left": 270})
    rounds = [record for record in book.records if record["record"] == "round"]
    fresh = next(at for at, one in enumerate(rounds) if at and one["log"][0].startswith("D shuffle"))
    log = rounds[fresh - 1]["log"]
    log[next(at for at, event in enumerate(log) if event.startswith("1 deal "))] = "1 deal 2C"
    assert "card" not in {finding.code for finding in verified(fresh + 1).findings}


def test_what_is_not_proven_depends_on_which_lines_are_there(book, verified):
    book.evening(rounds=6)
    first, later = (" ".join(verified(number).not_proven) for number in (1, 5))
    assert "rest on earlier rounds" not in first
    assert "The balances with which round 4 began: they rest on earlier rounds" in later
    assert "lines between 5 and 9 changed who was at the table" in later
    for words in ("no second history", "the house made the entropy of Ann, Bo, Cy", "players decided", "`shoe audit`"):
        assert words in first


def test_where_lines_are_left_out_a_contradiction_is_the_audits_to_decide(book, verified):
    """Whoever makes a bundle might leave out the line in which somebody got up."""
    book.evening(rounds=6)
    book.records[-3]["after"][1] += 1
    result = verified(5)
    assert result.status == 1
    assert "`shoe audit` of the whole ledger decides" in result.verdict


@pytest.fixture
def turned(book, signer):
    """A book whose key is changed after its first evening, with the note of it; both signers."""
    first, second = book.signer, signer(book.signer.name, b"\x08" * 32)
    book.evening(1, rounds=2)
    seq = book.add("key", vkey=second.vkey)["seq"]
    text = first.checkpoint(book.lines()).decode().partition("\n\n")[0] + "\n"
    book.evening(2, rounds=2)
    book.signer = second
    (book.folder / "rotations").mkdir(parents=True)
    (book.folder / "rotations" / f"{seq:08d}.note").write_bytes((text + "\n" + first.line(text) + second.line(text)).encode())
    return first, second


def test_either_key_leads_to_the_one_in_force(turned, verified):
    old, new = (verified(1, session, vkey=signer.vkey) for session, signer in zip((2, 1), turned, strict=True))
    assert (old.status, new.status) == (0, 0)
    assert "changes of key in lines" in old.proven[0]


def test_a_change_of_key_that_is_of_no_line_of_the_ledger_leads_nowhere(turned, verified):
    """Anybody may sign below a note of the old key: only the proof shows that its tree ends with the new one."""

    def forged(value):
        value["rotations"][0]["proof"][0] = b64encode(bytes(32)).decode()

    assert verified(1, 2, vkey=turned[1].vkey, spoil=forged).status == 0
    with pytest.raises(EvidenceError, match="consistency proof for the change of key in line"):
        verified(1, 2, vkey=turned[0].vkey, spoil=forged)


def test_rules_that_are_not_understood_are_not_judged(book, verified):
    book.evening(rounds=2, stakes__minimum=2)
    book.records[1]["rules"]["stakes"]["jokers"] = True
    with pytest.raises(EvidenceError, match=r"rules this version does not understand: stakes\.jokers"):
        verified(1)


def test_a_shoe_beyond_the_chain_is_never_looked_for(book, verified):
    """Else a hostile number would be hashed down to for ever."""
    book.evening(rounds=2)
    record = next(record for record in book.records if record["record"] == "round")
    record["shoes"][0]["index"] = 10**7
    record["log"][0] = "D shuffle 10000000"
    with pytest.raises(EvidenceError, match=r"names shoe 10000000 in line 6, and the chain committed to has only 80 seeds"):
        verified(1)
    assert "this seed is not the one committed to" in " ".join(explain(book.write(), 1, 1).warnings)


def test_a_bundle_with_any_one_bit_changed_is_refused_or_asks_for_another_hand(book):
    """Each byte of it in turn, but for those that only say which hand is asked for: nothing signs that, and nothing rests on it."""
    book.evening(rounds=2, players=1)
    bundle = hand_bundle(book.write(), 1, 1)
    asked = slice(bundle.index(b'"hand":{'), bundle.index(b',"lines":'))
    reader, accepted = Reader(parse_vkey(book.signer.vkey)), []
    for at in range(len(bundle)):
        if asked.start <= at < asked.stop:
            continue
        try:
            _verify(Path("hand.json"), bundle[:at] + bytes([bundle[at] ^ 1 << at % 8]) + bundle[at + 1 :], reader)
        except AuditError:
            continue
        accepted.append((at, bundle[at - 20 : at + 20]))
    assert accepted == []


MANY = leaf_hashes(b"%d" % number for number in range(40))
TREE = Tree(40, [root(MANY[at : at + 16]) for at in range(0, 40, 16)], 16)
NOW, OLD = Checkpoint("club", 40, root(MANY)), Checkpoint("club", 9, root(MANY[:9]))
PROOF = tuple(TREE.consistency(9, MANY[:16]))


def test_a_kept_checkpoint_is_held_against_either_end_of_a_proof():
    step = Step(9, NOW, PROOF)
    assert "extends the checkpoint of 9 lines that you kept" in beside(NOW, OLD, [step]).proven
    assert "both are of one history" in beside(OLD, NOW, [step]).proven
    assert "very checkpoint of 40 lines" in beside(NOW, NOW, []).proven


def test_without_a_proof_between_them_nothing_is_said_of_two_checkpoints():
    assert "Whether it extends the checkpoint of 9" in beside(NOW, OLD, []).not_proven
    assert "Whether it is extended by the checkpoint of 40" in beside(OLD, NOW, []).not_proven


def test_two_roots_of_one_size_are_two_histories():
    other = Checkpoint("club", 40, bytes(32))
    assert "two histories" in beside(NOW, other, []).contradiction
    assert "two histories" in beside(NOW, Checkpoint("club", 9, bytes(32)), [Step(OLD, NOW, PROOF)]).contradiction


def test_a_proof_that_does_not_hold_is_refused():
    with pytest.raises(EvidenceError, match="does not lead from the root of 9 lines to that of 40"):
        beside(NOW, Checkpoint("club", 9, bytes(32)), [Step(9, NOW, PROOF)])


def test_a_file_that_is_not_there_is_named(book):
    with pytest.raises(EvidenceError, match=r"nowhere\.json cannot be read"):
        verify(Path("nowhere.json"), book.signer.vkey)


def test_a_checkpoint_of_another_name_is_no_ledgers_whoever_signed_it(book, tmp_path):
    path = tmp_path / "checkpoint"
    path.write_bytes(book.signer.note(f"other.example/x\n5\n{b64encode(bytes(32)).decode()}\n"))
    with pytest.raises(EvidenceError, match=r"of the ledger other\.example/x, signed by the key of club\.example/test"):
        verify(path, book.signer.vkey)


def test_what_a_bundle_asks_for_and_how_much_it_holds_have_bounds(book, verified):
    book.evening(rounds=1, players=1)

    def asked(value):
        value["hand"]["hand"] = "9" * 65

    def filled(value):
        value["lines"] += [{"line": "", "proof": []}] * (1 << 19)

    for spoil, told in ((asked, "length <= 64"), (filled, "length <= 524288")):
        with pytest.raises(EvidenceError, match=told):
            verified(1, spoil=spoil)
