"""The standings and the crosstable of a tournament, as the API shows them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.fields import VersionNameSerializer
from tournaments.api.head_to_head import PlaySerializer
from tournaments.mathematics import tiebreaks
from tournaments.models import Tournament
from tournaments.queries import tournament_lists
from tournaments.queries.tournaments import exports, standings
from tournaments.queries.tournaments.concessions import Concession
from tournaments.queries.tournaments.standings import StandingsLine
from tournaments.queries.tournaments.tables import KeptTable, Met


class ProgressSerializer(serializers.Serializer[tournament_lists.Progress]):
    """The games by their state; void games are not played again."""

    games = serializers.IntegerField()
    finished = serializers.IntegerField()
    playing = serializers.IntegerField()
    void = serializers.IntegerField()
    percent = serializers.IntegerField()


class MetSerializer(serializers.Serializer[Met]):
    """What an entrant made against another one, whose line has this number."""

    number = serializers.IntegerField()
    points = serializers.FloatField()
    games = serializers.IntegerField()


class StandingSerializer(serializers.Serializer[StandingsLine]):
    """A line of the standings; `against` is its line of the crosstable."""

    number = serializers.IntegerField(help_text="of the line, from 1")
    place = serializers.IntegerField(source="row.place")
    version = VersionNameSerializer(source="row.entrant.version")
    withdrawal = serializers.CharField(source="row.entrant.withdrawal", help_text="why it left")
    withdrawal_code = serializers.CharField(source="row.entrant.withdrawal.code")
    points = serializers.FloatField(source="row.points")
    played = serializers.IntegerField(source="row.played")
    wins = serializers.IntegerField(source="row.wins")
    draws = serializers.IntegerField(source="row.draws")
    losses = serializers.IntegerField(source="row.losses")
    by_play = PlaySerializer(allow_null=True, help_text="null where nothing was judged")
    performance = serializers.FloatField(help_text="Elo; 0 without games")
    tie_breaks = serializers.ListField(
        source="values",
        child=serializers.FloatField(),
        help_text="in the order of `tie_breaks` of the table",
    )
    progress = serializers.ListField(
        child=serializers.FloatField(), help_text="points after each round that has begun"
    )
    against = serializers.SerializerMethodField(help_text="only entrants that it played")

    @extend_schema_field(MetSerializer(many=True))
    def get_against(self, line: StandingsLine) -> list[dict[str, float]]:
        # Without a serializer, which is slow for the thousands of cells of a crosstable.
        return [cell._asdict() for cell in self.context["met"][line.number]]


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

    count = serializers.IntegerField(help_text="lines of all pages")
    next = serializers.URLField(allow_null=True, help_text="the next page of the standings")
    previous = serializers.URLField(allow_null=True)
    status = serializers.ChoiceField(Tournament.Status.choices)
    has_failed = serializers.BooleanField(
        help_text="a fault of the platform keeps a newer table from being computed"
    )
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


def table(
    kept_table: KeptTable,
    lines: Sequence[StandingsLine],
    pages: Mapping[str, str | None],
    address: Callable[[str], str],
) -> dict[str, Any]:
    """The results of a tournament so far, with these of its lines, by a TableSerializer.

    `pages` has the links to the next and the previous page, and `address` that of a kind of file.
    """
    first, last = (lines[0].number - 1, lines[-1].number) if lines else (0, 0)
    met = dict(zip(range(first + 1, last + 1), kept_table.met(first, last), strict=True))
    tournament = kept_table.tournament
    return TableSerializer(
        {
            "count": kept_table.count,
            "next": pages["next"],
            "previous": pages["previous"],
            "status": tournament.status,
            "has_failed": kept_table.has_failed,
            "progress": kept_table.progress(),
            "by_way": kept_table.by_way,
            "tie_breaks": standings.tie_breaks(tournament),
            "standings": lines,
            "concessions": kept_table.concessions,
            "files": {
                export.kind: address(export.kind) for export in exports.available(tournament)
            },
        },
        context={"met": met},
    ).data
