"""What else a site has: checks of uploads, fits, a trial, a registration, hosts and notices.

It also has casual games, one of them over, and the judge's view of that one and of a match's game.
"""

import math
import random
import uuid
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from django.db import transaction

import engine
from agents.bots import checks as modes
from agents.judge.analysis import analyse
from benchmarks.pages.copying import Table
from benchmarks.pages.people import GAMES, OWNER, People
from benchmarks.pages.play import BLOCK, Platform
from tournaments.mathematics import elo
from tournaments.mathematics.statistics import triangle
from tournaments.mathematics.statistics.scale import Z, normal_probability
from tournaments.models import (
    CasualGame,
    Fit,
    FitCovariance,
    FittedPlace,
    Game,
    Host,
    Match,
    Player,
    Rating,
    Unrated,
    Variant,
    Version,
)
from tournaments.queries.casual import courses
from tournaments.queries.casual.people import Person
from tournaments.queries.games import analyses as judged
from tournaments.queries.ratings import leaderboards
from tournaments.services.analysis import analyses
from tournaments.services.bots import trials
from tournaments.services.casual import moves, opening
from tournaments.services.notices import notices
from tournaments.services.people import accounts
from tournaments.services.ratings import listing, meetings
from tournaments.services.ratings.fitting import MOST_COMPARED
from tournaments.services.tournaments import create
from tournaments.services.tournaments.configuration import Configuration
from tournaments.words import Sentence


def checks(platform: Platform, begun: datetime) -> None:
    """The match by which every version was checked: against itself in every mode."""
    tables = platform.tables
    matches = Table(
        Match, "checks_id", "seed", "queued_at", "not_before", "started_at", "ended_at",
        number=1, time_control="bullet", status="finished", attempt=1, isolation="C",
        speed_index=1.0, sandboxes=6,
    )  # fmt: skip
    variants = [Variant.objects.of(mode) for mode in modes.modes_of(GAMES)]
    removed = begun + timedelta(days=30)
    for one in platform.people.versions:
        at = begun + timedelta(days=one.since)
        match = matches.add(one.pk, platform.rng.randbytes(32), at, at, at, at + BLOCK)
        for number, variant in enumerate(variants, start=1):
            why = Unrated.CHECK if variant.rated else Unrated.NO_LEADERBOARD
            game = tables.games.add(
                match, number, variant.pk, None, "majority", 30, f"{match:032x}{number:032x}", at,
                removed, str(why),
            )  # fmt: skip
            for seat in (0, 1):
                tables.seats.add(game, seat, one.pk, 1 + seat, 1 - 2 * seat, None)
    matches.flush()
    tables.matches.last = tables.waiting.last = matches.last
    tables.open_games.last = tables.games.last


def add(people: People, *, now: datetime) -> None:
    """What is written by the platform's own services, and the fits."""
    with transaction.atomic():
        listing.settle(Rating.objects.all())
    for variant in Variant.objects.filter(rated=True, ratings__games__gt=0).distinct():
        fit(variant, now=now)
    for variant in Variant.objects.filter(games__isnull=False).distinct():
        meetings.rebuild(variant)
    owner = Player.objects.get(username=OWNER)
    for number in range(30):
        notices.tell(
            owner, Sentence("could-not-be-checked", version=f"Bot {number} v1"),
            kind=notices.Kind.CHECK, link="/bots/", now=now - timedelta(hours=number),
        )  # fmt: skip
    accounts.make_token(owner, label="for programs", now=now)
    rules = {one.id: one.rules_version for one in engine.games()}
    Host.objects.bulk_create(
        Host(
            name=f"host-{n}", isolation="C", speed_index=1.0, slots=8, rules=rules,
            started_at=now, seen_at=now + timedelta(days=n % 2),
        )
        for n in range(40)
    )  # fmt: skip
    own = [one for one in people.versions if one.owner == owner.pk and not one.is_house]
    _trial(own, owner, now)
    _analysis(_played(owner, now), now)
    recorded = Game.objects.recorded().filter(match__checks=None)
    _analysis(recorded.filter(number=1).latest("pk"), now)
    _casual(own, owner, now)
    _registration(people, owner, now)


def _trial(own: list[Any], owner: Player, now: datetime) -> None:
    one, other = (Version.objects.get(pk=who.pk) for who in own[:2])
    variant = Variant.objects.get(slug="kalah-6-3")
    trials.start(
        challenger=one, incumbent=other, player=owner, now=now,
        config=trials.TrialConfiguration(variant=variant),
    )  # fmt: skip


def _analysis(game: Game | CasualGame, now: datetime) -> None:
    """What a worker would have found."""
    row = analyses.ask(game, asker="player-1", now=now)
    row.finish(analyse(judged.record_of(game)).document(), now=now)


def _played(owner: Player, now: datetime) -> CasualGame:
    """A casual game of two people at one screen who choose at random."""
    board, rng = Variant.objects.get(slug="kalah-6-3"), random.Random(0)
    who = Person(owner, token="one screen")
    wanted = opening.CasualConfiguration(variant=board, seats=[opening.ME, opening.HERE])
    game = opening.open_game(wanted, who=who, now=now)
    while not game.is_over:
        state = courses.course_of(game).state
        action = state.action_to_string(rng.choice(state.legal_actions()))
        game = moves.act(game, who=who, state=game.state, action=action, now=now)
    return game


def _casual(own: list[Any], owner: Player, now: datetime) -> None:
    sitters = [opening.ME, Version.objects.get(pk=own[0].pk)]
    wanted = opening.CasualConfiguration(
        variant=Variant.objects.get(slug="kalah-6-3"), seats=sitters
    )
    opening.open_game(wanted, who=Person(owner), now=now)


def _registration(people: People, owner: Player, now: datetime) -> None:
    wanted = Configuration(
        name="Coming cup", game=engine.parse_variant("kalah(seeds=4)"), time_control="bullet",
        starts_at=now + timedelta(days=9), games_per_pairing=2, format="swiss",
        registration_opens_at=now, registration_closes_at=now + timedelta(days=8),
    )  # fmt: skip
    come = [versions[-1].pk for versions in list(people.bots.values())[:200]]
    versions = list(Version.objects.filter(pk__in=come).order_by("pk"))
    create.create(wanted, organiser=owner, versions=versions, submission=uuid.uuid4(), now=now)


def fit(variant: Variant, *, now: datetime) -> None:
    """A fit as the nightly task would have written it; the live Elo stands for the rating."""
    rows = list(leaderboards.ranked(variant))
    ratings = [row.elo for row in rows]
    known = Fit.objects.create(
        # It knows none of the ledger's entries, so nobody computes it again and compares.
        variant=variant, computed_at=now, last_entry=0,
        games=Game.objects.filter(variant=variant, unrated_reason="").count(),
        seats=[{"seat": seat, "games": 1000, "score": 0.5, "error": 0.02} for seat in (0, 1)],
        lines=len(rows),
    )  # fmt: skip
    rising = ratings[::-1]
    FittedPlace.objects.bulk_create(
        (_place(known, number, rows, ratings, rising) for number in range(len(rows))),
        batch_size=2000,
    )
    most = sorted(rows, key=lambda row: -row.games)[:MOST_COMPARED]
    covariance = np.diag([(420 / elo.MILLI) ** 2 / row.games for row in most])
    FitCovariance.objects.create(
        fit=known, versions=[row.version_id for row in most], triangle=triangle.packed(covariance)
    )


def _place(
    fit: Fit,
    number: int,
    rows: Sequence[Rating],
    ratings: Sequence[float],
    rising: Sequence[float],
) -> FittedPlace:
    rating, games = ratings[number], rows[number].games
    error = 420 / math.sqrt(games)
    apart = math.sqrt(2) * error
    ahead = None
    if number + 1 < len(rows):
        ahead = normal_probability((rating - ratings[number + 1]) / apart)
    return FittedPlace(
        fit=fit, number=number, version_id=rows[number].version_id, component=0, place=number + 1,
        rating=rating, error=error, games=games,
        best=1 + len(rows) - bisect_right(rising, rating + Z * apart),
        worst=len(rows) - bisect_left(rising, rating - Z * apart),
        better_than_next=ahead, games_to_separate=None if ahead is None else 500,
    )  # fmt: skip
