"""The bots and versions that a player may enter in a tournament, for a form with hundreds."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.db.models import Exists, Max, OuterRef, Q
from django.db.models.functions import Coalesce

from tournaments.models import Bot, Player, Version
from tournaments.queries.bots.overview import (
    enterable_rows,
    names_game,
    playing_now,
    text_of_games,
    with_version,
)


class EnterableVersion(NamedTuple):
    """A version that may be entered: what a list of hundreds shows of it and of its bot."""

    pk: int
    number: int
    bot_id: int
    name: str
    is_house: bool
    owner_id: int
    owner_name: str

    def __str__(self) -> str:
        return f"{self.name} v{self.number}"


_SHOWN = ("pk", "number", "bot", "bot__name", "bot__is_house", "bot__owner", "bot__owner__username")


def newest_versions(
    *, player: Player, game_id: str, among: Collection[int], is_open: bool = False
) -> list[EnterableVersion]:
    """The newest playable version of each of these bots that `player` may enter, by bot name.

    The bots are named by their ids; remote ones count where play `is_open`. Each plays some variant
    of the game. Of the player's own bots without such a version it is the newest one that is still
    being checked.
    """
    newest = newest_of_each(player=player, game_id=game_id, among=among, is_open=is_open)
    return shown_of(newest.values())


def shown_of(pks: Iterable[int]) -> list[EnterableVersion]:
    """What a list shows of these versions, by the names of their bots."""
    rows = Version.objects.filter(pk__in=pks).order_by("bot__name")
    return [EnterableVersion._make(row) for row in rows.values_list(*_SHOWN)]


def newest_of_each(
    *, player: Player, game_id: str, among: Collection[int], is_open: bool = False
) -> dict[int, int]:
    """The ids of the versions of `newest_versions`, by the ids of their bots."""
    accepted = Q(status=Version.Status.ACCEPTED)
    mine_or_open = (Q(bot__open_to_all=True) & accepted) | Q(bot__owner=player)
    unasked = Q(status__in=Version.AWAITING, games=[])
    rows = text_of_games(enterable_rows(is_open=is_open).filter(mine_or_open, bot__in=among))
    fitting = rows.filter(names_game(game_id) | unasked).order_by().values("bot")
    # A bot's versions have ids in the order of their numbers.
    newest = fitting.annotate(newest=Coalesce(Max("pk", filter=accepted), Max("pk")))
    return dict(newest.values_list("bot", "newest"))


def bots_by_words(
    *, player: Player, game_id: str, words: str, limit: int, is_open: bool = False
) -> list[int]:
    """The ids of bots that `player` may enter in a game, with all these words in their names.

    The player's own come first, then others by name, at most `limit` of each. Of their own bots
    those that are still being checked may be entered as well.
    """
    rows = Bot.objects.listed().order_by("name")
    for word in words.split():
        rows = rows.filter(name__holds=word)
    waiting = Version.objects.enterable().filter(bot=OuterRef("pk"), games=[])
    plays = playing_now(game_id)
    if is_open:
        plays |= with_version(Version.objects.remote(), game_id)
    own = rows.filter(plays | Q(Exists(waiting)), owner=player)[:limit]
    rows = rows.filter(plays)
    others = rows.filter(open_to_all=True).exclude(owner=player)[:limit]
    return [*own.values_list("pk", flat=True), *others.values_list("pk", flat=True)]
