"""Who leads where, and by how much."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments.queries import leaderboards as queries

PAGE_SIZE = 50


def leaderboards(request: HttpRequest) -> HttpResponse:
    """Every leaderboard with its best."""
    context = {"tops": queries.tops(limit=5), "check": queries.last_check()}
    return render(request, "leaderboards/list.html", context)


def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """One leaderboard; the page asks itself for news every few seconds."""
    variant = get_object_or_404(queries.leaderboards(), slug=slug)
    page = Paginator(queries.leaderboard(variant), PAGE_SIZE).get_page(request.GET.get("page"))
    ratings = list(page.object_list)
    context = {
        "variant": variant,
        "page": page,
        "lines": list(zip(ratings, queries.trends(variant, ratings), strict=True)),
        "check": queries.last_check(),
    }
    return render(request, "leaderboards/detail.html", context)
