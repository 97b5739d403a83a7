"""Recording against three Python engines that record nothing: player-rounds a second, interleaved in one run, and their ratios.

    python benchmarks/engines.py --rounds 10000 --repeats 5 --format json

blackjack21, jackblack and py21 are installed from PyPI into an environment each, in a temporary folder. All play the same: so many players,
six decks, hit below 17 and else stand, never double, split or insure; a new shoe for every round, or one shuffled with a quarter left.
Ours plays the training table with its bot `mimic` and signs what happens: canonical lines, hashes, fsync, 4,096 rounds a commit.
`training` is our own with six boxes and the bot `seed`, which doubles and splits, beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent
DECKS = 6
OURS, TRAINING = "sealedshoe", "training"
ENGINES = {
    "blackjack21": ("blackjack21==5.0.0",),
    "jackblack": ("jackblack==0.8.0",),
    # It imports altair without asking for it, and what numpy 2 keeps under a name that it warns of.
    "py21": ("py21==1.6.0", "altair==6.3.0", "numpy==2.4.6", "pandas==3.1.1", "paramtools==0.20.0"),
}
POLICIES = ("every-round", "0.25")
"""A new shoe for every round, or a shuffle before the round that finds this part of the shoe left, or less."""


def environment(folder: Path, name: str) -> Path:
    """The interpreter of a new environment that holds one engine."""
    venv.create(folder / name, with_pip=True)
    python = folder / name / "bin" / "python"
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *ENGINES[name]]
    subprocess.run(install, check=True, stdout=sys.stderr)  # noqa: S603 - our own command
    return python


def run(python: Path, script: str, *arguments: object) -> dict[str, float]:
    """What a script under `rounds/` measures in a process of its own."""
    command = [python, "-W", "ignore", HERE / "rounds" / f"{script}_rounds.py", *map(str, arguments)]
    paths = os.pathsep.join(filter(None, (str(HERE.parent), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths})  # noqa: S603 - the same
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def one_turn(pythons: dict[str, Path], rounds: int, players: int, policy: str) -> dict[str, dict[str, float]]:
    """Every engine once, one after another, ours with both of its bots."""
    ours = Path(sys.executable)
    return {
        OURS: run(ours, "sealed_shoe", rounds, players, DECKS, policy, "mimic"),
        **{name: run(python, name, rounds, players, DECKS, policy) for name, python in pythons.items()},
        TRAINING: run(ours, "sealed_shoe", rounds, players, DECKS, policy, "seed"),
    }


def compared(turns: list[dict[str, dict[str, float]]], player_rounds: int) -> dict[str, Any]:
    """Medians over the turns; the ratios are medians of those within each turn, so that a busy moment of the machine meets both sides."""
    others = [name for name in turns[0] if name not in {OURS, TRAINING}]

    def middle(name: str, what: str) -> float:
        return median(turn[name][what] for turn in turns)

    def ratio(names: list[str], what: str) -> float:
        return round(median(min(turn[name][what] for name in names) / turn[OURS][what] for turn in turns), 2)

    return {
        "engines": {
            name: {
                "player_rounds_a_second": round(player_rounds / middle(name, "seconds")),
                "microseconds_of_processor": round(1e6 * middle(name, "processor_seconds") / player_rounds, 2),
                "cards_a_round": round(middle(name, "cards_a_round"), 2),
            }
            for name in turns[0]
        },
        "ours_to": {name: ratio([name], "seconds") for name in others},
        "ours_to_fastest": ratio(others, "seconds"),
        "ours_to_fastest_by_processor": ratio(others, "processor_seconds"),
    }


def comparison(rounds: int, repeats: int, players: int) -> dict[str, Any]:
    """The whole comparison, under both policies; subprocess.CalledProcessError where an engine cannot be installed or fails."""
    with tempfile.TemporaryDirectory(prefix="shoe-engines-") as folder:
        pythons = {name: environment(Path(folder), name) for name in ENGINES}
        policies = {
            policy: compared([one_turn(pythons, rounds, players, policy) for _ in range(repeats)], rounds * players) for policy in POLICIES
        }
    return {
        "rounds": rounds,
        "players": players,
        "decks": DECKS,
        "repeats": repeats,
        "strategy": "hit below 17, else stand; never double, split or insure",
        "pins": {name: list(pins) for name, pins in ENGINES.items()},
        "policies": policies,
    }


def as_text(found: dict[str, Any]) -> str:
    """The comparison for people."""
    lines = [f"{found['rounds']} rounds of {found['players']} players, medians of {found['repeats']}: {found['strategy']}"]
    for policy, measured in found["policies"].items():
        lines += ["", "a new shoe for every round" if policy == "every-round" else f"shuffled with {policy} of the shoe left"]
        lines += [
            f"  {name:<12}{figures['player_rounds_a_second']:>9,} player-rounds/s{figures['cards_a_round']:>8.2f} cards a round"
            + (f"   we are {measured['ours_to'][name]:.2f} times as fast" if name in measured["ours_to"] else "")
            for name, figures in measured["engines"].items()
        ]
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--players", type=int, default=6, choices=range(1, 7))
    parser.add_argument("--format", dest="form", choices=("text", "json"), default="text")
    given = parser.parse_args()
    found = comparison(given.rounds, given.repeats, given.players)
    print(json.dumps(found, indent=2) if given.form == "json" else as_text(found))


if __name__ == "__main__":
    main()
