"""The API of anomalies between two owners."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.lookups import find_leaderboard
from tournaments.api.resources import Resource
from tournaments.models import Anomaly
from tournaments.queries.ratings import anomalies


class EncounterSerializer(serializers.Serializer[dict[str, object]]):
    """The games of two versions in the same seats; what the detector has computed with."""

    versions = serializers.ListField(
        child=serializers.IntegerField(), help_text="ids, of the first player's version first"
    )
    games = serializers.IntegerField()
    points = serializers.FloatField(help_text="of the first")
    difference = serializers.FloatField(
        help_text="Elo that the first is stronger by the games of all others, seats included"
    )
    error = serializers.FloatField(help_text="standard error of the difference")


class AnomalySerializer(serializers.ModelSerializer[Anomaly]):
    """Two players whose results against each other strength does not explain."""

    one = serializers.CharField(source="one.username")
    other = serializers.CharField(source="other.username")
    encounters = EncounterSerializer(many=True)

    class Meta:
        model = Anomaly
        fields = [
            "id", "one", "other", "found_at", "status", "decided_at", "is_of_chosen", "games",
            "points", "expected", "log_odds", "error", "encounters",
        ]  # fmt: skip


class AnomalyViewSet(Resource):
    """Unlikely results between two players on a leaderboard."""

    serializer_class = AnomalySerializer

    def list(self, _request: Request, slug: str) -> Response:
        """The anomalies of a leaderboard, the last found first."""
        return self.page(anomalies.shown(find_leaderboard(slug)))
