"""Reading rule sets from TOML and JSON, and writing them as the canonical object of FORMAT.md §5."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import attrs

from ledger.errors import RuleError
from ledger.rules.domain import Domain
from ledger.rules.tables import TABLES, RuleSet
from ledger.toml_text import cut, nearest, parse_toml, read_toml, shown

PROFILES = resources.files("ledger.rules") / "profiles"


def profile_names() -> list[str]:
    """The profiles that come with the program, in alphabetical order."""
    return sorted(entry.name.removesuffix(".toml") for entry in PROFILES.iterdir() if entry.name.endswith(".toml"))


def load_profile(name: str) -> RuleSet:
    """A profile by name; RuleError names the nearest one if there is none."""
    if name not in profile_names():
        raise RuleError(f"There is no profile “{cut(name)}”{nearest(name, profile_names())}; see `shoe rules list`.")
    return from_toml((PROFILES / f"{name}.toml").read_text(encoding="utf-8"), f"profile {name}")


def load(name_or_file: str) -> RuleSet:
    """A profile by name, or a rule set from a TOML file (anything with a slash or a dot in it)."""
    if "/" not in name_or_file and "." not in name_or_file:
        return load_profile(name_or_file)
    return _from_tables(read_toml(Path(name_or_file), "The rule set", RuleError), name_or_file)


def from_toml(text: str, source: str) -> RuleSet:
    """A rule set from TOML; with `base = "PROFILE"` it states only what differs from that profile."""
    return _from_tables(parse_toml(text, source, RuleError), source)


def _from_tables(tables: dict[str, Any], source: str) -> RuleSet:
    base = tables.pop("base", None)
    if base is None:
        return from_object(tables, source)
    if not isinstance(base, str):
        raise RuleError(f'{source}: base must be the name of a profile, such as "training".')
    overlaid = _overlaid(load_profile(base), tables, source)
    return overlaid if "profile" in tables else _renamed(overlaid, load_profile(base))


def from_object(tables: Mapping[str, Any], source: str) -> RuleSet:
    """A rule set from nested mappings; every table and parameter must be there."""
    _refuse_unknown(tables, TABLES, source, "a table of a rule set")
    missing = [name for name in TABLES if name not in tables]
    if missing:
        raise RuleError(f'{source} lacks the table [{missing[0]}]; add it, or start the file with base = "training".')
    return RuleSet(**{name: _read_table(name, tables[name], source) for name in TABLES})


def altered(rules: RuleSet, changes: Mapping[str, Any], source: str = "the change") -> RuleSet:
    """The rule set with some parameters changed, named `table.parameter`, values as in TOML."""
    tables: dict[str, dict[str, Any]] = {}
    for path, value in changes.items():
        table, _, parameter = path.partition(".")
        tables.setdefault(table, {})[parameter] = value
    return _overlaid(rules, tables, source)


def to_object(rules: RuleSet) -> dict[str, dict[str, Any]]:
    """The nested plain object that stands in an `open` record."""
    return {name: _plain(getattr(rules, name)) for name in TABLES}


def _plain(part: Any) -> dict[str, Any]:
    return {field.name: field.metadata["domain"].plain(getattr(part, field.name)) for field in attrs.fields(type(part))}


def parameters() -> Iterator[tuple[str, str, Domain, str, str]]:
    """Every parameter: table, name, domain, clauses, meaning."""
    for table, cls in TABLES.items():
        for field in attrs.fields(cls):
            yield table, field.name, field.metadata["domain"], field.metadata["clauses"], field.metadata["says"]


def _renamed(rules: RuleSet, base: RuleSet) -> RuleSet:
    """The rule set under a title that says what differs from its base, which would otherwise lend it a false one."""
    before, after = to_object(base), to_object(rules)
    changes = [
        f"{table}.{key} = {shown(value)}" for table, part in after.items() for key, value in part.items() if value != before[table][key]
    ]
    if not changes:
        return rules
    title = f"{base.profile.name}, but {', '.join(changes)}"
    longest = 120
    profile = attrs.evolve(rules.profile, title=title if len(title) <= longest else title[: longest - 1] + "…")
    return attrs.evolve(rules, profile=profile)


def _overlaid(rules: RuleSet, tables: Mapping[str, Any], source: str) -> RuleSet:
    """The rule set with these parameters in place of its own; only tables in which one is named are read again."""
    _refuse_unknown(tables, TABLES, source, "a table of a rule set")
    changed = {}
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise RuleError(f"{source}: {name} is a table; write [{name}] and its parameters below it.")
        changed[name] = _read_table(name, _plain(getattr(rules, name)) | table, source)
    return attrs.evolve(rules, **changed)


def _read_table(name: str, table: object, source: str) -> Any:
    if not isinstance(table, Mapping):
        raise RuleError(f"{source}: {name} is a table; write [{name}] and its parameters below it.")
    fields = {field.name: field for field in attrs.fields(TABLES[name])}
    _refuse_unknown(table, fields, f"{source}, table [{name}]", "a parameter of this table")
    values = {}
    for key, field in fields.items():
        if key not in table:
            raise RuleError(f'{source} lacks {name}.{key}; add it, or start the file with base = "training".')
        try:
            values[key] = field.metadata["domain"].read(table[key])
        except RuleError as error:
            raise RuleError(f"{source}: {name}.{key} must be {error}, not {shown(table[key])}.") from error
    return TABLES[name](**values)


def _refuse_unknown(given: Mapping[str, Any], known: Mapping[str, Any], source: str, what: str) -> None:
    for key in given:
        if key not in known:
            hint = _belongs(key) or nearest(key, known)
            raise RuleError(f"{source}: “{cut(key)}” is not {what}{hint}; see docs/RULES.md.")


def _belongs(key: str) -> str:
    """Where a parameter stands that was written in another table, or in none."""
    tables = [f"[{table}]" for table, name, *_ in parameters() if name == key]
    return f" (it belongs in {' or '.join(tables)})" if tables else ""
