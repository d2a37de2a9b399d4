"""The API of variants, their leaderboards, and the ratings there."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import Address, VariantSerializer, VersionNameSerializer
from tournaments.api.filters import (
    CursorFilters,
    LeaderboardFilters,
    RatingFilters,
    VariantFilters,
)
from tournaments.api.lookups import find, find_leaderboard, find_played
from tournaments.api.pagination import ByNumbers
from tournaments.api.resources import Resource
from tournaments.api.schema import INVALID
from tournaments.mathematics import elo
from tournaments.models import Fit, FittedPlace, Game, LedgerEntry, Scope, Variant
from tournaments.queries.games import matches
from tournaments.queries.ratings import comparison, leaderboards
from tournaments.queries.ratings.comparison import StrengthDifference
from tournaments.queries.ratings.history import History
from tournaments.queries.ratings.leaderboards import LeaderboardLine, LeaderboardLines
from tournaments.services.ratings import fits


class LeaderboardSerializer(serializers.ModelSerializer[Variant]):
    """A named variant, with the number of versions rated in it, and its ladder if that is on."""

    url = Address("leaderboard", slug="slug")
    ratings = Address("ratings", slug="slug")
    name = serializers.CharField(source="__str__")
    variant = serializers.CharField(source="key", help_text="canonical text")
    game = serializers.SlugField(source="game_id")
    options = serializers.DictField()
    is_open = serializers.BooleanField(
        help_text="remote bots play there: nobody controls the conditions"
    )
    versions = serializers.IntegerField(help_text="rated so far")
    ladder = serializers.SlugField(
        source="ladder_slug", allow_null=True, help_text="slug of its ladder's tournament"
    )

    class Meta:
        model = Variant
        fields = [
            "url", "slug", "name", "variant", "game", "options", "rules_version", "is_open",
            "versions", "ladder", "ratings",
        ]  # fmt: skip


class MeasuredSerializer(serializers.Serializer[FittedPlace]):
    """A strength by the fit over all games, in Elo, with its 95% interval."""

    rating = serializers.FloatField()
    low = serializers.FloatField(help_text="lower end of the interval")
    high = serializers.FloatField()
    best = serializers.IntegerField(
        allow_null=True, help_text="the best place that cannot be excluded; null without a place"
    )
    worst = serializers.IntegerField(allow_null=True)
    missing_games = serializers.IntegerField(help_text="how many more a place takes")
    missing_owners = serializers.IntegerField(
        help_text="how many more owners' bots it has to meet for a place"
    )
    is_apart = serializers.BooleanField(help_text="no chain of games connects it with the first")
    is_anchor = serializers.BooleanField(help_text="its strength is stated and fixes the level")
    move_seconds = serializers.FloatField(
        allow_null=True,
        help_text="on open leaderboards: the median time that an action took in its last 20 games",
    )


class RatingSerializer(serializers.Serializer[LeaderboardLine]):
    """A line of a leaderboard: the newest rated version of a bot, by the fit, with its live Elo."""

    place = serializers.IntegerField(
        allow_null=True,
        help_text="by the lower end of the interval; null while games or owners are missing",
    )
    version = VersionNameSerializer(source="rating.version")
    strength = MeasuredSerializer(allow_null=True)
    elo = serializers.FloatField(source="rating.elo", help_text="live, to a thousandth of a point")
    games = serializers.IntegerField(source="rating.games")
    wins = serializers.IntegerField(source="rating.wins", help_text="alone in first place")
    draws = serializers.IntegerField(source="rating.draws", help_text="a first place shared")
    losses = serializers.IntegerField(source="rating.losses")
    is_provisional = serializers.BooleanField(
        source="rating.is_provisional", help_text="fewer than 20 rated games"
    )
    is_paused = serializers.SerializerMethodField()
    history = Address(
        "history",
        slug="rating.variant.slug",
        bot="rating.version.bot.slug",
        number="rating.version.number",
    )

    def get_is_paused(self, line: LeaderboardLine) -> bool:
        return line.rating.version.paused_at is not None


class GameReferenceSerializer(serializers.ModelSerializer[Game]):
    """A game by its match and its number in it."""

    url = Address("match-game", pk="match_id", number="number")
    match = serializers.IntegerField(source="match_id")

    class Meta:
        model = Game
        fields = ["url", "match", "number"]


class LedgerEntrySerializer(serializers.Serializer[LedgerEntry]):
    """An entry of a rating's ledger: its start, the effect of a game, or a correction of that.

    A correction takes back what a game changed that was voided. A start has no `game`.
    """

    kind = serializers.ChoiceField(choices=["start", "game", "correction"])
    at = serializers.DateTimeField(source="created_at")
    delta = serializers.SerializerMethodField(help_text="Elo")
    elo = serializers.SerializerMethodField(help_text="after this entry")
    game = GameReferenceSerializer(allow_null=True)

    def get_delta(self, entry: LedgerEntry) -> float:
        return entry.delta / elo.MILLI

    def get_elo(self, entry: LedgerEntry) -> float:
        return entry.total / elo.MILLI


class StrengthSerializer(MeasuredSerializer):
    """A line of the fit, best first."""

    version = VersionNameSerializer()
    place = serializers.IntegerField(
        allow_null=True, help_text="by the lower end, among comparable versions"
    )
    rating = serializers.FloatField(
        help_text="Elo; the anchors fix its level, or without any the mean is 1500"
    )
    games = serializers.IntegerField(help_text="identical ones counted once")
    better_than_next = serializers.FloatField(
        allow_null=True, help_text="probability of being stronger than the next line"
    )
    games_to_separate = serializers.IntegerField(
        allow_null=True,
        help_text="further games of both that show at 95% which one is stronger, nine times "
        "in ten; 0 if they show it already",
    )


class SeatScoreSerializer(serializers.Serializer[dict[str, Any]]):
    """The share of the points that a seat wins over whole blocks."""

    seat = serializers.IntegerField()
    games = serializers.IntegerField()
    score = serializers.FloatField(help_text="share of the points")
    error = serializers.FloatField(help_text="half the width of the 95% interval")


class FitSerializer(serializers.ModelSerializer[Fit]):
    """The ratings of a leaderboard from all its games at once, by pages."""

    count = serializers.IntegerField(source="places.count", help_text="lines on all pages")
    strengths = serializers.SerializerMethodField(help_text="a page of them")
    seats = SeatScoreSerializer(many=True)

    class Meta:
        model = Fit
        fields = ["computed_at", "games", "count", "strengths", "seats"]

    @extend_schema_field(StrengthSerializer(many=True))
    def get_strengths(self, fit: Fit) -> list[dict[str, Any]]:
        page = self.context["view"].paginate_queryset(leaderboards.fitted(fit))
        return [StrengthSerializer(row).data for row in leaderboards.strengths(fit, page)]


class ComparedSerializer(serializers.Serializer[StrengthDifference]):
    """The difference in strength of two versions, by all games of the leaderboard."""

    one = VersionNameSerializer()
    other = VersionNameSerializer()
    elo = serializers.FloatField()
    low = serializers.FloatField(help_text="lower end of the 95% interval")
    high = serializers.FloatField()
    superiority = serializers.FloatField(help_text="probability that the first one is stronger")
    games = serializers.ListField(child=serializers.IntegerField(), help_text="of each")


class VariantViewSet(Resource):
    """Games with their options."""

    serializer_class = VariantSerializer
    filters = VariantFilters

    def list(self, request: Request) -> Response:
        """The variants that have a leaderboard, or that somebody has played."""
        return self.page(matches.visible_variants(request.user).order_by("game_id", "pk"))


class LeaderboardViewSet(Resource):
    """The variants that have a leaderboard."""

    scopes = (Scope.READ,)
    serializer_class = LeaderboardSerializer
    filters = LeaderboardFilters
    lookup_field = "slug"
    lookup_value_converter = "slug"

    def list(self, _request: Request) -> Response:
        """The variants that have a leaderboard."""
        return self.page(leaderboards.counted().order_by("game_id", "pk"))

    def retrieve(self, _request: Request, slug: str) -> Response:
        """A leaderboard."""
        return self.one(find(leaderboards.counted(), "leaderboard", slug=slug))

    @extend_schema(responses=FitSerializer)
    @action(detail=True)
    def fit(self, _request: Request, slug: str) -> Response:
        """The newest fit. New games, a nightly task and requests compute one."""
        return self._fit(find_leaderboard(slug))

    @extend_schema(
        request=None,
        responses={200: FitSerializer, 404: OpenApiResponse(description="Nobody has played.")},
    )
    @fit.mapping.post
    def compute(self, _request: Request, slug: str) -> Response:
        """Compute a fit now, unless one was computed within the last minute."""
        variant = find_leaderboard(slug)
        fits.ask(variant, now=timezone.now())
        return self._fit(variant)

    @extend_schema(responses={200: ComparedSerializer, 400: INVALID})
    @action(
        detail=True,
        url_path="fit/<slug:bot>/<int:number>/against/<slug:other>/<int:other_number>",
    )
    def compared(
        self, _request: Request, slug: str, bot: str, number: int, other: str, other_number: int
    ) -> Response:
        """How far apart two versions are, from the joint covariance of the ratings."""
        variant = find_leaderboard(slug)
        sides = {"one": find_played(bot, number), "other": find_played(other, other_number)}
        return Response(ComparedSerializer(comparison.compare(variant, **sides)).data)

    def _fit(self, variant: Variant) -> Response:
        fit = find(Fit.objects, "fit of this leaderboard", variant=variant)
        return Response(FitSerializer(fit, context=self.get_serializer_context()).data)


class RatingViewSet(Resource):
    """The lines of a leaderboard."""

    serializer_class = RatingSerializer
    filters = RatingFilters

    def list(self, _request: Request, slug: str) -> Response:
        """The bots by the fit, best first, and then those without a place in it."""
        return self.page(LeaderboardLines(find_leaderboard(slug)))


class HistoryViewSet(Resource):
    """The ledger of a rating."""

    serializer_class = LedgerEntrySerializer
    filters = CursorFilters
    pagination_class = ByNumbers
    plural = "history"

    def list(self, _request: Request, slug: str, bot: str, number: int) -> Response:
        """The history of a version's rating on a leaderboard, entry by entry."""
        variant = find_leaderboard(slug)
        rated = leaderboards.rated(variant).filter(version__bot__slug=bot)
        rating = find(rated, f"rated version of “{bot}”", version__number=number)
        return self.page(History(variant, rating.version))
