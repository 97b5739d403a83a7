"""Rounds of our own, recorded: engine, canonical lines, hashes, fsync, signatures; the training table with the bot `mimic`, or another."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time

from timing import CARDS_OF_A_DECK, SAMPLE, STACK

from ledger import KeyFolder, Plan, SteppingClock, create_ledger, make_bot, record
from ledger.rules.ruleset import altered, load_profile
from ledger.rules.tables import RuleSet

NAME, TIME = "bench.example/engines", "2026-01-01T00:00:00Z"
PLAYERS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def rules_of(rounds: int, decks: int, policy: str) -> RuleSet:
    """The training table, with so many decks, shuffled for every round or where this part of the shoe is left."""
    changes = {"session.rounds": rounds, "session.stack": STACK, "pack.decks": decks}
    if policy != "every-round":
        changes |= {"shoe.reshuffle": "cut-card", "shoe.penetration_left": int(float(policy) * decks * CARDS_OF_A_DECK)}
    return altered(load_profile("training"), changes)


def recorded(folder: Path, rules: RuleSet, players: int, bot: str) -> tuple[float, float]:
    """Seconds of the clock and of the processor that a session takes in a new ledger, from opening it on."""
    names = PLAYERS[:players]
    plan = Plan(rules, names, {name: lambda _seat, seed: make_bot(bot, rules, seed) for name in names})
    keys, ledger, clock = KeyFolder(folder / "keys"), folder / "ledger", SteppingClock(TIME)
    keys.create(NAME)
    create_ledger(ledger, NAME, keys, clock)
    began, processor = perf_counter(), process_time()
    record(ledger, keys, plan, clock, secret=bytes(32))
    return perf_counter() - began, process_time() - processor


def main() -> None:
    """Record a session as the arguments say (rounds, players, decks, policy, bot), after a short one, and print what it took."""
    rounds, players, decks, policy, bot = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="shoe-engines-") as folder:
        recorded(Path(folder) / "before", rules_of(SAMPLE, int(decks), policy), int(players), bot)
        seconds, processor = recorded(Path(folder), rules_of(int(rounds), int(decks), policy), int(players), bot)
        history = b"".join(file.read_bytes() for file in (Path(folder) / "ledger" / "history").iterdir())
    logs = [event for line in history.splitlines() for event in json.loads(line).get("log", ())]
    cards = sum(event.split(" ")[1] in {"deal", "hole", "hit", "double", "draw"} for event in logs)
    print(json.dumps({"seconds": seconds, "processor_seconds": processor, "cards_a_round": cards / int(rounds)}))


if __name__ == "__main__":
    main()
