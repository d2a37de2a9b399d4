"""The API of results between two bots."""

from rest_framework import serializers

from tournaments.mathematics.statistics.by_play import PlayScore
from tournaments.mathematics.statistics.head_to_head import Comparison
from tournaments.queries.bots.head_to_head import VariantMeeting


class ComparisonSerializer(serializers.Serializer[Comparison]):
    """The score so far. An open end of the interval is null."""

    games = serializers.IntegerField()
    wins = serializers.IntegerField(help_text="of the first one")
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    points = serializers.FloatField()
    score = serializers.FloatField(help_text="share of the points")
    elo = serializers.FloatField(help_text="advantage of the first one")
    low = serializers.SerializerMethodField()
    high = serializers.SerializerMethodField()
    superiority = serializers.FloatField(help_text="probability that the first one is stronger")

    def get_low(self, comparison: Comparison) -> float | None:
        return _finite(comparison.low)

    def get_high(self, comparison: Comparison) -> float | None:
        return _finite(comparison.high)


def _finite(value: float) -> float | None:
    return value if abs(value) != float("inf") else None


class PlaySerializer(serializers.Serializer[PlayScore]):
    """What play made of the games that were judged: their points without luck.

    `low` and `high` are the ends of the 95% interval of `score`, the share of a point a game. All
    may lie outside the range of points.
    """

    games = serializers.IntegerField(help_text="judged")
    points = serializers.FloatField()
    score = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()


class MeetingSerializer(serializers.Serializer[VariantMeeting]):
    """The score of the first bot against the second in a variant."""

    variant = serializers.CharField(source="variant.key")
    repeated = serializers.IntegerField(help_text="identical games, which are not counted")
    comparison = ComparisonSerializer()
    by_play = PlaySerializer(allow_null=True, help_text="null until a game was judged")
