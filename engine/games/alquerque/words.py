"""What the actions of Alquerque grande are in words."""

# ruff: noqa: SLF001

from typing import Final, cast

from engine.bits import members
from engine.games.alquerque.captures import jumpers_of
from engine.games.alquerque.lines import POINTS, Course, course_of
from engine.games.alquerque.rules import AlquerqueState
from engine.sentences import Sentence, sentence

SENTENCES: Final = {
    "alquerque-step": "Move the stone from {start} to {end}",
    "alquerque-step-told": "{seats} moves the stone from {start} to {end}",
    "alquerque-step-label": "{start} to {end}",
    "alquerque-jump": "Jump with the stone from {start} over {over} to {end}",
    "alquerque-jump-told": "{seats} jumps with the stone from {start} over {over} to {end}",
    "alquerque-jump-label": "{start} over {over} to {end}",
    "alquerque-capture-one": "capturing a stone",
    "alquerque-capture": "capturing {stones} stones",
    "alquerque-fine": "losing the stone on {point}, for a capture was left out",
    "alquerque-own-fine": "losing this stone itself, for it could have captured",
    "alquerque-may": "You can capture. If you do not, you lose a stone that could have",
    "alquerque-must": "Only a capture is allowed, since there is one",
    "alquerque-only": "There is only one action",
}


def deed(_state: AlquerqueState, action: int) -> Sentence:
    """Return which stone steps or jumps where."""
    course = _course(action)
    start, end = POINTS[course.path[0]], POINTS[course.path[-1]]
    if not course.over:
        return sentence("alquerque-step", start=start, end=end)
    over = ", ".join(_jumped(course))
    return sentence("alquerque-jump", start=start, over=over, end=end)


def effects(_before: AlquerqueState, action: int, _after: AlquerqueState) -> list[Sentence]:
    """Return how many stones are captured, and which one is lost for a capture left out."""
    course = _course(action)
    sentences = []
    if len(course.over) == 1:
        sentences.append(sentence("alquerque-capture-one"))
    elif course.over:
        sentences.append(sentence("alquerque-capture", stones=len(course.over)))
    if course.lost == course.path[-1]:
        sentences.append(sentence("alquerque-own-fine"))
    elif course.lost >= 0:
        sentences.append(sentence("alquerque-fine", point=POINTS[course.lost]))
    return sentences


def duty(state: AlquerqueState) -> Sentence | None:
    """Return the duty to capture, where something can be captured."""
    seat, rules = state._player, state._rules
    if jumpers_of(state._stones[seat], state._foes(seat), state._empty):
        return sentence("alquerque-must" if rules.forced else "alquerque-may")
    return sentence("alquerque-only") if len(state.legal_actions()) == 1 else None


def _course(action: int) -> Course:
    return cast(Course, course_of(action))


def _jumped(course: Course) -> list[str]:
    """Return the points of the stones that are jumped over, in their order."""
    return [POINTS[point] for bits in course.over for point in members(bits)]
