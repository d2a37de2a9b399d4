"""Compresses responses, except for files that are compressed already."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

_PACKED = {"application/gzip", "application/zip"}


class Compression(GZipMiddleware):
    """Django's middleware, which would compress such a file again and so invalidate its ranges."""

    def process_response(self, request: HttpRequest, response: Any) -> HttpResponseBase:
        if response.get("Content-Type") in _PACKED:
            answer: HttpResponseBase = response
            return answer
        return super().process_response(request, response)
