"""The API's views: each finds its rows by one query or makes one step by one service."""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import NotFound
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

import engine
from agents import limit_facts
from agents.sandbox import packages
from tournaments.api import filters, inputs, serializers
from tournaments.api.errors import refuse_too_large
from tournaments.api.parsers import Json
from tournaments.api.tournaments import TournamentSerializer
from tournaments.errors import Invalid
from tournaments.models import Bot, Match, Tournament, Variant
from tournaments.queries import bots, matches, players
from tournaments.queries.ratings import leaderboards
from tournaments.queries.tournaments import lists
from tournaments.services import uploads

INVALID = OpenApiResponse(OpenApiTypes.OBJECT, "What cannot be used: by field, the reasons.")
NOT_YOURS = OpenApiResponse(OpenApiTypes.OBJECT, "It is somebody else's bot.")
TOO_LARGE = OpenApiResponse(OpenApiTypes.OBJECT, "More than is read in any request.")


def find(rows: QuerySet, what: str, **keys: Any) -> Any:
    """The one row of these keys. Raises NotFound, which says what there is not."""
    text = " ".join(str(key) for key in keys.values())
    row = rows.filter(**keys).first()
    if row is None:
        raise NotFound(f"There is no {what} “{text}”.")
    return row


class List(generics.ListAPIView):
    """A page of rows, narrowed by the query parameters in `filters`."""

    filters = filters.Filters


class Writing(APIView):
    """A view that takes something in, but never more than the settings allow."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        refuse_too_large(request)
        super().initial(request, *args, **kwargs)


class Root(APIView):
    """Where everything is."""

    @extend_schema(responses={200: OpenApiTypes.OBJECT}, tags=["root"])
    def get(self, request: Request) -> Response:
        names = [
            "games", "limits", "variants", "leaderboards", "players", "bots", "tournaments",
            "matches", "schema", "docs",
        ]  # fmt: skip
        return Response({name: reverse(f"api:{name}", request=request) for name in names})


class NoSuchAddress(APIView):
    """What is not there is said in JSON too."""

    schema = None
    permission_classes = [AllowAny]

    def initial(self, request: Request, **_kwargs: str) -> None:
        raise NotFound(
            f"There is no address {request.path}. They all end with a slash, and "
            f"{reverse('api:root', request=request)} lists them."
        )


class ObtainToken(Writing):
    """The token of a player, by username and password. It stays the same until it is renewed."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_scope = "token"

    @extend_schema(
        request=inputs.CredentialsSerializer,
        responses={200: inputs.TokenSerializer, 400: INVALID},
        auth=[],
    )
    def post(self, request: Request) -> Response:
        given = inputs.CredentialsSerializer(data=request.data, context={"request": request})
        given.is_valid(raise_exception=True)
        token, _created = Token.objects.get_or_create(user=given.validated_data["player"])
        return Response({"token": token.key})


class Games(List):
    """The games that can be played here, with their options."""

    serializer_class = serializers.GameInfoSerializer

    def get_queryset(self) -> tuple[engine.GameInfo, ...]:
        return engine.games()


class Game(APIView):
    """A game that can be played here, with its options."""

    @extend_schema(responses=serializers.GameInfoSerializer)
    def get(self, request: Request, game_id: str) -> Response:
        infos = {info.id: info for info in engine.games()}
        if game_id not in infos:
            raise NotFound(f"There is no game “{game_id}”; the games are {', '.join(infos)}.")
        found = serializers.GameInfoSerializer(infos[game_id], context={"request": request})
        return Response(found.data)


class Limits(APIView):
    """What a bot may use in one game, and what it may import."""

    @extend_schema(responses=serializers.LimitsSerializer)
    def get(self, _request: Request) -> Response:
        found = {
            "limits": limit_facts.rows(settings.LIMITS),
            "packages": [
                {"name": name, "version": version} for name, version in packages.versions().items()
            ],
        }
        return Response(serializers.LimitsSerializer(found).data)


class Variants(List):
    """Games with their options, as far as they have been played or have a leaderboard."""

    serializer_class = serializers.VariantSerializer
    filters = filters.VariantFilters

    def get_queryset(self) -> QuerySet:
        return matches.visible_variants(self.request.user).order_by("game_id", "pk")


class Leaderboards(List):
    """The variants that have a leaderboard."""

    queryset = leaderboards.counted().order_by("game_id", "pk")
    serializer_class = serializers.LeaderboardSerializer
    filters = filters.LeaderboardFilters


class Leaderboard(generics.RetrieveAPIView):
    """A leaderboard."""

    queryset = leaderboards.counted()
    serializer_class = serializers.LeaderboardSerializer

    def get_object(self) -> Variant:
        return find(self.get_queryset(), "leaderboard", slug=self.kwargs["slug"])


class Ratings(List):
    """The bots of a leaderboard by the fit, best first, then those that it does not know yet."""

    serializer_class = serializers.RatingSerializer
    filters = filters.RatingFilters

    def get_queryset(self) -> list[leaderboards.LeaderboardLine]:
        variant = find(leaderboards.leaderboards(), "leaderboard", slug=self.kwargs["slug"])
        return leaderboards.lines(variant)


class History(List):
    """How a version's rating on a leaderboard came about, entry by entry."""

    serializer_class = serializers.LedgerEntrySerializer
    filters = filters.HistoryFilters

    def get_queryset(self) -> QuerySet:
        keys = self.kwargs
        variant = find(leaderboards.leaderboards(), "leaderboard", slug=keys["slug"])
        rated = leaderboards.rated(variant).filter(version__bot__slug=keys["bot"])
        rating = find(rated, f"rated version of “{keys['bot']}”", version__number=keys["number"])
        return leaderboards.ledger(variant, rating.version)


class Players(List):
    """The people with an account, by name."""

    queryset = players.listed()
    serializer_class = serializers.PlayerSerializer


class Player(generics.RetrieveAPIView):
    """A person with an account."""

    queryset = players.listed()
    serializer_class = serializers.PlayerSerializer

    def get_object(self) -> Any:
        return find(self.get_queryset(), "player", username=self.kwargs["username"])


class Bots(Writing, List):
    """The bots, by name."""

    queryset = bots.listed().order_by("name")
    serializer_class = serializers.BotSerializer
    filters = filters.BotFilters
    throttle_scope = "bots"

    @extend_schema(
        request=inputs.NewBotSerializer,
        responses={201: serializers.BotSerializer, 400: INVALID},
    )
    def post(self, request: Request) -> Response:
        """Create a bot. It plays as soon as a version of it has been uploaded and accepted."""
        given = inputs.NewBotSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        bot = uploads.create_bot(owner=request.user, now=timezone.now(), **given.validated_data)
        data = self.get_serializer(bot).data
        return Response(data, status.HTTP_201_CREATED, headers={"Location": data["url"]})


class BotDetail(generics.RetrieveAPIView):
    """A bot."""

    queryset = bots.listed()
    serializer_class = serializers.BotSerializer

    def get_object(self) -> Bot:
        return find(self.get_queryset(), "bot", slug=self.kwargs["slug"])


class Versions(Writing, List):
    """The versions of a bot, the newest first."""

    serializer_class = serializers.VersionSerializer
    filters = filters.VersionFilters
    parser_classes = [MultiPartParser, Json]
    throttle_scope = "uploads"

    def get_queryset(self) -> QuerySet:
        return bots.versions(self._bot())

    @extend_schema(
        request=inputs.UploadSerializer,
        responses={
            200: OpenApiResponse(serializers.VersionSerializer, "This code is a version already."),
            201: OpenApiResponse(serializers.VersionSerializer, "A new version, to be checked."),
            400: INVALID,
            403: NOT_YOURS,
            413: TOO_LARGE,
        },
    )
    def post(self, request: Request, **_keys: str) -> Response:
        """Upload a version. Ask for its address until its status is accepted or refused."""
        bot = self._bot()
        given = inputs.UploadSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        version, new = _upload(
            bot, request, given.received, held_back=given.validated_data["held_back"]
        )
        data = self.get_serializer(version).data
        created = status.HTTP_201_CREATED if new else status.HTTP_200_OK
        return Response(data, created, headers={"Location": data["url"]})

    def _bot(self) -> Bot:
        return find(bots.listed(), "bot", slug=self.kwargs["slug"])


def _upload(bot: Bot, request: Request, code: inputs.Code, *, held_back: bool) -> tuple[Any, bool]:
    try:
        return uploads.upload(
            bot=bot,
            player=request.user,
            filename=code.filename,
            data=code.data,
            now=timezone.now(),
            held_back=held_back,
        )
    except Invalid as error:
        # The service knows one way to bring an archive; the answer names the field that was used.
        if error.field == "archive":
            error.field = code.field
        raise


def find_version(slug: str, number: int) -> Any:
    """A version of a bot. Raises NotFound."""
    bot = find(bots.listed(), "bot", slug=slug)
    return find(bots.versions(bot), f"version of {bot}", number=number)


class VersionDetail(generics.RetrieveAPIView):
    """A version of a bot."""

    serializer_class = serializers.VersionSerializer

    def get_object(self) -> Any:
        return find_version(**self.kwargs)


def find_tournament(request: Request, slug: str) -> Tournament:
    """A tournament that the asker may see. Raises NotFound."""
    rows = lists.visible_to(request.user).select_related("variant", "organiser")
    return find(rows, "tournament", slug=slug)


class Tournaments(List):
    """The tournaments, the latest first."""

    serializer_class = TournamentSerializer
    filters = filters.TournamentFilters

    def get_queryset(self) -> QuerySet:
        rows = lists.listed(self.request.user).prefetch_related("co_organisers")
        return rows.order_by("-starts_at", "-pk")


class TournamentDetail(generics.RetrieveAPIView):
    """A tournament."""

    serializer_class = TournamentSerializer

    def get_object(self) -> Tournament:
        return find(lists.listed(self.request.user), "tournament", slug=self.kwargs["slug"])


class TournamentMatches(List):
    """The matches of a tournament in the order of its rounds."""

    serializer_class = serializers.MatchSerializer
    filters = filters.RoundFilters

    def get_queryset(self) -> QuerySet:
        tournament = find_tournament(self.request, self.kwargs["slug"])
        return matches.of_tournament(tournament)


class Matches(List):
    """Matches, the newest first: those of tournaments, and the checks of your own uploads."""

    serializer_class = serializers.MatchSerializer
    filters = filters.MatchFilters

    def get_queryset(self) -> QuerySet:
        return matches.newest_first(self.request.user)


class MatchDetail(generics.RetrieveAPIView):
    """A match with its games, and what it waits for."""

    serializer_class = serializers.MatchDetailSerializer

    def get_object(self) -> Match:
        return find(matches.newest_first(self.request.user), "match", pk=self.kwargs["pk"])


class MatchGames(List):
    """The games of a match with their records."""

    serializer_class = serializers.GameWithRecordSerializer

    def get_queryset(self) -> QuerySet:
        match = find(matches.visible_to(self.request.user), "match", pk=self.kwargs["pk"])
        return matches.games_of(match)


class MatchGame(generics.RetrieveAPIView):
    """A game of a match with its record."""

    serializer_class = serializers.GameWithRecordSerializer

    def get_object(self) -> Any:
        match = find(matches.visible_to(self.request.user), "match", pk=self.kwargs["pk"])
        return find(matches.games_of(match), f"game of {match}", number=self.kwargs["number"])
