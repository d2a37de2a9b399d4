"""Requests to a site: its address, its protocol, and what it refuses."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Self, cast

import httpx

import tournaments
from agents import protocol
from tournaments.kit.client.answers import Site
from tournaments.kit.errors import OtherProtocol, Refused, Unreachable

SECONDS = 30.0
"""How long a site may take to answer."""

AGENT = f"kauri-kit/{tournaments.__version__}"


class Connection:
    """A site, by its address, and whoever has the token; a context manager.

    Every call raises Refused with the site's own sentence, Unreachable, or OtherProtocol.
    """

    def __init__(
        self, site: str, token: str = "", *, transport: httpx.BaseTransport | None = None
    ) -> None:
        """`transport` stands in for the network, in tests."""
        headers = {"User-Agent": AGENT, "Accept": "application/json"}
        if token:
            headers["Authorization"] = f"Token {token}"
        self.site = site.rstrip("/")
        self._http = httpx.Client(
            base_url=f"{self.site}/api/v1/", headers=headers, timeout=SECONDS, transport=transport
        )

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
        """What the site says of itself, also where it speaks another protocol."""
        return cast(Site, self._read(self._send("GET", "")))

    def _pages(
        self, path: str, asked: Mapping[str, Any] | None = None, *, member: str = "results"
    ) -> Iterator[Any]:
        """The rows of all pages of a list, which are asked for one after the other."""
        page = self._get(path, asked)
        yield from page[member]
        while page["next"]:
            page = self._get(page["next"])
            yield from page[member]

    def _get(self, path: str, asked: Mapping[str, Any] | None = None) -> Any:
        """The JSON at an address; `asked` are its query parameters."""
        return self._read(self._request("GET", path, params=asked or None))

    def _file(self, path: str) -> bytes:
        """The bytes of a file, whatever its form."""
        return self._request("GET", path, headers={"Accept": "*/*"}).content

    def _post(self, path: str, given: Mapping[str, object] | None = None) -> Any:
        """The JSON that answers a step; None where nothing is told."""
        answer = self._request("POST", path, json=given or {})
        return None if answer.status_code == httpx.codes.NO_CONTENT else self._read(answer)

    def _request(self, method: str, path: str, **sent: Any) -> httpx.Response:
        self._agree()
        return self._send(method, path, **sent)

    def _agree(self) -> None:
        """A site of another protocol is asked nothing else."""
        theirs = self.about.get("protocol")
        if theirs != protocol.VERSION:
            ours = protocol.VERSION
            raise OtherProtocol("other-protocol", site=self.site, theirs=theirs, ours=ours)

    def _send(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """The answer to a request that the site has carried out."""
        try:
            answer = self._http.request(method, path, **sent)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unreachable("site-silent", site=self.site, why=error) from error
        if answer.is_client_error:
            raise Refused(answer.status_code, _json(answer))
        if not answer.is_success:
            raise self._failed(answer)
        return answer

    def _read(self, answer: httpx.Response) -> Any:
        body = _json(answer)
        if not isinstance(body, dict | list):
            raise self._failed(answer)
        return body

    def _failed(self, answer: httpx.Response) -> Unreachable:
        status = f"{answer.status_code} {answer.reason_phrase}"
        return Unreachable("site-failed", site=self.site, status=status)


def _json(answer: httpx.Response) -> object:
    try:
        return answer.json()
    except ValueError:
        return None
