"""Checks of sessions and of the ledger as a whole: an honest ledger, one thing changed, signed anew."""

import hashlib
import json

import pytest

from audit import audit_ledger
from tests.support.packing import HAND_WRITTEN, packed


def honest(book, change=None):
    """Two sessions, and one change of them."""
    book.evening(session=1, players=3, rounds=6)
    book.evening(session=2, players=2, rounds=3)
    if change:
        change(book)


def played(book, *logs, **options):
    """A session of hand-written logs."""
    book.session(*logs, **options)
    return HAND_WRITTEN


def of(book, kind, session=1):
    return next(record for record in book.records if record["record"] == kind and record.get("session") == book.sessions[session - 1])


def rounds(book, session=1):
    return [record for record in book.records if record["record"] == "round" and record["session"] == book.sessions[session - 1]]


def renumber(book):
    """Give the lines that are left their places and links, as a careful forger would."""
    last: dict[int, int] = {}
    for seq, record in enumerate(book.records[1:], book.lines_before + 1):
        record["seq"] = seq
        if "session" in record:
            record["prev"] = 0 if record["record"] == "open" else last.get(record["session"], 0)
            last[record["session"]] = seq


def drop(book, record):
    book.records.remove(record)
    renumber(book)


def field(kind, name, value):
    def change(book):
        of(book, kind)[name] = value

    return change


CHANGES = {
    "a line's own number": (lambda b: rounds(b)[2].update(seq=3), {"line-seq"}),
    "a link": (lambda b: rounds(b)[2].update(prev=3), {"line-prev"}),
    "an open that links somewhere": (field("open", "prev", 1), {"line-prev", "card", "entropy"}),
    "a round's number": (lambda b: rounds(b)[2].update(round=7), {"round-number"}),
    "a round dropped": (lambda b: drop(b, rounds(b)[2]), {"round-number", "seed-chain", "shoe-sequence"}),
    "the last round dropped": (lambda b: drop(b, rounds(b)[-1]), {"rounds-played", "close-reason"}),
    "a balance before": (lambda b: rounds(b)[2]["before"].__setitem__(1, 1000), {"balance-before", "balance-after", "conservation"}),
    "a balance after": (lambda b: rounds(b)[2]["after"].__setitem__(1, 1000), {"balance-before", "balance-after", "conservation"}),
    "money moved between players": (
        lambda b: rounds(b)[2].update(after=[rounds(b)[2]["after"][0], *(rounds(b)[2]["after"][n] + d for n, d in ((1, 1), (2, -1), (3, 0)))]),
        {"balance-before", "balance-after"},
    ),
    "a balance too many": (lambda b: rounds(b)[2]["after"].append(0), {"accounts"}),
    "a balance too few": (lambda b: rounds(b)[2]["before"].pop(), {"accounts", "balance-before", "balance-after", "conservation"}),
    "the banker": (lambda b: rounds(b)[2].update(banker=1), {"banker"}),
    "a seed": (lambda b: rounds(b)[2]["shoes"][0].update(seed="00" * 32), {"seed-chain", "card"}),
    "a shoe's number": (lambda b: rounds(b)[2]["shoes"][0].update(index=9), {"shoe-list", "seed-chain", "shoe-end"}),
    "a shoe's first card": (lambda b: rounds(b)[2]["shoes"][0].update(first=1), {"shoe-list"}),
    "a seed withheld": (lambda b: rounds(b)[2]["shoes"][0].update(seed=None), {"shoe-end", "seed-chain", "shoe-sequence"}),
    "no shoe": (lambda b: rounds(b)[2].update(shoes=[]), {"shoe-list", "shoe-end", "seed-chain", "shoe-sequence"}),
    "a shoe skipped in the log": (lambda b: rounds(b)[2]["log"].__setitem__(0, "D shuffle 9"), {"shoe-list", "shoe-sequence", "shoe-end"}),
    "no shuffle": (lambda b: rounds(b)[2]["log"].pop(0), {"shoe-sequence"}),
    "the commitment": (field("open", "commitment", "00" * 32), {"seed-chain", "card", "entropy"}),
    "a chain's length": (field("open", "chain", 81), {"close-seed", "card", "entropy"}),
    "the hash of the rules": (field("open", "rules_hash", "00" * 32), {"rules-hash", "card", "entropy"}),
    "a name": (field("seat", "name", "Mallory"), {"entropy", "card"}),
    "an entropy": (lambda b: of(b, "start")["entropy"].__setitem__(0, "00" * 32), {"entropy", "card"}),
    "an entropy's hash": (field("seat", "entropy_hash", "00" * 32), {"entropy"}),
    "an entropy too few": (lambda b: of(b, "start")["entropy"].pop(), {"entropy"}),
    "a box": (field("seat", "boxes", [4]), {"stake-players", "balance-after"}),
    "a box of somebody else": (field("seat", "boxes", [2]), {"seats"}),
    "a box beyond the table": (field("seat", "boxes", [9]), {"seats"}),
    "two boxes": (field("seat", "boxes", [1, 4]), {"seats", "stake-players"}),
    "no box": (field("seat", "boxes", []), {"seats", "stake-players"}),
    "a seat's number": (field("seat", "seat", 4), {"seats"}),
    "a stack": (field("seat", "stack", 1000), {"seats", "balance-before"}),
    "whose entropy it is, which nothing here can see": (field("seat", "source", "own"), set()),
    "the start dropped": (lambda b: drop(b, of(b, "start")), {"session-start"}),
    "the close dropped": (lambda b: drop(b, of(b, "close")), {"session-close"}),
    "a close too many": (lambda b: b.records.append(dict(of(b, "close"))) or renumber(b), {"session-order"}),
    "the last seed": (field("close", "seed", "00" * 32), {"close-seed"}),
    "a final balance": (lambda b: of(b, "close")["balances"].__setitem__(1, 1000), {"close-balances"}),
    "a final balance too many": (lambda b: of(b, "close")["balances"].append(0), {"close-balances"}),
    "a reason": (field("close", "reason", "stopped"), {"close-reason"}),
    "a log at the close": (field("close", "log", ["s1 out"]), {"close-log"}),
    "a place": (lambda b: of(b, "close")["standings"][1].update(place=3), {"standings"}),
    "a net": (lambda b: of(b, "close")["standings"][1].update(net=77), {"standings"}),
    "an entry dropped": (lambda b: of(b, "close")["standings"].pop(), {"standings"}),
    "an entry doubled": (lambda b: of(b, "close")["standings"].append(of(b, "close")["standings"][0]), {"standings"}),
    "entries swapped": (lambda b: of(b, "close")["standings"].reverse(), {"standings"}),
    "a seat before its session": (lambda b: b.records.insert(1, dict(of(b, "seat"))) or renumber(b), {"session-order"}),
}  # fmt: skip


@pytest.mark.parametrize(("change", "wanted"), CHANGES.values(), ids=CHANGES)
@packed
def test_a_change_is_found(book, change, wanted):
    found = yield honest(book, change)
    assert wanted <= found
    assert bool(found) == bool(wanted)


def other_vkey(book):
    return type(book.signer)(book.signer.name, b"\x08" * 32).vkey


OF_THE_LEDGER = {
    "a session's number": (lambda b: [r.update(session=3) for r in b.records if r.get("session") == 2], {"session-number"}),
    "a second beginning": (lambda b: b.add("ledger", format=1, height=16, name=b.signer.name, vkey=b.signer.vkey), {"ledger-line"}),
    "the name of the ledger": (lambda b: b.records[0].update(name="club.example/other"), {"ledger-line"}),
    "the key of the ledger": (lambda b: b.records[0].update(vkey=other_vkey(b)), {"ledger-line"}),
}  # fmt: skip


@pytest.mark.parametrize(("change", "wanted"), OF_THE_LEDGER.values(), ids=OF_THE_LEDGER)
def test_a_change_of_the_ledger_itself_is_found(book, change, wanted):
    honest(book, change)
    assert wanted <= {finding.code for finding in book.audit().findings}


@packed
def test_any_change_of_the_rules_changes_every_card(book):
    def change(book):
        opened = of(book, "open")
        opened["rules"]["banker"]["soft17"] = "draw"
        opened["rules_hash"] = hashlib.sha256(json.dumps(opened["rules"], sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    assert {"card", "entropy"} <= (yield honest(book, change))


@packed
def test_two_sessions_of_one_commitment_are_found(book):
    for session in (1, 2):
        book.evening(session=session)
    of(book, "open", 2)["commitment"] = of(book, "open", 1)["commitment"]
    assert "commitment-unique" in (yield)


def test_a_ledger_by_another_name_than_its_keys_is_found(book):
    """FORMAT §3, §4: the checkpoint and the first line agree, and still it is not that key's ledger."""
    book.evening()
    book.records[0]["name"] = "other.example/x"
    folder = book.write()
    text = (folder / "checkpoint").read_text().partition("\n\n")[0].replace(book.signer.name, "other.example/x")
    (folder / "checkpoint").write_bytes(book.signer.note(f"{text}\n"))
    report = audit_ledger(folder, book.signer.vkey, jobs=1)
    assert [finding.code for finding in report.findings] == ["ledger-line"]


@pytest.mark.parametrize(("last", "chain"), [(80, 77), (80, 83), (40, 30), (3, 3)])
@packed
def test_chains_with_a_seed_in_common_are_found(book, last, chain):
    """FORMAT §6: whoever has seen one of the two sessions knows cards of the other."""
    seeds = book.evening().seeds
    sitting = book.begin(2, book.rules_with(session__rounds=2), 2, chain, seeds[last])
    for _ in range(2):
        sitting.play()
    sitting.close("rounds")
    found = yield
    assert {(finding.code, finding.session) for finding in found.findings} == {("commitment-unique", book.sessions[1])}


def test_many_sessions_from_one_chain_are_found_one_by_one(book, rules_with, monkeypatch):
    monkeypatch.setattr("audit.walks.GROUP_STEPS", 100)
    monkeypatch.setattr("audit.passes.LONG_CHAIN", 100)
    seeds = book.evening().seeds
    for session in range(2, 12):
        sitting = book.begin(session, rules_with(session__rounds=1), 1, 80 - session, seeds[80])
        sitting.play()
        sitting.close("rounds")
    assert book.audit().totals == {"commitment-unique": 10}


@packed
def test_names_that_look_alike_are_found(book):
    book.evening(players=2)
    book.records[2]["name"], book.records[3]["name"] = "Ann", "\uff21nn"
    assert "seats" in (yield)


def test_rounds_of_no_session_are_found(book):
    honest(book, lambda book: [record.update(session=9) for record in rounds(book, 2)])
    assert "session-order" in {finding.code for finding in book.audit().findings}


def test_a_history_that_was_not_signed_is_found(book):
    book.evening()
    folder = book.write()
    file = folder / "history" / "00000000.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"banker":0', b'"banker":1', 1))
    report = audit_ledger(folder, book.signer.vkey, jobs=1)
    assert {"root", "banker"} <= {finding.code for finding in report.findings}
    assert report.status == 1


class TestDroppingOut:
    """T7.1: who cannot cover the minimum drops out; the session goes on without them."""

    LOSS = ("1 bet 2", "1 deal TC", "D deal 9S", "1 deal 2D", "D hole 8H", "1 hit KH", "1 bust 0", "D show")
    BOTH = ("1 bet 2", "2 bet 2", "1 deal TC", "2 deal 9C", "D deal 9S", "1 deal 2D", "2 deal 9D", "D hole 8H",
        "1 hit KH", "1 bust 0", "2 stand", "D show", "2 win 4")  # fmt: skip
    SECOND = ("2 bet 2", "2 deal 9C", "D deal 9S", "2 deal 9D", "D hole 8H", "2 stand", "D show", "2 win 4")

    @packed
    def test_it_is_written_at_the_front_of_the_next_round(self, book):
        assert (yield played(book, self.BOTH, ["s1 out", *self.SECOND], self.SECOND, players=2, session__stack=2)) == set()

    @packed
    def test_it_may_not_be_missing(self, book):
        assert (yield played(book, self.BOTH, self.SECOND, players=2, session__stack=2)) == {"dropping-out"}

    @packed
    def test_it_may_not_come_twice(self, book):
        assert "dropping-out" in (
            yield played(book, self.BOTH, ["s1 out", *self.SECOND], ["s1 out", *self.SECOND], players=2, session__stack=2)
        )

    @packed
    def test_nobody_else_drops_out(self, book):
        assert "dropping-out" in (yield played(book, ["s1 out", *self.BOTH], players=2))

    @packed
    def test_who_has_dropped_out_does_not_stake(self, book):
        assert "stake-players" in (yield played(book, self.BOTH, ["s1 out", *self.BOTH], players=2, session__stack=2))

    @packed
    def test_no_round_is_played_where_nobody_stakes(self, book):
        alone = ["s1 out", "D deal 5D", "D hole 8D", "D show"]
        assert (yield played(book, self.LOSS, alone, session__stack=2)) == {"stake-nobody"}

    @packed
    def test_when_nobody_is_left_the_close_says_so(self, book):
        sitting = book.begin(1, book.rules_with(session__stack=2, session__rounds=5), 1)
        sitting.write(self.LOSS)
        sitting.close("players", ["s1 out"])
        assert (yield) == {"card"}

    @pytest.mark.parametrize(("reason", "log", "code"), [
        ("players", [], "close-log"),
        ("players", ["s1 out", "s1 out"], "close-log"),
        ("players", ["s2 out"], "close-log"),
        ("rounds", ["s1 out"], "rounds-played"),
        ("stopped", [], "rounds-played"),
        ("seeds", [], "close-reason"),
    ])  # fmt: skip
    @packed
    def test_a_close_that_says_it_wrongly_is_found(self, book, reason, log, code):
        sitting = book.begin(1, book.rules_with(session__stack=2, session__rounds=5), 1)
        sitting.write(self.LOSS)
        sitting.close(reason, log)
        assert code in (yield)

    @packed
    def test_a_session_may_run_out_of_seeds(self, book):
        sitting = book.begin(1, book.rules_with(session__rounds=5), 1, chain=1)
        sitting.write(self.LOSS)
        sitting.close("seeds")
        assert (yield) == {"card"}

    @pytest.mark.parametrize(("log", "wanted"), [(["s1 out"], set()), ([], {"close-log"}), (["s2 out"], {"close-log"})])
    @packed
    def test_who_drops_out_when_the_seeds_are_used_up_is_said_at_the_close(self, book, log, wanted):
        sitting = book.begin(1, book.rules_with(session__stack=2, session__rounds=5), 2, chain=1)
        sitting.write(self.BOTH)
        sitting.close("seeds", log)
        assert (yield) == wanted | {"card"}

    @packed
    def test_a_director_who_stops_early_is_told(self, book):
        sitting = book.begin(1, book.rules_with(session__rounds=5), 1)
        sitting.write(self.LOSS)
        sitting.close("stopped")
        assert (yield) == {"card", "rounds-played"}


class TestLeaving:
    """Leaving is allowed before any round; nobody comes back."""

    BOTH, SECOND = TestDroppingOut.BOTH, TestDroppingOut.SECOND
    THREE = ("1 bet 2", "2 bet 2", "3 bet 2", "1 deal TC", "2 deal 9C", "3 deal 9H", "D deal 9S", "1 deal 2D", "2 deal 9D", "3 deal 9S",
        "D hole 8H", "1 hit KH", "1 bust 0", "2 stand", "3 stand", "D show", "2 win 4", "3 win 4")  # fmt: skip
    THIRD = ("3 bet 2", "3 deal 9C", "D deal 9S", "3 deal 9D", "D hole 8H", "3 stand", "D show", "3 win 4")

    @packed
    def test_who_leaves_stakes_no_more(self, book):
        assert (yield played(book, self.BOTH, ["s1 leave", *self.SECOND], self.SECOND, players=2)) == set()

    @packed
    def test_who_has_left_does_not_stake(self, book):
        assert "stake-players" in (yield played(book, self.BOTH, ["s1 leave", *self.BOTH], players=2))

    @pytest.mark.parametrize("log", [["s1 leave", "s1 leave"], ["s3 leave"], ["s1 leave", "s1 out"]])
    @packed
    def test_nobody_leaves_twice_and_nobody_leaves_who_is_not_there(self, book, log):
        assert "leaving" in (yield played(book, self.BOTH, [*log, *self.SECOND], players=2))

    @packed
    def test_who_left_in_an_earlier_round_does_not_leave_again(self, book):
        assert "leaving" in (yield played(book, self.BOTH, ["s1 leave", *self.SECOND], ["s1 leave", *self.SECOND], players=2))

    @packed
    def test_who_has_dropped_out_leaves_no_more(self, book):
        rounds = (self.BOTH, ["s1 out", *self.SECOND], ["s1 leave", *self.SECOND])
        assert (yield played(book, *rounds, players=2, session__stack=2)) == {"dropping-out"}

    @packed
    def test_who_leaves_just_then_does_not_drop_out(self, book):
        assert (yield played(book, self.BOTH, ["s1 leave", *self.SECOND], players=2, session__stack=2)) == set()

    @pytest.mark.parametrize(("log", "wanted"), [
        (["s2 leave", "s1 out"], set()),
        (["s1 out", "s2 leave"], {"event-order"}),
        (["s2 leave", "s1 leave"], {"event-order"}),
    ], ids=", ".join)  # fmt: skip
    @packed
    def test_who_leaves_stands_before_who_drops_out_and_each_by_seat(self, book, log, wanted):
        assert (yield played(book, self.THREE, [*log, *self.THIRD], players=3, session__stack=2)) == wanted

    @pytest.mark.parametrize(("log", "wanted"), [
        (["s2 leave", "s3 leave", "s1 out"], set()),
        (["s3 leave", "s2 leave", "s1 out"], {"close-log"}),
        (["s1 out", "s2 leave", "s3 leave"], {"close-log"}),
        (["s2 leave", "s3 leave", "s3 leave", "s1 out"], {"close-log"}),
    ], ids=", ".join)  # fmt: skip
    @packed
    def test_at_the_close_too(self, book, log, wanted):
        sitting = book.begin(1, book.rules_with(session__stack=2, session__rounds=5), 3)
        sitting.write(self.THREE)
        sitting.close("players", log)
        assert (yield) == wanted | {"card"}

    @packed
    def test_who_has_dropped_out_does_not_leave_at_the_close(self, book):
        sitting = book.begin(1, book.rules_with(session__stack=2, session__rounds=5), 2)
        sitting.write(self.BOTH)
        sitting.write(["s1 out", *self.SECOND])
        sitting.close("players", ["s1 leave", "s2 leave"])
        assert (yield) == {"card", "close-log"}

    @packed
    def test_the_last_ones_may_leave_before_a_round_that_never_comes(self, book):
        sitting = book.begin(1, book.rules_with(session__rounds=5), 1)
        sitting.write(TestDroppingOut.LOSS)
        sitting.close("players", ["s1 leave"])
        assert (yield) == {"card"}

    @packed
    def test_nobody_leaves_after_the_last_round(self, book):
        sitting = book.begin(1, book.rules_with(session__rounds=1), 1)
        sitting.write(TestDroppingOut.LOSS)
        sitting.close("rounds", ["s1 leave"])
        assert "close-log" in (yield)


@packed
def test_a_shoe_that_goes_on_keeps_one_seed_for_a_reshuffle(book):
    """G6: a session closes for want of seeds when a further round could need one too many."""
    rules = book.rules_with(session__rounds=5, shoe__reshuffle="cut-card", shoe__penetration_left=310)
    sitting = book.begin(1, rules, 1, chain=2)
    sitting.play()
    sitting.close("seeds")
    assert (yield) == set()


class TestBeyondTheChain:
    """FORMAT §6: no shoe without a seed that the commitment binds, and nothing unsealed in a session that is closed."""

    @packed
    def test_a_shoe_whose_seed_will_never_be_told_is_found(self, book):
        sitting = book.begin(1, book.rules_with(session__rounds=3, shoe__reshuffle="cut-card", shoe__penetration_left=304), 1, chain=1)
        sitting.seeds.append(b"2" * 32)
        while sitting.rounds < 3:
            sitting.play()
        sitting.seeds.pop()
        sitting.close("rounds")
        assert sitting.shoe == 2
        assert (yield) == {"shoe-beyond", "seeds-left", "card"}

    @packed
    def test_a_chain_said_to_be_shorter_is_found(self, book):
        add = book.add
        book.add = lambda kind, *at, **fields: add(kind, *at, **fields | ({"chain": 3} if kind == "open" else {}))
        sitting = book.evening(rounds=5)
        book.records[-1]["seed"] = sitting.seeds[3].hex()
        found = yield
        assert {(finding.code, finding.round) for finding in found.findings} == {
            (code, number) for code in ("shoe-beyond", "seeds-left") for number in (4, 5)
        }

    @packed
    def test_cards_of_a_shoe_that_stays_sealed_are_found(self, book):
        book.evening(rounds=3)
        rounds(book)[1]["shoes"][0]["seed"] = None
        assert {"card", "shoe-end", "seed-chain"} <= (yield)
