"""Records of short games, as the referee writes them."""

from typing import Any

from agents.table.course import Course
from engine import parse_variant, record

SEED = bytes(range(32))


def played(variant: str, names: tuple[str, ...] = ("one", "other")) -> dict[str, Any]:
    """The record of a game in which everybody takes the first action that is allowed."""
    seats = [{"name": name, "version": 1, "seed": seat} for seat, name in enumerate(names)]
    course = Course(parse_variant(variant), seats, SEED, 1)
    while not course.state.is_terminal():
        course.roll()
        if not course.state.is_terminal():
            course.act(course.state.legal_actions()[0], wall=0.0, cpu=0.0)
    return record.reveal(course.recorder.document(course.state), SEED)
