"""Requests are written in UTF-8; one that says otherwise is refused before anything reads it."""

import codecs
from collections.abc import Mapping
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.utils.http import parse_header_parameters

from tournaments.machinery.web import handler

READ = ("utf-8", "ascii")
"""As Python names them; ASCII is a part of UTF-8."""

UNREADABLE = "unreadable"
"""Stands in the place of a charset that cannot be read."""

REFUSAL = "Requests are read in UTF-8 only. Leave the charset out, or write charset=utf-8."


class Request(ASGIRequest):
    """A request that stays in UTF-8, whatever it claims: at some claims Django would fail."""

    def _set_content_type_params(self, meta: Mapping[str, Any]) -> None:
        given = meta.get("CONTENT_TYPE", "")
        try:
            self.content_type, self.content_params = parse_header_parameters(given)
        except ValueError:
            self.content_type, self.content_params = "", {"charset": UNREADABLE}


class Handler(handler.Handler):
    """The site's handler, with such requests."""

    request_class = Request


def is_readable(request: HttpRequest) -> bool:
    """Whether body and headers are in a charset that is read here."""
    charset = (request.content_params or {}).get("charset", "utf-8")
    try:
        for one in request.headers.get("Accept", "").split(","):
            parse_header_parameters(one)
        return codecs.lookup(charset).name in READ
    except (LookupError, ValueError):
        return False
