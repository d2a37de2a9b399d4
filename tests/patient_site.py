"""A site of two pages for `test_webserver.py`, with the web server's patience of half a second."""

import gc
from collections.abc import Callable, Iterable
from typing import Any

from tournaments.machinery import arrivals

arrivals.SECONDS = 0.5


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Say how many bytes the body has, or how Python looks for garbage."""
    if environ["PATH_INFO"] == "/garbage":
        text = f"{gc.get_freeze_count() > 0} {gc.get_threshold()[0]}".encode()
    else:
        text = str(len(environ["wsgi.input"].read())).encode()
    start_response("200 OK", [("Content-Length", str(len(text)))])
    return [text]
