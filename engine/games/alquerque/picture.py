"""The picture of Alquerque's board, with seat 0 below."""

# A picture shows what its own game's state protects.
# ruff: noqa: SLF001

from collections.abc import Iterable
from typing import Final

from engine.bits import members
from engine.canvas import Canvas, Count, Point, SeatLook, along
from engine.games.alquerque.lines import (
    FILES,
    KINDS,
    POINTS,
    SHIFTS,
    Course,
    course_of,
    has_line,
)
from engine.games.alquerque.rules import AlquerqueGame, AlquerqueState
from engine.games.alquerque.text import colour, colour_of, counts_captures, standing

_GAP: Final = 88
_LEFT: Final = 104
_BOTTOM: Final = 608


TALLY: Final = "captured"
PLACES: Final = ("below-left", "below-right", "above-right", "above-left")


def look(game: AlquerqueGame, seat: int) -> SeatLook:
    """Return how a seat looks, and where it sits."""
    place = ("below", "above")[seat] if game.num_players() == 2 else PLACES[seat]
    return SeatLook((colour_of(game, seat),), place)


def counts(state: AlquerqueState) -> list[Count]:
    """Return how many stones each seat has captured, and its own on the board."""
    seats = range(state.num_players())
    return [Count(state.captured(seat), len(state.stones(seat))) for seat in seats]


class Past:
    """The stone on each point, its seat and its number, and the way of the last move.

    `mover` is the stone that moved last, which may be lost since.
    """

    def __init__(self, game: AlquerqueGame) -> None:
        start = game.new_initial_state().view(None)["stones"]
        self.places = {
            POINTS.index(name): (seat, number)
            for seat, names in enumerate(start)
            for number, name in enumerate(names, 1)
        }
        self.course: Course | None = None
        self.mover = (0, 0)

    def add(self, _state: AlquerqueState, action: int) -> None:
        """Follow the stones through an action that is about to be applied."""
        course = self.course = course_of(action)
        if course and course.path[0] in self.places:
            stone = self.mover = self.places.pop(course.path[0])
            _remove(self.places, members(sum(course.over)))
            self.places[course.path[-1]] = stone
            _remove(self.places, [course.lost])

    def numbered(self, state: AlquerqueState) -> dict[int, tuple[int, int]]:
        """Return the stone on each point: its seat, and the number that it keeps all game long."""
        stones = standing(state)
        places = {p: stone for p, stone in self.places.items() if stones.get(p) == stone[0]}
        for seat in range(state.num_players()):
            used = {number for owner, number in places.values() if owner == seat}
            spare = [number for number in range(1, 49) if number not in used]
            missing = [p for p, owner in stones.items() if owner == seat and p not in places]
            places.update({p: (seat, spare[i]) for i, p in enumerate(missing)})
        return places


def paint_board(game: AlquerqueGame, canvas: Canvas) -> None:
    """Draw the board with seat 0 below."""
    canvas.size(704, 790 if counts_captures(game) else 712)
    canvas.rect("board", (44, 20, 648, 648), rounding=26, look='stroke-width="3"')
    canvas.rect("rim", (50, 26, 636, 636), rounding=21, look='stroke-width="2.5"')
    _paint_lines(canvas)


def paint(state: AlquerqueState, canvas: Canvas, past: Past) -> None:
    """Draw the last move and the stones, and the captured ones where they decide."""
    if state.is_player_node():
        _paint_turn(state, canvas)
    stones = past.numbered(state)
    if past.course:
        _paint_last(canvas, past.course)
        path = [_spot(point) for point in past.course.path[1:]]
        seat, number = past.mover
        canvas.walk(path, {f"stone-{seat}-{number}": len(path)})
    _paint_stones(state, canvas, stones)
    if counts_captures(state._rules):
        _paint_tally(state, canvas)


def _spot(point: int) -> Point:
    return _LEFT + _GAP * (point % 7), _BOTTOM - _GAP * (point // 7)


def _paint_lines(canvas: Canvas) -> None:
    for kind in KINDS:
        for low in range(49):
            # A line is drawn whole, from the end where nothing leads on.
            below = low - SHIFTS[kind]
            if not has_line(low, kind) or (below >= 0 and has_line(below, kind)):
                continue
            high = low
            while has_line(high, kind):
                high += SHIFTS[kind]
            canvas.line("line", [_spot(low), _spot(high)], look='stroke-width="3.5"')
    for point in range(49):
        canvas.circle("point", _spot(point), 8)
    for number in range(7):
        canvas.text("label", (_spot(number)[0], 690), FILES[number], size=27)
        canvas.text("label", (22, _spot(7 * number)[1]), str(number + 1), size=27)


def _paint_turn(state: AlquerqueState, canvas: Canvas) -> None:
    """Mark the side of the board whose seat is to move."""
    seat = state.current_player()
    side = 2 * seat if state.num_players() == 2 else seat
    boxes = ((188, 650, 360, 9), (674, 164, 9, 360), (188, 29, 360, 9), (53, 164, 9, 360))
    look = 'stroke-width="1.5"'
    canvas.rect(colour(state, seat), boxes[side], rounding=4.5, look=look)


def _paint_stones(
    state: AlquerqueState, canvas: Canvas, stones: dict[int, tuple[int, int]]
) -> None:
    may = state.movable()
    for point, (seat, number) in sorted(stones.items()):
        title = canvas.say(
            "{colour:said} stone on {point}", colour=colour(state, seat), point=POINTS[point]
        )
        look = (colour(state, seat), POINTS[point] in may)
        canvas.thing("stone", f"stone-{seat}-{number}", title, _spot(point), _draw_stone, *look)


def _draw_stone(canvas: Canvas, kind: str, may: bool) -> None:
    _paint_stone(canvas, kind, (0, 0), 31)
    if may:
        canvas.circle("may", (0, 0), 36.5, look='stroke-width="3"')


def _paint_stone(canvas: Canvas, kind: str, centre: Point, radius: float) -> None:
    canvas.circle(kind, centre, radius, look='stroke-width="3"')
    canvas.text(f"on-{kind}", centre, kind[0].upper(), size=radius)


def _paint_last(canvas: Canvas, course: Course) -> None:
    """Draw the way of the last move, crosses where stones were captured or lost."""
    spots = [_spot(point) for point in course.path]
    canvas.circle("last", spots[0], 15, look='stroke-width="4.5"')
    if len(spots) > 2:
        canvas.line("last", spots[:-1], look='stroke-width="5"')
    canvas.arrow(spots[-2], along(spots[-2], spots[-1], 0.8 if course.over else 0.6))
    for bit in course.over:
        _paint_cross(canvas, members(bit)[0])
    if course.lost >= 0:
        canvas.circle("last", _spot(course.lost), 27, look='stroke-width="4.5"')
        _paint_cross(canvas, course.lost)


def _paint_cross(canvas: Canvas, point: int) -> None:
    x, y = _spot(point)
    for slope in (13, -13):
        canvas.line("last", [(x - 13, y - slope), (x + 13, y + slope)], look='stroke-width="5"')


def _paint_tally(state: AlquerqueState, canvas: Canvas) -> None:
    canvas.text("label", (124, 746), "captured:", size=30)
    for seat in range(4):
        x = 252.0 + 118 * seat
        title = canvas.say(
            "{colour:said} has captured {stones}",
            colour=colour(state, seat),
            stones=state.captured(seat),
        )
        with canvas.group("tally", f"captured-{seat}", title):
            _paint_stone(canvas, colour(state, seat), (x, 746), 23)
            canvas.text("label", (x + 48, 746), str(state.captured(seat)), size=30)


def _remove(places: dict[int, tuple[int, int]], points: Iterable[int]) -> None:
    for point in points:
        places.pop(point, None)
