"""Connections of remote bots: a lease that their streams renew while their tokens hold."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.conf import settings

from tournaments.models import ApiToken, Bot
from tournaments.queries.casual.remote import LEASE


class Line(NamedTuple):
    """A stream of a remote bot, by the ids of its token and its bot."""

    token: int
    bot: int


def connect(bot: int, *, at_once: int, now: datetime) -> None:
    """Note that the program of a bot listens, and how many games it plays at once."""
    Bot.objects.filter(pk=bot, is_remote=True).update(
        connected_since=now,
        connected_until=now + LEASE,
        at_once=max(1, min(at_once, settings.REMOTE_GAMES)),
    )


def renew(lines: Collection[Line], *, now: datetime) -> set[Line]:
    """Renew the leases of bots with streams; return the streams that go on.

    A stream ends with its token, and when its bot is banned or deleted.
    """
    valid = ApiToken.objects.valid(now=now).filter(player__is_active=True)
    tokens = valid.filter(pk__in={line.token for line in lines})
    holders = dict(tokens.values_list("pk", "player"))
    playing = Bot.objects.kept().filter(pk__in={line.bot for line in lines}, banned_at=None)
    owners = dict(playing.values_list("pk", "owner"))
    going_on = {
        line for line in lines if line.bot in owners and holders.get(line.token) == owners[line.bot]
    }
    renewed = Bot.objects.filter(pk__in={line.bot for line in going_on})
    renewed.update(connected_until=now + LEASE)
    return going_on


def disconnect(bot: int, *, now: datetime) -> None:
    """Note that no program of a bot listens any more."""
    Bot.objects.filter(pk=bot, connected_until__gt=now).update(connected_until=now)
