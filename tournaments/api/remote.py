"""The API of remote bots: they are registered here, and act in their games."""

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from agents.terms import repertoire
from tournaments.api.authentication import TokenAuthentication
from tournaments.api.bots import BotSerializer, NewBotSerializer
from tournaments.api.lookups import find
from tournaments.api.resources import Resource
from tournaments.api.schema import INVALID, NOT_YOURS, step
from tournaments.api.strict import Several, StrictSerializer, Text
from tournaments.api.versions import VersionSerializer
from tournaments.models import Bot, Player, Scope
from tournaments.queries.bots import overview
from tournaments.services.bots import remote, uploads


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


class RemoteBotViewSet(Resource):
    """Your remote bots. Only a token with the scope `remote` may act here."""

    scopes = (Scope.REMOTE,)
    authentication_classes = [TokenAuthentication]
    permission_classes = [IsAuthenticated]
    serializer_class = BotSerializer
    rates = {"create": "bots", "register": "uploads"}
    lookup_field = "slug"
    lookup_value_converter = "slug"

    def list(self, _request: Request) -> Response:
        """Your remote bots, by name."""
        return self.page(_own(self.player).order_by("name"))

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
            bot=find(_own(self.player), "remote bot of yours", slug=slug),
            player=self.player,
            now=timezone.now(),
            **sent,
        )
        return self.made(version, new=new)


def _own(player: Player) -> QuerySet[Bot]:
    return overview.known_to(player).filter(owner=player, is_remote=True)
