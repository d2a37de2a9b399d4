"""Casual games: played, watched, and listed."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.errors import Invalid, NotAllowed
from tournaments.forms.casual import SitForm
from tournaments.models import CasualGame
from tournaments.queries.bots import printed
from tournaments.queries.casual import boards, courses, lists
from tournaments.services.casual import moves, opening
from tournaments.views import analyses
from tournaments.web.boards import known_person, person
from tournaments.web.pages import LongPaginator
from tournaments.web.requests import AuthenticatedHttpRequest
from tournaments.web.throttling import throttled

A_PAGE = 30

SELECT_FROM = 40
"""The most actions shown as buttons, where the board cannot show them; more make a list."""


@require_safe
def own_games(request: HttpRequest) -> HttpResponse:
    """The visitor's own games."""
    return _list(request, lists.of(person(request)), "play/games.html")


@require_safe
@login_required
def games_against(request: AuthenticatedHttpRequest) -> HttpResponse:
    """The games of people against the player's bots."""
    return _list(request, lists.against(request.user), "play/against.html")


def _list(request: HttpRequest, rows: Any, template: str) -> HttpResponse:
    page = LongPaginator(rows, A_PAGE).get_page(request.GET.get("page"))
    return render(request, template, {"page": page})


@require_safe
@never_cache
def game(request: HttpRequest, key: str) -> HttpResponse:
    """The board, with the actions to choose from; a replay once the game is over."""
    row = _found(key)
    context = _shown(request, row)
    context |= analyses.shown(row, context["sight"].own) | _looked_up(request, row)
    logs = [{"seat": seat, "may_read_log": True} for seat in printed.of_casual(request.user, row)]
    address = reverse("play-output", args=[key]) if logs else ""
    return render(request, "play/game.html", context | {"logs": logs, "output_url": address})


def _looked_up(request: HttpRequest, row: CasualGame) -> dict[str, Any]:
    """The position after `ply` events, where a link into a game that is over asks for one."""
    ply = _number(request.GET.get("ply", ""))
    if not row.is_over or ply < 0:
        return {}
    ply = min(ply, len(row.events))
    position = boards.position(row, ply)
    return {"position": position, "ply": ply} | analyses.from_position(row, ply)


@require_safe
@never_cache
def news(request: HttpRequest, key: str) -> JsonResponse:
    """The changes since a known state: new events of the film, and the panel."""
    return _news(request, _found(key))


@require_safe
@never_cache
def output(request: HttpRequest, key: str) -> JsonResponse:
    """The output of bots at each event, as far as the visitor may read it."""
    row = _found(key)
    seats, last = printed.of_casual(request.user, row), len(row.events)
    if not seats:
        raise Http404("There is no output of this game that you may read.")
    return JsonResponse({str(seat.number): printed.by_event(seat, last) for seat in seats})


@require_safe
def record(_request: HttpRequest, key: str) -> JsonResponse:
    """The record of a game that is over."""
    row = _found(key)
    if not row.is_over:
        raise Http404("There is a record once the game is over.")
    answer = JsonResponse(courses.document(row))
    answer["Content-Disposition"] = f'attachment; filename="casual-{row.key}.json"'
    return answer


@require_POST
def move(request: HttpRequest, key: str) -> HttpResponse:
    """Take an action."""
    state, action, now = _state(request), request.POST.get("action", ""), timezone.now()
    return _do(
        request, key, lambda row, who: moves.act(row, who=who, state=state, action=action, now=now)
    )


@require_POST
@throttled("hint")
def hint(request: HttpRequest, key: str) -> HttpResponse:
    """Ask what the judge would do."""
    state, now = _state(request), timezone.now()
    return _do(request, key, lambda row, who: moves.ask_judge(row, who=who, state=state, now=now))


@require_POST
def resign(request: HttpRequest, key: str) -> HttpResponse:
    """Give up."""
    seat, now = _number(request.POST.get("seat", "")), timezone.now()
    return _do(request, key, lambda row, who: moves.resign(row, who=who, seat=seat, now=now))


@require_POST
def back(request: HttpRequest, key: str) -> HttpResponse:
    """Take an action back, agree to that, or refuse it."""
    state, now = _state(request), timezone.now()
    event = _number(request.POST.get("event", ""))
    deeds: dict[str, Callable[[CasualGame, Any], CasualGame]] = {
        "yes": lambda row, who: moves.agree_back(row, who=who, state=state, now=now),
        "no": lambda row, who: moves.refuse_back(row, who=who, state=state),
    }
    return _do(
        request,
        key,
        deeds.get(
            request.POST.get("answer", ""),
            lambda row, who: moves.take_back(row, who=who, event=event, now=now),
        ),
    )


@require_POST
def sit(request: HttpRequest, key: str) -> HttpResponse:
    """Take a free seat."""
    form, who = SitForm(request.POST), known_person(request)
    if not form.is_valid():
        for refusals in form.errors.values():
            messages.error(request, " ".join(map(str, refusals)))
        return redirect(_found(key))
    number, guest, now = form.cleaned_data["seat"], form.cleaned_data["guest"], timezone.now()
    return _do(
        request,
        key,
        lambda row, _who: opening.sit_down(row, number=number, who=who, now=now, guest=guest),
    )


@require_POST
@throttled("casual")
def again(request: HttpRequest, key: str) -> HttpResponse:
    """Play a rematch."""
    return _do(request, key, lambda row, who: opening.play_again(row, who=who, now=timezone.now()))


def _do(
    request: HttpRequest, key: str, deed: Callable[[CasualGame, Any], CasualGame]
) -> HttpResponse:
    """Do something at the board, and answer with JSON to a script, else with a redirect."""
    row, refusal = _found(key), ""
    try:
        row = deed(row, person(request))
    except Invalid as error:
        refusal = str(error)
    except NotAllowed as error:
        raise PermissionDenied(str(error)) from error
    if request.headers.get("Accept") == "application/json":
        answer = _news(request, _found(row.key), refusal=refusal)
        answer.status_code = 409 if refusal else 200
        return answer
    if refusal:
        messages.error(request, refusal)
    return redirect(row)


def _found(key: str) -> CasualGame:
    row = lists.found(key)
    if row is None:
        raise Http404("There is no such game.")
    return row


def _state(request: HttpRequest) -> int:
    return _number(request.POST.get("state", ""))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1


def _shown(request: HttpRequest, row: CasualGame) -> dict[str, Any]:
    who = person(request)
    seen = boards.sight(row, who)
    seats = list(row.seats.all())
    wish = row.wanted_back
    asks = seats[wish["seat"]] if wish else None
    return {
        "game": row,
        "seats": seats,
        "plates": list(zip(seats, seen.head["seats"], strict=True)),
        "sight": seen,
        "position": seen.position,
        "due": seats[row.due_seat] if row.due_seat is not None else None,
        "is_mine": row.due_seat in seen.own,
        "takes_part": bool(seen.own),
        "is_alone": all(seat.is_bot or seat.number in seen.own for seat in seats),
        "resigning": next(iter(moves.still_in(row, who)), None),
        "as_list": len(seen.ways) > SELECT_FROM and not any(way.start for way in seen.ways),
        "own_last": None if row.has_remote else moves.last_of(row.events, seen.own),
        "advised": _advised(row, seen),
        "hints": dict(Counter(seats[hint["seat"]] for hint in row.hints if "action" in hint)),
        "asks": asks,
        "may_agree": bool(set(seen.own) - set(wish["agreed"])) if wish else False,
        "rematch": getattr(row, "rematch", None),
        "address": request.build_absolute_uri(row.get_absolute_url()),
        "may_sit": not seen.own or len(seats) > len(seen.own),
        "dice": row.variant.load().info.has_chance,
    }


def _advised(row: CasualGame, seen: boards.Sight) -> dict[str, Any] | None:
    """What the judge would do, for who is to act; None before it was asked and has answered."""
    action = row.hint.get("action") if row.hint else None
    return next((choice for choice in seen.choices if choice["action"] == action), None)


def _news(request: HttpRequest, row: CasualGame, *, refusal: str = "") -> JsonResponse:
    asked = request.GET if request.method == "GET" else request.POST
    state, rewinds = _number(asked.get("seen", "")), _number(asked.get("rewinds", ""))
    have = _number(asked.get("have", ""))
    if state == row.state and not refusal and row.rewinds == rewinds:
        return JsonResponse({"state": row.state, "same": True})
    context = _shown(request, row)
    seen: boards.Sight = context["sight"]
    news = {
        "state": row.state,
        "rewinds": row.rewinds,
        "refusal": refusal,
        "status": row.status,
        "waits": "bot" if row.bot_due else "person",
        "mine": context["is_mine"],
        "own": seen.own,
        "left": seen.left,
        "hint": context["advised"] and context["advised"]["action"],
        "alone": context["is_alone"],
        "due": row.due_seat,
        "ways": seen.on_board,
        "panel": render_to_string("play/_panel.html", context, request),
    }
    if rewinds == row.rewinds and 0 <= have <= len(seen.events):
        return JsonResponse(news | {"events": list(seen.events[have:])})
    return JsonResponse(news | {"film": seen.film})
