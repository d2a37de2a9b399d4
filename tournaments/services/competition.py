"""Tournaments from the form to the last result: create, start, advance, pause, extend, cancel."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.text import slugify

import engine
from tournaments import dispatch, formats
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Entry, Match, Player, Tournament, Variant, Version
from tournaments.queries import bots, holdings
from tournaments.queries import competition as queries
from tournaments.services import incidents, notices, people, rounds
from tournaments.services.terms import MAX_OPEN, MAX_WAITING, Terms, check_size

TAKEN = {"new", "preview"}
"""Addresses under tournaments/, on the site and in the API, that are of their own."""

_LIMITED = (Tournament.Status.SCHEDULED, Tournament.Status.RUNNING, Tournament.Status.PAUSED)


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
        start(tournament, now=now)
    return tournament, True


def terms_of(tournament: Tournament) -> Terms:
    """The terms that a tournament was made by: to check it, or to make another like it.

    Raises Invalid for a game, or an option of it, that the engine has no more.
    """
    return Terms(
        name=tournament.name,
        game=_game(tournament),
        time_control=tournament.time_control,
        starts_at=tournament.starts_at,
        games_per_pairing=tournament.games_per_pairing,
        format=tournament.format,
        format_options=tournament.format_options,
        tie_breaks=tournament.tie_breaks,
        opening_actions=tournament.opening_actions,
        access=tournament.access,
        registration_opens_at=tournament.registration_opens_at,
        registration_closes_at=tournament.registration_closes_at,
    )


def _game(tournament: Tournament) -> engine.Game:
    try:
        return tournament.variant.load()
    except engine.EngineError as error:
        raise Invalid(None, f"It cannot be played here any more: {error}.") from error


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


def start(tournament: Tournament, *, now: datetime) -> bool:
    """Freeze the entrants, make the first rounds and queue their matches.

    Returns False if it has been started or cancelled. Where too few entrants have come it is
    cancelled, and its organiser is told.
    """
    status = Tournament.Status
    with transaction.atomic():
        if not tournament.move(
            from_status=status.SCHEDULED, to_status=status.RUNNING, started_at=now
        ):
            return False
        tournament.entries.filter(withdrawn_at__isnull=False).delete()
        _freeze(tournament)
        try:
            check_size(terms_of(tournament), entrants=tournament.entries.count())
        except Invalid as refusal:
            _call_off(tournament, str(refusal), now)
            return False
        rounds.note_ratings(tournament, tournament.entries.all())
    # Should this be where the machine stops, the tick goes on from here.
    rounds.proceed(tournament, now=now)
    return True


def start_now(tournament: Tournament, *, player: Player, now: datetime) -> bool:
    """Start a scheduled tournament before its time, at the word of somebody who may.

    Returns False if there was nothing to start. Raises NotAllowed for anybody else, Invalid where
    its entrants are too few.
    """
    _require_manager(tournament, player, "start")
    if tournament.status == Tournament.Status.SCHEDULED:
        check_size(terms_of(tournament), entrants=tournament.entries.count())
    return start(tournament, now=now)


def start_due(*, now: datetime) -> int:
    """Start every scheduled tournament whose time has come; how many that were."""
    due = Tournament.objects.filter(status=Tournament.Status.SCHEDULED, starts_at__lte=now)
    return incidents.each(due, partial(start, now=now), what="start", now=now)


def advance(*, now: datetime) -> int:
    """Take every running tournament further: its next round, or its end; how many ended."""
    running = Tournament.objects.filter(status=Tournament.Status.RUNNING)
    further = partial(rounds.proceed, now=now)
    return incidents.each(_idle(running), further, what="go on with", now=now)


def pause(tournament: Tournament, *, player: Player, now: datetime) -> bool:
    """Let its matches wait; those under way are played to their end. False if it does not run.

    Raises NotAllowed for anybody but its organisers and staff.
    """
    _require_manager(tournament, player, "pause")
    status = Tournament.Status
    return tournament.move(
        from_status=status.RUNNING,
        to_status=status.PAUSED,
        pause_reason=f"Paused by {player} on {now:%Y-%m-%d at %H:%M} UTC.",
        paused_by=player,
    )


def resume(tournament: Tournament, *, player: Player) -> bool:
    """Let a tournament that an organiser has paused go on; False if it is not paused so.

    Raises NotAllowed for anybody but its organisers and staff.
    """
    _require_manager(tournament, player, "resume")
    if tournament.paused_by_id is None:
        return False
    status = Tournament.Status
    moved = tournament.move(
        from_status=status.PAUSED, to_status=status.RUNNING, pause_reason="", paused_by=None
    )
    dispatch.wake(dispatch.PLAY)
    return moved


def extend(tournament: Tournament, *, player: Player, now: datetime) -> bool:
    """One cycle or round more for a format that has such a number; False if it is over.

    Raises NotAllowed for anybody but its organisers and staff, Invalid where the format has no
    such number, or where it would become too long.
    """
    _require_manager(tournament, player, "extend")
    longer = terms_of(tournament)
    name = extendable(tournament)
    if name is None:
        raise Invalid("format", f"A tournament of this format cannot be extended: {longer.format}.")
    options = formats.get(tournament.format).complete(tournament.format_options)
    entrants = tournament.entries.count()
    # A Swiss tournament that says 0 has as many rounds as its entrants need.
    options[name] = (options[name] or longer.preview(entrants=entrants).rounds) + 1
    check_size(Terms(**vars_of(longer) | {"format_options": options}), entrants=entrants)
    rows = Tournament.objects.filter(pk=tournament.pk, status__in=_LIMITED)
    extended = rows.update(format_options=options) == 1
    tournament.refresh_from_db()
    advance(now=now)
    return extended


def extendable(tournament: Tournament) -> str | None:
    """The option of its format that says how long it is, or None if there is none."""
    if tournament.format not in formats.FORMATS:
        return None
    names = {spec.name for spec in formats.get(tournament.format).options}
    return next((name for name in ("cycles", "rounds") if name in names), None)


def vars_of(terms: Terms) -> dict[str, Any]:
    """The terms as keyword arguments, to make others that differ in a few."""
    return {name: getattr(terms, name) for name in terms.__dataclass_fields__}


def cancel(tournament: Tournament, *, player: Player, now: datetime) -> bool:
    """Call a tournament off: matches still waiting are void, games already played stay.

    Returns False if it was over already. Raises NotAllowed for anybody but its organisers and
    staff.
    """
    _require_manager(tournament, player, "cancel")
    with transaction.atomic():
        return _cancel(tournament, "The tournament was cancelled.", now)


def _cancel(tournament: Tournament, reason: str, now: datetime) -> bool:
    moved = any(
        tournament.move(
            from_status=one,
            to_status=Tournament.Status.CANCELLED,
            ended_at=now,
            pause_reason="",
            paused_by=None,
        )
        for one in _LIMITED
    )
    if moved:
        tournament.matches.filter(status=Match.Status.QUEUED).update(
            status=Match.Status.VOID, void_reason=reason, ended_at=now
        )
    return moved


def _call_off(tournament: Tournament, reason: str, now: datetime) -> None:
    _cancel(tournament, reason, now)
    text = f"{tournament} was called off at its start. {reason}"
    notices.tell(tournament.organiser, text, link=tournament.get_absolute_url(), now=now)


def _freeze(tournament: Tournament) -> None:
    """From now on each entrant plays with one version: of `newest` ones their bot's newest."""
    for entry in tournament.entries.filter(newest=True).select_related("version__bot"):
        newest = bots.playing(entry.version.bot, game_id=tournament.variant.game_id)
        if newest is not None and newest != entry.version:
            entry.version = newest
            entry.save(update_fields=["version"])


def _require_manager(tournament: Tournament, player: Player, action: str) -> None:
    if not queries.may_manage(player=player, tournament=tournament):
        raise NotAllowed(f"Only {tournament.organiser} may {action} {tournament}.")


def _idle(running: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Those in which no match waits or is played: only they can go on, or end."""
    open_ = Match.objects.filter(
        tournament=OuterRef("pk"), status__in=[Match.Status.QUEUED, Match.Status.RUNNING]
    )
    return running.exclude(Exists(open_)).select_related("variant")


def _check_limits(organiser: Player) -> None:
    if organiser.is_staff:
        return
    if holdings.open_tournaments(organiser).count() >= MAX_OPEN:
        raise Invalid(
            None, f"You have {MAX_OPEN} tournaments that are not over; let one of them end first."
        )
    if holdings.waiting_games(organiser).count() + _planned(organiser) >= MAX_WAITING:
        raise Invalid(
            None, f"{MAX_WAITING:,} games of your tournaments wait; let some be played first."
        )


def _planned(organiser: Player) -> int:
    """The games that tournaments which have not started will have, with their entrants so far."""
    scheduled = holdings.open_tournaments(organiser).filter(status=Tournament.Status.SCHEDULED)
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
