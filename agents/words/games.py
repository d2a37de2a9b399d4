"""What is said of games that cannot be played, and of games that are played again."""

from __future__ import annotations

ADVICE = (
    "A bot that looks at its clock, at the time or at os.urandom may differ from one time to the\n"
    "next, and is not wrong for that; one that draws from its seed alone never does."
)
"""What a difference between a game and its repetition means."""


def wrong_number_of_bots(variant: str, seats: int) -> str:
    """A game that was given too few or too many bots."""
    return f"{variant} has {seats} seats: give one bot for each."


def one_bot_a_seat(seats: int) -> str:
    """A record that was given too few or too many bots."""
    return f"The record has {seats} seats: give one bot for each."


def another_bench() -> str:
    """A bench that does not fit the game."""
    return "The bench was made for other limits or another isolation."


def identical(actions: int) -> str:
    """A repetition that went as the game did."""
    return f"identical ({actions} actions)"


def different(ply: int, seat: int, actions: int) -> str:
    """Where a repetition parts from its game."""
    return f"different at event {ply}, seat {seat}, after {actions} identical actions"


def was_over() -> str:
    """What stands in place of an event when there is none."""
    return "the game was over"


def no_dice(reason: object) -> str:
    """A seed that is not that of the record's dice."""
    return f"The dice cannot be thrown again: {reason}."


def hidden_dice() -> str:
    """A record whose game has not revealed its seed."""
    return "The record does not reveal the seed of its dice yet."


def no_bot_seeds() -> str:
    """A record that names no seeds of bots."""
    return "The record does not hold the seeds of its bots: it is an old one."
