"""Query parameters that narrow a list: one class a list, one field a parameter."""

from typing import Any, Generic, TypeVar

from django.db.models import Q, QuerySet
from rest_framework import serializers

import engine
from tournaments.api.strict import Named, OneOf, StrictSerializer, YesOrNo
from tournaments.models import Bot, Match, Player, Tournament, Version
from tournaments.queries import bots, matches
from tournaments.queries.ratings.history import History
from tournaments.queries.ratings.leaderboards import LeaderboardLines
from tournaments.queries.tournaments import lists

GAMES = [info.id for info in engine.games()]

Rows = TypeVar("Rows")


class Filters(StrictSerializer, Generic[Rows]):
    """No parameters but those of the page."""

    also_known = ("page", "page_size", "format")

    def narrow(self, rows: Rows) -> Rows:
        """Those of `rows` that every given parameter allows."""
        return rows


class RowFilters(Filters[QuerySet[Any]]):
    """Parameters that each put a condition on the rows of a query."""

    def narrow(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        for name, value in self.validated_data.items():
            rows = rows.filter(self.condition(name, value))
        return rows

    def condition(self, name: str, value: Any) -> Q:
        """The condition of a parameter, by the lookup that is its `source`."""
        return Q(**{name: value})


class NamedTournament(Named[Tournament]):
    """A tournament that the asker may see; the others seem not to exist."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("tournament", "slug", Tournament.objects, **kwargs)

    def get_queryset(self) -> QuerySet[Tournament]:
        return lists.visible_to(self.context["request"].user)


class VariantFilters(RowFilters):
    game = OneOf(GAMES, source="game_id", required=False, help_text="Id of the game.")
    rated = YesOrNo(required=False, help_text="Whether it has a leaderboard.")


class LeaderboardFilters(RowFilters):
    game = OneOf(GAMES, source="game_id", required=False, help_text="Id of the game.")


class RatingFilters(Filters[LeaderboardLines]):
    bot = Named("bot", "slug", Bot.objects, required=False, help_text="Slug of a bot.")
    owner = Named("player", "username", Player.objects, required=False, help_text="A username.")

    def narrow(self, rows: LeaderboardLines) -> LeaderboardLines:
        """The lines of one bot, or of one owner, with their places among all."""
        asked = self.validated_data
        return rows.of(bot=asked.get("bot"), owner=asked.get("owner"))


class HistoryFilters(Filters[History]):
    epoch = serializers.IntegerField(
        required=False, min_value=1, help_text="Of the ledger; by default the present one."
    )

    def narrow(self, rows: History) -> History:
        """Those of one epoch."""
        epoch = self.validated_data.get("epoch")
        return rows if epoch is None else rows.of(epoch)


class BotFilters(RowFilters):
    owner = Named("player", "username", Player.objects, required=False, help_text="A username.")
    game = OneOf(GAMES, required=False, help_text="A game that an accepted version of it plays.")
    is_house = YesOrNo(required=False, help_text="Whether it comes with the platform.")
    open_to_all = YesOrNo(required=False, help_text="Whether anyone may enter it.")

    def condition(self, name: str, value: Any) -> Q:
        return bots.accepted_for(value) if name == "game" else super().condition(name, value)


class VersionFilters(RowFilters):
    status = OneOf(Version.Status.values, required=False, help_text="Its state.")


class TournamentFilters(RowFilters):
    status = OneOf(Tournament.Status.values, required=False, help_text="Its state.")
    game = OneOf(GAMES, source="variant__game_id", required=False, help_text="Id of the game.")
    organiser = Named("player", "username", Player.objects, required=False, help_text="A username.")
    bot = Named("bot", "slug", Bot.objects, required=False, help_text="A bot that takes part.")

    def condition(self, name: str, value: Any) -> Q:
        return lists.entered_by(value) if name == "bot" else super().condition(name, value)


class NoticeFilters(RowFilters):
    unread = YesOrNo(source="read_at__isnull", required=False, help_text="Whether it is new.")


class RoundFilters(RowFilters):
    also_known = ("cursor", "page_size", "format")
    status = OneOf(Match.Status.values, required=False, help_text="Its state.")
    bot = Named("bot", "slug", Bot.objects, required=False, help_text="A bot with a seat.")

    def condition(self, name: str, value: Any) -> Q:
        return matches.with_bot(value) if name == "bot" else super().condition(name, value)


class MatchFilters(RoundFilters):
    game = OneOf(GAMES, required=False, help_text="Id of the game.")
    before = serializers.IntegerField(
        source="pk__lt", required=False, min_value=1, max_value=2**63 - 1,
        help_text="The id of a match: only older ones.",
    )  # fmt: skip
    tournament = NamedTournament(required=False, help_text="Slug of a tournament.")

    def condition(self, name: str, value: Any) -> Q:
        return matches.with_game(value) if name == "game" else super().condition(name, value)
