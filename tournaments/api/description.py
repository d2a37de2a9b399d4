"""The description of the API: for programs, and as a page for people."""

from functools import cache
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.encoding import force_bytes
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

from tournaments.api import reference
from tournaments.machinery.web.prefixes import with_prefix
from tournaments.web.conditional import tag_of, unchanged_or
from tournaments.web.languages import ENGLISH
from tournaments.web.problems import MEDIA_TYPE

_MAKING = Lock()

LIVE = "/live/matches/{id}/"

STREAM: dict[str, Any] = {
    "operationId": "live_match",
    "description": "The events of a match while it is played, as server-sent events. It begins "
    "with the whole game so far; `Last-Event-ID` leaves out what you have had.",
    "tags": ["live"],
    "security": [{"tokenAuth": []}, {"cookieAuth": []}, {}],
    "parameters": [
        {"in": "path", "name": "id", "required": True, "schema": {"type": "integer"}},
        {"in": "header", "name": "Last-Event-ID", "schema": {"type": "string"}},
    ],
    "responses": {
        "200": {
            "description": "Events named state, game, event and end.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
        "default": {
            "description": "A problem: why there is no stream.",
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        },
    },
}
"""The path that a separate process serves, without a view of Django's."""

REMOTE_STREAM: dict[str, Any] = STREAM | {
    "operationId": "remote_stream",
    "description": "The games and turns of a remote bot of yours, as server-sent events. The bot "
    "is connected as long as the stream is open.",
    "tags": ["remote"],
    "security": [{"tokenAuth": []}],
    "parameters": [
        {"in": "path", "name": "slug", "required": True, "schema": {"type": "string"}},
        {"in": "query", "name": "at_once", "schema": {"type": "integer", "minimum": 1}},
    ],
    "responses": STREAM["responses"]
    | {
        "200": STREAM["responses"]["200"]
        | {"description": "Events named hello, game, turn and over."}
    },
}


def with_streams(result: dict[str, Any], **_how: Any) -> dict[str, Any]:
    """The description with the streams of a match and of a remote bot in it."""
    streams = {LIVE: STREAM, "/api/v1/remote/{slug}/stream/": REMOTE_STREAM}
    result["paths"] |= {with_prefix(path): {"get": stream} for path, stream in streams.items()}
    return result


class Description(SpectacularAPIView):
    """The description for programs, rendered once in each format by a process."""

    @staticmethod
    def prepare() -> None:
        """Render it in every format, and its page in every language, before the first request."""
        for renderer in Description.renderer_classes:
            _written(renderer.media_type)
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                _groups(language)

    @extend_schema(exclude=True)
    def get(self, request: Request, *_args: Any, **_kwargs: Any) -> HttpResponseBase:
        """The description, with an ETag: it changes with the program alone."""
        asked = request.accepted_renderer.media_type
        text, content_type = _written(asked), f"{asked}; charset=utf-8"
        return unchanged_or(request, tag_of(text), lambda: HttpResponse(text, content_type))


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The description for people, where they can try what changes nothing."""
    return render(request, "api/reference.html", {"groups": _groups(translation.get_language())})


def _described() -> dict[str, Any]:
    with _MAKING:
        return _made()


@cache
def _made() -> dict[str, Any]:
    """The description, made once, in English whatever the language of the request."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]  # theirs
    with translation.override(ENGLISH):
        schema: dict[str, Any] = generator.get_schema(public=True)  # type: ignore[no-untyped-call]
    return schema


@cache
def _read() -> reference.Reference:
    return reference.read(_described())


@cache
def _groups(_language: str) -> SafeString:
    """All operations and objects in the active language, cached: rendering takes 50 ms."""
    return render_to_string("api/_groups.html", {"reference": _read()})


@cache
def _written(media_type: str) -> bytes:
    kinds = Description.renderer_classes
    renderer = next(kind() for kind in kinds if kind.media_type == media_type)
    return force_bytes(renderer.render(_described()))
