"""Middleware of every request: refuses unreadable ones, and sets the reader's time zone."""

import zoneinfo
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.defaults import page_not_found

from engine import UnknownGame
from tournaments.errors import RecordUnavailable, StorageUnavailable
from tournaments.forms import bodies
from tournaments.web import charsets, problems, refusals

NUL_REFUSAL = "No address has a NUL character in it."

ZONE_COOKIE = "timezone"
"""The cookie in which the browser names its time zone."""


class Entrance:
    """Refuses a request by its charset (400), its address (404) and its length (413).

    No name has a NUL, and PostgreSQL cannot search for one. It must come before middleware that
    reads a form, such as the check of its token. A page that needs the storage answers 503 while
    the storage does not.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not charsets.is_readable(request):
            return _unreadable(request)
        if "\0" in request.path or "%00" in request.META["QUERY_STRING"]:
            return _nowhere(request)
        with timezone.override(_zone(request.COOKIES.get(ZONE_COOKIE, ""))):
            return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Refuse a form that announces too many bytes. The API does so itself, in JSON."""
        match = request.resolver_match
        is_of_api = match is not None and match.namespace == "api"
        if is_of_api or bodies.length(request) <= bodies.most(request):
            return None
        return HttpResponse(render_to_string("400.html"), status=413)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer 503 for what is not there now, and 404 for a game that is switched off."""
        if isinstance(error, UnknownGame):
            return page_not_found(request, error)
        if not isinstance(error, StorageUnavailable | RecordUnavailable):
            return None
        context = {"why": refusals.unavailable(error)}
        return render(request, "503.html", context, status=HTTPStatus.SERVICE_UNAVAILABLE)


def _unreadable(request: HttpRequest) -> HttpResponse:
    if problems.is_of_api(request):
        return problems.answer("wrong_charset", charsets.REFUSAL)
    return HttpResponse(render_to_string("400.html"), status=400)


def _nowhere(request: HttpRequest) -> HttpResponse:
    if problems.is_of_api(request):
        return problems.answer("not_found", NUL_REFUSAL)
    raise Http404(NUL_REFUSAL)


def _zone(name: str) -> zoneinfo.ZoneInfo:
    """Return the zone of that name; the site's if there is none."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        zone: zoneinfo.ZoneInfo = settings.ENVIRONMENT["KAURI_TIME_ZONE"]
        return zone
