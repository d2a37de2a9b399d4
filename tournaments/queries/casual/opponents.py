"""Who plays against a person: house bots by levels, and other bots with their ratings."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext_noop

from engine import Game
from tournaments.models import FittedPlace, Player, Rating, Version
from tournaments.queries import shipped
from tournaments.queries.casual.lists import listening, offered, opponent, playing
from tournaments.queries.ratings import leaderboards
from tournaments.queries.ratings.anchors import anchors

LEVELS = {
    "easy": gettext_noop("Easy"),
    "medium": gettext_noop("Medium"),
    "strong": gettext_noop("Strong"),
    "best": gettext_noop("Best"),
}

MOST = 12
"""The most bots that are offered at once; a search finds the others."""

Rated = tuple[Version, float | None]


def by_level(game: Game) -> dict[str, Version]:
    """The house bot of each level; fewer levels where fewer house bots play."""
    house = {version.bot_id: version for version in reversed(_house(game))}
    ranked = _by_strength(game, list(house.values()))
    levels = list(LEVELS)[: len(ranked)]
    last = max(len(levels) - 1, 1)
    return {
        level: ranked[round(step * (len(ranked) - 1) / last)] for step, level in enumerate(levels)
    }


def rated(game: Game, versions: Iterable[Version]) -> list[Rated]:
    """Versions with their ratings on the leaderboard of a game."""
    chosen = list(versions)
    elo = _measured(game, chosen)
    return [(version, elo.get(version.pk)) for version in chosen]


def choice(game: Game, player: Player | None, words: str = "", *, now: datetime) -> list[Rated]:
    """The bots to choose from: a player's own, the best and the newest, or those of a name."""
    if not words.strip():
        return rated(game, offered(game, player, default=opponent(game), now=now)[:MOST])
    named = Q(bot__open_to_all=True)
    for word in words.split():
        named &= Q(bot__name__holds=word)
    rows = [
        version
        for versions in (playing(game), listening(game, now=now))
        for version in versions.filter(named)[: 4 * MOST]
    ]
    newest = {version.bot_id: version for version in reversed(rows)}
    return rated(game, [each for each in newest.values() if each.plays(game.variant)][:MOST])


def house_games() -> set[str]:
    """The ids of the games that some house bot plays."""
    rows = Version.objects.playable().filter(bot__is_house=True).values_list("games", flat=True)
    return {entry.partition("(")[0] for games in rows for entry in games}


def _house(game: Game) -> list[Version]:
    rows = playing(game).filter(bot__is_house=True)
    return [version for version in rows if version.plays(game.variant)]


def _by_strength(game: Game, house: list[Version]) -> list[Version]:
    """From the weakest: by measured strength, or as shipped where too few are measured."""
    elo = _measured(game, house)
    if len(elo) >= min(len(LEVELS), len(house)):
        return sorted((each for each in house if each.pk in elo), key=lambda each: elo[each.pk])
    order = {bot.name: number for number, bot in enumerate(shipped.HOUSE_BOTS)}
    return sorted(house, key=lambda each: order.get(each.bot.name, len(order)))


def _measured(game: Game, versions: list[Version]) -> dict[int, float]:
    """The Elo of each version: by the fit of the leaderboard, else as stated, else live."""
    variant, ids = leaderboards.of_game(game), [version.pk for version in versions]
    if variant is None:
        return {}
    live = Rating.objects.with_games().filter(variant=variant, version__in=ids)
    fitted = FittedPlace.objects.filter(fit__variant=variant, version__in=ids)
    return (
        {row.version_id: row.elo for row in live}
        | anchors(variant, ids)
        | dict(fitted.values_list("version", "rating"))
    )
