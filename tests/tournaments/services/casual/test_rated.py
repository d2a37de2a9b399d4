"""Matches with a remote seat: boards one after the other, reported once, whoever is killed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from agents import samples
from agents.sandbox import Isolation
from engine import record
from tests.tournaments.factories import (
    BotFactory,
    PlayerFactory,
    VersionFactory,
    tournament,
)
from tournaments.errors import Invalid
from tournaments.models import CasualGame, Incident, Rating, Unrated, Variant
from tournaments.queries.casual.courses import course_of
from tournaments.queries.games import matches
from tournaments.queries.playing import queue
from tournaments.services.bots import remote, uploads
from tournaments.services.casual import hosting, moves, rated
from tournaments.services.casual.changes import keep
from tournaments.services.house import opening as house
from tournaments.services.people import interventions
from tournaments.services.playing import play, workers
from tournaments.services.ratings import ledger

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def far(name, *, games=("einstein",), connected=True):
    bot = uploads.create_bot(owner=PlayerFactory(), name=name, is_remote=True, now=NOW)
    version, _new = remote.register(
        bot=bot, player=bot.owner, identity="one", games=games, now=NOW
    )
    if connected:
        bot.connected_until = NOW + timedelta(days=1)
        bot.save()
    return version
