"""What several serializers share: addresses, privacy, the names of versions and variants."""

from typing import Any, TypeVar

from django.db.models import Model
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.models import Variant, Version
from tournaments.queries import bots

Row = TypeVar("Row", bound=Model)


@extend_schema_field(OpenApiTypes.URI)
class Address(serializers.ReadOnlyField):
    """The absolute address of a row in this API, from the name of its route and its keys."""

    def __init__(self, route: str, **keys: str) -> None:
        super().__init__(source="*")
        self.route, self.keys = f"api:{route}", keys

    def to_representation(self, row: Any) -> str:
        path = reverse(self.route, kwargs={name: _follow(row, k) for name, k in self.keys.items()})
        address: str = self.context["request"].build_absolute_uri(path)
        return address


def _follow(row: Any, dotted: str) -> Any:
    for name in dotted.split("."):
        row = getattr(row, name)
    return row


class PrivateSerializer(serializers.ModelSerializer[Row]):
    """A row with parts that only a bot's owner and staff may read."""

    def may_read(self, version: Version) -> bool:
        """Whether the asker may read what is private to a version."""
        return bots.may_read_log(player=self.context["request"].user, version=version)


class VersionNameSerializer(serializers.ModelSerializer[Version]):
    """The name of a version: its bot, its owner and its number."""

    bot = serializers.SlugField(source="bot.slug")
    name = serializers.CharField(source="bot.name")
    owner = serializers.CharField(source="bot.author")
    version = serializers.IntegerField(source="number")

    class Meta:
        model = Version
        fields = ["bot", "name", "owner", "version"]


class VariantSerializer(serializers.ModelSerializer[Variant]):
    """A game with its options; `leaderboard` is the slug of its leaderboard, if it has one."""

    variant = serializers.CharField(source="key", help_text="canonical text")
    game = serializers.SlugField(source="game_id")
    options = serializers.DictField()
    leaderboard = serializers.SerializerMethodField()

    class Meta:
        model = Variant
        fields = ["variant", "game", "options", "rules_version", "name", "leaderboard"]

    def get_leaderboard(self, variant: Variant) -> str | None:
        return variant.slug if variant.rated else None
