"""Where the squares of Pachisi's cross lie, for the text board and the picture.

Places are (column, row) from the top left of a square grid. Red's arm is the one below; the other
colours' parts of the board are red's, turned clockwise.
"""


def arm_of(track: int) -> int:
    """Return the length of the cross's arms; they are three squares wide."""
    return {40: 4, 52: 6, 68: 8}[track]


def turned(place: tuple[int, int], size: int, quarters: int) -> tuple[int, int]:
    """Turn a place (column, row) of the board clockwise by quarters."""
    x, y = place
    for _ in range(quarters):
        x, y = size - 1 - y, x
    return x, y


def track_places(track: int) -> list[tuple[int, int]]:
    """Return where each square of the track lies: (column, row) from the top left.

    The short track passes through the corners between the arms, the longer ones cut across them.
    """
    arm = arm_of(track)
    size = 2 * arm + 3
    quarter = [(arm, row) for row in range(size - 1, arm + 2, -1)]
    quarter += [(arm, arm + 2)] if track == 40 else []
    quarter += [(column, arm + 2) for column in range(arm - 1, -1, -1)]
    quarter += [(0, arm + 1)]
    return [turned(place, size, turns) for turns in range(4) for place in quarter]


def way_places(track: int, colour: int) -> list[tuple[int, int]]:
    """Return the places of a colour's way, by progress from 1 on: the track, then the goal."""
    start = colour * track // 4
    places = track_places(track)
    return [*places[start:], *places[:start], *goal_places(track, colour)]


def goal_places(track: int, colour: int) -> list[tuple[int, int]]:
    """Return where a colour's goal squares lie, the first one at the end of its arm."""
    arm = arm_of(track)
    size = 2 * arm + 3
    return [turned((arm + 1, size - 1 - step), size, colour) for step in range(1, 5)]
