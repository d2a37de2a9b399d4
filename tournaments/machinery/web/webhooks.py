"""Post signed messages to addresses that players have given, and to nothing inside the network.

The name of a host is looked up once. Each of its addresses must be on the public internet, and the
connection goes to one that was checked, so that a changed name cannot redirect it. HTTP redirects
are not followed, no proxy of the environment is used, and only the status of a response is read.
"""

import asyncio
import base64
import hmac
import re
import secrets
import socket
import ssl
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import httpx

from agents.words import CodedError
from tournaments.errors import Invalid
from tournaments.words import Sentence

SECONDS = 10
"""The most seconds of a whole delivery, from looking up the name to the status."""

MOST_ADDRESSES = 3
"""The most addresses of a host that are tried, one after the other."""

_PREFIX = "whsec_"
_PLAIN = re.compile(r"[!-~]+")
_PORTS = {"https": 443, "http": 80}
_MOST_PORT = 65_535
_UNICAST = IPv6Network("2000::/3")
"""All of IPv6 that the public internet uses; all other addresses are some network's own."""

_VERSION_4 = (IPv6Network("::ffff:0:0/96"), IPv6Network("64:ff9b::/96"))
"""Networks of IPv6 that stand for addresses of IPv4: mapped, or translated by NAT64."""

_NOT_PUBLIC = (IPv4Network("192.88.99.0/24"), IPv6Network("3fff::/20"))
"""The old relays to 6to4 and the addresses of examples, which Python 3.11 calls global."""

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]


@dataclass(frozen=True)
class Letter:
    """A message to post; `name` is the same for each try of the same delivery."""

    name: str
    url: str
    secret: str
    body: bytes
    timestamp: int

    @property
    def headers(self) -> dict[str, str]:
        """The headers of Standard Webhooks, by which its libraries check the signature."""
        return {
            "Content-Type": "application/json",
            "User-Agent": "Kauri",
            "Webhook-Id": self.name,
            "Webhook-Timestamp": str(self.timestamp),
            "Webhook-Signature": signature(self),
        }


def new_secret() -> str:
    """Return a random key, as libraries for Standard Webhooks read it."""
    return _PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def signature(letter: Letter) -> str:
    """Return the HMAC-SHA-256 over name, time and body, in base64."""
    key = base64.b64decode(letter.secret.removeprefix(_PREFIX))
    signed = b".".join([letter.name.encode(), str(letter.timestamp).encode(), letter.body])
    return "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()


def check(url: str, *, internal: Collection[str]) -> None:
    """Raise Invalid for an address that no webhook may have; nothing is looked up.

    `internal` are hosts with ports, such as `ci:8080`, that the operator lets webhooks reach.
    """
    parsed = _parsed(url)
    if parsed is None or parsed.userinfo or not parsed.host:
        raise Invalid("webhook-url", "url")
    if _place(parsed) in internal:
        return
    if parsed.scheme != "https":
        raise Invalid("webhook-url", "url")
    literal = _literal(parsed.host)
    if parsed.host == "localhost" or (literal and not is_public(literal)):
        raise Invalid("webhook-internal", "url", host=parsed.host)


def is_public(address: str) -> bool:
    """Return whether an address is public, and every IPv4 address that it stands for as well."""
    parsed = ip_address(address.partition("%")[0])
    if isinstance(parsed, IPv6Address) and any(parsed in network for network in _VERSION_4):
        return _is_public(IPv4Address(int(parsed) & 0xFFFFFFFF))
    return all(_is_public(each) for each in (parsed, *_within(parsed)))


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address) and address not in _UNICAST:
        return False
    is_listed = any(address in network for network in _NOT_PUBLIC)
    return address.is_global and not address.is_multicast and not is_listed


async def look_up(host: str, port: int) -> list[str]:
    """Return the addresses of a host. Raises OSError if the name is unknown."""
    loop = asyncio.get_running_loop()
    answers = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(answer[4][0]) for answer in answers))


def post_all(
    letters: Sequence[Letter],
    *,
    internal: Collection[str],
    resolve: Resolver = look_up,
    trust: ssl.SSLContext | None = None,
    seconds: float = SECONDS,
) -> list[Sentence]:
    """Post them all at once; return for each an empty sentence, or what went wrong."""
    context = trust or httpx.create_ssl_context(trust_env=False)

    async def each() -> list[Sentence]:
        post = _Post(internal, resolve, context, seconds)
        return list(await asyncio.gather(*(post.within_time(letter) for letter in letters)))

    return asyncio.run(each())


class _Refused(CodedError):
    """A delivery that failed."""


@dataclass(frozen=True)
class _Post:
    internal: Collection[str]
    resolve: Resolver
    trust: ssl.SSLContext
    seconds: float

    async def within_time(self, letter: Letter) -> Sentence:
        try:
            async with asyncio.timeout(self.seconds):
                await self._post(letter)
        except _Refused as refused:
            return refused.sentence
        except TimeoutError:
            return Sentence("webhook-too-slow", seconds=self.seconds)
        return Sentence()

    async def _post(self, letter: Letter) -> None:
        url = httpx.URL(letter.url)
        addresses = await self._addresses(url)
        problem = ""
        for address in addresses[:MOST_ADDRESSES]:
            try:
                status = await self._status(letter, url, address)
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                problem = f"{type(error).__name__} {error}".strip()
                continue
            if not 200 <= status < 300:
                raise _Refused("webhook-answered", status=status)
            return
        raise _Refused("webhook-unreachable", why=problem)

    async def _addresses(self, url: httpx.URL) -> Sequence[str]:
        """Return the addresses of the host. Raises _Refused if any is inside the network."""
        host = url.raw_host.decode("ascii")
        try:
            addresses = await self.resolve(host, url.port or _PORTS[url.scheme])
        except (OSError, UnicodeError):
            raise _Refused("webhook-unknown-host", host=host) from None
        if _place(url) in self.internal:
            return addresses
        if url.scheme != "https" or not all(is_public(address) for address in addresses):
            raise _Refused("webhook-internal", host=host)
        return addresses

    async def _status(self, letter: Letter, url: httpx.URL, address: str) -> int:
        """Return the response's status. The certificate must be the host's, not the address's."""
        headers = {"Host": url.netloc.decode("ascii"), "Accept-Encoding": "identity"}
        asked = {"sni_hostname": url.raw_host.decode("ascii")}
        client = httpx.AsyncClient(
            verify=self.trust, trust_env=False, follow_redirects=False, timeout=self.seconds
        )
        async with (
            client,
            client.stream(
                "POST",
                url.copy_with(host=address),
                content=letter.body,
                headers=headers | letter.headers,
                extensions=asked,
            ) as answer,
        ):
            return answer.status_code


def _parsed(url: str) -> httpx.URL | None:
    """Return the parsed URL; None if it is not one of http or https."""
    if not _PLAIN.fullmatch(url):
        return None
    try:
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, UnicodeError, ValueError):
        return None
    fits = (parsed.port or 0) <= _MOST_PORT
    return parsed if fits and parsed.scheme in _PORTS else None


def _place(url: httpx.URL) -> str:
    """Return host and port, in the form in which the operator lists internal hosts."""
    host = f"[{url.host}]" if ":" in url.host else url.host
    return f"{host}:{url.port or _PORTS[url.scheme]}"


def _literal(host: str) -> str:
    try:
        return str(ip_address(host))
    except ValueError:
        return ""


def _within(address: IPv4Address | IPv6Address) -> Iterator[IPv4Address]:
    """Yield the IPv4 addresses that an IPv6 address stands for."""
    if isinstance(address, IPv4Address):
        return
    if address.sixtofour:
        yield address.sixtofour
    if address.teredo:
        yield from address.teredo
