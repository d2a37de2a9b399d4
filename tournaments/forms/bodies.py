"""Limits on the body of a request: uploads of code may be long, all else is short."""

from django.conf import settings
from django.http import HttpRequest

MOST_BYTES = 256 * 1024
"""For requests without code: enough for the longest lists and texts that are allowed."""

WITH_CODE = frozenset({"bot-create", "bot-upload", "draft-save", "api:versions"})
"""The names of the views that take code."""


def length(request: HttpRequest) -> int:
    """The announced length of a request in bytes."""
    announced = request.META.get("CONTENT_LENGTH") or "0"
    return int(announced) if str(announced).isdecimal() else 0


def most(request: HttpRequest) -> int:
    """The most bytes that are read at this address."""
    match, largest = request.resolver_match, int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    if match and match.view_name in WITH_CODE:
        return largest
    return min(MOST_BYTES, largest)
