"""The picture of Nim: the heap, and what each seat has taken."""

from typing import Final

from kauri.engine.canvas import Canvas, Count, SeatLook

from .rules import NimGame, NimState

TALLY: Final = "taken"
ROW: Final = 10
# The sides of the table where seats sit, from the first one on, by their number.
PLACES: Final = {
    2: ("below", "above"),
    3: ("below", "above-right", "above-left"),
    4: ("below-left", "below-right", "above-right", "above-left"),
    5: ("below-left", "below-right", "above-right", "above", "above-left"),
    6: ("below-left", "below", "below-right", "above-right", "above", "above-left"),
}


def look(game: NimGame, seat: int) -> SeatLook:
    """Return the colour and the place of a seat."""
    return SeatLook((f"seat-{seat}",), PLACES[game.seats][seat])


def counts(state: NimState) -> list[Count]:
    """Return how many counters each seat has taken, and how many are left to both."""
    return [Count(taken, state.left) for taken in _taken(state)]


def paint_board(game: NimGame, canvas: Canvas) -> None:
    """Draw what stays: the table."""
    rows = -(-game.heap // ROW)
    canvas.size(40 + 40 * ROW, 40 + 40 * rows)
    canvas.rect("board", (8, 8, 24 + 40 * ROW, 24 + 40 * rows), rounding=14)


class Past:
    """Keeps what the last action took."""

    def __init__(self, _game: NimGame) -> None:
        self.gone: range = range(0)
        self.seat = 0

    def add(self, state: NimState, action: int) -> None:
        """Note an action before it is applied."""
        self.gone = range(state.left - action - 1, state.left)
        self.seat = state.current_player()


def paint(state: NimState, canvas: Canvas, past: Past) -> None:
    """Draw the counters, and rings where the last ones lay."""
    for number in range(state.left):
        canvas.thing("counter", f"counter-{number}", canvas.say("Counter"), _place(number), _disc)
    for number in past.gone:
        canvas.circle(f"goal-{past.seat}", _place(number), 14, look='stroke-width="3"')


def _disc(canvas: Canvas) -> None:
    canvas.circle("seed", (0, 0), 15, look='stroke-width="2"')


def _place(number: int) -> tuple[float, float]:
    row, column = divmod(number, ROW)
    return 40 + 40 * column, 40 + 40 * row


def _taken(state: NimState) -> list[int]:
    taken = [0] * state.num_players()
    for before, action in state.replayed():
        taken[before.current_player()] += action + 1
    return taken
