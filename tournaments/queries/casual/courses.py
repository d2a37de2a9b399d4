"""A casual game from its row: its course, its record, and the clocks of people."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.table.course import Course
from agents.table.referee import bot_seeds_from
from agents.terms.clock import GameClock
from engine import record
from tournaments.models import CasualGame
from tournaments.models.casual import CLOCKS


def course_of(game: CasualGame) -> Course:
    """The current course of a game. Raises an EngineError for rules that this engine lacks."""
    rules = game.variant.load()
    course = Course(rules, _recorded_seats(game), bytes(game.seed), game.dice_number)
    course.follow(game.events)
    return course


def document(game: CasualGame) -> dict[str, Any]:
    """The record, with the seed of the dice once that is public."""
    course = course_of(game)
    sealed = course.recorder.document(course.state)
    return record.reveal(sealed, bytes(game.seed)) if game.revealed_seed else sealed


def bot_seeds(game: CasualGame) -> tuple[int, ...]:
    """The seed of each seat's bot."""
    seats = game.variant.load().num_players()
    return bot_seeds_from(bytes(game.seed), game_number=game.dice_number, seats=seats)


def left_of(clock: str, events: Sequence[Mapping[str, Any]], seat: int) -> float | None:
    """The seconds that a person's clock has left before its next action; None without a clock."""
    if not clock:
        return None
    running = GameClock(CLOCKS[clock])
    for event in events:
        if event["seat"] == seat and "wall" in event:
            running.spend(event["wall"])
    return running.remaining


def gone(events: Sequence[Mapping[str, Any]]) -> set[int]:
    """The seats that have left the game."""
    return {event["seat"] for event in events if "forfeit" in event}


def _recorded_seats(game: CasualGame) -> list[dict[str, Any]]:
    """The seats for the record; a person has neither a version nor a seed."""
    seeds = bot_seeds(game)
    return [
        {"name": seat.version.bot.name, "version": seat.version.number, "seed": seeds[seat.number]}
        if seat.version is not None
        else {"name": seat.guest or seat.name, "person": True}
        for seat in game.seats.all()
    ]
