"""What a person sees while a session is recorded: a bar on long ones, the end of each round at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ledger import LiveSession
    from ledger.plan import Plan
    from ledger.table.company import FinishedRound
    from ledger.table.session import Void

LONG = 2_000
STEP = 500


@contextmanager
def watching(plan: Plan, *, interactive: bool) -> Iterator[Callable[[FinishedRound | Void], None] | None]:
    """A function that is shown each round, or None where nobody watches."""
    if interactive:
        yield lambda played: _show_round(plan, played)
    else:
        with counting(plan.rules.session.rounds) as watch:
            yield watch


@contextmanager
def counting(rounds: int) -> Iterator[Callable[[FinishedRound | Void], None] | None]:
    """A function that moves a bar on with each of so many rounds, or None where nobody watches."""
    if rounds >= LONG and sys.stderr.isatty():
        with click.progressbar(length=rounds, label="Recording", file=sys.stderr) as bar:
            yield _stepper(bar.update)
    else:
        yield None


@contextmanager
def moving(rounds: int) -> Iterator[Callable[[int], None] | None]:
    """A function that moves a bar to so many rounds in all, or None where nobody watches."""
    if rounds < LONG or not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=rounds, label="Recording", file=sys.stderr) as bar:
        yield lambda signed: bar.update(signed - bar.pos)


def _stepper(update: Callable[[int], None]) -> Callable[[FinishedRound | Void], None]:
    seen = 0

    def step(_played: FinishedRound | Void) -> None:
        nonlocal seen
        seen += 1
        if seen % STEP == 0:
            update(STEP)

    return step


def before_each_question(plan: Plan, *, interactive: bool) -> Callable[[LiveSession], None]:
    """A function that says who banks, once a round, before anybody is asked for a stake."""
    told = 0

    def look(session: LiveSession) -> None:
        nonlocal told
        table = session.table
        if interactive and table.is_in_play and table.banker and told != table.number:
            told = table.number
            click.echo(f"Round {told}: {plan.players[table.banker - 1]} banks.", err=True)

    return look


def _show_round(plan: Plan, played: FinishedRound | Void) -> None:
    """Everyone's cards and what came of them, then what everyone has."""
    from ledger.players.round_told import told
    from ledger.seating import box_owners
    from ledger.table.session import Void

    if isinstance(played, Void):
        click.echo(f"Round {played.round.number} is void: every stake goes back.", err=True)
        return
    seats = plan.seats()
    names = {str(box): plan.players[seat - 1] for box, seat in box_owners(seats, played.banker).items()}
    names |= {f"s{seat.number}": seat.name for seat in seats}
    if played.banker:
        names["D"] = f"{plan.players[played.banker - 1]}, the banker"
    click.echo(f"Round {played.number}:", err=True)
    for line in told(played, plan.rules, names):
        click.echo(f"    {line}", err=True)
    have = ", ".join(f"{name} {balance}" for name, balance in zip(plan.players, played.after[1:], strict=True))
    click.echo(f"    Balances: {have}\n", err=True)
