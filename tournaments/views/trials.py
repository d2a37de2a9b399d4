"""Trials of new versions: started by a button, watched, stopped."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from agents.words.speech import say
from tournaments.forms.trials import TrialForm, TrialSizeForm
from tournaments.models import Trial, Version
from tournaments.queries.bots.trials import shown, visible_to
from tournaments.services.bots.trials import PAIRS, TrialConfiguration, release, start, stop
from tournaments.views.bots import version_at
from tournaments.web import refusals
from tournaments.web.requests import AuthenticatedHttpRequest, by_post
from tournaments.web.throttling import throttled
from tournaments.words import Sentence

LAST_PAIRS = 20


@login_required
@throttled("uploads")
def start_trial(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """The form of a trial, and its start."""
    version = version_at(slug, number)
    if version.bot.owner_id != request.user.pk:
        refused = Sentence("owner-tries", owner=version.bot.author, version=version)
        raise PermissionDenied(str(refused))
    posted = (request.POST,) if request.method == "POST" else ()
    form = TrialForm(*posted, challenger=version, player=request.user)
    if request.method == "POST" and "show" not in request.POST and form.is_valid():
        with refusals.shown(form):
            return redirect(_started(request, version, form))
    context = {"version": version, "form": form, **_outlook(form)}
    return render(request, "trials/start.html", context)


@by_post
def outlook(request: AuthenticatedHttpRequest) -> HttpResponse:
    """For htmx: how likely a verdict is, of a trial of the size chosen so far."""
    return render(request, "trials/_preview.html", _outlook(TrialSizeForm(request.POST)))


@require_safe
@login_required
def trial(request: AuthenticatedHttpRequest, pk: int) -> HttpResponse:
    """A trial with its progress."""
    row = get_object_or_404(visible_to(request.user), pk=pk)
    context = {
        "trial": row,
        "shown": shown(row),
        "may_stop": request.user.is_staff or request.user.pk == row.started_by_id,
        "matches": row.tournament.matches.order_by("-number")[:LAST_PAIRS],
    }
    return render(request, "trials/detail.html", context)


@by_post
def stop_trial(request: AuthenticatedHttpRequest, pk: int) -> HttpResponse:
    """End a trial without a verdict."""
    row = get_object_or_404(visible_to(request.user), pk=pk)
    with refusals.forbidden():
        stop(row, player=request.user, now=timezone.now())
    return redirect(row)


@by_post
def release_version(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Let a version that is held back play without a trial."""
    version = version_at(slug, number)
    with refusals.forbidden():
        released = release(version, player=request.user)
    if released:
        messages.success(request, say("{row} plays from now on.", row=version))
    return redirect(version)


def _outlook(form: TrialSizeForm) -> dict[str, object]:
    return {"outlook": form.outlook(), "allowed_pairs": PAIRS[1]}


def _started(request: AuthenticatedHttpRequest, version: Version, form: TrialForm) -> Trial:
    chosen = dict(form.cleaned_data)
    return start(
        challenger=version,
        incumbent=chosen.pop("incumbent"),
        player=request.user,
        now=timezone.now(),
        config=TrialConfiguration(**chosen),
    )
