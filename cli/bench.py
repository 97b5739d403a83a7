"""`shoe bench`: what recording and auditing cost on this machine, all of it as ratios within one run."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from cli.options import as_json, format_option


@click.command("bench")
@click.option(
    "--rounds", type=click.IntRange(100, 10_000_000), default=100_000, show_default=True, help="Rounds of six boxes in the largest ledger."
)
@click.option("--repeats", type=click.IntRange(1, 99), default=5, show_default=True, help="Times that each is measured; medians count.")
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes for the audit; one for each core unless said.")
@click.option(
    "--only",
    "parts",
    multiple=True,
    metavar="PART",
    help="Measure just this: audit, growth, incremental, database or hand; several times.",
)
@click.option(
    "--profile",
    "profiles",
    multiple=True,
    metavar="NAME",
    help="What an event of this profile costs beside one of the training table; several times, or `all`.",
)
@format_option("text", "json")
def command(rounds: int, repeats: int, jobs: int | None, parts: tuple[str, ...], profiles: tuple[str, ...], form: str) -> None:
    """Record sessions of six boxes (bot `seed`), audit them, and read the same files with DuckDB alone to compare.

    The parts: `audit`, the whole audit beside that bare read; `growth`, its cost a round and its memory, from ledger to ledger, each ten
    times as large; `incremental`, an audit that remembers, after one round in a hundred is new; `database`, what writing one costs; `hand`,
    one disputed hand, proven and verified. On two cores all of them take two to three minutes.

    With --profile, sessions of profiles are recorded and audited on one core in turn, and the median cost of an event is compared.
    Everything happens in a temporary folder. Recording beside other engines, and live commits beside the bare disk, are measured by the
    scripts in `benchmarks/`.
    """
    from cli import measuring, profile_costs
    from cli.figures import as_text

    if profiles and parts:
        raise click.UsageError("--only chooses what is measured of the training table, and --profile compares profiles: give one of them")
    if profiles:
        costs = profile_costs.costs(profile_costs.names_of(profiles), rounds, repeats)
        click.echo(as_json(costs) if form == "json" else profile_costs.compared(costs))
        return
    unknown = sorted(set(parts) - set(measuring.PARTS))
    if unknown:
        raise click.BadParameter(f"“{unknown[0]}” is not one of {', '.join(measuring.PARTS)}", param_hint="'--only'")
    with tempfile.TemporaryDirectory(prefix="shoe-bench-") as folder:
        figures = measuring.Measuring(Path(folder), rounds, repeats, jobs).figures(parts or tuple(measuring.PARTS))
    click.echo(as_json(figures) if form == "json" else as_text(figures))
