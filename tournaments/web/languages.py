"""Pages come in the reader's language; what programs read is English."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

ENGLISH = "en"
FOR_PROGRAMS = ("/api/", "/metrics")
"""What the addresses of the programming interface and of the metrics begin with."""

FOR_PEOPLE = "/api/v1/docs/"
"""The page that shows people what programs can do."""

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


class Languages:
    """Middleware: the language that the reader has chosen, else the one that the browser asks for.

    A choice is a cookie. Caches are told what an answer depends on.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
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
    """A view whose files are the same for all readers."""

    @wraps(view)
    def answer(*args: Any, **kwargs: Any) -> HttpResponseBase:
        with translation.override(ENGLISH):
            made = view(*args, **kwargs)
        made["Content-Language"] = ENGLISH
        return made

    return answer  # type: ignore[return-value]  # wraps keeps the signature
