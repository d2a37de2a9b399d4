"""Fills a new installation: named variants, house bots, and their first tournaments."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

import engine
from agents import house
from engine.shelf import HouseBot
from tournaments.models import Bot, Player, Tournament, Variant, Version
from tournaments.queries import shipped
from tournaments.services.bots import uploads
from tournaments.services.playing import play, workers
from tournaments.services.ratings import fits
from tournaments.services.tournaments import create, lifecycle
from tournaments.services.tournaments.configuration import Configuration, entitled
from tournaments.words import Sentence


def ensure_variants() -> None:
    """Give the shipped variants their names and leaderboards, unless they have them already.

    Each has a hosted leaderboard, and an open one beside it.
    """
    for is_open, suffix in ((False, ""), (True, "-open")):
        for facts in shipped.VARIANTS:
            variant = Variant.objects.of(engine.parse_variant(facts.key), is_open=is_open)
            if not variant.rated:
                variant.name, variant.slug, variant.rated = facts.name, facts.slug + suffix, True
                variant.ladder = True
                variant.save(update_fields=["name", "slug", "rated", "ladder"])


@transaction.atomic
def ensure_bots(*, now: datetime) -> list[Version]:
    """Ship the house bots in their present code, for every present game; return their versions."""
    owner = Player.objects.house()
    return [_ensure_bot(owner, bot, now) for bot in shipped.HOUSE_BOTS]


def opening_tournaments(
    keys: Sequence[str], versions: Sequence[Version], *, now: datetime
) -> list[Tournament]:
    """Return a small round-robin of these versions on each of these leaderboards, made once.

    A leaderboard with fewer bots than a game has sides goes without.
    """
    owner = Player.objects.house()
    entrants = {key: [version for version in versions if version.plays(key)] for key in keys}
    return [
        _opening(owner, key, entrants[key], now)
        for key in keys
        if len(entrants[key]) >= len(set(engine.parse_variant(key).sides()))
    ]


def _ensure_bot(owner: Player, bot: HouseBot, now: datetime) -> Version:
    games = house.games_of(bot.code)
    return _ship(owner, bot.name, bot.description, house.read(bot.code), games=games, now=now)


def ensure_bot(*, name: str, description: str, code: bytes, now: datetime) -> Version:
    """Ship another house bot with this code, which plays every game but is on no ladder."""
    games = [info.id for info in engine.games()]
    version = _ship(Player.objects.house(), name, description, code, games=games, now=now)
    Bot.objects.filter(pk=version.bot_id).update(on_ladders=False)
    return version


def _ship(
    owner: Player, name: str, description: str, code: bytes, *, games: Sequence[str], now: datetime
) -> Version:
    """Return the version of a house bot with this code, which everybody may read."""
    bot = Bot.objects.filter(owner=owner, name=name).first()
    if bot is None:
        bot = uploads.create_bot(owner=owner, name=name, description=description, now=now)
        bot.is_house = True
        bot.save(update_fields=["is_house"])
    version = uploads.ship(bot=bot, data=code, games=games, now=now)
    version.publish(public=True)
    return version


def _opening(owner: Player, key: str, versions: Sequence[Version], now: datetime) -> Tournament:
    game = engine.parse_variant(key)
    board = Variant.objects.of(game)
    config = Configuration(
        **entitled(Sentence("opening-tournament", variant=board.name)),
        game=game,
        time_control=shipped.OPENING_TIME_CONTROL,
        starts_at=now,
        games_per_pairing=len(set(game.sides())),
    )
    tournament, _new = create.create(
        config,
        organiser=owner,
        versions=versions,
        submission=uuid.uuid5(shipped.NAMESPACE, key),
        now=now,
    )
    return tournament


def furnish(worker: workers.Worker, *, everywhere: bool = True, now: datetime) -> None:
    """Do all of this. The first time, play some games at once, so that no page is empty.

    Further opening tournaments wait for the workers: with `everywhere` one on each leaderboard.
    """
    first_time = not Version.objects.exists()
    ensure_variants()
    opening = [
        version
        for version, bot in zip(ensure_bots(now=now), shipped.HOUSE_BOTS, strict=True)
        if bot.opens
    ]
    opening_tournaments(shipped.OPENING_AT_ONCE, opening, now=now)
    if first_time:
        play.play_on(worker, validation=False, enough=lambda: False)
        lifecycle.advance(now=worker.now())
        fits.compute_all(now=worker.now())
    every = [board.key for board in shipped.VARIANTS]
    opening_tournaments(every if everywhere else shipped.OPENING_ALWAYS, opening, now=worker.now())
