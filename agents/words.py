"""Every sentence that this package says to people, made from its parameters."""

from __future__ import annotations


def wrong_number_of_bots(variant: str, seats: int) -> str:
    """A game that was given too few or too many bots."""
    return f"{variant} has {seats} seats: give one bot for each."


def one_bot_a_seat(seats: int) -> str:
    """A record that was given too few or too many bots."""
    return f"The record has {seats} seats: give one bot for each."


def another_bench() -> str:
    """A bench that does not fit the game."""
    return "The bench was made for other limits or another isolation."


def bad_manifest() -> str:
    """A manifest that the harness would have refused."""
    return "It broke the protocol: its manifest names no games, or some not played here."
