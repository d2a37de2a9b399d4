from engine.canvas import Count, SeatLook

TALLY = "taken"


def look(game, seat):
    return SeatLook((f"seat-{seat}",), ("below", "above")[seat])


def counts(state):
    return [Count(0, state.left)] * 2


class Past:
    def __init__(self, game):
        pass

    def add(self, state, action):
        pass


def paint_board(game, canvas):
    canvas.size(400, 40)


def paint(state, canvas, past):
    for counter in range(state.left):
        canvas.circle("seed", (14 + 12 * counter, 20), 5, identity=f"counter-{counter}")
