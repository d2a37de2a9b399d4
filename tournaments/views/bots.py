"""Bots, their versions, and uploads."""

import io
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from agents.terms import limit_facts
from agents.words.speech import say
from tournaments.forms.bots import BotEditForm, BotForm, FirstUploadForm, UploadForm
from tournaments.models import Bot, Version
from tournaments.queries.bots import head_to_head, overview, trials
from tournaments.queries.casual import lists
from tournaments.queries.games import live, matches, quality
from tournaments.queries.people import ties
from tournaments.queries.playing import check_queue, queue
from tournaments.queries.ratings import of_bots
from tournaments.queries.tournaments import ladder
from tournaments.services.bots import checks, health, uploads
from tournaments.web import refusals
from tournaments.web.alike import alike
from tournaments.web.fragments import fragment
from tournaments.web.pages import LongPaginator
from tournaments.web.requests import AuthenticatedHttpRequest, by_post
from tournaments.web.throttling import throttled
from tournaments.words import Sentence

PAGE_SIZE = 30
SEARCH_CHARACTERS = 100
RECENT_GAMES = 20
MOST_MET = 10
RECENT_FAULTS = 5

NEW = timedelta(hours=1)
"""How long the page of an upload asks whether a game of it has begun."""


@alike()
def bot_list(request: HttpRequest) -> HttpResponse:
    """Every bot, or those that a search finds."""
    # SQLite refuses a condition of too many words.
    words = request.GET.get("q", "").strip()[:SEARCH_CHARACTERS]
    page = LongPaginator(overview.search(words), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"words": words, "page": page}
    return render(request, "bots/list.html", context)


@alike(ties.to_bot)
def bot(request: HttpRequest, slug: str) -> HttpResponse:
    """A bot with its versions, ratings and last games; little of it if hidden from the visitor."""
    row = overview.known_to(request.user).filter(slug=slug).first()
    if row is None:
        gone = get_object_or_404(Bot, slug=slug)
        return render(request, "bots/hidden.html", {"bot": gone, "what": gone})
    context: dict[str, object] = {
        "bot": row,
        "is_owner": request.user.pk == row.owner_id,
        "trail": overview.trail(row, request.user),
        "may_decide": overview.is_owner(request.user, row),
        "current": overview.newest_accepted(row),
        "refused_since": overview.refused_since(row),
        "figures": _figures(row),
        "ladders": ladder.climbed_by(row),
        "seats": overview.recent_games(row, request.user, limit=RECENT_GAMES),
    }
    if context["may_decide"]:
        context["casual_faults"] = lists.faults_of(row)[:RECENT_FAULTS]
        context["is_connected"] = row.is_connected(now=timezone.now())
    return render(request, "bots/detail.html", context)


def _figures(row: Bot) -> str:
    """The ratings of a bot and its opponents; cached for house bots."""

    def figures() -> dict[str, object]:
        met = list(head_to_head.most_met(row, limit=MOST_MET))
        return {
            "bot": row,
            "standings": of_bots.standings(row),
            "met": met,
            "quality": quality.quality(row, now=timezone.now()),
        }

    # Everybody plays against house bots, so they change all the time.
    return fragment("bots/_figures.html", figures, name=f"bot-{row.pk}" if row.is_house else "")


@login_required
@throttled("bots")
def create(request: AuthenticatedHttpRequest) -> HttpResponse:
    """A new bot and its first version, in one form."""
    form, code = BotForm(**_posted(request)), FirstUploadForm(**_posted(request))
    answer = refusals.Shown()
    if request.method == "POST" and form.is_valid() & code.is_valid():
        chosen, now = form.cleaned_data, timezone.now()
        with refusals.shown(form, code) as answer:
            return redirect(
                uploads.introduce(owner=request.user, **chosen, code=code.upload(), now=now)
            )
    limits = limit_facts.rows(settings.LIMITS)
    context = {"form": form, "code": code, "limits": limits}
    return render(request, "bots/create.html", context, status=answer.status)


@login_required
@throttled("bots")
def create_remote(request: AuthenticatedHttpRequest) -> HttpResponse:
    """A new remote bot, whose page then says how to connect it."""
    form, answer = BotForm(**_posted(request)), refusals.Shown()
    if request.method == "POST" and form.is_valid():
        chosen, now = form.cleaned_data, timezone.now()
        with refusals.shown(form) as answer:
            return redirect(
                uploads.create_bot(owner=request.user, **chosen, is_remote=True, now=now)
            )
    return render(request, "bots/create_remote.html", {"form": form}, status=answer.status)


@login_required
def edit(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """The form for a bot's description and for who may enter it."""
    row = get_object_or_404(Bot.objects.kept().select_related("owner"), slug=slug)
    if row.owner_id != request.user.pk:
        raise PermissionDenied(str(Sentence("owner-changes", author=row.author, bot=row)))
    form = BotEditForm(**_posted(request), instance=row)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, say("Your changes to {row} are saved.", row=row))
        return redirect(row)
    return render(request, "bots/edit.html", {"bot": row, "form": form})


@login_required
@throttled("uploads")
def upload(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """A new version of a bot."""
    row = get_object_or_404(Bot.objects.kept().select_related("owner"), slug=slug)
    if row.owner_id != request.user.pk:
        raise PermissionDenied(str(Sentence("owner-uploads", owner=row.author, bot=row)))
    code = UploadForm(**_posted(request))
    answer = refusals.Shown()
    if request.method == "POST" and code.is_valid():
        with refusals.shown(code) as answer:
            return _uploaded(request, row, code)
    limits = limit_facts.rows(settings.LIMITS)
    context = {"bot": row, "code": code, "limits": limits}
    return render(request, "bots/upload.html", context, status=answer.status)


def _uploaded(request: AuthenticatedHttpRequest, row: Bot, code: UploadForm) -> HttpResponse:
    version, is_new = uploads.upload(
        bot=row,
        player=request.user,
        code=code.upload(),
        now=timezone.now(),
        held_back=code.cleaned_data["held_back"],
        notes=code.cleaned_data["notes"],
    )
    if not is_new:
        said = say("You have uploaded this code before, as {version}.", version=version)
        messages.info(request, said)
    return redirect(version)


def version(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A version and its check; the page reloads itself until the check is over."""
    row = version_at(slug, number)
    if not overview.is_shown(row, request.user):
        if row.is_refused and not row.hidden_at:
            raise Http404(f"There is no public version {number} of {row.bot}.")
        return render(request, "bots/hidden.html", {"bot": row.bot, "what": row})
    check, now = overview.last_check(row), timezone.now()
    may_read = overview.is_owner(request.user, row.bot)
    context: dict[str, object] = {
        "version": row,
        "check": check,
        "progress": overview.progress(check) if check else None,
        "playing": live.of_version(row, request.user),
        "is_new": row.is_accepted and now - row.created_at < NEW,
        "is_owner": request.user.pk == row.bot.owner_id,
        "may_read": may_read,
        "trials": trials.of_version(row, request.user),
        "trail": row.staff_actions.select_related("by") if may_read else (),
        "may_read_code": overview.may_read_code(player=request.user, version=row),
        "may_resume": overview.may_resume(player=request.user, version=row),
    }
    if check and not check.is_over:
        context["waits"] = queue.why_waiting(check, now=now) if check.is_queued else ""
        context["outlook"] = check_queue.outlook(check, now=now)
    if check and row.is_unchecked:
        context["why_unchecked"] = overview.why_unchecked(check)
        context["next_check_at"] = overview.next_check_at(row)
    if may_read:
        context["reason"] = row.refusal.params
        context["failure"] = overview.failed_at(check) if check else None
        games = check.games.all() if check else []
        context["games"] = [(game, matches.ending(game)) for game in games]
    return render(request, "bots/version.html", context)


@by_post
def recheck(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Check a version again after the platform failed to."""
    row = version_at(slug, number)
    with refusals.forbidden():
        checks.again(version=row, player=request.user, now=timezone.now())
    return redirect(row)


@by_post
def resume(request: AuthenticatedHttpRequest, slug: str, number: int) -> HttpResponse:
    """Try a paused version again."""
    row = version_at(slug, number)
    with refusals.forbidden():
        resumed = health.resume(row, player=request.user, now=timezone.now())
    if resumed:
        said = say("{row} plays again. Its earlier faults no longer count.", row=row)
        messages.success(request, said)
    return redirect(row)


@require_GET
def code(request: HttpRequest, slug: str, number: int) -> FileResponse:
    """The archive of a version: for everybody where its owner has made the code public."""
    row = version_at(slug, number)
    if not overview.may_read_code(player=request.user, version=row):
        refusal = Sentence("owner-reads-code", author=row.bot.author, version=row)
        raise PermissionDenied(str(refusal))
    return FileResponse(
        io.BytesIO(row.read_archive()),
        as_attachment=True,
        filename=f"{row.bot.slug}-v{row.number}.zip",
        content_type="application/zip",
    )


def _posted(request: HttpRequest) -> dict[str, Any]:
    """The data that forms are bound to; None unless the request is a POST."""
    return {"data": request.POST, "files": request.FILES} if request.method == "POST" else {}


def version_at(slug: str, number: int) -> Version:
    """A version by its address; 404 where there is none."""
    rows = Version.objects.select_related("bot__owner")
    return get_object_or_404(rows, bot__slug=slug, number=number)


def bot_at(slug: str) -> Bot:
    """A bot by its address; 404 where there is none."""
    return get_object_or_404(Bot.objects.select_related("owner"), slug=slug)
