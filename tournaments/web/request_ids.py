"""An id for every request, its figures, and a log line for each if the operator wants that."""

import logging
import re
import time
import uuid
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bound_contextvars

from tournaments.machinery.web import figures
from tournaments.machinery.web.prefixes import without_prefix

logger = logging.getLogger("tournaments.requests")

HEADER = "X-Request-ID"

_GIVEN = re.compile(r"[A-Za-z0-9_-]{8,64}")
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


class RequestId:
    """Names each request in the log and in its answer, and counts it.

    The id is the proxy's own, if there is a proxy and it sends one, else a new one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = _given(request) or uuid.uuid4().hex
        began = time.monotonic()
        with bound_contextvars(request=name):
            response = self.get_response(request)
            response[HEADER] = name
            seconds = time.monotonic() - began
            _log(request, response.status_code, seconds)
            _count(request, response.status_code, seconds)
        return response


def _given(request: HttpRequest) -> str | None:
    given = request.headers.get(HEADER, "") if settings.SECURE_PROXY_SSL_HEADER else ""
    return given if _GIVEN.fullmatch(given) else None


def _log(request: HttpRequest, status: int, seconds: float) -> None:
    # Without the query, which may contain what a person searched for.
    fields: dict[str, Any] = {"method": request.method, "path": request.path, "status": status}
    # Only if a page has asked who it is: looking it up could fail here.
    player = getattr(request, "_cached_user", None)
    if player is not None and player.pk:
        fields["player"] = player.pk
    if settings.ENVIRONMENT["KAURI_LOG_ADDRESSES"]:
        fields["address"] = request.META.get("REMOTE_ADDR", "")
    milliseconds = 1000 * seconds
    logger.info(
        "%s %s %s %.0f ms", request.method, request.path, status, milliseconds,
        extra=fields | {"ms": round(milliseconds, 1)},
    )  # fmt: skip


def _count(request: HttpRequest, status: int, seconds: float) -> None:
    match = request.resolver_match
    route = match.route if match is not None else _kind(request.path)
    method = request.method if request.method in _METHODS else "other"
    figures.REQUESTS.labels(route, method, status).inc()
    figures.ROUTE_SECONDS.labels(route).observe(seconds)
    figures.SECONDS.labels(_kind(request.path)).observe(seconds)


def _kind(path: str) -> str:
    if path.startswith(settings.STATIC_URL):
        return "file"
    return "api" if without_prefix(path).startswith("/api/") else "page"
