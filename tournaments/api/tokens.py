"""Where a script gets its token."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa.utils import is_mfa_enabled
from django.core.exceptions import ValidationError
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.resources import Endpoint
from tournaments.api.schema import INVALID
from tournaments.api.strict import StrictSerializer, Text
from tournaments.services import accounts


class CredentialsSerializer(StrictSerializer):
    """Whose token it shall be."""

    username = Text(write_only=True)
    password = Text(write_only=True, trim_whitespace=False)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        request = self.context["request"]
        try:
            player = get_adapter(request).authenticate(request, **given)
        except ValidationError as refusal:
            raise Throttled(detail=refusal.message) from refusal
        if player is None:
            raise serializers.ValidationError(
                {"password": ["There is no active player with this username and password."]}
            )
        if is_mfa_enabled(player):
            raise serializers.ValidationError(
                {"password": ["This account has a second factor. Make a token on its page."]}
            )
        return {"player": player}


class TokenSerializer(serializers.Serializer[dict[str, str]]):
    """Send it with each request, as the header `Authorization: Token <token>`."""

    token = serializers.CharField()


class ObtainToken(Endpoint):
    """A new token for a player, by username and password. It is shown only here."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_scope = "token"

    @extend_schema(
        request=CredentialsSerializer,
        responses={200: TokenSerializer, 400: INVALID},
        auth=[],
    )
    def post(self, request: Request) -> Response:
        given = CredentialsSerializer(data=request.data, context={"request": request})
        given.is_valid(raise_exception=True)
        player = given.validated_data["player"]
        token = accounts.make_token(player, label="from the API", now=timezone.now())
        return Response({"token": token})
