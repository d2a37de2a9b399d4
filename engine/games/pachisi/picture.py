"""Pachisi drawn: the cross, the yards, pieces that differ in colour, shape and letter, the dice.

The board's side measures `SIDE` units whatever the track, so that dice and yards keep their size.
"""

# ruff: noqa: SLF001

from math import cos, pi, sin
from typing import Final

from engine.canvas import Canvas, Count, Point, SeatLook, along
from engine.games.pachisi.board import arm_of, track_places, way_places
from engine.games.pachisi.notation import LETTERS
from engine.games.pachisi.rules import PachisiGame, PachisiState
from engine.games.pachisi.tables import COLOURS, PAIRS, Tables
from engine.values import CHANCE, TERMINAL

SIDE: Final = 616.0
MARGIN: Final = 12.0
# The corners of a shape around its centre: how many, and the angle of the first one. Red is round.
_CORNERS: Final = ((0, 0.0), (4, pi / 4), (4, 0.0), (3, -pi / 2))
# How much larger a shape's corners reach than the circle that looks as large.
_REACH: Final = (1.0, 1.22, 1.3, 1.42)


TALLY: Final = "home"
PLACES: Final = ("below-left", "above-left", "above-right", "below-right")


def look(game: PachisiGame, seat: int) -> SeatLook:
    """Return how a seat looks, and where it sits."""
    place = ("below", "above")[seat] if game.rules.seats == 2 else PLACES[seat]
    return SeatLook(tuple(COLOURS[colour] for colour in game.rules.owned(seat)), place)


def counts(state: PachisiState) -> list[Count]:
    """Return how many of its pieces each seat has home, and out of the yard."""
    rules = state._rules
    by_seat = []
    for seat in range(rules.seats):
        ats = [state._at[4 * colour + n] for colour in rules.owned(seat) for n in range(4)]
        by_seat.append(Count(sum(at > rules.track for at in ats), sum(at > 0 for at in ats)))
    return by_seat


class Past:
    """What a picture marks of the past: the last move, and the last throw with its seat."""

    def __init__(self, game: PachisiGame) -> None:
        self.frame = Frame(game.rules)
        self.mover = ""
        self.way: list[Point] = []
        self.entered = False
        self.thrower = -1
        self.throw: tuple[int, int] = (0, 0)

    def add(self, state: PachisiState, action: int) -> None:
        """Note an action or a throw that is about to be applied."""
        if state._player >= 0:
            self._move(state, action)
        elif not state._rolls:
            self.thrower, self.throw = state._turn, state._rules.throws[action]

    def _move(self, state: PachisiState, action: int) -> None:
        rules = state._rules
        move = action // rules.losses
        self.way = []
        if move >= rules.sit_out:
            return
        place, number = move // 6, move % 6 + 1
        colour = rules.colours[state._turn][place // rules.span]
        start = place % rules.span
        piece = state._piece(colour, start) - colour * 4
        last = start + number if start else 1
        self.entered = not start
        self.way = [self.frame.spot(colour, piece, at) for at in range(start, last + 1)]
        self.mover = f"piece-{LETTERS[colour]}-{piece + 1}"


def paint_board(game: PachisiGame, canvas: Canvas) -> None:
    """Draw the board with red's arm below."""
    canvas.size(SIDE + 2 * MARGIN, SIDE + 2 * MARGIN)
    frame = Frame(game.rules)
    _paint_cross(canvas, frame)
    for colour in range(4):
        _paint_yard(canvas, frame, colour)


def paint(state: PachisiState, canvas: Canvas, past: Past) -> None:
    """Draw the last move, the pieces and the dice."""
    frame = past.frame
    for colour in range(4):
        _paint_gone(state, canvas, frame, colour)
    if past.way:
        _paint_trail(past, canvas, frame)
        canvas.walk(past.way[1:], {past.mover: len(past.way) - 1})
    _paint_pieces(state, canvas, frame)
    _paint_dice(state, canvas, frame, past)


class Frame:
    """Where things lie in the picture."""

    def __init__(self, rules: Tables) -> None:
        self.rules = rules
        self.arm = arm_of(self.rules.track)
        self.cells = 2 * self.arm + 3
        self.cell = SIDE / self.cells
        # The yards' measure: a quarter of the space between two arms.
        self.unit = self.arm * self.cell / 4
        self.track = [self.centre(place) for place in track_places(self.rules.track)]
        # By colour and progress, from 1 on.
        self.ways = [
            [self.centre(place) for place in way_places(self.rules.track, colour)]
            for colour in range(4)
        ]

    def centre(self, place: tuple[int, int]) -> Point:
        """Return the middle of a cell (column, row)."""
        return MARGIN + (place[0] + 0.5) * self.cell, MARGIN + (place[1] + 0.5) * self.cell

    def turn(self, point: Point, quarters: int) -> Point:
        """Turn a point clockwise about the middle of the board."""
        x, y = point
        for _ in range(quarters):
            x, y = SIDE + 2 * MARGIN - y, x
        return x, y

    def corner(self, colour: int, right: float, up: float) -> Point:
        """Return a point of a colour's corner, in yard units from red's at the bottom left."""
        point = (MARGIN + right * self.unit, MARGIN + SIDE - up * self.unit)
        return self.turn(point, colour)

    def yard(self, colour: int, number: int) -> Point:
        """Return the place of a piece in its yard."""
        return self.corner(colour, 0.95 + 1.2 * (number % 2), 0.95 + 1.2 * (number // 2))

    def spot(self, colour: int, number: int, progress: int) -> Point:
        """Return the place of a colour's piece by its number and progress."""
        return self.ways[colour][progress - 1] if progress else self.yard(colour, number)


def _paint_cross(canvas: Canvas, frame: Frame) -> None:
    rules = frame.rules
    _paint_ground(canvas, frame)
    starts = {rules.squares[colour][1]: colour for colour in range(4)}
    arrows = {*starts, *[rules.squares[colour][-1] for colour in range(4)]}
    box = 0.92 * frame.cell
    size = max(17.0, 0.3 * frame.cell)
    for square, (x, y) in enumerate(frame.track):
        kind = f"{COLOURS[starts[square]]}-soft" if square in starts else "square"
        title = canvas.say("Square {square}", square=square)
        with canvas.group("place", f"square-{square}", title):
            canvas.rect(kind, (x - box / 2, y - box / 2, box, box), rounding=box / 7)
            if square % 5 == 0 and square not in arrows:
                canvas.text("label", (x, y), str(square), size=size)
    for colour in range(4):
        _paint_way(canvas, frame, colour)


def _paint_ground(canvas: Canvas, frame: Frame) -> None:
    """Draw the wood under the squares, and the four colours meeting in the middle."""
    low, far = MARGIN + frame.arm * frame.cell - 4, MARGIN + SIDE + 4
    high = SIDE + 2 * MARGIN - low
    quarter = [(high, far), (low, far), (low, high)]
    outline = [frame.turn(point, quarters) for quarters in range(4) for point in quarter]
    canvas.polygon("board", outline, look='stroke-width="3"')
    middle = (MARGIN + SIDE / 2, MARGIN + SIDE / 2)
    half = frame.cell * (0.46 if frame.rules.track == 40 else 1.42)
    for colour, name in enumerate(COLOURS):
        base = [(middle[0] - half, middle[1] + half), (middle[0] + half, middle[1] + half)]
        points = [middle, *[frame.turn(point, colour) for point in base]]
        canvas.polygon(f"{name}-soft", points, look='stroke-width="1.5"')


def _paint_way(canvas: Canvas, frame: Frame, colour: int) -> None:
    """Draw a colour's goal squares, and arrows where it starts and where it turns inwards."""
    name = COLOURS[colour]
    box = 0.92 * frame.cell
    way, track = frame.ways[colour], int(frame.rules.track)
    for number, (x, y) in enumerate(way[track:]):
        progress = track + number + 1
        title = canvas.say(
            "Goal square of {colour:said}: {progress}", colour=name, progress=progress
        )
        with canvas.group("place", f"goal-{LETTERS[colour]}-{number + 1}", title):
            place = (x - box / 2, y - box / 2, box, box)
            canvas.rect(f"{name}-soft", place, rounding=box / 7, look='stroke-width="2.5"')
    _paint_chevron(canvas, colour, (way[0], way[1]))
    _paint_chevron(canvas, colour, (way[track - 1], way[track]))


def _paint_chevron(canvas: Canvas, colour: int, way: tuple[Point, Point]) -> None:
    (x, y), (to_x, to_y) = way
    right, down = (to_x - x) * 0.3, (to_y - y) * 0.3
    points = [(x + right, y + down), (x - right - down, y - down + right)]
    points += [(x - right * 0.35, y - down * 0.35), (x - right + down, y - down - right)]
    canvas.polygon(COLOURS[colour], points, look='stroke-width="1" fill-opacity="0.75"')


def _paint_yard(canvas: Canvas, frame: Frame, colour: int) -> None:
    unit = frame.unit
    name = COLOURS[colour]
    centre = frame.corner(colour, 1.55, 1.55)
    title = canvas.say("Yard of {colour:said}", colour=name)
    with canvas.group("place", f"yard-{LETTERS[colour]}", title):
        canvas.circle(f"{name}-soft", centre, 1.45 * unit, look='stroke-width="3"')
        for number in range(4):
            canvas.circle("square", frame.yard(colour, number), 0.46 * unit)


def _owner(frame: Frame, colour: int) -> int:
    return next(s for s in range(frame.rules.seats) if colour in frame.rules.owned(s))


def _paint_gone(state: PachisiState, canvas: Canvas, frame: Frame, colour: int) -> None:
    """Write into the yard of a colour whose seat has given up that it is out."""
    if _owner(frame, colour) in state.forfeited():
        canvas.text("label", frame.corner(colour, 1.55, 1.55), "out", size=0.36 * frame.unit)


def _paint_trail(past: Past, canvas: Canvas, frame: Frame) -> None:
    """Mark where the last move began and draw its way."""
    points = past.way
    canvas.circle("last", points[0], 0.2 * frame.cell, look='stroke-width="4"')
    canvas.line("trail", points, look='stroke-width="5" stroke-opacity="0.6"')
    if not past.entered:
        canvas.arrow(points[-2], along(points[-2], points[-1], 0.58))


def _paint_pieces(state: PachisiState, canvas: Canvas, frame: Frame) -> None:
    rules = frame.rules
    may = _movable(state)
    for piece, progress in enumerate(state._at):
        colour, number = divmod(piece, 4)
        if progress < 0:
            continue
        x, y = frame.spot(colour, number, progress)
        radius = 0.36 * frame.unit if progress == 0 else 0.34 * frame.cell
        if 0 < progress <= rules.track:
            held = state._board[rules.squares[colour][progress]]
            if PAIRS[held]:
                shift = _shift(state, piece) * 0.2 * frame.cell
                x, y, radius = x + shift, y - shift, 0.23 * frame.cell
        title = canvas.say(
            "{colour:said} piece {piece}: {place}",
            colour=COLOURS[colour],
            piece=number + 1,
            place=_where(state, canvas, piece),
        )
        identity = f"piece-{LETTERS[colour]}-{number + 1}"
        look = (colour, radius, (colour, progress) in may)
        canvas.thing("piece", identity, title, (x, y), _draw_piece, *look)


def _shift(state: PachisiState, piece: int) -> int:
    """Return -1 for the first, 1 for the second of two pieces on a square."""
    rules = state._rules
    square = rules.squares[piece // 4][state._at[piece]]
    for other in range(piece):
        at = state._at[other]
        if 0 < at <= rules.track and rules.squares[other // 4][at] == square:
            return 1
    return -1


def _where(state: PachisiState, canvas: Canvas, piece: int) -> str:
    at, rules = state._at[piece], state._rules
    if at == 0:
        return canvas.say("in the yard")
    if at > rules.track:
        return canvas.say("{progress}, on a goal square", progress=at)
    square = rules.squares[piece // 4][at]
    return canvas.say("{progress}, on square {square}", progress=at, square=square)


def _movable(state: PachisiState) -> set[tuple[int, int]]:
    """Return colour and progress of the pieces that may move."""
    rules = state._rules
    if state._player < 0:
        return set()
    places = [action // rules.losses // 6 for action in state._legal()]
    colours = rules.colours[state._turn]
    reach = rules.reach * rules.span
    return {(colours[p // rules.span], p % rules.span) for p in places if p < reach}


def _draw_piece(canvas: Canvas, colour: int, radius: float, may: bool) -> None:
    look = 'stroke-width="2"'
    corners, first = _CORNERS[colour]
    reach = radius * _REACH[colour]
    y = radius * 0.22 if corners == 3 else 0.0
    if not corners:
        canvas.circle(COLOURS[colour], (0, 0), radius, look=look)
    else:
        angles = [first + 2 * pi * number / corners for number in range(corners)]
        points = [(reach * cos(angle), y + reach * sin(angle)) for angle in angles]
        canvas.polygon(COLOURS[colour], points, look=look)
    mark = "mark-dark" if COLOURS[colour] == "yellow" else "mark"
    size = radius * (0.95 if corners == 3 else 1.2)
    canvas.text(mark, (0, y), LETTERS[colour].upper(), size=size)
    if may:
        canvas.circle("may", (0, 0), 1.36 * radius, look='stroke-width="3"')


def _paint_dice(state: PachisiState, canvas: Canvas, frame: Frame, past: Past) -> None:
    """Draw the dice to throw or to play, those just played faintly, and beginning throws."""
    if state._player == TERMINAL:
        return
    dice: list[tuple[int, int | None, bool]] = []
    if state._rolls:
        for seat, roll in enumerate(state._rolls):
            if roll > 0:
                dice.append((seat, roll, True))
        dice.append((state._turn, None, True))
    elif state._player == CHANCE:
        dice += [(state._turn, None, True)] * frame.rules.dice
        if past.thrower != state._turn:
            dice += [(past.thrower, face, False) for face in past.throw if face]
    else:
        left = state.dice()
        for face in past.throw if past.thrower == state._turn else left:
            if face:
                dice.append((state._turn, face, face in left))
                left = left[1:] if face in left else left
    _lay_dice(canvas, frame, dice)


def _lay_dice(canvas: Canvas, frame: Frame, dice: list[tuple[int, int | None, bool]]) -> None:
    size = 0.72 * frame.unit
    laid = [0] * frame.rules.seats
    for seat, face, due in dice:
        x, y = frame.corner(seat, 3.45, 3.45 - 1.05 * laid[seat])
        kind = COLOURS[seat] if due else f"{COLOURS[seat]}-soft"
        corner = (x - size / 2, y - size / 2)
        identity = f"die-{seat}-{laid[seat]}" if laid[seat] else f"die-{seat}"
        title = canvas.die_title(face)
        canvas.thing("throw", identity, title, corner, Canvas.die, size, face, kind)
        laid[seat] += 1
