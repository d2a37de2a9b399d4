"""Drafts of the workshop: their page, saving, and the upload of one."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from agents.words.speech import say
from tournaments.errors import Invalid
from tournaments.forms.drafts import DraftForm, DraftNameForm, DraftUploadForm
from tournaments.models import Draft, Player
from tournaments.services.bots import drafts
from tournaments.web import refusals
from tournaments.web.requests import AuthenticatedHttpRequest, by_post
from tournaments.web.throttling import throttled


@require_safe
def draft_list(request: HttpRequest) -> HttpResponse:
    """The player's drafts, and those that this browser keeps."""
    rows = request.user.drafts.defer("files") if request.user.is_authenticated else ()
    return render(request, "workshop/drafts.html", {"drafts": rows, "most": drafts.MOST})


@require_POST
@throttled("drafts")
def save(request: HttpRequest) -> JsonResponse:
    """Save a draft: its id and its counter, or the errors that its author reads."""
    if not request.user.is_authenticated:
        return JsonResponse({}, status=HTTPStatus.UNAUTHORIZED)
    form = DraftForm(request.POST)
    if form.is_valid():
        try:
            return JsonResponse(_saved(form, request.user))
        except Invalid as refusal:
            form.add_error(None, str(refusal))
            is_conflict = refusal.code == "draft-changed"
            return _errors(form, HTTPStatus.CONFLICT if is_conflict else HTTPStatus.BAD_REQUEST)
    return _errors(form, HTTPStatus.BAD_REQUEST)


def _saved(form: DraftForm, player: Player) -> dict[str, int]:
    sent, now = form.cleaned_data, timezone.now()
    if sent["draft"] is None:
        row = drafts.create(form.content(), player=player, now=now)
        return {"draft": row.pk, "counter": row.counter}
    counter = drafts.save(
        sent["draft"], form.content(), player=player, counter=sent["counter"] or 0, now=now
    )
    return {"draft": sent["draft"], "counter": counter}


def _errors(form: DraftForm, status: HTTPStatus) -> JsonResponse:
    errors = [error for field in form.errors.values() for error in field]
    return JsonResponse({"errors": errors}, status=status)


@by_post
def rename(request: AuthenticatedHttpRequest, pk: int) -> HttpResponse:
    """Give a draft another name."""
    row = _draft(request, pk)
    form = DraftNameForm(request.POST)
    if form.is_valid():
        drafts.rename(row, name=form.cleaned_data["name"])
    else:
        messages.error(request, " ".join(map(str, form.errors["name"])))
    return redirect("drafts")


@by_post
def delete(request: AuthenticatedHttpRequest, pk: int) -> HttpResponse:
    """Delete a draft."""
    row = _draft(request, pk)
    row.delete()
    messages.success(request, say("{row} is deleted.", row=row))
    return redirect("drafts")


@login_required
@throttled("uploads")
def upload(request: AuthenticatedHttpRequest, pk: int) -> HttpResponse:
    """Make a draft a version of a bot."""
    row = _draft(request, pk)
    form = DraftUploadForm(request.POST or None, player=request.user)
    answer = refusals.Shown()
    if request.method == "POST" and form.is_valid():
        with refusals.shown(form) as answer:
            sent, now = form.cleaned_data, timezone.now()
            return redirect(drafts.upload(row, **sent, player=request.user, now=now))
    context = {"draft": row, "form": form}
    return render(request, "workshop/upload.html", context, status=answer.status)


def _draft(request: AuthenticatedHttpRequest, pk: int) -> Draft:
    return get_object_or_404(request.user.drafts, pk=pk)
