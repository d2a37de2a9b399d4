"""The lobby: games to choose from, opponents, and the forms of new games."""

from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

import engine
from engine import EngineError
from tournaments.forms.casual import CasualForm, PlayOnForm, StartForm, VariantForm
from tournaments.models import CasualGame, Game, Variant, Version
from tournaments.queries.bots import overview
from tournaments.queries.casual import boards, lists, opponents
from tournaments.queries.casual.opponents import Opponents
from tournaments.queries.casual.people import Person
from tournaments.queries.games import lessons, matches
from tournaments.queries.ratings import leaderboards
from tournaments.services.casual import continuing, opening
from tournaments.views import live, positions
from tournaments.web import refusals
from tournaments.web.boards import known_person, person
from tournaments.web.throttling import throttled

MOST_BOARDS = 6
"""The most running games of a visitor, and seats of others, that the lobby shows as boards."""


@throttled("casual", visitors="casual-visitors")
def lobby(request: HttpRequest) -> HttpResponseBase:
    """The games to choose from; with a variant, the opponents and the form of a new game."""
    return _new(request, watch=False)


@login_required
@throttled("casual")
def challenge(request: HttpRequest) -> HttpResponseBase:
    """The same form for bots alone."""
    return _new(request, watch=True)


def _new(request: HttpRequest, *, watch: bool) -> HttpResponseBase:
    if request.method == "POST":
        return _open(request, watch=watch)
    if request.GET.get("game"):
        return _options(request, watch=watch)
    rules = _rules(request.GET.get("variant", ""), request.GET.get("bot", ""))
    return _form(request, rules, watch=watch)


def _options(request: HttpRequest, *, watch: bool) -> HttpResponse:
    """The options of a game; once they are chosen, the form of its seats."""
    rules = _rules(request.GET["game"], "")
    if rules is None:
        raise Http404("There is no such game here.")
    chosen = (request.GET,) if "choose" in request.GET else ()
    form, bot = VariantForm(*chosen, game=rules), request.GET.get("bot", "")
    if form.is_valid():
        query = {"variant": form.game.variant} | ({"bot": bot} if bot else {})
        return redirect(reverse("challenge" if watch else "play", query=query))
    return render(
        request, "play/options.html", {"form": form, "rules": rules, "bot": bot, "watch": watch}
    )


def _open(request: HttpRequest, *, watch: bool) -> HttpResponse:
    rules = _rules(request.GET.get("variant", ""), request.GET.get("bot", ""))
    if rules is None:
        return _form(request, None, watch=watch)
    bots = Opponents(rules)
    form = _filled(request, bots, watch)
    if form.is_valid():
        with refusals.shown(form), refusals.forbidden():
            configuration = form.wanted(Variant.objects.of(rules))
            who = known_person(request)
            return redirect(opening.open_game(configuration, who=who, now=timezone.now()))
    return _seats(request, bots, form, watch)


def _filled(request: HttpRequest, bots: Opponents, watch: bool) -> CasualForm:
    posted = (request.POST,) if request.method == "POST" else ()
    asked = request.GET.get("bot", "")
    player, now = person(request).player, timezone.now()
    return CasualForm(*posted, bots=bots, player=player, bot=asked, watch=watch, now=now)


def _form(request: HttpRequest, rules: engine.Game | None, *, watch: bool) -> HttpResponse:
    if rules is not None:
        bots = Opponents(rules)
        return _seats(request, bots, _filled(request, bots, watch), watch)
    named = list(leaderboards.hosted().order_by("game_id", "pk"))
    context = {
        "bot": request.GET.get("bot", ""),
        "unknown": request.GET.get("variant", "")[:300],
        "named": named,
        "games": engine.games(),
    }
    if watch:
        return render(request, "play/challenge.html", context)
    return render(request, "play/lobby.html", context | _lobby(request, named))


def _seats(request: HttpRequest, bots: Opponents, form: CasualForm, watch: bool) -> HttpResponse:
    """A variant's opponents, and the form of its seats."""
    rules, words = bots.game, request.GET.get("name", "")[:80]
    levels = {} if watch else bots.by_level
    others = [] if watch else _others(rules, form, words, but=levels.values())
    rated = bots.rated([*levels.values(), *others])
    context = {
        "bot": request.GET.get("bot", ""),
        "form": form,
        "rules": rules,
        "watch": watch,
        "words": words,
        "name": bots.board or rules.variant,
        "levels": list(zip(levels, rated, strict=False)),
        "level_names": opponents.LEVELS,
        "others": rated[len(levels) :],
    }
    return render(request, "play/seats.html", context)


def _others(
    rules: engine.Game, form: CasualForm, words: str, *, but: Collection[Version]
) -> list[Version]:
    """The bots that the form offers, or those of a name."""
    if words.strip():
        return opponents.named(rules, words, now=timezone.now())
    return [version for version in form.offered[: opponents.MOST] if version not in but]


def _lobby(request: HttpRequest, named: list[Variant]) -> dict[str, Any]:
    """A card for each game, and boards: the visitor's games, seats of others, public games."""
    who, house = person(request), opponents.house_games()
    running = lists.with_seats(who.games().going_on())[:MOST_BOARDS]
    return {
        "cards": [_card(info, named, info.id in house) for info in engine.games()],
        "running": [_small(game, who) for game in running],
        "seats": [_small(game, who) for game in lists.offering(who)[:MOST_BOARDS]],
        "boards": live.part(None),
        "level_names": opponents.LEVELS,
    }


def _small(game: CasualGame, who: Person) -> dict[str, Any]:
    """A game with its small board, and whether this person is to act."""
    is_mine = game.due_seat in who.seats(game)
    return {"game": game, "position": boards.glance(game, who), "is_mine": is_mine}


def _card(info: engine.GameInfo, named: list[Variant], has_house: bool) -> dict[str, Any]:
    primer = lessons.primer(info.id)
    return {
        "info": info,
        "primer": primer,
        "picture": positions.card(engine.parse_variant(primer.variant)),
        "variants": [row for row in named if row.game_id == info.id],
        "has_house": has_house,
    }


@require_POST
@throttled("casual", visitors="casual-visitors")
def start(request: HttpRequest) -> HttpResponse:
    """Open a game by one click: against a level or a bot, or with a seat for anybody."""
    rules = _rules(request.POST.get("variant", ""), "")
    if rules is None:
        raise Http404("There is no such game here.")
    form = StartForm(request.POST, game=rules)
    if form.is_valid():
        with refusals.as_message(request):
            configuration, who = form.wanted(Variant.objects.of(rules)), known_person(request)
            return redirect(opening.open_game(configuration, who=who, now=timezone.now()))
    for refusals_of_field in form.errors.values():
        messages.error(request, " ".join(map(str, refusals_of_field)))
    return redirect("play")


@require_POST
@throttled("casual", visitors="casual-visitors")
def play_on(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Open a game from a position of a match's game."""
    rows = matches.games(request.user).recorded()
    return _continued(request, get_object_or_404(rows, match__pk=pk, number=number))


@require_POST
@throttled("casual", visitors="casual-visitors")
def casual_play_on(request: HttpRequest, key: str) -> HttpResponse:
    """Open a game from a position of a casual game that is over."""
    row = lists.found(key)
    if row is None or not row.is_over:
        raise Http404("There is no game of this address that is over.")
    return _continued(request, row)


def _continued(request: HttpRequest, row: Game | CasualGame) -> HttpResponse:
    form = PlayOnForm(request.POST)
    if form.is_valid():
        with refusals.as_message(request):
            ply, who = form.cleaned_data["ply"], known_person(request)
            return redirect(continuing.play_on(row, ply=ply, who=who, now=timezone.now()))
    for refusals_of_field in form.errors.values():
        messages.error(request, " ".join(map(str, refusals_of_field)))
    return redirect(row)


def _rules(variant: str, bot: str) -> engine.Game | None:
    """The game of a variant's text; without one, the first that a bot plays."""
    if not variant and bot:
        row = overview.listed().filter(slug=bot).first()
        version = overview.newest_accepted(row) if row else None
        variant = version.games[0] if version and version.games else ""
    try:
        return engine.parse_variant(variant) if variant else None
    except EngineError:
        return None
