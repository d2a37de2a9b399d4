"""The picture of Kalah's board, with seat 0's row below."""

# A picture shows what its own game's state protects.
# ruff: noqa: SLF001

from math import cos, sin

from engine.canvas import Canvas
from engine.games.kalah.rules import KalahState


def _seed_places(state: KalahState) -> list[list[int]]:
    """Return which seeds lie at each place, by numbers that they keep through the game."""
    rules = state._rules
    starts = [sum(rules.start[:place]) for place in range(rules.size)]
    places = [
        list(range(start, start + rules.seeds * (place not in rules.stores)))
        for place, start in enumerate(starts)
    ]
    for replayed, action in state.replayed():
        _settle(places, list(replayed._ring))
        place = action + replayed._player * (rules.pits + 1)
        lifted, places[place] = places[place], []
        for seed, visited in zip(lifted, rules.path(place, len(lifted)), strict=True):
            places[visited].append(seed)
    _settle(places, list(state._ring))
    return places


def _last_sowing(state: KalahState) -> tuple[int, int] | None:
    """Return the places where the last sowing began and ended."""
    before = state.previous()
    if not isinstance(before, KalahState):
        return None
    place = state._history[-1] + before._player * (state._rules.pits + 1)
    return place, state._rules.path(place, before._ring[place])[-1]


def paint(state: KalahState, canvas: Canvas) -> None:
    """Draw the board with seat 0's row below."""
    width = 100 * state._rules.pits + 260
    top = _top(state)
    height = 132 + _row_gap(state)
    canvas.size(width, height + 2 * top)
    frame, rim = (12, top, width - 24, height), (18, top + 6, width - 36, height - 12)
    canvas.rect("board", frame, rounding=70, look='stroke-width="3"')
    canvas.rect("rim", rim, rounding=64, look='stroke-width="3"')
    places = _seed_places(state)
    for place in range(len(state._ring)):
        if place in state._rules.stores:
            _paint_store(state, canvas, place, places[place])
        else:
            _paint_pit(state, canvas, place, places[place])
    sowing = _last_sowing(state)
    if sowing:
        _paint_ring(state, canvas, sowing[0], 'stroke-width="3.5" stroke-dasharray="7 7"')
        _paint_ring(state, canvas, sowing[1], 'stroke-width="4"')
    if state._player >= 0:
        y = top + height + 4 if state._player == 0 else top - 10
        canvas.rect(f"tint-{state._player}", (120, y, width - 240, 6), rounding=3)


def _top(state: KalahState) -> float:
    """The height above the board, where the letters stand."""
    return 1.2 * _count_size(state) + 14


def _row_gap(state: KalahState) -> float:
    """The distance of the rows, which leaves room for two counts between them."""
    return 114 + 1.7 * _count_size(state)


def _centre(state: KalahState, place: int) -> tuple[float, float]:
    pits = state._rules.pits
    top = _top(state)
    if place in state._rules.stores:
        return (100 * pits + 183 if place == pits else 77, top + 66 + _row_gap(state) / 2)
    column = place if place < pits else 2 * pits - place
    return 180 + 100 * column, top + 66 + (_row_gap(state) if place < pits else 0)


def _count_size(state: KalahState) -> float:
    """Larger on wider boards, so that counts stay legible when those are scaled down."""
    return 26 + 2.0 * state._rules.pits


def _paint_pit(state: KalahState, canvas: Canvas, place: int, seeds: list[int]) -> None:
    x, y = _centre(state, place)
    seat, pit = divmod(place, state._rules.pits + 1)
    name = state._notation(seat, pit) or ""
    size = _count_size(state)
    inward = (-55 - 0.4 * size) if seat == 0 else (55 + 0.4 * size)
    outward = 65 + size * 0.85 if seat == 0 else -65 - size * 0.85
    with canvas.group("place", f"pit-{seat}-{pit}", f"Pit {name}: {len(seeds)}"):
        canvas.circle(f"pit-{seat}", (x, y), 45, look='stroke-width="3"')
        _paint_seeds(canvas, (x, y), seeds, 1)
        canvas.text("count", (x, y + inward), str(len(seeds)), size=size)
    may = state._player == seat and bool(seeds)
    canvas.text(f"label-{seat}" if may else "label", (x, y + outward), name, size=size)


def _paint_store(state: KalahState, canvas: Canvas, place: int, seeds: list[int]) -> None:
    x, y = _centre(state, place)
    seat = state._rules.stores.index(place)
    with canvas.group("place", f"store-{seat}", f"Store of seat {seat}: {len(seeds)}"):
        half = _row_gap(state) / 2 + 46
        box = (x - 45, y - half, 90, 2 * half)
        canvas.rect(f"pit-{seat}", box, rounding=45, look='stroke-width="3"')
        _paint_seeds(canvas, (x, y - 30), seeds, 2)
        canvas.text("count", (x, y + half - 45), str(len(seeds)), size=_count_size(state) * 1.2)


def _paint_ring(state: KalahState, canvas: Canvas, place: int, look: str) -> None:
    x, y = _centre(state, place)
    if place in state._rules.stores:
        half = _row_gap(state) / 2 + 51
        canvas.rect("last", (x - 50, y - half, 100, 2 * half), rounding=50, look=look)
    else:
        canvas.circle("last", (x, y), 51, look=look)


def _settle(places: list[list[int]], ring: list[int]) -> None:
    """Move seeds from places that hold too many to those that hold too few."""
    spare = [seed for place, seeds in enumerate(places) for seed in seeds[ring[place] :]]
    for place, seeds in enumerate(places):
        missing = ring[place] - len(seeds)
        places[place] = seeds[: ring[place]] + spare[: max(missing, 0)]
        spare = spare[max(missing, 0) :]


def _paint_seeds(
    canvas: Canvas, centre: tuple[float, float], seeds: list[int], stretch: float
) -> None:
    """Lay seeds out on a sunflower's spiral, stretched upwards in a store."""
    gap = min(10.0, 35 / max(1, len(seeds)) ** 0.5)
    for number, seed in enumerate(seeds):
        radius, angle = gap * (number + 0.3) ** 0.5, 2.39996 * number
        spot = (centre[0] + radius * cos(angle), centre[1] + stretch * radius * sin(angle))
        canvas.circle("seed", spot, max(4.0, 0.82 * gap), identity=f"seed-{seed}")
