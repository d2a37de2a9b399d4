"""The picture of Ashte Kashte's board, with a7 at the top left."""

from typing import Final

from engine.canvas import Canvas, Count, Point, SeatLook, along
from engine.game import Game
from engine.games.ashte_kashte.board import (
    GOAL,
    PASS,
    PATHS,
    SIDES,
    SQUARES,
    STARTS,
    STEPS,
    TURNS,
)
from engine.games.ashte_kashte.rules import AshteKashteGame, AshteKashteState
from engine.games.ashte_kashte.text import LETTERS, Stand, stands

CELL: Final = 84
MIDDLE: Final = 424.0
TRAY: Final = 358.0
# Where along a seat's edge, from its own left, its pieces wait and where they come home.
WAITING: Final = (-268.0, -220.0, -172.0, -124.0)
HOME: Final = (124.0, 172.0, 220.0, 268.0)

TALLY: Final = "home"
PLACES: Final = ("below-left", "below-right", "above-right", "above-left")


def look(game: Game, seat: int) -> SeatLook:
    """Return how a seat looks, and where it sits."""
    side = SIDES[game.num_players()][seat]
    place = ("below", "above")[seat] if game.num_players() == 2 else PLACES[side]
    return SeatLook((f"seat-{seat}",), place)


def counts(state: AshteKashteState) -> list[Count]:
    """Return how many pieces each seat has home, and on the board or home."""
    rows = [state.pieces(seat) for seat in range(state.num_players())]
    return [Count(row.count(GOAL), sum(index is not None for index in row)) for row in rows]


class Past:
    """The last throw, and the squares that the last move led over, with its pieces."""

    def __init__(self, game: AshteKashteGame) -> None:
        self._edges = SIDES[game.num_players()]
        self.thrower, self.steps = -1, 0
        self.walked: list[int] = []
        self.movers: list[str] = []

    def add(self, state: AshteKashteState, action: int) -> None:
        """Note an action or a throw that is about to be applied."""
        if state.is_chance_node():
            self.thrower, self.steps = state.chance_seat(), STEPS[action]
        elif action != PASS:
            self._walk(state, action)

    def _walk(self, state: AshteKashteState, action: int) -> None:
        seat, index = state.current_player(), action % GOAL
        self.walked = PATHS[self._edges[seat]][index : index + self.steps + 1]
        row = [at or 0 for at in state.pieces(seat)]
        movers = [number for number, at in enumerate(row, 1) if at == index]
        # A double walks with both pieces, and of those that stand alike the first one walks.
        self.movers = [f"piece-{seat}-{number}" for number in movers[: 1 + (action >= GOAL)]]


def paint_board(game: AshteKashteGame, canvas: Canvas) -> None:
    """Draw the board with a7 at the top left."""
    canvas.size(2 * MIDDLE, 2 * MIDDLE)
    edges = SIDES[game.num_players()]
    _paint_squares(canvas, edges)
    for seat, side in enumerate(edges):
        _paint_arrows(canvas, seat, side)
        _paint_edge(canvas, seat, side)


def paint(state: AshteKashteState, canvas: Canvas, past: Past) -> None:
    """Draw the way of the seat at turn, the last move, the pieces and the throws."""
    edges = SIDES[state.num_players()]
    way = [_centre(square) for square in PATHS[edges[state.turn()]]]
    canvas.line(f"way-{state.turn()}", way, look='stroke-width="5" stroke-opacity="0.5"')
    for seat, side in enumerate(edges):
        _paint_turn(canvas, state, seat, side)
    if len(past.walked) > 1:
        walk = [_centre(square) for square in past.walked]
        _paint_walk(canvas, walk)
        canvas.walk(walk[1:], dict.fromkeys(past.movers, len(walk) - 1))
    _paint_pieces(canvas, state, edges)
    if past.thrower >= 0 and (state.steps() or past.thrower != state.turn() or state.is_terminal()):
        _paint_throw(canvas, past.thrower, edges[past.thrower], past.steps)
    if state.is_chance_node():
        _paint_throw(canvas, state.turn(), edges[state.turn()], None)


def _centre(square: int) -> Point:
    name = SQUARES[square]
    return MIDDLE + CELL * ("abcdefg".index(name[0]) - 3), MIDDLE - CELL * (int(name[1]) - 4)


def _turned(side: int, right: float, down: float) -> Point:
    """Return a point that lies so far from the middle as south sees it, for another side."""
    for _ in range(side):
        right, down = down, -right
    return MIDDLE + right, MIDDLE + down


def _box(kind: str, canvas: Canvas, ends: tuple[Point, Point], look: str) -> None:
    """Draw a rectangle between two opposite corners."""
    (x, y), (to_x, to_y) = ends
    box = (min(x, to_x), min(y, to_y), abs(to_x - x), abs(to_y - y))
    canvas.rect(kind, box, rounding=min(box[2], box[3]) / 2, look=look)


def _paint_squares(canvas: Canvas, edges: list[int]) -> None:
    """Draw the squares ring by ring, crosses on the start squares, the goal and the names."""
    for square in range(GOAL + 1):
        x, y = _centre(square)
        kind = "square-alt" if 24 <= square < 40 or square == GOAL else "square"
        box = (x - CELL / 2, y - CELL / 2, CELL, CELL)
        canvas.rect(kind, box, look='stroke-width="1.5"')
        if square in STARTS:
            side = square // 6
            if side in edges:
                canvas.rect(f"tint-{edges.index(side)}", box, look='fill-opacity="0.22"')
            for tilt in (-1, 1):
                ends = [(x - 36, y - 36 * tilt), (x + 36, y + 36 * tilt)]
                canvas.line("cross", ends, look='stroke-width="4"')
    for radius in (34, 24, 14):
        canvas.circle("cross", (MIDDLE, MIDDLE), radius, look='stroke-width="4"')
    for number in range(7):
        along = MIDDLE + CELL * (number - 3)
        canvas.text("label", (along, MIDDLE + 309), "abcdefg"[number], size=24)
        canvas.text("label", (MIDDLE - 309, along), str(7 - number), size=24)


def _paint_arrows(canvas: Canvas, seat: int, side: int) -> None:
    """Draw a seat's arrows over the corners where its path steps inwards."""
    for index in TURNS:
        here, next_one = (_centre(PATHS[side][index + more]) for more in (0, 1))
        start, end = along(here, next_one, 0.3), along(here, next_one, 0.66)
        canvas.arrow(start, end, kind=f"arrow-{seat}")


def _paint_edge(canvas: Canvas, seat: int, side: int) -> None:
    """Draw where a seat's pieces come home."""
    ends = (_turned(side, HOME[0] - 26, TRAY - 26), _turned(side, HOME[3] + 26, TRAY + 26))
    _box(f"goal-{seat}", canvas, ends, 'stroke-width="4"')
    for right in HOME:
        canvas.circle("cross", _turned(side, right, TRAY), 9, look='stroke-width="3"')


def _paint_turn(canvas: Canvas, state: AshteKashteState, seat: int, side: int) -> None:
    """Mark the seat that is at turn, and those that have given up."""
    if seat in state.forfeited():
        canvas.text(f"label-{seat}", _turned(side, 0, TRAY), "out", size=26)
    elif seat == state.turn() and not state.is_terminal():
        ends = (_turned(side, -290, TRAY + 36), _turned(side, 290, TRAY + 43))
        _box(f"tint-{seat}", canvas, ends, "")


def _paint_walk(canvas: Canvas, walked: list[Point]) -> None:
    """Draw the way of the last move, up to the piece that made it."""
    (x, y), (to_x, to_y) = walked[-2:]
    length = max(abs(to_x - x), abs(to_y - y))
    share = 1 - 34 / (length * (1.4 if to_x != x and to_y != y else 1))
    canvas.circle("last", walked[0], 13, look='stroke-width="4"')
    canvas.line("last", walked[:-1], look='stroke-width="5"')
    canvas.arrow(walked[-2], along(walked[-2], walked[-1], share))


def _paint_pieces(canvas: Canvas, state: AshteKashteState, edges: list[int]) -> None:
    """Draw the pieces, a double's side by side, and ring those that may move."""
    pieces = stands(state)
    game = state.get_game()
    may = {action for action in state.legal_actions() if action != PASS and state.steps()}
    for piece in pieces:
        seat, number, at, square = piece
        if seat in state.forfeited() and at != GOAL:
            continue
        pair = [p.number for p in pieces if p.square == square] if square >= 0 else [number]
        title = canvas.say(
            "Piece {piece} of {colour:said}, {place}",
            piece=number + 1,
            colour=look(game, seat).colour,
            place=_place_name(canvas, piece, pair),
        )
        radius = 21 if square < 0 else 31 if len(pair) == 1 else 25
        ringed = seat == state.turn() and not may.isdisjoint({at, GOAL + at})
        shape = (seat, radius, LETTERS[edges[seat]], ringed)
        place = _place(piece, edges[seat], pair)
        canvas.thing("piece", f"piece-{seat}-{number + 1}", title, place, _draw_piece, *shape)


def _place_name(canvas: Canvas, piece: Stand, pair: list[int]) -> str:
    if piece.square < 0:
        return canvas.say("home") if piece.at else canvas.say("to enter")
    if len(pair) == 2:
        return canvas.say("double on {square}", square=SQUARES[piece.square])
    return canvas.say("single on {square}", square=SQUARES[piece.square])


def _draw_piece(canvas: Canvas, seat: int, radius: float, letter: str, may: bool) -> None:
    canvas.stone(seat, (0, 0), radius, letter)
    if may:
        canvas.circle("may", (0, 0), radius + 4, look='stroke-width="4"')


def _place(piece: Stand, side: int, pair: list[int]) -> Point:
    """Return where a piece is drawn."""
    if piece.square < 0:
        row = HOME if piece.at else WAITING
        return _turned(side, row[piece.number], TRAY)
    x, y = _centre(piece.square)
    if len(pair) == 2:
        shift = 14 if piece.number == max(pair) else -14
        return x + shift, y + shift
    return x, y


def _paint_throw(canvas: Canvas, seat: int, side: int, steps: int | None) -> None:
    """Draw the four dice at a seat's right hand, and how far they let a piece walk."""
    x, y = _turned(side, 354, 354)
    down = 64 if y > MIDDLE else -64
    y -= down / 6
    title = canvas.say("Throw: {steps}", steps=steps) if steps else canvas.say("Throw: to come")
    canvas.thing("throw", f"dice-{seat}", title, (x, y), _draw_throw, seat, steps, down)


def _draw_throw(canvas: Canvas, seat: int, steps: int | None, down: float) -> None:
    marks = STEPS.index(steps) if steps else 0
    canvas.rect(f"seat-{seat}", (-45, -45, 90, 90), rounding=16)
    for number in range(4):
        spot = ((number % 2 * 2 - 1) * 21, (number // 2 * 2 - 1) * 21)
        canvas.circle("die", spot, 18, look='stroke-width="2"')
        if number < marks:
            canvas.circle("pip", spot, 9)
    canvas.text("count", (0, down), f"{steps or '?'}", size=32)
