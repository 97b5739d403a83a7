"""`shoe bench`: what this machine does in a second."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from cli.options import as_json, format_option, say


@click.command("bench")
@click.option("--rounds", type=click.IntRange(100, 1_000_000), default=100_000, show_default=True, help="Rounds of six boxes to record.")
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes for the audit; one for each core unless said.")
@format_option("text", "json")
def command(rounds: int, jobs: int | None, form: str) -> None:
    """Record a session of six boxes (bot `seed`), audit it, and read the same files with a bare DuckDB query to compare.

    Everything happens in a temporary folder.
    """
    from audit.bench import measure_audit, measure_bare_read
    from ledger.bench import measure_recording

    with tempfile.TemporaryDirectory(prefix="shoe-bench-") as folder:
        say(f"Recording {rounds:,} rounds of six boxes …")
        recording = measure_recording(Path(folder), rounds)
        say("Auditing them …")
        audited = measure_audit(recording.ledger, recording.vkey, jobs)
        say("Reading the same files with DuckDB alone …")
        bare = measure_bare_read(recording.ledger)
    figures = {
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
    click.echo(as_json(figures) if form == "json" else _text(figures))


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
