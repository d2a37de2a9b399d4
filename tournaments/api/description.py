"""The description of the API for programs."""

from functools import cache
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from tournaments.api.schema import Generator
from tournaments.web.conditional import tag_of, unchanged_or


class Description(SpectacularAPIView):
    """The description for programs, which a process writes once in each format."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *_args: Any, **_kwargs: Any) -> HttpResponseBase:
        """The description, with an ETag: it changes with the program alone."""
        kind = type(request.accepted_renderer)
        text = _written(kind)
        return unchanged_or(request, tag_of(text), lambda: HttpResponse(text, _type(kind)))


@cache
def _written(kind: type[BaseRenderer]) -> bytes:
    text: bytes = kind().render(Generator().get_schema(public=True))
    return text


def _type(kind: type[BaseRenderer]) -> str:
    return f"{kind.media_type}; charset=utf-8"
