"""`shoe demo`: everything once, and then the operator cheats."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from cli.errors import FINDINGS
from cli.stage import lines, step, told

if TYPE_CHECKING:
    from audit.report import Report
    from ledger import Clock, Held, KeyFolder, Plan, Recorded

NAME = "demo.example/tournament"
BOTS = {"Ann": "s17", "Bo": "seed", "Cy": "mimic", "Di": "stand", "Ed": "random", "Flo": "seed"}
START = "2026-01-01T20:00:00Z"
# Fixed, so that everyone sees the same cards. It is the first number whose ten rounds hold insurance lost and won, a natural, a tie, a
# hand that Ann splits, doubles and wins, and something for every cheat: found by trying (samples/remake.py), which is the grinding that
# the audit then says it cannot exclude.
SECRET = (744).to_bytes(32, "big")
SHOWN = 3
QUESTION = "SELECT outcome, count(*) AS hands, sum(net) AS net FROM settlements GROUP BY outcome"


@attrs.frozen
class Files:
    """What the demonstration makes."""

    folder: Path

    @property
    def keys(self) -> Path:
        """The operator's secrets."""
        return self.folder / "keys"

    @property
    def ledger(self) -> Path:
        """What everyone may see."""
        return self.folder / "ledger"

    @property
    def database(self) -> Path:
        """Everything that the audit read."""
        return self.folder / "audit.duckdb"

    @property
    def tampered(self) -> Path:
        """The ledger after the operator's change."""
        return self.folder / "tampered"


@click.command("demo")
@click.option("--tamper", "kind", metavar="KIND", help="What the operator changes in the copy; `--tamper list` names the kinds.")
@click.option("--seed", type=click.IntRange(0, 2**32), default=1, show_default=True, help="Which of the possible changes of that kind.")
@click.option(
    "--dir",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where to work; a new temporary folder unless said.",
)
@click.pass_context
def command(ctx: click.Context, kind: str | None, seed: int, folder: Path | None) -> None:
    """Record a tournament of six players and ten rounds, audit it, and see a cheating operator caught.

    The cheat is one change to a copy of the ledger, hashed and signed again with the true key.
    """
    from ledger.cheating import AT_ANY_TABLE, UNDER_OTHER_RULES

    if kind == "list":
        for name, cheat in AT_ANY_TABLE.items():
            click.echo(f"{name:<16}  {cheat.__doc__}")
        return
    if kind in UNDER_OTHER_RULES:
        raise click.BadParameter(
            f"“{kind}” needs rules that the training table does not have; `shoe demo --tamper list` names what can be changed here",
            param_hint="'--tamper'",
        )
    if kind is not None and kind not in AT_ANY_TABLE:
        raise click.BadParameter(f"“{kind}” is not a kind of change; `shoe demo --tamper list` names them", param_hint="'--tamper'")
    files = Files(_empty(folder))
    vkey = _record(files)
    _audit(files, vkey)
    _standings(files)
    _explain(files)
    caught = _tamper(files, vkey, kind or "payout", seed)
    _next_steps(files)
    ctx.exit(0 if caught else FINDINGS)


def _empty(folder: Path | None) -> Path:
    if folder is None:
        return Path(tempfile.mkdtemp(prefix="shoe-demo-"))
    if folder.exists() and any(folder.iterdir()):
        raise click.BadParameter(f"the folder {folder} is not empty; name a new one", param_hint="'--dir'")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def session() -> Plan:
    """The session that is recorded."""
    from ledger import Plan, load_rules, make_bot

    rules = load_rules("training")
    makers = {name: lambda _seat, seed, bot=bot: make_bot(bot, rules, seed) for name, bot in BOTS.items()}
    return Plan(rules, tuple(BOTS), makers, table="Demo table")


def play(ledger: Path, keys: KeyFolder, clock: Clock, secret: bytes | None = None) -> tuple[Recorded, Held]:
    """Record the session and its ranking in a new ledger; with another secret, other cards."""
    from ledger import Tournament, hold, record

    done = record(ledger, keys, session(), clock, secret=secret or SECRET)
    return done, hold(ledger, keys, Tournament("Demo tournament", sessions=(done.session,)), clock)


def _record(files: Files) -> str:
    from ledger import KeyFolder, SteppingClock, create_ledger

    keys, clock = KeyFolder(files.keys), SteppingClock(START)
    step(1, "A key and a ledger")
    vkey = keys.create(NAME)
    create_ledger(files.ledger, NAME, keys, clock)
    lines([vkey])

    step(2, "Six players, ten rounds")
    done, held = play(files.ledger, keys, clock)
    lines([", ".join(f"{name} ({bot})" for name, bot in BOTS.items()), f"{done.rounds} rounds in {held.size} lines, signed as one tree."])
    return vkey


def _audit(files: Files, vkey: str) -> None:
    step(3, "The audit")
    report = _audited(files.ledger, vkey, files.database)
    lines(_summary(report))


def _standings(files: Files) -> None:
    from audit.standings import standings
    from audit.tabular import as_table

    step(4, "The standings")
    lines(as_table(("place", "name", "net"), ((row.place, row.name, row.net) for row in standings(files.ledger, 1))))


def _explain(files: Files) -> None:
    from audit.explain import as_text, explain
    from audit.story.choice import eventful_hand

    round_, hand = eventful_hand(files.ledger, 1)
    step(5, "One hand, explained", f"hand {hand} of round {round_}")
    lines(as_text(explain(files.ledger, 1, round_, hand)).splitlines())


def _tamper(files: Files, vkey: str, kind: str, seed: int) -> bool:
    from ledger.cheating import tamper

    step(6, "Now the operator cheats")
    shutil.copytree(files.ledger, files.tampered)
    change = tamper(files.tampered, files.keys, kind, seed)
    lines([f"{change.kind}: {change.what} ({change.where})", f"  before    {change.before}", f"  after     {change.after}"])
    report = _audited(files.tampered, vkey, None)
    if not report.findings:
        lines(["The audit found nothing. This should not have happened: please report it."])
        return False
    click.echo()
    for finding in report.findings[:SHOWN]:
        lines(told(finding))
    if len(report.findings) > SHOWN:
        lines([f"and {len(report.findings) - SHOWN} more."])
    return True


def _next_steps(files: Files) -> None:
    folder = files.folder
    step(7, "Yours to try", str(folder))
    lines(
        [
            f"{'ledger/':<16} the history and its signed checkpoint, which anyone may read",
            f"{'keys/':<16} the signing key and the session's secret, which nobody else may",
            f"{'audit.duckdb':<16} everything that the audit read, as tables",
            f"{'tampered/':<16} the ledger that the operator changed",
            "",
            f"shoe audit {files.tampered} --vkey {files.keys / 'verifier.vkey'}",
            f"shoe explain {files.ledger} 1/1",
            f"shoe stats {files.database}",
            f'shoe sql {files.database} "{QUESTION}"',
            f"shoe report {files.database} -o {folder / 'report.html'}",
            "shoe demo --tamper list",
        ]
    )


def _audited(ledger: Path, vkey: str, database: Path | None) -> Report:
    from audit.run import audit_ledger

    return audit_ledger(ledger, vkey, database=database)


def _summary(report: Report) -> Iterable[str]:
    from audit.report_text import as_text

    return as_text(report).splitlines()
