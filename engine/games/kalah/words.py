"""What the actions of Kalah are in words."""

# ruff: noqa: SLF001

from typing import Final

from engine.games.kalah.rules import KalahState
from engine.sentences import Sentence, sentence

SENTENCES: Final = {
    "kalah-sow": "Sow pit {pit}",
    "kalah-sow-told": "{seats} sows pit {pit}",
    "kalah-sow-label": "pit {pit}",
    "kalah-clockwise": "Sow pit {pit} clockwise",
    "kalah-clockwise-told": "{seats} sows pit {pit} clockwise, since its seeds are odd in number",
    "kalah-clockwise-label": "pit {pit}, clockwise",
    "kalah-capture": "capturing {seeds} seeds",
    "kalah-bank": "which puts its last seed into the store",
    "kalah-again": "with another turn",
    "kalah-only": "Only pit {pit} has seeds",
    "kalah-margin": "{seeds} seeds",
}


def deed(state: KalahState, action: int) -> Sentence:
    """Return which pit an action sows."""
    place = action + state._player * state._rules.across
    is_back = state._rules.cross and state._ring[place] % 2
    return sentence("kalah-clockwise" if is_back else "kalah-sow", pit=_pit(state, action))


def effects(before: KalahState, action: int, after: KalahState) -> list[Sentence]:
    """Return what the seat captures, and whether it acts again."""
    seat, rules = before._player, before._rules
    place = action + seat * rules.across
    path = rules.path(place, before._ring[place])
    sentences = []
    if captured := _captured(before, place, path):
        code = "kalah-bank" if captured == 1 else "kalah-capture"
        sentences.append(sentence(code, **{} if captured == 1 else {"seeds": captured}))
    if after._player == seat:
        sentences.append(sentence("kalah-again"))
    return sentences


def _captured(before: KalahState, place: int, path: list[int]) -> int:
    """Return how many seeds a sowing captures, the last one of its own included."""
    rules, seat, last = before._rules, before._player, path[-1]
    first = seat * rules.across
    is_own = first <= last < first + rules.pits
    if not is_own or path.count(last) != 1 or (before._ring[last] and last != place):
        return 0
    facing = 2 * rules.across - 2 - last
    against = before._ring[facing] + path.count(facing)
    return against + 1 if against or rules.empty_capture else 0


def duty(state: KalahState) -> Sentence | None:
    """Return which pit is the only one that may be sown."""
    actions = state.legal_actions()
    return sentence("kalah-only", pit=_pit(state, actions[0])) if len(actions) == 1 else None


def margin(state: KalahState) -> Sentence:
    """Return by how much the winner of a finished game has more."""
    return sentence("kalah-margin", seeds=abs(state.store(0) - state.store(1)))


def _pit(state: KalahState, action: int) -> str:
    return state.action_to_string(action)
