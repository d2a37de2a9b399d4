"""The standings and the crosstable of a tournament, as the API shows them."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.reverse import reverse

from tournaments.api.fields import VersionNameSerializer
from tournaments.mathematics import score_table, tiebreaks
from tournaments.models import Tournament
from tournaments.queries.tournaments import exports, lists, overview, standings
from tournaments.queries.tournaments.concessions import Concession, concessions


class ProgressSerializer(serializers.Serializer[lists.Progress]):
    """The games by their state; void games are not played again."""

    games = serializers.IntegerField()
    finished = serializers.IntegerField()
    playing = serializers.IntegerField()
    void = serializers.IntegerField()
    percent = serializers.IntegerField()


class ScoreSerializer(serializers.Serializer[score_table.Score]):
    """Points out of games."""

    points = serializers.FloatField()
    games = serializers.IntegerField()


class CellSerializer(serializers.Serializer[standings.Cell]):
    """A field of the crosstable; `score` is null on the diagonal."""

    score = ScoreSerializer(allow_null=True)


class StandingSerializer(serializers.Serializer[standings.StandingsLine]):
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


class TieBreakSerializer(serializers.Serializer[tiebreaks.TieBreak]):
    """A rule that orders entrants with equal points."""

    code = serializers.CharField(help_text="of the FIDE Handbook, C.07")
    name = serializers.CharField()
    summary = serializers.CharField()


class ConcessionSerializer(serializers.Serializer[Concession]):
    """A forbidden pairing of a Swiss round, where the rules allowed no other."""

    round = serializers.IntegerField()
    text = serializers.CharField()


class TableSerializer(serializers.Serializer[dict[str, Any]]):
    """A tournament as it stands."""

    status = serializers.ChoiceField(Tournament.Status.choices)
    progress = ProgressSerializer()
    by_way = serializers.BooleanField(
        help_text="the rounds that entrants reach decide the places, not their points"
    )
    tie_breaks = TieBreakSerializer(many=True, help_text="in the order in which they decide")
    standings = StandingSerializer(many=True)
    concessions = ConcessionSerializer(
        many=True, help_text="repeated meetings and second byes of a Swiss tournament"
    )
    files = serializers.DictField(
        child=serializers.URLField(), help_text="the results as files, by their kind"
    )


def table(tournament: Tournament, request: Request) -> dict[str, Any]:
    """A tournament as it stands, as a TableSerializer shows it."""
    known = overview.overview(tournament)
    return {
        "status": tournament.status,
        "progress": lists.progress(tournament),
        "by_way": known.by_way,
        "tie_breaks": standings.tie_breaks(tournament),
        "standings": known.lines,
        "concessions": concessions(known.known),
        "files": {
            one.kind: reverse(
                "api:tournament-file", args=[tournament.slug, one.kind], request=request
            )
            for one in exports.available(tournament)
        },
    }
