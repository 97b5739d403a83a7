"""`shoe bulk`: one session in each of several ledgers, on several processes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from cli.boxes import boxes_of
from cli.breaking_off import noticed
from cli.clock import clock_at, clock_option
from cli.errors import INTERRUPTED, REFUSED
from cli.keys import VARIABLE
from cli.options import FILE, FOLDER, as_json, format_option, say
from cli.playing import ENDINGS
from cli.record import answers_of
from cli.watching import moving

if TYPE_CHECKING:
    from ledger.bulk import Outcome


@click.command("bulk")
@click.argument("folder", type=FOLDER)
@click.option("--name", required=True, help="What their names begin with: club.example/t makes club.example/t/1, and so on.")
@click.option("--ledgers", type=click.IntRange(1, 1000), required=True, metavar="N", help="How many ledgers: FOLDER/ledgers/1 to N.")
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes at a time; one for each core unless said.")
@click.option(
    "--rules", "rules_name", required=True, metavar="NAME_OR_FILE", help="A profile (`shoe rules list`) or a rule set of your own."
)
@click.option("--players", required=True, metavar="NAME,NAME…", help="The players in the order of their seats, the same in every ledger.")
@click.option("--boxes", callback=boxes_of, metavar="PLAYER=BOX+BOX,…", help="Who plays which boxes, as for `shoe record`.")
@click.option("--rounds", type=int, metavar="N", help="Rounds in each ledger, instead of the rule set's.")
@click.option("--stack", type=int, metavar="N", help="Each player's money at the start, instead of the rule set's.")
@click.option(
    "--bot", "bots", multiple=True, metavar="[PLAYER=]BOT", help="basic, s17, seed, mimic, stand or random: for one player, or all others."
)
@click.option("--chain", type=int, metavar="N", help="Length of each seed chain, one seed a shoe; 64 + 2 · rounds unless given.")
@click.option("--seed-file", type=FILE, metavar="FILE", help="64 hex digits that fix every session's secret, with its ledger's number.")
@clock_option
@format_option("text", "json")
def command(
    folder: Path,
    name: str,
    ledgers: int,
    jobs: int | None,
    rules_name: str,
    players: str,
    boxes: dict[str, tuple[int, ...]] | None,
    rounds: int | None,
    stack: int | None,
    bots: tuple[str, ...],
    chain: int | None,
    seed_file: Path | None,
    clock: str | None,
    form: str,
) -> int:
    """Record one session of bots in each of N ledgers below FOLDER, several at a time, and sign them.

    The ledgers are FOLDER/ledgers/1 to N, each with its own key in FOLDER/keys; what is not there yet is made, and where the command is run
    again each ledger gets another session. An error in one ledger leaves the others alone. Ctrl-C closes the sessions in play, which every
    audit counts as a finding (T7.1), and begins no other. A passphrase for keys that have one comes from SHOE_PASSPHRASE.
    """
    from ledger import Plan, load_rules, read_secret
    from ledger.bulk import Bulk, record_in_bulk
    from ledger.rules.ruleset import altered

    changes = {"session.rounds": rounds, "session.stack": stack}
    rules = altered(load_rules(rules_name), {key: value for key, value in changes.items() if value is not None}, "--rounds and --stack")
    names = tuple(player.strip() for player in players.split(","))
    plan = Plan(rules, names, {}, boxes=boxes, chain=chain, answers=answers_of(names, bots, None, interactive=False))
    secret = read_secret(seed_file) if seed_file else None
    bulk = Bulk(folder, name, ledgers, plan, clock_at(clock), secret, os.environ.get(VARIABLE))
    with moving(ledgers * rules.session.rounds) as watch, noticed() as stop:
        outcomes = record_in_bulk(bulk, jobs or os.cpu_count() or 1, watch=watch, stop=stop)
    return _told(outcomes, form)


def _told(outcomes: list[Outcome], form: str) -> int:
    """Tell what came of each ledger; the exit status."""
    from ledger.bulk import failed

    for line in [as_json([_as_object(outcome) for outcome in outcomes])] if form == "json" else _as_text(outcomes):
        click.echo(line)
    for outcome in outcomes:
        for warning in outcome.recorded.warnings if outcome.recorded else ():
            say(f"shoe: ledger {outcome.number}: {warning}")
        if outcome.error:
            say(f"shoe: ledger {outcome.number}: {outcome.error}")
    interrupted = _say_what_was_broken_off(outcomes)
    recorded = [outcome for outcome in outcomes if outcome.recorded]
    if recorded:
        rest = ", and so on for each ledger that has its session" if len(recorded) > 1 else ""
        say(f"Next: shoe audit {recorded[-1].ledger} --vkey {recorded[-1].keys / 'verifier.vkey'}{rest}.")
    return INTERRUPTED if interrupted else REFUSED if failed(outcomes) else 0


def _say_what_was_broken_off(outcomes: list[Outcome]) -> bool:
    """Whether Ctrl-C kept anything from being played to its end."""
    stopped = sum(outcome.recorded is not None and outcome.recorded.reason == "stopped" for outcome in outcomes)
    not_begun = sum(outcome.recorded is None and not outcome.error for outcome in outcomes)
    if stopped:
        sessions = "1 session was broken off before its" if stopped == 1 else f"{stopped} sessions were broken off before their"
        say(f"shoe: {sessions} last round, which every audit counts as a finding (T7.1).")
    if not_begun:
        say("shoe: it was broken off before every ledger had its session.")
    return bool(stopped or not_begun)


def _as_object(outcome: Outcome) -> dict[str, Any]:
    return {
        "ledger": str(outcome.ledger),
        "keys": str(outcome.keys),
        "recorded": attrs.asdict(outcome.recorded) if outcome.recorded else None,
        "error": outcome.error or None,
    }


def _as_text(outcomes: Iterable[Outcome]) -> Iterator[str]:
    for outcome in outcomes:
        if done := outcome.recorded:
            rounds = "1 round" if done.rounds == 1 else f"{done.rounds} rounds"
            yield (
                f"Ledger {outcome.number}, session {done.session}: {rounds}, {ENDINGS[done.reason]}. "
                f"The ledger has {done.size} lines and is signed."
            )
