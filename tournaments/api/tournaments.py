"""What the API tells of tournaments, and what it takes in to make one."""

import uuid
from datetime import datetime
from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.serializers import ValidationError

import engine
from agents.clock import PRESETS
from tournaments.api.fields import Address
from tournaments.api.serializers import VariantSerializer, VersionNameSerializer
from tournaments.api.strict import Named, NamedRows, OneOf, Several, StrictSerializer, Text
from tournaments.mathematics import formats, tiebreaks
from tournaments.models import Bot, Player, RequestedBye, Tournament, Version
from tournaments.queries import bots
from tournaments.services.tournaments import people
from tournaments.services.tournaments.configuration import Configuration

MOST_ENTRANTS = 1000
MOST_OPTIONS = 20
"""Options that a request may give a format; none has as many."""


class TournamentSerializer(serializers.ModelSerializer):
    """A tournament, with how many of its games are settled: played, or void."""

    url = Address("tournament", slug="slug")
    entries = Address("entries", slug="slug")
    standings = Address("standings", slug="slug")
    matches = Address("tournament-matches", slug="slug")
    organiser = serializers.CharField(source="organiser.username")
    co_organisers = serializers.SlugRelatedField("username", many=True, read_only=True)
    variant = VariantSerializer()
    format_options = serializers.DictField(help_text="those left out are as usual")
    tie_breaks = serializers.ListField(child=serializers.CharField(), help_text="empty: as usual")
    pause_reason = serializers.CharField(help_text="else empty")
    pause_code = serializers.CharField(source="pause_reason.code", help_text="for scripts")
    entrants = serializers.IntegerField()
    games = serializers.IntegerField()
    settled = serializers.IntegerField()

    class Meta:
        model = Tournament
        fields = [
            "url", "slug", "name", "organiser", "co_organisers", "variant", "format",
            "format_options", "tie_breaks", "games_per_pairing", "opening_actions", "time_control",
            "access", "registration_opens_at", "registration_closes_at", "status", "pause_reason",
            "pause_code",
            "created_at", "starts_at", "started_at", "ended_at", "entrants", "games", "settled",
            "entries", "standings", "matches",
        ]  # fmt: skip


class RequestedByeSerializer(serializers.ModelSerializer):
    """A round in which an entrant has asked not to be paired."""

    class Meta:
        model = RequestedBye
        fields = ["round", "worth"]


class EntrySerializer(serializers.Serializer):
    """An entrant by its seed: by rating (at the start, once that has been), then by entry."""

    seed = serializers.IntegerField(source="number")
    version = VersionNameSerializer(source="entry.version")
    newest = serializers.BooleanField(
        source="entry.newest", help_text="plays with its bot's newest version at the start"
    )
    elo = serializers.FloatField(allow_null=True)
    withdrawn_at = serializers.DateTimeField(source="entry.withdrawn_at", allow_null=True)
    withdrawal = serializers.CharField(source="entry.withdrawal", help_text="why it left")
    withdrawal_code = serializers.CharField(source="entry.withdrawal.code", help_text="for scripts")
    requested_byes = RequestedByeSerializer(
        source="entry.requested_byes", many=True, help_text="of a Swiss tournament"
    )


class PreviewSerializer(serializers.Serializer):
    """What a tournament will come to; `seconds` is null where there is no pace to tell it by."""

    entrants = serializers.IntegerField()
    sides = serializers.IntegerField(help_text="entrants that meet in one game")
    rounds = serializers.IntegerField(source="plan.rounds")
    pairings = serializers.IntegerField(source="plan.pairings")
    games = serializers.IntegerField(source="plan.games")
    exact = serializers.BooleanField(source="plan.exact", help_text="else the most, deciders aside")
    note = serializers.CharField(source="plan.note")
    seconds = serializers.SerializerMethodField()

    def get_seconds(self, one: Any) -> float | None:
        return None if one.duration is None else one.duration.total_seconds()


class VariantField(Text):
    """A game with its options, as in `kalah(seeds=4)`."""

    def to_internal_value(self, data: Any) -> engine.Game:
        try:
            return engine.parse_variant(super().to_internal_value(data))
        except (engine.EngineError, ValueError) as error:
            raise ValidationError(str(error)) from error

    def to_representation(self, value: engine.Game) -> str:
        return value.variant


class EntrantField(Text):
    """A bot by its slug, which plays with its newest version, or a version as `slug/3`."""

    def to_internal_value(self, data: Any) -> tuple[str, int | None]:
        slug, slash, number = super().to_internal_value(data).partition("/")
        if not slash:
            return slug, None
        if not (number.isascii() and number.isdigit() and len(number) < 9):
            raise ValidationError(f"“{data}” is no version: write a bot, or a version as bot/3.")
        return slug, int(number)

    def to_representation(self, value: tuple[str, int | None]) -> str:
        return "/".join(str(part) for part in value if part is not None)


def versions_of(entrants: list[bots.Named], game: engine.Game) -> list[Version]:
    """The versions meant. Raises ValidationError, naming the first that could not play."""
    found = bots.named(entrants, game_id=game.id)
    for one in entrants:
        if one not in found:
            raise ValidationError({"entrants": [_missing(*one, game)]})
    return [found[one] for one in entrants]


def _missing(slug: str, number: int | None, game: engine.Game) -> str:
    bot = Bot.objects.filter(slug=slug).first()
    if bot is None:
        return f"There is no bot “{slug}”."
    which = f"no version of {bot} that plays {game.name}" if number is None else "no such one"
    return f"{slug}: there is {which}."


def _players(**kwargs: Any) -> NamedRows:
    return NamedRows("player", "username", Player.objects, max_length=people.MOST, **kwargs)


class FormatOptions(serializers.DictField):
    """The options of a format by name, counted before any is looked at."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if isinstance(data, dict) and len(data) > MOST_OPTIONS:
            raise ValidationError(f"Give at most {MOST_OPTIONS} options; these are {len(data)}.")
        return super().to_internal_value(data)


class TermsSerializer(StrictSerializer):
    """What a tournament is played by. What is left out is a single round-robin of one block."""

    variant = VariantField(help_text="canonical text, as in kalah(seeds=4)")
    format = Text(default="round-robin", help_text=f"one of {', '.join(formats.FORMATS)}")
    format_options = FormatOptions(default=dict, help_text="by name; see docs/24")
    games_per_pairing = serializers.IntegerField(required=False, help_text="one block unless given")
    entrants = Several(
        child=EntrantField(), max_length=MOST_ENTRANTS, default=list, help_text="slug or slug/3"
    )

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        game = given["variant"]
        given.setdefault("games_per_pairing", len(set(game.sides())))
        given["versions"] = versions_of(given.pop("entrants"), game)
        given["game"] = given.pop("variant")
        return given


class PreviewedSerializer(TermsSerializer):
    """The terms on which the number of games depends, and for how many entrants to count."""

    count = serializers.IntegerField(
        required=False, min_value=0, max_value=MOST_ENTRANTS, help_text="instead of entrants"
    )

    @property
    def configuration(self) -> Configuration:
        chosen = {
            name: value
            for name, value in self.validated_data.items()
            if name not in {"versions", "count"}
        }
        return Configuration(name="", time_control="blitz", starts_at=timezone.now(), **chosen)

    @property
    def entrants_counted(self) -> int:
        given = self.validated_data
        return given.get("count", len(set(given["versions"])))


class NewTournamentSerializer(TermsSerializer):
    """A new tournament. The same `submission` (a UUID of your choice) again makes no second one."""

    name = Text(max_length=80)
    time_control = OneOf(PRESETS, default="blitz")
    tie_breaks = Several(
        child=OneOf(tiebreaks.TIE_BREAKS), max_length=len(tiebreaks.TIE_BREAKS), default=list
    )
    opening_actions = serializers.IntegerField(
        required=False, help_text="without dice, 4 by usage; with dice none"
    )
    starts_at = serializers.DateTimeField(required=False, help_text="at once unless given")
    access = OneOf(Tournament.Access.values, default=Tournament.Access.OPEN)
    registration_opens_at = serializers.DateTimeField(required=False)
    registration_closes_at = serializers.DateTimeField(required=False)
    invited = _players(help_text="user names", default=list)
    co_organisers = _players(help_text="user names", default=list)
    submission = serializers.UUIDField(default=uuid.uuid4)

    def arguments(self, *, now: datetime) -> dict[str, Any]:
        """What the service takes to create it."""
        chosen = {"starts_at": now, **self.validated_data}
        rest = {name: chosen.pop(name) for name in ("versions", "submission")}
        return {"wanted": Configuration(**chosen), **rest, "now": now}


class BotNameSerializer(StrictSerializer):
    """One of your bots."""

    bot = Named("bot", "slug", Bot.objects.select_related("owner"), help_text="its slug")


class EntrantNameSerializer(StrictSerializer):
    """One of the entrants."""

    entrant = EntrantField(help_text="slug of its bot, or slug/3")


class ByeSerializer(StrictSerializer):
    """One of the entrants, a round to come, and what not playing in it is worth."""

    entrant = EntrantField(help_text="slug of its bot, or slug/3")
    round = serializers.IntegerField(min_value=1, max_value=99)
    worth = serializers.ChoiceField(
        [*RequestedBye.Worth.values, "none"], help_text="none: it plays after all"
    )


class PeopleSerializer(StrictSerializer):
    """Who is named is in, who is not is out; a list left out stays as it is."""

    invited = _players(required=False)
    co_organisers = _players(required=False)
