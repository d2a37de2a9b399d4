"""Accounts: allowed names, limits on guesses at passwords, and mail."""

import logging
from smtplib import SMTPException
from typing import Any

import allauth.account.forms
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal import ratelimit
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import password_validation
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from agents.words.speech import say
from tournaments.errors import Invalid
from tournaments.forms.second_factor import AppCode, TooManyOfAccount
from tournaments.machinery.web import networks
from tournaments.models import ApiToken, Player, Scope, SignupCode, names
from tournaments.services.people import accounts, devices
from tournaments.services.people.accounts import TokensEnd
from tournaments.words import Sentence

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Our settings for allauth."""

    _code: AppCode | None = None
    error_messages = DefaultAccountAdapter.error_messages | {
        "duplicate_email": _("This is your address already."),
        "enter_current_password": _("This is not your password."),
        "incorrect_code": _("The code is wrong, or its time is over."),
        "incorrect_password": _("The password is wrong."),
        "invalid_password_reset": _("This link no longer works."),
        "too_many_login_attempts": _(
            "Too many failed attempts to log in. Wait for 15 minutes, then try again."
        ),
        "username_password_mismatch": _("The username or the password is wrong."),
        "username_taken": Player.ALIKE,
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The username. Raises ValidationError for a reserved one."""
        username = super().clean_username(username, shallow)
        # Browsers resolve "." and ".." in addresses.
        if not any(character.isalnum() for character in username):
            raise ValidationError(gettext("A username has at least one letter or digit."))
        if names.is_mixed(username):
            raise ValidationError(gettext("Write the username in letters of one script only."))
        if names.is_kept(username) or names.is_neutral(username):
            raise ValidationError(
                say(
                    "“{username}” sounds like the site itself. Choose another name.",
                    username=username,
                )
            )
        if not shallow and Player(username=username).is_alike():
            raise ValidationError(Player.ALIKE)
        return username

    def save_user(
        self,
        request: HttpRequest,
        user: AbstractBaseUser,
        form: forms.BaseForm,
        commit: bool = True,
    ) -> AbstractBaseUser:
        """The new player.

        Raises IntegrityError where another has just taken the name, and Invalid where others have
        just used up the code.
        """
        with transaction.atomic():
            code = form.cleaned_data.get("code")
            if code is not None and not SignupCode.take(code, now=timezone.now()):
                raise Invalid("signup-code-wrong", "code")
            return super().save_user(request, user, form, commit)

    def get_client_ip(self, request: HttpRequest) -> str:
        """The visitor's address as the proxy reports it, never as the visitor does."""
        return networks.source(*_way(request))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a failure in advance; a successful login takes it back.

        Since it is counted before the password check, concurrent attempts all count. In a
        browser known to the account, only its own failures count. So it is with a code of the
        account's app, once the account had too many. Raises ValidationError when there were too
        many.
        """
        super().pre_authenticate(request, **credentials)
        self._elsewhere: list[ratelimit.RateLimitUsage] = []
        if _device(request, credentials):
            return
        # First of the address: one that is refused counts for no account, and tries no code.
        network = networks.counted(*_way(request))
        if network and not self._count(request, "login_failed_network", network):
            raise self.validation_error("too_many_login_attempts")
        username = credentials["username"]
        if not self._count(request, "login_failed_account", username.casefold()):
            self._expect_code(username)

    def _count(self, request: HttpRequest, action: str, key: str) -> bool:
        usage = ratelimit.consume(request, app="allauth.account", action=action, key=key)
        if usage is not None:
            self._elsewhere.append(usage)
        return usage is not None

    def _expect_code(self, username: str) -> None:
        if self._code is None or not self._code.use_up(username):
            refusal = self.validation_error("too_many_login_attempts")
            raise TooManyOfAccount(refusal.message, code=refusal.code)

    def authenticate(
        self, request: HttpRequest, *, code: AppCode | None = None, **credentials: Any
    ) -> AbstractBaseUser | None:
        """The player. A right password clears their own failures, not those of others."""
        self._code = code
        user = super().authenticate(request, **credentials)
        if user is not None:
            for usage in self._elsewhere:
                usage.rollback()
            self._delete_login_attempts_cached_email(request, **credentials)
        return user

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """The key with browser or address, so that nobody can lock out an account's owner."""
        account = credentials.get("username", "").casefold()
        place = _device(request, credentials) or networks.counted(*_way(request))
        return f"{account}\0{place or self.get_client_ip(request)}"

    def post_login(
        self, request: HttpRequest, user: AbstractBaseUser, *, signup: bool, **kwargs: Any
    ) -> HttpResponse:
        """Redirect, and remember the browser; a new player is welcomed."""
        if signup:
            welcome = say("Welcome, {user}. Upload your first bot here.", user=user)
            messages.success(request, welcome)
        response = super().post_login(request, user, signup=signup, **kwargs)
        assert isinstance(user, Player)
        response.set_cookie(
            devices.COOKIE,
            devices.with_player(request.COOKIES.get(devices.COOKIE, ""), user),
            max_age=devices.SECONDS,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
        return response

    def get_password_change_redirect_url(self, _request: HttpRequest) -> str:
        """The page after a change of password."""
        return reverse("account")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send mail; if the mail server is unavailable, log that and show it to the player."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            logger.exception("mail could not be sent: %s", template_prefix)
            messages.error(self.request, gettext("The mail could not be sent. Try again later."))


def _way(request: HttpRequest) -> tuple[str, str]:
    return request.META.get("REMOTE_ADDR", ""), request.headers.get("X-Forwarded-For", "")


def _device(request: HttpRequest, credentials: dict[str, Any]) -> str:
    cookie = request.COOKIES.get(devices.COOKIE, "")
    return devices.known(cookie, username=credentials.get("username", "")) if cookie else ""


class Newcomer(allauth.account.forms.BaseSignupForm):
    """A name, an optional mail address, and a code where the site is by invitation."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if settings.SIGNUP == "invited":
            self.fields["code"] = forms.CharField(
                label=gettext("Code"),
                max_length=SignupCode.code.field.max_length,
                help_text=gettext(
                    "This site is for people who are invited. The staff give codes away."
                ),
            )
            self.order_fields(["code"])
        self.fields["username"].help_text = gettext(
            "Everybody sees it. Letters, digits and @ . + - _ are allowed."
        )
        self.fields["email"].label = gettext("Email")
        self.fields["email"].help_text = gettext(
            "Without an address you cannot reset a forgotten password. Nobody else sees it."
        )

    def clean_code(self) -> str:
        """The code. Raises ValidationError for one that is not valid now."""
        code: str = self.cleaned_data["code"]
        if not SignupCode.objects.usable(now=timezone.now()).filter(code=code).exists():
            raise ValidationError(str(Sentence("signup-code-wrong")))
        return code


class SignupForm(Newcomer, allauth.account.forms.SignupForm):
    """A name and a password, with an optional mail address for resetting it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = self._rules_of_passwords()

    @staticmethod
    def _rules_of_passwords() -> str:
        """The password rules without the one about tokens, which new players do not have."""
        rules = password_validation.get_default_password_validators()
        shown_rules = [rule for rule in rules if not isinstance(rule, TokensEnd)]
        return str(password_validation.password_validators_help_text_html(shown_rules))


class ResetPasswordForm(allauth.account.forms.ResetPasswordForm):
    """The address to which a reset link is sent, if it is verified."""

    def clean_email(self) -> str:
        """The address, whether or not an account has it."""
        email = super().clean_email()
        verified = {"emailaddress__email": email, "emailaddress__verified": True}
        self.users = list(Player.objects.filter(is_active=True, **verified))
        return email


SCOPES_CHOSEN = tuple(scope for scope in Scope if scope != Scope.READ)
"""The scopes that a token may lack."""


class TokenForm(forms.Form):
    """The purpose, scopes and lifetime of a new API token."""

    label = forms.CharField(
        label=_("What the token is for"),
        max_length=ApiToken.label.field.max_length,
        help_text=_("For example the program or the machine that will use it."),
    )
    days = forms.ChoiceField(
        label=_("How long it works"),
        choices=[
            (30, _("30 days")),
            (90, _("90 days")),
            (365, _("one year")),
        ],
        initial=accounts.DAYS,
        required=False,
    )
    upload = forms.BooleanField(
        label=_("It may upload"),
        required=False,
        initial=True,
        help_text=_("That is: make bots, upload versions, start trials, and enter tournaments."),
    )
    bots = forms.BooleanField(
        label=_("It may change your bots"),
        required=False,
        help_text=_("That is: hide, publish and delete them, and withdraw them from tournaments."),
    )
    notices = forms.BooleanField(
        label=_("It may change your notices"),
        required=False,
        help_text=_("That is: choose them, and set the webhook and the feed."),
    )
    organise = forms.BooleanField(label=_("It may hold and run tournaments"), required=False)
    remote = forms.BooleanField(
        label=_("It may play as your remote bots"),
        required=False,
        help_text=_("That is: make remote bots, connect them, and act in their games."),
    )

    @property
    def lifetime(self) -> int:
        """The lifetime of the token in days."""
        return int(self.cleaned_data["days"] or accounts.DAYS)

    @property
    def scopes(self) -> list[str]:
        """The scopes that were chosen."""
        return [Scope.READ, *(scope for scope in SCOPES_CHOSEN if self.cleaned_data[scope])]
