"""The ladder: pairings without end, for each leaderboard that has one.

Source: none in print; the needs are those that open ladders of programs report: bots that wait for
hours while others play, new ones that are placed slowly, top ones that never meet.

The bot with the fewest recent games is paired first, so that none starves and new ones play at
once. Its opponents are drawn from those nearest to it in rating, so that neighbours meet, the top
ones too, and never only the same. Bots of one owner are kept apart, and so are those of two owners
who have had their rated games of the day with each other: what they played would not be rated. No
bot plays more than its daily share, which is spread over the day. A resting bot has had its share
of the hour and begins no game, but others may still choose it: a new bot finds opponents at any
time. House bots that have had their share may still be chosen too.

Left out: opponents whose game would be most informative (by rating error); the draw among
the nearest does nearly as well, and is easily explained.
"""

from collections.abc import Hashable, Sequence, Set
from dataclasses import dataclass
from random import Random

NEAREST = 5
"""The opponents in each draw, or as many as a table has seats for if that is more."""


@dataclass(frozen=True)
class Candidate:
    """A bot on the ladder, as it is now.

    `recent_games` are those of the time that counts, games still queued included; `games_today`
    and `owner_games_today` likewise, of this bot and of all bots of its owner. `last_played` is
    any number that grows with time, less for a bot that never has. House bots have no owner: None.
    One that is `resting` is not chosen first, only as an opponent.
    """

    key: int
    rating: float
    recent_games: int
    last_played: float
    games_today: int = 0
    owner: Hashable | None = None
    owner_games_today: int = 0
    resting: bool = False


@dataclass(frozen=True)
class Caps:
    """Games a day, of one bot and of all bots of one owner; house bots are left out of the second.

    The first holds for house bots only as long as they are chosen first, and not as an opponent.
    """

    bot: int = 200
    owner: int = 1000


def seat(
    first: Candidate,
    others: Sequence[Candidate],
    *,
    sides: int,
    rng: Random,
    caps: Caps,
    apart: Set[frozenset[Hashable]],
) -> tuple[int, ...] | None:
    """Keys of a table, the bot chosen first in front; None where it cannot be filled.

    Owners who are `apart`, by twos, do not meet.
    """
    free = [bot for bot in others if bot.owner is None or has_share(bot, caps)]
    table = [first]
    while len(table) < sides:
        near = _nearest(_may_join(free, table, apart), first, max(NEAREST, sides - 1))
        if not near:
            return None
        table.append(rng.choice(near))
    return tuple(bot.key for bot in table)


def in_turn(candidates: Sequence[Candidate], caps: Caps) -> list[Candidate]:
    """The candidates that may be chosen first, by their turns."""
    may_begin = [bot for bot in candidates if has_share(bot, caps) and not bot.resting]
    return sorted(may_begin, key=lambda bot: (bot.recent_games, bot.last_played, bot.key))


def has_share(bot: Candidate, caps: Caps) -> bool:
    """Whether its daily share, and its owner's, are not used up."""
    return bot.games_today < caps.bot and (bot.owner is None or bot.owner_games_today < caps.owner)


def _may_join(
    free: Sequence[Candidate], table: Sequence[Candidate], apart: Set[frozenset[Hashable]]
) -> list[Candidate]:
    """The candidates that may join a table: none twice, none that would keep it unrated."""
    keys = {bot.key for bot in table}
    owners = {bot.owner for bot in table} - {None}
    return [
        bot
        for bot in free
        if bot.key not in keys
        and bot.owner not in owners
        and all(frozenset((bot.owner, owner)) not in apart for owner in owners)
    ]


def _nearest(others: Sequence[Candidate], first: Candidate, count: int) -> list[Candidate]:
    """Those nearest in rating to the first of a table."""
    return sorted(others, key=lambda bot: (abs(bot.rating - first.rating), bot.key))[:count]
