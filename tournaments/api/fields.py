"""Parts of the API's serializers: addresses, and who may read what is private."""

from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.models import Version
from tournaments.queries import bots


@extend_schema_field(OpenApiTypes.URI)
class Address(serializers.ReadOnlyField):
    """The absolute address of a row in this API, from the name of its route and its keys."""

    def __init__(self, route: str, **keys: str) -> None:
        super().__init__(source="*")
        self.route, self.keys = f"api:{route}", keys

    def to_representation(self, row: Any) -> str:
        path = reverse(self.route, kwargs={name: _follow(row, k) for name, k in self.keys.items()})
        return self.context["request"].build_absolute_uri(path)


def _follow(row: Any, dotted: str) -> Any:
    for name in dotted.split("."):
        row = getattr(row, name)
    return row


class PrivateMixin:
    """Knows who asks, for what only a bot's owner and staff may read."""

    def may_read(self, version: Version) -> bool:
        return bots.may_read_log(player=self.context["request"].user, version=version)
