"""A table's rules, as whoever sits there wants to read them before they stake."""

from __future__ import annotations

from ledger.rules.tables import RuleSet
from ledger.rules.told import told
from ledger.service.told import RulesLine, RulesPart, TableRules


def rules_told(written: dict[str, dict[str, object]], rules: RuleSet) -> TableRules:
    """The rule set as it is `written`, and in sentences."""
    parts = [
        RulesPart(title=part.title, lines=tuple([RulesLine(text=line.text, clauses=line.clauses) for line in part.lines]))
        for part in told(rules)
    ]
    return TableRules(title=rules.profile.title, rules=written, parts=tuple(parts))
