"""Who plays against a person: house bots by levels, and other bots with their ratings."""

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property

from django.db.models import Q
from django.utils.translation import gettext_noop

from engine import Game
from tournaments.models import FittedPlace, Player, Rating, Version
from tournaments.queries import shipped
from tournaments.queries.casual.lists import listening, playing
from tournaments.queries.ratings import leaderboards
from tournaments.queries.ratings.anchors import anchors

LEVELS = {
    "easy": gettext_noop("Easy"),
    "medium": gettext_noop("Medium"),
    "strong": gettext_noop("Strong"),
    "best": gettext_noop("Best"),
}

OFFERED = 40
"""The most bots that a form offers; others are chosen on their own pages."""

MOST = 12
"""The most bots that are shown at once; a search finds the others."""

Rated = tuple[Version, float | None]


class Opponents:
    """The bots that play a game; what several questions have in common is read once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.board = leaderboards.of_game(game)

    @cached_property
    def by_level(self) -> dict[str, Version]:
        """The house bot of each level; fewer levels where fewer house bots play."""
        newest = {version.bot_id: version for version in reversed(self._house)}
        ranked = self._by_strength(list(newest.values()))
        levels = list(LEVELS)[: len(ranked)]
        last = max(len(levels) - 1, 1)
        return {
            level: ranked[round(step * (len(ranked) - 1) / last)]
            for step, level in enumerate(levels)
        }

    @cached_property
    def default(self) -> Version | None:
        """The house bot to play against by default: one of stated strength, if there is any."""
        house = sorted(self._house, key=lambda version: version.pk)
        return max(house, key=lambda version: self._stated.get(version.pk, 0.0), default=None)

    def offered(self, player: Player | None, asked: str, *, now: datetime) -> list[Version]:
        """The asked one, the default, a player's own, the connected, the best, and the newest.

        Django asks nothing where no bot can be among them.
        """
        plays, connected = playing(self.game), listening(self.game, now=now)
        everybodys = Q(bot__open_to_all=True)
        mine = Q(bot__owner=player) if player is not None else Q(pk__in=[])
        named = Q(bot__slug=asked) & everybodys if asked else Q(pk__in=[])
        chosen = [
            *plays.filter(named)[:1],
            *connected.filter(named)[:1],
            *([self.default] if self.default else []),
            *plays.filter(mine)[:OFFERED],
            *connected.filter(mine | everybodys)[: OFFERED // 4],
            *plays.filter(everybodys, pk__in=self._best())[:OFFERED],
            *plays.filter(everybodys)[:OFFERED],
        ]
        newest = {version.bot_id: version for version in reversed(chosen)}
        first = dict.fromkeys(version.bot_id for version in chosen)
        return [newest[bot] for bot in first][:OFFERED]

    def rated(self, versions: Iterable[Version]) -> list[Rated]:
        """Versions with their ratings on the leaderboard of the game."""
        chosen = list(versions)
        elo = self._strengths | self._measured(
            [version.pk for version in chosen if version.pk not in self._strengths]
        )
        return [(version, elo.get(version.pk)) for version in chosen]

    def _best(self) -> list[int]:
        """The versions at the top of the leaderboard, if there is one."""
        if self.board is None:
            return []
        return [rating.version_id for rating in leaderboards.ranked(self.board)[: OFFERED // 2]]

    @cached_property
    def _house(self) -> list[Version]:
        rows = playing(self.game).filter(bot__is_house=True)
        return [version for version in rows if version.plays(self.game.variant)]

    @cached_property
    def _stated(self) -> dict[int, float]:
        return anchors(self.board, [version.pk for version in self._house]) if self.board else {}

    @cached_property
    def _strengths(self) -> dict[int, float]:
        """The Elo of each house bot."""
        return self._measured([version.pk for version in self._house])

    def _by_strength(self, house: list[Version]) -> list[Version]:
        """From the weakest: by measured strength, or as shipped where too few are measured."""
        elo = {each.pk: self._strengths[each.pk] for each in house if each.pk in self._strengths}
        if len(elo) >= min(len(LEVELS), len(house)):
            return sorted((each for each in house if each.pk in elo), key=lambda each: elo[each.pk])
        order = {bot.name: number for number, bot in enumerate(shipped.HOUSE_BOTS)}
        return sorted(house, key=lambda each: order.get(each.bot.name, len(order)))

    def _measured(self, ids: list[int]) -> dict[int, float]:
        """The Elo of each version: by the fit of the leaderboard, else as stated, else live."""
        if self.board is None or not ids:
            return {}
        live = Rating.objects.with_games().filter(variant=self.board, version__in=ids)
        fitted = FittedPlace.objects.filter(fit__variant=self.board, version__in=ids)
        return (
            {row.version_id: row.elo for row in live}
            | {pk: elo for pk, elo in self._stated.items() if pk in ids}
            | dict(fitted.values_list("version", "rating"))
        )


def named(game: Game, words: str, *, now: datetime) -> list[Version]:
    """The bots with all of these words in their names."""
    named = Q(bot__open_to_all=True)
    for word in words.split():
        named &= Q(bot__name__holds=word)
    rows = [
        version
        for versions in (playing(game), listening(game, now=now))
        for version in versions.filter(named)[: 4 * MOST]
    ]
    newest = {version.bot_id: version for version in reversed(rows)}
    return [each for each in newest.values() if each.plays(game.variant)][:MOST]


def house_games() -> set[str]:
    """The ids of the games that some house bot plays."""
    rows = Version.objects.playable().filter(bot__is_house=True).values_list("games", flat=True)
    return {entry.partition("(")[0] for games in rows for entry in games}
