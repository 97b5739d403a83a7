"""`shoe audit`: check a whole ledger."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import (
    FILE,
    FOLDER,
    as_json,
    format_option,
    known_option,
    ledger_argument,
    memory_size,
    new_file,
    policy_option,
    refuse_inside,
    say,
    vkey_option,
    written,
)
from cli.progress import progress

WRITES = "Write everything that was read and found to this DuckDB database, which holds one ledger: another ledger's is replaced."


@click.command("audit")
@ledger_argument
@vkey_option(required=True, says="The ledger's verifier key, or a file that holds it.")
@click.option("--db", type=FILE, metavar="FILE", help=WRITES)
@known_option(multiple=True, says="A checkpoint that somebody kept, which the ledger must extend; may be given several times.")
@policy_option(required=False, says="Which witnesses must have cosigned the checkpoint (C2SP tlog-policy).")
@click.option("--receipts", type=FOLDER, metavar="DIR", help="Receipts that players kept (*.receipt), which the ledger must bear out.")
@click.option(
    "--equivocation", type=FILE, callback=new_file, metavar="FILE", help="Where a checkpoint shows two histories, write the proof to FILE."
)
@format_option("text", "json")
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes to work with; one for each core unless said.")
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Work on a Dask cluster: the address of its scheduler, or `local` for one made here. Needs `sealedshoe[cluster]`.",
)
@click.option(
    "--remember",
    type=FOLDER,
    metavar="DIR",
    help="Remember in DIR, a folder of your own, what each part came to, and don't judge again what this version judged before.",
)
@click.option(
    "--memory-limit", callback=memory_size, metavar="SIZE", help="Memory that the database engine may take in each process, such as 2GB."
)
@click.pass_context
def command(
    ctx: click.Context,
    ledger: Path,
    vkey: str,
    db: Path | None,
    known: tuple[Path, ...],
    policy: Path | None,
    receipts: Path | None,
    equivocation: Path | None,
    form: str,
    jobs: int | None,
    cluster: str | None,
    remember: Path | None,
    memory_limit: str | None,
) -> None:
    """Check every line, card, decision and payment of LEDGER, trusting nothing but the verifier key.

    Where a line is named, lines are counted from 0.

    Exit status: 0 clean, 1 findings, 2 used wrongly or could not write, 3 could not verify.
    """
    for option, path in (("--db", db), ("--remember", remember), ("--equivocation", equivocation)):
        refuse_inside(ledger, option, path)
    if cluster is not None:
        from audit.cluster import check_address

        check_address(cluster)
    from audit.passes import Wishes
    from audit.report_text import as_object, as_text
    from audit.run import audit_ledger

    with progress("Auditing") as moved:
        wishes = Wishes(memory_limit=memory_limit, remember=remember, cluster=cluster, progress=moved)
        report = audit_ledger(ledger, vkey, database=db, known=known, policy=policy, receipts=receipts, jobs=jobs, wishes=wishes)
    click.echo(as_json(as_object(report)) if form == "json" else as_text(report).rstrip("\n"))
    if db is not None:
        say(f"Next: shoe stats {db};  shoe report {db} -o report.html")
    if equivocation and report.evidence:
        written(report.evidence.encode(), equivocation)
        say(f"{equivocation}: two histories signed under one name; anybody checks it with `shoe verify {equivocation} --vkey VKEY`.")
    elif equivocation:
        say(f"No two signed histories were found, so {equivocation} was not written.")
    ctx.exit(report.status)
