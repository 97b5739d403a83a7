"""The frame of the command line: help, version, completion, speed, colour."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time

import click
import pytest

from cli.main import COMMANDS, run
from cli.main import shoe as group


def every_command(command: click.Command, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], click.Command]]:
    """Each command that does something, with its words."""
    if not isinstance(command, click.Group):
        return [(path, command)]
    context = click.Context(command)
    found = []
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        assert inner is not None
        found += every_command(inner, (*path, name))
    return found


ALL = every_command(group)


@pytest.mark.parametrize("path", [path for path, _ in ALL], ids=" ".join)
def test_every_command_has_help(shoe, path) -> None:
    outcome = shoe(*path, "--help")
    assert outcome.status == 0
    assert outcome.out.startswith(f"Usage: shoe {' '.join(path)}")
    assert outcome.err == ""


@pytest.mark.parametrize(("path", "command"), ALL, ids=lambda value: " ".join(value) if isinstance(value, tuple) else "")
def test_every_option_says_what_it_is_for(path, command) -> None:
    silent = [parameter.name for parameter in command.params if isinstance(parameter, click.Option) and not parameter.help]
    assert silent == [], f"shoe {' '.join(path)}"


def test_the_list_of_commands_says_of_each_what_it_does(shoe) -> None:
    outcome = shoe()
    assert outcome.status == 0
    for name, says in COMMANDS.items():
        assert any(line.split()[:1] == [name] and says[:20] in line for line in outcome.out.splitlines()), name


def test_a_group_of_commands_alone_shows_its_help_in_lines(shoe) -> None:
    outcome = shoe("seat")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("Usage: shoe seat")
    assert "\n  join " in outcome.err


def test_an_option_without_its_value_leads_to_the_help_of_its_command(shoe) -> None:
    assert shoe("resume", "club", "--void").err == "shoe: Option '--void' requires an argument; see `shoe resume --help`.\n"


def test_an_unknown_command_is_refused_in_one_sentence(shoe) -> None:
    outcome = shoe("adit")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert "adit" in outcome.err


def test_help_is_quick() -> None:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", "cli.main", "--help"], check=True, capture_output=True)
    assert time.perf_counter() - began < 1, "nothing heavy may be imported for --help; it takes 0.06 s on a quiet machine"


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys, cli.main; cli.main.run(['--help']); print(sorted({'duckdb', 'numpy', 'msgspec', 'cryptography'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_reader_who_has_had_enough_is_not_told_that_the_audit_found_something(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_arguments: object, **_options: object) -> None:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr("cli.main.shoe.invoke", closed)
    assert run(["rules", "list"]) == 141


def test_the_shell_can_complete_commands() -> None:
    environment = {**os.environ, "_SHOE_COMPLETE": "bash_complete", "COMP_WORDS": "shoe sta", "COMP_CWORD": "1"}
    done = subprocess.run([sys.executable, "-m", "cli.main"], env=environment, capture_output=True, text=True, check=True)
    assert "standings" in done.stdout


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["audit", "l", "--jobs", "abc"], "Invalid value for '--jobs': “abc” is not a whole number"),
        (["resume", "l", "x"], "Invalid value for '[SESSION]': “x” is not a whole number"),
        (["record", "l", "--wait", "x"], "Invalid value for '--wait': “x” is not a number"),
        (["audit", "l", "--jobs", "0"], "Invalid value for '--jobs': 0 is not between 1 and 256"),
        (["resume", "l", "0"], "Invalid value for '[SESSION]': 0 is less than 1"),
        (["audit", "README.md"], "Invalid value for 'LEDGER': “README.md” is a file, and a folder is wanted"),
        (["sql", "docs", "FROM about"], "Invalid value for 'DB': “docs” is a folder, and a file is wanted"),
        (["audit", "--clusterr"], "No such option '--clusterr' (did you mean '--cluster'?)"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_was_typed_wrong_is_told_in_plain_words(shoe, given, said) -> None:
    outcome = shoe(*given)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == f"shoe: {said}; see `shoe {given[0]} --help`.\n"
