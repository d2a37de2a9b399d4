"""Logging in by OpenID Connect: the way to a provider, the way back, and a player's connections."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.socialaccount.forms import DisconnectForm
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.models import SocialApp, SocialLogin, SocialToken
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import (
    OAuth2CallbackView,
    OAuth2LoginView,
    OAuth2View,
)
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from allauth.socialaccount.views import ConnectionsView, SignupView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournaments.forms.openid import OpenidSignupForm
from tournaments.machinery.web.openid import NONSENSE, check_configuration, identity
from tournaments.views.accounts import LateRefusals
from tournaments.web.throttling import throttled

PENDING = "socialaccount_sociallogin"
"""Where a session keeps what a provider told of somebody who has no account yet."""

View = Callable[..., HttpResponseBase]


class Client(OpenIDConnectOAuth2Adapter):
    """This site as a client of a provider, which may answer nonsense, or not at all."""

    def get_provider(self) -> OpenIDConnectProvider:
        """The provider, which asks this class in turn."""
        provider: OpenIDConnectProvider = super().get_provider()  # type: ignore[no-untyped-call]
        provider.oauth2_adapter_class = type(self)
        return provider

    @property
    def openid_config(self) -> dict[str, Any]:
        """What the provider publishes of itself. Raises OAuth2Error."""
        try:
            published: dict[str, Any] = super().openid_config
            check_configuration(published)
        except NONSENSE as error:
            raise OAuth2Error("configuration") from error
        return published

    def get_access_token_data(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """The two tokens that are needed. Raises OAuth2Error."""
        try:
            answer = super().get_access_token_data(*args, **kwargs)
            return {name: answer[name] for name in ("access_token", "id_token")}
        except NONSENSE as error:
            raise OAuth2Error("tokens") from error

    def complete_login(
        self, request: HttpRequest, app: SocialApp, token: SocialToken, **kwargs: Any
    ) -> SocialLogin:
        """Who it is. Raises OAuth2Error."""
        try:
            claims = self._decode_id_token(app, kwargs["response"]["id_token"])
            person = identity(claims, self._fetch_user_info(token.token))
            provider = self.get_provider()
            login: SocialLogin = provider.sociallogin_from_response(request, {"userinfo": person})
        except NONSENSE as error:
            raise OAuth2Error("identity") from error
        return login


def _answer(request: HttpRequest, client: Client, view: type[OAuth2View]) -> HttpResponse:
    """Return what allauth's view answers. Raises Http404 for an unknown provider."""
    try:
        provider = client.get_provider()
    except SocialApp.DoesNotExist as error:
        raise Http404("The operator has named no such provider.") from error
    try:
        answer = view.adapter_view(client)  # type: ignore[no-untyped-call]
        response: HttpResponse = answer(request)
    except OAuth2Error as error:
        response = render_authentication_error(request, provider, exception=error)
    return response


@require_POST
@never_cache
@throttled("logins")
def enter(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Send the browser to the provider, by a page: our policy lets no form lead elsewhere."""
    client = Client(request, provider_id)
    response = _answer(request, client, OAuth2LoginView)
    if response.status_code != HTTPStatus.FOUND:
        return response
    address = response["Location"]
    context = {"provider": client.get_provider(), "address": address}
    page = render(request, "socialaccount/leave.html", context)
    page["Refresh"] = f"0; url={address}"
    return page


@require_GET
@never_cache
def back(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Log in the person whom the provider has sent back; ask a new player for a name."""
    return _answer(request, Client(request, provider_id), OAuth2CallbackView)


def _configured(view: View) -> View:
    """Decorate a view to be there only if the operator has named a provider."""

    @wraps(view)
    def guarded(request: HttpRequest, **names: Any) -> HttpResponseBase:
        if not _apps():
            raise Http404("The operator has named no provider.")
        try:
            return view(request, **names)
        except SocialApp.DoesNotExist as error:  # removed while somebody was on the way
            raise Http404("The operator no longer names this provider.") from error

    return guarded


def _apps() -> list[dict[str, Any]]:
    apps: list[dict[str, Any]] = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"]
    return apps


@method_decorator([_configured, never_cache, throttled("signups")], name="dispatch")
class Signup(LateRefusals, SignupView):
    """The name of a new player whom a provider has told of."""

    def form_valid(self, form: OpenidSignupForm) -> HttpResponse:
        """Answer the form. After a late refusal it can be sent again."""
        pending = self.request.session[PENDING]
        response = super().form_valid(form)
        if form.errors:
            self.request.session[PENDING] = pending
        return response


@method_decorator(
    [_configured, login_required, never_cache, reauthentication_required], name="dispatch"
)
class Connections(ConnectionsView):
    """The providers by which a player logs in."""

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        """The context, with the name of each connected provider, and those to connect."""
        context = super().get_context_data(**context)
        names = {app["provider_id"]: app["name"] for app in _apps()}
        rows = [(row, names.get(row.provider, row.provider)) for row in context["form"].accounts]
        ids = {row.provider for row, _name in rows}
        others = [app for app in _apps() if app["provider_id"] not in ids]
        return context | {"rows": rows, "providers": others}

    def form_valid(self, form: DisconnectForm) -> HttpResponse:
        """Remove a connection, also to a provider that the operator no longer names."""
        form.cleaned_data["account"].delete()
        messages.success(self.request, gettext("You no longer log in that way."))
        return redirect("socialaccount_connections")
