"""Trials of new versions: started by a button, watched, stopped."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from tournaments.errors import Invalid
from tournaments.forms.trials import TrialForm, TrialSizeForm
from tournaments.models import Version
from tournaments.queries import trials as queries
from tournaments.services import trials as services
from tournaments.web import refusals
from tournaments.web.throttling import throttled

LAST_PAIRS = 20


@login_required
@throttled("uploads")
def start(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The form of a trial, and its start."""
    version = _version(slug, number)
    if version.bot.owner_id != request.user.pk:
        raise PermissionDenied(f"Only {version.bot.owner} may try {version}.")
    posted = (request.POST,) if request.method == "POST" else ()
    form = TrialForm(*posted, challenger=version, player=request.user)
    if request.method == "POST" and "show" not in request.POST and form.is_valid():
        try:
            return redirect(_started(request, version, form))
        except Invalid as refusal:
            refusals.show(refusal, form)
    shown = {"version": version, "form": form, **_outlook(form)}
    return render(request, "trials/start.html", shown)


@require_POST
@login_required
def outlook(request: HttpRequest) -> HttpResponse:
    """For htmx: how likely a verdict is, of a trial of the size chosen so far."""
    return render(request, "trials/_outlook.html", _outlook(TrialSizeForm(request.POST)))


@require_safe
@login_required
def trial(request: HttpRequest, pk: int) -> HttpResponse:
    """How a trial stands."""
    row = get_object_or_404(queries.visible_to(request.user), pk=pk)
    shown = {
        "trial": row,
        "shown": queries.shown(row),
        "may_stop": request.user.is_staff or request.user.pk == row.started_by_id,
        "matches": row.tournament.matches.order_by("-number")[:LAST_PAIRS],
    }
    return render(request, "trials/trial.html", shown)


@require_POST
@login_required
def stop(request: HttpRequest, pk: int) -> HttpResponse:
    """End a trial without a verdict."""
    row = get_object_or_404(queries.visible_to(request.user), pk=pk)
    with refusals.forbidden():
        services.stop(row, player=request.user, now=timezone.now())
    return redirect(row)


@require_POST
@login_required
def release(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let a version that is held back play without a trial."""
    version = _version(slug, number)
    with refusals.forbidden():
        released = services.release(version, player=request.user)
    if released:
        messages.success(request, f"{version} plays from now on.")
    return redirect(version)


def _outlook(form: TrialSizeForm) -> dict[str, object]:
    return {"outlook": form.outlook(), "allowed_pairs": services.PAIRS[1]}


def _started(request: HttpRequest, version: Version, form: TrialForm) -> object:
    chosen = dict(form.cleaned_data)
    incumbent = chosen.pop("incumbent")
    return services.start(
        challenger=version,
        incumbent=incumbent,
        player=request.user,
        now=timezone.now(),
        wanted=services.TrialConfiguration(**chosen),
    )


def _version(slug: str, number: int) -> Version:
    rows = Version.objects.select_related("bot__owner")
    return get_object_or_404(rows, bot__slug=slug, number=number)
