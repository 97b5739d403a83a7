"""Sessions as they stand in the ledger, and what a plan is refused for."""

from __future__ import annotations

import errno
import os
from itertools import pairwise

import pytest

from ledger import KeyFolder, Plan, SteppingClock, SystemClock, create_ledger, make_bot, read_secret, record
from ledger.errors import DiskFailed, KeyProblem, LedgerProblem, SessionRefused
from ledger.history.records import Close, InSession, Open, RoundPlayed, SeatTaken, Start, Void, decode
from ledger.players.bots import RandomBot
from ledger.players.source import Interrupted
from ledger.proof.tree import leaf_hash
from ledger.rules.ruleset import load_profile, to_object
from ledger.shoe.chain import SeedChain, entropy_hash
from tests.support.ledgers import NAME, SignedLedger
from tests.support.stacked import round_of, training
from tests.support.tables import Bold

TRAINING = load_profile("training")


def recorded(ledger: SignedLedger, kind):
    """The records of one kind, in order."""
    return [record for line in ledger.history().splitlines() if isinstance(record := decode(line), kind)]


def stand(_seat, seed):
    return make_bot("stand", TRAINING, seed)


@pytest.fixture
def ledger(new_ledger) -> SignedLedger:
    made: SignedLedger = new_ledger()
    return made


def test_a_session_says_by_which_rules_it_is_played(ledger) -> None:
    """FORMAT §4, §5: the whole rule set."""
    ledger.record(training({"split.hands": 3}), {"Ann": stand})
    (opened,) = recorded(ledger, Open)
    assert opened.rules == to_object(training({"split.hands": 3}))
    assert (opened.mode, opened.chain, opened.table) == ("batch", 84, "Table 1")


def test_the_commitment_is_kept(ledger) -> None:
    """FORMAT §6: s_N of the close hashes down to the commitment of the open."""
    ledger.record(TRAINING, {"Ann": stand})
    (opened,), (close,) = recorded(ledger, Open), recorded(ledger, Close)
    chain = SeedChain.ending_in(bytes.fromhex(close.seed), opened.chain)
    assert chain.commitment.hex() == opened.commitment
    rounds = recorded(ledger, RoundPlayed)
    assert [each.shoes[0].seed for each in rounds] == [chain.seeds[each.round].hex() for each in rounds]


def test_the_entropies_are_those_that_were_hashed(ledger) -> None:
    """FORMAT §6."""
    ledger.record(TRAINING, {"Ann": stand, "Борис": stand})
    line = next(line for line in ledger.history().splitlines() if b'"record":"open"' in line)
    seats, (start,) = recorded(ledger, SeatTaken), recorded(ledger, Start)
    assert [(seat.name, seat.seat, seat.boxes, seat.stack, seat.source, seat.key) for seat in seats] == [
        ("Ann", 1, (1,), 100, "house", None),
        ("Борис", 2, (2,), 100, "house", None),
    ]
    expected = [
        entropy_hash(leaf_hash(line), seat.name, bytes.fromhex(entropy)).hex() for seat, entropy in zip(seats, start.entropy, strict=True)
    ]
    assert [seat.entropy_hash for seat in seats] == expected


def test_balances_chain_from_round_to_round(ledger) -> None:
    """FORMAT §4: the first is 0 for the house and the stacks, the last stands in the close; the sum stays."""
    ledger.record(TRAINING, {"Ann": stand, "Bo": lambda _seat, seed: Bold(RandomBot(seed))})
    rounds, (close,) = recorded(ledger, RoundPlayed), recorded(ledger, Close)
    assert rounds[0].before == (0, 100, 100)
    assert all(earlier.after == later.before for earlier, later in pairwise(rounds))
    assert rounds[-1].after == close.balances
    assert {sum(each.after) for each in rounds} == {200}
    assert close.reason == "rounds"


def test_lines_of_a_session_are_linked(ledger) -> None:
    """FORMAT §4: `prev` is the session's line before, 0 in its open."""
    for _ in range(2):
        ledger.record(TRAINING, {"Ann": stand})
    for number in (1, 2):
        lines = [line for line in recorded(ledger, InSession) if line.session == number]
        assert [line.prev for line in lines] == [0, *(line.seq for line in lines[:-1])]


def test_a_person_who_breaks_off_leaves_a_void_round_and_a_closed_session(ledger) -> None:
    """FORMAT §4: stakes returned, seeds revealed, reason `stopped`."""

    class Stops:
        def answer(self, ask) -> str:
            if ask.round == 3:
                raise Interrupted("Ann broke the session off at the terminal")
            return f"{ask.who} {'bet 2' if ask.phase == 'stakes' else 'decline insurance' if ask.phase == 'insurance' else 'stand'}"

        def leaves(self, _round, _seat) -> bool:
            return False

    told = ledger.record(TRAINING, {"Ann": lambda _seat, _seed: Stops()})
    (void,), (close,) = recorded(ledger, Void), recorded(ledger, Close)
    assert (told.rounds, told.reason, close.reason) == (2, "stopped", "stopped")
    assert void.reason == "Ann broke the session off at the terminal"
    assert void.before == void.after == close.balances
    assert all(shoe.seed for shoe in void.shoes)


def test_entropies_and_bots_do_not_follow_from_what_is_published(ledger) -> None:
    """The secret of a session seeds them under labels of their own."""
    seeds: list[bytes] = []

    def made(seat, seed):
        seeds.append(seed)
        return stand(seat, seed)

    ledger.record(TRAINING, {"Ann": made, "Bo": made})
    published = ledger.history().decode()
    assert len(set(seeds)) == 2
    assert all(seed.hex() not in published for seed in seeds)


@pytest.mark.parametrize("chain", [1, 0, 2**24 + 1])
def test_a_chain_of_an_impossible_length_is_refused(chain) -> None:
    with pytest.raises(SessionRefused, match="A seed chain has 2 to 16777216 seeds; change --chain"):
        Plan(TRAINING, ("Ann",), {}, chain=chain).check()


def test_an_unknown_bot_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(SessionRefused, match="There is no bot “x”; choose one of basic, s17, seed, mimic, stand, random"):
        make_bot("x", TRAINING, bytes(32))


@pytest.mark.parametrize("text", ["", "zz" * 32, "ab" * 31, "AB" * 32, "ab" * 33])
def test_a_seed_file_holds_64_digits(tmp_path, text) -> None:
    (tmp_path / "seed").write_text(text)
    with pytest.raises(KeyProblem, match="64 lower-case hexadecimal digits and nothing else"):
        read_secret(tmp_path / "seed")


def test_a_seed_file_that_is_not_there_is_refused(tmp_path) -> None:
    with pytest.raises(KeyProblem, match="cannot be read; give a file with 64 hexadecimal digits"):
        read_secret(tmp_path / "none")


def test_a_seed_file_may_end_in_a_newline(tmp_path) -> None:
    (tmp_path / "seed").write_text("ab" * 32 + "\n")
    assert read_secret(tmp_path / "seed") == b"\xab" * 32


def test_the_stepping_clock_steps_and_the_systems_clock_tells_utc() -> None:
    """FORMAT §2: times."""
    clock = SteppingClock("2026-12-31T23:59:59Z")
    assert [clock.read(), clock.read()] == ["2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z"]
    assert SteppingClock(SystemClock().read()).read().endswith("Z")


@pytest.mark.parametrize("start", ["2026-02-30T00:00:00Z", "2026-1-1T00:00:00Z", "2026-01-01 00:00:00", "now", ""])
def test_a_clock_starts_at_a_time_that_there_is(start) -> None:
    with pytest.raises(ValueError, match=r".*"):
        SteppingClock(start)


@pytest.mark.parametrize(
    ("what", "says"),
    [
        (
            "ledger.history.keys.FileLock.acquire",
            r"cannot be written to \(Permission denied\); recording needs to keep its last note there",
        ),
        ("ledger.history.disk.Disk.append", r"The ledger could not be written \(Permission denied\)"),
        ("ledger.history.disk.Disk.read", r"cannot be read and written \(Permission denied\); check its owner and mode"),
    ],
)
def test_a_folder_without_permission_is_refused(ledger, what, says) -> None:
    """One sentence, no trace."""

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    before = ledger.history()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(what, refused)
        with pytest.raises((LedgerProblem, DiskFailed), match=says):
            ledger.record(TRAINING, {"Ann": stand})
    assert ledger.history() == before


def test_a_place_that_cannot_be_written_is_refused(tmp_path) -> None:
    keys = KeyFolder(tmp_path / "keys")
    keys.create(NAME)
    (tmp_path / "file").write_text("x")
    with pytest.raises(LedgerProblem, match=r"cannot be made|already exists and is not an empty folder"):
        create_ledger(tmp_path / "file" / "ledger", NAME, keys, SteppingClock("2026-01-01T20:00:00Z"))


def test_keys_are_not_written_over(tmp_path) -> None:
    keys = KeyFolder(tmp_path / "keys")
    keys.create(NAME)
    before = (keys.path / "signing.key").read_bytes()
    with pytest.raises(KeyProblem, match="already holds a signing key; one key serves one ledger"):
        keys.create(NAME)
    assert (keys.path / "signing.key").read_bytes() == before


def test_a_seed_gives_the_same_session_to_different_players(new_ledger) -> None:
    """The cards of a session depend on its open line and its entropies: other names, other cards."""
    logs: list[tuple[str, ...]] = []
    for name in ("Ann", "Bo"):
        ledger = new_ledger()
        plan = Plan(TRAINING, (name,), {name: stand})
        record(ledger.path, ledger.keys, plan, ledger.clock, secret=bytes(32), watch=lambda played: logs.append(round_of(played).log))
    assert logs[:10] != logs[10:]
