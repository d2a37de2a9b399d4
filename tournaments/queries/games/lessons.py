"""Lessons: five positions of each game to play through, and its rules in a few sentences.

`tournaments/lessons/` has a file for each game, and a game's package its own. A position
there names what differs from the start.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import engine
from agents.words.speech import said
from engine import svg
from engine.ways import Guide
from tournaments.queries.casual.boards import choices_of

FOLDER = Path(__file__).resolve().parents[2] / "lessons"


@dataclass(frozen=True)
class Rule:
    """A rule in plain words, with the lesson whose position shows it."""

    says: str
    lesson: "Lesson"


@dataclass(frozen=True)
class Lesson:
    """A position with a task, and the actions that solve it."""

    number: int
    asks: str
    right: frozenset[str]
    well: str
    state: engine.State

    def choices(self) -> list[dict[str, Any]]:
        """The actions to choose from."""
        return choices_in(self.state)

    def after(self, action: str) -> tuple[engine.State, Any]:
        """The state after an action, and what its picture marks. Raises an EngineError."""
        number, past = self.state.string_to_action(action), svg.past_of(self.state)
        past.add(self.state, number)
        return self.state.child(number), past


@dataclass(frozen=True)
class Primer:
    """How a person learns a game: its rules, its lessons, and how long a game takes."""

    variant: str
    minutes: int
    rules: tuple[Rule, ...]
    lessons: tuple[Lesson, ...]


@cache
def primer(game_id: str) -> Primer:
    """The rules and lessons of a game."""
    document = written(game_id)
    game = engine.parse_variant(document["variant"])
    lessons = [_lesson(game, number, each) for number, each in enumerate(document["lessons"], 1)]
    rules = [Rule(each["says"], lessons[each["lesson"] - 1]) for each in document["rules"]]
    return Primer(game.variant, document["minutes"], tuple(rules), tuple(lessons))


def written(game_id: str) -> dict[str, Any]:
    """The file of a game."""
    info = engine.load_game(game_id).info
    path = Path(info.folder, "lessons.json") if info.is_package else FOLDER / f"{game_id}.json"
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


def choices_in(state: engine.State) -> list[dict[str, Any]]:
    """The actions of a state in words, and where its picture shows them."""
    guide = Guide(state.get_game(), state.clone())
    return choices_of(guide.ways(state), [said(look.colour) for look in guide.seats])


def _lesson(game: engine.Game, number: int, entry: dict[str, Any]) -> Lesson:
    state = game.state_from_dict(game.new_initial_state().to_dict() | entry["position"])
    return Lesson(number, entry["asks"], frozenset(entry["right"]), entry["well"], state)
