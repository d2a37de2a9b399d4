"""Remote bots for tests."""

from datetime import datetime

from tests.tournaments.factories import NOW
from tournaments.models import Bot, Player, Version
from tournaments.services.bots import connecting, remote, uploads
from tournaments.services.people import accounts


def remote_bot(owner: Player, name: str = "Far", *, games=("kalah",), identity="one") -> Version:
    """The first version of a new remote bot."""
    bot = uploads.create_bot(owner=owner, name=name, is_remote=True, now=NOW)
    version, _new = remote.register(bot=bot, player=owner, identity=identity, games=games, now=NOW)
    return version


def connected(version: Version, *, now: datetime = NOW, at_once: int = 4) -> Version:
    """The version, whose program has just connected."""
    connecting.connect(version.bot_id, at_once=at_once, now=now)
    version.bot = Bot.objects.get(pk=version.bot_id)
    return version


def token(player: Player, *scopes: str, now: datetime = NOW) -> str:
    """A token of these scopes."""
    return accounts.make_token(player, label="far", scopes=scopes, now=now)
