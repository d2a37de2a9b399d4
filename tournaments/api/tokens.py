"""Where a script gets its token."""

from typing import Any

from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.resources import Endpoint
from tournaments.api.schema import INVALID
from tournaments.api.strict import StrictSerializer, Text
from tournaments.forms.attempts import Attempts


class CredentialsSerializer(StrictSerializer):
    """Whose token it shall be."""

    username = Text(write_only=True)
    password = Text(write_only=True, trim_whitespace=False)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        attempts = Attempts(self.context["request"], given["username"])
        try:
            attempts.begin()
        except ValidationError as refusal:
            raise Throttled(detail=refusal.message) from refusal
        player = authenticate(request=self.context["request"], **given)
        if player is None:
            raise serializers.ValidationError(
                {"password": ["There is no active player with this username and password."]}
            )
        attempts.forget()
        return {"player": player}


class TokenSerializer(serializers.Serializer[dict[str, str]]):
    """Send it with each request, as the header `Authorization: Token <token>`."""

    token = serializers.CharField()


class ObtainToken(Endpoint):
    """The token of a player, by username and password. It stays the same until it is renewed."""

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
        token, _created = Token.objects.get_or_create(user=given.validated_data["player"])
        return Response({"token": token.key})
