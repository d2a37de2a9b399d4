"""Leaderboards, any two of their bots compared, and their anomalies."""

from collections.abc import Sequence

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.forms.comparing import CompareForm
from tournaments.forms.leaderboards import LeaderboardForm
from tournaments.mathematics import charts, elo
from tournaments.models import Anomaly, Fit, Variant
from tournaments.queries.ratings import anomalies, comparison, history, leaderboards
from tournaments.queries.ratings.leaderboards import LeaderboardLine, Search
from tournaments.services.ratings import fits
from tournaments.views.tournaments import ladder
from tournaments.web import refusals
from tournaments.web.alike import alike
from tournaments.web.fragments import fragment
from tournaments.web.requests import AuthenticatedHttpRequest, by_post

PAGE_SIZE = 50
LAST_VOIDED = 5
ANOMALIES = 20


@alike()
def leaderboard_list(request: HttpRequest) -> HttpResponse:
    """Every hosted leaderboard with its first lines, and the open ones."""

    def shown() -> dict[str, object]:
        return {
            "tops": list(leaderboards.tops(limit=5)),
            "open_ones": leaderboards.open_ones(),
        }

    cards = fragment("leaderboards/_cards.html", shown, name="leaderboards")
    context = {"cards": cards, "check": leaderboards.last_check()}
    return render(request, "leaderboards/list.html", context)


@alike()
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """One leaderboard, or the result of a search in it; the page reloads its table."""
    rows = anomalies.with_undecided(leaderboards.leaderboards())
    variant = get_object_or_404(rows, slug=slug)
    form = LeaderboardForm(request.GET)
    search = form.search()
    lines, is_cut = leaderboards.found(variant, search)
    page = Paginator(lines, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "variant": variant,
        "form": form,
        "is_cut": is_cut,
        "most_found": leaderboards.MOST_FOUND,
        "is_searched": search != Search(),
        "page": page,
        "table": _table(variant, search, page),
        "fit": lines.fit,
        "daily_cap": elo.DAILY_CAP,
        "provisional_games": elo.PROVISIONAL_GAMES,
        "check": leaderboards.last_check(),
        "voided": leaderboards.voided(variant, limit=LAST_VOIDED),
        **(_besides(variant, lines.fit) if search == Search() else {}),
    }
    return render(request, "leaderboards/detail.html", context)


def _besides(variant: Variant, fit: Fit | None) -> dict[str, object]:
    """The context shown below the whole table, but not below search results."""
    return {**ladder.summary(variant), **(_comparing(fit) if fit else {})}


def _table(variant: Variant, search: Search, page: Page[LeaderboardLine]) -> str:
    """The table of a page; on long leaderboards it is cached for some seconds."""
    is_searched = search != Search()

    def table() -> dict[str, object]:
        context = {"variant": variant, "is_searched": is_searched}
        context |= {"provisional_games": elo.PROVISIONAL_GAMES}
        return context | _lines(variant, list(page))

    is_short = is_searched or page.paginator.num_pages == 1
    name = "" if is_short else f"leaderboard-{variant.pk}-{page.number}"
    return fragment("leaderboards/_table.html", table, name=name)


def _lines(variant: Variant, lines: Sequence[LeaderboardLine]) -> dict[str, object]:
    """The lines of a page, each with its last change and its interval on one scale."""
    changes = history.last_changes(variant, [line.rating for line in lines])
    strengths = [line.strength for line in lines if line.strength]
    scale = charts.intervals(
        [(strength.low, strength.rating, strength.high) for strength in strengths]
    )
    drawn = iter(scale.drawn)
    return {
        "scale": scale,
        "lines": [
            (line, changes.get(line.rating.version_id, 0.0), next(drawn) if line.strength else None)
            for line in lines
        ],
    }


@require_safe
@alike()
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """Two versions of a leaderboard, compared by all its rated games."""
    variant = get_object_or_404(leaderboards.leaderboards(), slug=slug)
    fit = get_object_or_404(Fit, variant=variant)
    form = CompareForm(request.GET or None)
    context = {"variant": variant, "fit": fit, **_comparing(fit), "compare_form": form}
    if form.is_valid():
        with refusals.shown(form):
            context["compared"] = comparison.compare(variant, **form.cleaned_data)
    return render(request, "leaderboards/compare.html", context)


def _comparing(fit: Fit) -> dict[str, object]:
    return {"compare_form": CompareForm(), "comparable": comparison.names(fit)}


@require_safe
def anomaly_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The anomalies of a leaderboard, the last found first, with the steps of staff."""
    variant = get_object_or_404(leaderboards.leaderboards(), slug=slug)
    rows = Paginator(anomalies.shown(variant), ANOMALIES)
    page = rows.get_page(request.GET.get("page"))
    on_page: list[Anomaly] = list(page)
    context = {"variant": variant, "page": page, "anomalies": anomalies.explained(on_page)}
    return render(request, "leaderboards/anomalies.html", context)


@by_post
def compute(_request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Compute the ratings with errors now, unless they were computed a moment ago."""
    variant = get_object_or_404(leaderboards.leaderboards(), slug=slug)
    fits.ask(variant, now=timezone.now())
    return redirect(reverse("leaderboard", args=[slug]) + "#sure")
