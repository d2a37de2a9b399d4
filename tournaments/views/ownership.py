"""Actions of owners on their bots and versions: hide, show, publish, delete, read the code."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from agents.words.speech import say
from tournaments.models import Bot, Version
from tournaments.queries.bots import overview, sources
from tournaments.services.bots import ownership
from tournaments.views.bots import bot_at, version_at
from tournaments.web import refusals
from tournaments.web.requests import AuthenticatedHttpRequest, by_post

Act = Callable[..., bool]


def _told(request: AuthenticatedHttpRequest, act: Act, row: Bot | Version, done: str) -> None:
    """Do it, and report a change as a message; staff give a reason."""
    reason, now = request.POST.get("reason", ""), timezone.now()
    with refusals.as_message(request):
        if act(row, player=request.user, now=now, reason=reason):
            messages.success(request, done)


def _published(request: AuthenticatedHttpRequest, row: Version, public: bool, done: str) -> None:
    with refusals.forbidden():
        if ownership.publish(row, public=public, player=request.user):
            messages.success(request, done)


@by_post
def hide_bot(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Remove a bot from all lists."""
    row = bot_at(slug)
    said = say("{row} is hidden. Nobody can enter it, and its results stay.", row=row)
    _told(request, ownership.hide, row, said)
    return redirect(row)


@by_post
def show(request: AuthenticatedHttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """List a hidden bot again, or let a hidden version of it be entered again."""
    row = bot_at(slug) if number is None else version_at(slug, number)
    _told(request, ownership.show, row, say("{row} is listed again.", row=row))
    return redirect(row)


@by_post
def delete_bot(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Delete a bot with all its versions."""
    row = bot_at(slug)
    said = say("{row} is deleted. Its results stay under a neutral name.", row=row)
    _told(request, ownership.delete_bot, row, said)
    return redirect("account")


@by_post
def hide_version(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Keep a version from being entered."""
    row = version_at(slug, number)
    said = say("{row} is hidden. It enters no more tournaments, and its results stay.", row=row)
    _told(request, ownership.hide, row, said)
    return redirect(row)


@by_post
def delete_version(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Delete the code and the logs of a version."""
    row = version_at(slug, number)
    said = say("{row} is deleted. Its code and logs go, and its results stay.", row=row)
    _told(request, ownership.delete_version, row, said)
    return redirect(row.bot)


@by_post
def publish(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Make the code of a version public."""
    row = version_at(slug, number)
    said = say("Everybody can read the code of {row} now.", row=row)
    _published(request, row, True, said)
    return redirect(row)


@by_post
def unpublish(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Make the code of a version private again, to its owner and staff."""
    row = version_at(slug, number)
    said = say("Only you and staff can read the code of {row} now.", row=row)
    _published(request, row, False, said)
    return redirect(row)


@require_safe
def source(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The code of a version, file by file: for everybody where its owner has made it public."""
    row = version_at(slug, number)
    if not overview.may_read_code(player=request.user, version=row):
        raise PermissionDenied(say("The code of {row} is not public.", row=row))
    try:
        read = sources.read(row, request.GET.get("file", ""))
    except KeyError:
        raise Http404(f"There is no such file in {row}.") from None
    return render(request, "bots/source.html", {"version": row, "source": read})
