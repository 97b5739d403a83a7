"""A story as plain text for a terminal or a file."""

from __future__ import annotations

import textwrap

from audit.story.step import PHASES, Step, Story

WIDTH = 110
EVENT_WIDTH = 22


def as_text(story: Story, width: int = WIDTH) -> str:
    """The whole story: a heading, each phase with its steps, the log's own words at the left, clauses in brackets.

    `width`: columns of the reader's terminal.
    """
    return "\n".join([*story_lines(story, width), *_verdict(story)]) + "\n"


def story_lines(story: Story, width: int = WIDTH) -> list[str]:
    """The story's lines, without a verdict on it."""
    lines = [story.title]
    for line in story.heading:
        lines += textwrap.wrap(line, width, initial_indent="  ", subsequent_indent="    ")
    phase = ""
    for step in story.steps:
        if step.phase != phase:
            phase = step.phase
            lines += ["", phase_title(phase, story.banker)]
        lines += _step(step, width)
    return lines


def phase_title(phase: str, banker: str) -> str:
    """What stands above a phase; above the banker's, their name."""
    return f"{banker[0].upper()}{banker[1:]}" if phase == "bank" else PHASES[phase]


def _verdict(story: Story) -> list[str]:
    if story.findings is None:
        return [
            "",
            "Only this round was looked at; `shoe audit`, or `shoe explain --vkey VKEY`, checks the whole ledger and its signature.",
        ]
    if not story.findings:
        return ["", "The whole ledger and its signature were audited: nothing was found."]
    return ["", "The audit of the whole ledger found", *(f"  {finding}" for finding in story.findings)]


def _step(step: Step, width: int) -> list[str]:
    clauses = f"  [{', '.join(step.clauses)}]" if step.clauses else ""
    indent = " " * (EVENT_WIDTH + 4)
    lines = textwrap.wrap(step.text + clauses, width, initial_indent=f"  {step.event:<{EVENT_WIDTH}}  ", subsequent_indent=indent)
    if step.warning:
        lines += textwrap.wrap(f"!! {step.warning}", width, initial_indent=indent, subsequent_indent=indent + "   ")
    return lines
