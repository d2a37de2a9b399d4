"""The picture of Nine Men's Morris: the board, and the men in the hands beside it."""

from typing import Final

from kauri.engine.canvas import Canvas, Count, Point, SeatLook

from .board import MILLS, POINTS
from .rules import HAND, MEN, NOBODY, MorrisGame, MorrisState

TALLY: Final = "captured"
GAP: Final = 88
LEFT: Final = 96
BOTTOM: Final = 660
HANDS: Final = (772, 48)


def look(_game: MorrisGame, seat: int) -> SeatLook:
    """Return the colour and the place of a seat."""
    return SeatLook((("white", "black")[seat],), ("below", "above")[seat])


def counts(state: MorrisState) -> list[Count]:
    """Return how many men each seat has taken, and its own that are left."""
    men = [len(state.men(seat)) + state.hands[seat] for seat in (0, 1)]
    return [Count(MEN - men[1 - seat], men[seat]) for seat in (0, 1)]


class Past:
    """The man on each point, by its seat and its number, and the last action."""

    def __init__(self, _game: MorrisGame) -> None:
        self.places: dict[int, tuple[int, int]] = {}
        self.last: tuple[int, int, int] | None = None
        self.seat = 0

    def add(self, state: MorrisState, action: int) -> None:
        """Follow the men through an action that is about to be applied."""
        way, taken = divmod(action, 25)
        start, end = divmod(way, 24)
        seat = self.seat = state.current_player()
        places = self.numbered(state)
        number = MEN - state.hands[seat] if start == HAND else places.pop(start)[1]
        places[end] = (seat, number)
        places.pop(taken, None)
        self.places, self.last = places, (start, end, taken)

    def numbered(self, state: MorrisState) -> dict[int, tuple[int, int]]:
        """Return the man on each point; men that came from elsewhere get spare numbers."""
        owners = dict(enumerate(state.points))
        places = {point: man for point, man in self.places.items() if owners[point] == man[0]}
        for seat in (0, 1):
            used = {number for owner, number in places.values() if owner == seat}
            spare = [n for n in range(MEN - state.hands[seat]) if n not in used]
            missing = [point for point in state.men(seat) if point not in places]
            places |= {point: (seat, spare[i]) for i, point in enumerate(missing)}
        return places


def paint_board(_game: MorrisGame, canvas: Canvas) -> None:
    """Draw the board with seat 0 below."""
    canvas.size(720, 820)
    canvas.rect("board", (40, 84, 640, 650), rounding=26, look='stroke-width="3"')
    for first, _middle, last in MILLS:
        canvas.line("line", [_spot(first), _spot(last)], look='stroke-width="4"')
    for point in range(len(POINTS)):
        canvas.circle("point", _spot(point), 9)
    for number, letter in enumerate("abcdefg"):
        canvas.text("label", (LEFT + GAP * number, 716), letter, size=24)
        canvas.text("label", (18, BOTTOM - GAP * number), str(number + 1), size=24)


def paint(state: MorrisState, canvas: Canvas, past: Past) -> None:
    """Draw the last action, the men on the board, and those in the hands."""
    if past.last:
        _paint_last(canvas, past)
    for point, (seat, number) in sorted(past.numbered(state).items()):
        title = canvas.say("{colour:said} man on {point}", colour=_kind(seat), point=POINTS[point])
        canvas.thing("man", f"man-{seat}-{number}", title, _spot(point), _paint_man, seat)
    for seat in (0, 1):
        for number in range(MEN - state.hands[seat], MEN):
            place = (104 + 64 * number, HANDS[seat])
            title = canvas.say("{colour:said} man in hand", colour=_kind(seat))
            canvas.thing("man", f"man-{seat}-{number}", title, place, _paint_man, seat)


def _paint_last(canvas: Canvas, past: Past) -> None:
    start, end, taken = past.last or (HAND, 0, NOBODY)
    canvas.circle("last", _spot(end), 37, look='stroke-width="4"')
    if start != HAND:
        canvas.line("last", [_spot(start), _spot(end)], look='stroke-width="5"')
    if taken != NOBODY:
        x, y = _spot(taken)
        for slope in (1, -1):
            canvas.line(
                "last",
                [(x - 16, y - 16 * slope), (x + 16, y + 16 * slope)],
                look='stroke-width="4"',
            )


def _paint_man(canvas: Canvas, seat: int) -> None:
    canvas.circle(_kind(seat), (0, 0), 30, look='stroke-width="2.5"')
    canvas.circle("last" if seat == 0 else "ring", (0, 0), 19, look='stroke-width="1.5"')


def _kind(seat: int) -> str:
    return ("white", "black")[seat]


def _spot(point: int) -> Point:
    name = POINTS[point]
    return LEFT + GAP * "abcdefg".index(name[0]), BOTTOM - GAP * (int(name[1]) - 1)
