"""The service's settings, from a TOML file: each is checked, and told by name where it is wrong (docs/OPERATIONS.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any, TypeVar

import attrs

from ledger.errors import LedgerError
from ledger.toml_text import cut, nearest, read_toml, shown

_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|[0-9a-f:.]{2,45}")
_HEADER = re.compile(r"[a-z][a-z0-9-]{0,63}")


class SettingsRefused(LedgerError):
    """A setting of the service is unknown, or its value cannot be."""


@attrs.frozen
class _Domain:
    """What a setting may be, in words and as a test of a TOML file's value."""

    words: str
    holds: Callable[[Any], bool]


def _number(least: int, most: int) -> _Domain:
    return _Domain(f"a whole number from {least} to {most}", lambda value: type(value) is int and least <= value <= most)


def _text(words: str, form: re.Pattern[str]) -> _Domain:
    return _Domain(words, lambda value: isinstance(value, str) and form.fullmatch(value) is not None)


def _texts(words: str, form: re.Pattern[str]) -> _Domain:
    one = _text(words, form)
    return _Domain(words, lambda value: isinstance(value, list) and bool(value) and all(one.holds(item) for item in value))


_FLAG = _Domain("true or false", lambda value: isinstance(value, bool))


def _setting(default: Any, domain: _Domain, says: str, into: Callable[[Any], Any] | None = None) -> Any:
    return attrs.field(default=default, converter=into, metadata={"domain": domain, "says": says})


@attrs.frozen
class Limits:
    """What one client, and all of them, may take up. Sizes in bytes, times in whole seconds."""

    connections: int = _setting(2_000, _number(8, 100_000), "connections that are served at once; twice as many are accepted and told")
    client_connections: int = _setting(
        500,
        _number(1, 100_000),
        "connections that are served at once from one address (IPv6: one /64); those of a believed proxy are not counted",
    )
    head_bytes: int = _setting(16_384, _number(1_024, 1_048_576), "a request's line and headers, in bytes, that are waited for")
    body_bytes: int = _setting(65_536, _number(4_096, 1_048_576), "a request's body, in bytes")
    head_seconds: int = _setting(
        10, _number(1, 300), "until a request's headers must be there, from its first byte or the connection's start"
    )
    body_seconds: int = _setting(20, _number(1, 300), "until a request's body must be there, from its headers")
    idle_seconds: int = _setting(75, _number(1, 3_600), "that a connection is kept between two requests")
    write_seconds: int = _setting(30, _number(1, 300), "that somebody who does not read is waited for")
    stop_seconds: int = _setting(20, _number(1, 300), "that running requests are waited for when the service stops")
    client_rate: int = _setting(200, _number(1, 1_000_000), "requests a second from one address (IPv6: one /64)")
    client_burst: int = _setting(400, _number(1, 1_000_000), "requests at once from one address")
    token_rate: int = _setting(50, _number(1, 1_000_000), "requests a second with one token")
    token_burst: int = _setting(100, _number(1, 1_000_000), "requests at once with one token")
    streams: int = _setting(1_000, _number(2, 100_000), "streams of events at once; those without a token have half of them at most")
    client_streams: int = _setting(100, _number(1, 100_000), "streams of events at once without a token from one address")
    token_streams: int = _setting(16, _number(1, 100_000), "streams of events at once with one token at one table")
    client_seats: int = _setting(
        30,
        _number(1, 100_000),
        "seats that may be taken from one address at all tables that gather; the operator's own orders are not counted",
    )
    keep_alive_seconds: int = _setting(15, _number(1, 300), "between two comments in a stream where nothing happens")


@attrs.frozen
class Settings:
    """Where the service listens, under which names it answers, and its limits."""

    host: str = _setting(
        "127.0.0.1",
        _text("an address or a host's name", _HOST),
        "the address that it listens at, and under which it answers where it is not every address (0.0.0.0, ::)",
    )
    port: int = _setting(8_420, _number(0, 65_535), "the port; 0 takes a free one")
    hosts: tuple[str, ...] = _setting(
        ("localhost", "127.0.0.1", "::1"),
        _texts('a list of host names in small letters, without ports, such as ["tables.club.example"]', _HOST),
        "the names under which it answers (the header Host, without the port)",
        tuple,
    )
    proxy_header: str = _setting(
        "",
        _text('a header\'s name in small letters, such as "x-forwarded-for"', _HEADER),
        "the header in which your own proxy puts the client's address last; empty, as it is unless given: no proxy is believed",
    )
    proxies: tuple[str, ...] = _setting(
        ("127.0.0.1", "::1"), _texts("a list of addresses", _HOST), "the addresses of the proxies that are believed", tuple
    )
    log_requests: bool = _setting(True, _FLAG, "whether each request is a line of the log; faults always are")  # noqa: FBT003 - the default
    limits: Limits = attrs.Factory(Limits)


S = TypeVar("S", Settings, Limits)


def read_settings(path: Path) -> Settings:
    """The settings of a TOML file, the others as they are unless given; SettingsRefused with the name of what is wrong."""
    tables = read_toml(path, "The settings' file", SettingsRefused)
    limits = tables.pop("limits", {})
    if not isinstance(limits, dict):
        raise SettingsRefused(f"{path}: limits must be a table ([limits]), not {shown(limits)}.")
    return attrs.evolve(_made(Settings, tables, path, ""), limits=_made(Limits, limits, path, "limits."))


def with_names(settings: Settings, names: Sequence[str]) -> Settings:
    """The settings with these names besides those in `hosts`; SettingsRefused where one is none."""
    for name in names:
        if not _is_name(name.lower()):
            raise SettingsRefused(
                f"--name must be a host's name or address, without port or brackets, such as tables.local, not {shown(name)}."
            )
    return attrs.evolve(settings, hosts=tuple(dict.fromkeys((*settings.hosts, *(name.lower() for name in names)))))


def _is_name(name: str) -> bool:
    if ":" not in name:
        return _HOST.fullmatch(name) is not None
    try:
        IPv6Address(name)
    except ValueError:
        return False
    return True


def settings_told(kind: type[Settings | Limits]) -> list[tuple[str, Any, str, str]]:
    """Each setting with its default, what it may be, and what it says."""
    known = _known(kind)
    return [(name, field.default, field.metadata["domain"].words, field.metadata["says"]) for name, field in known.items()]


def _known(kind: type[Settings | Limits]) -> Mapping[str, Any]:
    return {field.name: field for field in attrs.fields(kind) if "domain" in field.metadata}


def _made(kind: type[S], given: Mapping[str, Any], path: Path, where: str) -> S:
    known = _known(kind)
    for name, value in given.items():
        if name not in known:
            raise SettingsRefused(
                f"{path}: there is no setting “{where}{cut(name)}”{nearest(name, known)}; see docs/OPERATIONS.md for those there are."
            )
        domain: _Domain = known[name].metadata["domain"]
        if not domain.holds(value):
            raise SettingsRefused(f"{path}: {where}{name} must be {domain.words}, not {shown(value)}.")
    return kind(**given)
