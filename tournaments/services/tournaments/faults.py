"""Pauses a tournament at which the platform fails, and notifies those who can resume it."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.db import transaction
from django.db.models import Q

from tournaments.models import Player, Tournament
from tournaments.services import incidents
from tournaments.services.notices import notices
from tournaments.words import Sentence

logger = logging.getLogger(__name__)

_Found = TypeVar("_Found")


def attempt(
    tournament: Tournament, work: Callable[[], _Found], *, failed: str, now: datetime
) -> _Found | None:
    """Return what `work` returns; None after a fault, which pauses the tournament.

    `failed` is the code of the incident. Errors that do not concern this row are raised.
    """
    try:
        return work()
    except incidents.OF_NO_ROW:
        raise
    except Exception as error:  # it would fail at each tick and on each page, whatever it is
        logger.exception("%s: %s", failed, tournament)
        _stop(tournament, error, failed=failed, now=now)
        return None


@transaction.atomic
def _stop(tournament: Tournament, error: Exception, *, failed: str, now: datetime) -> None:
    """Note the fault; pause the tournament if it runs, and notify its organisers and staff."""
    incidents.note_failed(tournament, error, failed=failed, now=now)
    reason = Sentence("stopped-by-fault")
    status = Tournament.Status
    if tournament.move(from_status=status.RUNNING, to_status=status.PAUSED, pause_reason=reason):
        notices.tell_all(
            _responsible(tournament),
            Sentence("tournament-stopped", tournament=tournament),
            kind=notices.Kind.TOURNAMENT,
            link=tournament.get_absolute_url(),
            now=now,
        )


def _responsible(tournament: Tournament) -> list[Player]:
    """Return its organisers and all staff."""
    theirs = Q(is_staff=True) | Q(pk=tournament.organiser_id) | Q(co_organised=tournament)
    return list(Player.objects.filter(theirs, is_active=True).distinct())
