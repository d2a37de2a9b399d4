"""Base classes and fields of serializers: addresses, privacy, names of versions and variants."""

from collections.abc import Callable
from functools import cached_property
from operator import attrgetter
from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.models import Variant, Version
from tournaments.queries.bots import overview

Row = TypeVar("Row", bound=Model)

Column = tuple[str, Callable[[Any], Any], Callable[[Any], Any]]
"""A field's name, a reader of its value in a row, and a writer of values that are not None."""


@extend_schema_field(OpenApiTypes.URI)
class Address(serializers.ReadOnlyField):
    """The absolute address of a row in this API, from the name of its route and its keys."""

    def __init__(self, route: str, **keys: str) -> None:
        super().__init__(source="*")
        self.route, self.keys = f"api:{route}", keys

    def to_representation(self, row: Any) -> str:
        kwargs = {name: read(row) for name, read in self._readers.items()}
        return self._site + reverse(self.route, kwargs=kwargs)

    @cached_property
    def _readers(self) -> dict[str, Callable[[Any], Any]]:
        return {name: attrgetter(dotted) for name, dotted in self.keys.items()}

    @cached_property
    def _site(self) -> str:
        """The beginning of the address of every row in an answer."""
        root: str = self.context["request"].build_absolute_uri("/")
        return root.removesuffix("/")


class ManySerializer(serializers.ModelSerializer[Row]):
    """A row of which an answer may have hundreds: its fields find out once what to read.

    They read attributes of objects; methods and dictionaries they do not know.
    """

    def to_representation(self, instance: Row) -> dict[str, Any]:
        return {
            name: None if (value := read(instance)) is None else write(value)
            for name, read, write in self._columns
        }

    @cached_property
    def _columns(self) -> list[Column]:
        return [(name, _reader(field), field.to_representation)
                for name, field in self.fields.items() if not field.write_only]  # fmt: skip


def _reader(field: serializers.Field[Any, Any, Any, Any]) -> Callable[[Any], Any]:
    if field.source is None or field.source == "*":
        return field.get_attribute
    read = attrgetter(".".join(field.source_attrs))

    def attribute(row: Any) -> Any:
        try:
            return read(row)
        except (AttributeError, ObjectDoesNotExist):
            # It knows the value for a missing attribute.
            return field.get_attribute(row)

    return attribute


class PrivateSerializer(ManySerializer[Row]):
    """A row with parts that only a bot's owner and staff may read."""

    def may_read(self, version: Version) -> bool:
        """Whether the user may read what is private to a version."""
        return overview.is_owner(self.context["request"].user, version.bot)


class VersionNameSerializer(ManySerializer[Version]):
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
        fields = ["variant", "game", "options", "rules_version", "is_open", "name", "leaderboard"]

    def get_leaderboard(self, variant: Variant) -> str | None:
        return variant.slug if variant.rated else None
