"""How often one may send a form or ask for what costs much: by the rates of the API, and as one."""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from rest_framework.throttling import ScopedRateThrottle

View = Callable[..., HttpResponseBase]


def throttled(scope: str, *, methods: Collection[str] = ("POST",)) -> Callable[[View], View]:
    """A view that answers 429, with what to do, to who sends one of `methods` too often.

    `scope` names the rate in settings.REST_FRAMEWORK. Players are counted by themselves, visitors
    by their address, and what they do by the API counts here as well.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **names: Any) -> HttpResponseBase:
            throttle = ScopedRateThrottle()
            if request.method not in methods or throttle.allow_request(request, guarded):
                return view(request, **names)
            return refusal(request, seconds=int(throttle.wait() or 0) + 1)

        guarded.throttle_scope = scope  # type: ignore[attr-defined]  # where the throttle looks
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
