"""The rated games of a leaderboard as files, one a month, each with a data card."""

from datetime import date

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

import tournaments
from tournaments.models import GameFile, Variant
from tournaments.models.game_files import PARTIAL
from tournaments.queries.games import citations
from tournaments.queries.ratings import leaderboards
from tournaments.views import documents
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
    """A file, whole or a range of it. That of a complete month never changes."""
    file = _file(slug, name.removesuffix(".jsonl.gz"))
    if file.name != name:
        raise Http404("There is no such file.")
    content, tag = file.content, f'"{file.sha256}"'
    name = str(content.name)
    try:
        answer = ranges.answer(request, content.storage, name, size=file.size, tag=tag)
    except FileNotFoundError as error:
        raise Http404("The storage has lost this file; a backup has it.") from error
    answer["Cache-Control"] = FOR_EVER if file.until is None else "public, no-cache"
    return answer


@require_safe
def data_card(request: HttpRequest, slug: str, stem: str) -> HttpResponse:
    """What a file has, how it was made, and how to cite it."""
    file = _file(slug, stem)
    context = {
        "file": file,
        "variant": file.variant,
        "text": documents.html_of(_card(request, file)),
    }
    return render(request, "leaderboards/data_card.html", context)


@require_safe
@in_english
def data_card_file(request: HttpRequest, slug: str, stem: str) -> HttpResponse:
    """The same as a file of Markdown, to keep beside the data."""
    text = _card(request, _file(slug, stem))
    return HttpResponse(text, content_type="text/markdown; charset=utf-8")


def _card(request: HttpRequest, file: GameFile) -> str:
    address, site = request.build_absolute_uri(file.get_absolute_url()), request.get_host()
    cited = {
        "citation": citations.sentence(file, address, site),
        "bibtex": citations.bibtex(file, address, site),
    }
    context = {"file": file, "address": address, "site": site, **cited}
    context["kauri"] = tournaments.__version__
    return render_to_string("leaderboards/data_card.md", context)


def _leaderboard(slug: str) -> Variant:
    variant: Variant = get_object_or_404(leaderboards.leaderboards(), slug=slug)
    return variant


def _files(variant: Variant) -> QuerySet[GameFile]:
    return GameFile.objects.filter(variant=variant).select_related("variant").order_by("-month")


def _file(slug: str, stem: str) -> GameFile:
    """The file of a leaderboard by its name without the ending. Raises Http404."""
    file: GameFile = get_object_or_404(_files(_leaderboard(slug)), month=_month(stem))
    if file.stem != stem:
        raise Http404("There is no such file.")
    return file


def _month(stem: str) -> date:
    """The first day of the month that a file's name ends with. Raises Http404."""
    try:
        return date.fromisoformat(f"{stem.removesuffix(PARTIAL)[-7:]}-01")
    except ValueError as error:
        raise Http404("There is no such file.") from error
