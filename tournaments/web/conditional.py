"""Answers with an ETag: 304, and no work, for whoever has them already."""

import hashlib
from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language


def tag_of(*parts: object) -> str:
    """The ETag of what is made from these parts in the reader's language, and from nothing else."""
    told = (get_language(), *parts)
    return f'"{hashlib.sha256(repr(told).encode()).hexdigest()[:32]}"'


def unchanged_or(
    request: HttpRequest, tag: str, make: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """304 for whoever sends this tag, else what `make` returns, with the tag or one of its own.

    The visitor keeps it, and asks before each use; nobody between keeps it for others.
    """
    known = get_conditional_response(request, etag=tag)
    answer = make() if known is None else known
    answer.headers.setdefault("ETag", tag)
    answer["Cache-Control"] = "private, no-cache"
    return answer
