"""Requests to a site: its address, its protocol, and refusals.

A site may be hostile. So the token goes to its address alone, an answer has a largest size, and
its content is checked against the described types before it is used.
"""

import io
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, Self, TypeVar

import httpx

import engine
from agents.desk.contenders import Misuse
from agents.desk.documents import parsed
from agents.inside import protocol
from agents.sizes import MIB
from tournaments.kit.client.answers import Site, fits
from tournaments.kit.errors import OtherProtocol, Refused, Unreachable

SECONDS = 30.0
"""Seconds that a site may take to answer."""

ANSWER_BYTES = 64 * MIB
"""The largest answer that is read."""

FILE_BYTES = 512 * MIB
"""The largest file that is read."""

PAGES = 100_000
"""The most pages of a list."""

AGENT = f"kauri-kit/{engine.__version__}"


Kind = TypeVar("Kind")

_TOKEN = re.compile(r"[!-~]{0,200}")


@dataclass(frozen=True)
class _Answer:
    """An answer that has come as a whole."""

    path: str
    status: int
    reason: str
    content: bytes

    def json(self) -> object:
        """Its JSON; None for other content."""
        try:
            return parsed(self.content)
        except ValueError:
            return None


class _Download(io.RawIOBase):
    """The bytes of an answer as a file, which arrive as they are read."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self._parts, self._rest = parts, b""

    def readable(self) -> bool:
        """Return true."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Write the next bytes into a buffer; return how many."""
        self._rest = self._rest or next(self._parts, b"")
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        return size


class Connection:
    """A site, by its address and perhaps a token; a context manager.

    Every call raises Refused with the site's own sentence, Unreachable, or OtherProtocol.
    """

    def __init__(
        self,
        site: str,
        token: str = "",
        *,
        seconds: float = SECONDS,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """The site may take so many `seconds` to answer. `transport` is the network of tests."""
        if not _TOKEN.fullmatch(token):
            raise Misuse("no-token")
        # Accept no compression: a small answer could unpack to a huge one.
        headers = {"User-Agent": AGENT, "Accept": "application/json", "Accept-Encoding": "identity"}
        if token:
            headers["Authorization"] = f"Token {token}"
        self.site = _with_scheme(site.rstrip("/"))
        try:
            self._http = httpx.Client(
                base_url=f"{self.site}/api/v1/",
                headers=headers,
                timeout=seconds,
                transport=transport,
            )
        except httpx.InvalidURL as error:
            raise Unreachable("site-silent", site=self.site, why=error) from error

    def __enter__(self) -> Self:
        """Return the client itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close its connections."""
        self.close()

    def close(self) -> None:
        """Close its connections."""
        self._http.close()

    @cached_property
    def about(self) -> Site:
        """Facts about the site, also where it speaks another protocol."""
        return self._read(Site, self._send("GET", ""))

    def _pages(
        self,
        kind: type[Kind],
        path: str,
        asked: Mapping[str, Any] | None = None,
        *,
        member: str = "results",
    ) -> Iterator[Kind]:
        """The rows of all pages of a list, which are requested one after the other."""
        query = httpx.QueryParams(dict(asked or {}))
        for number in count(1):
            page = self._get(dict, path, query)
            rows: Any = page.get(member)
            following: Any = page.get("next")
            if number > PAGES or not fits(rows, list[kind]) or not fits(following, str | None):  # type: ignore[valid-type]
                raise self._odd(path)
            yield from rows
            if not following:
                return
            query = self._query(path, following)

    def _query(self, path: str, following: str) -> httpx.QueryParams:
        """The query of the next page's address; the rest of it is not used."""
        try:
            return httpx.URL(following).params
        except httpx.InvalidURL:
            raise self._odd(path) from None

    def _get(self, kind: type[Kind], path: str, asked: Mapping[str, Any] | None = None) -> Kind:
        """The JSON at an address; `asked` are its query parameters."""
        return self._read(kind, self._request("GET", path, params=asked or None))

    def _file(self, path: str) -> bytes:
        """The bytes of a file, whatever its form."""
        headers = {"Accept": "*/*"}
        return self._request("GET", path, most=FILE_BYTES, headers=headers).content

    @contextmanager
    def _download(self, path: str) -> Iterator[io.BufferedReader]:
        """A file that is read while it arrives, so it may have any size."""
        self._agree()
        try:
            with self._http.stream("GET", path, headers={"Accept": "*/*"}) as answer:
                if not answer.is_success:
                    self._sound(self._whole(path, answer, ANSWER_BYTES))
                yield io.BufferedReader(_Download(self._parts(path, answer)))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unreachable("site-silent", site=self.site, why=error) from error

    def _post(self, kind: type[Kind], path: str, body: Mapping[str, object] | None = None) -> Kind:
        """The JSON in the answer to a step."""
        return self._read(kind, self._request("POST", path, json=body or {}))

    def _do(self, path: str) -> None:
        """Take a step that has an empty answer."""
        self._request("POST", path, json={})

    def _request(self, method: str, path: str, **sent: Any) -> _Answer:
        self._agree()
        return self._send(method, path, **sent)

    def _agree(self) -> None:
        """Check the site's protocol once; raise OtherProtocol if it is another."""
        theirs = self.about["protocol"]
        if theirs != protocol.VERSION:
            ours = protocol.VERSION
            raise OtherProtocol("other-protocol", site=self.site, theirs=theirs, ours=ours)

    def _send(self, method: str, path: str, *, most: int = 0, **sent: Any) -> _Answer:
        """The answer to a request that the site has carried out. Redirects are not followed."""
        try:
            request = self._http.build_request(method, path, **sent)
            answer = self._whole(path, self._http.send(request, stream=True), most or ANSWER_BYTES)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unreachable("site-silent", site=self.site, why=error) from error
        return self._sound(answer)

    def _sound(self, answer: _Answer) -> _Answer:
        """The answer; raise if the site has refused the request, or failed."""
        if httpx.codes.is_client_error(answer.status):
            raise Refused(answer.status, answer.json())
        if not httpx.codes.is_success(answer.status):
            status = f"{answer.status} {answer.reason}"
            raise Unreachable("site-failed", site=self.site, status=status)
        return answer

    def _whole(self, path: str, answer: httpx.Response, most: int) -> _Answer:
        content = bytearray()
        try:
            for part in self._parts(path, answer):
                content += part
                if len(content) > most:
                    raise Unreachable("answer-too-large", site=self.site, most=most)
        finally:
            answer.close()
        return _Answer(path, answer.status_code, answer.reason_phrase, bytes(content))

    def _parts(self, path: str, answer: httpx.Response) -> Iterator[bytes]:
        if answer.headers.get("Content-Encoding", "identity") != "identity":
            raise self._odd(path)
        yield from answer.iter_bytes()

    def _read(self, kind: type[Kind], answer: _Answer) -> Kind:
        body: Any = answer.json()
        if not fits(body, kind):
            raise self._odd(answer.path)
        return body  # type: ignore[no-any-return]

    def _odd(self, path: str) -> Unreachable:
        return Unreachable("odd-answer", site=self.site, path=f"/api/v1/{path}")


def _with_scheme(site: str) -> str:
    """An address as it was typed, with https before it, or http on this machine."""
    if "://" in site:
        return site
    here = re.fullmatch(r"(localhost|127\.[\d.]+|\[::1\])(:\d+)?(/.*)?", site)
    return f"{'http' if here else 'https'}://{site}"
