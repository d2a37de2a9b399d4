"""Ratings with errors: a leaderboard computed from all its games at once."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.serializers import VersionNameSerializer
from tournaments.api.views import INVALID, find, find_version
from tournaments.models import Fit, Variant
from tournaments.queries.ratings import comparison, leaderboards
from tournaments.services.ratings import fits


class StrengthSerializer(serializers.Serializer):
    """A line of the fit, best first, with the places that cannot be excluded."""

    version = VersionNameSerializer()
    place = serializers.IntegerField(help_text="by rating, among those it can be compared with")
    rating = serializers.FloatField(
        help_text="Elo; its level is that of the anchors, or 1500 is the mean where there are none"
    )
    low = serializers.FloatField(help_text="lower end of the 95% interval")
    high = serializers.FloatField()
    games = serializers.IntegerField(help_text="identical ones counted once")
    best = serializers.IntegerField(help_text="the best place that cannot be excluded")
    worst = serializers.IntegerField()
    better_than_next = serializers.FloatField(
        allow_null=True, help_text="probability of being stronger than the next line"
    )
    games_to_separate = serializers.IntegerField(
        allow_null=True,
        help_text="more games of both together that part the two at 95% nine times in ten, "
        "should the difference be as found; 0 where they are parted",
    )
    is_apart = serializers.BooleanField(help_text="no chain of games connects it with the first")
    is_anchor = serializers.BooleanField(help_text="its strength is stated and fixes the level")


class SeatScoreSerializer(serializers.Serializer):
    """What a seat is worth over whole blocks."""

    seat = serializers.IntegerField()
    games = serializers.IntegerField()
    score = serializers.FloatField(help_text="share of the points")
    error = serializers.FloatField(help_text="half the width of the 95% interval")


class FitSerializer(serializers.ModelSerializer):
    """The ratings of a leaderboard from all its games at once."""

    strengths = serializers.SerializerMethodField()
    seats = SeatScoreSerializer(many=True)

    class Meta:
        model = Fit
        fields = ["computed_at", "games", "strengths", "seats"]

    @extend_schema(responses=StrengthSerializer(many=True))
    def get_strengths(self, fit: Fit) -> list[dict]:
        return list(StrengthSerializer(leaderboards.strengths(fit), many=True).data)


class ComparedSerializer(serializers.Serializer):
    """How much stronger the first is than the other, by all games of the leaderboard."""

    one = VersionNameSerializer()
    other = VersionNameSerializer()
    elo = serializers.FloatField()
    low = serializers.FloatField(help_text="lower end of the 95% interval")
    high = serializers.FloatField()
    superiority = serializers.FloatField(help_text="probability that the first one is stronger")
    games = serializers.ListField(child=serializers.IntegerField(), help_text="of each")


class Compared(APIView):
    """Any two of a leaderboard by all its games at once."""

    @extend_schema(responses={200: ComparedSerializer, 400: INVALID})
    def get(
        self, _request: Request, slug: str, bot: str, number: int, other: str, other_number: int
    ) -> Response:
        """How far apart they are, from the joint covariance of the ratings."""
        variant = find(leaderboards.leaderboards(), "leaderboard", slug=slug)
        sides = {"one": find_version(bot, number), "other": find_version(other, other_number)}
        return Response(ComparedSerializer(comparison.compare(variant, **sides)).data)


class Strengths(generics.GenericAPIView):
    """A leaderboard computed from all its games at once, with errors."""

    serializer_class = FitSerializer

    def get(self, _request: Request, slug: str) -> Response:
        """What was computed last: soon after new games, nightly, or when somebody asked."""
        fit = find(Fit.objects, "fit of this leaderboard", variant=self._variant(slug))
        return Response(FitSerializer(fit).data)

    @extend_schema(
        request=None,
        responses={200: FitSerializer, 404: OpenApiResponse(description="Nobody has played.")},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Compute it now, unless that was done within the last minute."""
        variant = self._variant(slug)
        fits.ask(variant, now=timezone.now())
        return self.get(request, slug)

    def get_permissions(self) -> list:
        return [IsAuthenticated()] if self.request.method == "POST" else []

    def _variant(self, slug: str) -> Variant:
        return find(leaderboards.leaderboards(), "leaderboard", slug=slug)
