"""Tournaments, their entrants and their sizes, as the API shows them."""

from rest_framework import serializers

from tournaments.api.fields import Address, VariantSerializer, VersionNameSerializer
from tournaments.models import Player, RequestedBye, Tournament
from tournaments.queries.tournaments.entrants import Seed
from tournaments.services.tournaments.preview import TournamentForecast


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament, with how many of its games are settled: played, or void."""

    url = Address("tournament", slug="slug")
    entries = Address("entries", slug="slug")
    standings = Address("standings", slug="slug")
    matches = Address("tournament-matches", slug="slug")
    organiser = serializers.CharField(source="organiser.username")
    co_organisers = serializers.SlugRelatedField[Player]("username", many=True, read_only=True)
    variant = VariantSerializer()
    format_options = serializers.DictField(help_text="options that differ from the defaults")
    tie_breaks = serializers.ListField(
        child=serializers.CharField(), help_text="empty: the defaults"
    )
    pause_reason = serializers.CharField(help_text="else empty")
    pause_code = serializers.CharField(source="pause_reason.code", help_text="for scripts")
    entrants = serializers.IntegerField()
    games = serializers.IntegerField(allow_null=True, help_text="null of a ladder")
    settled = serializers.IntegerField(allow_null=True, help_text="null of a ladder")

    class Meta:
        model = Tournament
        fields = [
            "url", "slug", "name", "organiser", "co_organisers", "variant", "format",
            "format_options", "tie_breaks", "games_per_pairing", "opening_actions", "time_control",
            "access", "registration_opens_at", "registration_closes_at", "status", "pause_reason",
            "pause_code", "created_at",
            "starts_at", "started_at", "ended_at", "entrants", "games", "settled",
            "entries", "standings", "matches",
        ]  # fmt: skip


class RequestedByeSerializer(serializers.ModelSerializer[RequestedBye]):
    """A round in which an entrant has asked not to be paired."""

    class Meta:
        model = RequestedBye
        fields = ["round", "worth"]


class EntrySerializer(serializers.Serializer[Seed]):
    """An entrant and its seed, which follows the rating and then the time of entry."""

    seed = serializers.IntegerField(source="number")
    version = VersionNameSerializer(source="entry.version")
    newest = serializers.BooleanField(
        source="entry.newest", help_text="its bot's newest version at the start plays"
    )
    provisional = serializers.BooleanField(
        source="entry.provisional", help_text="its version is still being checked"
    )
    elo = serializers.FloatField(allow_null=True)
    withdrawn_at = serializers.DateTimeField(source="entry.withdrawn_at", allow_null=True)
    withdrawal = serializers.CharField(source="entry.withdrawal", help_text="why it left")
    withdrawal_code = serializers.CharField(source="entry.withdrawal.code", help_text="for scripts")
    requested_byes = RequestedByeSerializer(
        source="entry.requested_byes", many=True, help_text="of a Swiss tournament"
    )


class PreviewSerializer(serializers.Serializer[TournamentForecast]):
    """The size of a tournament, and how long it takes when nothing else waits."""

    entrants = serializers.IntegerField()
    sides = serializers.IntegerField(help_text="entrants that meet in one game")
    rounds = serializers.IntegerField(source="plan.rounds")
    pairings = serializers.IntegerField(source="plan.pairings")
    games = serializers.IntegerField(source="plan.games")
    exact = serializers.BooleanField(
        source="plan.exact", help_text="if false, the numbers are upper bounds without deciders"
    )
    note = serializers.CharField(source="plan.note")
    seconds = serializers.SerializerMethodField(
        help_text="if games last as long as those of their kind did lately; null without any"
    )
    longest_seconds = serializers.SerializerMethodField(
        help_text="if all bots use all of their time"
    )
    not_rated = serializers.SerializerMethodField(help_text="why games of it would not be rated")

    def get_not_rated(self, _one: TournamentForecast) -> list[str]:
        return [str(reason) for reason in self.context["not_rated"]]

    def get_longest_seconds(self, forecast: TournamentForecast) -> float:
        return forecast.longest.total_seconds()

    def get_seconds(self, forecast: TournamentForecast) -> float | None:
        return None if forecast.duration is None else forecast.duration.total_seconds()
