"""Makes the samples anew, and chooses the demonstration's cards: for when a change of the rule sets has changed every `open` line.

    python samples/remake.py

finds an evening, T8.1, T8.2 and the secret in `cli/demo.py` again (a minute or two), and records them with a new key that
nobody keeps. All but the key follows from the program.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs
from grind import PLAYER, RULES, grind

from audit.story.choice import eventful_hand
from cli import demo
from ledger import KeyFolder, LedgerError, Plan, RuleSet, Script, SteppingClock, create_ledger, load_rules, make_bot, record
from ledger.cheating import AT_ANY_TABLE, tamper
from ledger.players.source import Source
from ledger.sheet import Sheet
from ledger.table.ask import INSURANCE, STAKES, Ask
from ledger.table.company import FinishedRound

HERE = Path(__file__).parent
DEMO = HERE.parent / "cli" / "demo.py"
NAME = "samples.example/sealed-shoe"
BEGUN, EVENING, T81, T82 = "2026-01-01T19:59:00Z", "2026-01-01T20:00:00Z", "2026-01-02T20:00:00Z", "2026-01-02T21:00:00Z"
SEATS = {"Ann": "s17", "Bo": "seed", "Cy": "mimic"}
INSURER = "Bo"
EXAMPLES = {"t8.1": (T81, "9928K", "1 double"), "t8.2": (T82, "A76?5", "1 hit", "1 stand")}
CHEATS_TRIED = 3

Logs = list[tuple[str, ...]]


@attrs.frozen
class Noted:
    """A player whose decisions are written down as lines of a script."""

    bot: Source
    insures: bool
    lines: list[str]

    def answer(self, ask: Ask) -> str:
        """What the bot says; but an insurer insures."""
        answer = f"{ask.who} insure {ask.affordable}" if self.insures and ask.phase == INSURANCE else self.bot.answer(ask)
        if ask.phase != STAKES or ask.least != ask.most:
            self.lines.append(json.dumps({"round": ask.round, "answer": answer}))
        return answer

    def leaves(self, _round: int, _seat: int) -> bool:
        """Everyone stays."""
        return False


def played(plan: Plan, secret: bytes, clock: SteppingClock) -> Logs:
    """The logs of the rounds of a ledger's first session."""
    groups = Sheet(plan, 1, secret, clock, 1).groups()
    return [finished.log for group in groups for finished in group.played if isinstance(finished, FinishedRound)]


def counted(logs: Logs, pattern: str) -> int:
    """How many events match."""
    return sum(bool(re.fullmatch(pattern, event)) for log in logs for event in log)


def has_all(logs: Logs, least: int) -> bool:
    """A natural, a tie, at least so many splits and doubles, insurances won and lost."""
    several = (r"\S+ split .*", r"\S+ double .*")
    once = (r"\d+ natural .*", r"\S+ push .*", r"\d+ insurance [1-9]\d*", r"\d+ insurance 0")
    return all(counted(logs, pattern) >= least for pattern in several) and all(counted(logs, pattern) for pattern in once)


def evening() -> tuple[bytes, list[str]]:
    """The secret of an eventful evening, and its decisions as lines of a script."""
    rules = load_rules("training")
    for attempt in count():
        secret = sha256(b"evening/%d" % attempt).digest()
        lines: list[str] = []

        def maker(name: str, lines: list[str] = lines) -> Callable[[object, bytes], Source]:
            return lambda _seat, seed: Noted(make_bot(SEATS[name], rules, seed), name == INSURER, lines)

        if has_all(played(Plan(rules, tuple(SEATS), {name: maker(name) for name in SEATS}), secret, SteppingClock(EVENING)), 2):
            return secret, lines
    raise AssertionError


def write(name: str, secret: bytes, lines: list[str]) -> None:
    """One session's secret and script."""
    (HERE / f"{name}.seed").write_text(f"{secret.hex()}\n", encoding="utf-8")
    (HERE / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def scripted(name: str, rules: RuleSet, players: tuple[str, ...]) -> Plan:
    """A session that follows the script of that name."""
    script = Script.read(HERE / f"{name}.jsonl")
    return Plan(rules, players, {player: lambda _seat, _seed: script for player in players})


def samples(folder: Path) -> None:
    """The seeds, scripts and ledger of the samples, with a new key."""
    ledger, keys = folder / "ledger", KeyFolder(folder / "keys")
    vkey = keys.create(NAME)
    create_ledger(ledger, NAME, keys, SteppingClock(BEGUN))
    secret, lines = evening()
    write("evening", secret, lines)
    done = record(ledger, keys, scripted("evening", load_rules("training"), tuple(SEATS)), SteppingClock(EVENING), secret=secret)
    for name, (start, ranks, *answers) in EXAMPLES.items():
        secret = grind(ranks, start, done.size, done.session + 1)
        write(name, secret, [json.dumps({"round": 1, "answer": answer}) for answer in answers])
        done = record(ledger, keys, scripted(name, RULES, (PLAYER,)), SteppingClock(start), secret=secret)
    shutil.rmtree(HERE / "ledger", ignore_errors=True)
    shutil.copytree(ledger, HERE / "ledger", ignore=shutil.ignore_patterns("*.lock"))
    (HERE / "verifier.vkey").write_text(f"{vkey}\n", encoding="utf-8")


def demonstrations() -> Iterator[tuple[int, bytes, Logs]]:
    """Numbers whose ten rounds show a newcomer enough: all that `has_all` wants, and a hand that Ann splits, doubles and wins."""
    for number in count():
        clock, secret = SteppingClock(demo.START), number.to_bytes(32, "big")
        clock.read()  # the ledger's own line
        logs = played(demo.session(), secret, clock)
        if has_all(logs, 1) and any(tells_well([log]) for log in logs):
            yield number, secret, logs


def tells_well(round_log: Logs) -> bool:
    """Whether in this round box 1 splits once, doubles and wins, and the dealer draws."""
    wanted = {r"1 split .*": 1, r"1\.\d double .*": 1, r"1\.\d win .*": 2}
    return all(counted(round_log, pattern) == times for pattern, times in wanted.items()) and counted(round_log, "D draw .*") > 0


def stands_up(secret: bytes, logs: Logs, folder: Path) -> bool:
    """Whether the demonstration explains such a hand, and every way to cheat finds something to change, whatever its seed."""
    ledger, keys, clock = folder / "ledger", KeyFolder(folder / "keys"), SteppingClock(demo.START)
    keys.create(demo.NAME)
    create_ledger(ledger, demo.NAME, keys, clock)
    demo.play(ledger, keys, clock, secret)
    round_number, hand = eventful_hand(ledger, 1)
    return hand == "1" and tells_well([logs[round_number - 1]]) and cheats_apply(ledger, folder)


def cheats_apply(ledger: Path, folder: Path) -> bool:
    """Whether every kind of change applies."""
    for kind in AT_ANY_TABLE:
        for seed in range(CHEATS_TRIED):
            copy = folder / f"{kind}-{seed}"
            shutil.copytree(ledger, copy)
            try:
                tamper(copy, folder / "keys", kind, seed)
            except LedgerError:
                return False
    return True


def demonstration() -> int:
    """Write the first number that stands up into the demonstration."""
    for number, secret, logs in demonstrations():
        with TemporaryDirectory() as name:
            if stands_up(secret, logs, Path(name)):
                text = DEMO.read_text(encoding="utf-8")
                DEMO.write_text(re.sub(r"(?m)^SECRET = .*$", f'SECRET = ({number}).to_bytes(32, "big")', text), encoding="utf-8")
                return number
    raise AssertionError


if __name__ == "__main__":
    print(f"cli/demo.py: SECRET is now {demonstration()}")
    with TemporaryDirectory() as name:
        samples(Path(name))
    print("samples/: seeds, scripts, ledger and verifier key are new. Read `shoe demo`, run the tests, commit.")
