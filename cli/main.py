"""The command `shoe`: finds the command's module, runs it, and turns every error into one sentence and an exit status.

0 done, or clean; 1 the audit has findings; 2 used wrongly, refused, or could not write; 3 could not verify. Data goes to
stdout, messages to stderr. A command's module is imported when it is called: `shoe --help` stays quick.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from cli.errors import INTERRUPTED, PIPE_CLOSED, REFUSED, expected, explained
from cli.wording import plain

COMMANDS = {
    "demo": "Everything once, in a folder of its own, with a tampered copy caught.",
    "keygen": "Make a key pair for a new ledger and print its verifier key.",
    "init": "Start a new ledger.",
    "passphrase": "Set, change or take away the passphrase of a key.",
    "rotate": "Change the signing key of a ledger.",
    "rules": "List the profiles, show one, check your own rule set.",
    "record": "Record one session: bots, a script or people at this terminal.",
    "seat": "Give your own entropy to a session, as one of its players.",
    "resume": "Go on with a live session that was left open.",
    "tournament": "Record several tables and sign one ranking over them.",
    "bulk": "Record a session in each of several ledgers, on several processes.",
    "serve": "Hold live tables over HTTP: players on their own devices, a director, anyone who verifies.",
    "standings": "Rank the players of a session, of all of them, or of a tournament.",
    "witness": "Have witnesses cosign a ledger's checkpoint.",
    "fsck": "Say what a crash or a disk left behind in a ledger, and mend it.",
    "publish": "Write a ledger as static files that any web server can serve.",
    "audit": "Check a ledger against its verifier key.",
    "explain": "Tell one round step by step, with clauses.",
    "prove": "Write one round, or one hand, as a file that anybody can check.",
    "verify": "Check such a file offline, with nothing but the verifier key.",
    "page": "Write the page that checks such a file in a browser.",
    "checkpoint": "Print the signed checkpoint, for safekeeping.",
    "stats": "Answer the usual questions from the audit's database.",
    "sql": "Ask the audit's database one SELECT.",
    "report": "Write what the audit's database tells as a page to look at.",
    "tables": "List the tables of the audit's database.",
    "export": "Write the audit's database as Parquet and CSV.",
    "bench": "Measure recording and auditing on this machine.",
}


class Commands(click.Group):
    """The commands in the order in which a newcomer meets them, each from its own module."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog='Completion: add  eval "$(_SHOE_COMPLETE=bash_source shoe)"  to ~/.bashrc (zsh_source, fish_source likewise).',
)
@click.version_option(None, "-V", "--version", package_name="sealedshoe", prog_name="shoe")
@click.pass_context
def shoe(ctx: click.Context) -> None:
    """Blackjack tables whose every card was sealed before anyone staked, in a ledger that anyone can audit.

    New here? `shoe demo` shows it all in a few seconds.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status; errors are told on stderr."""
    color = False if os.environ.get("NO_COLOR") else None
    try:
        status = shoe.main(list(arguments), prog_name="shoe", standalone_mode=False, color=color)
    except (click.Abort, KeyboardInterrupt):
        click.echo("shoe: stopped before it was done.", err=True)
        return INTERRUPTED
    except SystemExit as ended:
        # Click ends so with 0 after a shell's completion, and with 1 when whoever read our output has had enough;
        # but 1 is the audit's word for findings.
        return PIPE_CLOSED if ended.code else 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return REFUSED
    except click.ClickException as error:
        click.echo(f"shoe: {_usage(error, arguments)}", err=True)
        return REFUSED
    except expected() as error:
        from audit.values import printable

        told = explained(error)
        click.echo(f"shoe: {printable(told.sentence)}", err=True)
        return told.status
    return status if isinstance(status, int) else 0


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


def _usage(error: click.ClickException, arguments: Sequence[str]) -> str:
    """Click's message as one sentence that names the help to read."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    # Where an option lacks its value, click does not say of which command.
    command = context.command_path if context else " ".join(("shoe", *(word for word in arguments[:1] if word in COMMANDS)))
    return f"{plain(error.format_message())}; see `{command} --help`."


if __name__ == "__main__":
    main()
