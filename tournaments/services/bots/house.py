"""Furnishes a new installation: named variants, house bots, and a first tournament of theirs."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

import engine
from agents import samples
from tournaments.models import Bot, Player, Tournament, Variant, Version
from tournaments.queries import shipped
from tournaments.services import play
from tournaments.services.bots import uploads
from tournaments.services.ratings import fits
from tournaments.services.tournaments import create, lifecycle
from tournaments.services.tournaments.configuration import Configuration

NAMESPACE = uuid.UUID("6ad1f3a4-7c0e-4d55-9f0b-0d6a3d7f7c11")


def ensure_variants() -> None:
    """The shipped variants with their names and leaderboards, when they are met first."""
    for one in shipped.VARIANTS:
        variant = Variant.objects.of(engine.parse_variant(one.key))
        if not variant.rated:
            variant.name, variant.slug, variant.rated = one.name, one.slug, True
            variant.ladder = one.key in shipped.LADDERS
            variant.save(update_fields=["name", "slug", "rated", "ladder"])


@transaction.atomic
def ensure_bots(*, now: datetime) -> list[Version]:
    """The house bots in their present code, for every game that there is now."""
    house = player()
    return [_ensure_bot(house, one, now) for one in shipped.HOUSE_BOTS]


def opening_tournaments(versions: Sequence[Version], *, now: datetime) -> list[Tournament]:
    """A small round-robin of these versions in each of a few games, made once."""
    house = player()
    return [_opening(house, key, versions, now) for key in shipped.OPENING_VARIANTS]


def player() -> Player:
    """The player who owns the house bots and holds what the platform itself organises."""
    house, created = Player.objects.get_or_create(username=shipped.HOUSE_PLAYER)
    if created:
        house.set_unusable_password()
        house.save()
    return house


def _ensure_bot(house: Player, one: shipped.HouseBot, now: datetime) -> Version:
    return _ship(house, one.name, one.description, samples.read(one.sample), now)


def ensure_bot(*, name: str, description: str, code: bytes, now: datetime) -> Version:
    """One more house bot, in this code; it climbs no ladders."""
    version = _ship(player(), name, description, code, now)
    Bot.objects.filter(pk=version.bot_id).update(on_ladders=False)
    return version


def _ship(house: Player, name: str, description: str, code: bytes, now: datetime) -> Version:
    bot = Bot.objects.filter(owner=house, name=name).first()
    if bot is None:
        bot = uploads.create_bot(owner=house, name=name, description=description, now=now)
        bot.is_house = True
        bot.save(update_fields=["is_house"])
    games = [game.id for game in engine.games()]
    return uploads.ship(bot=bot, data=code, games=games, now=now)


def _opening(house: Player, key: str, versions: Sequence[Version], now: datetime) -> Tournament:
    game = engine.parse_variant(key)
    wanted = Configuration(
        name=f"{shipped.OPENING_NAME}: {game.name}",
        game=game,
        time_control=shipped.OPENING_TIME_CONTROL,
        starts_at=now,
        games_per_pairing=2,
    )
    submission = uuid.uuid5(NAMESPACE, key)
    tournament, _new = create.create(
        wanted, organiser=house, versions=versions, submission=submission, now=now
    )
    return tournament


def furnish(worker: play.Worker, *, now: datetime) -> None:
    """All of it. The first time it is played to its end at once, so that no page is empty."""
    first_time = not Version.objects.exists()
    ensure_variants()
    opening_tournaments(ensure_bots(now=now), now=now)
    if first_time:
        play.play_on(worker, validation=False, enough=lambda: False)
        lifecycle.advance(now=worker.now())
        fits.compute_all(now=worker.now())
