"""The limits of one player and how much of each is used, shown before a limit is reached."""

from dataclasses import dataclass

from django.conf import settings

from agents.sizes import MIB
from tournaments.models import Player
from tournaments.queries.people import allowances
from tournaments.services.bots.trials import MAX_RUNNING
from tournaments.services.bots.uploads import MAX_UNCHECKED
from tournaments.services.tournaments.configuration import MAX_OPEN, MAX_WAITING
from tournaments.words import Sentence


@dataclass(frozen=True)
class Allowance:
    """How much of a limit is `used`; `most` is None if there is no limit."""

    what: Sentence
    used: int
    most: int | None


def of(player: Player) -> list[Allowance]:
    """Return all limits; staff have none on open tournaments and waiting games."""
    free = player.is_staff
    tournaments = allowances.open_tournaments(player).count()
    games = allowances.waiting_games(player).count()
    running = allowances.running_trials(player).count()
    unchecked = allowances.unchecked_versions(player).count()
    bots = allowances.kept_bots(player).count()
    stored = -(-allowances.stored_bytes(player) // MIB)
    return [
        Allowance(Sentence("open-tournaments"), tournaments, None if free else MAX_OPEN),
        Allowance(Sentence("waiting-games"), games, None if free else MAX_WAITING),
        Allowance(Sentence("running-trials"), running, MAX_RUNNING),
        Allowance(Sentence("unchecked-uploads"), unchecked, MAX_UNCHECKED),
        Allowance(Sentence("bots-kept"), bots, settings.PLAYER_BOTS),
        Allowance(Sentence("stored-uploads"), stored, settings.PLAYER_STORAGE_BYTES // MIB),
    ]
