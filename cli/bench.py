"""`shoe bench`: what this machine does in a second, and what each profile costs beside the training table."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median

import click

from cli.options import as_json, format_option, say

REPEATS = 3


@click.command("bench")
@click.option("--rounds", type=click.IntRange(100, 1_000_000), default=100_000, show_default=True, help="Rounds of six boxes to record.")
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes for the audit; one for each core unless said.")
@click.option(
    "--profile",
    "profiles",
    multiple=True,
    metavar="NAME",
    help="What an event of this profile costs beside one of the training table; several times, or `all`.",
)
@format_option("text", "json")
def command(rounds: int, jobs: int | None, profiles: tuple[str, ...], form: str) -> None:
    """Record a session of six boxes (bot `seed`), audit it, and read the same files with a bare DuckDB query to compare.

    With --profile, sessions of profiles are recorded and audited on one core, three times in turn, and the median cost of an event is
    compared. Everything happens in a temporary folder.
    """
    if profiles:
        costs = _costs(_names(profiles), rounds)
        click.echo(as_json(costs) if form == "json" else _compared(costs))
    else:
        figures = _figures(rounds, jobs)
        click.echo(as_json(figures) if form == "json" else _text(figures))


def _figures(rounds: int, jobs: int | None) -> dict[str, int | float]:
    from audit.bench import measure_audit, measure_bare_read
    from ledger.bench import measure_recording

    with tempfile.TemporaryDirectory(prefix="shoe-bench-") as folder:
        say(f"Recording {rounds:,} rounds of six boxes …")
        recording = measure_recording(Path(folder), rounds)
        say("Auditing them …")
        audited = measure_audit(recording.ledger, recording.vkey, jobs)
        say("Reading the same files with DuckDB alone …")
        bare = measure_bare_read(recording.ledger)
    return {
        "rounds": rounds,
        "player_rounds": rounds * recording.players,
        "history_bytes": recording.size,
        "recording_seconds": round(recording.seconds, 3),
        "player_rounds_a_second": round(recording.rate),
        "audit_seconds": round(audited.seconds, 3),
        "audit_jobs": audited.jobs,
        "audit_status": audited.status,
        "bare_read_seconds": round(bare, 3),
        "audit_to_bare_read": round(audited.seconds / bare, 2),
        "recording_to_audit": round(recording.seconds / audited.seconds, 2),
    }


def _text(f: dict[str, int | float]) -> str:
    size, rate = f["history_bytes"] / 1e6, f["player_rounds_a_second"]
    return "\n".join(
        [
            f"recorded   {f['rounds']:,} rounds, {size:.1f} MB, in {f['recording_seconds']:.2f} s on one core: {rate:,} player-rounds/s",
            f"audited    in {f['audit_seconds']:.2f} s with {f['audit_jobs']} processes (exit status {f['audit_status']})",
            f"bare read  in {f['bare_read_seconds']:.2f} s: read_ndjson(columns=…) of the same files, which checks nothing",
            f"ratios     audit to bare read {f['audit_to_bare_read']}, recording to audit {f['recording_to_audit']}",
        ]
    )


def _names(profiles: tuple[str, ...]) -> list[str]:
    """The profiles asked for, the training table first."""
    from ledger.rules.ruleset import load_profile, profile_names

    names = list(profile_names()) if "all" in profiles else list(dict.fromkeys(profiles))
    for name in names:
        load_profile(name)
    return ["training", *(name for name in names if name != "training")]


def _costs(names: list[str], rounds: int) -> list[dict[str, str | int | float]]:
    """By profile: events a round, and the processor's µs an event for recording and for auditing."""
    from audit.bench import measure_audit
    from ledger.bench import measure_recording

    recorded: dict[str, list[float]] = {name: [] for name in names}
    audited: dict[str, list[float]] = {name: [] for name in names}
    costs: dict[str, dict[str, str | int | float]] = {}
    for turn in range(1, REPEATS + 1):
        for name in names:
            say(f"{turn} of {REPEATS}: {rounds:,} rounds of {name} …")
            with tempfile.TemporaryDirectory(prefix="shoe-bench-") as folder:
                recording = measure_recording(Path(folder), rounds, name)
                audit = measure_audit(recording.ledger, recording.vkey, jobs=1)
            recorded[name].append(1e6 * recording.processor_seconds / recording.events)
            audited[name].append(1e6 * audit.processor_seconds / recording.events)
            costs[name] = {
                "profile": name,
                "rounds": recording.rounds,
                "events_a_round": round(recording.events / recording.rounds, 1),
                "recording_us_an_event": round(median(recorded[name]), 2),
                "audit_us_an_event": round(median(audited[name]), 2),
                "audit_status": audit.status,
            }
    first = names[0]
    for name in names:
        costs[name]["recording_to_training"] = round(median(recorded[name]) / median(recorded[first]), 2)
        costs[name]["audit_to_training"] = round(median(audited[name]) / median(audited[first]), 2)
    return list(costs.values())


def _compared(costs: list[dict[str, str | int | float]]) -> str:
    lines = [
        f"{'profile':<20} {'events':>8} {'recording':>20} {'audit':>20}",
        f"{'':<20} {'a round':>8}" + 2 * f" {'µs an event  ratio':>20}",
    ]
    for cost in costs:
        recording = f"{cost['recording_us_an_event']:.2f}  {cost['recording_to_training']:>5.2f}"
        audit = f"{cost['audit_us_an_event']:.2f}  {cost['audit_to_training']:>5.2f}"
        lines.append(f"{cost['profile']:<20} {cost['events_a_round']:>8} {recording:>20} {audit:>20}")
    return "\n".join(lines)
