"""Limits how often forms are sent and costly pages loaded; pages and the API share rates."""

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
    """Return the network by which a visitor without an account is counted; empty if trusted."""
    return networks.counted(
        request.META.get("REMOTE_ADDR", ""), request.headers.get("X-Forwarded-For", "")
    )


def asker(request: HttpRequest) -> str:
    """Return the player or the visitor's network, as counted; empty for a trusted network."""
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


def throttled(
    scope: str, *, methods: Collection[str] = ("POST",), visitors: str = ""
) -> Callable[[View], View]:
    """Decorate a view to answer 429 when one of `methods` is sent too often.

    `scope` names the rate in settings.REST_FRAMEWORK, and `visitors` another one for those without
    an account. Requests are counted by player, or by the address of a visitor. Requests to the API
    count as well.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **names: Any) -> HttpResponseBase:
            # It is typed for requests and views of the API, but reads nothing that these lack.
            throttle: Any = OfScope()
            is_visitor = bool(visitors) and not request.user.is_authenticated
            scoped = SimpleNamespace(throttle_scope=visitors if is_visitor else scope)
            if request.method not in methods or throttle.allow_request(request, scoped):
                return view(request, **names)
            return refusal(request, seconds=int(throttle.wait() or 0) + 1)

        return guarded

    return decorate


def refusal(request: HttpRequest, *, seconds: int) -> HttpResponse:
    """Return the page that says how long to wait."""
    context = {"minutes": -(-seconds // 60), "was_sent": request.method == "POST"}
    response = render(request, "429.html", context, status=429)
    response["Retry-After"] = str(seconds)
    return response


def too_often(request: HttpRequest) -> HttpResponse:
    """Return the same page for the limits of allauth, always for a minute."""
    return refusal(request, seconds=60)
