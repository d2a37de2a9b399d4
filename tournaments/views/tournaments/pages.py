"""Tournaments: the list, a new one, and one as it goes on."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache
from django.core.paginator import Paginator
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.timesince import timeuntil
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from agents.terms.clock import PRESETS
from tournaments.errors import Invalid
from tournaments.mathematics import formats
from tournaments.models import Tournament
from tournaments.queries import tournament_lists
from tournaments.queries.people import ties
from tournaments.queries.playing import queue
from tournaments.queries.ratings import unrated
from tournaments.queries.tournaments import entrants, exports
from tournaments.queries.tournaments.tables import KeptTable
from tournaments.services.tournaments import faults, preview, tables
from tournaments.services.tournaments.configuration import Configuration
from tournaments.views.live import part
from tournaments.views.tournaments import ladder, participation, results
from tournaments.web import result_files
from tournaments.web.alike import alike
from tournaments.web.conditional import tag_of, unchanged_or
from tournaments.web.fragments import fragment
from tournaments.web.languages import in_english
from tournaments.web.pages import LongPaginator
from tournaments.web.throttling import throttled
from tournaments.words import Sentence
from tournaments.words.conditions import describe, options_stated

PAGE_SIZE = 25

ENTRANTS = 100
"""The most entrants on one page."""

FEW = 25
"""Tables of up to this many entrants are rendered for each request, not cached."""

LINE_SECONDS = 5
"""How long the queue length is cached: it counts the whole queue."""

SECONDS, GAMES_A_SECOND = 2, 500
"""Seconds between two polls for changes: the fewest, and one more for each number of games."""


@dataclass(frozen=True)
class Look:
    """The requested view of a tournament, and a mark of its state.

    `table` is None before the start.
    """

    row: Tournament
    asked: dict[str, str]
    table: KeptTable | None
    seen: str


@require_safe
@alike(ties.to_private_tournaments)
def tournament_list(request: HttpRequest) -> HttpResponse:
    """All tournaments: those under way, those to come, and those that are over by pages."""
    status = Tournament.Status
    rows = tournament_lists.listed(request.user).without_ladders()
    over = rows.filter(status__in=[status.FINISHED, status.CANCELLED])
    ordered = over.order_by("-ended_at", "-pk")
    page = LongPaginator(ordered, PAGE_SIZE).get_page(request.GET.get("page"))
    open_ = list(rows.open())
    tournament_lists.counted([*open_, *page])
    context = {
        "running": [row for row in open_ if row.status in Tournament.BEGUN],
        "scheduled": [row for row in reversed(open_) if row.status == status.SCHEDULED],
        "page": page,
    }
    return render(request, "tournaments/list.html", context)


@require_safe
@alike(ties.to_tournament)
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """One tournament: its configuration, its results, and its rounds."""
    row = found(request, slug)
    if row.format == Tournament.Format.TRIAL:
        return redirect(row.trial)
    if row.is_ladder:
        return ladder.ladder_page(request, row)
    return page(request, row)


@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The live part of a tournament's page; 204 when the visitor has seen it already.

    It has an ETag, for conditional requests that do not say what was seen.
    """
    row = found(request, slug)
    if row.is_ladder:
        return redirect(row)
    look = _look(request, row)
    if request.GET.get("seen") == look.seen:
        return HttpResponse(status=204)
    return unchanged_or(request, _tag(request, look, look.seen), lambda: _live(request, look))


def _live(request: HttpRequest, look: Look) -> HttpResponse:
    context = _shown(request, look)
    answer = render(request, "tournaments/_live.html", context)
    # While another request renders the results, these are the previous ones.
    answer["ETag"] = _tag(request, look, context["seen"])
    return answer


def _tag(request: HttpRequest, look: Look, seen: str) -> str:
    return tag_of(seen, request.user.pk, look.asked)


@require_safe
@alike(ties.to_tournament)
def entrant_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All entrants of a tournament by their seeds, in pages, with what can be done with them."""
    row = found(request, slug)
    if row.is_ladder:
        return redirect(row)
    page = Paginator(entrants.Seeds(row), ENTRANTS).get_page(request.GET.get("page"))
    seeds = list(page)
    listed = [seed.entry for seed in seeds]
    context = participation.of_entrants(request, row, listed)
    context |= {"tournament": row, "page": page, "seeds": seeds}
    return render(request, "tournaments/entrants.html", context)


@require_safe
@alike(ties.to_tournament)
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    """All matches of a ladder; a tournament shows its own round by round."""
    row = found(request, slug)
    return ladder.ladder_matches(request, row) if row.is_ladder else redirect(row)


@require_safe
@throttled("exports", methods=("GET", "HEAD"))
@in_english
def export(request: HttpRequest, slug: str, kind: str) -> HttpResponseBase:
    """The results of a tournament as one kind of file to download."""
    row = found(request, slug)
    try:
        chosen = exports.of_kind(row, kind)
    except Invalid as refusal:
        raise Http404(str(refusal)) from refusal
    table = KeptTable(row, tables.current(row, now=timezone.now()))
    answer = result_files.answer(request, table, chosen)
    if answer.status_code == 200:
        answer["Content-Disposition"] = f'attachment; filename="{row.slug}.{kind}"'
    return answer


def found(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, if the visitor may see it."""
    rows = tournament_lists.visible_to(request.user).select_related("variant", "organiser", "table")
    return get_object_or_404(rows, slug=slug)


def page(request: HttpRequest, row: Tournament, **changed: object) -> HttpResponse:
    """The page of a tournament, with what is `changed` of what it shows."""
    prefetch_related_objects([row], "co_organisers")  # who may manage it, and is named twice
    look = _look(request, row)
    context = _shown(request, look) | _told(look) | changed
    return render(request, "tournaments/detail.html", context)


def _told(look: Look) -> dict[str, Any]:
    """The context of the tournament's configuration."""
    row = look.row
    sides = row.variant.sides()
    plain = row.variant.rated and row.access != Tournament.Access.PRIVATE
    return {
        "not_rated": _not_rated(look) if plain else [],
        "boards": _boards(look),
        "can_be_cloned": row.format in formats.FORMATS,
        "co_organisers": participation.co_organisers(row),
        "options": options_stated(row.variant.unusual_options()),
        "team": len(set(sides)) < len(sides),
        "time_control": describe(PRESETS[row.time_control]),
        **_counted(row, len(set(sides))),
    }


def _counted(row: Tournament, sides: int) -> dict[str, Any]:
    """The settings of the format, and the numbers of games that follow from them."""
    settings = formats.get(row.format).complete(row.format_options)
    return {
        "sides": sides,
        "settings": settings,
        "games_each": row.games_per_pairing // sides,
        "most_games": settings.get("most_blocks", 0) * sides,
    }


def _boards(look: Look) -> str:
    """The small boards of running games."""
    if look.row.status != Tournament.Status.RUNNING or look.table is None:
        return ""
    return part(look.row, look.table.running)


def _look(request: HttpRequest, row: Tournament) -> Look:
    now, asked = timezone.now(), results.asked(request.GET)
    table = None
    if row.started_at:
        table = KeptTable(row, tables.current(row, now=now))
    mark = row.status if table is None else results.mark(row, table, asked)
    return Look(row, asked, table, f"{mark}-{_waiting(row, now)}")


def _shown(request: HttpRequest, look: Look) -> dict[str, Any]:
    """The context of the page and its live part."""
    row = look.row
    progress = tournament_lists.progress(row) if look.table is None else look.table.progress()
    return {
        "tournament": row,
        "progress": progress,
        "has_failed": look.table is not None and look.table.has_failed,
        # The table of the last game may still be computed when the tournament is over.
        "is_settled": row.is_over and (look.table is None or look.table.is_final),
        "is_all_void": row.is_over and 0 < progress.games == progress.void,
        "seconds": SECONDS + progress.games // GAMES_A_SECOND,
        "countdown": _countdown(row),
        "line": _line(row),
        **_results(look),
        **_seeds(row),
        **participation.shown(request, row, look.table),
    }


def _not_rated(look: Look) -> list[Sentence]:
    """Why games of it are not rated; what the entrants have to do with it is in the table."""
    table = look.table
    entered = (
        table.kept.parts["of_one_owner"]
        if table is not None and table.is_there
        else unrated.bots_of_one_owner(look.row)
    )
    return unrated.of_tournament(look.row, entered)


def _results(look: Look) -> dict[str, Any]:
    """The results, cached for all who see the same, and a mark of what was seen."""
    seen, text = look.seen, ""
    if look.table is not None and look.table.is_there:
        mark, _point, waiting = seen.rpartition("-")
        rendered = results.rendered(look.row, look.table, look.asked, mark)
        seen, text = f"{rendered.mark}-{waiting}", rendered.text
    return {
        "seen": seen,
        "results": mark_safe(text),  # noqa: S308 - a template has written it
        "live_query": urlencode({**look.asked, "seen": seen}),
    }


def _line(row: Tournament) -> str:
    """The queue length of a running tournament; empty for others."""
    if row.status != Tournament.Status.RUNNING:
        return ""
    name = f"line-{row.pk}-{get_language()}"
    line = cache.get_or_set(name, lambda: str(queue.line(row, now=timezone.now())), LINE_SECONDS)
    return str(line)


def _seeds(row: Tournament) -> dict[str, Any]:
    """The first registered entrants; after the start they have a page."""
    if row.status != Tournament.Status.SCHEDULED:
        return {}
    seeds = entrants.Seeds(row)
    return {"entrant_list": _entrants(row, seeds), "sentences": _preview(row, len(seeds))}


def _entrants(row: Tournament, seeds: entrants.Seeds) -> str:
    """The table of registered entrants; a long one is cached for some seconds."""

    count = len(seeds)

    def listed() -> dict[str, object]:
        return {"tournament": row, "seeds": seeds[:ENTRANTS], "all_seeds": count}

    # The key has the count, so that an entry or a withdrawal shows at once.
    name = "" if count <= FEW else f"entrants-{row.pk}-{count}"
    return fragment("tournaments/_entrants.html", listed, name=name)


def _preview(row: Tournament, count: int) -> list[str]:
    """The preview of a scheduled tournament with its entrants so far."""
    if count < 2:
        return [gettext("It needs at least two entrants.")]
    now = timezone.now()
    forecast = partial(_forecast, row, count, now)
    sentences = faults.attempt(row, forecast, failed="preview-failed", now=now)
    return sentences or [gettext("A fault of the platform keeps the preview from being computed.")]


def _forecast(row: Tournament, count: int, now: datetime) -> list[str]:
    try:
        forecast = preview.forecast(Configuration.of(row), entrants=count, now=now)
    except Invalid as refusal:
        return [str(refusal)]
    return [str(sentence) for sentence in preview.sentences(forecast)]


def _waiting(row: Tournament, now: datetime) -> str:
    """A mark that changes with the countdown, the registration, and the entrants."""
    state, left = participation.registration_state(row, now)
    entered = f"{row.entry_count}.{state}.{left}" if state else ""
    return f"{_countdown(row)}.{entered}".replace("-", ".")


def _countdown(row: Tournament) -> str:
    """The time until a scheduled tournament starts; empty for the others."""
    if row.status != Tournament.Status.SCHEDULED:
        return ""
    now = timezone.now()
    if row.starts_at <= now:
        return gettext("a few seconds")
    if row.starts_at - now < timedelta(minutes=1):
        return gettext("less than a minute")
    return timeuntil(row.starts_at, now)
