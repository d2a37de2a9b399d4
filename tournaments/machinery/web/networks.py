"""Where requests come from: addresses for limits, and networks that the operator trusts."""

from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings

_PREFIX = 64
"""The smallest IPv6 network that one connection to the internet usually has for itself."""


def source(peer: str, forwarded: str = "") -> str:
    """Return the address of a visitor: as our own proxy reports it, if there is one, else the peer.

    `forwarded` is the header X-Forwarded-For. Its last entry is the proxy's; the others come from
    the visitor and are not trusted.
    """
    if settings.SECURE_PROXY_SSL_HEADER and forwarded:
        return forwarded.rpartition(",")[2].strip()
    return peer


def counted(peer: str, forwarded: str = "") -> str:
    """Return the key for limits by address: the address, or the /64 of an IPv6 address.

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
