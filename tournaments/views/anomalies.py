"""The anomalies of a leaderboard: what was found, and why."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.models import Anomaly
from tournaments.queries.ratings import anomalies, leaderboards

PAGE_SIZE = 20


@require_safe
def anomaly_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The anomalies of a leaderboard, the last found first, with the steps of staff."""
    variant = get_object_or_404(leaderboards.leaderboards(), slug=slug)
    rows = Paginator(anomalies.shown(variant), PAGE_SIZE)
    page = rows.get_page(request.GET.get("page"))
    on_page: list[Anomaly] = list(page)
    context = {"variant": variant, "page": page, "anomalies": anomalies.explained(on_page)}
    return render(request, "leaderboards/anomalies.html", context)
