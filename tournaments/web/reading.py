"""How many pages a reader may load in a minute, so that a few cannot starve all others."""

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.throttling import BaseThrottle

from tournaments.machinery.counts import one_more
from tournaments.web.throttling import refusal

MINUTE = 60
SIGNED_IN = 4
"""Times as many pages for each player as for a visitor's address."""

EXEMPT = ("/api/", "/static/", "/metrics")
"""The API has rates of its own; files and machines are not counted."""


class Readers:
    """Answers 429 to a reader of too many pages; a visitor is known by the address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        most = settings.VIEWS_A_MINUTE * (SIGNED_IN if request.user.is_authenticated else 1)
        if most == 0 or request.path.startswith(EXEMPT):
            return self.get_response(request)
        minute, second = divmod(int(time.time()), MINUTE)
        if one_more(f"pages:{_reader(request)}:{minute}", seconds=2 * MINUTE) > most:
            return refusal(request, seconds=MINUTE - second)
        return self.get_response(request)


def _reader(request: HttpRequest) -> str:
    if request.user.is_authenticated:
        return f"player-{request.user.pk}"
    throttle: Any = BaseThrottle()  # its type names requests of the API; it reads headers alone
    return str(throttle.get_ident(request)).replace(" ", "")[:64]
