"""The API of the limits of bots."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from agents.sandbox import packages
from agents.terms import limit_facts
from tournaments.api.resources import Endpoint


class LimitSerializer(serializers.Serializer[limit_facts.ShownLimit]):
    """One limit of bots: `value` in `unit`, and `text` for people."""

    name = serializers.CharField(source="fact.name")
    title = serializers.CharField(source="fact.title")
    value = serializers.IntegerField()
    unit = serializers.ChoiceField(["bytes", "seconds", "number"], source="fact.unit")
    text = serializers.CharField()
    meaning = serializers.CharField(source="fact.meaning")
    exceeding = serializers.CharField(source="fact.exceeding")


class PackageSerializer(serializers.Serializer[dict[str, str]]):
    """A package that bots may import."""

    name = serializers.CharField()
    version = serializers.CharField()


class LimitsSerializer(serializers.Serializer[dict[str, Any]]):
    """What bots may use in a game, and import beside the standard library."""

    limits = LimitSerializer(many=True)
    packages = PackageSerializer(many=True)


class LimitsEndpoint(Endpoint):
    """The limits of a bot in one game, and the packages that it may import."""

    @extend_schema(responses=LimitsSerializer)
    def get(self, _request: Request) -> Response:
        facts = {
            "limits": limit_facts.rows(settings.LIMITS),
            "packages": [
                {"name": name, "version": version} for name, version in packages.versions().items()
            ],
        }
        return Response(LimitsSerializer(facts).data)
