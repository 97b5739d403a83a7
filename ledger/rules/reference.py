"""`docs/RULES.md`, made from the definitions: `python -m ledger.rules.reference > docs/RULES.md`."""

from __future__ import annotations

from ledger.rules.ruleset import parameters

HEAD = """# The parameters of a rule set

Part of the ledger format ([FORMAT.md](FORMAT.md) §5): the object `rules` of an `open` record has these tables, each with these
parameters, and so has a rule set in TOML. A file that starts with `base = "training"` states only what differs.
Clauses are those of [RULEBOOK.md](RULEBOOK.md). A test holds this page against the code.
"""


def markdown() -> str:
    """The page as text."""
    lines = [HEAD]
    table_before = ""
    for table, name, domain, clauses, says in parameters():
        if table != table_before:
            lines += [f"## {table}\n", "| parameter | values | meaning | clauses |", "|---|---|---|---|"]
            lines[-3] = ("" if table_before == "" else "\n") + lines[-3]
            table_before = table
        lines.append(f"| `{name}` | {domain.words()} | {says} | {clauses} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(markdown(), end="")
