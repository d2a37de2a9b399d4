"""Limits how many pages a reader may load in a minute, so that a few cannot starve others."""

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.machinery.caches.counts import one_more
from tournaments.machinery.web.prefixes import without_prefix
from tournaments.web.throttling import asker, refusal

MINUTE = 60
SIGNED_IN = 4
"""How many times as many pages a player may load as a visitor's address."""

EXEMPT = ("/api/", "/static/", "/metrics")
"""Paths that are not counted: the API has its own rates; files and metrics have none."""


class Readers:
    """Answers 429 to a reader of too many pages; visitors are counted by address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        most = settings.VIEWS_A_MINUTE * (SIGNED_IN if request.user.is_authenticated else 1)
        reader = asker(request)
        if most == 0 or not reader or without_prefix(request.path).startswith(EXEMPT):
            return self.get_response(request)
        minute, second = divmod(int(time.time()), MINUTE)
        if one_more(f"pages:{reader}:{minute}", seconds=2 * MINUTE) > most:
            return refusal(request, seconds=MINUTE - second)
        return self.get_response(request)
