"""Rows by the words of an address. Each raises NotFound, which says what is missing."""

from typing import TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import Manager, Model, QuerySet
from rest_framework.exceptions import NotFound

from tournaments.models import Bot, Player, Tournament, Variant, Version
from tournaments.queries import tournament_lists
from tournaments.queries.bots import overview
from tournaments.queries.ratings import leaderboards

Row = TypeVar("Row", bound=Model)


def find(rows: QuerySet[Row] | Manager[Row], what: str, **keys: object) -> Row:
    """The one row of these keys."""
    text = " ".join(str(key) for key in keys.values())
    # PostgreSQL cannot look for a text with a NUL in it.
    row = rows.filter(**keys).first()
    if row is None:
        raise NotFound(f"There is no {what} “{text}”.")
    return row


def find_bot(player: Player | AnonymousUser, slug: str) -> Bot:
    """A bot that the player may look at."""
    return find(overview.known_to(player), "bot", slug=slug)


def find_version(player: Player | AnonymousUser, slug: str, number: int) -> Version:
    """A version of a bot that the player may look at."""
    bot = find_bot(player, slug)
    return find(overview.versions(bot, player), f"version of {bot}", number=number)


def find_played(slug: str, number: int) -> Version:
    """A version of a bot by whatever it has played: results stay of hidden and deleted ones."""
    rows = Version.objects.select_related("bot__owner")
    return find(rows, f"version of {slug}", bot__slug=slug, number=number)


def find_leaderboard(slug: str) -> Variant:
    """A variant that has a leaderboard."""
    return find(leaderboards.leaderboards(), "leaderboard", slug=slug)


def find_tournament(player: Player | AnonymousUser, slug: str) -> Tournament:
    """A tournament that the player may see."""
    rows = tournament_lists.visible_to(player).select_related("variant", "organiser")
    return find(rows, "tournament", slug=slug)
