"""New tournaments: checked, with their entrants and a free address."""

from collections.abc import Sequence
from datetime import datetime
from secrets import randbits, token_hex
from typing import Any
from uuid import UUID

from django.db import IntegrityError, models, transaction
from django.utils.text import slugify

from tournaments.errors import Invalid
from tournaments.models import Entry, Player, Tournament, TournamentTable, Version
from tournaments.queries.people import allowances
from tournaments.services.tournaments import lifecycle, people
from tournaments.services.tournaments.configuration import (
    MAX_OPEN,
    MAX_WAITING,
    Configuration,
)

TAKEN = {"new", "preview"}
"""Names that no tournament may have as its address, since the site or the API uses them."""


def create(
    config: Configuration,
    *,
    organiser: Player,
    versions: Sequence[Version],
    submission: UUID,
    now: datetime,
) -> tuple[Tournament, bool]:
    """Create a scheduled tournament of these versions; start it if its time has come.

    Returns the tournament and whether it is new: the same `submission` again returns the same
    tournament. Raises Invalid, naming the field, for what cannot be played.
    """
    made_before = Tournament.objects.filter(organiser=organiser, submission=submission)
    if existing := made_before.first():
        return existing, False
    config.check_times(now=now)
    config.check(versions, organiser=organiser)
    try:
        with transaction.atomic():
            # Requests of an organiser are serialised, so that they do not pass the limits together.
            Player.objects.select_for_update(no_key=True).get(pk=organiser.pk)
            _check_limits(organiser)
            tournament = _make(config, organiser, submission, now)
            enter(tournament, versions)
            people.announce(tournament, now=now)
    except IntegrityError:
        # Another click made it at the same moment, or another tournament took its address.
        if existing := made_before.first():
            return existing, False
        raise Invalid("name-just-taken", "name") from None
    if config.starts_at <= now:
        lifecycle.start(tournament, now=now)
    return tournament, True


def enter(tournament: Tournament, versions: Sequence[Version], *, newest: bool = False) -> None:
    """Add entrants after the present ones; a version that is named twice is entered once.

    With `newest`, they play with their bot's newest version when the tournament starts. The entry
    of a version that has not been accepted yet is provisional.
    """
    last = tournament.entries.order_by("-number").values_list("number", flat=True).first() or 0
    Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            version=version,
            number=number,
            newest=newest,
            provisional=not version.is_accepted,
        )
        for number, version in enumerate(dict.fromkeys(versions), start=last + 1)
    )
    TournamentTable.changed([tournament.pk])


def _check_limits(organiser: Player) -> None:
    if organiser.is_staff:
        return
    if allowances.open_tournaments(organiser).count() >= MAX_OPEN:
        raise Invalid("too-many-open", most=MAX_OPEN)
    if allowances.waiting_games(organiser).count() + _planned(organiser) >= MAX_WAITING:
        raise Invalid("too-many-waiting", most=MAX_WAITING)


def _planned(organiser: Player) -> int:
    """Return how many games the scheduled tournaments will have, with their entrants so far."""
    scheduled = allowances.open_tournaments(organiser).scheduled()
    return sum(map(_games, scheduled.select_related("variant")))


def _games(tournament: Tournament) -> int:
    try:
        return Configuration.plan_of(tournament).games
    except Invalid:  # too few have come so far
        return 0


def _make(config: Configuration, organiser: Player, submission: UUID, now: datetime) -> Tournament:
    tournament = Tournament.objects.create(
        organiser=organiser,
        slug=slug_of(config, Tournament.objects.all()),
        submission=submission,
        pairing_seed=randbits(62),
        created_at=now,
        **config.columns(),
    )
    tournament.co_organisers.set(config.co_organisers)
    tournament.invited.set(config.invited)
    TournamentTable.objects.create(tournament=tournament)
    return tournament


def slug_of(config: Configuration, used: models.QuerySet[Any]) -> str:
    """Return an address; a private one has a random part, so that no taken name reveals it."""
    if config.access != Tournament.Access.PRIVATE:
        return free_slug(config.name, used)
    return f"{slugify(config.name) or 'tournament'}-{token_hex(6)}"


def free_slug(name: str, used: models.QuerySet[Any] | None = None) -> str:
    """Return a free address for a tournament of this name, or for a row among those of `used`."""
    stem = slugify(name) or "tournament"
    rows = Tournament.objects.all() if used is None else used
    taken = TAKEN | set(rows.filter(slug__startswith=stem).values_list("slug", flat=True))
    candidates = (
        stem if number == 1 else f"{stem}-{number}" for number in range(1, len(taken) + 2)
    )
    return next(slug for slug in candidates if slug not in taken)
