"""Who leads where, and by how much."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournaments import ratings
from tournaments.models import Fit
from tournaments.queries import leaderboards as queries
from tournaments.services import fits
from tournaments.views import ladders

PAGE_SIZE = 50
LAST_VOIDED = 5


def leaderboards(request: HttpRequest) -> HttpResponse:
    """Every leaderboard with its best."""
    context = {"tops": queries.tops(limit=5), "check": queries.last_check()}
    return render(request, "leaderboards/list.html", context)


def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """One leaderboard; the page asks itself for news every few seconds."""
    variant = get_object_or_404(queries.leaderboards(), slug=slug)
    page = Paginator(queries.lines(variant), PAGE_SIZE).get_page(request.GET.get("page"))
    trends = queries.trends(variant, [line.rating for line in page])
    context = {
        "variant": variant,
        "page": page,
        "lines": list(zip(page, trends, strict=True)),
        "fit": Fit.objects.filter(variant=variant).first(),
        "daily_cap": ratings.DAILY_CAP,
        "provisional_games": ratings.PROVISIONAL_GAMES,
        "check": queries.last_check(),
        "voided": queries.voided(variant, limit=LAST_VOIDED) if variant.epoch > 1 else (),
        **ladders.summary(variant),
    }
    return render(request, "leaderboards/detail.html", context)


@require_POST
@login_required
def compute(_request: HttpRequest, slug: str) -> HttpResponse:
    """Compute the ratings with errors now, unless that was done a moment ago."""
    variant = get_object_or_404(queries.leaderboards(), slug=slug)
    fits.ask(variant, now=timezone.now())
    return redirect(reverse("leaderboard", args=[slug]) + "#sure")
