"""The API of trials: for who started them, and staff."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import generics, serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.clock import PRESETS
from tournaments.api.fields import Address
from tournaments.api.serializers import VersionNameSerializer
from tournaments.api.strict import Named, OneOf, StrictSerializer, YesOrNo
from tournaments.api.views import INVALID, NOT_YOURS, List, Writing, find, find_version
from tournaments.models import Trial, Variant
from tournaments.queries import trials as queries
from tournaments.services import trials as services


class ComparisonSerializer(serializers.Serializer):
    """The score so far. An interval without end is null at that end."""

    games = serializers.IntegerField()
    points = serializers.FloatField()
    elo = serializers.FloatField(help_text="how much stronger the first one is")
    low = serializers.SerializerMethodField()
    high = serializers.SerializerMethodField()
    superiority = serializers.FloatField(help_text="probability that the first one is stronger")

    def get_low(self, comparison: Any) -> float | None:
        return _finite(comparison.low)

    def get_high(self, comparison: Any) -> float | None:
        return _finite(comparison.high)


def _finite(value: float) -> float | None:
    return value if abs(value) != float("inf") else None


class TrialSerializer(serializers.ModelSerializer):
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


class ChancesSerializer(serializers.Serializer):
    """What a trial comes to when the new version is `elo` points stronger."""

    elo = serializers.FloatField()
    better = serializers.FloatField(help_text="probability of this verdict within its pairs")
    not_better = serializers.FloatField()
    undecided = serializers.FloatField()
    enough = serializers.IntegerField(help_text="pairs for a verdict with a probability of 0.9")


class OutlookSerializer(serializers.Serializer):
    """What a trial would come to, at no, half and the whole of the difference looked for."""

    pairs = serializers.IntegerField(help_text="at most")
    enough = serializers.IntegerField(
        help_text="pairs for a verdict with a probability of 0.9, whichever of the three is true"
    )
    chances = ChancesSerializer(many=True)


class TrialDetailSerializer(TrialSerializer):
    """A trial with its pairs by outcome (0, 0.5, 1, 1.5 and 2 points) and the score.

    `outlook` is what it was expected to come to before its first pair.
    """

    lower = serializers.SerializerMethodField()
    upper = serializers.SerializerMethodField()
    outcomes = serializers.SerializerMethodField()
    comparison = serializers.SerializerMethodField()
    outlook = serializers.SerializerMethodField()

    class Meta(TrialSerializer.Meta):
        fields = [
            *TrialSerializer.Meta.fields, "lower", "upper", "outcomes", "comparison", "outlook",
        ]  # fmt: skip

    def get_lower(self, trial: Trial) -> float:
        return queries.test_of(trial).lower

    def get_upper(self, trial: Trial) -> float:
        return queries.test_of(trial).upper

    @extend_schema_field({"type": "array", "items": {"type": "integer"}})
    def get_outcomes(self, trial: Trial) -> list[int]:
        return queries.shown(trial).outcomes

    @extend_schema_field(ComparisonSerializer(allow_null=True))
    def get_comparison(self, trial: Trial) -> dict[str, Any] | None:
        comparison = queries.shown(trial).comparison
        return None if comparison is None else ComparisonSerializer(comparison).data

    @extend_schema_field(OutlookSerializer)
    def get_outlook(self, trial: Trial) -> dict[str, Any]:
        found = queries.outlook(queries.test_of(trial), pairs=trial.most_pairs)
        return dict(OutlookSerializer(found).data)


class SizeSerializer(StrictSerializer):
    """The size of a trial that is not yet made."""

    also_known = ("format",)
    elo1 = serializers.FloatField(default=30.0)
    most_pairs = serializers.IntegerField(default=400)


class NewTrialSerializer(StrictSerializer):
    """Against which version of yours, by `bot` (left out: the same) and `number`, and in what."""

    bot = serializers.SlugField(required=False)
    number = serializers.IntegerField(min_value=1)
    variant = Named("leaderboard", "slug", Variant.objects.filter(rated=True), help_text="its slug")
    time_control = OneOf(PRESETS, default="bullet")
    elo1 = serializers.FloatField(default=30.0)
    most_pairs = serializers.IntegerField(default=400)
    replaces = YesOrNo(default=False)


class Trials(List):
    """Your trials, the newest first."""

    serializer_class = TrialSerializer
    permission_classes = [IsAuthenticated]

    def get_queryset(self) -> QuerySet:
        return queries.visible_to(self.request.user)


class Outlook(APIView):
    """How likely a trial comes to a verdict."""

    @extend_schema(parameters=[SizeSerializer], responses={200: OutlookSerializer, 400: INVALID})
    def get(self, request: Request) -> Response:
        """What a trial of this size would come to; nothing is made."""
        given = SizeSerializer(data=request.query_params.dict())
        given.is_valid(raise_exception=True)
        return Response(OutlookSerializer(services.outlook(**given.validated_data)).data)


class TrialDetail(generics.RetrieveAPIView):
    """A trial."""

    serializer_class = TrialDetailSerializer
    permission_classes = [IsAuthenticated]

    def get_object(self) -> Trial:
        return find(queries.visible_to(self.request.user), "trial", pk=self.kwargs["pk"])


class Start(Writing):
    """Is a version better?"""

    throttle_scope = "uploads"

    @extend_schema(
        request=NewTrialSerializer,
        responses={
            201: OpenApiResponse(TrialDetailSerializer, "It runs; or ran already."),
            400: INVALID,
            403: NOT_YOURS,
        },
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Start a trial of a version of yours against another one of yours."""
        given = NewTrialSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        chosen = dict(given.validated_data)
        against = find_version(chosen.pop("bot", slug), chosen.pop("number"))
        trial = services.start(
            challenger=find_version(slug, number),
            incumbent=against,
            player=request.user,
            now=timezone.now(),
            wanted=services.TrialConfiguration(**chosen),
        )
        data = TrialDetailSerializer(trial, context={"request": request}).data
        return Response(data, status.HTTP_201_CREATED, headers={"Location": data["url"]})


class Stop(Writing):
    """The end of a trial without a verdict."""

    @extend_schema(request=None, responses={200: TrialDetailSerializer, 403: NOT_YOURS})
    def post(self, request: Request, pk: int) -> Response:
        """Stop a trial; what was not played is void."""
        trial = find(queries.visible_to(request.user), "trial", pk=pk)
        services.stop(trial, player=request.user, now=timezone.now())
        trial.refresh_from_db()
        return Response(TrialDetailSerializer(trial, context={"request": request}).data)
