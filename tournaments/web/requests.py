"""Types of requests as views get them, after the middleware and the decorators."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
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
    """Decorate a view that changes something: only for players, only by POST.

    A log-in leads back to the page of the form, since the view's own address shows nothing.
    """

    @wraps(view)
    def answer(request: HttpRequest, *values: Any, **named: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return cast(HttpResponseBase, view(request, *values, **named))
        return redirect_to_login(_form_page(request))

    return cast(View, require_POST(answer))


def _form_page(request: HttpRequest) -> str:
    page = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(page, {request.get_host()})
    return page if is_ours else reverse("home")
