"""The picture of Kalah's board, with seat 0's row below."""

# A picture shows what its own game's state protects.
# ruff: noqa: SLF001

from math import cos, sin
from typing import Final

from engine.canvas import Canvas, Count, Point, SeatLook
from engine.game import Game
from engine.games.kalah.rules import KalahGame, KalahState

TALLY: Final = "seeds"


def look(_game: Game, seat: int) -> SeatLook:
    """Return how a seat looks, and where it sits."""
    return SeatLook((f"seat-{seat}",), ("below", "above")[seat])


def counts(state: KalahState) -> list[Count]:
    """Return each seat's seeds in its store, and those in its pits."""
    return [Count(state.store(seat), sum(state.pits(seat))) for seat in (0, 1)]


class Past:
    """Where each seed lies, by numbers that they keep through the game, and the last sowing."""

    def __init__(self, game: KalahGame) -> None:
        self._rules = game
        starts = [sum(game.start[:place]) for place in range(game.size)]
        self.places = [
            list(range(start, start + game.seeds * (place not in game.stores)))
            for place, start in enumerate(starts)
        ]
        self.sown: list[int] = []
        self.path: list[int] = []
        self.start = 0

    def add(self, state: KalahState, action: int) -> None:
        """Sow as the action does, which is about to be applied."""
        self.settle(state)
        self.start = action + state._player * (self._rules.pits + 1)
        self.sown, self.places[self.start] = self.places[self.start], []
        self.path = self._rules.path(self.start, len(self.sown))
        for seed, visited in zip(self.sown, self.path, strict=True):
            self.places[visited].append(seed)

    def settle(self, state: KalahState) -> None:
        """Move seeds from places that hold too many to those that hold too few."""
        ring, places = list(state._ring), self.places
        spare = [seed for place, seeds in enumerate(places) for seed in seeds[ring[place] :]]
        for place, seeds in enumerate(places):
            missing = ring[place] - len(seeds)
            places[place] = seeds[: ring[place]] + spare[: max(missing, 0)]
            spare = spare[max(missing, 0) :]


def paint_board(game: KalahGame, canvas: Canvas) -> None:
    """Draw the wood."""
    frame = Frame(game)
    canvas.size(frame.width, frame.height + 2 * frame.top)
    box = (12, frame.top, frame.width - 24, frame.height)
    rim = (18, frame.top + 6, frame.width - 36, frame.height - 12)
    canvas.rect("board", box, rounding=70, look='stroke-width="3"')
    canvas.rect("rim", rim, rounding=64, look='stroke-width="3"')


def paint(state: KalahState, canvas: Canvas, past: Past) -> None:
    """Draw pits and stores, their seeds, and the last sowing."""
    frame = Frame(state._rules)
    past.settle(state)
    if past.path:
        way = [frame.centre(place) for place in past.path]
        canvas.walk(way, {f"seed-{seed}": step for step, seed in enumerate(past.sown, 1)})
    for place, seeds in enumerate(past.places):
        if place in frame.rules.stores:
            _paint_store(frame, canvas, place, len(seeds))
        else:
            _paint_pit(state, frame, canvas, place)
    if past.path:
        _paint_ring(frame, canvas, past.start, 'stroke-width="3.5" stroke-dasharray="7 7"')
        _paint_ring(frame, canvas, past.path[-1], 'stroke-width="4"')
    if state._player >= 0:
        y = frame.top + frame.height + 4 if state._player == 0 else frame.top - 10
        canvas.rect(f"tint-{state._player}", (120, y, frame.width - 240, 6), rounding=3)
    for place, seeds in enumerate(past.places):
        x, y = frame.centre(place)
        if place in frame.rules.stores:
            _paint_seeds(canvas, (x, y - 30), seeds, 2)
        else:
            _paint_seeds(canvas, (x, y), seeds, 1)


class Frame:
    """Where things lie in the picture."""

    def __init__(self, game: KalahGame) -> None:
        self.rules = game
        # Larger on wider boards, so that counts stay legible when those are scaled down.
        self.size = 26 + 2.0 * game.pits
        # The distance of the rows leaves room for two counts between them.
        self.gap = 116 + 2 * self.size
        # Above and below the board stand the letters.
        self.top = 1.2 * self.size + 14
        self.width = 100 * game.pits + 260
        self.height = 132 + self.gap

    def centre(self, place: int) -> Point:
        """Return the middle of a pit or a store."""
        pits = self.rules.pits
        if place in self.rules.stores:
            return 100 * pits + 183 if place == pits else 77, self.top + 66 + self.gap / 2
        column = place if place < pits else 2 * pits - place
        return 180 + 100 * column, self.top + 66 + (self.gap if place < pits else 0)


def _paint_pit(state: KalahState, frame: Frame, canvas: Canvas, place: int) -> None:
    x, y = frame.centre(place)
    seat, pit = divmod(place, frame.rules.pits + 1)
    name = state._notation(seat, pit) or ""
    size, seeds = frame.size, state._ring[place]
    outward = 65 + size * 0.85 if seat == 0 else -65 - size * 0.85
    title = canvas.say("Pit {pit}: {seeds}", pit=name, seeds=seeds)
    canvas.thing("place", f"pit-{seat}-{pit}", title, (x, y), _draw_pit, seat, seeds, size)
    may = state._player == seat and seeds
    canvas.text(f"label-{seat}" if may else "label", (x, y + outward), name, size=size)


def _draw_pit(canvas: Canvas, seat: int, seeds: int, size: float) -> None:
    inward = (-55 - 0.4 * size) if seat == 0 else (55 + 0.4 * size)
    canvas.circle(f"pit-{seat}", (0, 0), 45, look='stroke-width="3"')
    canvas.text("count", (0, inward), str(seeds), size=size)


def _paint_store(frame: Frame, canvas: Canvas, place: int, seeds: int) -> None:
    seat = frame.rules.stores.index(place)
    colour = look(frame.rules, seat).colour
    title = canvas.say("Store of {colour:said}: {seeds}", colour=colour, seeds=seeds)
    shape = (seat, seeds, frame.gap / 2 + 46, frame.size)
    canvas.thing("place", f"store-{seat}", title, frame.centre(place), _draw_store, *shape)


def _draw_store(canvas: Canvas, seat: int, seeds: int, half: float, size: float) -> None:
    canvas.rect(f"pit-{seat}", (-45, -half, 90, 2 * half), rounding=45, look='stroke-width="3"')
    canvas.text("count", (0, half - 45), str(seeds), size=size * 1.2)


def _paint_ring(frame: Frame, canvas: Canvas, place: int, look: str) -> None:
    x, y = frame.centre(place)
    if place in frame.rules.stores:
        half = frame.gap / 2 + 51
        canvas.rect("last", (x - 50, y - half, 100, 2 * half), rounding=50, look=look)
    else:
        canvas.circle("last", (x, y), 51, look=look)


def _paint_seeds(canvas: Canvas, centre: Point, seeds: list[int], stretch: float) -> None:
    """Lay seeds out on a sunflower's spiral about the first one, stretched upwards in a store."""
    gap = min(10.0, 35 / max(1, len(seeds)) ** 0.5)
    for number, seed in enumerate(seeds):
        radius, angle = gap * (number + 1.2) ** 0.5 if number else 0.0, 2.39996 * number
        spot = (centre[0] + radius * cos(angle), centre[1] + stretch * radius * sin(angle))
        canvas.circle("seed", spot, max(4.0, 0.82 * gap), identity=f"seed-{seed}")
