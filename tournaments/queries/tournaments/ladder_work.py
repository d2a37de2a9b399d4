"""All ladders at once, for a tick: in most ticks none of them has any work."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q

from tournaments.models import Entry, Match, Rating, Tournament
from tournaments.queries.bots import overview
from tournaments.queries.tournaments.ladder import NEW_GAMES

WAITING = 2
"""The most matches of a ladder that are open at any time: few, so that ratings are fresh."""


def moving(ladders: Sequence[Tournament], *, now: datetime) -> set[int]:
    """The ids of the ladders on which somebody comes or goes."""
    wanted, active = climbing(ladders, now=now), entered(ladders)
    return {ladder.pk for ladder in ladders if wanted[ladder.pk] != active[ladder.pk]}


def climbing(ladders: Sequence[Tournament], *, now: datetime) -> dict[int, set[int]]:
    """The versions with which bots climb now, by ladder; all as ids."""
    closed = {ladder.pk: ladder.variant.key for ladder in ladders if not ladder.variant.is_open}
    open_ = {ladder.pk: ladder.variant.key for ladder in ladders if ladder.variant.is_open}
    here = overview.climbing(closed.values()) if closed else {}
    openly = overview.climbing_openly(open_.values(), now=now) if open_ else {}
    return {
        **{ladder: here[variant] for ladder, variant in closed.items()},
        **{ladder: openly.get(variant, set()) for ladder, variant in open_.items()},
    }


def entered(ladders: Sequence[Tournament]) -> dict[int, set[int]]:
    """The versions that are on each ladder now; both as ids."""
    rows = Entry.objects.active().filter(tournament__in=ladders)
    versions: dict[int, set[int]] = {ladder.pk: set() for ladder in ladders}
    for ladder, version in rows.values_list("tournament", "version"):
        versions[ladder].add(version)
    return versions


def able_to_pair(ladders: Sequence[Tournament]) -> set[int]:
    """The ids of the ladders that have room for a match, and somebody who may begin one."""
    busy = full(ladders)
    anchored = Rating.objects.filter(
        version=OuterRef("version"), variant=OuterRef("tournament__variant"), games__gte=NEW_GAMES
    )
    resting = Q(tournament__variant__is_open=True) | Exists(anchored)
    able = Entry.objects.active().exclude(resting, version__bot__is_house=True)
    rows = Tournament.objects.filter(
        pk__in=[ladder.pk for ladder in ladders if ladder.pk not in busy]
    )
    return set(
        rows.filter(Exists(able.filter(tournament=OuterRef("pk")))).values_list("pk", flat=True)
    )


def full(ladders: Sequence[Tournament]) -> set[int]:
    """The ids of the ladders of which enough matches wait."""
    open_ = Match.objects.open().filter(tournament__in=ladders)
    # Boards hold no slot, and many remote bots can play at once.
    waiting = Q(tournament__variant__is_open=False) | Q(status=Match.Status.QUEUED)
    counts = open_.filter(waiting).order_by().values("tournament").annotate(count=Count("pk"))
    return set(counts.filter(count__gte=WAITING).values_list("tournament", flat=True))
