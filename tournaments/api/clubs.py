"""The API of clubs: for their members, and staff."""

from typing import Any

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Address
from tournaments.api.leaderboards import MeasuredSerializer
from tournaments.api.lookups import find, find_leaderboard
from tournaments.api.resources import Resource
from tournaments.api.schema import INVALID, NOT_YOURS, step
from tournaments.api.strict import StrictSerializer, Text
from tournaments.models import Club, ClubMember, Player, Scope, Tournament
from tournaments.queries.people import clubs
from tournaments.queries.people.clubs import ClubLine
from tournaments.services.people import club_results
from tournaments.services.people import clubs as service


class ClubSerializer(serializers.ModelSerializer[Club]):
    """A club; `join_code` is for its organisers and staff, and null for others."""

    url = Address("club", slug="slug")
    members = Address("club-members", slug="slug")
    tournaments = Address("club-tournaments", slug="slug")
    leaderboards = serializers.SerializerMethodField(help_text="slugs")
    join_code = serializers.SerializerMethodField()

    class Meta:
        model = Club
        fields = [
            "url", "slug", "name", "description", "names", "uploads_close_at", "created_at",
            "closed_at", "join_code", "leaderboards", "members", "tournaments",
        ]  # fmt: skip

    def get_leaderboards(self, club: Club) -> list[str]:
        return [variant.slug for variant in clubs.variants(club) if variant.slug]

    def get_join_code(self, club: Club) -> str | None:
        organises = clubs.may_organise(club, self.context["request"].user)
        return club.join_code if organises else None


class ClubNameSerializer(serializers.ModelSerializer[Club]):
    """A club in a list."""

    url = Address("club", slug="slug")

    class Meta:
        model = Club
        fields = ["url", "slug", "name", "uploads_close_at", "created_at", "closed_at"]


class MemberSerializer(serializers.ModelSerializer[ClubMember]):
    """A member by the name that the club shows.

    Where that is another than the username, only organisers and staff read the username.
    """

    name = serializers.CharField(source="shown_name")
    username = serializers.SerializerMethodField(help_text="null where the club shows another")

    class Meta:
        model = ClubMember
        fields = ["name", "username", "role", "joined_at"]

    def get_username(self, member: ClubMember) -> str | None:
        username = member.player.username
        is_named = self.context["organises"] or member.shown_name == username
        return username if is_named else None


class ClubRatingSerializer(serializers.Serializer[ClubLine]):
    """A line of a club's leaderboard; its `author` is called as the club calls its member."""

    number = serializers.IntegerField(help_text="the place in the club")
    author = serializers.CharField()
    bot = serializers.SlugField(source="line.rating.version.bot.slug")
    name = serializers.CharField(source="line.rating.version.bot.name")
    version = serializers.IntegerField(source="line.rating.version.number")
    place = serializers.IntegerField(source="line.place", allow_null=True, help_text="on the site")
    strength = MeasuredSerializer(source="line.strength", allow_null=True)
    elo = serializers.FloatField(source="line.rating.elo")
    games = serializers.IntegerField(source="line.rating.games")
    wins = serializers.IntegerField(source="line.rating.wins")
    draws = serializers.IntegerField(source="line.rating.draws")
    losses = serializers.IntegerField(source="line.rating.losses")


class ClubTournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament of a club."""

    url = Address("tournament", slug="slug")

    class Meta:
        model = Tournament
        fields = ["url", "slug", "name", "status", "starts_at", "ended_at"]


class JoinSerializer(StrictSerializer):
    """The code that an organiser gives away."""

    code = Text(max_length=40)


class ClubViewSet(Resource):
    """Your clubs."""

    scopes = (Scope.UPLOAD, Scope.ORGANISE)
    permission_classes = [IsAuthenticated]
    serializer_class = ClubSerializer
    lookup_field = "slug"
    lookup_value_converter = "slug"
    rates = {"join": "joins", "results": "exports"}
    _organises = False

    def get_serializer_class(self) -> type[serializers.BaseSerializer[Any]]:
        by_action: dict[str, type[serializers.BaseSerializer[Any]]] = {
            "list": ClubNameSerializer,
            "members": MemberSerializer,
            "tournaments": ClubTournamentSerializer,
            "ratings": ClubRatingSerializer,
        }
        return by_action.get(self.action, ClubSerializer)

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "organises": self._organises}

    def list(self, _request: Request) -> Response:
        """Your clubs, by name; all of them for staff."""
        return self.page(clubs.visible_to(self.player).order_by("name", "pk"))

    def retrieve(self, _request: Request, slug: str) -> Response:
        """A club of yours."""
        return self.one(_club(self.player, slug))

    @step({200: ClubSerializer, 400: INVALID}, JoinSerializer, detail=False, url_name="club-join")
    def join(self, request: Request) -> Response:
        """Become a member of the club with this code; again is no change."""
        code = JoinSerializer.sent(request).validated_data["code"].strip()
        return self.one(service.join(code, player=self.player, now=timezone.now()))

    @extend_schema(responses={200: MemberSerializer(many=True)})
    @action(detail=True, url_name="club-members")
    def members(self, _request: Request, slug: str) -> Response:
        """Its members, the organisers first, by the names that it shows."""
        club = _club(self.player, slug)
        self._organises = clubs.may_organise(club, self.player)
        return self.page(clubs.members(club))

    @extend_schema(responses={200: ClubTournamentSerializer(many=True)})
    @action(detail=True, url_name="club-tournaments")
    def tournaments(self, _request: Request, slug: str) -> Response:
        """Its tournaments that you may see, the newest first."""
        return self.page(clubs.tournaments(_club(self.player, slug), self.player))

    @extend_schema(responses={200: ClubRatingSerializer(many=True)})
    @action(
        detail=True,
        url_path="leaderboards/<slug:leaderboard>",
        url_name="club-leaderboard",
    )
    def ratings(self, _request: Request, slug: str, leaderboard: str) -> Response:
        """A leaderboard with the bots of its members alone, best first."""
        club, variant = _club(self.player, slug), find_leaderboard(leaderboard)
        return self.page(clubs.ClubLines(club, variant))

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR, 403: NOT_YOURS})
    @action(detail=True, url_name="club-file")
    def results(self, _request: Request, slug: str) -> StreamingHttpResponse:
        """The standings of all its tournaments as CSV, for its organisers."""
        club = _club(self.player, slug)
        sent = club_results.as_csv(club, player=self.player, now=timezone.now())
        headers = {"Content-Disposition": f'attachment; filename="{club.slug}.csv"'}
        return StreamingHttpResponse(sent, content_type="text/csv; charset=utf-8", headers=headers)


def _club(player: Player, slug: str) -> Club:
    """A club that the player may see. Raises NotFound."""
    return find(clubs.visible_to(player), "club", slug=slug)
