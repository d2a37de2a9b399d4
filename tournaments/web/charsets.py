"""Recognises requests that claim another charset than UTF-8, so that they can be refused."""

import codecs
from collections.abc import Mapping
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.utils.http import parse_header_parameters

from tournaments.machinery.web import handler

READ = ("utf-8", "ascii")
"""The readable charsets by their Python names; ASCII is a subset of UTF-8."""

UNREADABLE = "unreadable"
"""Replaces a charset parameter that cannot be parsed."""

REFUSAL = "Requests are read in UTF-8 only. Leave the charset out, or write charset=utf-8."


class Request(ASGIRequest):
    """A request that is read as UTF-8 whatever it claims, since some claims make Django fail."""

    def _set_content_type_params(self, meta: Mapping[str, Any]) -> None:
        content_type = meta.get("CONTENT_TYPE", "")
        try:
            self.content_type, self.content_params = parse_header_parameters(content_type)
        except ValueError:
            self.content_type, self.content_params = "", {"charset": UNREADABLE}


class Handler(handler.Handler):
    """The site's handler, which uses these requests."""

    request_class = Request


def is_readable(request: HttpRequest) -> bool:
    """Whether body and headers are in a readable charset."""
    charset = (request.content_params or {}).get("charset", "utf-8")
    try:
        for media_type in request.headers.get("Accept", "").split(","):
            parse_header_parameters(media_type)
        return codecs.lookup(charset).name in READ
    except (LookupError, ValueError):
        return False
