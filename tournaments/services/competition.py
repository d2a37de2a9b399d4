"""Tournaments from the form to the last result: create, start, advance, cancel."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.text import slugify

import engine
from agents.clock import PRESETS
from tournaments import dispatch, formats
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import (
    Entry,
    Game,
    Match,
    Pairing,
    PairingSide,
    Player,
    Round,
    Seat,
    Tournament,
    Variant,
    Version,
)
from tournaments.queries import competition as queries

MAX_GAMES = 10_000
"""Games that one tournament may have."""

TAKEN = {"new"}
"""Addresses under tournaments/ that are pages of their own."""


def create(
    *,
    organiser: Player,
    name: str,
    game: engine.Game,
    versions: Sequence[Version],
    games_per_pairing: int,
    time_control: str,
    starts_at: datetime,
    submission: UUID,
    now: datetime,
) -> tuple[Tournament, bool]:
    """A scheduled round-robin, started at once when its time has come.

    Returns the tournament and whether it is new: the same `submission` again is the same
    tournament. Raises Invalid, naming the field, for what cannot be played.
    """
    made_before = Tournament.objects.filter(organiser=organiser, submission=submission)
    if known := made_before.first():
        return known, False
    _validate(organiser, game, versions, games_per_pairing, time_control)
    try:
        with transaction.atomic():
            tournament = Tournament.objects.create(
                organiser=organiser,
                name=name,
                slug=_free_slug(name),
                submission=submission,
                variant=Variant.objects.of(game),
                games_per_pairing=games_per_pairing,
                time_control=time_control,
                created_at=now,
                starts_at=starts_at,
            )
            _enter(tournament, versions)
    except IntegrityError:
        # At the same moment the other of two clicks made it, or another took its address.
        if known := made_before.first():
            return known, False
        raise Invalid("name", "Another tournament has just got this name. Try again.") from None
    if starts_at <= now:
        start(tournament, now=now)
    return tournament, True


def start(tournament: Tournament, *, now: datetime) -> bool:
    """Make the rounds and queue the matches; False if it has been started or cancelled."""
    with transaction.atomic():
        status = Tournament.Status
        if not tournament.move(
            from_status=status.SCHEDULED, to_status=status.RUNNING, started_at=now
        ):
            return False
        entries = list(tournament.entries.filter(withdrawn_at=None))
        for number, pairings in enumerate(formats.round_robin(len(entries)), start=1):
            _make_round(tournament, number, [[entries[i] for i in p] for p in pairings], now)
        dispatch.wake(dispatch.PLAY, times=len(entries))
    return True


def start_now(tournament: Tournament, *, player: Player, now: datetime) -> bool:
    """Start a scheduled tournament before its time, at the word of somebody who may.

    Returns False if there was nothing to start. Raises NotAllowed for anybody else.
    """
    _require_manager(tournament, player, "start")
    return start(tournament, now=now)


def start_due(*, now: datetime) -> int:
    """Start every scheduled tournament whose time has come; how many that were."""
    due = Tournament.objects.filter(status=Tournament.Status.SCHEDULED, starts_at__lte=now)
    return sum(start(tournament, now=now) for tournament in due)


def advance(*, now: datetime) -> int:
    """Finish every running tournament in which no match waits or is played; how many that were."""
    status = Tournament.Status
    finished = 0
    for tournament in Tournament.objects.filter(status=status.RUNNING):
        if not _unfinished(tournament).exists():
            finished += tournament.move(
                from_status=status.RUNNING, to_status=status.FINISHED, ended_at=now
            )
    return finished


def cancel(tournament: Tournament, *, player: Player, now: datetime) -> bool:
    """Call a tournament off: matches still waiting are void, games already played stay.

    Returns False if it was over already. Raises NotAllowed for anybody but its organiser and staff.
    """
    _require_manager(tournament, player, "cancel")
    status = Tournament.Status
    with transaction.atomic():
        moved = any(
            tournament.move(
                from_status=one, to_status=status.CANCELLED, ended_at=now, pause_reason=""
            )
            for one in (status.SCHEDULED, status.RUNNING, status.PAUSED)
        )
        if moved:
            waiting = _unfinished(tournament).filter(status=Match.Status.QUEUED)
            waiting.update(
                status=Match.Status.VOID, void_reason="The tournament was cancelled.", ended_at=now
            )
    return moved


def _require_manager(tournament: Tournament, player: Player, action: str) -> None:
    if not queries.may_manage(player=player, tournament=tournament):
        raise NotAllowed(f"Only {tournament.organiser} may {action} {tournament}.")


def _unfinished(tournament: Tournament):
    matches = Match.objects.filter(pairing__round__tournament=tournament)
    return matches.filter(status__in=[Match.Status.QUEUED, Match.Status.RUNNING])


def _validate(
    organiser: Player,
    game: engine.Game,
    versions: Sequence[Version],
    games_per_pairing: int,
    time_control: str,
) -> None:
    """Raises Invalid for the first thing that is wrong."""
    seats = game.num_players()
    if seats != 2:
        raise Invalid("variant", f"{game.variant} has {seats} seats; a round-robin needs two.")
    if time_control not in PRESETS:
        raise Invalid("time_control", f"Unknown time control; allowed are {', '.join(PRESETS)}.")
    if games_per_pairing < seats or games_per_pairing % seats:
        raise Invalid(
            "games_per_pairing",
            f"Games per pairing must be a multiple of {seats}, "
            "so that everyone plays from every seat equally often.",
        )
    if games_per_pairing > MAX_GAMES:
        raise Invalid(
            "games_per_pairing", f"A tournament may have {MAX_GAMES:,} games at the most."
        )
    _validate_entrants(organiser, game, versions)
    games = len(versions) * (len(versions) - 1) // 2 * games_per_pairing
    if games > MAX_GAMES:
        raise Invalid(
            "games_per_pairing", f"That makes {games:,} games; at most {MAX_GAMES:,} are allowed."
        )


def _validate_entrants(organiser: Player, game: engine.Game, versions: Sequence[Version]) -> None:
    if len(set(versions)) < 2:
        raise Invalid("entrants", "Choose at least two entrants: one alone has nobody to play.")
    for version in versions:
        if version.bot.banned_at:
            raise Invalid("entrants", f"{version.bot} is banned, so it cannot play.")
        if version.paused_at:
            raise Invalid("entrants", f"{version} is paused: {version.pause_reason}")
        if version.status != Version.Status.ACCEPTED:
            raise Invalid("entrants", f"{version} has not been accepted, so it cannot play.")
        if game.id not in version.games:
            raise Invalid("entrants", f"{version} does not play {game.name}.")
        if not version.bot.open_to_all and version.bot.owner_id != organiser.pk:
            raise Invalid("entrants", f"Only {version.bot.owner} may enter {version.bot}.")


def _free_slug(name: str) -> str:
    stem = slugify(name) or "tournament"
    used = Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True)
    taken = TAKEN | set(used)
    candidates = (
        stem if number == 1 else f"{stem}-{number}" for number in range(1, len(taken) + 2)
    )
    return next(slug for slug in candidates if slug not in taken)


def _enter(tournament: Tournament, versions: Sequence[Version]) -> None:
    unique = dict.fromkeys(versions)
    Entry.objects.bulk_create(
        Entry(tournament=tournament, version=version, number=number)
        for number, version in enumerate(unique, start=1)
    )


def _make_round(
    tournament: Tournament, number: int, table: Sequence[Sequence[Entry]], now: datetime
) -> None:
    round_ = Round.objects.create(tournament=tournament, number=number)
    pairings = Pairing.objects.bulk_create(
        Pairing(round=round_, number=place) for place in range(1, len(table) + 1)
    )
    PairingSide.objects.bulk_create(
        PairingSide(pairing=pairing, entry=entry, position=position)
        for pairing, entries in zip(pairings, table, strict=True)
        for position, entry in enumerate(entries)
    )
    meetings = [pair for pair in zip(pairings, table, strict=True) if len(pair[1]) > 1]
    _queue_matches(tournament, meetings, now)


def _queue_matches(
    tournament: Tournament, meetings: Sequence[tuple[Pairing, Sequence[Entry]]], now: datetime
) -> None:
    """The pairings' blocks: each has its own dice, and every seat order is played with them."""
    blocks = [
        (pairing, entries, number)
        for pairing, entries in meetings
        for number in range(1, tournament.games_per_pairing // len(entries) + 1)
    ]
    matches = Match.objects.bulk_create(
        Match(
            tournament=tournament,
            pairing=pairing,
            number=number,
            time_control=tournament.time_control,
            seed=secrets.token_bytes(32),
            queued_at=now,
            not_before=now,
        )
        for pairing, _entries, number in blocks
    )
    orders = [formats.seat_orders(range(len(entries))) for _pairing, entries, _number in blocks]
    games = Game.objects.bulk_create(
        Game(match=match, number=number, variant=tournament.variant)
        for match, block in zip(matches, orders, strict=True)
        for number in range(1, len(block) + 1)
    )
    lineups = [
        [entries[who].version for who in order]
        for (_pairing, entries, _number), block in zip(blocks, orders, strict=True)
        for order in block
    ]
    Seat.objects.bulk_create(
        Seat(game=game, number=seat, version=version)
        for game, versions in zip(games, lineups, strict=True)
        for seat, version in enumerate(versions)
    )
