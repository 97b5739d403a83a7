"""`shoe record`: one session, from the first stake to the signed standings."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from cli.boxes import boxes_of
from cli.breaking_off import at_once, noticed
from cli.clock import clock_at, clock_option
from cli.keys import key_folder
from cli.options import FILE, as_json, format_option, keys_option, ledger_argument, say
from cli.watching import watching

if TYPE_CHECKING:
    from ledger.rules.tables import RuleSet
    from ledger.sheet import SourceMaker


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
@click.option("--interactive", is_flag=True, help="People at this terminal, for everyone without a bot.")
@click.option("--chain", type=int, metavar="N", help="Length of the seed chain, one seed a shoe; 64 + 8 · rounds unless given.")
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
    chain: int | None,
    seed_file: Path | None,
    clock: str | None,
    table: str | None,
    form: str,
) -> None:
    """Record one session in LEDGER and sign it.

    Someone must answer for every player: a bot, a script, or a person at this terminal. --rounds and --stack are written into the session's
    rule set. With --interactive, type `leave` to get up after the round, `quit` to break the session off.
    """
    from ledger import Plan, load_rules, read_secret, record
    from ledger.errors import ScriptError
    from ledger.rules.ruleset import altered
    from ledger.sheet import ROUNDS_A_COMMIT

    changes = {"session.rounds": rounds, "session.stack": stack}
    rules = altered(load_rules(rules_name), {name: value for name, value in changes.items() if value is not None}, "--rounds and --stack")
    names = [name.strip() for name in players.split(",")]
    makers, director = _makers(rules, names, bots, script, interactive=interactive)
    plan = Plan(
        rules,
        tuple(names),
        makers,
        boxes=boxes,
        director=director,
        table=table,
        chain=chain,
        rounds_a_commit=1 if interactive else ROUNDS_A_COMMIT,
    )
    secret, folder = read_secret(seed_file) if seed_file else None, key_folder(keys)
    try:
        with watching(plan, interactive=interactive) as watch, noticed() as stop:
            done = record(ledger, folder, plan, clock_at(clock), secret=secret, watch=watch, stop=stop)
    except ScriptError as error:
        raise ScriptError(with_hint(error, seed_file)) from error
    for warning in done.warnings:
        say(f"shoe: {warning}")
    if form == "json":
        click.echo(as_json(attrs.asdict(done)))
        return
    rounds_played = "1 round" if done.rounds == 1 else f"{done.rounds} rounds"
    click.echo(f"Session {done.session}: {rounds_played}, {ENDINGS[done.reason]}. The ledger has {done.size} lines and is signed.")
    if done.reason == "stopped":
        say("Every audit will say that this session was broken off before its last round (T7.1).")
    say(f"Next: shoe standings {ledger} {done.session};  shoe audit {ledger} --vkey {keys / 'verifier.vkey'}")


def with_hint(error: Exception, seed_file: Path | None) -> str:
    """What is wrong with a script, and what else may be: without a seed its cards are others each time."""
    sentence = str(error).removesuffix(".")
    return f"{sentence}." if seed_file else f"{sentence} (without --seed-file each try deals other cards)."


ENDINGS = {
    "rounds": "all that the rules say",
    "players": "after which nobody could stake",
    "seeds": "after which the seed chain was used up",
    "stopped": "then it was broken off",
}


def _makers(
    rules: RuleSet, names: Sequence[str], bots: Sequence[str], script: Path | None, *, interactive: bool
) -> tuple[Mapping[str, SourceMaker], SourceMaker | None]:
    """Who answers for whom, and who for the table itself: a script, where there is one."""
    from ledger import Script, make_bot

    own = _own_bots(names, bots)
    rest = [bot for bot in bots if "=" not in bot]
    if len(rest) + (script is not None) + interactive > 1:
        raise click.UsageError("Only one of --bot NAME, --script and --interactive can answer for the players without a bot of their own")
    for bot in (*own.values(), *rest):
        make_bot(bot, rules, bytes(32))

    makers: dict[str, SourceMaker] = {name: _bot_maker(bot, rules) for name, bot in own.items()}
    without = [name for name in names if name not in makers]
    if script is not None:
        lines = Script.read(script)
        followed: SourceMaker = lambda _seat, _seed: lines  # noqa: E731 - the script is one for all
        makers.update(dict.fromkeys(without, followed))
        return makers, followed
    if interactive:
        makers.update(dict.fromkeys(without, _terminal_maker(names)))
    elif rest:
        makers.update(dict.fromkeys(without, _bot_maker(rest[0], rules)))
    elif without:
        raise click.UsageError(f"Nobody answers for {without[0]}: add --bot NAME, --script FILE or --interactive")
    return makers, None


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


def _bot_maker(bot: str, rules: RuleSet) -> SourceMaker:
    from ledger import make_bot

    return lambda _seat, seed: make_bot(bot, rules, seed)


def _terminal_maker(names: Sequence[str]) -> SourceMaker:
    from ledger import Terminal

    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
        # A byte that is no text is an answer that nobody understands, and is asked for again.
        sys.stdin.reconfigure(errors="replace")
    seats = dict(enumerate(names, 1))
    return lambda _seat, _seed: Terminal(_typed, seats)


def _typed(prompt: str) -> str:
    """A line from the person at the terminal; breaking off with Ctrl-C or Ctrl-D ends the session in good order."""
    from ledger import Interrupted

    click.echo(f"{prompt}: ", err=True, nl=False)
    try:
        with at_once():
            line = sys.stdin.readline()
    except KeyboardInterrupt:
        line = ""
    if not line:
        raise Interrupted("The session was broken off at the terminal.")
    return line
