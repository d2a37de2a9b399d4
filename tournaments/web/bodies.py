"""A form that is too long is refused before any of it is read."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from tournaments.forms import bodies


class Bodies:
    """Answers 413 by the length that a request announces. The API does so itself, in JSON."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        fits = bodies.length(request) <= bodies.most(request)
        found = request.resolver_match
        if fits or (found and found.namespace == "api"):
            return None
        return HttpResponse(render_to_string("400.html"), status=413)
