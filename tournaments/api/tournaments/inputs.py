"""The input of the API for making, entering and running tournaments."""

import uuid
from datetime import datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import ValidationError

import engine
from agents.terms.clock import PRESETS
from tournaments.api.lookups import find
from tournaments.api.strict import (
    ByName,
    Named,
    NamedRows,
    NamedVersion,
    OneOf,
    Several,
    StrictSerializer,
    Text,
    YesOrNo,
)
from tournaments.mathematics import formats, tiebreaks
from tournaments.models import Bot, Entry, Player, RequestedBye, Tournament, Version
from tournaments.queries.bots import overview
from tournaments.services.tournaments import people
from tournaments.services.tournaments.configuration import Configuration

MOST_ENTRANTS = 1000
WORDS = {"type": "string", "minLength": 1}
MOST_OPTIONS = 20
"""The most options that a request may give a format; none has as many."""


@extend_schema_field(WORDS)
class VariantField(Text):
    """A game with its options, as in `kalah(seeds=4)`."""

    def to_internal_value(self, data: Any) -> Any:
        try:
            return engine.parse_variant(super().to_internal_value(data))
        except (engine.EngineError, ValueError) as error:
            raise ValidationError(str(error), "invalid_variant") from error


@extend_schema_field(WORDS)
class EntrantField(NamedVersion):
    """A bot by its slug, which plays with its newest version, or a version as `slug/3`."""

    how = "write a bot, or a version as bot/3"

    def to_internal_value(self, data: Any) -> Any:
        if "/" in str(data):
            return super().to_internal_value(data)
        return Text.to_internal_value(self, data), None


def versions_of(
    entrants: list[overview.Named], game: engine.Game, *, field: str = "entrants"
) -> list[Version]:
    """The named versions. Raises ValidationError, by the field, for the first that cannot play."""
    versions = overview.named(entrants, variant=game.variant)
    for entrant in entrants:
        if entrant not in versions:
            raise ValidationError({field: [_missing(*entrant, game)]}, "does_not_exist")
    return [versions[entrant] for entrant in entrants]


def _missing(slug: str, number: int | None, game: engine.Game) -> str:
    bot = Bot.objects.filter(slug=slug).first()
    if bot is None:
        return f"There is no bot “{slug}”."
    which = f"no version of {bot} that plays {game.variant}" if number is None else "no such one"
    return f"{slug}: there is {which}."


def _players(**kwargs: Any) -> NamedRows:
    return NamedRows("player", "username", Player.objects, max_length=people.MOST, **kwargs)


class TermsSerializer(StrictSerializer):
    """The terms of a tournament. The defaults are a single round-robin of one block."""

    variant = VariantField(help_text="canonical text, as in kalah(seeds=4)")
    is_open = YesOrNo(default=False, help_text="whether remote bots may take part")
    format = Text(default="round-robin", help_text=f"one of {', '.join(formats.FORMATS)}")
    format_options = ByName(max_length=MOST_OPTIONS, default=dict, help_text="see docs/24")
    games_per_pairing = serializers.IntegerField(required=False, help_text="one block unless given")
    entrants = Several(
        child=EntrantField(), max_length=MOST_ENTRANTS, default=list, help_text="slug or slug/3"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        game = attrs["variant"]
        attrs.setdefault("games_per_pairing", len(set(game.sides())))
        attrs["versions"] = versions_of(attrs.pop("entrants"), game)
        attrs["game"] = attrs.pop("variant")
        return attrs


class PreviewedSerializer(TermsSerializer):
    """The terms on which the number of games depends, and the number of entrants."""

    count = serializers.IntegerField(
        required=False, min_value=0, max_value=MOST_ENTRANTS, help_text="instead of entrants"
    )
    access = OneOf(Tournament.Access.choices, default=Tournament.Access.OPEN)

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
        sent = self.validated_data
        return int(sent.get("count", len(set(sent["versions"]))))


class NewTournamentSerializer(TermsSerializer):
    """A new tournament. Repeating a `submission`, a UUID of yours, makes no second one."""

    name = Text(max_length=80)
    time_control = OneOf(PRESETS, default="blitz")
    tie_breaks = Several(
        child=OneOf(tiebreaks.TIE_BREAKS), max_length=len(tiebreaks.TIE_BREAKS), default=list
    )
    opening_actions = serializers.IntegerField(
        required=False, help_text="default: 4 without dice, 0 with dice"
    )
    starts_at = serializers.DateTimeField(required=False, help_text="at once unless given")
    access = OneOf(Tournament.Access.choices, default=Tournament.Access.OPEN)
    registration_opens_at = serializers.DateTimeField(required=False)
    registration_closes_at = serializers.DateTimeField(required=False)
    invited = _players(help_text="user names", default=list)
    co_organisers = _players(help_text="user names", default=list)
    submission = serializers.UUIDField(default=uuid.uuid4)

    def arguments(self, *, now: datetime) -> dict[str, Any]:
        """The arguments of the service that creates it."""
        chosen = {"starts_at": now, **self.validated_data}
        rest = {name: chosen.pop(name) for name in ("versions", "submission")}
        return {"config": Configuration(**chosen), **rest, "now": now}


class BotNameSerializer(StrictSerializer):
    """One of your bots."""

    bot = Named("bot", "slug", Bot.objects.select_related("owner"), help_text="its slug")


class EntrantNameSerializer(StrictSerializer):
    """One of the entrants."""

    entrant = EntrantField(help_text="slug of its bot, or slug/3")

    def entry_in(self, tournament: Tournament) -> Entry:
        """The entry of the named bot or version. Raises NotFound."""
        bot, number = self.validated_data["entrant"]
        keys = {"version__bot__slug": bot}
        if number is not None:
            keys["version__number"] = number
        rows = tournament.entries.select_related("version__bot__owner", "tournament__organiser")
        return find(rows, "entrant", **keys)


class ByeSerializer(EntrantNameSerializer):
    """One of the entrants, a future round, and the worth of its bye there."""

    round = serializers.IntegerField(min_value=1, max_value=99)
    worth = serializers.ChoiceField(
        [*RequestedBye.Worth.values, "none"], help_text="none takes the bye back"
    )


class PeopleSerializer(StrictSerializer):
    """The complete lists of people; a list that is left out stays as it is."""

    invited = _players(required=False)
    co_organisers = _players(required=False)
