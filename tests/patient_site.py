"""A site of few pages for `test_webserver.py`, with the web server's patience of half a second."""

import gc
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tournaments.machinery.web import answers, arrivals

arrivals.SECONDS = 0.5
answers.SECONDS = 0.5

LARGE = 24
"""Pieces of an answer that no kernel holds."""

PIECE = bytes(range(256)) * 2048


_SERVES, _PREPARED = threading.Event(), threading.Event()


class _Stream:
    """A stream as Django gives it: one that is made, or a stored file, which can rest."""

    streaming = True

    def __init__(self, *, can_rest: bool) -> None:
        self.can_rest = can_rest

    def __iter__(self) -> Iterator[bytes]:
        return (PIECE for _ in range(LARGE))


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer with much, say how many bytes the body has, or how Python looks for garbage."""
    if (kind := environ["PATH_INFO"]) in LARGE_ANSWERS:
        start_response("200 OK", [])
        return LARGE_ANSWERS[kind]()
    if kind == "/fails":
        start_response("200 OK", [])
        return _failing()
    if kind == "/prepared":
        _SERVES.set()
        text = str(_PREPARED.wait(60)).encode()
    elif kind == "/garbage":
        text = f"{gc.get_freeze_count() > 0} {gc.get_threshold()[0]}".encode()
    else:
        text = str(len(environ["wsgi.input"].read())).encode()
    start_response("200 OK", [("Content-Length", str(len(text)))])
    return [text]


LARGE_ANSWERS: dict[str, Callable[[], Iterable[bytes]]] = {
    "/page": lambda: [PIECE * LARGE],
    "/made": lambda: _Stream(can_rest=False),
    "/stored": lambda: _Stream(can_rest=True),
}


def _failing() -> Iterator[bytes]:
    yield PIECE
    raise RuntimeError("on purpose")


def _prepare() -> None:
    if _SERVES.wait(60):
        _PREPARED.set()


application.prepare = _prepare  # type: ignore[attr-defined] # as Django's handler here has it
