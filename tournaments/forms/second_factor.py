"""Logging in while others send wrong passwords for the account: a code of its app gets past them.

The wrong passwords of others may use up all attempts that an account has. A right code says that
the sender is no stranger. A code works once, so a guessed one is worth one try of a password. The
limits of an address and of its network count these tries, as they count all others. An account has
no limit of its own for such codes, since strangers could use that up as well.
"""

from dataclasses import dataclass
from typing import Any

import allauth.account.forms
from allauth.account.adapter import get_adapter
from allauth.account.stages import LoginStageController
from allauth.mfa.models import Authenticator
from allauth.mfa.stages import AuthenticateStage
from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from agents.words.speech import say


class TooManyOfAccount(ValidationError):
    """An account had too many failures, of whomever: a code of its app gets past this limit."""


@dataclass
class AppCode:
    """A code that came along with a password, and the app that it was of, once it is used up."""

    text: str = ""
    app: Authenticator | None = None

    def use_up(self, username: str) -> bool:
        """Whether the player's app shows this code now, and nobody has used it before."""
        totp = Authenticator.objects.filter(type=Authenticator.Type.TOTP)
        app = totp.filter(user__username__iexact=username).first()
        if app is not None and app.wrap().validate_code(self.text):
            self.app = app
        return self.app is not None


class LoginForm(allauth.account.forms.LoginForm):
    """A name and a password; after too many failures for the account also a code of its app."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = gettext("Username")
        self._code = AppCode()
        if "code" in self.data:
            self._ask_for_code()

    def _ask_for_code(self) -> None:
        self.fields["code"] = forms.CharField(
            label=gettext("Code of your app"),
            max_length=20,
            required=False,
            widget=forms.TextInput(attrs={"autocomplete": "one-time-code"}),
        )

    def clean_code(self) -> str:
        """The code, which counts only if the account had too many failures."""
        self._code.text = self.cleaned_data["code"]
        return self._code.text

    def user_credentials(self) -> dict[str, Any]:
        """The name and the password, with the code for the limit by account."""
        return {**super().user_credentials(), "code": self._code}

    def clean(self) -> dict[str, Any]:
        """What was sent. Raises ValidationError where it lets nobody in."""
        try:
            cleaned: dict[str, Any] = super().clean()  # type: ignore[no-untyped-call] # allauth's
        except TooManyOfAccount as refusal:
            self._refuse_code()
            sentence = say(
                "Too many failed attempts to log in to this account. If you use a second factor, "
                "write its code too. Otherwise wait for 15 minutes, or set a new password by mail."
            )
            raise ValidationError(sentence, code=refusal.code) from refusal
        return cleaned

    def _refuse_code(self) -> None:
        self._ask_for_code()
        if self._code.text:
            self.add_error("code", get_adapter().validation_error("incorrect_code"))

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        """Log in; a code that was used up here is not asked for again."""
        if self._code.app is not None:
            self._code.app.record_usage()
            LoginStageController(request, self._login).set_handled(AuthenticateStage.key)
        response: HttpResponse = super().login(request, redirect_url)
        return response
