"""The names under which the service answers, and the addresses at which people find it there."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

from ledger.service.running.settings import Settings

HOW_TO_ADD = (
    "It listens on every network of this machine, but other devices get no answer yet: give the name or address by which they reach this "
    "machine as --name, or in `hosts` of the settings."
)


def names(settings: Settings) -> frozenset[str]:
    """Every name under which it answers: those that are listed, and the one at which it listens where that is one name and not all."""
    host = settings.host.lower()
    return frozenset(settings.hosts) if is_everywhere(host) else frozenset((*settings.hosts, host))


def is_everywhere(host: str) -> bool:
    """Whether an address means every one of this machine: 0.0.0.0, ::, and what is written otherwise for them."""
    return not host.strip("0.:")


def urls(settings: Settings, port: int) -> list[str]:
    """Where people find it: at the one name at which it listens, or, where it listens everywhere, at each that is listed.

    Of the names for this machine itself, the first is enough; an address of the protocol in which it does not listen is none.
    """
    if not is_everywhere(settings.host):
        return [_url(settings.host, port)]
    reached = [name for name in settings.hosts if _speaks(name, IPv6Address if ":" in settings.host else IPv4Address)]
    own = [name for name in reached if _is_own(name)]
    return [_url(name, port) for name in dict.fromkeys(reached) if name not in own[1:]]


def are_for_others(settings: Settings) -> bool:
    """Whether other devices are answered under some name; true where it listens at one address, for whoever reaches that."""
    return not is_everywhere(settings.host) or any(not _is_own(name) for name in settings.hosts)


def _url(name: str, port: int) -> str:
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def _address(name: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(name)
    except ValueError:
        return None


def _speaks(name: str, kind: type[IPv4Address | IPv6Address]) -> bool:
    address = _address(name)
    return address is None or isinstance(address, kind)


def _is_own(name: str) -> bool:
    address = _address(name)
    return name == "localhost" if address is None else address.is_loopback
