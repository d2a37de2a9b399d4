"""Tournaments: the list, a new one, and one as it goes on."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache
from django.core.paginator import Paginator
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.timesince import timeuntil
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from agents.terms.clock import PRESETS
from tournaments.errors import Invalid
from tournaments.forms.words import describe, options_stated
from tournaments.machinery.caches.shared import brief
from tournaments.mathematics import formats
from tournaments.models import Tournament
from tournaments.queries import tournament_lists
from tournaments.queries.playing import queue
from tournaments.queries.ratings import unrated
from tournaments.queries.tournaments import entrants
from tournaments.queries.tournaments.tables import KeptTable
from tournaments.services.tournaments import faults, preview, tables
from tournaments.services.tournaments.configuration import Configuration
from tournaments.views.live import part
from tournaments.views.tournaments import ladder, participation, results
from tournaments.web.conditional import tag_of, unchanged_or
from tournaments.web.pages import LongPaginator
from tournaments.words import Sentence

PAGE_SIZE = 25

ENTRANTS = 100
"""Of all entrants, on one page."""

FEW = 25
"""So many entrants are read for everybody who looks."""

LINE_SECONDS = 5
"""How old the length of the line may be: the whole queue is counted for it."""

SECONDS, GAMES_A_SECOND = 2, 500
"""Between two looks at what has moved: the fewest, and one more for each so many games."""


@dataclass(frozen=True)
class Look:
    """What somebody asks to see of a tournament, and the mark by which it is known again.

    `table` is None before the start.
    """

    row: Tournament
    asked: dict[str, str]
    table: KeptTable | None
    seen: str


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """All tournaments: those under way, those to come, and those that are over by pages."""
    status = Tournament.Status
    rows = tournament_lists.listed(request.user).without_ladders()
    over = rows.filter(status__in=[status.FINISHED, status.CANCELLED])
    ordered = over.order_by("-ended_at", "-pk")
    page = LongPaginator(ordered, PAGE_SIZE).get_page(request.GET.get("page"))
    open_ = list(rows.open())
    tournament_lists.counted([*open_, *page])
    shown = {
        "running": [row for row in open_ if row.status in Tournament.BEGUN],
        "scheduled": [row for row in reversed(open_) if row.status == status.SCHEDULED],
        "page": page,
    }
    return render(request, "tournaments/list.html", shown)


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """One tournament: what is played, how it stands, and its rounds."""
    row = found(request, slug)
    if row.format == Tournament.Format.TRIAL:
        return redirect(row.trial)
    if row.is_ladder:
        return ladder.ladder_page(request, row)
    return page(request, row)


@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The live part of a tournament's page; 204 when the visitor has seen it already.

    It has an ETag, so that whoever asks again without saying what was seen gets 304.
    """
    row = found(request, slug)
    if row.is_ladder:
        return redirect(row)
    look = _look(request, row)
    if request.GET.get("seen") == look.seen:
        return HttpResponse(status=204)
    return unchanged_or(request, _tag(request, look, look.seen), lambda: _live(request, look))


def _live(request: HttpRequest, look: Look) -> HttpResponse:
    shown = _shown(request, look)
    answer = render(request, "tournaments/_live.html", shown)
    # Where somebody else makes the results at this moment these are the last ones.
    answer["ETag"] = _tag(request, look, shown["seen"])
    return answer


def _tag(request: HttpRequest, look: Look, seen: str) -> str:
    return tag_of(seen, request.user.pk, look.asked)


@require_safe
def entrant_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All entrants of a tournament as they are seeded, by pages, and what can be done with them."""
    row = found(request, slug)
    if row.is_ladder:
        return redirect(row)
    page = Paginator(entrants.Seeds(row), ENTRANTS).get_page(request.GET.get("page"))
    seeds = list(page)
    listed = [seed.entry for seed in seeds]
    shown = participation.of_entrants(request, row, listed)
    shown |= {"tournament": row, "page": page, "seeds": seeds}
    return render(request, "tournaments/entrants.html", shown)


@require_safe
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    """All matches of a ladder; a tournament shows its own round by round."""
    row = found(request, slug)
    return ladder.ladder_matches(request, row) if row.is_ladder else redirect(row)


def found(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, if the visitor may see it."""
    rows = tournament_lists.visible_to(request.user).select_related("variant", "organiser", "table")
    return get_object_or_404(rows, slug=slug)


def page(request: HttpRequest, row: Tournament, **changed: object) -> HttpResponse:
    """The page of a tournament, with what is `changed` of what it shows."""
    prefetch_related_objects([row], "co_organisers")  # who may manage it, and is named twice
    look = _look(request, row)
    shown = _shown(request, look) | _told(look) | changed
    return render(request, "tournaments/detail.html", shown)


def _told(look: Look) -> dict[str, Any]:
    """What the page says about the tournament's configuration."""
    row = look.row
    sides = row.variant.sides()
    plain = row.variant.rated and row.access != Tournament.Access.PRIVATE
    return {
        "not_rated": _not_rated(look) if plain else [],
        "boards": _boards(look),
        "can_be_cloned": row.format in formats.FORMATS,
        "co_organisers": participation.co_organisers(row),
        "format_options": options_stated(row.format_options),
        "options": options_stated(row.variant.options),
        "team": len(set(sides)) < len(sides),
        "time_control": describe(PRESETS[row.time_control]),
    }


def _boards(look: Look) -> str:
    """The small boards of what is being played."""
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
    """What the page and its live part show."""
    row = look.row
    progress = tournament_lists.progress(row) if look.table is None else look.table.progress()
    return {
        "tournament": row,
        "progress": progress,
        "has_failed": look.table is not None and look.table.has_failed,
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
    """The results, which all who look at the same share, and what was seen of them."""
    seen, shown = look.seen, ""
    if look.table is not None and look.table.is_there:
        mark, _point, waiting = seen.rpartition("-")
        given = results.rendered(look.row, look.table, look.asked, mark)
        seen, shown = f"{given.mark}-{waiting}", given.text
    return {
        "seen": seen,
        "results": mark_safe(shown),  # noqa: S308 - a template has written it
        "live_query": urlencode({**look.asked, "seen": seen}),
    }


def _line(row: Tournament) -> str:
    """How long the line of a running tournament is; it is counted only while there is one."""
    if row.status != Tournament.Status.RUNNING:
        return ""
    name = f"line-{row.pk}-{get_language()}"
    told = cache.get_or_set(name, lambda: str(queue.line(row, now=timezone.now())), LINE_SECONDS)
    return str(told)


def _seeds(row: Tournament) -> dict[str, Any]:
    """The first of those who are to start; who has started has a page for it."""
    if row.status != Tournament.Status.SCHEDULED:
        return {}
    seeds = entrants.Seeds(row)
    return {"entrant_list": _entrants(row, seeds), "sentences": _preview(row, len(seeds))}


def _entrants(row: Tournament, seeds: entrants.Seeds) -> str:
    """The table of who is to start; a long one is made once for all within some seconds."""

    def make() -> str:
        shown = {"tournament": row, "seeds": seeds[:ENTRANTS], "all_seeds": len(seeds)}
        return render_to_string("tournaments/_entrants.html", shown)

    count = len(seeds)
    # Whoever enters or leaves is to see it at once.
    text = make() if count <= FEW else brief(f"entrants-{row.pk}-{count}", timezone.now(), make)
    return mark_safe(text)  # noqa: S308 - a template has written it


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
        found = preview.forecast(Configuration.of(row), entrants=count, now=now)
    except Invalid as refusal:
        return [str(refusal)]
    return [str(sentence) for sentence in preview.sentences(found)]


def _waiting(row: Tournament, now: datetime) -> str:
    """Changes with the countdown, the registration, and who has entered."""
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
