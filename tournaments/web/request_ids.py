"""An id for every request, and a log line for each if the operator wants that."""

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bound_contextvars

logger = logging.getLogger("tournaments.requests")

HEADER = "X-Request-ID"

_GIVEN = re.compile(r"[A-Za-z0-9_-]{8,64}")


class RequestId:
    """Names each request in the log and in its answer.

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
            milliseconds = 1000 * (time.monotonic() - began)
            # Without the query, which may contain what a person searched for.
            logger.info(
                "%s %s %s %.0f ms", request.method, request.path, response.status_code, milliseconds
            )
        return response


def _given(request: HttpRequest) -> str | None:
    given = request.headers.get(HEADER, "") if settings.SECURE_PROXY_SSL_HEADER else ""
    return given if _GIVEN.fullmatch(given) else None
