"""Forecasts the size and the duration of a tournament before it starts."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from agents.terms.clock import PRESETS
from tournaments.mathematics import formats, lengths
from tournaments.queries.playing import paces, queue
from tournaments.queries.ratings import leaderboards, unrated
from tournaments.services.tournaments.configuration import Configuration
from tournaments.words import Sentence


@dataclass(frozen=True)
class TournamentForecast:
    """The size and the expected duration of a tournament.

    `matches` are the blocks that workers play. When nothing else waits, they take `duration` if
    they last as long as recent ones of their kind; it is None if there were none. They take
    `longest` if all bots use all of their time.
    """

    entrants: int
    sides: int
    seats: int
    games_per_pairing: int
    plan: formats.Plan
    time_control: str
    duration: timedelta | None
    longest: timedelta

    @property
    def matches(self) -> int:
        """The number of blocks; one worker plays all games of a block."""
        return self.plan.games // self.sides


def not_rated(config: Configuration, entered: Sequence[unrated.OwnedBot]) -> list[Sentence]:
    """Return why its games would not be rated, as far as its bots are known."""
    return unrated.of_terms(
        has_leaderboard=leaderboards.of_game(config.game, is_open=config.is_open) is not None,
        access=config.access,
        of_one_owner=unrated.first_of_one_owner(entered),
        games_per_pairing=config.games_per_pairing,
    )


def forecast(config: Configuration, *, entrants: int, now: datetime) -> TournamentForecast:
    """Return the forecast. Raises Invalid, naming the field, for what cannot be played."""
    config.check_choices()
    config.check_size(entrants=entrants)
    plan = config.preview(entrants=entrants)
    each = paces.of_kind(config.game, time_control=config.time_control)
    game = lengths.at_most(config.game, PRESETS[config.time_control])
    turns = _turns(plan, plan.games // config.sides, slots=queue.slots_alive(now=now))
    return TournamentForecast(
        entrants=entrants,
        sides=config.sides,
        seats=config.game.num_players(),
        games_per_pairing=config.games_per_pairing,
        plan=plan,
        time_control=config.time_control,
        duration=None if each is None else each * turns,
        longest=game * config.sides * turns,
    )


def _turns(plan: formats.Plan, matches: int, *, slots: int) -> int:
    """Return how many matches follow one another: each round waits for the end of the last."""
    return max(plan.rounds, math.ceil(matches / slots))


def sentences(size: TournamentForecast) -> list[Sentence]:
    """Return the forecast for people: the number of games, notes, and how long it may take."""
    return [sentence for sentence in (_size(size), *_notes(size), _duration(size)) if sentence]


def _size(size: TournamentForecast) -> Sentence:
    return Sentence(
        "forecast-size",
        entrants=size.entrants,
        rounds=size.plan.rounds,
        pairings=size.plan.pairings,
        games_per_pairing=size.games_per_pairing,
        games=size.plan.games,
        exact=size.plan.exact,
    )


def _notes(size: TournamentForecast) -> list[Sentence]:
    note = Sentence("forecast-note", note=size.plan.note) if size.plan.note else Sentence()
    partners = size.sides != size.seats
    return [note, Sentence("forecast-partners", sides=size.sides) if partners else Sentence()]


def _duration(size: TournamentForecast) -> Sentence:
    longest = size.longest.total_seconds()
    if size.duration is None:
        return Sentence("forecast-longest", control=size.time_control, longest=longest)
    seconds = size.duration.total_seconds()
    return Sentence("forecast-duration", seconds=seconds, longest=longest)
