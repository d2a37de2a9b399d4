"""A site of one page for `test_webserver.py`, with the web server's patience of half a second."""

from collections.abc import Callable, Iterable
from typing import Any

from tournaments.machinery import arrivals

arrivals.SECONDS = 0.5


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Say how many bytes the body has."""
    text = str(len(environ["wsgi.input"].read())).encode()
    start_response("200 OK", [("Content-Length", str(len(text)))])
    return [text]
