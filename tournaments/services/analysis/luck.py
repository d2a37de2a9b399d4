"""Luck, what throws and openings gave each seat: judged and stored when a match is over."""

import random
from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.db import transaction

from tournaments.models import Incident, Match, Seat
from tournaments.queries.playing import luck
from tournaments.services import incidents
from tournaments.services.ratings.luck import keep
from tournaments.words import Sentence

AT_ONCE = 50
"""The most matches that one look at the queue takes up."""


def judge_due(*, now: datetime, enough: Callable[[], bool]) -> bool:
    """Judge the luck of finished matches until `enough`; return whether some may be left.

    A match that cannot be judged keeps no luck, and an incident says why.
    """
    while matches := list(luck.due()[:AT_ONCE]):
        random.shuffle(matches)  # so that other hosts seldom judge the same one
        for match in matches:
            if enough():
                return True
            incidents.attempt(match, partial(judge, match, now=now), failed="luck-failed", now=now)
            _strike_off(match)
    return False


def judge(match: Match, *, now: datetime) -> None:
    """Store the luck of each seat in the games of a match of which there are records."""
    if not luck.is_judge_here(match):
        function = {"name": match.value_function, "sha256": match.value_sha256}
        text = Sentence("value-function-gone", **function)
        incidents.note_once(Incident.Kind.PLATFORM_FAULT, text=text, now=now)
        return
    seats = _judged_seats(match)
    with transaction.atomic():
        if match.tournament is not None and _strike_off(match):
            keep(match.tournament, seats)


def _strike_off(match: Match) -> bool:
    """Let the match wait no more; return False if another host was first."""
    return Match.objects.unjudged().filter(pk=match.pk).update(luck_due_at=None) == 1


def _judged_seats(match: Match) -> list[Seat]:
    games = match.games.recorded().select_related("variant")
    judged: list[Seat] = []
    for game in games.prefetch_related("seats"):
        seats = list(game.seats.all())
        for seat, gained in zip(seats, luck.of_game(match, game), strict=True):
            seat.luck = gained
        judged += seats
    return judged
