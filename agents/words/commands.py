"""What the command line says."""

from __future__ import annotations

from collections.abc import Sequence


def no_isolation() -> str:
    """A warning: bots are trusted."""
    return "Bots run without isolation: only with bots that you trust."


def no_sandbox(reason: object) -> str:
    """A machine without a sandbox."""
    advice = "To run bots that you trust without isolation, add --trusted."
    return f"No sandbox: {reason}\n{advice}"


def machine_failed(reason: object) -> str:
    """A fault of the platform."""
    return f"This machine failed, not a bot: {reason}"


def name_as_many_bots(game: str, seats: int) -> str:
    """Too few or too many bots."""
    return f"{game} has {seats} seats: name as many bots."


def loaded(games: Sequence[str]) -> str:
    """A bot that could be loaded."""
    return f"Loaded. It plays {', '.join(games)}."


def played_itself(variant: str, events: int) -> str:
    """A game of a check without a fault."""
    return f"{variant} against itself: {events} events, no fault."


def accepted() -> str:
    """A bot that passed its check."""
    return "Accepted."


def refused(kind: str, where: str, summary: str) -> str:
    """A bot that failed its check."""
    return f"Refused ({kind}) at {where}: {summary}"


def loading() -> str:
    """Where a bot failed before its first game."""
    return "loading it"


def place_of_fault(variant: str, seat: int, ply: int | None) -> str:
    """Where a bot failed in a game; events are counted from 1."""
    where = "" if ply is None else f", event {ply + 1}"
    return f"{variant}, seat {seat}{where}"


def unreadable(path: str, reason: object) -> str:
    """A file that cannot be read."""
    return f"{path}: {reason}."


def no_record(path: str, reason: object) -> str:
    """A file that is no record."""
    return f"{path} is no record: {reason}."


def no_object() -> str:
    """Why a file is no record."""
    return "it is no JSON object"


def about_option(option: str, reason: object) -> str:
    """An option whose value cannot be used; the reason is a sentence."""
    return f"{option}: {reason}"


def same_dice_and_first() -> str:
    """Two options that exclude each other."""
    return "--same-dice is for seats that alternate: leave out --first."


def openings_and_dice(game: str) -> str:
    """Openings for a game with dice."""
    return f"{game} is played with dice: --openings is for games without."


def folder_as_bot(bot: str) -> str:
    """A folder where a file is wanted."""
    return f"{bot} is a folder: name its bot.py, or a zip of what is in it."


def no_bot(bot: str, reason: object, known: Sequence[str]) -> str:
    """A bot that cannot be read."""
    return f"{bot}: {reason}. A bot is a file, or one of {', '.join(known)}."


def no_count(text: str) -> str:
    """An argument that is no positive number."""
    return f"{text!r} is not a whole number from 1 on"


def no_opening(most: int) -> str:
    """An argument that is no number of actions."""
    return f"an opening has 0 to {most} actions"


def no_seed() -> str:
    """An argument that is no seed."""
    return "a seed is 64 hex digits"
