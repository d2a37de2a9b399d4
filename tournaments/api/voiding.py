"""The API of games that were played and shall not count."""

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.serializers import GameWithRecordSerializer
from tournaments.api.strict import StrictSerializer, Text
from tournaments.api.views import INVALID, Writing, find
from tournaments.queries import matches
from tournaments.services.ratings import ledger

NOT_STAFF = OpenApiResponse(OpenApiTypes.OBJECT, "Only staff may.")


class ReasonSerializer(StrictSerializer):
    """Why, for everybody to read."""

    reason = Text(max_length=500)


class Void(Writing):
    """A game that counts no more."""

    @extend_schema(
        request=ReasonSerializer,
        responses={200: GameWithRecordSerializer, 400: INVALID, 403: NOT_STAFF},
    )
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Let a finished game count no more, on leaderboards and in standings; staff may."""
        match = find(matches.visible_to(request.user), "match", pk=pk)
        game = find(matches.games_of(match), f"game of {match}", number=number)
        given = ReasonSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        ledger.void([game], player=request.user, now=timezone.now(), **given.validated_data)
        after = find(matches.games_of(match), f"game of {match}", number=number)
        return Response(GameWithRecordSerializer(after, context={"request": request}).data)
