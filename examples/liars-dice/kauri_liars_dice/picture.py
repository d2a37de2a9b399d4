"""The picture of Liar's Dice: a die for each seat, and the last bid in the middle."""

from math import cos, pi, sin
from typing import Final

from kauri.engine.canvas import Canvas, Count, Point, SeatLook

from .rules import TO_ROLL, LiarsDiceGame, LiarsDiceState

TALLY: Final = "die"
PLACES: Final = {
    2: ("below", "above"),
    3: ("below", "above-left", "above-right"),
    4: ("below", "above-left", "above", "above-right"),
    5: ("below", "below-left", "above-left", "above-right", "below-right"),
    6: ("below", "below-left", "above-left", "above", "above-right", "below-right"),
}
SIZE: Final = 84


def look(game: LiarsDiceGame, seat: int) -> SeatLook:
    """Return the colour and the place of a seat."""
    return SeatLook((f"seat-{seat}",), PLACES[game.seats][seat])


def counts(state: LiarsDiceState) -> list[Count]:
    """Return that each seat has a die."""
    return [Count(1, 1)] * state.rules.seats


def paint_board(_game: LiarsDiceGame, canvas: Canvas) -> None:
    """Draw what stays: the table."""
    canvas.size(640, 640)
    canvas.circle("board", (320, 320), 310, look='stroke-width="4"')
    canvas.circle("rim", (320, 320), 296, look='stroke-width="3"')


class Past:
    """Nothing of the past is marked: the last bid says it."""

    def __init__(self, _game: LiarsDiceGame) -> None:
        pass

    def add(self, state: LiarsDiceState, action: int) -> None:
        """Follow an action."""


def paint(state: LiarsDiceState, canvas: Canvas, _past: Past) -> None:
    """Draw the dice that have fallen, and the last bid."""
    for seat, die in enumerate(state.dice):
        if die != TO_ROLL:
            face = None if die < 0 else die + 1
            at = _place(seat, state.rules.seats)
            canvas.thing(
                "die", f"die-{seat}", canvas.die_title(face), at, _paint_die, face, f"seat-{seat}"
            )
    if state.bid >= 0:
        quantity, face = divmod(state.bid, state.rules.faces)
        frame = f"seat-{state.bidder}"
        canvas.text("count", (258, 320), f"{quantity + 1} \u00d7", size=56)
        title = canvas.say("Bid: {quantity} times {face}", quantity=quantity + 1, face=face + 1)
        canvas.thing("die", "die-bid", title, (370, 320), _paint_die, face + 1, frame)


def _paint_die(canvas: Canvas, face: int | None, frame: str) -> None:
    canvas.rect(frame, (-50, -50, 100, 100), rounding=20)
    canvas.rect("die", (-42, -42, 84, 84), rounding=14)
    if face is None:
        canvas.text("pip", (0, 0), "?", size=50)
    else:
        canvas.text("pip", (0, 0), str(face), size=50)


def _place(seat: int, seats: int) -> Point:
    turn = 2 * pi * seat / seats
    return round(320 - 220 * sin(turn), 1), round(320 + 220 * cos(turn), 1)
