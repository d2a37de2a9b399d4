"""The API of matches and their games."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Address, ManySerializer, PrivateSerializer, VersionNameSerializer
from tournaments.api.filters import MatchFilters, RoundFilters
from tournaments.api.lookups import find, find_tournament
from tournaments.api.pagination import ByPairings, NewestMatches
from tournaments.api.resources import Resource
from tournaments.api.schema import INVALID, ProblemSerializer, step
from tournaments.api.strict import StrictSerializer, Text
from tournaments.models import Game, GameAnalysis, Match, ReplacedSeed, Scope, Seat, load_records
from tournaments.queries.games import analyses, matches
from tournaments.queries.playing import queue, verification
from tournaments.queries.playing.verification import MatchFinding
from tournaments.services.people import interventions

NOT_STAFF = OpenApiResponse(ProblemSerializer, "Only staff may.")


class FaultSerializer(serializers.Serializer[dict[str, Any]]):
    """The fault of a bot; `detail` is for its owner and staff, else null.

    `summary` is the sentence with this `code` and `params`, or what the bot's own side says of
    it; `code` is then empty.
    """

    kind = serializers.CharField()
    ply = serializers.IntegerField(allow_null=True, help_text="events of the record before it")
    summary = serializers.CharField()
    code = serializers.CharField()
    params = serializers.DictField()
    detail = serializers.CharField(allow_null=True)


class SeatSerializer(PrivateSerializer[Seat]):
    """A version at a seat: its rank (1 is best), its returns, its luck in returns, its fault."""

    version = VersionNameSerializer()
    fault = serializers.SerializerMethodField()

    class Meta:
        model = Seat
        fields = ["number", "version", "rank", "returns", "luck", "fault"]

    @extend_schema_field(FaultSerializer(allow_null=True))
    def get_fault(self, seat: Seat) -> dict[str, Any] | None:
        fault: dict[str, Any] | None = seat.fault
        if fault is None or self.may_read(seat.version):
            return fault
        return fault | {"detail": None}


class SeatWithLogSerializer(SeatSerializer):
    """A seat with the output of its bot; `log` is for its owner and staff, else null."""

    log = serializers.SerializerMethodField()

    class Meta(SeatSerializer.Meta):
        fields = [*SeatSerializer.Meta.fields, "log"]

    def get_log(self, seat: Seat) -> str | None:
        return seat.log if self.may_read(seat.version) else None


class LogSerializer(ManySerializer[Seat]):
    """A seat of one of your bots: what it printed there, and its fault with the traceback."""

    game = serializers.IntegerField(source="game.number", help_text="the number of the game")
    seat = serializers.IntegerField(source="number")
    version = VersionNameSerializer()
    fault = FaultSerializer(allow_null=True)
    log = serializers.CharField(help_text="empty when it is kept no more")

    class Meta:
        model = Seat
        fields = ["game", "seat", "version", "fault", "log"]


class GameSerializer(ManySerializer[Game]):
    """A game of a match, without its record."""

    url = Address("match-game", pk="match_id", number="number")
    variant = serializers.CharField(source="variant.key")
    seats = SeatSerializer(many=True)

    class Meta:
        model = Game
        fields = [
            "url", "number", "variant", "reason", "plies", "ended_at", "voided_at", "void_reason",
            "unrated_reason", "seats",
        ]  # fmt: skip


class GameWithRecordSerializer(GameSerializer):
    """A game with its record, which holds the dice seed once the match is over."""

    match = serializers.IntegerField(source="match_id")
    seats = SeatWithLogSerializer(many=True)
    record = serializers.SerializerMethodField()

    class Meta(GameSerializer.Meta):
        fields = [*GameSerializer.Meta.fields, "match", "record"]

    def get_record(self, game: Game) -> dict[str, Any] | None:
        return matches.public_record(game)


class ReasonSerializer(StrictSerializer):
    """The reason, which everybody can read."""

    reason = Text(max_length=500)


class ReplacedSeedSerializer(serializers.ModelSerializer[ReplacedSeed]):
    """A dice seed that a match had before it was queued again."""

    commitment = serializers.CharField(help_text="SHA-256 of the seed, in hexadecimal")
    seed = serializers.CharField(
        source="revealed_seed", allow_null=True, help_text="null until the match is over"
    )
    why = serializers.CharField(source="get_why_display")

    class Meta:
        model = ReplacedSeed
        fields = ["number", "commitment", "seed", "replaced_at", "why"]


class MatchSerializer(ManySerializer[Match]):
    """A block of games, one for each order of seats, each with dice of its own.

    `tournament` is null for the check of an upload.
    """

    url = Address("match", pk="pk")
    id = serializers.IntegerField()
    tournament = serializers.CharField(
        source="tournament.slug", allow_null=True, help_text="its slug"
    )
    round = serializers.IntegerField(source="pairing.round.number", allow_null=True)
    pairing = serializers.IntegerField(source="pairing.number", allow_null=True)
    checks = VersionNameSerializer(allow_null=True)
    void_reason = serializers.CharField(help_text="why it is void; else empty")
    void_code = serializers.CharField(source="void_reason.code", help_text="for scripts")
    host = serializers.CharField(
        source="host.alias", allow_null=True, help_text="of its last attempt"
    )
    commitment = serializers.CharField(help_text="SHA-256 of the latest dice seed, in hexadecimal")
    seed = serializers.CharField(
        source="revealed_seed", allow_null=True, help_text="the dice seed; null until it is over"
    )
    replaced_seeds = ReplacedSeedSerializer(
        many=True, help_text="the earlier seeds of a match that was queued again"
    )
    opening = serializers.ListField(child=serializers.CharField(), help_text="in notation")
    games = GameSerializer(many=True)

    class Meta:
        model = Match
        fields = [
            "url", "id", "tournament", "round", "pairing", "checks", "number", "time_control",
            "status", "queued_at", "started_at", "ended_at", "attempt", "failures",
            "void_reason", "void_code", "isolation", "host", "speed_index", "commitment", "seed",
            "replaced_seeds", "opening", "value_function", "value_sha256", "games",
        ]  # fmt: skip


class MatchDetailSerializer(MatchSerializer):
    """A match; `waits_for` is a sentence while it is queued, else empty."""

    waits_for = serializers.SerializerMethodField()

    class Meta(MatchSerializer.Meta):
        fields = [*MatchSerializer.Meta.fields, "waits_for"]

    def get_waits_for(self, match: Match) -> str:
        return str(queue.why_waiting(match, now=timezone.now())) if match.is_queued else ""


class AnalysisSerializer(serializers.ModelSerializer[GameAnalysis]):
    """What the judge thinks of a game; `found` is null until it is done."""

    reason = serializers.CharField(help_text="why it failed; else empty")
    found = serializers.JSONField(allow_null=True, help_text="see docs/27-analysis.md")

    class Meta:
        model = GameAnalysis
        fields = ["version", "status", "asked_at", "ended_at", "reason", "found"]


class FindingSerializer(serializers.Serializer[MatchFinding]):
    """One check and its result; `holds` is null if the data for it are gone."""

    what = serializers.CharField()
    holds = serializers.BooleanField(allow_null=True)
    detail = serializers.CharField()


class NotedSerializer(StrictSerializer):
    """The commitment that somebody noted before the match."""

    also_known = ("format",)
    commitment = serializers.RegexField(
        "^[0-9a-fA-F]{64}$", required=False, default="", help_text="the commitment that you noted"
    )


class MatchViewSet(Resource):
    """Matches, and whether each was played by its rules."""

    serializer_class = MatchSerializer
    pagination_class = NewestMatches
    filters = MatchFilters
    rates = {"verify": "verifications"}
    plural = "matches"
    lookup_value_converter = "int"

    def get_serializer_class(self) -> type[serializers.BaseSerializer[Any]]:
        return (
            MatchDetailSerializer if self.action == "retrieve" else super().get_serializer_class()
        )

    def list(self, request: Request) -> Response:
        """The matches of tournaments and the checks of your uploads, the newest first."""
        return self.page(matches.newest_first(request.user))

    def retrieve(self, request: Request, pk: int) -> Response:
        """A match with its games, and the reason why it waits."""
        match = find(matches.newest_first(request.user), "match", pk=pk)
        return self.one(match, ended_at=match.ended_at if match.is_over else None)

    @extend_schema(
        parameters=[NotedSerializer],
        responses={
            200: FindingSerializer(many=True),
            400: OpenApiResponse(description="The match is not over, so its seed is secret."),
        },
    )
    @action(
        detail=True,
        url_name="match-verify",
        serializer_class=FindingSerializer,
        pagination_class=None,
    )
    def verify(self, request: Request, pk: int) -> Response:
        """Check the rules, the dice and the results of a match that is over."""
        noted = NotedSerializer.asked(request).validated_data["commitment"].lower()
        match = find(matches.shown(request.user), "match", pk=pk)
        if not match.is_over:
            text = f"{match} is not over yet, so the seed of its dice is secret."
            raise serializers.ValidationError({"detail": [text]}, "not_over")
        return self.all(verification.findings(match, noted=noted))

    @extend_schema(responses={200: LogSerializer(many=True)})
    @action(
        detail=True,
        url_name="match-logs",
        serializer_class=LogSerializer,
        pagination_class=None,
        permission_classes=[IsAuthenticated],
    )
    def logs(self, request: Request, pk: int) -> Response:
        """What your bots printed, game by game, and their faults; staff read those of all."""
        match = find(matches.visible_to(request.user), "match", pk=pk)
        return self.all(list(matches.own_seats(match, self.player)))


class TournamentMatchViewSet(Resource):
    """The matches of a tournament."""

    serializer_class = MatchSerializer
    pagination_class = ByPairings
    filters = RoundFilters
    plural = "tournament-matches"

    def list(self, request: Request, slug: str) -> Response:
        """The matches of a tournament in the order of its rounds."""
        return self.page(matches.of_tournament(find_tournament(request.user, slug)))


class MatchGameViewSet(Resource):
    """The games of a match with their records."""

    scopes = (Scope.ORGANISE,)
    serializer_class = GameWithRecordSerializer
    lookup_field = "number"
    lookup_value_converter = "int"

    def list(self, _request: Request, pk: int) -> Response:
        """The games of a match with their records."""
        return self.page(matches.games_of(self._match(pk)), made=load_records)

    def retrieve(self, _request: Request, pk: int, number: int) -> Response:
        """A game of a match with its record."""
        game = self._game(pk, number)
        return self.one(game, ended_at=game.match.ended_at if game.match.is_over else None)

    @action(
        detail=True,
        url_path="analysis",
        url_name="game-analysis",
        serializer_class=AnalysisSerializer,
        pagination_class=None,
    )
    def analysis(self, _request: Request, pk: int, number: int) -> Response:
        """The judge's view of a finished game, if somebody has asked for it on its page."""
        analysis = analyses.of(self._game(pk, number))
        if analysis is None:
            raise NotFound(f"Nobody has asked for an analysis of game {number} of match {pk}.")
        return self.one(analysis)

    @step(
        {200: GameWithRecordSerializer, 400: INVALID, 403: NOT_STAFF},
        ReasonSerializer,
        url_name="game-void",
    )
    def void(self, request: Request, pk: int, number: int) -> Response:
        """Void a finished game, on leaderboards and in standings; staff may."""
        game = self._game(pk, number)
        reason = ReasonSerializer.sent(request).validated_data["reason"]
        interventions.void_game(game, player=self.player, reason=reason, now=timezone.now())
        return self.one(self._game(pk, number))

    def _match(self, pk: int) -> Match:
        return find(matches.visible_to(self.request.user), "match", pk=pk)

    def _game(self, pk: int, number: int) -> Game:
        match = self._match(pk)
        return find(matches.games_of(match), f"game of {match}", number=number)
