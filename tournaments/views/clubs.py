"""A player's clubs: their leaderboards, tournaments, members and results."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from agents.words.speech import say
from tournaments.forms.clubs import (
    ClubEditForm,
    ClubForm,
    ClubStepForm,
    DisplayNameForm,
    JoinForm,
)
from tournaments.models import Club, ClubMember, ClubStep, Player
from tournaments.queries import tournament_lists
from tournaments.queries.people import clubs
from tournaments.services.people import club_results
from tournaments.services.people import clubs as service
from tournaments.web import refusals
from tournaments.web.languages import in_english
from tournaments.web.requests import AuthenticatedHttpRequest, by_post
from tournaments.web.throttling import throttled

PAGE_SIZE = 50
TOURNAMENTS = 20


def _club(request: AuthenticatedHttpRequest, slug: str) -> Club:
    return get_object_or_404(clubs.visible_to(request.user), slug=slug)


@login_required
@throttled("joins")
def club_list(request: AuthenticatedHttpRequest) -> HttpResponse:
    """The player's own clubs, and the form to join one."""
    form = JoinForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals.shown(form):
            code = form.cleaned_data["code"].strip()
            return redirect(service.join(code, player=request.user, now=timezone.now()))
    return render(request, "clubs/list.html", {"form": form, "mine": clubs.mine(request.user)})


@login_required
@throttled("bots")
def create(request: AuthenticatedHttpRequest) -> HttpResponse:
    """A new club."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals.shown(form):
            data = form.cleaned_data
            return redirect(service.create(player=request.user, now=timezone.now(), **data))
    return render(request, "clubs/create.html", {"form": form})


@login_required
def club(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """A club: its leaderboards and tournaments."""
    row = _club(request, slug)
    variants = list(clubs.variants(row))
    asked = request.GET.get("leaderboard", "")
    chosen = next(
        (variant for variant in variants if variant.slug == asked), next(iter(variants), None)
    )
    context: dict[str, object] = {
        "club": row,
        "member": clubs.membership(row, request.user),
        "organises": clubs.may_organise(row, request.user),
        "variants": variants,
        "chosen": chosen,
        "tournaments": tournament_lists.counted(clubs.tournaments(row, request.user)[:TOURNAMENTS]),
        "uploads_are_closed": row.uploads_close_at and row.uploads_close_at <= timezone.now(),
        "offered": clubs.offered(request.user),
        "steps": row.steps.select_related("variant"),
    }
    if chosen is not None:
        lines = clubs.ClubLines(row, chosen)
        page = Paginator(lines, PAGE_SIZE).get_page(request.GET.get("page"))
        context |= {"page": page, "lines": list(page.object_list)}
    return render(request, "clubs/detail.html", context)


@login_required
def edit(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """What organisers change: description, names, deadline."""
    row = _club(request, slug)
    if not clubs.may_organise(row, request.user):
        raise PermissionDenied(say("Only the organisers of {row} may change it.", row=row))
    form = ClubEditForm(request.POST or None, instance=row)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, say("Your changes to {row} are saved.", row=row))
        return redirect(row)
    return render(request, "clubs/edit.html", {"club": row, "form": form})


@login_required
def step(request: AuthenticatedHttpRequest, slug: str, pk: int | None = None) -> HttpResponse:
    """A step of the club for the workshop: a new one, or one that organisers change."""
    row = _club(request, slug)
    if not clubs.may_organise(row, request.user):
        raise PermissionDenied(say("Only the organisers of {row} may change it.", row=row))
    written = get_object_or_404(row.steps, pk=pk) if pk else ClubStep(club=row)
    form = ClubStepForm(request.POST or None, instance=written)
    if request.method == "POST" and form.is_valid():
        with refusals.shown(form):
            service.save_step(form.instance, player=request.user)
            messages.success(request, say("{step} is saved.", step=written))
            return redirect(row)
    return render(request, "clubs/step.html", {"club": row, "step": written, "form": form})


@by_post
def delete_step(request: AuthenticatedHttpRequest, slug: str, pk: int) -> HttpResponse:
    """Delete a step of the club."""
    row = _club(request, slug)
    written = get_object_or_404(row.steps, pk=pk)
    said = say("{step} is deleted.", step=written)
    _done(request, lambda: service.delete_step(written, player=request.user), said)
    return redirect(row)


@login_required
def members(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """The members of a club, and the player's own name there."""
    row = _club(request, slug)
    own = clubs.membership(row, request.user)
    form = DisplayNameForm(request.POST or None, instance=own)
    if request.method == "POST" and own and form.is_valid():
        name = form.cleaned_data["display_name"]
        service.rename_oneself(row, player=request.user, display_name=name)
        messages.success(request, gettext("Your name in this club is saved."))
        return redirect("club-members", slug)
    page = Paginator(clubs.members(row), PAGE_SIZE).get_page(request.GET.get("page"))
    organises = clubs.may_organise(row, request.user)
    context = {"club": row, "page": page, "form": form, "own": own, "organises": organises}
    return render(request, "clubs/members.html", context)


def _done(request: AuthenticatedHttpRequest, act: Callable[[], object], said: str) -> None:
    """Do it, and report success or refusal as a message."""
    with refusals.as_message(request, said):
        act()


def _named(request: AuthenticatedHttpRequest) -> Player:
    name = request.POST.get("player", "").replace("\0", "")
    return get_object_or_404(Player, username=name)


@by_post
def remove(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Remove a member."""
    row, who, now = _club(request, slug), _named(request), timezone.now()
    said = say("{who} is no longer a member.", who=who)
    _done(request, lambda: service.remove(row, who, player=request.user, now=now), said)
    return redirect("club-members", slug)


@by_post
def appoint(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Make a member an organiser."""
    row, who = _club(request, slug), _named(request)
    role = ClubMember.Role.ORGANISER
    said = say("{who} organises the club as well.", who=who)
    _done(request, lambda: service.appoint(row, who, role=role, player=request.user), said)
    return redirect("club-members", slug)


@by_post
def dismiss(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Make an organiser a member like others."""
    row, who = _club(request, slug), _named(request)
    role = ClubMember.Role.MEMBER
    said = say("{who} is a member like others now.", who=who)
    _done(request, lambda: service.appoint(row, who, role=role, player=request.user), said)
    return redirect("club-members", slug)


@by_post
def renew_code(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Make a new code for joining."""
    row = _club(request, slug)
    said = gettext("The club has a new code. The old one no longer works.")
    _done(request, lambda: service.renew_code(row, player=request.user), said)
    return redirect(row)


@by_post
def leave(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Leave a club."""
    row = _club(request, slug)
    said = say("You have left {row}.", row=row)
    _done(request, lambda: service.leave(row, player=request.user), said)
    return redirect("clubs")


@by_post
def close(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Close a club."""
    row, now = _club(request, slug), timezone.now()
    said = say("{row} is closed. Its members can still read its pages.", row=row)
    _done(request, lambda: service.close(row, player=request.user, now=now), said)
    return redirect(row)


@by_post
def take_in(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Make a tournament of the player's one of the club."""
    row = _club(request, slug)
    name = request.POST.get("tournament", "").replace("\0", "")
    tournament = get_object_or_404(request.user.tournaments, slug=name)
    said = say("Only members of {row} can enter {found} now.", row=row, found=tournament)
    _done(request, lambda: service.take_in(row, tournament, player=request.user), said)
    return redirect(row)


@require_safe
@login_required
@throttled("exports", methods=("GET", "HEAD"))
@in_english
def results(request: AuthenticatedHttpRequest, slug: str) -> StreamingHttpResponse:
    """The standings of all tournaments of a club as CSV, for its organisers."""
    row = _club(request, slug)
    with refusals.forbidden():
        sent = club_results.as_csv(row, player=request.user, now=timezone.now())
    headers = {"Content-Disposition": f'attachment; filename="{row.slug}.csv"'}
    return StreamingHttpResponse(sent, content_type="text/csv; charset=utf-8", headers=headers)
