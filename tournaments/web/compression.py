"""Compresses answers, but for those that are files which are compressed already."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

_PACKED = {"application/gzip", "application/zip"}


class Compression(GZipMiddleware):
    """Django's own, which would wrap such a file once more, and so change what its ranges are."""

    def process_response(self, request: HttpRequest, response: Any) -> HttpResponseBase:
        if response.get("Content-Type") in _PACKED:
            answer: HttpResponseBase = response
            return answer
        return super().process_response(request, response)
