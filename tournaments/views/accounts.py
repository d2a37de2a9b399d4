"""People: signing up, one's own account, and what others see of a player."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.forms import LoginForm
from allauth.account.models import EmailAddress
from allauth.account.views import LoginView, SignupView, password_reset
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.generic import FormView

from tournaments.errors import Invalid
from tournaments.forms.accounts import Newcomer, TokenForm
from tournaments.models import Player
from tournaments.queries import tournament_lists
from tournaments.queries.bots import overview
from tournaments.queries.people import players, takeout, ties
from tournaments.services.notices import notices
from tournaments.services.people import accounts, allowances, closing
from tournaments.web.alike import alike
from tournaments.web.languages import in_english
from tournaments.web.pages import LongPaginator
from tournaments.web.requests import AuthenticatedHttpRequest, by_post
from tournaments.web.throttling import throttled

NOTICES = 20
ENTERED, ORGANISED = 20, 20


@alike(ties.to_player)
def player(request: HttpRequest, username: str) -> HttpResponse:
    """A player: bots, ratings, trophies and tournaments."""
    visible = Player.objects.filter(Q(is_active=True) | Q(closed_at__isnull=False))
    row = get_object_or_404(visible, username=username)
    organised = tournament_lists.visible_to(request.user).filter(organiser=row)
    entered = LongPaginator(tournament_lists.entered_by_player(row, request.user), ENTERED)
    context = {
        "player": row,
        "page": entered.get_page(request.GET.get("page")),
        "trail": row.staff_actions_on.select_related("by") if request.user.is_staff else (),
        "bots": overview.listed().filter(owner=row),
        "ratings": players.ratings(row),
        "trophies": players.trophies(row, request.user),
        "tournaments": organised.select_related("variant")[:ORGANISED],
    }
    return render(request, "account/player.html", context)


class LateRefusals(FormView[Newcomer]):
    """Form views of new players: what others did since the form was checked is an error of it."""

    def form_valid(self, form: Newcomer) -> HttpResponse:
        response: HttpResponse
        try:
            response = super().form_valid(form)
        except Invalid as refusal:  # others have just used the code up
            form.add_error(refusal.field, str(refusal))
            response = self.form_invalid(form)
        except IntegrityError:  # another has just taken the name
            form.add_error("username", Player.ALIKE)
            response = self.form_invalid(form)
        return response


@method_decorator(throttled("signups"), name="dispatch")
class Signup(LateRefusals, SignupView):
    """A new account, logged in at once and led to its first bot."""

    def get_initial(self) -> dict[str, Any]:
        """The initial values; a link to this page may contain the code."""
        return {**super().get_initial(), "code": self.request.GET.get("code", "")}


@method_decorator(throttled("logins"), name="dispatch")
class Login(LoginView):
    """Logging in; after too many failures an answer 429 that says how long to wait."""

    def form_invalid(self, form: LoginForm) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)
        if form.has_error("__all__", code="too_many_login_attempts"):
            response.status_code = 429
        return response


reset_password = throttled("resets")(password_reset)


@login_required
@never_cache
def account(request: AuthenticatedHttpRequest) -> HttpResponse:
    """The player's own bots, and the tokens for the API."""
    return _account(request, TokenForm())


def _account(request: AuthenticatedHttpRequest, form: TokenForm, token: str = "") -> HttpResponse:
    """The account; `token` is a new one, which is shown only here."""
    player = request.user
    context = {
        "bots": overview.owned_by(player),
        "allowances": allowances.of(player),
        "notices": player.notices.on_site()[:NOTICES],
        "email": EmailAddress.objects.filter(user=player).order_by("-verified").first(),
        "has_second_factor": is_mfa_enabled(player),
        "tokens": players.tokens(player, now=timezone.now()),
        "ended_tokens": players.ended_tokens(player, now=timezone.now()),
        "most_tokens": accounts.MOST_TOKENS,
        "token": token,
        "form": form,
        "site": request.build_absolute_uri(reverse("home")).rstrip("/"),
    }
    return render(request, "account/account.html", context)


@require_safe
@login_required
@never_cache
@throttled("exports", methods=("GET",))
@in_english
def download(request: AuthenticatedHttpRequest) -> StreamingHttpResponse:
    """All data of the player as a zip."""
    name = f"kauri-{request.user.pk}-{timezone.now():%Y-%m-%d}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    sent = takeout.pieces(request.user)
    return StreamingHttpResponse(sent, content_type="application/zip", headers=headers)


@login_required
@never_cache
@reauthentication_required
def close(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Explain what closing the account means, and on confirmation close it."""
    if request.method != "POST":
        return render(request, "account/close.html")
    try:
        closing.close(request.user, player=request.user, now=timezone.now())
    except Invalid as refusal:
        messages.error(request, str(refusal))
        return redirect("account-close")
    logout(request)
    messages.success(request, gettext("Your account is closed."))
    return redirect("home")


@by_post
def read_notices(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Mark the player's notices as read."""
    notices.mark_read(request.user, now=timezone.now())
    return redirect("account")


@by_post
@never_cache
def make_token(request: AuthenticatedHttpRequest) -> HttpResponse:
    """A new token for the API, shown once."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _account(request, form)
    token = accounts.make_token(
        request.user,
        label=form.cleaned_data["label"],
        now=timezone.now(),
        scopes=form.scopes,
        days=form.lifetime,
    )
    return _account(request, TokenForm(), token)


@by_post
def end_token(request: AuthenticatedHttpRequest, pk: int) -> HttpResponse:
    """Revoke a token, and what it has set."""
    row = get_object_or_404(request.user.api_tokens, pk=pk)
    accounts.end_tokens(request.user.api_tokens.filter(pk=row.pk), now=timezone.now())
    messages.success(request, gettext("That token no longer works, and what it set is removed."))
    return redirect("account")


@by_post
def end_tokens(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Revoke all tokens, and what they have set."""
    accounts.end_tokens(request.user.api_tokens.all(), now=timezone.now())
    messages.success(
        request, gettext("None of your tokens works any more; what they set is removed.")
    )
    return redirect("account")
