"""How the database keeps its long tables: cards, hands and verbs as the small numbers that the audit has them in, in the schema `packed`.

The readable table is a view that gives them their names, and takes apart what is packed into one number. To store the names as text took
60 µs a round, more than to judge it; a value that is stored costs 27 ns, whatever its width; to name a card when somebody asks takes 15 ns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from audit.facts.grammar import BANKER, BOX_SHIFT, UNSEEN, VERBS
from audit.shoes import NAMES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SCHEMA = "packed"


def _list(names: tuple[str, ...]) -> str:
    """A list of these names in SQL; an index into one takes a quarter of the time of a CASE."""
    return "[" + ", ".join(f"'{name}'" for name in names) + "]"


def _side(shift: int) -> str:
    return f"CASE (hand >> {shift}) & 3 WHEN 0 THEN '' ELSE '.' || ((hand >> {shift}) & 3) END"


_ROOTS = ("", *map(str, range(1, BANKER >> BOX_SHIFT)), "D")
_SIDES = " || ".join(_side(shift) for shift in range(BOX_SHIFT - 2, -1, -2))
MACROS = {
    "verb(name)": f"list_position({_list(VERBS)}, name) - 1",
    "verb_name(verb)": f"{_list(VERBS)}[verb + 1]",
    "card_name(card)": f"CASE WHEN card < 52 THEN {_list(NAMES)}[card + 1] WHEN card = {UNSEEN} THEN 'xx' ELSE 'no card' END",
    "hand_name(hand)": f"CASE WHEN hand & {(1 << BOX_SHIFT) - 1} = 0 THEN {_list(_ROOTS)}[(hand >> {BOX_SHIFT}) + 1]"
    f" WHEN hand >> {BOX_SHIFT} = {BANKER >> BOX_SHIFT} THEN 'D' ELSE (hand >> {BOX_SHIFT}) || {_SIDES} END",
    "wager_hand(hand, box)": f"CASE WHEN hand >> {BOX_SHIFT} = box THEN {SCHEMA}.hand_name(hand) ELSE box::VARCHAR END",
    "outcome_name(outcome, premium)": f"CASE WHEN outcome = {SCHEMA}.verb('premium') THEN 'premium ' || CASE WHEN premium IN (777, 678)"
    f" THEN premium::VARCHAR ELSE premium || 'cards' END ELSE {SCHEMA}.verb_name(outcome) END",
}
"""Of packed values the names, as in the log."""


def prepare(con: DuckDBPyConnection) -> None:
    """Make the schema and the macros that the views use."""
    con.execute(f"CREATE SCHEMA {SCHEMA}")
    for head, body in MACROS.items():
        con.execute(f"CREATE MACRO {SCHEMA}.{head} AS {body}")
