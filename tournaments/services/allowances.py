"""What one player may have at a time, beside what is used of it: for people to see beforehand."""

from dataclasses import dataclass

from django.conf import settings

from agents.archive import MIB
from tournaments.models import Player
from tournaments.queries import holdings
from tournaments.services.terms import MAX_OPEN, MAX_WAITING
from tournaments.services.trials import MAX_RUNNING
from tournaments.services.uploads import MAX_UNCHECKED


@dataclass(frozen=True)
class Allowance:
    """Of `most` there are `used`; `most` is None where there is no limit."""

    what: str
    used: int
    most: int | None


def of(player: Player) -> list[Allowance]:
    """Everything that is limited; staff may hold as many tournaments as they like."""
    free = player.is_staff
    return [
        Allowance(
            "Tournaments that are not over",
            holdings.open_tournaments(player).count(),
            None if free else MAX_OPEN,
        ),
        Allowance(
            "Games of these that wait",
            holdings.waiting_games(player).count(),
            None if free else MAX_WAITING,
        ),
        Allowance("Trials that run", holdings.running_trials(player).count(), MAX_RUNNING),
        Allowance(
            "Uploads that are being checked",
            holdings.unchecked_versions(player).count(),
            MAX_UNCHECKED,
        ),
        Allowance(
            "MiB of storage for uploads, compressed",
            -(-holdings.stored_bytes(player) // MIB),
            settings.PLAYER_STORAGE_BYTES // MIB,
        ),
    ]
