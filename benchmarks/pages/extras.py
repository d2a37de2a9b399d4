"""What else a site has: checks of uploads, fits, a trial, a registration, hosts and notices.

It also has casual games, one of them over, and the judge's view of that one and of a match's game.
"""

import random
import uuid
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django.db import transaction

import engine
from agents.bots import checks as modes
from agents.judge.analysis import analyse
from benchmarks.pages.copying import Table
from benchmarks.pages.people import BUSY, OWNER, People
from benchmarks.pages.play import BLOCK, Platform
from tournaments.models import (
    Bot,
    CasualGame,
    Game,
    Host,
    Match,
    Player,
    Rating,
    Unrated,
    Variant,
    Version,
)
from tournaments.queries.casual.courses import course_of
from tournaments.queries.casual.people import Person
from tournaments.queries.games import analyses as judged
from tournaments.services.analysis import analyses
from tournaments.services.bots import remote, trials
from tournaments.services.casual import moves, opening
from tournaments.services.notices import notices
from tournaments.services.people import accounts, courses
from tournaments.services.ratings import fits, listing, meetings
from tournaments.services.tournaments import create, series
from tournaments.services.tournaments.configuration import Configuration
from tournaments.words import Sentence

WEEK = timedelta(days=7)


def checks(platform: Platform, begun: datetime) -> None:
    """The match by which every version was checked: against itself in every mode."""
    tables = platform.tables
    matches = Table(
        Match, "checks_id", "seed", "queued_at", "not_before", "started_at", "ended_at",
        number=1, time_control="bullet", status="finished", attempt=1, isolation="C",
        speed_index=1.0, sandboxes=6,
    )  # fmt: skip
    games = Table(
        Game, "match_id", "number", "variant_id", "reason", "plies", "final", "ended_at",
        "record_removed_at", "unrated_reason",
    )  # fmt: skip
    played = cache(_modes)
    removed = begun + timedelta(days=30)
    for one in platform.people.versions:
        at = begun + timedelta(days=one.since)
        match = matches.add(one.pk, platform.rng.randbytes(32), at, at, at, at + BLOCK)
        for number, (variant, seats) in enumerate(played(tuple(one.games)), start=1):
            why = Unrated.CHECK if variant.rated else Unrated.NO_LEADERBOARD
            game = games.add(
                match, number, variant.pk, "majority", 30, f"{match:032x}{number:032x}", at,
                removed, str(why),
            )  # fmt: skip
            for seat in range(seats):
                tables.seats.add(game, seat, one.pk, 1 + seat, 1 - 2 * seat / (seats - 1), None)
    matches.flush()
    games.flush()
    tables.matches.last = tables.waiting.last = matches.last
    tables.open_games.last = tables.games.last = games.last


def _modes(games: tuple[str, ...]) -> list[tuple[Variant, int]]:
    """The variants of the check of a version that plays these games, each with its seats."""
    found = modes.modes_of(games)
    return [(Variant.objects.of(mode), mode.num_players()) for mode in found]


def add(people: People, *, now: datetime) -> None:
    """What is written by the platform's own services, and the fits."""
    with transaction.atomic():
        listing.settle(Rating.objects.all())
    fits.compute_all(now=now)
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
    mine = [one for one in people.versions if one.owner == owner.pk and not one.is_house]
    own = [one for one in mine if "kalah" in one.games]
    _trial(own, owner, now)
    _analysis(_played(owner, now), now)
    recorded = Game.objects.finished().filter(record__isnull=False, match__checks=None)
    _analysis(recorded.filter(number=1).latest("pk"), now)
    _casual(own, owner, now)
    _registration(people, owner, now)
    _course(owner, now)
    _remote(owner, now)


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
        state = course_of(game).state
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
    come = [people.bots[bot][-1].pk for bot in people.of("kalah")[:200]]
    versions = list(Version.objects.filter(pk__in=come).order_by("pk"))
    create.create(wanted, organiser=owner, versions=versions, submission=uuid.uuid4(), now=now)


def _course(owner: Player, now: datetime) -> None:
    """A course with its series of tournaments."""
    students = {f"player{number}": "AB"[number % 2] for number in range(20)}
    plan = courses.CoursePlan(
        name="Search", variant=Variant.objects.get(slug="kalah-6-3"), starts_at=now + WEEK,
        students=students, uploads_close_at=None, counts="place",
        to_beat=Bot.objects.get(slug=BUSY.lower()),
    )  # fmt: skip
    courses.begin(
        plan, series.SeriesPlan(zone="UTC"), teacher=owner, submission=uuid.uuid4(), now=now
    )


def _remote(owner: Player, now: datetime) -> None:
    """A remote bot, whose program is away."""
    bot = Bot.objects.create(
        owner=owner, name="Far away", slug="far-away", is_remote=True, created_at=now
    )
    remote.register(bot=bot, player=owner, identity="one", games=["kalah"], now=now)
