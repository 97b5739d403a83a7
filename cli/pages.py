"""The option and the writing of commands that can make a page: an earlier page is replaced, nothing else is written over."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options import FILE, F, new_file

HTML = "html"
PAGES = (".html", ".htm")


def page_or_new_file(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """A new file, or for a page the place of an earlier one, so that long work is not done in vain."""
    form = ctx.params.get("form", HTML)
    if value is not None and (advice := _misnamed(value.suffix.lower(), form)):
        raise click.BadParameter(f"{value} would hold {form}; {advice}")
    if value is None or form != HTML:
        return new_file(ctx, param, value)
    from audit.pages.file import check_place

    check_place(value)
    return value


def _misnamed(suffix: str, form: str) -> str:
    """What to do where a name says another form than the one that is written."""
    if suffix in PAGES and form != HTML:
        return "give --format html for a page, or choose another name"
    if suffix == ".pdf":
        return "choose a name that ends in .html, and print that from a browser"
    return ""


def page_option(function: F) -> F:
    """-o FILE of a command that can write a page."""
    text = "Write to this file instead of standard output; an earlier page there is replaced by a page, nothing else is written over."
    return click.option("-o", "--output", type=FILE, callback=page_or_new_file, metavar="FILE", help=text)(function)


def written_page(page: str, output: Path | None) -> None:
    """Write a page to the place that was found good, durably and whole, or to standard output."""
    from audit.pages.file import write_page

    if output is None:
        click.echo(page.encode(), nl=False)
    else:
        write_page(output, page)
