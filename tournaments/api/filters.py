"""Query parameters that narrow a list: one class a list, one field a parameter."""

from typing import Any

from django.db.models import F, Q, QuerySet
from rest_framework import serializers
from rest_framework.filters import BaseFilterBackend
from rest_framework.request import Request
from rest_framework.serializers import ValidationError

import engine
from tournaments.api.strict import Named, OneOf, StrictSerializer, YesOrNo
from tournaments.models import Bot, Match, Player, Tournament, Version
from tournaments.queries import bots, matches
from tournaments.queries.ratings.leaderboards import LeaderboardLine
from tournaments.queries.tournaments import lists

GAMES = [info.id for info in engine.games()]


class Filters(StrictSerializer):
    """No parameters but those of the page."""

    also_known = ("page", "page_size", "format")

    def narrow(self, rows: QuerySet) -> QuerySet:
        """Those of `rows` that every given parameter allows."""
        for name, value in self.validated_data.items():
            rows = rows.filter(self.condition(name, value))
        return rows

    def condition(self, name: str, value: Any) -> Q:
        """What a parameter asks of a row; the parameter is the row's field unless overridden."""
        return Q(**{name: value})


class QueryFilters(BaseFilterBackend):
    """Narrows a list by the `filters` of its view."""

    def filter_queryset(self, request: Request, queryset: QuerySet, view: Any) -> QuerySet:
        twice = [name for name, values in request.query_params.lists() if len(values) > 1]
        if twice:
            raise ValidationError({name: ["Given more than once."] for name in twice})
        filters = view.filters(data=request.query_params.dict(), context={"request": request})
        filters.is_valid(raise_exception=True)
        return filters.narrow(queryset)


class NamedTournament(Named):
    """A tournament that the asker may see; of others there is no sign that they exist."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("tournament", "slug", Tournament.objects, **kwargs)

    def get_queryset(self) -> QuerySet:
        return lists.visible_to(self.context["request"].user)


class VariantFilters(Filters):
    game = OneOf(GAMES, required=False, help_text="Id of the game.")
    rated = YesOrNo(required=False, help_text="Whether it has a leaderboard.")

    def condition(self, name: str, value: Any) -> Q:
        return Q(game_id=value) if name == "game" else Q(rated=value)


class LeaderboardFilters(Filters):
    game = OneOf(GAMES, required=False, help_text="Id of the game.")

    def condition(self, _name: str, value: str) -> Q:
        return Q(game_id=value)


class RatingFilters(Filters):
    bot = Named("bot", "slug", Bot.objects, required=False, help_text="Slug of a bot.")
    owner = Named("player", "username", Player.objects, required=False, help_text="A username.")

    def narrow(self, rows: list[LeaderboardLine]) -> list[LeaderboardLine]:
        """The lines of one bot, or of one owner; their places stay those among all."""
        bot, owner = self.validated_data.get("bot"), self.validated_data.get("owner")
        return [
            line
            for line in rows
            if bot in (None, line.rating.version.bot)
            and owner in (None, line.rating.version.bot.owner)
        ]


class HistoryFilters(Filters):
    epoch = serializers.IntegerField(
        required=False, min_value=1, help_text="Of the ledger; the present one unless given."
    )

    def narrow(self, rows: QuerySet) -> QuerySet:
        """Those of one epoch."""
        return rows.filter(epoch=self.validated_data.get("epoch", F("variant__epoch")))


class BotFilters(Filters):
    owner = Named("player", "username", Player.objects, required=False, help_text="A username.")
    game = OneOf(GAMES, required=False, help_text="A version of it that plays this is accepted.")
    is_house = YesOrNo(required=False, help_text="Whether it comes with the platform.")
    open_to_all = YesOrNo(required=False, help_text="Whether anyone may enter it.")

    def condition(self, name: str, value: Any) -> Q:
        return bots.accepted_for(value) if name == "game" else super().condition(name, value)


class VersionFilters(Filters):
    status = OneOf(Version.Status.values, required=False, help_text="What became of its check.")


class TournamentFilters(Filters):
    status = OneOf(Tournament.Status.values, required=False, help_text="Where it stands.")
    game = OneOf(GAMES, required=False, help_text="Id of the game.")
    organiser = Named("player", "username", Player.objects, required=False, help_text="A username.")
    bot = Named("bot", "slug", Bot.objects, required=False, help_text="A bot that takes part.")

    def condition(self, name: str, value: Any) -> Q:
        if name == "game":
            return Q(variant__game_id=value)
        if name == "bot":
            return lists.entered_by(value)
        return super().condition(name, value)


class NoticeFilters(Filters):
    unread = YesOrNo(required=False, help_text="Whether it has not been read yet.")

    def condition(self, _name: str, value: bool) -> Q:
        return Q(read_at__isnull=value)


class RoundFilters(Filters):
    status = OneOf(Match.Status.values, required=False, help_text="Where it stands.")
    bot = Named("bot", "slug", Bot.objects, required=False, help_text="A bot with a seat.")

    def condition(self, name: str, value: Any) -> Q:
        return matches.with_bot(value) if name == "bot" else super().condition(name, value)


class MatchFilters(RoundFilters):
    game = OneOf(GAMES, required=False, help_text="Id of the game.")
    tournament = NamedTournament(required=False, help_text="Slug of a tournament.")

    def condition(self, name: str, value: Any) -> Q:
        if name == "game":
            return matches.with_game(value)
        if name == "tournament":
            return Q(pairing__round__tournament=value)
        return super().condition(name, value)
