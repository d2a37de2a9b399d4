"""One tournament of each format, played to its end by house bots."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import engine
from agents import samples
from engine.shelf import HouseBot
from tournaments.models import Player, Tournament, Version
from tournaments.queries import shipped
from tournaments.services.house import opening
from tournaments.services.playing import play, workers
from tournaments.services.tournaments import create, lifecycle
from tournaments.services.tournaments.configuration import Configuration


@dataclass(frozen=True)
class Show:
    """A tournament for the showcase: its format, variant and number of entrants."""

    title: str
    format: str
    variant: str
    entrants: int
    options: Mapping[str, Any] = field(default_factory=dict)


SHOWS = (
    Show("Round-robin", "round-robin", "einstein", 5),
    Show("Round-robin at tables of three", "round-robin", "ashte-kashte(seats=3)", 4),
    Show("Round-robin at tables of four", "round-robin", "pachisi", 4),
    Show("Round-robin of partners", "round-robin", "alquerque(mode=teams)", 3),
    Show("Swiss", "swiss", "einstein", 7),
    Show("Knockout", "knockout", "kalah", 6, {"third_place": True}),
    Show("Double elimination", "double-elimination", "einstein", 6),
    Show("Gauntlet", "gauntlet", "kalah", 5),
    Show("Groups, then knockout", "groups-knockout", "einstein", 6, {"groups": 2}),
)
"""Played by default: every format, tables of three and four, and partners."""


def chosen(*, format_id: str | None, variant: str | None) -> list[Show]:
    """Return the shows of a format or of all; with a `variant`, one of each format, in that."""
    shows = [show for show in SHOWS if format_id in (None, show.format)]
    if variant is None:
        return shows
    first = {show.format: show for show in reversed(shows)}
    sides = len(set(engine.parse_variant(variant).sides()))
    return [
        Show(show.title, show.format, variant, max(show.entrants, sides + 1), show.options)
        for show in shows
        if show is first[show.format]
    ]


def entrants(game: engine.Game, count: int, *, now: datetime) -> list[Version]:
    """Return `count` house bots that play a game, strongest first, then copies with other names.

    A copy is the same program, and says so; it is rated as a bot of its own.
    """
    bots = opening.ensure_bots(now=now)[::-1]
    versions = [version for version in bots if version.plays(game.variant)]
    copied = [bot for bot in shipped.HOUSE_BOTS[::-1] if bot.code in samples.NAMES]
    for number in range(count - len(versions)):
        turn, which = divmod(number, len(copied))
        versions.append(_copy(copied[which], turn + 2, now))
    return versions[:count]


def _copy(bot: HouseBot, number: int, now: datetime) -> Version:
    code = (
        samples.read(bot.code) + f"\n# Copy {number}, so that there are entrants enough.\n".encode()
    )
    name = f"{bot.name} {number}"
    description = f"The same program as {bot.name}, under another name, to fill tournaments."
    return opening.ensure_bot(name=name, description=description, code=code, now=now)


def hold(show: Show, *, player: Player, time_control: str, now: datetime) -> Tournament:
    """Create the tournament of a show, to start at once. Raises Invalid if it cannot be played."""
    game = engine.parse_variant(show.variant)
    config = Configuration(
        name=f"Showcase: {show.title}",
        game=game,
        time_control=time_control,
        starts_at=now,
        games_per_pairing=max(2, len(set(game.sides()))),
        format=show.format,
        format_options=show.options,
    )
    versions = entrants(game, show.entrants, now=now)
    tournament, _new = create.create(
        config, organiser=player, versions=versions, submission=uuid.uuid4(), now=now
    )
    return tournament


def play_out(
    tournament: Tournament, worker: workers.Worker, *, wait: Callable[[], object]
) -> Tournament:
    """Play waiting matches until the tournament does not run any more; return it.

    `wait` is called while other workers hold what is left of it.
    """
    running = Tournament.Status.RUNNING
    while tournament.status == running:
        if not play.play_next(worker, validation=False):
            lifecycle.advance(now=worker.now())
            tournament.refresh_from_db()
            if tournament.status == running and not tournament.matches.queued().exists():
                wait()
        tournament.refresh_from_db()
    return tournament
