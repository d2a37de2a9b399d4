"""A new tournament: first the game, then one form for all the rest."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

import engine
from tournaments.errors import Invalid
from tournaments.forms.tournaments import clone
from tournaments.forms.tournaments.create import TournamentForm, typed
from tournaments.forms.tournaments.folds import folds, of_format
from tournaments.forms.tournaments.presets import PRESETS
from tournaments.forms.tournaments.repeat import RepeatForm
from tournaments.models import Tournament
from tournaments.queries import tournament_lists
from tournaments.queries.ratings import leaderboards
from tournaments.queries.ratings.unrated import OwnedBot
from tournaments.services.tournaments import create, preview, series
from tournaments.web import refusals
from tournaments.web.requests import AuthenticatedHttpRequest, by_post
from tournaments.web.throttling import throttled

EXAMPLE = 8
"""The number of entrants in a preview before any are known."""

_NAMES = {"entrants", "challenger", "invited", "co_organisers"}
"""The fields that name versions and people: a preview looks none of them up."""


@login_required
@throttled("tournaments")
def new(request: AuthenticatedHttpRequest) -> HttpResponse:
    """The form; `clone` fills it from another tournament."""
    if not request.GET.keys() & {"game", "variant", "clone"}:
        return _choose(request)
    try:
        source, game = _chosen(request)
    except engine.EngineError as error:
        return _choose(request, refusal=str(error), status=404)
    if request.method != "POST":
        return _show(request, _form(request, game, initial=_initial(request, source, game)))
    form, repeat = _form(request, game, request.POST), RepeatForm(request.POST)
    if "show" in request.POST:
        typed_repeat = RepeatForm(initial=request.POST.dict())
        return _show(request, _form(request, game, initial=typed(form)), repeat=typed_repeat)
    return _made(form, repeat) or _show(request, form, repeat=repeat)


@by_post
def preview_part(request: AuthenticatedHttpRequest) -> HttpResponse:
    """For htmx: the preview, or the options of the format chosen now."""
    try:
        _source, game = _chosen(request)
    except (engine.EngineError, KeyError) as error:
        raise Http404("There is nothing to play by that address.") from error
    form = _form(request, game, request.POST)
    if request.htmx.target == "format-part":
        return _render(
            request, _form(request, game, initial=typed(form)), part="_format_options.html"
        )
    return _render(request, form, part="_preview.html")


def _made(form: TournamentForm, repeat: RepeatForm) -> HttpResponse | None:
    """A redirect to the new tournament or series; None where something was refused."""
    if form.is_valid() & repeat.is_valid():
        with refusals.shown(repeat, form):
            if repeat.cleaned_data["every"]:
                plan = repeat.plan(str(form.time_zone()))
                return redirect(series.begin(plan=plan, **form.arguments()))
            made, _new = create.create(**form.arguments())
            return redirect(made)
    return None


def _form(
    request: AuthenticatedHttpRequest, game: engine.Game, data: Any = None, **kwargs: Any
) -> TournamentForm:
    return TournamentForm(data, player=request.user, game=game, now=timezone.now(), **kwargs)


def _show(
    request: HttpRequest, form: TournamentForm, *, repeat: RepeatForm | None = None
) -> HttpResponse:
    return _render(
        request, form, part="create.html", folds=list(folds(form)), presets=_presets(request),
        repeat=repeat or RepeatForm(),
    )  # fmt: skip


def _presets(request: HttpRequest) -> list[tuple[str, str, bool]]:
    """The query, the name of each preset, and whether it is the chosen one."""
    query, chosen = request.GET.copy(), request.GET.get("preset")
    presets = []
    for preset in PRESETS.values():
        query["preset"] = preset.id
        presets.append((query.urlencode(), str(preset.name), preset.id == chosen))
    return presets


def _render(request: HttpRequest, form: TournamentForm, *, part: str, **more: Any) -> HttpResponse:
    context = {
        **more,
        "form": form,
        "format_folds": list(of_format(form)),
        "game": form.first_game,
        "query": request.GET.urlencode(),
    }
    context |= _preview(form, asked=part != "_format_options.html")
    return render(request, f"tournaments/{part}", context)


def _preview(form: TournamentForm, *, asked: bool) -> dict[str, Any]:
    """The sentences of the preview, or the reason why there is none yet."""
    if not asked:
        return {}
    bound, entrants = _as_sent(form)
    if refused := _refused(bound):
        return {"refused": refused}
    example = len(entrants) < 2 and bound.cleaned_data.get("entry") == form.REGISTERED
    count = EXAMPLE if example else len(entrants)
    try:
        forecast = preview.forecast(bound.timeless(), entrants=count, now=form.now)
    except Invalid as refusal:
        return {"refused": str(refusal)}
    unrated = preview.not_rated(bound.configuration(), entrants)
    return {"sentences": [*preview.sentences(forecast), *unrated], "example": example}


def _as_sent(form: TournamentForm) -> tuple[TournamentForm, Sequence[OwnedBot]]:
    """The form as if it had been sent as it stands, validated, and its entrants.

    Those that a form begins with are among its choices, and need not be read once more.
    """
    if form.is_bound:
        form.is_valid()
        return form, [version.bot for version in form.versions()]
    values = {name: form[name].value() for name in form.fields if name not in _NAMES}
    bound = TournamentForm(_sent(values), player=form.player, game=form.first_game, now=form.now)
    bound.is_valid()
    return bound, [row.version for row in form.choices_of_entrants if row.is_chosen]


def _refused(form: TournamentForm) -> str:
    """The first error of a field on which the number of games depends."""
    for name, errors in form.errors.items():
        if name.startswith(("option_", "format", "games_per", "entrants", "challenger")):
            return f"{form[name].label}: {errors[0]}"
    return ""


def _sent(values: dict[str, Any]) -> Any:
    """Values as a browser sends them."""
    data = QueryDict(mutable=True)
    for name, value in values.items():
        many = value if isinstance(value, list | tuple) else [value]
        data.setlist(name, [_text(item) for item in many if item is not None])
    return data


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _initial(
    request: AuthenticatedHttpRequest, source: Tournament | None, game: engine.Game
) -> dict[str, Any]:
    if source is not None:
        return clone.initial(source, player=request.user)
    preset = PRESETS.get(request.GET.get("preset", ""))
    sides = len(set(game.sides()))
    begun = preset.initial(sides=sides, now=timezone.now()) if preset else {}
    return begun | ({"format": request.GET["format"]} if "format" in request.GET else {})


def _choose(request: HttpRequest, *, refusal: str = "", status: int = 200) -> HttpResponse:
    variants = list(leaderboards.hosted())
    games = [
        (info, [variant for variant in variants if variant.game_id == info.id])
        for info in engine.games()
    ]
    context = {"games": games, "refusal": refusal}
    return render(request, "tournaments/choose_game.html", context, status=status)


def _chosen(request: HttpRequest) -> tuple[Tournament | None, engine.Game]:
    """The game that the address names: by its id, as a named variant, or by a tournament.

    Raises EngineError where there is none.
    """
    if "clone" in request.GET:
        rows = tournament_lists.visible_to(request.user).select_related("variant", "organiser")
        source = get_object_or_404(rows, slug=request.GET["clone"])
        return source, source.variant.load()
    if "variant" not in request.GET:
        return None, engine.load_game(request.GET["game"])
    named = request.GET["variant"]
    variant = next((row for row in leaderboards.leaderboards() if row.slug == named), None)
    if variant is None:
        raise engine.UnknownGame(f"there is no variant {named!r} with a leaderboard")
    return None, variant.load()
