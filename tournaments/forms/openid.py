"""Logging in by OpenID Connect: whose account it is, and a new player's name."""

import logging
from typing import Any

import allauth.socialaccount.forms
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.base.constants import AuthError
from allauth.socialaccount.providers.base.provider import Provider
from django import forms
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.accounts import Newcomer

logger = logging.getLogger(__name__)


class OpenidAdapter(DefaultSocialAccountAdapter):
    """Our settings for allauth's log-in by providers."""

    error_messages = DefaultSocialAccountAdapter.error_messages | {
        "no_password": _("Set a password first. Without one you could not log in any more."),
    }

    def authenticate_by_email(self, sociallogin: SocialLogin) -> tuple[AbstractUser, str] | None:
        """The account with the provider's verified address, if this site verified it as well.

        Anybody may write another's address on an account of theirs, and wait for its owner.
        """
        emails = [address.email for address in sociallogin.email_addresses]
        rows = EmailAddress.objects.filter(email__in=emails, verified=True)
        row = rows.select_related("user").first()
        return (row.user, row.email) if row else None

    def save_user(
        self, request: HttpRequest, sociallogin: SocialLogin, form: forms.BaseForm | None = None
    ) -> AbstractBaseUser:
        """The new player with the log-in. Raises as `AccountAdapter.save_user` does."""
        with transaction.atomic():
            user: AbstractBaseUser = super().save_user(request, sociallogin, form)
            return user

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Provider,
        error: str | None = None,
        exception: Exception | None = None,
        extra_context: dict[str, Any] | None = None,
    ) -> None:
        """Log what went wrong; somebody who changed their mind is back at the log-in."""
        if error == AuthError.CANCELLED:
            messages.info(request, gettext("You did not log in."))
            raise ImmediateHttpResponse(redirect("login"))
        cause = exception and (exception.__cause__ or exception)
        logger.warning("no log-in by %s: %r", provider.sub_id, cause or error)
        super().on_authentication_error(request, provider, error, exception, extra_context)


class OpenidSignupForm(Newcomer, allauth.socialaccount.forms.SignupForm):
    """A name, and a mail address unless the provider has told one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.sociallogin.email_addresses:
            del self.fields["email"]
