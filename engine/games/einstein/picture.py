"""The picture of EinStein's board, with a5 at the top left."""

# A picture shows what its own game's state protects.
# ruff: noqa: SLF001

from math import dist
from typing import Final

from engine.bits import BITS
from engine.canvas import Canvas, Count, Point, SeatLook, along
from engine.game import Game
from engine.games.einstein.rules import EinsteinState
from engine.games.einstein.tables import BOTH, CORNERS, HOMES, MOVES, SQUARES, STEPS
from engine.values import CHANCE, TERMINAL

TALLY: Final = "stones"


def look(_game: Game, seat: int) -> SeatLook:
    """Return how a seat looks, and where it sits."""
    return SeatLook((f"seat-{seat}",), ("above", "below")[seat])


def counts(state: EinsteinState) -> list[Count]:
    """Return how many stones each seat has on the board."""
    if state._placed != BOTH:
        return [Count(6, 6), Count(6, 6)]
    men = [sum(square >= 0 for square in state._at[6 * seat : 6 * seat + 6]) for seat in (0, 1)]
    return [Count(number, number) for number in men]


class Past:
    """The squares between which the last move led; none before the first."""

    def __init__(self, _game: Game) -> None:
        self.move: tuple[int, int] | None = None

    def add(self, state: EinsteinState, action: int) -> None:
        """Note an action that is about to be applied."""
        if state._player >= 0 and action < MOVES:
            start = state._at[state._player * 6 + action // 3]
            self.move = start, start + STEPS[state._player * 3 + action % 3]


def paint_board(_game: Game, canvas: Canvas) -> None:
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


def paint(state: EinsteinState, canvas: Canvas, past: Past) -> None:
    """Draw the last move, the stones and the die."""
    if past.move is not None:
        _paint_last(canvas, past.move)
    _paint_stones(state, canvas)
    rolls = state._player == CHANCE or state._roll >= 0
    if rolls and state._placed == BOTH and state._player != TERMINAL:
        corner = (557.0, 400.0 if state._turn else 84.0)
        face = state.roll()
        title = canvas.die_title(face)
        look = (60, face, f"seat-{state._turn}")
        canvas.thing("throw", f"die-{state._turn}", title, corner, Canvas.die, *look)


def _paint_last(canvas: Canvas, move: tuple[int, int]) -> None:
    """Draw an arrow for the last move, also while the next throw lies there."""
    spot, end = _centre(move[0]), _centre(move[1])
    canvas.circle("last", spot, 14, look='stroke-width="4"')
    canvas.arrow(spot, along(spot, end, 1 - 37 / dist(spot, end)))


def _paint_stones(state: EinsteinState, canvas: Canvas) -> None:
    may = set()
    if state._player >= 0 and state._placed & BITS[state._player]:
        may = {state._player * 6 + action // 3 for action in state._legal()}
    game = state.get_game()
    for piece, square in enumerate(state._at):
        if square < 0:
            continue
        seat, stone = divmod(piece, 6)
        title = canvas.say(
            "Stone {stone} of {colour:said} on {square}",
            stone=stone + 1,
            colour=look(game, seat).colour,
            square=SQUARES[square],
        )
        shape = (seat, stone + 1, piece in may)
        identity = f"stone-{seat}-{stone + 1}"
        canvas.thing("stone", identity, title, _centre(square), _draw_stone, *shape)
    if state._hidden:
        for square in HOMES[0]:
            canvas.stone(0, _centre(square), 35, "?")


def _draw_stone(canvas: Canvas, seat: int, number: int, may: bool) -> None:
    canvas.stone(seat, (0, 0), 35, str(number))
    if may:
        canvas.circle("may", (0, 0), 40.5, look='stroke-width="4"')


def _centre(square: int) -> Point:
    return 92 + 96 * (square % 5), 64 + 96 * (square // 5)
