"""How a player is notified: choices, webhook, feed, and unsubscribing from mail."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tournaments.forms.notices import ChoicesForm, WebhookForm
from tournaments.models import Player
from tournaments.queries.people import hearing
from tournaments.services.notices import hearing_changes, mailing
from tournaments.web import refusals
from tournaments.web.requests import AuthenticatedHttpRequest, by_post
from tournaments.web.throttling import throttled


@login_required
@never_cache
def choices(request: AuthenticatedHttpRequest) -> HttpResponse:
    """How the player is notified of each kind."""
    if request.method != "POST":
        return _page(request)
    form = ChoicesForm(request.POST, player=request.user)
    if form.is_valid():
        language = form.cleaned_data["language"]
        hearing_changes.choose(request.user, form.choices, language=language)
        messages.success(request, gettext("Your choice is saved."))
        return redirect("account-notices")
    return _page(request, choices=form)


@by_post
@never_cache
@throttled("webhook-tests")
def set_webhook(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Set the address of the webhook."""
    form = WebhookForm(request.POST)
    if form.is_valid():
        with refusals.shown(form):
            url = form.cleaned_data["url"]
            hearing_changes.set_webhook(request.user, url, now=timezone.now())
            messages.success(request, gettext("Your webhook is saved. Send it a test."))
            return _to("webhook")
    return _page(request, webhook=form)


@by_post
def renew_secret(request: AuthenticatedHttpRequest) -> HttpResponse:
    """A new key for the webhook."""
    with refusals.as_message(request, gettext("The key is a new one.")):
        hearing_changes.renew_secret(request.user)
    return _to("webhook")


@by_post
@throttled("webhook-tests")
def test_webhook(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Send a test to the webhook now."""
    sent = gettext("The test is on its way. Load the page again to read what came of it.")
    with refusals.as_message(request, sent):
        hearing_changes.test_webhook(request.user, now=timezone.now())
    return _to("webhook")


@by_post
def remove_webhook(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Remove the webhook."""
    hearing_changes.remove_webhook(request.user)
    messages.success(request, gettext("Your webhook is gone."))
    return _to("webhook")


@by_post
@never_cache
def make_feed(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Make a new secret address of the feed, shown once."""
    address = hearing_changes.make_feed(request.user, now=timezone.now())
    return _page(request, feed_address=address)


@by_post
def remove_feed(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Remove the address of the feed."""
    hearing_changes.remove_feed(request.user)
    messages.success(request, gettext("The address of your feed is gone."))
    return _to("feed")


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def end_mail(request: HttpRequest) -> HttpResponse:
    """Unsubscribe from mail without logging in, by the link in a mail.

    Mail programs post to it themselves (RFC 8058), and bring no cookie and no token.
    """
    player = mailing.player_of(request.GET.get("key", ""))
    if player is None:
        raise Http404(gettext("This address ends nobody's mail."))
    if request.method == "POST":
        hearing_changes.end_mail(player)
    return render(request, "account/end_mail.html", {"ended": request.method == "POST"})


def _to(place: str) -> HttpResponse:
    response = redirect("account-notices")
    response["Location"] += f"#{place}"
    return response


def _page(
    request: AuthenticatedHttpRequest,
    *,
    choices: ChoicesForm | None = None,
    webhook: WebhookForm | None = None,
    feed_address: str = "",
) -> HttpResponse:
    player: Player = request.user
    hook = hearing.webhook(player)
    context = {
        "choices": choices or ChoicesForm(player=player),
        "form": webhook or WebhookForm(initial={"url": hook.url if hook else ""}),
        "webhook": hook,
        "deliveries": hearing.deliveries(player),
        "address": hearing.mail_address(player),
        "feed": hearing.feed(player),
        "feed_address": feed_address,
        "site": settings.SITE,
    }
    return render(request, "account/notice_choices.html", context)
