"""How often one may ask; the rates are in settings.REST_FRAMEWORK."""

from typing import Any

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle


class WriteThrottle(ScopedRateThrottle):
    """Counts the requests that write, by the `throttle_scope` of their view."""

    def allow_request(self, request: Request, view: Any) -> bool:
        return request.method in SAFE_METHODS or super().allow_request(request, view)
