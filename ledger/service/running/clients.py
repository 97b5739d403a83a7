"""Who is counted as one: an address, and of IPv6 the network of 64 bits that one household has."""

from __future__ import annotations

from ipaddress import IPv6Address

from ledger.service.running.settings import Settings


def counted_as(address: str) -> str:
    """The name under which an address is counted; what is no address is counted as it stands."""
    if ":" not in address:
        return address
    try:
        given = IPv6Address(address)
    except ValueError:
        return address
    return str(given.ipv4_mapped or IPv6Address(int(given) >> 64 << 64))


def is_proxy(address: str, settings: Settings) -> bool:
    """Whether somebody at this address is believed when they say for whom they ask."""
    return bool(settings.proxy_header) and address in settings.proxies
