"""The API of the games that can be played here."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from tournaments.api.fields import Address
from tournaments.api.resources import Resource


class OptionSerializer(serializers.Serializer[engine.OptionSpec]):
    """An option of a game: `allowed` is (low, high) for an int, else the values."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(["int", "bool", "choice"])
    default = serializers.JSONField()
    allowed = serializers.ListField(child=serializers.JSONField())
    help = serializers.CharField()
    requires = serializers.SerializerMethodField()

    @extend_schema_field({"type": "object", "nullable": True, "additionalProperties": {}})
    def get_requires(self, option: engine.OptionSpec) -> dict[str, Any] | None:
        """Another option, and its values for which this option has a meaning."""
        if option.requires is None:
            return None
        name, values = option.requires
        return {"option": name, "values": list(values)}


class GameInfoSerializer(serializers.Serializer[engine.GameInfo]):
    """A game that can be played here, with its options."""

    url = Address("game", game_id="id")
    id = serializers.SlugField()
    name = serializers.CharField()
    summary = serializers.CharField()
    rules_version = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.IntegerField())
    has_chance = serializers.BooleanField()
    options = OptionSerializer(many=True)


class GameViewSet(Resource):
    """Games that can be played here, with their options."""

    serializer_class = GameInfoSerializer
    lookup_field = "game_id"
    lookup_value_converter = "slug"

    def list(self, _request: Request) -> Response:
        """The games that can be played here, with their options."""
        return self.page(engine.games())

    def retrieve(self, _request: Request, game_id: str) -> Response:
        """A game that can be played here, with its options."""
        infos = {info.id: info for info in engine.games()}
        if game_id not in infos:
            raise NotFound(f"There is no game “{game_id}”; the games are {', '.join(infos)}.")
        return self.one(infos[game_id])
