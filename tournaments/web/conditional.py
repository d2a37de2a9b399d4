"""Responses with an ETag: 304, without computing anything, for a client that has them."""

import hashlib
from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language


def tag_of(*parts: object) -> str:
    """Return the ETag of a response that depends only on these parts and the reader's language."""
    told = (get_language(), *parts)
    return f'"{hashlib.sha256(repr(told).encode()).hexdigest()[:32]}"'


def unchanged_or(
    request: HttpRequest, tag: str, make: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """Return 304 to a client that sends this tag, else what `make` returns, with a tag.

    Browsers must revalidate it before each use; shared caches must not store it.
    """
    unchanged = get_conditional_response(request, etag=tag)
    answer = make() if unchanged is None else unchanged
    answer.headers.setdefault("ETag", tag)
    answer["Cache-Control"] = "private, no-cache"
    return answer
