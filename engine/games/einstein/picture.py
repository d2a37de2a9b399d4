"""The picture of EinStein's board, with a5 at the top left."""

# A picture shows what its own game's state protects.
# ruff: noqa: SLF001

from math import dist

from engine.bits import BITS
from engine.canvas import Canvas, Point, along
from engine.games.einstein.rules import EinsteinState
from engine.games.einstein.tables import BOTH, CORNERS, HOMES, MOVES, SQUARES, STEPS
from engine.state import State
from engine.values import CHANCE, TERMINAL


def paint(state: EinsteinState, canvas: Canvas) -> None:
    """Draw the board with a5 at the top left."""
    canvas.size(640, 548)
    canvas.grid((44, 16), 96, columns="abcde", rows="54321")
    for seat in (0, 1):
        for square in HOMES[seat]:
            x, y = _centre(square)
            canvas.rect(f"tint-{seat}", (x - 48, y - 48, 96, 96), look='fill-opacity="0.13"')
        goal = _centre(CORNERS[seat])
        look = 'stroke-width="4" stroke-dasharray="9 7"'
        canvas.circle(f"goal-{seat}", goal, 41, look=look)
    _paint_last(state, canvas)
    _paint_stones(state, canvas)
    rolls = state._player == CHANCE or state._roll >= 0
    if rolls and state._placed == BOTH and state._player != TERMINAL:
        corner = (557.0, 400.0 if state._turn else 84.0)
        canvas.die(corner, 60, face=state.roll(), seat=state._turn)


def _paint_last(state: EinsteinState, canvas: Canvas) -> None:
    """Draw an arrow for the last move, also while the next throw lies there."""
    after: State = state
    before = state.previous()
    if before and before.is_chance_node():
        after, before = before, before.previous()
    if not isinstance(before, EinsteinState) or before._player < 0:
        return
    action = after.history()[-1]
    if action < MOVES:
        start = before._at[before._player * 6 + action // 3]
        spot, end = _centre(start), _centre(start + STEPS[before._player * 3 + action % 3])
        canvas.circle("last", spot, 14, look='stroke-width="4"')
        canvas.arrow(spot, along(spot, end, 1 - 37 / dist(spot, end)))


def _paint_stones(state: EinsteinState, canvas: Canvas) -> None:
    may = set()
    if state._player >= 0 and state._placed & BITS[state._player]:
        may = {state._player * 6 + action // 3 for action in state._legal()}
    for piece, square in enumerate(state._at):
        if square < 0:
            continue
        seat, stone = divmod(piece, 6)
        title = f"Stone {stone + 1} of seat {seat} on {SQUARES[square]}"
        with canvas.group("stone", f"stone-{seat}-{stone + 1}", title):
            canvas.stone(seat, _centre(square), 35, str(stone + 1))
            if piece in may:
                canvas.circle("may", _centre(square), 40.5, look='stroke-width="4"')
    if state._hidden:
        for square in HOMES[0]:
            canvas.stone(0, _centre(square), 35, "?")


def _centre(square: int) -> Point:
    return 92 + 96 * (square % 5), 64 + 96 * (square // 5)
