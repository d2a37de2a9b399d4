"""Matches, and the replays of their games."""

from typing import Any

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from agents.terms.clock import PRESETS
from engine import EngineError
from tournaments.models import Game
from tournaments.queries.bots import overview, printed
from tournaments.queries.games import films, live, matches, replay
from tournaments.queries.people import ties
from tournaments.queries.playing import queue, verification
from tournaments.queries.ratings import unrated
from tournaments.services.people import interventions
from tournaments.views import analyses
from tournaments.web import refusals
from tournaments.web.alike import alike
from tournaments.web.conditional import tag_of, unchanged_or
from tournaments.web.languages import in_english
from tournaments.web.requests import AuthenticatedHttpRequest, HtmxHttpRequest, by_post
from tournaments.web.throttling import throttled
from tournaments.words.conditions import describe


@require_safe
@alike(ties.to_match)
def match(request: HtmxHttpRequest, pk: int) -> HttpResponse:
    """A match with its games, dice and state; for htmx only the part that changes."""
    row = get_object_or_404(matches.shown(request.user), pk=pk)
    context = {
        "match": row,
        "games": matches.with_endings(row),
        "playing": live.of_match(row),
        "why": queue.why_waiting(row, now=timezone.now()) if row.is_queued else "",
        "not_rated": unrated.of_match(row, now=timezone.now()),
        "trail": row.staff_actions.select_related("by") if request.user.is_staff else (),
        "incidents": row.incidents.all() if request.user.is_staff else (),
        "time_control": describe(PRESETS[row.time_control]),
        "judged": matches.judged_games(row),
        "opponents": matches.opponents(row),
    }
    is_part = bool(request.htmx) and not request.htmx.history_restore_request
    page = "matches/_match.html" if is_part else "matches/match.html"
    response = render(request, page, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
@alike(ties.to_game)
def game(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A game: its replay, or its course so far."""
    row = _found(request, pk, number)
    if board := matches.board_of(row):
        return redirect(board)
    if not (row.is_over or row.match.is_over):
        return render(request, "matches/game.html", _running(request, row))
    if not row.has_record:
        waiting = {"game": row, "match": row.match, "ending": matches.ending(row)}
        return render(request, "matches/game_without_replay.html", waiting)
    context = _shown(request, row)
    more = _seated(request, row, context["replay"]) | _printed(request, row, context["replay"])
    judged = analyses.shown(row) | analyses.from_position(row, context["replay"].ply)
    return render(request, "matches/game.html", context | more | judged)


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # it knows no view with names
def embed(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The replay alone, for embedding; only public games."""
    row = get_object_or_404(matches.games(AnonymousUser()), match__pk=pk, number=number)
    if not row.has_record:
        raise Http404("There is no record of this game, so there is nothing to embed.")
    return render(request, "matches/embed.html", _shown(request, row))


@require_safe
@in_english
def film(request: HttpRequest, pk: int, number: int) -> HttpResponseBase:
    """The whole game as one document, which never changes: see docs/25-films.md."""
    row = _found(request, pk, number)
    if not row.has_record:
        raise Http404("There is no record of this game, so there is no film of it.")
    edition = films.edition(row)

    def made() -> HttpResponse:
        return HttpResponse(films.text(row), content_type="application/json")

    try:
        answer = unchanged_or(request, f'"{edition}"', made)
    except EngineError as error:
        raise Http404(str(error)) from error
    if request.GET.get("edition") == edition:
        answer["Cache-Control"] = "private, max-age=31536000, immutable"
    return answer


@require_safe
@in_english
def output(request: HttpRequest, pk: int, number: int) -> HttpResponseBase:
    """The output of bots at each event, as far as the visitor may read it."""
    row = _found(request, pk, number)
    seats = printed.readable(request.user, row)
    if not (row.has_record and seats):
        raise Http404("There is no output of this game that you may read.")
    last = len(row.kept_record["events"])

    def made() -> JsonResponse:
        return JsonResponse({str(seat.number): printed.by_event(seat, last) for seat in seats})

    return unchanged_or(request, tag_of(row.pk, row.final, [seat.pk for seat in seats]), made)


@require_safe
@in_english
def record(request: HttpRequest, pk: int, number: int) -> JsonResponse:
    """The record of a game as a file, with the dice seed once the match is over."""
    row = _found(request, pk, number)
    if not row.is_over:
        raise Http404("This game has not been played yet, so there is no record of it.")
    if not row.has_record:
        raise Http404(f"The record was removed after {row.record_kept_days} days.")
    name = f"kauri-match-{pk}-game-{number}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(
        matches.public_record(row), headers=headers, json_dumps_params={"indent": 1}
    )


@by_post
def void(request: AuthenticatedHttpRequest, pk: int, number: int) -> HttpResponse:
    """Void a game, with a reason. Only staff may."""
    row = _found(request, pk, number)
    reason, now = request.POST.get("reason", ""), timezone.now()
    with refusals.as_message(request):
        interventions.void_game(row, player=request.user, reason=reason, now=now)
    return redirect(row)


@require_safe
@throttled("verifications", methods=("GET", "HEAD"))
def verify(request: HttpRequest, pk: int) -> HttpResponse:
    """Check line by line that a match followed its rules and its dice."""
    row = get_object_or_404(matches.shown(request.user), pk=pk)
    noted = request.GET.get("commitment", "").strip().lower()
    context = {
        "match": row,
        "findings": verification.findings(row, noted=noted) if row.is_over else None,
        "throw": verification.first_throw(row),
        "opening_command": verification.opening_command(row) if row.is_over else "",
        "noted": noted,
    }
    return render(request, "matches/verify.html", context)


def _found(request: HttpRequest, pk: int, number: int) -> Game:
    # Look up by id: a lookup by the relation raises for numbers too large for a column.
    return get_object_or_404(matches.games(request.user), match__pk=pk, number=number)


def _shown(request: HttpRequest, row: Game) -> dict[str, Any]:
    """The context of a game's replay, on its page and embedded in others."""
    address = reverse("game-film", args=[row.match_id, row.number])
    embedded = reverse("game-embed", args=[row.match_id, row.number])
    return {
        "game": row,
        "match": row.match,
        "replay": _replay(row, request.GET.get("ply")),
        "plates": replay.plates(row),
        "film_url": f"{address}?edition={films.edition(row)}",
        "page_url": request.build_absolute_uri(row.get_absolute_url()),
        "embed_url": request.build_absolute_uri(embedded),
    }


def _running(request: HttpRequest, row: Game) -> dict[str, Any]:
    """The context of a running game's page."""
    try:
        ply = int(request.GET["ply"]) if "ply" in request.GET else None
    except ValueError as error:
        raise Http404(str(error)) from error
    return {
        "game": row,
        "match": row.match,
        "replay": replay.so_far(row, live.published(row), ply),
        "follows": ply is None,
        "plates": replay.plates(row),
        "page_url": request.build_absolute_uri(row.get_absolute_url()),
    }


def _replay(row: Game, asked: str | None) -> replay.Replay:
    try:
        return replay.replay(row, None if asked is None else int(asked))
    except ValueError as error:
        raise Http404(str(error)) from error


def _seated(request: HttpRequest, row: Game, replayed: replay.Replay) -> dict[str, Any]:
    """The context of the seats on a game's page."""
    changes = matches.rating_changes(row)
    seats = [
        {
            "seat": seat,
            "time": replay.time_used(replayed.steps, seat),
            "resigned": replay.resigned(replayed.steps, seat),
            "change": changes.get(seat.version_id),
            "may_read_log": overview.is_owner(request.user, seat.version.bot),
        }
        for seat in row.seats.all()
    ]
    return {"seats": seats, "ending": matches.ending(row)}


def _printed(request: HttpRequest, row: Game, replayed: replay.Replay) -> dict[str, Any]:
    """The output of bots at the shown event, as far as the visitor may read it."""
    seats = printed.readable(request.user, row)
    texts = [(seat, printed.by_event(seat, replayed.last).get(replayed.ply, "")) for seat in seats]
    address = reverse("game-output", args=[row.match_id, row.number]) if seats else ""
    return {"output_url": address, "printed": [(seat, text) for seat, text in texts if text]}
