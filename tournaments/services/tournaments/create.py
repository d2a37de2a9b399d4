"""New tournaments: their terms checked, their entrants entered, and a free address found."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from tournaments.errors import Invalid
from tournaments.models import Entry, Player, Tournament, Variant, Version
from tournaments.queries import allowances
from tournaments.services.tournaments import lifecycle, people
from tournaments.services.tournaments.configuration import MAX_OPEN, MAX_WAITING, Terms, terms_of

TAKEN = {"new", "preview"}
"""Addresses under tournaments/, on the site and in the API, that are of their own."""


def create(
    *,
    organiser: Player,
    versions: Sequence[Version],
    submission: UUID,
    now: datetime,
    **terms: Any,
) -> tuple[Tournament, bool]:
    """A scheduled tournament by `terms` (see `Terms`), started at once when its time has come.

    Returns the tournament and whether it is new: the same `submission` again is the same
    tournament. Raises Invalid, naming the field, for what cannot be played.
    """
    made_before = Tournament.objects.filter(organiser=organiser, submission=submission)
    if known := made_before.first():
        return known, False
    wanted = Terms(**terms)
    wanted.check_times(now=now)
    wanted.check(versions, organiser=organiser)
    try:
        with transaction.atomic():
            # One after the other, so that many at once do not all find room.
            Player.objects.select_for_update(no_key=True).get(pk=organiser.pk)
            _check_limits(organiser)
            tournament = _make(wanted, organiser, submission, now)
            enter(tournament, versions)
            people.announce(tournament, now=now)
    except IntegrityError:
        # At the same moment the other of two clicks made it, or another took its address.
        if known := made_before.first():
            return known, False
        raise Invalid("name", "Another tournament has just got this name. Try again.") from None
    if wanted.starts_at <= now:
        lifecycle.start(tournament, now=now)
    return tournament, True


def enter(tournament: Tournament, versions: Sequence[Version], *, newest: bool = False) -> None:
    """Add entrants after those that there are; the same version twice is one.

    `newest` ones play with whatever is their bot's newest version when the tournament starts.
    """
    last = tournament.entries.order_by("-number").values_list("number", flat=True).first() or 0
    Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            version=version,
            number=number,
            newest=newest,
        )
        for number, version in enumerate(dict.fromkeys(versions), start=last + 1)
    )


def _check_limits(organiser: Player) -> None:
    if organiser.is_staff:
        return
    if allowances.open_tournaments(organiser).count() >= MAX_OPEN:
        raise Invalid(
            None, f"You have {MAX_OPEN} tournaments that are not over; let one of them end first."
        )
    if allowances.waiting_games(organiser).count() + _planned(organiser) >= MAX_WAITING:
        raise Invalid(
            None, f"{MAX_WAITING:,} games of your tournaments wait; let some be played first."
        )


def _planned(organiser: Player) -> int:
    """The games that tournaments which have not started will have, with their entrants so far."""
    scheduled = allowances.open_tournaments(organiser).scheduled()
    return sum(map(_games, scheduled.select_related("variant")))


def _games(tournament: Tournament) -> int:
    try:
        return terms_of(tournament).preview(entrants=tournament.entries.count()).games
    except Invalid:  # too few have come so far
        return 0


def _make(wanted: Terms, organiser: Player, submission: UUID, now: datetime) -> Tournament:
    tournament = Tournament.objects.create(
        organiser=organiser,
        name=wanted.name,
        slug=_slug(wanted),
        submission=submission,
        variant=Variant.objects.of(wanted.game),
        format=wanted.format,
        format_options=dict(wanted.format_options),
        pairing_seed=secrets.randbits(62),
        tie_breaks=list(wanted.tie_breaks),
        games_per_pairing=wanted.games_per_pairing,
        opening_actions=wanted.openings(),
        time_control=wanted.time_control,
        access=wanted.access,
        registration_opens_at=wanted.registration_opens_at,
        registration_closes_at=wanted.registration_closes_at,
        created_at=now,
        starts_at=wanted.starts_at,
    )
    tournament.co_organisers.set(wanted.co_organisers)
    tournament.invited.set(wanted.invited)
    return tournament


def _slug(wanted: Terms) -> str:
    """An address; that of a private tournament is no name that another one could find taken."""
    if wanted.access != Tournament.Access.PRIVATE:
        return free_slug(wanted.name)
    return f"{slugify(wanted.name) or 'tournament'}-{secrets.token_hex(6)}"


def free_slug(name: str) -> str:
    """An address for a tournament of this name that no other one has."""
    stem = slugify(name) or "tournament"
    used = Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True)
    taken = TAKEN | set(used)
    candidates = (
        stem if number == 1 else f"{stem}-{number}" for number in range(1, len(taken) + 2)
    )
    return next(slug for slug in candidates if slug not in taken)
