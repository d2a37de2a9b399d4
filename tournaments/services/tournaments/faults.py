"""Pauses a tournament at which the platform fails, and notifies those who can resume it."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.db import transaction
from django.db.models import Q

from tournaments.models import Player, Tournament
from tournaments.services import incidents
from tournaments.services.notices import notices
from tournaments.words import Sentence

_Result = TypeVar("_Result")


def attempt(
    tournament: Tournament, work: Callable[[], _Result], *, failed: str, now: datetime
) -> _Result | None:
    """Return what `work` returns; None after a fault, which pauses the tournament.

    `failed` is the code of the incident. Errors that do not concern this row are raised.
    """
    # It would fail at each tick and on each page, whatever it is.
    done = incidents.attempt(tournament, work, failed=failed, now=now)
    if done is None:
        _stop(tournament, now)
    return done


@transaction.atomic
def _stop(tournament: Tournament, now: datetime) -> None:
    """Pause the tournament if it runs, and notify its organisers and staff."""
    if tournament.pause(Sentence("stopped-by-fault")):
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
