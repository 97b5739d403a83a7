"""What `shoe bench --profile` measures: the cost of an event of each profile beside one of the training table."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median

from cli.options import say


def names_of(profiles: tuple[str, ...]) -> list[str]:
    """The profiles asked for, the training table first."""
    from ledger.rules.ruleset import load_profile, profile_names

    names = list(profile_names()) if "all" in profiles else list(dict.fromkeys(profiles))
    for name in names:
        load_profile(name)
    return ["training", *(name for name in names if name != "training")]


def costs(names: list[str], rounds: int, repeats: int) -> list[dict[str, str | int | float]]:
    """By profile: events a round, and the processor's µs an event for recording and for auditing."""
    from audit.bench import measure_audit
    from ledger.bench import measure_recording

    recorded: dict[str, list[float]] = {name: [] for name in names}
    audited: dict[str, list[float]] = {name: [] for name in names}
    result: dict[str, dict[str, str | int | float]] = {}
    for turn in range(1, repeats + 1):
        for name in names:
            say(f"{turn} of {repeats}: {rounds:,} rounds of {name} …")
            with tempfile.TemporaryDirectory(prefix="shoe-bench-") as folder:
                recording = measure_recording(Path(folder), rounds, name)
                audit = measure_audit(recording.ledger, recording.vkey, jobs=1)
            recorded[name].append(1e6 * recording.processor_seconds / recording.events)
            audited[name].append(1e6 * audit.processor_seconds / recording.events)
            result[name] = {
                "profile": name,
                "rounds": recording.rounds,
                "events_a_round": round(recording.events / recording.rounds, 1),
                "recording_us_an_event": round(median(recorded[name]), 2),
                "audit_us_an_event": round(median(audited[name]), 2),
                "audit_status": audit.status,
            }
    first = names[0]
    for name in names:
        result[name]["recording_to_training"] = round(median(recorded[name]) / median(recorded[first]), 2)
        result[name]["audit_to_training"] = round(median(audited[name]) / median(audited[first]), 2)
    return list(result.values())


def compared(costs: list[dict[str, str | int | float]]) -> str:
    """The costs as a table."""
    lines = [
        f"{'profile':<20} {'events':>8} {'recording':>20} {'audit':>20}",
        f"{'':<20} {'a round':>8}" + 2 * f" {'µs an event  ratio':>20}",
    ]
    for cost in costs:
        recording = f"{cost['recording_us_an_event']:.2f}  {cost['recording_to_training']:>5.2f}"
        audit = f"{cost['audit_us_an_event']:.2f}  {cost['audit_to_training']:>5.2f}"
        lines.append(f"{cost['profile']:<20} {cost['events_a_round']:>8} {recording:>20} {audit:>20}")
    return "\n".join(lines)
