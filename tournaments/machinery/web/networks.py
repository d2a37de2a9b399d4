"""Where requests come from: what an address counts as, and networks that the operator trusts."""

from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings

_PREFIX = 64
"""A connection to the internet has at least so large a network of version 6 for itself."""


def source(peer: str, forwarded: str = "") -> str:
    """The address of a visitor: what our own proxy says, where there is one, else the peer.

    `forwarded` is the header X-Forwarded-For. Its last entry is the proxy's, the others are the
    visitor's own words.
    """
    if settings.SECURE_PROXY_SSL_HEADER and forwarded:
        return forwarded.rpartition(",")[2].strip()
    return peer


def counted(peer: str, forwarded: str = "") -> str:
    """What limits by address count: the address, or the /64 of one of version 6.

    It is empty in a trusted network, where many people share an address: no limit holds there.
    """
    address = source(peer, forwarded)
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address.replace(" ", "")[:64]
    if isinstance(parsed, IPv6Address):
        parsed = parsed.ipv4_mapped or parsed
    if any(parsed in network for network in settings.TRUSTED_NETWORKS):
        return ""
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((parsed, _PREFIX), strict=False))
    return str(parsed)
