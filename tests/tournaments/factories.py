"""Rows for tests: a few fixed people, and whatever else a story needs."""

import random
import secrets
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import factory
from django.core.files.base import ContentFile
from django.utils import timezone

import engine
from agents import samples
from agents.bots.archive import compress, pack
from agents.table.referee import GameReport, bot_seeds_from
from agents.terms.faults import Fault
from engine import record
from tournaments.models import Anomaly, Bot, Game, Match, Player, Tournament, Variant, Version
from tournaments.queries.tournaments import exports
from tournaments.queries.tournaments.tables import KeptTable
from tournaments.services.people import accounts
from tournaments.services.playing import reports
from tournaments.services.tournaments import create, lifecycle, tables
from tournaments.services.tournaments.configuration import Configuration
from tournaments.words import Sentence

NOW = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)
FAILING = Sentence("keeps-failing", failed=5, games=10)
GIVEN_UP = Sentence("given-up", failures=3)
CRASHED = Sentence("bot-fault", kind="crash", summary="It crashed.", detail="")
NO_RULES = Sentence("rules-not-played", version="1", game="Kalah")
LEASE = timedelta(seconds=60)


class PlayerFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Player

    username = factory.Sequence(lambda n: f"player{n}")


def as_player(player: Player) -> dict[str, str]:
    """The header by which a program acts as the player."""
    token = accounts.make_token(player, label="for tests", now=timezone.now())
    return {"Authorization": f"Token {token}"}


class BotFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Bot

    owner = factory.SubFactory(PlayerFactory)
    name = factory.Sequence(lambda n: f"Bot {n}")
    slug = factory.LazyAttribute(lambda bot: bot.name.lower().replace(" ", "-"))
    created_at = NOW


class VersionFactory(factory.django.DjangoModelFactory):
    """An accepted version, with the code of the sample `random` unless told otherwise."""

    class Meta:
        model = Version
        exclude = ["code", "packed"]

    code = samples.read("random")
    bot = factory.SubFactory(BotFactory)
    number = factory.LazyAttribute(lambda version: version.bot.versions.count() + 1)
    # No two versions have the same code.
    packed = factory.LazyAttribute(
        lambda version: pack(
            "bot.py", version.code + f"\n# {version.bot.pk} {version.number}\n".encode()
        )
    )
    sha256 = factory.LazyAttribute(lambda version: version.packed.sha256)
    archive = factory.LazyAttribute(
        lambda version: ContentFile(compress(version.packed.data), name="archive")
    )
    size = factory.LazyAttribute(lambda version: len(version.packed.data))
    stored_size = factory.LazyAttribute(lambda version: len(compress(version.packed.data)))
    games = ["kalah", "einstein"]
    status = Version.Status.ACCEPTED
    created_at = NOW


def variant(key: str = "kalah", *, rated: bool = True) -> Variant:
    """The variant of that key; with a leaderboard unless told otherwise."""
    row = Variant.objects.of(engine.parse_variant(key))
    if rated and not row.rated:
        row.name, row.slug, row.rated = f"{key} for tests", f"test-{row.pk}", True
        row.save()
    return row


def tournament(
    versions: list[Version],
    *,
    organiser: Player | None = None,
    key: str = "kalah",
    rated: bool = True,
    games_per_pairing: int = 2,
    name: str = "Autumn Cup",
    starts_at: datetime = NOW,
    **chosen: Any,
) -> Tournament:
    """A tournament made by the service; running unless it starts later than NOW.

    Its entrants count as entered by their owners, so that it rates, unless told otherwise.
    """
    wanted = Configuration(
        name=name,
        game=variant(key, rated=rated).load(),
        time_control="bullet",
        starts_at=starts_at,
        games_per_pairing=games_per_pairing,
        **chosen,
    )
    row, _new = create.create(
        wanted,
        organiser=organiser or PlayerFactory(),
        versions=versions,
        submission=uuid.uuid4(),
        now=NOW,
    )
    return row


def check_match(version: Version) -> Match:
    """A queued validation of a version."""
    return Match.objects.create(
        checks=version,
        time_control="bullet",
        seed=secrets.token_bytes(32),
        queued_at=NOW,
        not_before=NOW,
    )


def claimed(match: Match, *, now: datetime = NOW) -> Match:
    """The match, played by a worker from now on."""
    assert match.claim(worker="worker-1", now=now, lease=LEASE)
    return match


def outcome(
    game: Game, *, seed: int = 1, forfeits: int | None = None, fault: Fault | None = None
) -> GameReport:
    """A report of random legal play after the opening, or of a seat that forfeits at once."""
    rng = random.Random(seed)
    play = game.variant.load()
    state = play.new_initial_state()
    rows = list(game.seats.all())
    seeds = bot_seeds_from(bytes(game.match.seed), game_number=game.number, seats=len(rows))
    seats = [
        {"name": row.version.bot.name, "version": row.version.number, "seed": number}
        for row, number in zip(rows, seeds, strict=True)
    ]
    recorder = record.Recorder(play, seats, game.match.commitment, game.number)
    dice = engine.dice.Dice(bytes(game.match.seed), game.number)
    opening = list(game.match.opening)
    while opening:
        action = state.string_to_action(opening.pop(0))
        recorder.opening(state, action)
        state.apply_action(action)
    if forfeits is not None:
        recorder.forfeit(forfeits, fault.kind if fault else "crash")
        state.forfeit(forfeits)
    while not state.is_terminal():
        if state.is_chance_node():
            throw = dice.throw(state)
            recorder.throw(state, throw)
            state.apply_action(throw)
        else:
            action = rng.choice(state.legal_actions())
            recorder.action(state, action, wall=0.01, cpu=0.008, note="a note")
            state.apply_action(action)
    return GameReport(
        record=recorder.document(state),
        returns=tuple(state.returns()),
        ranks=tuple(state.ranks()),
        reason=state.outcome().reason,
        faults=tuple(fault if seat == forfeits else None for seat in range(play.num_players())),
        logs=tuple(f"log of seat {seat}" for seat in range(play.num_players())),
        cuts=((),) * play.num_players(),
    )


def found_anomaly(board: Variant, one: Player, other: Player, **changes: Any) -> Anomaly:
    """An anomaly of two players, as the detector would have kept it."""
    first, second = sorted((one, other), key=lambda player: player.pk)
    versions = [VersionFactory(bot=BotFactory(owner=owner)).pk for owner in (first, second)]
    encounter = {
        "versions": versions, "games": 70, "points": 0.0, "difference": 12.0, "error": 20.0,
    }  # fmt: skip
    last = board.ledger.order_by("pk").last()
    known = {
        "found_at": NOW, "is_of_chosen": True, "games": 70, "points": 0.0, "expected": 36.2,
        "log_odds": 23.1, "error": 20.0, "encounters": [encounter],
        "after_entry": last.pk if last else 0,
    }  # fmt: skip
    return Anomaly.objects.create(variant=board, one=first, other=second, **known | changes)


def play_out(match: Match, *, now: datetime = NOW, seed: int = 1) -> Match:
    """The match with all its games reported, as after random legal play."""
    claimed(match, now=now)
    for game in match.games.order_by("number"):
        report = outcome(game, seed=seed + game.number)
        reports.report(match, game, report, now=now, lease=LEASE)
    match.refresh_from_db()
    return match


def play_all(row: Tournament, *, now: datetime = NOW) -> Tournament:
    """The tournament, played to its end."""
    for number, match in enumerate(row.matches.order_by("pk")):
        play_out(match, now=now, seed=100 * number)
    lifecycle.advance(now=now)
    row.refresh_from_db()
    return row


def play_round(
    row: Tournament, *, strengths: dict[Version, int], now: datetime = NOW, last: int = 1000
) -> None:
    """Play all that waits: the weakest of a table gives up at once, the others play at random.

    Rounds after the `last` are left to wait.
    """
    queued = row.matches.filter(status=Match.Status.QUEUED, pairing__round__number__lte=last)
    for number, match in enumerate(queued.order_by("pk")):
        claimed(match, now=now)
        for game in match.games.order_by("number"):
            seats = list(game.seats.order_by("number"))
            weakest = min(seats, key=lambda seat: strengths[seat.version])
            report = outcome(game, seed=100 * number + game.number, forfeits=weakest.number)
            reports.report(match, game, report, now=now, lease=LEASE)
    lifecycle.advance(now=now)
    row.refresh_from_db()


def play_to_the_end(row: Tournament, *, strengths: dict[Version, int]) -> Tournament:
    """Round after round, whatever the format, until it is over."""
    for _round in range(100):
        if row.is_over:
            return row
        play_round(row, strengths=strengths)
    raise AssertionError(f"{row} does not end")


def exported(row: Tournament, kind: str, url: str = "https://kauri.example/") -> str:
    """A file of a tournament's results, whole."""
    table = KeptTable(row, tables.current(row, now=NOW))
    return "".join(exports.EXPORTS[kind].pieces(table, url))


def fault(why: str) -> Sentence:
    """What the platform did wrong, in the words of a program."""
    return Sentence("platform-failed", why=why)
