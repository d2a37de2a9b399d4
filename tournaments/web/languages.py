"""Pages come in the reader's language; what programs read is English."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

from tournaments.machinery.web.prefixes import without_prefix

ENGLISH = "en"
FOR_PROGRAMS = ("/api/", "/metrics")
"""The prefixes of addresses that programs read: the API and the metrics."""

FOR_PEOPLE = "/api/v1/docs/"
"""The documentation of the API, which is a page for people."""

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


class Languages:
    """Middleware: the language that the reader has chosen, else the one that the browser asks for.

    The choice is in a cookie. `Vary` says on which headers a response depends.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = without_prefix(request.path)
        if path.startswith(FOR_PROGRAMS) and path != FOR_PEOPLE:
            return self._answer(request, ENGLISH)
        language = translation.get_language_from_request(request)
        answer = self._answer(request, language)
        if "Content-Language" not in answer.headers:
            answer["Content-Language"] = language
            patch_vary_headers(answer, ["Accept-Language", "Cookie"])
        return answer

    def _answer(self, request: HttpRequest, language: str) -> HttpResponseBase:
        with translation.override(language):
            return self.get_response(request)


def in_english(view: View) -> View:
    """Decorate a view whose files are the same for all readers: they are in English."""

    @wraps(view)
    def answer(*args: Any, **kwargs: Any) -> HttpResponseBase:
        with translation.override(ENGLISH):
            made = view(*args, **kwargs)
        made["Content-Language"] = ENGLISH
        return made

    return answer  # type: ignore[return-value]  # wraps keeps the signature
