"""Actions of owners on their bots and versions: hide, show, publish, delete, read the code."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from agents.bots.archive import MAIN
from agents.words.speech import say
from tournaments.errors import Invalid
from tournaments.models import Bot, Version
from tournaments.queries.bots import overview, sources
from tournaments.services.bots import ownership
from tournaments.views.bots import found
from tournaments.web import refusals
from tournaments.web.requests import AuthenticatedHttpRequest, by_post

Act = Callable[..., bool]


def _bot(slug: str) -> Bot:
    return get_object_or_404(Bot.objects.select_related("owner"), slug=slug)


def _told(request: AuthenticatedHttpRequest, act: Act, row: Bot | Version, done: str) -> None:
    """Do it, and report a change as a message; staff give a reason."""
    reason, now = request.POST.get("reason", ""), timezone.now()
    try:
        with refusals.forbidden():
            if act(row, player=request.user, now=now, reason=reason):
                messages.success(request, done)
    except Invalid as refusal:
        messages.error(request, str(refusal))


def _published(request: AuthenticatedHttpRequest, row: Version, public: bool, done: str) -> None:
    with refusals.forbidden():
        if ownership.publish(row, public=public, player=request.user):
            messages.success(request, done)


@by_post
def hide_bot(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Remove a bot from all lists."""
    row = _bot(slug)
    said = say("{row} is hidden. Nobody can enter it, and its results stay.", row=row)
    _told(request, ownership.hide, row, said)
    return redirect(row)


@by_post
def show_bot(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """List a hidden bot again."""
    row = _bot(slug)
    _told(request, ownership.show, row, say("{row} is listed again.", row=row))
    return redirect(row)


@by_post
def delete_bot(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Delete a bot with all its versions."""
    row = _bot(slug)
    said = say("{row} is deleted. Its results stay under a neutral name.", row=row)
    _told(request, ownership.delete_bot, row, said)
    return redirect("account")


@by_post
def hide_version(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Keep a version from being entered."""
    row = found(slug, number)
    said = say("{row} is hidden. It enters no more tournaments, and its results stay.", row=row)
    _told(request, ownership.hide, row, said)
    return redirect(row)


@by_post
def show_version(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Let a hidden version be entered again."""
    row = found(slug, number)
    _told(request, ownership.show, row, say("{row} is listed again.", row=row))
    return redirect(row)


@by_post
def delete_version(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Delete the code and the logs of a version."""
    row = found(slug, number)
    said = say("{row} is deleted. Its code and logs go, and its results stay.", row=row)
    _told(request, ownership.delete_version, row, said)
    return redirect(row.bot)


@by_post
def publish(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Make the code of a version public."""
    row = found(slug, number)
    said = say("Everybody can read the code of {row} now.", row=row)
    _published(request, row, True, said)
    return redirect(row)


@by_post
def unpublish(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Make the code of a version private again, to its owner and staff."""
    row = found(slug, number)
    said = say("Only you and staff can read the code of {row} now.", row=row)
    _published(request, row, False, said)
    return redirect(row)


@require_safe
def source(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The code of a version, file by file: for everybody where its owner has made it public."""
    row = found(slug, number)
    if not overview.may_read_code(player=request.user, version=row):
        raise PermissionDenied(say("The code of {row} is not public.", row=row))
    try:
        read = sources.read(row, request.GET.get("file", MAIN))
    except KeyError:
        raise Http404(f"There is no such file in {row}.") from None
    return render(request, "bots/source.html", {"version": row, "source": read})
