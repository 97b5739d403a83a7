"""`shoe record`: one session, from the first stake to the signed standings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.boxes import boxes_of
from cli.breaking_off import noticed
from cli.clock import clock_at, clock_option
from cli.errors import INTERRUPTED
from cli.exchange import exchange_options, names_in, waiting
from cli.keys import key_folder
from cli.options import FILE, format_option, keys_option, ledger_argument, receipts_option
from cli.people import at_this_terminal
from cli.playing import play, told
from cli.watching import watching

if TYPE_CHECKING:
    from ledger import Recorded


@click.command("record")
@ledger_argument
@click.option(
    "--rules", "rules_name", required=True, metavar="NAME_OR_FILE", help="A profile (`shoe rules list`) or a rule set of your own."
)
@click.option("--players", required=True, metavar="NAME,NAME…", help="The players in the order of their seats.")
@click.option(
    "--boxes",
    callback=boxes_of,
    metavar="PLAYER=BOX+BOX,…",
    help="Who plays which boxes (Ann=1+2,Bo=3; Cy= for none); one each in order unless given.",
)
@keys_option
@click.option("--rounds", type=int, metavar="N", help="Rounds, instead of the rule set's.")
@click.option("--stack", type=int, metavar="N", help="Each player's money at the start, instead of the rule set's.")
@click.option(
    "--bot", "bots", multiple=True, metavar="[PLAYER=]BOT", help="basic, s17, seed, mimic, stand or random: for one player, or all others."
)
@click.option("--script", type=FILE, metavar="FILE", help="Decisions in JSON Lines, for everyone without a bot; see the README.")
@click.option("--interactive", is_flag=True, help="People at this terminal, for everyone without a bot; the session is live.")
@click.option("--live", is_flag=True, help="A live table for bots and scripts, too: each round is signed before its first card.")
@receipts_option
@click.option("--own", metavar="NAME,NAME…", help="Players who give their own entropy by files in --exchange; the session is live.")
@exchange_options
@click.option("--chain", type=int, metavar="N", help="Length of the seed chain, one seed a shoe; 64 + 2 · rounds unless given.")
@click.option(
    "--seed-file", type=FILE, metavar="FILE", help="64 hex digits that fix the session's secret, to record it again byte for byte."
)
@clock_option
@click.option("--table", metavar="NAME", help="The table's name.")
@format_option("text", "json")
def command(
    ledger: Path,
    rules_name: str,
    players: str,
    boxes: dict[str, tuple[int, ...]] | None,
    keys: Path,
    rounds: int | None,
    stack: int | None,
    bots: tuple[str, ...],
    script: Path | None,
    interactive: bool,
    live: bool,
    receipts: Path | None,
    own: str | None,
    exchange_folder: Path | None,
    wait: float | None,
    chain: int | None,
    seed_file: Path | None,
    clock: str | None,
    table: str | None,
    form: str,
) -> int:
    """Record one session in LEDGER and sign it.

    Someone must answer for every player: a bot, a script, or a person at this terminal. --rounds and --stack are written into the session's
    rule set. With --interactive, type `leave` to get up after the round, `quit` to close the session; `void` and a reason to break the
    round off, `timeout` for somebody who does not answer. Ctrl-C leaves a live session open, to be gone on with by `shoe resume`; any other
    it closes after the round in play, which every audit counts as a finding (T7.1).

    With --own the session waits for files of those players (`shoe seat`), and plays once every entropy is told.
    """
    from ledger import Answering, Plan, Script, live_session, load_rules, read_secret, record
    from ledger.errors import ScriptError
    from ledger.rules.ruleset import altered

    live = live or interactive or own is not None
    if receipts is not None and not live:
        raise click.UsageError("Receipts are given at a live table: add --live or --interactive")
    changes = {"session.rounds": rounds, "session.stack": stack}
    rules = altered(load_rules(rules_name), {name: value for name, value in changes.items() if value is not None}, "--rounds and --stack")
    names = tuple(name.strip() for name in players.split(","))
    answers = answers_of(names, bots, script, interactive=interactive)
    plan = Plan(rules, names, {}, boxes=boxes, table=table, chain=chain, answers=answers, own=names_in(own))
    secret, folder = read_secret(seed_file) if seed_file else None, key_folder(keys)
    done: Recorded | None
    with waiting(exchange_folder, wait) as exchange:
        answering = Answering(Script.read(script) if script else None, at_this_terminal() if interactive else None, exchange)
        plan = answering.give(plan)
        if live:
            with live_session(ledger, folder, plan, clock_at(clock), secret=secret, receipts=receipts) as session:
                done = play(session, ledger, keys, receipts)
            return told(done, ledger, keys, form)
    try:
        with watching(plan, interactive=False) as watch, noticed() as stop:
            done = record(ledger, folder, plan, clock_at(clock), secret=secret, watch=watch, stop=stop)
    except ScriptError as error:
        raise ScriptError(with_hint(error, seed_file)) from error
    status = told(done, ledger, keys, form)
    return INTERRUPTED if done.reason == "stopped" and stop() else status


def with_hint(error: Exception, seed_file: Path | None) -> str:
    """What is wrong with a script, and what else may be: without a seed its cards are others each time."""
    sentence = str(error).removesuffix(".")
    return f"{sentence}." if seed_file else f"{sentence} (without --seed-file each try deals other cards)."


def answers_of(names: Sequence[str], bots: Sequence[str], script: Path | None, *, interactive: bool) -> dict[str, str]:
    """Who answers for whom, in words, and under "" for the table itself: a script, where there is one."""
    own = _own_bots(names, bots)
    rest = [bot for bot in bots if "=" not in bot]
    if len(rest) + (script is not None) + interactive > 1:
        raise click.UsageError("Only one of --bot NAME, --script and --interactive can answer for the players without a bot of their own")
    others = "script" if script is not None else "terminal" if interactive else rest[0] if rest else None
    without = [name for name in names if name not in own]
    if without and others is None:
        raise click.UsageError(f"Nobody answers for {without[0]}: add --bot NAME, --script FILE or --interactive")
    answers = {name: own.get(name) or others or "" for name in names}
    return {**answers, "": "script"} if script is not None else answers


def _own_bots(names: Sequence[str], bots: Sequence[str]) -> dict[str, str]:
    """The bots that are for one player each, by player."""
    own: dict[str, str] = {}
    for name, _, bot in (given.rpartition("=") for given in bots if "=" in given):
        if name not in names:
            raise click.BadParameter(f"“{name}” is not one of --players", param_hint="'--bot'")
        if name in own:
            raise click.BadParameter(f"“{name}” has two bots; leave one out", param_hint="'--bot'")
        own[name] = bot
    return own
