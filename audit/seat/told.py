"""A session in a few lines, for who is about to sit down: no more than its `open` line says, and nothing that is not understood."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from audit.records import Open
from audit.rules import not_understood

_SHUFFLED = {
    "every-round": "shuffled before each round",
    "cut-card": "dealt on until the indicator",
    "discards": "dealt on until the discards come up",
}
_SOFT17 = {"stand": "stands on every 17", "draw": "draws on a soft 17", "free": "chooses on a soft 17"}


def told_table(ledger: str, opened: Open, name: str) -> list[str]:
    """The lines, each a heading and what it says."""
    rows = [
        ("session", f"{opened.session} of {ledger}, “{opened.table}”, {opened.mode}, opened {opened.time}"),
        ("you", name),
        *_rules(opened),
        ("rules hash", opened.rules_hash),
    ]
    return [f"{heading:<12}{text}" for heading, text in rows]


def _rules(opened: Open) -> Iterator[tuple[str, str]]:
    rules = opened.rules
    if reasons := not_understood(rules):
        yield "rules", f"not all of them are understood by this version: {'; '.join(reasons)}"
        return
    session, stakes, pack, shoe = rules["session"], rules["stakes"], rules["pack"], rules["shoe"]
    yield "rules", f"{rules['profile']['name']}: {rules['profile']['title']}"
    yield "play", f"{session['rounds']} rounds, {session['stack']} to begin with; stakes {_stakes(stakes)}"
    yield "cards", f"{_packs(pack)}, {_SHUFFLED[str(shoe['reshuffle'])]}; a chain of {opened.chain} seeds"
    yield "table", f"{_holder(rules)}; a natural pays {rules['natural']['pays']}"


def _stakes(stakes: dict[str, Any]) -> str:
    low, high = stakes["minimum"], stakes["maximum"]
    return str(low) if low == high else f"{low} to {high}, in steps of {stakes['unit']}"


def _packs(pack: dict[str, Any]) -> str:
    return f"{pack['decks']} {'pack' if pack['decks'] == 1 else 'packs'} of {pack['size']} cards"


def _holder(rules: dict[str, dict[str, Any]]) -> str:
    if rules["bank"]["holder"] == "player":
        return "the players bank"
    return f"the house banks, and {_SOFT17[str(rules['banker']['soft17'])]}"
