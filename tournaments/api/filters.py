"""Query parameters that narrow a list: one class a list, one field a parameter."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar

from django.db.models import Q, QuerySet
from django.utils.dateparse import parse_date
from rest_framework import serializers

import engine
from agents.terms import faults
from tournaments.api.strict import Named, NamedVersion, OneOf, StrictSerializer, YesOrNo
from tournaments.models import Bot, Match, Player, Tournament, Variant, Version
from tournaments.queries import tournament_lists
from tournaments.queries.bots import overview
from tournaments.queries.games import matches
from tournaments.queries.ratings.leaderboards import LeaderboardLines, leaderboards

GAMES = [info.id for info in engine.games()]

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

CURSORS = ("cursor", "page_size", "format")
"""The parameters of every list with cursors."""

Rows = TypeVar("Rows")


class Filters(StrictSerializer, Generic[Rows]):
    """No parameters but those of the page."""

    also_known = ("page", "page_size", "format")

    def narrow(self, rows: Rows) -> Rows:
        """Those of `rows` that every given parameter allows."""
        return rows


class CursorFilters(Filters[QuerySet[Any]]):
    """No parameters but those of a page with a cursor."""

    also_known = CURSORS


class RowFilters(Filters[QuerySet[Any]]):
    """Parameters that each put a condition on the rows of a query."""

    conditions: ClassVar[Mapping[str, Callable[[Any], Q]]] = {}
    """By parameter: its condition, where that is not the lookup that is its `source`."""

    def narrow(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        for name, value in self.validated_data.items():
            condition = self.conditions.get(name)
            rows = rows.filter(condition(value) if condition else Q(**{name: value}))
        return rows


class NamedTournament(Named[Tournament]):
    """A tournament that the asker may see; the others seem not to exist."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("tournament", "slug", Tournament.objects, **kwargs)

    def get_queryset(self) -> QuerySet[Tournament]:
        return tournament_lists.visible_to(self.context["request"].user)


def _variant(**kwargs: Any) -> Named[Variant]:
    """A hosted variant by its canonical text; its leaderboard's slug names an open one."""
    rows = Variant.objects.filter(is_open=False)
    return Named("variant played", "key", rows, required=False, **kwargs)


def _leaderboard(**kwargs: Any) -> Named[Variant]:
    """A variant by the slug of its leaderboard."""
    rows = leaderboards()
    return Named("leaderboard", "slug", rows, required=False, help_text="Its slug.", **kwargs)


class Moment(serializers.DateTimeField):
    """A time, or a day, which is its first moment in UTC."""

    def to_internal_value(self, value: Any) -> datetime:
        day = parse_date(value) if DAY.fullmatch(value) else None
        return super().to_internal_value(value if day is None else f"{day}T00:00:00Z")


class VariantFilters(RowFilters):
    game = OneOf(GAMES, source="game_id", required=False, help_text="Id of the game.")
    rated = YesOrNo(required=False, help_text="Whether it has a leaderboard.")
    is_open = YesOrNo(required=False, help_text="Whether remote bots may play in it.")


class LeaderboardFilters(RowFilters):
    game = OneOf(GAMES, source="game_id", required=False, help_text="Id of the game.")
    is_open = YesOrNo(required=False, help_text="Whether remote bots may play in it.")


class RatingFilters(Filters[LeaderboardLines]):
    bot = Named("bot", "slug", Bot.objects, required=False, help_text="Slug of a bot.")
    owner = Named("player", "username", Player.objects, required=False, help_text="A username.")

    def narrow(self, rows: LeaderboardLines) -> LeaderboardLines:
        """The lines of one bot, or of one owner, with their places among all."""
        asked = self.validated_data
        return rows.of(bot=asked.get("bot"), owner=asked.get("owner"))


class BotFilters(RowFilters):
    conditions = {"game": overview.accepted_for}
    owner = Named("player", "username", Player.objects, required=False, help_text="A username.")
    game = OneOf(GAMES, required=False, help_text="A game that an accepted version of it plays.")
    is_house = YesOrNo(required=False, help_text="Whether it comes with the platform.")
    open_to_all = YesOrNo(required=False, help_text="Whether anyone may enter it.")


class VersionFilters(RowFilters):
    status = OneOf(Version.Status.values, required=False, help_text="Its state.")


class TournamentFilters(RowFilters):
    also_known = CURSORS
    conditions = {"bot": tournament_lists.entered_by}
    status = OneOf(Tournament.Status.values, required=False, help_text="Its state.")
    game = OneOf(GAMES, source="variant__game_id", required=False, help_text="Id of the game.")
    organiser = Named("player", "username", Player.objects, required=False, help_text="A username.")
    bot = Named("bot", "slug", Bot.objects, required=False, help_text="A bot that takes part.")
    variant = _variant(help_text="As in kalah(seeds=4).")
    leaderboard = _leaderboard(source="variant")
    since = Moment(source="starts_at__gte", required=False, help_text="It starts then or later.")
    until = Moment(source="starts_at__lt", required=False, help_text="It starts before.")


class NoticeFilters(RowFilters):
    also_known = CURSORS
    unread = YesOrNo(source="read_at__isnull", required=False, help_text="Whether it is new.")


class RoundFilters(RowFilters):
    also_known = CURSORS
    conditions = {
        "bot": matches.with_bot,
        "opponent": matches.with_bot,
        "version": lambda name: matches.with_version(*name),
        "fault": lambda fault: matches.with_fault(*fault),
        "since": lambda moment: matches.ended(gte=moment),
        "until": lambda moment: matches.ended(lt=moment),
        "game": matches.with_game,
        "variant": matches.in_variant,
        "leaderboard": matches.in_variant,
    }
    status = OneOf(Match.Status.values, required=False, help_text="Its state.")
    bot = Named("bot", "slug", Bot.objects, required=False, help_text="A bot with a seat.")
    opponent = Named("bot", "slug", Bot.objects, required=False, help_text="Another such bot.")
    version = NamedVersion(required=False, help_text="A version with a seat, as in greedy/3.")
    fault = OneOf(
        faults.KINDS, required=False, help_text="A fault of the bot, or of the version, in it."
    )
    since = Moment(required=False, help_text="It ended then or later.")
    until = Moment(required=False, help_text="It ended before.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "fault" in attrs:
            if not {"bot", "version"} & attrs.keys():
                said = "Name the bot or the version that had the fault."
                raise serializers.ValidationError({"fault": [said]}, "required")
            attrs["fault"] = attrs["fault"], _at_fault(attrs)
        return attrs


def _at_fault(asked: Mapping[str, Any]) -> list[int]:
    """The versions whose fault is meant."""
    rows = Version.objects.all()
    if "bot" in asked:
        rows = rows.filter(bot=asked["bot"])
    if "version" in asked:
        slug, number = asked["version"]
        rows = rows.filter(bot__slug=slug, number=number)
    return list(rows.values_list("pk", flat=True))


class MatchFilters(RoundFilters):
    game = OneOf(GAMES, required=False, help_text="Id of the game.")
    before = serializers.IntegerField(
        source="pk__lt", required=False, min_value=1, max_value=2**63 - 1,
        help_text="The id of a match: only older ones.",
    )  # fmt: skip
    tournament = NamedTournament(required=False, help_text="Slug of a tournament.")
    variant = _variant(help_text="As in kalah(seeds=4).")
    leaderboard = _leaderboard()
