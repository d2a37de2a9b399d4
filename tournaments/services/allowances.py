"""What one player may have at a time, beside what is used of it: for people to see beforehand."""

from dataclasses import dataclass

from django.conf import settings

from agents.sizes import MIB
from tournaments.models import Player
from tournaments.queries import allowances
from tournaments.services.tournaments.configuration import MAX_OPEN, MAX_WAITING
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
            allowances.open_tournaments(player).count(),
            None if free else MAX_OPEN,
        ),
        Allowance(
            "Games of these that wait",
            allowances.waiting_games(player).count(),
            None if free else MAX_WAITING,
        ),
        Allowance("Trials that run", allowances.running_trials(player).count(), MAX_RUNNING),
        Allowance(
            "Uploads that are being checked",
            allowances.unchecked_versions(player).count(),
            MAX_UNCHECKED,
        ),
        Allowance(
            "MiB of storage for uploads, compressed",
            -(-allowances.stored_bytes(player) // MIB),
            settings.PLAYER_STORAGE_BYTES // MIB,
        ),
    ]
