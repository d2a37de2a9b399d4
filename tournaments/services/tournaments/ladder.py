"""Ladders: endless pairings on each leaderboard that has one.

A ladder is a tournament row without an end. A round is a day, a pairing is one block.
Bots come and go: each takes part with the version that it plays with now. Only a few matches wait
at any time, so that opponents are chosen by fresh ratings. Everything is read from the rows, so a
crash loses nothing. The row is locked while a table is chosen, so that none is chosen twice.
"""

import uuid
from collections.abc import Collection, Hashable, Iterable, Sequence
from datetime import datetime
from functools import partial
from random import Random

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments import dispatch
from tournaments.mathematics import formats
from tournaments.mathematics.formats.ladder import Candidate, seat
from tournaments.models import Entry, Player, Round, Tournament, Variant, Version
from tournaments.queries import shipped
from tournaments.queries.bots import overview
from tournaments.queries.tournaments import format_input, ladder_work
from tournaments.queries.tournaments.ladder import (
    Rungs,
    apart,
    caps,
    fresh_rungs,
    open_on,
)
from tournaments.services import incidents
from tournaments.services.tournaments import create, pairings, withdrawals
from tournaments.services.tournaments.configuration import Configuration, entitled
from tournaments.words import Sentence

LOOKED_AT = 50
"""How many bots above and below the first of a table are considered before all the others."""


def tend(*, now: datetime, rng: Random) -> int:
    """Update every ladder: open or close it, update its entrants, and queue its next matches.

    Returns how many matches were queued.
    """
    incidents.each(
        _out_of_step(),
        lambda variant: settle(variant, now=now) is not None,
        failed="ladder-failed",
        now=now,
    )
    running = Tournament.objects.ladders().running()
    here = running.filter(variant__in=Variant.objects.played_here())
    ladders = list(here.select_related("variant"))
    moving, able = ladder_work.moving(ladders, now=now), ladder_work.able_to_pair(ladders)
    return incidents.each(
        [ladder for ladder in ladders if ladder.pk in moving | able],
        partial(_fill, moving=moving, now=now, rng=rng),
        failed="pairing-failed",
        now=now,
    )


def _out_of_step() -> QuerySet[Variant]:
    """The leaderboards whose ladder is not yet as its switch says."""
    is_on = Q(ladder=True, rated=True)
    runs = Exists(Tournament.objects.ladders().open().filter(variant=OuterRef("pk")))
    return Variant.objects.played_here().filter((is_on & ~runs) | (~is_on & runs))


def settle(variant: Variant, *, now: datetime) -> Tournament | None:
    """Open or close a leaderboard's ladder as its switch says; return the ladder if it is on.

    When it is switched off, waiting matches are void, and it is over until it is switched on again.
    """
    if variant.ladder and variant.rated:
        return _open(variant, now)
    for ladder in Tournament.objects.ladders().open().filter(variant=variant):
        _close(ladder, now)
    return None


def _open(variant: Variant, now: datetime) -> Tournament:
    ladder = open_on(variant) or _row(variant, now)
    if ladder.is_over:
        ladder.move(from_status=ladder.status, to_status=Tournament.Status.RUNNING, ended_at=None)
    return ladder


def _row(variant: Variant, now: datetime) -> Tournament:
    """Return the one row of a leaderboard's ladder; create it the first time."""
    configuration = _configuration(variant, now)
    ladder, _created = Tournament.objects.get_or_create(
        organiser=Player.objects.house(),
        submission=_submission(variant),
        defaults={
            "slug": create.free_slug(configuration.name),
            "status": Tournament.Status.RUNNING,
            "created_at": now,
            "started_at": now,
            **configuration.columns(),
        },
    )
    return ladder


def _submission(variant: Variant) -> uuid.UUID:
    kind = "open ladder" if variant.is_open else "ladder"
    return uuid.uuid5(shipped.NAMESPACE, f"{kind} {variant.key} {variant.rules_version}")


def _configuration(variant: Variant, now: datetime) -> Configuration:
    game = variant.load()
    return Configuration(
        **entitled(Sentence("ladder-of", variant=str(variant))),
        game=game,
        is_open=variant.is_open,
        time_control=shipped.LADDER_TIME_CONTROL,
        starts_at=now,
        games_per_pairing=len(formats.seat_orders(range(len(set(game.sides()))))),
        format=Tournament.Format.LADDER,
    )


@transaction.atomic
def _close(ladder: Tournament, now: datetime) -> None:
    ladder.end(Tournament.Status.FINISHED, now=now)
    ladder.matches.void_waiting(reason=Sentence("ladder-off"), now=now)


def _fill(ladder: Tournament, *, moving: Collection[int], now: datetime, rng: Random) -> int:
    """Queue matches until enough of them wait, one a transaction; return how many.

    First update the entrants, if the ladder is one of those that are `moving`.
    """
    if ladder.pk in moving:
        with transaction.atomic():
            _let_come_and_go(Tournament.objects.locked(ladder.pk), now)
    made = 0
    while _pair(ladder, now, rng):
        made += 1
    return made


@transaction.atomic
def _pair(ladder: Tournament, now: datetime, rng: Random) -> bool:
    """Queue one match; return False if enough wait, or if no table can be filled now."""
    ladder = Tournament.objects.locked(ladder.pk)
    if ladder.status != Tournament.Status.RUNNING or ladder_work.full([ladder]):
        return False
    rungs = fresh_rungs(ladder, now=now)
    table = _table(ladder, rungs, now, rng)
    if not table:
        return False
    pairings.add_pairing(_today(ladder, now), [rungs.entry(key) for key in table], now=now)
    dispatch.wake(dispatch.PLAY)
    return True


def _table(ladder: Tournament, rungs: Rungs, now: datetime, rng: Random) -> tuple[int, ...]:
    """Return the entries that play next; empty if no table can be filled now."""
    alone: set[Hashable] = set()
    for first in rungs.in_turn():
        if first.owner is not None and first.owner in alone:
            continue
        for count in (LOOKED_AT, len(rungs)):
            table = _filled(ladder, first, rungs.near(first, count), now, rng)
            if table:
                return table
        # The limits hold between owners, so no other bot of this owner can be paired either.
        alone.add(first.owner)
    return ()


def _filled(
    ladder: Tournament, first: Candidate, near: Sequence[Candidate], now: datetime, rng: Random
) -> tuple[int, ...]:
    owners = {candidate.owner for candidate in (first, *near) if isinstance(candidate.owner, int)}
    table = seat(
        first,
        near,
        sides=format_input.sides(ladder),
        rng=rng,
        caps=caps(),
        apart=apart(ladder, owners, now=now),
    )
    return table or ()


def _today(ladder: Tournament, now: datetime) -> Round:
    name = f"{now:%Y-%m-%d}"
    last = ladder.rounds.order_by("-number").first()
    if last is not None and last.name == name:
        return last
    return ladder.rounds.create(number=last.number + 1 if last else 1, name=name)


def _let_come_and_go(ladder: Tournament, now: datetime) -> None:
    """Enter the versions with which bots climb now, and withdraw all others."""
    climbing = overview.whole(ladder_work.climbing([ladder], now=now)[ladder.pk])
    entries = {entry.version_id: entry for entry in ladder.entries.select_related("version__bot")}
    if new := [version for pk, version in climbing.items() if pk not in entries]:
        create.enter(ladder, new)
    for version, entry in entries.items():
        if version in climbing and not entry.is_active:
            entry.come_back()
        elif version not in climbing and entry.is_active:
            _take_off(entry, climbing.values(), now)


def _take_off(entry: Entry, climbing: Iterable[Version], now: datetime) -> None:
    bot = entry.version.bot
    heir = next((version for version in climbing if version.bot_id == bot.pk), None)
    if heir is not None:
        reason = Sentence("heir-plays", heir=heir)
    elif not bot.on_ladders:
        reason = Sentence("off-ladders")
    else:
        reason = Sentence("cannot-climb")
    entry.withdraw(reason=reason, now=now)
    withdrawals.void_unplayed(entry, now)
