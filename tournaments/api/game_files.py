"""The API of the files of a leaderboard's rated games."""

from django.core.files.storage import default_storage
from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.lookups import find_leaderboard
from tournaments.api.resources import Resource
from tournaments.models import GameFile
from tournaments.models.game_files import GAMES_LICENSE
from tournaments.queries.games import citations
from tournaments.web import ranges


@extend_schema_field({"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$"})
class Month(serializers.DateField):
    """A month, as in 2026-11."""


class GameFileSerializer(serializers.ModelSerializer[GameFile]):
    """The rated games of a month as gzipped JSON Lines. That of a complete month never changes."""

    file = serializers.SerializerMethodField(help_text="address of the file")
    month = Month(format="%Y-%m")
    games = serializers.IntegerField(help_text="lines for games")
    withdrawn = serializers.IntegerField(help_text="games of earlier files that it takes back")
    license = serializers.SerializerMethodField(help_text="of the games, as an SPDX identifier")
    card = serializers.SerializerMethodField(help_text="address of its data card, as Markdown")
    citation = serializers.SerializerMethodField(help_text="how to cite it, as one line")
    bibtex = serializers.SerializerMethodField(help_text="how to cite it, for BibTeX")

    class Meta:
        model = GameFile
        fields = [
            "file", "name", "month", "until", "games", "withdrawn", "size", "sha256", "made_at",
            "license", "card", "citation", "bibtex",
        ]  # fmt: skip

    def get_file(self, file: GameFile) -> str:
        return self._absolute(file.get_absolute_url())

    def get_license(self, _file: GameFile) -> str:
        return GAMES_LICENSE

    def get_card(self, file: GameFile) -> str:
        return self._absolute(reverse("data-card-file", args=[file.variant.slug, file.stem]))

    def get_citation(self, file: GameFile) -> str:
        return citations.sentence(file, self.get_file(file), self.context["request"].get_host())

    def get_bibtex(self, file: GameFile) -> str:
        return citations.bibtex(file, self.get_file(file), self.context["request"].get_host())

    def _absolute(self, path: str) -> str:
        address: str = self.context["request"].build_absolute_uri(path)
        return address


class GameFileViewSet(Resource):
    """The files of a leaderboard's rated games, one a month."""

    serializer_class = GameFileSerializer
    rates = {"games": "exports"}

    def list(self, _request: Request, slug: str) -> Response:
        """The months that can be downloaded, the latest first."""
        return self.page(_latest_first(slug).select_related("variant"))

    @extend_schema(responses={(200, "application/gzip"): OpenApiTypes.BINARY, 304: None})
    @action(detail=False, url_name="game-file-games", pagination_class=None)
    def games(self, request: Request, slug: str) -> HttpResponseBase:
        """The games of all months as one download: the files, the latest first.

        So a reader knows which games are withdrawn before they come.
        """
        files = _latest_first(slug).values_list("content", "size")
        try:
            return ranges.joined(request, default_storage, dict(files))
        except FileNotFoundError as error:
            raise NotFound("The storage has lost a file; a backup has it.") from error


def _latest_first(slug: str) -> QuerySet[GameFile]:
    return find_leaderboard(slug).game_files.order_by("-month")
