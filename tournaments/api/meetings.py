"""The API of two bots that met."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.trials import ComparisonSerializer
from tournaments.api.views import find
from tournaments.models import Bot
from tournaments.queries import head_to_head


class MeetingSerializer(serializers.Serializer):
    """What the first bot made against the second in a variant."""

    variant = serializers.CharField(source="variant.key")
    repeated = serializers.IntegerField(help_text="games that were the same again: not counted")
    comparison = ComparisonSerializer()


class Against(APIView):
    """Two bots, head to head."""

    @extend_schema(responses=MeetingSerializer(many=True))
    def get(self, _request: Request, slug: str, other: str) -> Response:
        """All versions of one bot against all of another, variant by variant."""
        one, two = find(Bot.objects, "bot", slug=slug), find(Bot.objects, "bot", slug=other)
        found = head_to_head.meetings(one.versions.all(), two.versions.all())
        return Response(MeetingSerializer(found, many=True).data)


class VersionAgainst(APIView):
    """Two versions, head to head."""

    @extend_schema(responses=MeetingSerializer(many=True))
    def get(
        self, _request: Request, slug: str, number: int, other: str, other_number: int
    ) -> Response:
        """One version against another, variant by variant."""
        one, two = find(Bot.objects, "bot", slug=slug), find(Bot.objects, "bot", slug=other)
        find(one.versions, f"version of {one}", number=number)
        find(two.versions, f"version of {two}", number=other_number)
        sides = head_to_head.versions(one, number), head_to_head.versions(two, other_number)
        return Response(MeetingSerializer(head_to_head.meetings(*sides), many=True).data)
