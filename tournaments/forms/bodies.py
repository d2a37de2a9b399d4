"""How long the body of a request may be: code may be long, all else is short."""

from django.conf import settings
from django.http import HttpRequest

MOST_BYTES = 256 * 1024
"""Of a request without code: the longest lists and texts that are allowed fit in."""

WITH_CODE = frozenset({"bot-create", "bot-upload", "api:versions"})
"""The addresses that take code, by name."""


def length(request: HttpRequest) -> int:
    """The bytes that a request announces."""
    given = request.META.get("CONTENT_LENGTH") or "0"
    return int(given) if str(given).isdecimal() else 0


def most(request: HttpRequest) -> int:
    """The bytes that are read at this address."""
    found = request.resolver_match
    if found and found.view_name in WITH_CODE:
        return settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return min(MOST_BYTES, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
