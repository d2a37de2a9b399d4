"""The API of players."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Address
from tournaments.api.lookups import find
from tournaments.api.resources import Resource
from tournaments.models import Player
from tournaments.queries.people import players


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """A person with an account."""

    url = Address("player", username="username")
    bots = serializers.IntegerField(source="bot_count")
    tournaments = serializers.IntegerField(source="tournament_count", help_text="organised")

    class Meta:
        model = Player
        fields = ["url", "username", "bots", "tournaments"]


class PlayerViewSet(Resource):
    """The people with an account."""

    serializer_class = PlayerSerializer
    lookup_field = "username"

    def list(self, _request: Request) -> Response:
        """The people with an account, by name."""
        return self.page(players.listed())

    def retrieve(self, _request: Request, username: str) -> Response:
        """A person with an account."""
        return self.one(find(players.listed(), "player", username=username))
