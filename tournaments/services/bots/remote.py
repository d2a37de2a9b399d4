"""Registers the versions of remote bots, whose code stays with their authors."""

import hashlib
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from agents.terms import repertoire
from engine import EngineError
from tournaments.errors import Invalid
from tournaments.models import Bot, Player, Version
from tournaments.services.bots import uploads


@transaction.atomic
def register(
    *,
    bot: Bot,
    player: Player,
    identity: str,
    games: Sequence[str],
    notes: str = "",
    now: datetime,
) -> tuple[Version, bool]:
    """Return the version of a remote bot that has an identity, and whether it is new.

    The identity is a text by which the author tells versions apart, such as a hash of the program.
    What the version plays stays as it was first declared. Raises NotAllowed as `upload` does, and
    Invalid for games that nobody knows and for a bot whose code the site has.
    """
    uploads.check_takes_versions(bot, player)
    if not bot.is_remote:
        raise Invalid("bot-is-hosted", "identity", bot=bot)
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    digest = hashlib.sha256(identity.encode()).hexdigest()
    existing = bot.versions.filter(sha256=digest).first()
    if existing and existing.deleted_at:
        raise Invalid("remote-version-was-deleted", "identity", version=existing)
    if existing:
        return existing, False
    return _made(bot, digest, _readable(games), notes, now), True


def _readable(games: Sequence[str]) -> Sequence[str]:
    try:
        return repertoire.read(games)
    except EngineError as error:
        raise Invalid("remote-games-unknown", "games", why=error) from error


def _made(bot: Bot, digest: str, games: Sequence[str], notes: str, now: datetime) -> Version:
    return Version.objects.create(
        bot=bot,
        number=uploads.next_number(bot),
        is_remote=True,
        sha256=digest,
        size=0,
        stored_size=0,
        games=list(games),
        status=Version.Status.ACCEPTED,
        notes=notes,
        created_at=now,
    )
