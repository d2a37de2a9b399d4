"""What a tournament has come to, in the API: standings, crosstable, and results as files."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from tournaments.api.serializers import VersionNameSerializer
from tournaments.api.views import find_tournament
from tournaments.models import Tournament
from tournaments.queries.tournaments import exports, lists, overview, standings
from tournaments.queries.tournaments.concessions import concessions


class ProgressSerializer(serializers.Serializer):
    """Games by what has become of them; void games are not played again."""

    games = serializers.IntegerField()
    finished = serializers.IntegerField()
    playing = serializers.IntegerField()
    void = serializers.IntegerField()
    percent = serializers.IntegerField()


class ScoreSerializer(serializers.Serializer):
    """Points out of games."""

    points = serializers.FloatField()
    games = serializers.IntegerField()


class CellSerializer(serializers.Serializer):
    """A field of the crosstable; `score` is null where an entrant would meet itself."""

    score = ScoreSerializer(allow_null=True)


class StandingSerializer(serializers.Serializer):
    """A line of the standings; `against` is its line of the crosstable, in the same order."""

    place = serializers.IntegerField(source="row.place")
    version = VersionNameSerializer(source="row.entrant.version")
    withdrawal = serializers.CharField(source="row.entrant.withdrawal", help_text="why it left")
    withdrawal_code = serializers.CharField(source="row.entrant.withdrawal.code")
    points = serializers.FloatField(source="row.points")
    played = serializers.IntegerField(source="row.played")
    wins = serializers.IntegerField(source="row.wins")
    draws = serializers.IntegerField(source="row.draws")
    losses = serializers.IntegerField(source="row.losses")
    performance = serializers.FloatField(help_text="Elo; 0 without games")
    tie_breaks = serializers.ListField(
        source="values",
        child=serializers.FloatField(),
        help_text="in the order of `tie_breaks` of the table",
    )
    progress = serializers.ListField(
        child=serializers.FloatField(), help_text="points after each round that has begun"
    )
    against = CellSerializer(source="cells", many=True)


class TieBreakSerializer(serializers.Serializer):
    """What orders those who are equal in points."""

    code = serializers.CharField(help_text="of the FIDE Handbook, C.07")
    name = serializers.CharField()
    summary = serializers.CharField()


class ConcessionSerializer(serializers.Serializer):
    """A pairing of a Swiss round that its rules forbid, made since they left no other."""

    round = serializers.IntegerField()
    text = serializers.CharField()


class TableSerializer(serializers.Serializer):
    """A tournament as it stands."""

    status = serializers.ChoiceField(Tournament.Status.choices)
    progress = ProgressSerializer()
    by_way = serializers.BooleanField(
        help_text="places come by the way through it, not by points and tie-breaks"
    )
    tie_breaks = TieBreakSerializer(many=True, help_text="in the order in which they decide")
    standings = StandingSerializer(many=True)
    concessions = ConcessionSerializer(
        many=True, help_text="repeated meetings and second byes of a Swiss tournament"
    )
    files = serializers.DictField(
        child=serializers.URLField(), help_text="the results as files, by their kind"
    )


class Standings(APIView):
    """Progress, standings with tie-breaks, and crosstable of a tournament, best first."""

    @extend_schema(responses=TableSerializer)
    def get(self, request: Request, slug: str) -> Response:
        tournament = find_tournament(request, slug)
        if tournament.is_ladder:
            raise NotFound("A ladder has no table of points: its standings are the leaderboard.")
        known = overview.overview(tournament)
        files = {
            one.kind: reverse("api:tournament-file", args=[slug, one.kind], request=request)
            for one in exports.available(tournament)
        }
        table = {
            "status": tournament.status,
            "progress": lists.progress(tournament),
            "by_way": known.by_way,
            "tie_breaks": standings.tie_breaks(tournament),
            "standings": known.lines,
            "concessions": concessions(known.known),
            "files": files,
        }
        return Response(TableSerializer(table, context={"request": request}).data)


class TournamentFile(APIView):
    """The results of a tournament as a file: csv, json, pgn or trf, as far as its format has it."""

    # Reading, but all games are gone through for it.
    throttle_classes = [*APIView.throttle_classes, ScopedRateThrottle]
    throttle_scope = "exports"

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str, kind: str) -> HttpResponse:
        tournament = find_tournament(request, slug)
        found = {one.kind: one for one in exports.available(tournament)}
        if kind not in found:
            there = ", ".join(found) or "none at all"
            raise NotFound(f"There is no {kind} file of “{slug}”; there is {there}.")
        url = request.build_absolute_uri(tournament.get_absolute_url())
        return HttpResponse(
            found[kind].text(tournament, url),
            content_type=f"{found[kind].content_type}; charset=utf-8",
        )
