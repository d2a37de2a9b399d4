"""The API of series: tournaments that recur, and their standings."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Address
from tournaments.api.lookups import find
from tournaments.api.resources import Resource
from tournaments.models import Series
from tournaments.queries.tournaments import series
from tournaments.queries.tournaments.series import SeriesLine

NEXT = 3
"""The dates to come that a series tells."""


class SeriesSerializer(serializers.ModelSerializer[Series]):
    """A series, with its next dates."""

    url = Address("series", slug="slug")
    standings = Address("series-standings", slug="slug")
    variant = serializers.CharField(source="variant.key")
    organiser = serializers.CharField(source="organiser.username")
    next_dates = serializers.SerializerMethodField()

    class Meta:
        model = Series
        fields = [
            "url", "slug", "name", "variant", "organiser", "every", "scoring", "division_size",
            "made", "times", "next_dates", "created_at", "ended_at", "standings",
        ]  # fmt: skip

    def get_next_dates(self, row: Series) -> list[datetime]:
        return series.dates_to_come(row, now=timezone.now(), most=NEXT)


class SeriesLineSerializer(serializers.Serializer[SeriesLine]):
    """A bot's line of the standings: its place is that in its division."""

    division = serializers.IntegerField(help_text="from 1, the highest; the last has left")
    place = serializers.IntegerField()
    bot = serializers.SlugField(source="bot.slug")
    name = serializers.CharField(source="bot.name")
    points = serializers.FloatField()
    wins = serializers.IntegerField(help_text="tournaments")
    played = serializers.IntegerField(help_text="tournaments")


class SeriesViewSet(Resource):
    """Tournaments that recur."""

    serializer_class = SeriesSerializer
    lookup_field = "slug"
    lookup_value_converter = "slug"
    plural = "series-list"

    def get_serializer_class(self) -> type[serializers.BaseSerializer[Any]]:
        return SeriesLineSerializer if self.action == "standings" else SeriesSerializer

    def list(self, request: Request) -> Response:
        """The series that you may see, the newest first."""
        return self.page(series.visible_to(request.user).order_by("-created_at", "-pk"))

    def retrieve(self, request: Request, slug: str) -> Response:
        """A series, by its name in addresses."""
        return self.one(find(series.visible_to(request.user), "series", slug=slug))

    @extend_schema(responses={200: SeriesLineSerializer(many=True)})
    @action(detail=True, url_name="series-standings")
    def standings(self, request: Request, slug: str) -> Response:
        """Its standings over all its tournaments, by division."""
        row = find(series.visible_to(request.user), "series", slug=slug)
        return self.page(series.standings(row))
