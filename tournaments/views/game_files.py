"""The rated games of a leaderboard as files, one a month."""

from datetime import date

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.models import GameFile, Variant
from tournaments.queries.ratings import leaderboards
from tournaments.web import ranges
from tournaments.web.languages import in_english

PAGE_SIZE = 60
MOST_SUMS = 1200
"""The most months with a sum: those of a century."""

FOR_EVER = "public, max-age=31536000, immutable"


@require_safe
def game_files(request: HttpRequest, slug: str) -> HttpResponse:
    """The months of a leaderboard whose games can be downloaded, the latest first."""
    variant = _leaderboard(slug)
    page = Paginator(_files(variant), PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "leaderboards/games.html", {"variant": variant, "page": page})


@require_safe
@in_english
def sums(_request: HttpRequest, slug: str) -> HttpResponse:
    """The SHA-256 of every file, as `sha256sum --check` reads them."""
    files = _files(_leaderboard(slug))[:MOST_SUMS]
    lines = "".join(f"{file.sha256}  {file.name}\n" for file in files)
    return HttpResponse(lines, content_type="text/plain; charset=utf-8")


@require_safe
@in_english
def game_file(request: HttpRequest, slug: str, name: str) -> HttpResponseBase:
    """A file, whole or a range of it. It never changes."""
    file = get_object_or_404(_files(_leaderboard(slug)), month=_month(name))
    if file.name != name:
        raise Http404("There is no such file.")
    content, tag = file.content, f'"{file.sha256}"'
    name = str(content.name)
    try:
        answer = ranges.answer(request, content.storage, name, size=file.size, tag=tag)
    except FileNotFoundError as error:
        raise Http404("The storage has lost this file; a backup has it.") from error
    answer["Cache-Control"] = FOR_EVER
    return answer


def _leaderboard(slug: str) -> Variant:
    variant: Variant = get_object_or_404(leaderboards.leaderboards(), slug=slug)
    return variant


def _files(variant: Variant) -> QuerySet[GameFile]:
    return GameFile.objects.filter(variant=variant).select_related("variant").order_by("-month")


def _month(name: str) -> date:
    """The first day of the month that a file's name ends with. Raises Http404."""
    try:
        return date.fromisoformat(f"{name.removesuffix('.jsonl.gz')[-7:]}-01")
    except ValueError as error:
        raise Http404("There is no such file.") from error
