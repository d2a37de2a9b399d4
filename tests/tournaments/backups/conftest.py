"""A played site, backups of it, and an empty installation."""

import io
import uuid

import pytest
from django.core.management import call_command
from django.utils import timezone

from agents import samples
from tests.tournaments.backups.elsewhere import Elsewhere
from tests.tournaments.factories import BotFactory, play_out, tournament
from tournaments.models import Match, Version
from tournaments.services.bots import uploads


@pytest.fixture
def elsewhere(tmp_path):
    return Elsewhere(tmp_path)


@pytest.fixture
def backup(tmp_path):
    """Write a backup; gives its path."""

    def write(*options):
        path = tmp_path / f"{uuid.uuid4().hex}.tar.gz"
        call_command("backup", str(path), *options, stdout=io.StringIO())
        return path

    return write


@pytest.fixture
def played():
    """A tournament of three uploaded bots, played but for its last matches."""
    versions = [uploaded() for _bot in range(3)]
    tournament(versions, games_per_pairing=8)
    first, *rest = Match.objects.filter(checks=None)
    play_out(first)
    return rest


def uploaded():
    bot = BotFactory()
    code = samples.read("random") + f"\n# {bot.name}\n".encode()
    version, _new = uploads.upload(
        bot=bot, player=bot.owner, code=uploads.CodeFile("bot.py", code), now=timezone.now()
    )
    Version.objects.filter(pk=version.pk).update(status="accepted", games=["kalah", "einstein"])
    version.refresh_from_db()
    return version
