"""The API of casual games: your own, those at an address that you know, and challenges."""

from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from agents.terms.clock import PRESETS
from tournaments.api.fields import Address, PrivateSerializer, VersionNameSerializer
from tournaments.api.filters import CursorFilters
from tournaments.api.lookups import find
from tournaments.api.matches import AnalysisSerializer
from tournaments.api.pagination import NewestFirst
from tournaments.api.resources import Resource
from tournaments.api.schema import INVALID
from tournaments.api.strict import OneOf, Several, StrictSerializer
from tournaments.api.tournaments.inputs import EntrantField, VariantField, versions_of
from tournaments.models import CasualGame, CasualSeat, Scope, Variant
from tournaments.queries.casual import courses, lists
from tournaments.queries.casual.people import Person
from tournaments.queries.games import analyses
from tournaments.services.casual import opening

MOST_SEATS = 4


class CasualSeatSerializer(PrivateSerializer[CasualSeat]):
    """Who sits there: a version, or a person; empty for nobody yet.

    The `detail` of a fault is for the bot's owner and staff.
    """

    version = VersionNameSerializer(allow_null=True)
    person = serializers.SerializerMethodField(allow_null=True)
    fault = serializers.SerializerMethodField()

    class Meta:
        model = CasualSeat
        fields = ["number", "version", "person", "fault"]

    def get_person(self, seat: CasualSeat) -> str | None:
        return None if seat.is_bot else seat.name

    def get_fault(self, seat: CasualSeat) -> dict[str, Any] | None:
        if seat.fault is None or seat.version is None:
            return None
        fault = seat.fault if self.may_read(seat.version) else seat.fault | {"detail": ""}
        return dict(fault)


class CasualGameSerializer(serializers.ModelSerializer[CasualGame]):
    """A casual game; `page` is its board on the site, and `seed` is null until it is over."""

    url = Address("casual-game", key="key")
    page = serializers.CharField(source="get_absolute_url", help_text="path of its board")
    variant = serializers.CharField(source="variant.key")
    seats = CasualSeatSerializer(many=True)
    events = serializers.SerializerMethodField(help_text="how many there are")
    seed = serializers.CharField(source="revealed_seed", allow_null=True)

    class Meta:
        model = CasualGame
        fields = [
            "url", "key", "page", "variant", "time_control", "clock", "status", "seats", "events",
            "due_seat", "result", "reason", "created_at", "ended_at", "commitment", "seed",
        ]  # fmt: skip

    def get_events(self, game: CasualGame) -> int:
        return len(game.events)


class ChallengeSerializer(StrictSerializer):
    """Bots that play each other now; a bot plays with its newest version, or one as `slug/3`."""

    variant = VariantField(help_text="canonical text, as in kalah(seeds=4)")
    seats = Several(
        child=EntrantField(), max_length=MOST_SEATS, help_text="slug or slug/3, by seat"
    )
    time_control = OneOf(PRESETS, default="blitz")


class CasualGameViewSet(Resource):
    """Your casual games."""

    scopes = (Scope.UPLOAD, Scope.REMOTE)
    permission_classes = [IsAuthenticated]
    serializer_class = CasualGameSerializer
    pagination_class = NewestFirst
    filters = CursorFilters
    lookup_field = "key"
    lookup_value_converter = "slug"
    rates = {"create": "casual"}

    def list(self, _request: Request) -> Response:
        """The casual games that you have opened or sat in, the newest first."""
        return self.page(lists.with_seats(Person(self.player).games()))

    @extend_schema(request=ChallengeSerializer, responses={201: CasualGameSerializer, 400: INVALID})
    def create(self, request: Request) -> Response:
        """Set two to four bots against each other now; the game is not rated."""
        sent = ChallengeSerializer.sent(request).validated_data
        configuration = opening.CasualConfiguration(
            variant=Variant.objects.of(sent["variant"]),
            seats=versions_of(sent["seats"], sent["variant"], field="seats"),
            time_control=sent["time_control"],
        )
        game = opening.open_game(configuration, who=Person(self.player), now=timezone.now())
        return self.made(_game(game.key))

    def retrieve(self, _request: Request, key: str) -> Response:
        """A casual game, for whoever knows its key."""
        return self.one(_game(key))

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    @action(detail=True, url_name="casual-game-record")
    def record(self, _request: Request, key: str) -> Response:
        """Its record, when it is over."""
        game = _game(key)
        if not game.is_over:
            raise NotFound("There is a record once the game is over.", "not_over")
        return Response(courses.document(game))

    @action(
        detail=True,
        url_name="casual-game-analysis",
        serializer_class=AnalysisSerializer,
        pagination_class=None,
    )
    def analysis(self, _request: Request, key: str) -> Response:
        """The judge's view of a casual game, if somebody has asked for it on its page."""
        analysis = analyses.of(_game(key))
        if analysis is None:
            raise NotFound("Nobody has asked for an analysis of this game.")
        return self.one(analysis)

    def get_permissions(self) -> Any:
        """Whoever knows a key sees the game, as on the site."""
        if self.action in ("retrieve", "record", "analysis"):
            return [AllowAny()]
        return super().get_permissions()


def _game(key: str) -> CasualGame:
    """The game at a key. Raises NotFound."""
    return find(lists.with_seats(CasualGame.objects.all()), "casual game", key=key)
