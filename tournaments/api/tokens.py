"""The address at which a script gets its token."""

from datetime import timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa.utils import is_mfa_enabled
from django.core.exceptions import ValidationError
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.authentication import TokenAuthentication
from tournaments.api.resources import Endpoint
from tournaments.api.schema import INVALID
from tournaments.api.strict import OneOf, Several, StrictSerializer, Text
from tournaments.models import ApiToken, Scope
from tournaments.services.people import accounts


class CredentialsSerializer(StrictSerializer):
    """Whose token it shall be, what it is for, what it may do, and for how long."""

    username = Text(write_only=True)
    password = Text(write_only=True, trim_whitespace=False)
    name = Text(
        source="label",
        default="from the API",
        max_length=ApiToken.label.field.max_length,
        help_text="what it is for",
    )
    scopes = Several(
        child=OneOf(Scope.values), max_length=len(Scope), default=[Scope.READ, Scope.UPLOAD]
    )
    days = serializers.IntegerField(
        min_value=1,
        max_value=accounts.LONGEST_DAYS,
        default=accounts.DAYS,
        help_text="how long it works",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        request = self.context["request"]
        credentials = {name: attrs.pop(name) for name in ("username", "password")}
        try:
            player = get_adapter(request).authenticate(request, **credentials)
        except ValidationError as refusal:
            raise Throttled(detail=refusal.message) from refusal
        if player is None:
            raise AuthenticationFailed("There is no active player with this username and password.")
        if is_mfa_enabled(player):
            raise serializers.ValidationError(
                {"password": ["This account has a second factor. Make a token on its page."]}
            )
        return {"player": player, **attrs}


class TokenSerializer(serializers.Serializer[dict[str, Any]]):
    """Send it with each request, as the header `Authorization: Token <token>`."""

    token = serializers.CharField()
    expires_at = serializers.DateTimeField()


class ObtainToken(Endpoint):
    """A new token for a player, by username and password. It is shown only here."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_scope = "token"

    def get_authenticate_header(self, request: Request) -> str:
        """The header that makes the answer to a wrong password a 401."""
        return str(TokenAuthentication().authenticate_header(request))

    @extend_schema(
        request=CredentialsSerializer,
        responses={200: TokenSerializer, 400: INVALID},
        auth=[],
    )
    def post(self, request: Request) -> Response:
        sent = CredentialsSerializer.sent(request).validated_data
        now = timezone.now()
        token = accounts.make_token(now=now, **sent)
        expires_at = now + timedelta(days=sent["days"])
        return Response(TokenSerializer({"token": token, "expires_at": expires_at}).data)
