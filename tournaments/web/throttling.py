"""How often one may send a form or load a costly page: pages and the API share their rates."""

from collections.abc import Callable, Collection
from functools import wraps
from types import SimpleNamespace
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from rest_framework.throttling import ScopedRateThrottle

View = Callable[..., HttpResponseBase]


def throttled(scope: str, *, methods: Collection[str] = ("POST",)) -> Callable[[View], View]:
    """A view that answers 429 when somebody sends one of `methods` too often.

    `scope` names the rate in settings.REST_FRAMEWORK. A player counts as one, and so does a
    visitor's address. Requests to the API count as well.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **names: Any) -> HttpResponseBase:
            # Its types name requests and views of the API. It reads nothing that these lack.
            throttle: Any = ScopedRateThrottle()
            scoped = SimpleNamespace(throttle_scope=scope)
            if request.method not in methods or throttle.allow_request(request, scoped):
                return view(request, **names)
            return refusal(request, seconds=int(throttle.wait() or 0) + 1)

        return guarded

    return decorate


def refusal(request: HttpRequest, *, seconds: int) -> HttpResponse:
    """The page that says how long to wait."""
    shown = {"minutes": -(-seconds // 60), "was_sent": request.method == "POST"}
    response = render(request, "429.html", shown, status=429)
    response["Retry-After"] = str(seconds)
    return response


def too_often(request: HttpRequest) -> HttpResponse:
    """The same page for what allauth counts, each time for a minute."""
    return refusal(request, seconds=60)
