"""The API of remote bots: they are registered here, and act in their games."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from agents.inside.protocol import NOTATION_CHARACTERS
from agents.terms import repertoire
from tournaments.api.bots import BotSerializer, NewBotSerializer
from tournaments.api.lookups import find
from tournaments.api.resources import Resource
from tournaments.api.schema import INVALID, NOT_YOURS, OUT_OF_DATE, step
from tournaments.api.strict import Several, StrictSerializer, Text
from tournaments.api.versions import VersionSerializer
from tournaments.errors import OutOfDate
from tournaments.models import Bot, CasualGame, Scope
from tournaments.queries.bots import overview
from tournaments.queries.casual import remote as queries
from tournaments.services.bots import remote, uploads
from tournaments.services.casual import remote as playing
from tournaments.web.throttling import OfScope

MOST_PLIES = 1_000_000


class RemoteVersionSerializer(StrictSerializer):
    """What an author's program is, and what it plays."""

    identity = Text(max_length=200, help_text="tells versions apart, as a hash of the program")
    games = Several(
        child=Text(max_length=repertoire.CHARACTERS),
        max_length=repertoire.MOST,
        allow_empty=False,
        help_text="games, or variants as in pachisi(mode=two)",
    )
    notes = Text(
        default="", allow_blank=True, max_length=1000, help_text="What is new, for everybody."
    )


class ActionSerializer(StrictSerializer):
    """An action for the turn at a ply, as the stream has named it."""

    ply = serializers.IntegerField(min_value=0, max_value=MOST_PLIES)
    action = Text(max_length=NOTATION_CHARACTERS, help_text="in notation")


class RemoteGameSerializer(serializers.ModelSerializer[CasualGame]):
    """The game after what was done: `ply` counts its events so far."""

    game = serializers.CharField(source="key")
    ply = serializers.SerializerMethodField()
    status = serializers.CharField(help_text="playing or over")

    class Meta:
        model = CasualGame
        fields = ["game", "ply", "status", "due_seat", "reason", "result"]

    def get_ply(self, game: CasualGame) -> int:
        return len(game.events)


class RemoteBotViewSet(Resource):
    """Your remote bots. A token needs the scope `remote`."""

    scopes = (Scope.REMOTE,)
    permission_classes = [IsAuthenticated]
    serializer_class = BotSerializer
    rates = {"create": "bots", "register": "uploads", "act": "remote"}
    lookup_field = "slug"
    lookup_value_converter = "slug"

    def list(self, _request: Request) -> Response:
        """Your remote bots, by name."""
        return self.page(
            overview.known_to(self.player)
            .filter(owner=self.player, is_remote=True)
            .order_by("name")
        )

    @extend_schema(request=NewBotSerializer, responses={201: BotSerializer, 400: INVALID})
    def create(self, request: Request) -> Response:
        """Create a remote bot. It plays once a version is registered and it is connected."""
        sent = NewBotSerializer.sent(request).validated_data
        now = timezone.now()
        bot = uploads.create_bot(owner=self.player, is_remote=True, now=now, **sent)
        return self.made(bot)

    @step(
        {
            200: OpenApiResponse(VersionSerializer, "There is a version of this identity."),
            201: OpenApiResponse(VersionSerializer, "A new version."),
            400: INVALID,
            403: NOT_YOURS,
        },
        RemoteVersionSerializer,
        url_path="versions",
        url_name="remote-version",
        serializer_class=VersionSerializer,
    )
    def register(self, request: Request, slug: str) -> Response:
        """Register a version: the one that plays from now on, if its identity is new."""
        sent = RemoteVersionSerializer.sent(request).validated_data
        version, new = remote.register(
            bot=self._bot(slug),
            player=self.player,
            now=timezone.now(),
            **sent,
        )
        return self.made(version, new=new)

    @step(
        {200: RemoteGameSerializer, 400: INVALID, 403: NOT_YOURS, 409: OUT_OF_DATE},
        ActionSerializer,
        url_path="games/<slug:key>/actions",
        url_name="remote-action",
        serializer_class=RemoteGameSerializer,
    )
    def act(self, request: Request, slug: str, key: str) -> Response:
        """Act for your bot at a ply. Sending the same action again changes nothing."""
        sent = ActionSerializer.sent(request).validated_data
        bot, game = self._bot(slug), find(CasualGame.objects, "game", key=key)
        after = playing.act(game, bot=bot, now=timezone.now(), **sent)
        event = after.events[sent["ply"]]
        if "forfeit" in event:
            raise OutOfDate("remote-too-late", "ply")
        return self.one(after)

    @step(
        {200: RemoteGameSerializer, 403: NOT_YOURS},
        url_path="games/<slug:key>/resign",
        url_name="remote-resign",
        serializer_class=RemoteGameSerializer,
    )
    def resign(self, _request: Request, slug: str, key: str) -> Response:
        """Resign for your bot; in a game that is over nothing changes."""
        bot, game = self._bot(slug), find(CasualGame.objects, "game", key=key)
        return self.one(playing.resign(game, bot=bot, now=timezone.now()))

    def get_throttles(self) -> Any:
        """Count actions apart from other requests: a bot plays many games at once."""
        return [OfScope()] if self.action == "act" else super().get_throttles()

    def _bot(self, slug: str) -> Bot:
        return find(queries.own(self.player), "remote bot of yours", slug=slug)
