"""What a tournament will come to, told before it starts: rounds, games, and about how long."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.mathematics import formats
from tournaments.models import Bot
from tournaments.queries import queue
from tournaments.queries.ratings import leaderboards, unrated
from tournaments.services.tournaments.configuration import Configuration
from tournaments.words import Sentence


@dataclass(frozen=True)
class TournamentForecast:
    """What a configuration comes to; `duration` is None where there is no pace to tell.

    `matches` are the blocks that workers play, `duration` what they take when nothing else waits.
    """

    entrants: int
    sides: int
    seats: int
    games_per_pairing: int
    plan: formats.Plan
    duration: timedelta | None

    @property
    def matches(self) -> int:
        """The blocks that are played: the games of one are played by one worker."""
        return self.plan.games // self.sides


def not_rated(wanted: Configuration, entered: Sequence[Bot]) -> list[Sentence]:
    """Why games of it would not be rated, as far as the bots in it are known."""
    return unrated.of_choice(
        has_leaderboard=leaderboards.of_game(wanted.game) is not None,
        access=wanted.access,
        entered=entered,
        games_per_pairing=wanted.games_per_pairing,
    )


def forecast(wanted: Configuration, *, entrants: int, now: datetime) -> TournamentForecast:
    """What it comes to. Raises Invalid, naming the field, for what cannot be played."""
    wanted.check_choices()
    wanted.check_size(entrants=entrants)
    plan = wanted.preview(entrants=entrants)
    each = queue.pace(now=now)
    return TournamentForecast(
        entrants=entrants,
        sides=wanted.sides,
        seats=wanted.game.num_players(),
        games_per_pairing=wanted.games_per_pairing,
        plan=plan,
        duration=None if each is None else each * (plan.games // wanted.sides),
    )


def sentences(one: TournamentForecast) -> list[Sentence]:
    """The forecast for people: how many games, what to know of it, and how long it may take."""
    return [sentence for sentence in (_size(one), *_notes(one), _duration(one)) if sentence]


def _size(one: TournamentForecast) -> Sentence:
    return Sentence(
        "forecast-size",
        entrants=one.entrants,
        rounds=one.plan.rounds,
        pairings=one.plan.pairings,
        games_per_pairing=one.games_per_pairing,
        games=one.plan.games,
        exact=one.plan.exact,
    )


def _notes(one: TournamentForecast) -> list[Sentence]:
    note = Sentence("forecast-note", note=one.plan.note) if one.plan.note else Sentence()
    partners = one.sides != one.seats
    return [note, Sentence("forecast-partners", sides=one.sides) if partners else Sentence()]


def _duration(one: TournamentForecast) -> Sentence:
    minutes = queue.PACE_WINDOW // timedelta(minutes=1)
    if one.duration is None:
        return Sentence("forecast-unknown", minutes=minutes)
    seconds = one.duration.total_seconds()
    return Sentence("forecast-duration", minutes=minutes, seconds=seconds)
