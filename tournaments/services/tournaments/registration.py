"""Enters players' bots in a tournament while its registration is open, and takes them out."""

import contextlib
from datetime import datetime

from django.db import transaction

from tournaments.errors import Invalid, NotAllowed
from tournaments.mathematics import formats
from tournaments.models import Bot, Entry, Player, Tournament, TournamentTable
from tournaments.queries.bots import overview
from tournaments.queries.people import clubs
from tournaments.queries.tournaments import format_input
from tournaments.services.tournaments import create, rounds
from tournaments.services.tournaments.configuration import (
    MAX_GAMES,
    Configuration,
    check_entrants,
)


@transaction.atomic
def enter(tournament: Tournament, bot: Bot, *, player: Player, now: datetime) -> Entry:
    """Enter a bot, to play with its newest version when the tournament starts; return its entry.

    A bot that may enter late plays with its newest version from the next round on. A version that
    is still being checked counts: its entry is provisional. A bot that is entered already keeps its
    entry. Raises NotAllowed for another player's bot or a tournament that the player may not enter,
    Invalid if registration is not open or the bot cannot play.
    """
    tournament = Tournament.objects.locked(tournament.pk)
    late = is_open_late(tournament)
    if not late:
        _check_open(tournament, now)
    check_player(tournament, bot, player)
    game = tournament.variant.load()
    version = overview.entering(bot, variant=game.variant, until=clubs.deadline(tournament))
    if version is None:
        raise Invalid("no-version-plays", "bot", bot=bot, game=game.variant)
    check_entrants([version], game=game, organiser=player, is_open=tournament.variant.is_open)
    entries = tournament.entries.filter(version__bot=bot)
    if entry := entries.active().first():
        return entry
    if out := entries.first():
        raise Invalid("was-taken-out", "bot", bot=bot, tournament=tournament, why=out.withdrawal)
    _check_room(tournament)
    create.enter(tournament, [version], newest=True)
    if late:
        rounds.note_ratings(tournament, entries)
    return entries.get()


@transaction.atomic
def leave(entry: Entry, *, player: Player, now: datetime) -> bool:
    """Take one's bot out before registration closes; return False if that is too late.

    Raises NotAllowed for anybody but the bot's owner.
    """
    bot = entry.version.bot
    if bot.owner_id != player.pk:
        raise NotAllowed("owner-takes-out", owner=bot.owner, bot=bot)
    if not is_open(Tournament.objects.locked(entry.tournament_id), now=now):
        return False
    # A withdrawn entry stays: otherwise its bot could leave and simply enter again.
    removed, _rows = Entry.objects.active().filter(pk=entry.pk).delete()
    TournamentTable.changed([entry.tournament_id] if removed else [])
    return removed > 0


def is_open(tournament: Tournament, *, now: datetime) -> bool:
    """Whether players can enter their bots now."""
    opens, closes = tournament.registration_opens_at, tournament.registration_closes_at
    scheduled = tournament.status == Tournament.Status.SCHEDULED
    return scheduled and opens is not None and closes is not None and opens <= now < closes


def is_open_late(tournament: Tournament) -> bool:
    """Whether players can still enter their bots after the start, and miss the rounds so far."""
    begun = tournament.status in Tournament.BEGUN
    if not begun or tournament.registration_opens_at is None:
        return False
    if tournament.format != Tournament.Format.SWISS:
        return False
    most = formats.get(tournament.format).complete(tournament.format_options)["late"]
    paired = tournament.rounds.count()
    return paired <= most and paired < Configuration.plan_of(tournament).rounds


def _check_open(tournament: Tournament, now: datetime) -> None:
    if is_open(tournament, now=now):
        return
    opens = tournament.registration_opens_at
    if opens is None:
        raise Invalid("no-registration", "bot", tournament=tournament)
    if now < opens:
        raise Invalid("registration-opens-later", "bot", tournament=tournament, opens=opens)
    raise Invalid("registration-closed", "bot", tournament=tournament)


def _check_room(tournament: Tournament) -> None:
    """Raise Invalid if one more entrant would make too many games or entrants."""
    most = formats.get(tournament.format).room(format_input.sides(tournament))
    count = tournament.entries.count() + 1
    games = 0
    with contextlib.suppress(Invalid):  # too few so far, which is for the start to say
        games = Configuration.of(tournament).preview(entrants=count).games
    if count > most or games > MAX_GAMES:
        raise Invalid("tournament-full", "bot", tournament=tournament, most=count - 1)


def check_player(tournament: Tournament, bot: Bot, player: Player) -> None:
    """Raise NotAllowed for another player's bot, or a player who may not enter."""
    if bot.owner_id != player.pk:
        raise NotAllowed("owner-enters", owner=bot.owner, bot=bot)
    if tournament.club and not tournament.club.members.filter(player=player).exists():
        raise NotAllowed("members-only", tournament=tournament, club=tournament.club)
    if tournament.access == Tournament.Access.OPEN:
        return
    if not tournament.invited.filter(pk=player.pk).exists():
        raise NotAllowed("invited-only", tournament=tournament, organiser=tournament.organiser)
