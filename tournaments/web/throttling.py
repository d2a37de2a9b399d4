"""How often one may send a form or load a costly page: pages and the API share their rates."""

from collections.abc import Callable, Collection
from functools import wraps
from types import SimpleNamespace
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from rest_framework.throttling import (
    AnonRateThrottle,
    ScopedRateThrottle,
    SimpleRateThrottle,
    UserRateThrottle,
)

from tournaments.machinery.web import networks

View = Callable[..., HttpResponseBase]


def network(request: HttpRequest) -> str:
    """What a visitor without an account counts as; empty in a trusted network."""
    return networks.counted(
        request.META.get("REMOTE_ADDR", ""), request.headers.get("X-Forwarded-For", "")
    )


def asker(request: HttpRequest) -> str:
    """Who asks: a player, or a visitor's network; empty for visitors of a trusted one."""
    player = request.user
    return f"player-{player.pk}" if player.is_authenticated else network(request)


class _ByNetwork(SimpleRateThrottle):
    """Counts players by account, and others by their network."""

    def get_ident(self, request: Any) -> str:
        return network(request)

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        is_player = request.user and request.user.is_authenticated
        return super().get_cache_key(request, view) if is_player or network(request) else None


class OfVisitors(_ByNetwork, AnonRateThrottle):
    """All requests to the API without an account."""


class OfPlayers(_ByNetwork, UserRateThrottle):
    """All requests to the API."""


class OfScope(_ByNetwork, ScopedRateThrottle):
    """Requests of one kind, to the API or by a form."""


def throttled(scope: str, *, methods: Collection[str] = ("POST",)) -> Callable[[View], View]:
    """A view that answers 429 when somebody sends one of `methods` too often.

    `scope` names the rate in settings.REST_FRAMEWORK. A player counts as one, and so does a
    visitor's address. Requests to the API count as well.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **names: Any) -> HttpResponseBase:
            # Its types name requests and views of the API. It reads nothing that these lack.
            throttle: Any = OfScope()
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
