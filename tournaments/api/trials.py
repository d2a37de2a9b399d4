"""The API of trials, for those who started them and staff."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from agents.terms.clock import PRESETS
from tournaments.api.fields import Address, VersionNameSerializer
from tournaments.api.filters import CursorFilters
from tournaments.api.head_to_head import ComparisonSerializer, PlaySerializer
from tournaments.api.lookups import find
from tournaments.api.pagination import NewestFirst
from tournaments.api.resources import Resource
from tournaments.api.schema import INVALID, NOT_YOURS, step
from tournaments.api.strict import Named, OneOf, StrictSerializer, YesOrNo
from tournaments.mathematics.statistics.power import Chances
from tournaments.models import Scope, Trial
from tournaments.queries.bots.trials import TrialOutlook, outlook, sequential, shown, visible_to
from tournaments.queries.ratings.leaderboards import hosted
from tournaments.services.bots import trials


class TrialSerializer(serializers.ModelSerializer[Trial]):
    """A trial: its terms, and the log-likelihood ratio after each pair between its bounds."""

    url = Address("trial", pk="pk")
    id = serializers.IntegerField()
    challenger = VersionNameSerializer()
    incumbent = VersionNameSerializer()
    variant = serializers.CharField(source="tournament.variant.key")
    time_control = serializers.CharField(source="tournament.time_control")
    ratios = serializers.ListField(child=serializers.FloatField())

    class Meta:
        model = Trial
        fields = [
            "url", "id", "challenger", "incumbent", "variant", "time_control", "elo0", "elo1",
            "alpha", "beta", "most_pairs", "replaces", "status", "ratios", "created_at", "ended_at",
        ]  # fmt: skip


class ChancesSerializer(serializers.Serializer[Chances]):
    """The chances of a trial if the new version is `elo` points stronger."""

    elo = serializers.FloatField()
    better = serializers.FloatField(help_text="probability of this verdict within its pairs")
    not_better = serializers.FloatField()
    undecided = serializers.FloatField()
    enough = serializers.IntegerField(help_text="pairs for a verdict with a probability of 0.9")


class OutlookSerializer(serializers.Serializer[TrialOutlook]):
    """The chances of a trial at none, half and all of the difference that it looks for."""

    pairs = serializers.IntegerField(help_text="at most")
    enough = serializers.IntegerField(
        help_text="pairs for a verdict with a probability of 0.9 in all three cases"
    )
    chances = ChancesSerializer(many=True)


class TrialDetailSerializer(TrialSerializer):
    """A trial with its pairs by outcome (0, 0.5, 1, 1.5 and 2 points) and the score.

    `by_play` is the score without luck, by which the test decides; it is null without dice.
    `outlook` has its chances before the first pair.
    """

    lower = serializers.SerializerMethodField()
    upper = serializers.SerializerMethodField()
    outcomes = serializers.SerializerMethodField()
    comparison = serializers.SerializerMethodField()
    by_play = serializers.SerializerMethodField()
    outlook = serializers.SerializerMethodField()

    class Meta(TrialSerializer.Meta):
        fields = [
            *TrialSerializer.Meta.fields, "lower", "upper", "outcomes", "comparison", "by_play",
            "outlook",
        ]  # fmt: skip

    def get_lower(self, trial: Trial) -> float:
        return sequential(trial).lower

    def get_upper(self, trial: Trial) -> float:
        return sequential(trial).upper

    @extend_schema_field({"type": "array", "items": {"type": "integer"}})
    def get_outcomes(self, trial: Trial) -> list[int]:
        outcomes: list[int] = shown(trial)["outcomes"]
        return outcomes

    @extend_schema_field(ComparisonSerializer(allow_null=True))
    def get_comparison(self, trial: Trial) -> dict[str, Any] | None:
        comparison = shown(trial)["comparison"]
        return None if comparison is None else ComparisonSerializer(comparison).data

    @extend_schema_field(PlaySerializer(allow_null=True))
    def get_by_play(self, trial: Trial) -> dict[str, Any] | None:
        score = shown(trial)["by_play"]
        return None if score is None else PlaySerializer(score).data

    @extend_schema_field(OutlookSerializer)
    def get_outlook(self, trial: Trial) -> dict[str, Any]:
        chances = outlook(sequential(trial), pairs=trial.most_pairs)
        return dict(OutlookSerializer(chances).data)


class SizeSerializer(StrictSerializer):
    """The size of a trial."""

    also_known = ("format",)
    elo1 = serializers.FloatField(default=30.0)
    most_pairs = serializers.IntegerField(default=400)


class NewTrialSerializer(SizeSerializer):
    """A trial against another version of yours; `bot` is the same bot unless given."""

    bot = serializers.SlugField(required=False)
    number = serializers.IntegerField(min_value=1)
    variant = Named(
        "leaderboard",
        "slug",
        hosted(),
        help_text="its slug",
    )
    time_control = OneOf(PRESETS, default="bullet")
    replaces = YesOrNo(default=False)


class TrialViewSet(Resource):
    """Your trials."""

    scopes = (Scope.UPLOAD,)
    permission_classes = [IsAuthenticated]
    serializer_class = TrialDetailSerializer
    pagination_class = NewestFirst
    filters = CursorFilters
    lookup_value_converter = "int"

    def get_serializer_class(self) -> type[TrialSerializer]:
        return TrialSerializer if self.action == "list" else TrialDetailSerializer

    def list(self, _request: Request) -> Response:
        """Your trials, the newest first."""
        return self.page(visible_to(self.player))

    def retrieve(self, _request: Request, pk: int) -> Response:
        """A trial."""
        return self.one(find(visible_to(self.player), "trial", pk=pk))

    @extend_schema(parameters=[SizeSerializer], responses={200: OutlookSerializer, 400: INVALID})
    @action(detail=False, url_name="trial-outlook", permission_classes=[AllowAny])
    def outlook(self, request: Request) -> Response:
        """The chances that a trial of this size ends with a verdict; it starts none."""
        asked = SizeSerializer.asked(request).validated_data
        return Response(OutlookSerializer(trials.outlook(**asked)).data)

    @step({200: TrialDetailSerializer, 403: NOT_YOURS}, url_name="trial-stop")
    def stop(self, _request: Request, pk: int) -> Response:
        """End a trial without a verdict; the games that were not played are void."""
        trial = find(visible_to(self.player), "trial", pk=pk)
        trials.stop(trial, player=self.player, now=timezone.now())
        trial.refresh_from_db()
        return self.one(trial)
