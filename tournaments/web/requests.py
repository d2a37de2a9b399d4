"""Types of requests as views get them, after the middleware and the decorators."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest
from django.views.decorators.http import require_POST
from django_htmx.middleware import HtmxDetails

from tournaments.models import Player

View = TypeVar("View", bound=Callable[..., Any])


class HtmxHttpRequest(HttpRequest):
    """Any request of the site: it says whether htmx sent it."""

    htmx: HtmxDetails


class AuthenticatedHttpRequest(HtmxHttpRequest):
    """A request behind `login_required`."""

    user: Player


def by_post(view: View) -> View:
    """Decorate a view that changes something: only for players, only by POST."""
    return require_POST(login_required(view))
