"""Endpoints for machines: liveness, readiness and metrics.

Health checks of containers and Prometheus use any host name, and no TLS, so these requests are
answered before the host name is checked.
"""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tournaments.machinery.web.prefixes import without_prefix
from tournaments.queries.playing import metrics
from tournaments.services.upkeep import readiness


class Probes:
    """Answers /healthz and /readyz, and /metrics for requests with the token."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path = without_prefix(request.path)
        if path == "/healthz":
            return HttpResponse("ok\n", content_type="text/plain")
        if path == "/readyz":
            return _readiness()
        if path == "/metrics" and _has_token(request):
            return _figures()
        return self.get_response(request)


def metrics_for_staff(request: HttpRequest) -> HttpResponse:
    """Return the metrics to logged-in staff; refuse everybody else."""
    if not request.user.is_staff:
        raise PermissionDenied(
            "Only staff and clients with KAURI_METRICS_TOKEN may read the metrics."
        )
    return _figures()


def _readiness() -> JsonResponse:
    """Return which checks are ok; only the operator reads the reasons, in `manage.py doctor`."""
    words = {True: "ok", False: "not ok", None: "unknown"}
    checks = readiness.checks(now=timezone.now())
    ready = all(check.well is not False for check in checks.values())
    document = {
        "ready": ready,
        "checks": {name: words[health.well] for name, health in checks.items()},
    }
    return JsonResponse(
        document, status=200 if ready else 503, headers={"Cache-Control": "no-store"}
    )


def _has_token(request: HttpRequest) -> bool:
    wanted = settings.ENVIRONMENT["KAURI_METRICS_TOKEN"]
    scheme, _space, given = request.headers.get("Authorization", "").partition(" ")
    return bool(wanted) and scheme == "Bearer" and constant_time_compare(given, wanted)


def _figures() -> HttpResponse:
    return HttpResponse(metrics.exposition(now=timezone.now()), content_type=metrics.CONTENT_TYPE)
