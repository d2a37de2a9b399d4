"""The API of bots."""

from collections.abc import Callable

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Address, ManySerializer
from tournaments.api.filters import BotFilters
from tournaments.api.head_to_head import MeetingSerializer
from tournaments.api.lookups import find, find_bot
from tournaments.api.resources import Resource
from tournaments.api.schema import INVALID, NOT_YOURS, step
from tournaments.api.strict import StrictSerializer, Text, YesOrNo
from tournaments.models import Bot, Scope, Seat
from tournaments.queries.bots import head_to_head, overview
from tournaments.queries.games import quality
from tournaments.services.bots import ownership, uploads


class BotSerializer(ManySerializer[Bot]):
    """A bot; its newest accepted version plays `games`."""

    url = Address("bot", slug="slug")
    versions = Address("versions", slug="slug")
    owner = serializers.CharField(source="author")
    newest_accepted = serializers.SerializerMethodField()
    games = serializers.SerializerMethodField()

    class Meta:
        model = Bot
        fields = [
            "url", "slug", "name", "owner", "description", "open_to_all", "on_ladders",
            "on_open_ladders", "is_house", "is_remote", "created_at", "hidden_at", "banned_at",
            "ban_reason", "newest_accepted", "games", "versions",
        ]  # fmt: skip

    def get_newest_accepted(self, bot: Bot) -> int | None:
        newest = overview.newest_accepted(bot)
        return newest.number if newest else None

    def get_games(self, bot: Bot) -> list[str]:
        newest = overview.newest_accepted(bot)
        return newest.games if newest else []


class BoardSerializer(serializers.Serializer[quality.Board]):
    """The last games of a bot in a variant."""

    variant = serializers.CharField(source="variant.key")
    luck = serializers.FloatField(allow_null=True, help_text="a game, in returns")
    judged = serializers.IntegerField(help_text="how many games were analysed")
    lost = serializers.FloatField(source="loss", allow_null=True, help_text="an action gave away")


class MistakeSerializer(serializers.Serializer[quality.Mistake]):
    """An action that gave much away."""

    match = serializers.IntegerField(source="seat.game.match_id")
    game = serializers.IntegerField(source="seat.game.number")
    ply = serializers.IntegerField(help_text="the number of the event, from 1")
    lost = serializers.FloatField()
    better = serializers.CharField()


class LuckyGameSerializer(serializers.Serializer[Seat]):
    """A game and the bot's luck in it."""

    match = serializers.IntegerField(source="game.match_id")
    game = serializers.IntegerField(source="game.number")
    luck = serializers.FloatField()


class QualitySerializer(serializers.Serializer[quality.Quality]):
    """The last games of a bot by variant, its mistakes of seven days, and games of note."""

    boards = BoardSerializer(many=True)
    mistakes = MistakeSerializer(many=True)
    luckiest = LuckyGameSerializer(many=True)
    unluckiest = LuckyGameSerializer(many=True)


class NewBotSerializer(StrictSerializer):
    """A bot without a version yet."""

    name = Text(max_length=40, validators=Bot.name.field.validators)
    description = Text(max_length=2000, allow_blank=True, default="")
    open_to_all = YesOrNo(default=True, help_text="Whether other players may enter it.")
    on_ladders = YesOrNo(default=True, help_text="Whether its newest version climbs ladders.")


class ChangedBotSerializer(StrictSerializer):
    """What may be changed of a bot; what is left out stays as it is."""

    description = Text(max_length=2000, allow_blank=True, required=False)
    open_to_all = YesOrNo(required=False, help_text="Whether other players may enter it.")
    on_ladders = YesOrNo(required=False, help_text="Whether its newest version climbs ladders.")
    on_open_ladders = YesOrNo(
        required=False, help_text="Whether a hosted bot also climbs the ladders of remote bots."
    )


ANSWERS = {200: BotSerializer, 403: NOT_YOURS}


class BotViewSet(Resource):
    """Bots, and how one played against another."""

    scopes = (Scope.BOTS,)
    scopes_of = {"create": (Scope.UPLOAD,)}
    serializer_class = BotSerializer
    filters = BotFilters
    rates = {"create": "bots"}
    lookup_field = "slug"
    lookup_value_converter = "slug"

    def list(self, _request: Request) -> Response:
        """The bots, by name."""
        return self.page(overview.listed().order_by("name"))

    @extend_schema(request=NewBotSerializer, responses={201: BotSerializer, 400: INVALID})
    def create(self, request: Request) -> Response:
        """Create a bot. It plays once a version of it is uploaded and accepted."""
        sent = NewBotSerializer.sent(request).validated_data
        return self.made(uploads.create_bot(owner=self.player, now=timezone.now(), **sent))

    def retrieve(self, request: Request, slug: str) -> Response:
        """A bot."""
        return self.one(find_bot(request.user, slug))

    @extend_schema(
        request=ChangedBotSerializer, responses={200: BotSerializer, 400: INVALID, 403: NOT_YOURS}
    )
    def partial_update(self, request: Request, slug: str) -> Response:
        """Change a bot's description, or who may enter it; its owner may."""
        bot = find_bot(request.user, slug)
        changes = ChangedBotSerializer.sent(request).validated_data
        ownership.change(bot, player=self.player, values=changes)
        return self.one(find_bot(request.user, slug))

    @step(ANSWERS, url_name="bot-hide")
    def hide(self, _request: Request, slug: str) -> Response:
        """List a bot nowhere from now on; its owner may."""
        return self._after(ownership.hide, slug, now=timezone.now())

    @step(ANSWERS, url_name="bot-show")
    def show(self, _request: Request, slug: str) -> Response:
        """List a hidden bot again; its owner may."""
        return self._after(ownership.show, slug, now=timezone.now())

    def _after(self, act: Callable[..., object], slug: str, **arguments: object) -> Response:
        """The bot after its player's act on it."""
        act(find_bot(self.request.user, slug), player=self.player, **arguments)
        return self.one(find_bot(self.request.user, slug))

    # By this name: a method `delete` would answer every DELETE of the view set.
    @step({204: None, 403: NOT_YOURS}, url_path="delete", url_name="bot-delete")
    def remove(self, request: Request, slug: str) -> Response:
        """Delete a bot with all its versions; its owner may.

        Its results stay under a neutral name.
        """
        bot = find_bot(request.user, slug)
        ownership.delete_bot(bot, player=self.player, now=timezone.now())
        return Response(status=204)

    @extend_schema(responses=QualitySerializer)
    @action(
        detail=True,
        url_path="quality",
        url_name="bot-quality",
        serializer_class=QualitySerializer,
    )
    def quality(self, request: Request, slug: str) -> Response:
        """How a bot has played of late, by the judge, and how lucky it was."""
        return self.one(quality.quality(find_bot(request.user, slug), now=timezone.now()))

    @extend_schema(responses=MeetingSerializer(many=True))
    @action(
        detail=True,
        url_path="against/<slug:other>",
        serializer_class=MeetingSerializer,
        pagination_class=None,
    )
    def against(self, _request: Request, slug: str, other: str) -> Response:
        """All versions of one bot against all of another, variant by variant."""
        bot, two = find(Bot.objects, "bot", slug=slug), find(Bot.objects, "bot", slug=other)
        return self.all(head_to_head.meetings(bot.versions.all(), two.versions.all()))
