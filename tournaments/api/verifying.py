"""The API of what can be checked: matches that are over."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from tournaments.api.strict import StrictSerializer
from tournaments.api.views import find
from tournaments.queries import matches, verification


class FindingSerializer(serializers.Serializer):
    """One thing that was checked; `holds` is null where that can no longer be told."""

    what = serializers.CharField()
    holds = serializers.BooleanField(allow_null=True)
    detail = serializers.CharField()


class NotedSerializer(StrictSerializer):
    """What somebody has written down before the match."""

    also_known = ("format",)
    commitment = serializers.RegexField(
        "^[0-9a-fA-F]{64}$", required=False, default="", help_text="as you noted it at that time"
    )


class Verify(APIView):
    """Whether a match was played by its rules and its dice."""

    # Reading, but all games are replayed for it.
    throttle_classes = [*APIView.throttle_classes, ScopedRateThrottle]
    throttle_scope = "verifications"

    @extend_schema(
        parameters=[NotedSerializer],
        responses={
            200: FindingSerializer(many=True),
            400: OpenApiResponse(description="The match is not over, so its seed is secret."),
        },
    )
    def get(self, request: Request, pk: int) -> Response:
        """Check everything that can be checked of a match that is over."""
        given = NotedSerializer(data=request.query_params.dict())
        given.is_valid(raise_exception=True)
        noted = given.validated_data["commitment"].lower()
        match = find(matches.shown(request.user), "match", pk=pk)
        if not match.is_over:
            text = f"{match} is not over yet, so the seed of its dice is secret."
            raise serializers.ValidationError({"detail": [text]})
        return Response(
            FindingSerializer(verification.findings(match, noted=noted), many=True).data
        )
