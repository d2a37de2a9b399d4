"""People: signing up, one's own account, and what others see of a player."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST
from rest_framework.authtoken.models import Token

from tournaments.forms.accounts import LoginForm, SignupForm
from tournaments.models import Player
from tournaments.queries import players as queries
from tournaments.queries.tournaments import lists
from tournaments.services import accounts, allowances, notices
from tournaments.web.throttling import throttled

NOTICES = 20


def player(request: HttpRequest, username: str) -> HttpResponse:
    """A player's bots and tournaments."""
    row = get_object_or_404(Player, username=username, is_active=True)
    organised = lists.visible_to(request.user).filter(organiser=row)
    context = {
        "player": row,
        "bots": row.bots.prefetch_related("versions"),
        "tournaments": organised.select_related("variant")[:20],
    }
    return render(request, "accounts/player.html", context)


@sensitive_post_parameters("password1", "password2")
@throttled("signups")
def signup(request: HttpRequest) -> HttpResponse:
    """A new account, logged in at once and led to its first bot."""
    if request.user.is_authenticated:
        return redirect("home")
    form = SignupForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and (player := form.create()):
        login(request, player)
        messages.success(request, f"Welcome, {request.user}. Here you upload your first bot.")
        return redirect("bot-create")
    return render(request, "accounts/signup.html", {"form": form})


class Login(LoginView):
    """Logging in; after too many failures an answer 429 that says how long to wait."""

    form_class = LoginForm

    def form_invalid(self, form: LoginForm) -> HttpResponse:
        response = super().form_invalid(form)
        if form.has_error("__all__", code="throttled"):
            response.status_code = 429
        return response


@login_required
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """One's own bots, and the token for the API."""
    context = {
        "bots": request.user.bots.prefetch_related("versions"),
        "allowances": allowances.of(request.user),
        "notices": queries.notices(request.user, limit=NOTICES),
        "token": Token.objects.filter(user=request.user).first(),
        "site": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "accounts/account.html", context)


@require_POST
@login_required
def read_notices(request: HttpRequest) -> HttpResponse:
    """The player has read what they were told."""
    notices.mark_read(request.user, now=timezone.now())
    return redirect("account")


@require_POST
@login_required
def renew_token(request: HttpRequest) -> HttpResponse:
    """A new token for the API; the old one is worth nothing from now on."""
    accounts.renew_token(request.user)
    messages.success(request, "Here is your new token. The old one no longer works.")
    return redirect("account")
