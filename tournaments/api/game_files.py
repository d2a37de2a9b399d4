"""The API of the files of a leaderboard's rated games."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.lookups import find_leaderboard
from tournaments.api.resources import Resource
from tournaments.models import GameFile
from tournaments.models.game_files import GAMES_LICENSE


@extend_schema_field({"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$"})
class Month(serializers.DateField):
    """A month, as in 2026-11."""


class GameFileSerializer(serializers.ModelSerializer[GameFile]):
    """The rated games of a month as gzipped JSON Lines. It never changes."""

    file = serializers.SerializerMethodField(help_text="address of the file")
    month = Month(format="%Y-%m")
    games = serializers.IntegerField(help_text="lines for games")
    withdrawn = serializers.IntegerField(help_text="games of earlier files that it takes back")
    license = serializers.SerializerMethodField(help_text="of the games, as an SPDX identifier")

    class Meta:
        model = GameFile
        fields = [
            "file", "name", "month", "games", "withdrawn", "size", "sha256", "made_at", "license",
        ]  # fmt: skip

    def get_file(self, file: GameFile) -> str:
        address: str = self.context["request"].build_absolute_uri(file.get_absolute_url())
        return address

    def get_license(self, _file: GameFile) -> str:
        return GAMES_LICENSE


class GameFileViewSet(Resource):
    """The files of a leaderboard's rated games, one a month."""

    serializer_class = GameFileSerializer

    def list(self, _request: Request, slug: str) -> Response:
        """The months that can be downloaded, the latest first."""
        files = find_leaderboard(slug).game_files.select_related("variant")
        return self.page(files.order_by("-month"))
