"""The house style: the one environment that makes pages, the style sheet within them, and how cards and money are written there."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from audit.report_text import place
from audit.statistics.summary import interval, many, percent
from audit.tabular.cells import moment
from audit.values import printable

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

GENERATOR = '<meta name="generator" content="Sealed Shoe">'
"""Stands in every page, and says that it is one of ours."""
TEXT_FORM = "\N{VARIATION SELECTOR-15}"
"""After a suit: the plain sign, never a picture of it."""
LONGEST = 600
"""Characters of a text that a page shows; the format allows nobody more than 500 (FORMAT §2)."""
_COMMAND = re.compile(r"`(shoe [^`]*)`")
_SUITS = {"C": ("♣", "clubs"), "D": ("♦", "diamonds"), "H": ("♥", "hearts"), "S": ("♠", "spades")}
_RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}


def page(template: str, **values: Any) -> str:
    """One whole page; `values` are what the template names, every text of them escaped."""
    return house().get_template(template).render(values)


@cache
def house() -> Environment:
    """The environment of all pages: it escapes, and refuses names that nobody gave."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    made = Environment(
        autoescape=True,
        loader=PackageLoader("audit.pages", ""),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    made.globals["style"] = Markup(resources.files("audit.pages").joinpath("style.css").read_text("utf-8"))  # noqa: S704 -- our own
    made.globals["generator"] = Markup(GENERATOR)  # noqa: S704 -- our own
    made.filters |= {
        "rank": rank,
        "suit": suit,
        "is_red": is_red,
        "card_name": card_name,
        "signed": signed,
        "amount": amount,
        "beginning": beginning,
        "with_commands": with_commands,
        "many": many,
        "percent": percent,
        "interval": interval,
        "place": place,
        "moment": moment,
        "parted": parted,
    }
    made.tests["card"] = is_card
    return made


def _shown(value: Any) -> Any:
    """A stranger's text without control characters; what is already markup is ours."""
    return printable(value) if type(value) is str else value


def rank(card: str) -> str:
    """The rank as it stands on a card: `10` of `TC`."""
    return card[0].replace("T", "10")


def suit(card: str) -> str:
    """The sign of the suit; nothing of a card that nobody saw."""
    return f"{_SUITS[card[1]][0]}{TEXT_FORM}" if card[1] in _SUITS else ""


def is_card(words: str) -> bool:
    """Whether words are one card and nothing else."""
    return len(words) == len("TC") and words[0] in "A23456789TJQK" and words[1] in _SUITS


def is_red(card: str) -> bool:
    """Whether the card is printed in red."""
    return card[1] in "DH"


def card_name(card: str) -> str:
    """The card for somebody who listens: `9 of clubs`."""
    if card[1] not in _SUITS:
        return "a card that nobody saw"
    return f"{_RANKS.get(card[0], card[0])} of {_SUITS[card[1]][1]}"


def beginning(words: str) -> str:
    """Words as a heading begins: `The dealer`."""
    return f"{words[:1].upper()}{words[1:]}"


def parted(name: str) -> Markup:
    """A ledger's name that may go on below after each stroke."""
    from markupsafe import Markup

    return Markup("/<wbr>").join(printable(name).split("/"))


def shortened(column: str) -> str:
    """SQL for a stranger's text that may be as long as a line of a ledger: no more of it than is read."""
    return f"CASE WHEN length({column}) > {LONGEST} THEN {column}[:{LONGEST}] || '…' ELSE {column} END"


def with_commands(words: str) -> Markup:
    """A sentence in which our own commands stand between backquotes, each as code."""
    from markupsafe import Markup, escape

    parts = _COMMAND.split(printable(words))
    return Markup("").join(Markup("<code>{}</code>").format(part) if nth % 2 else escape(part) for nth, part in enumerate(parts))


def signed(money: int) -> str:
    """Money won or lost, with its sign: `+1,250`, `−4`, `0`."""
    return f"{money:+,}".replace("-", "−") if money else "0"


def amount(money: int) -> str:
    """Money that somebody has or stakes: `1,250`; a debt as `−20`."""
    return f"{money:,}".replace("-", "−")
